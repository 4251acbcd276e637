"""Checks of definitions: types that exist, names that are there once, bases that can be made."""

from __future__ import annotations

from croupier.script.ahod.builtins import FUNCTIONS
from croupier.script.ahod.calls import takes
from croupier.script.ahod.desk import Desk
from croupier.script.ahod.kinds import BASES, KNOWN_TYPES
from croupier.script.ahod.nodes import Action, Declare, Helper, Parameter, Stored, TypeDef, TypeRef, walk_all
from croupier.text import Note, Span


def check_definitions(desk: Desk) -> None:
    """All types, ACTIONS and helpers of a program."""
    for type_ in desk.program.types.values():
        _type(desk, type_)
    for action in desk.program.actions.values():
        _capitals(desk, "ACTION", action.name, action.name_span, action.name.isupper(), "in capitals")
        _parameters(desk, action.parameters, action.receiver)
        if action.type is not None:
            _known(desk, action.type)
        elif action.receiver:
            _instance(desk, action)
    for helper in desk.program.helpers.values():
        _helper(desk, helper)
        if helper.name in FUNCTIONS and helper.name in ("input",):
            desk.report("A205", helper.name_span, what=f"'{helper.name}', which is built in,")
    for body in desk.program.bodies():
        for node in walk_all(body.statements):
            if isinstance(node, Declare) and node.type is not None:
                _known(desk, node.type)


def _instance(desk: Desk, action: Action) -> None:
    """`when var do X`: the variable must be assigned somewhere."""
    if action.receiver not in desk.globals:
        hint = desk.name_hint(action.receiver or "", desk.globals)
        if action.receiver in desk.program.types or action.receiver in KNOWN_TYPES:
            hint = f"name the receiver, too:   when {action.receiver} x do {action.name}"
        span = action.span
        start = span.start + max(0, span.text.find(action.receiver or "", len("when")))
        place = span.source.span(start, start + len(action.receiver or ""))
        desk.report("A202", place, name=action.receiver, hint=hint)


def _helper(desk: Desk, helper: Helper) -> None:
    _capitals(desk, "helper", helper.name, helper.name_span, not _has_capital(helper.name), "in lower case")
    _parameters(desk, helper.parameters, None)


def _has_capital(name: str) -> bool:
    return any(c.isupper() for c in name)


def _capitals(desk: Desk, what: str, name: str, span: Span, fine: bool, usual: str) -> None:
    if not fine:
        desk.report("W504", span, what=what, name=name, usual=usual)


def _parameters(desk: Desk, parameters: list[Parameter], receiver: str | None) -> None:
    seen: dict[str, Parameter] = {}
    for parameter in parameters:
        if parameter.name in seen or parameter.name == receiver:
            first = seen.get(parameter.name)
            notes = (Note("the other one is here", first.span),) if first is not None else ()
            desk.report("A205", parameter.span, what=f"parameter '{parameter.name}'", notes=notes)
        seen[parameter.name] = parameter
        if parameter.type is not None:
            _known(desk, parameter.type)


def _known(desk: Desk, ref: TypeRef) -> None:
    """A type that is written must exist; only collections have elements."""
    if not desk.table.knows(ref.name):
        hint = desk.name_hint(ref.name, [*desk.program.types, *KNOWN_TYPES])
        joined = _joined_name(desk, ref)
        desk.report("A206", ref.span, name=ref.name, hint=joined or hint)
    if ref.element is not None:
        if desk.table.knows(ref.name) and "Collection" not in desk.table.chains.get(ref.name, ()):
            desk.report("A206", ref.span, name=str(ref), hint="only collections have an element type")
        _known(desk, ref.element)


def _joined_name(desk: Desk, ref: TypeRef) -> str:
    """`round winner` is read as a declaration; if `round_winner` is a name, that was meant."""
    line = ref.span.source.line(ref.span.line)
    words = line[ref.span.column - 1 :].split()
    joined = "_".join(words[:2]).rstrip("=:(),") if len(words) > 1 else ""
    return f"did you mean `{joined}`?" if joined in desk.words else ""


def _type(desk: Desk, type_: TypeDef) -> None:
    if type_.name in KNOWN_TYPES:
        desk.report("A205", type_.name_span, what=f"type {type_.name}, which is built in,")
    _capitals(desk, "type", type_.name, type_.name_span, type_.name[0].isupper(), "with a capital")
    _parameters(desk, type_.parameters, None)
    _base(desk, type_)
    seen: dict[str, Stored | Helper] = {}
    attributes: list[Stored | Helper] = [*type_.attributes, *type_.computed]
    for attribute in attributes:
        span = attribute.name_span if isinstance(attribute, Helper) else attribute.span
        if attribute.name in seen:
            first = seen[attribute.name]
            place = first.name_span if isinstance(first, Helper) else first.span
            notes = (Note("the other one is here", place),)
            desk.report("A205", span, what=f"attribute '{attribute.name}' of {type_.name}", notes=notes)
        seen[attribute.name] = attribute
        if isinstance(attribute, Helper):
            _helper(desk, attribute)
        else:
            _capitals(
                desk, "attribute", attribute.name, span, not _has_capital(attribute.name), "in lower case"
            )
            if attribute.type is not None:
                _known(desk, attribute.type)


def _base(desk: Desk, type_: TypeDef) -> None:
    """A type derives from one that can be made, and gives it what it needs."""
    program = desk.program
    if type_.base.name == "Collection":
        desk.report("A307", type_.base.span)
    elif type_.base.name not in BASES and type_.base.name not in program.types:
        hint = f"a type derives from {', '.join(BASES)} or a type of your own"
        desk.report("A206", type_.base.span, name=type_.base.name, hint=hint)
    elif program.lineage(type_)[-1].base.name in program.types:
        desk.report(
            "A206", type_.base.span, name=type_.base.name, hint=f"{type_.name} would derive from itself"
        )
    if type_.base.element is not None:
        _known(desk, type_.base)
    base = program.base_of(type_)
    if base is None:
        return
    own = {p.name for p in type_.parameters}
    lacking = [p.name for p in base.parameters if p.default is None and p.name not in own]
    if lacking:
        names = tuple(p.name for p in base.parameters)
        required = sum(p.default is None for p in base.parameters)
        said = takes("", names, required).removeprefix(" takes ")
        got = len(own & set(names))
        hint = f"give {type_.name} the parameter {lacking[0]}, or {base.name} a default for it"
        desk.report("A301", type_.base.span, what=base.name, takes=said, got=got, hint=hint)
