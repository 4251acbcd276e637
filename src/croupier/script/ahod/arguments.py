"""Checks of calls: is there such a thing, how many arguments does it take, of which types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.script.ahod.builtins import (
    ACTION_NAMES,
    ACTIONS,
    FUNCTIONS,
    TWINS,
    BuiltIn,
    method,
    other_word,
)
from croupier.script.ahod.calls import takes
from croupier.script.ahod.desk import Desk
from croupier.script.ahod.kinds import with_article
from croupier.script.ahod.nodes import Action, Argument, Call, Do, Parameter
from croupier.script.ahod.types import ANY, BOOL, INT, NONE, SERIES, STRING, Type
from croupier.script.tree import Attribute, Name
from croupier.text import Span

if TYPE_CHECKING:
    from croupier.script.ahod.infer import Scope

_CHOOSABLE = ("Range", "string", "Object")
_RESULTS = {
    "int": INT,
    "bool": BOOL,
    "string": STRING,
    "Range": Type("Range", "int"),
    "float": Type("float"),
    "None": NONE,
}


def check_call(
    desk: Desk,
    e: Call | Do,
    what: str,
    parameters: list[Parameter],
    arguments: list[Argument],
    given: list[Type],
) -> bool:
    """Whether arguments fit parameters; a finding if not."""
    names = tuple(p.name for p in parameters)
    required = sum(p.default is None for p in parameters)
    by_place = [t for a, t in zip(arguments, given, strict=True) if a.name is None]
    if not _named_fit(desk, what, names, arguments, len(by_place)):
        return False
    named = {a.name for a in arguments if a.name is not None}
    missing = [n for n in names[len(by_place) : required] if n not in named]
    if len(by_place) > len(names) or missing:
        said = takes(what, names, required).removeprefix(f"{what} takes ")
        hint = f"'{missing[0]}' has no value" if missing and named else None
        desk.report("A301", _at(e), what=what, takes=said, got=len(arguments), hint=hint)
        return False
    places = {p.name: p for p in parameters}
    for i, (argument, type_) in enumerate(zip(arguments, given, strict=True)):
        parameter = places[argument.name] if argument.name is not None else parameters[i]
        wanted = desk.table.of(parameter.type)
        if desk.table.refuses(type_, wanted):
            words = {
                "name": parameter.name,
                "what": what,
                "wanted": with_article(str(wanted)),
                "given": type_.said,
            }
            desk.report("A303", argument.value.span, hint=None, notes=(), **words)
    return True


def _named_fit(desk: Desk, what: str, names: tuple[str, ...], arguments: list[Argument], placed: int) -> bool:
    taken = set(names[:placed])
    for argument in arguments:
        if argument.name is None:
            continue
        if argument.name not in names:
            hint = desk.name_hint(argument.name, names)
            desk.report(
                "A302", argument.span, what=what, problem="has no parameter", name=argument.name, hint=hint
            )
            return False
        if argument.name in taken:
            desk.report(
                "A302", argument.span, what=what, problem="gets twice its parameter", name=argument.name
            )
            return False
        taken.add(argument.name)
    return True


def _at(e: Call | Do) -> Span:
    if isinstance(e, Do):
        return e.name_span
    return e.function.name_span if isinstance(e.function, Attribute) else e.function.span


def check_constructor(desk: Desk, e: Call, word: str, given: list[Type]) -> Type:
    """``T(…)``: parameters first; what is left over are elements, or the duration of a timer."""
    made = Type(word)
    definition = desk.program.types.get(word)
    parameters = definition.parameters if definition is not None else []
    collection = desk.table.is_collection(made)
    takes_rest = collection or desk.table.category(made) == "timer"
    arguments = e.arguments
    if takes_rest and not any(a.name for a in arguments):
        rest = list(zip(arguments, given, strict=True))[len(parameters) :]
        arguments, given = arguments[: len(parameters)], given[: len(parameters)]
        if collection:
            for argument, type_ in rest:
                check_element(desk, made, argument, type_)
        elif len(rest) != 1 and check_call(desk, e, word, parameters, arguments, given):
            desk.report("A301", e.function.span, what=word, takes="1 duration", got=len(rest))
            return made
    check_call(desk, e, word, parameters, arguments, given)
    return made


def check_element(desk: Desk, collection: Type, argument: Argument, type_: Type) -> None:
    """An element, or a collection that is spread, put into a collection with an element type."""
    wanted = desk.table.has_declared_element(collection)
    if not wanted or not type_.known or not desk.table.refuses(type_, Type(wanted)):
        return
    inner = type_
    if desk.table.is_collection(type_) or type_.name == "Range":
        inner = desk.table.element(type_)
        if not inner.known or not desk.table.refuses(inner, Type(wanted)):
            return
    words = {"what": with_article(str(collection)), "wanted": wanted, "given": inner.said}
    desk.report("A304", argument.value.span, hint=None, notes=(), **words)


def check_rest(s: Scope, e: Call, built_in: BuiltIn, given: list[Type]) -> Type:
    """The arguments of something built in; its result."""
    desk = s.desk
    if any(a.name for a in e.arguments) or built_in.most is not None:
        placed = sum(a.name is None for a in e.arguments)
        if not _named_fit(desk, built_in.name, built_in.names, e.arguments, placed):
            return ANY
    few = len(e.arguments) < built_in.least or (built_in.parameters == "values…" and not e.arguments)
    if few or (built_in.most is not None and len(e.arguments) > built_in.most):
        said = takes("", built_in.names, built_in.least).removeprefix(" takes ")
        said = "at least 1" if built_in.most is None else said
        desk.report("A301", _at(e), what=built_in.name, takes=said, got=len(e.arguments))
    if built_in.name == "input":
        return _question(desk, e, dict(zip(_places(e, built_in), given, strict=False)))
    return _RESULTS.get(built_in.result, ANY)


def _places(e: Call, built_in: BuiltIn) -> list[str]:
    """The parameters that the arguments are for."""
    return [a.name or name for a, name in zip(e.arguments, built_in.names, strict=False)]


def _question(desk: Desk, e: Call, given: dict[str, Type]) -> Type:
    """`input`: options are something with elements, whoever is asked is an Actor; an option is the answer."""
    table = desk.table
    values = dict(zip(_places(e, FUNCTIONS["input"]), e.arguments, strict=False))
    options, by = given.get("options", NONE), given.get("by", NONE)
    if options.known and options != NONE and not (options.name in _CHOOSABLE or table.is_collection(options)):
        words = {"name": "options", "what": "input", "wanted": "a collection or range", "given": options.said}
        desk.report("A303", values["options"].value.span, hint=None, notes=(), **words)
        return ANY
    asked = by in (NONE, INT) or table.is_a(by.name, "Actor") or table.is_a("Actor", by.name)
    if by.known and not asked:
        words = {"name": "by", "what": "input", "wanted": "an Actor or a seat number", "given": by.said}
        desk.report("A303", values["by"].value.span, hint=None, notes=(), **words)
    if "options" not in given or options == NONE:
        return STRING
    return table.element(options) if options.known else ANY


def check_method(s: Scope, e: Call, function: Attribute | Name, receiver: Type, given: list[Type]) -> Type:
    """``x.f(…)``: a computed attribute or something built in; changes are allowed in ACTIONS only."""
    desk, table = s.desk, s.desk.table
    word = function.name
    span = function.name_span if isinstance(function, Attribute) else function.span
    if word in TWINS and not _user_defined(desk, receiver, word):
        _changing(s, e, function, word, span)
    if not receiver.known:
        return ANY if receiver == ANY else receiver
    helper = table.computed(receiver.name).get(word)
    if helper is not None:
        check_call(desk, e, f"{receiver.name}.{word}", helper.parameters, e.arguments, given)
        if s.pure and any(f"{t}.{word}" in desk.impure for t in table.chains[receiver.name]):
            desk.report_impure(s, span, f"it calls {word}, which changes something")
        return ANY
    built_in = method(table.category(receiver), word)
    if built_in is None:
        if not any(table.is_a(t, receiver.name) and word in table.computed(t) for t in desk.program.types):
            known = [*table.computed(receiver.name), *_built_in_words(table.category(receiver))]
            hint = desk.name_hint(word, known) or _FOREIGN.get(word, "")
            if word in table.stored(receiver.name):
                hint = "read it without ()"
            desk.report("A308", span, type=receiver.said, what="helper", name=word, hint=hint)
        return ANY
    _vocabulary(desk, receiver, word, span)
    if built_in.parameters == "elements…":
        for argument, type_ in zip(e.arguments, given, strict=True):
            check_element(desk, receiver, argument, type_)
    result = check_rest(s, e, built_in, given)
    if built_in.result == "self":
        return receiver
    if built_in.result == "element":
        return SERIES if e.arguments and word != "pop" else table.element(receiver)
    return result


_FOREIGN = {
    "append": "write `… do PUSH_BACK(x)`",
    "add": "write `… do PUSH_BACK(x)`",
    "insert": "write `… do PUSH_FRONT(x)` or `… do PUSH_BACK(x)`",
    "length": "write `….size()`",
    "len": "write `….size()`",
    "sort": "write `… do SORT`",
}
"""What other languages call it."""


def _user_defined(desk: Desk, receiver: Type, word: str) -> bool:
    if receiver.known:
        return word in desk.table.computed(receiver.name)
    return any(word in desk.table.computed(t) for t in desk.program.types)


def _built_in_words(category: str) -> list[str]:
    from croupier.script.ahod.builtins import METHODS

    return [n for of, n in METHODS if of == category] + [n.lower() for of, n in ACTIONS if of == category]


def _vocabulary(desk: Desk, receiver: Type, word: str, span: Span) -> None:
    side = desk.table.side(receiver)
    right = other_word(word, side) if side else ""
    if right:
        other = "Series" if side == "Stack" else "Stack"
        desk.report("W505", span, name=word, other=other, type=side, right=right)


def _changing(s: Scope, e: Call, function: Attribute | Name, word: str, span: Span) -> None:
    """A twin changes its receiver: not in helpers, better as `do` in ACTIONS, not meant in main."""
    held = function.base if isinstance(function, Attribute) else None
    if isinstance(held, Name) and held.name in s.fresh and not s.is_local(held.name):
        return
    kind = s.body.kind if s.body is not None else "computed"
    if kind in ("helper", "computed"):
        s.desk.report_impure(s, span, f"`{word}` changes {held.span.text if held else 'the object'}")
    elif kind == "action":
        receiver = held.span.text if held is not None else "self"
        arguments = ", ".join(a.span.text for a in e.arguments)
        better = f"{receiver} do {TWINS[word]}" + (f"({arguments})" if arguments else "")
        s.desk.report("W506", span, better=" ".join(better.split()))
    else:
        s.desk.report("W507", span)


def check_action(desk: Desk, e: Do, receiver: Type | None, given: list[Type]) -> Type:
    """``x do NAME(…)``: is it defined for this receiver, and do the arguments fit."""
    defined = [a for (name, _), a in desk.program.actions.items() if name == e.name]
    if receiver is None:
        bare = next((a for a in defined if a.receiver is None), None)
        if bare is None:
            _undefined(desk, e, defined, " without a receiver" if defined or e.name in ACTION_NAMES else "")
            return ANY
        check_call(desk, e, e.name, bare.parameters, e.arguments, given)
        return ANY
    candidates = [a for a in defined if a.receiver is not None and _may_handle(desk, a, receiver)]
    category = desk.table.category(receiver)
    built_in = ACTIONS.get((category, e.name))
    may_be_built_in = e.name in ACTION_NAMES if not receiver.known else built_in is not None
    may_be_built_in = may_be_built_in or receiver.name in ("Object", "Collection")
    if not candidates and not (may_be_built_in and e.name in ACTION_NAMES):
        _undefined(desk, e, defined, f" for {receiver.said}" if receiver.known else "", receiver)
        return ANY
    if len(candidates) == 1 and not may_be_built_in:
        check_call(desk, e, e.name, candidates[0].parameters, e.arguments, given)
    if candidates or built_in is None:
        return ANY
    _vocabulary(desk, receiver, e.name, e.name_span)
    return _built_in_action(desk, e, built_in, receiver, given)


def _may_handle(desk: Desk, action: Action, receiver: Type) -> bool:
    if action.type is None or not receiver.known:
        return True
    table, wanted = desk.table, action.type.name
    return table.is_a(receiver.name, wanted) or table.is_a(wanted, receiver.name)


def _built_in_action(desk: Desk, e: Do, built_in: BuiltIn, receiver: Type, given: list[Type]) -> Type:
    placed = sum(a.name is None for a in e.arguments)
    names = built_in.names if built_in.most is not None else ()
    if not _named_fit(desk, e.name, names, e.arguments, placed):
        return ANY
    if len(e.arguments) < built_in.least or (built_in.most is not None and len(e.arguments) > built_in.most):
        said = takes("", built_in.names, built_in.least).removeprefix(" takes ")
        said = "at least 1" if built_in.most is None else said
        desk.report("A301", e.name_span, what=e.name, takes=said, got=len(e.arguments))
    if built_in.parameters == "elements…":
        for argument, type_ in zip(e.arguments, given, strict=True):
            check_element(desk, receiver, argument, type_)
    if built_in.result == "self":
        return receiver
    if built_in.result == "element":
        return SERIES if e.arguments and built_in.name != "POP" else desk.table.element(receiver)
    return _RESULTS.get(built_in.result, ANY)


def _undefined(desk: Desk, e: Do, defined: list[Action], where: str, receiver: Type | None = None) -> None:
    receivers = sorted({str(a.type) if a.type else (a.receiver or "no receiver") for a in defined})
    if receivers:
        told = f"it is defined for {', '.join(receivers)}"
        if any(a.receiver is None for a in defined):
            told = f"it is defined without a receiver; write `do {e.name}`"
    else:
        near = desk.name_hint(e.name, [*desk.action_names, *ACTION_NAMES])
        whose = (
            f"{receiver.name} {receiver.name[0].lower()} " if receiver is not None and receiver.known else ""
        )
        told = near or f"define it, e.g.   when {whose}do {e.name}: …"
    desk.report("A203", e.name_span, name=e.name, where=where, told=told)
