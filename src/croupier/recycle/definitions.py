"""What stands before the setup: constants, definitions, and files of them that a game uses (§2, §3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from croupier.recycle.constants import constant
from croupier.recycle.desk import Definition, Desk
from croupier.recycle.forms import FORMS
from croupier.recycle.nodes import Atom, List, Node, is_atom
from croupier.recycle.program import Constant, Parameter
from croupier.recycle.reader import read
from croupier.recycle.types import Type, element
from croupier.recycle.values import expect, fold_ranges, looks_like_action, misfit, value
from croupier.text import Source, SourceError

MOST_PARAMETERS = 8
ENDING = ".def.rcy"
"""How files of definitions are called: the name in lower case, and this."""
OWN = Path(__file__).parents[1] / "library" / "definitions"
"""Where Croupier's own definitions are."""
_USE = re.compile(r"\(\s*use\s+([A-Z][A-Z0-9_]*)\s*\)", re.ASCII)
_COMMENT = re.compile(r";[^\n]*")

Finder = Callable[[str], Source | None]


def declare(desk: Desk, node: List) -> None:
    """``(declare VALUE 'VAR [LIMITS])``."""
    most = 4 if desk.house else 3
    if not 3 <= len(node.items) <= most or not is_atom(node.items[2], "var"):
        misfit(desk, node, (FORMS["declare"],))
        last = node.items[-1]
        if len(node.items) > 2 and isinstance(last, Atom) and last.kind == "var":
            desk.bind(last, Type.UNKNOWN, "declare").uses += 1
        return
    limited = len(node.items) == 4
    desk.use_named("declare.limits" if limited else "declare", node)
    expr = value(desk, node.items[1])
    variable = node.items[2]
    assert isinstance(variable, Atom)
    known = constant(expr, desk.constants)
    if known is None and expr.form != "error":
        desk.report("RCY019", node.items[1].span, what="a declared value")
    allowed = _limits(desk, node.items[3], expr.type) if limited and expr.form != "error" else None
    if variable.text[1:] in desk.scope:
        desk.report("RCY035", variable.span, name=variable.text[1:])
    binding = desk.bind(variable, expr.type, "declare")
    binding.declared = True
    if known is None:
        return
    name = binding.name
    counts_seats = isinstance(desk.counted, Atom) and desk.counted.text == variable.text
    if name in desk.settings:
        known = desk.settings[name]
        desk.seats_overridden = desk.seats_overridden or counts_seats
    elif desk.seats_wanted is not None and counts_seats:
        known = desk.seats_wanted
        desk.seats_overridden = True
    if allowed is not None and known not in allowed:
        listed = f"`{' '.join(node.items[3].span.text.split())}`"
        desk.report("RCY046", node.items[1].span, what=f"'{name} is {known}, and may be one of {listed}")
    desk.constants[binding.slot] = known
    desk.parameters.append(Parameter(name, known, expr.type, expr, binding.slot, allowed))


def _limits(desk: Desk, node: Node, type_: Type) -> tuple[Constant, ...] | None:
    """The values that a constant may have."""
    listed = expect(desk, node, Type.COLLECTION, "the limits of a constant")
    if listed.form == "error":
        return None
    known = constant(listed, desk.constants)
    if not isinstance(known, tuple):
        desk.report("RCY019", node.span, what="the limits of a constant")
        return None
    if element(listed.type) is not type_:
        what = f"the limits are {listed.type.value}, and the value is {type_.value}"
        desk.report("RCY046", node.span, what=what)
        return None
    return known


def define(desk: Desk, node: List) -> None:
    """``(define NAME BODY+)`` or ``(define (NAME 'A …) BODY+)``."""
    desk.use_named("define", node)
    heading = node.items[1] if len(node.items) > 1 else None
    named = heading.items if isinstance(heading, List) else [heading]
    name, *parameters = named or [None]
    texts = [repr(parameter) for parameter in parameters]
    problem = ""
    if heading is None or not isinstance(name, Atom) or name.kind != "name":
        problem = "a name is expected, or a name with parameters: `(NAME 'A 'B)`"
    elif not all(isinstance(p, Atom) and p.kind == "var" for p in parameters):
        problem = "the parameters of a definition are variables such as 'A"
    elif len(set(texts)) < len(texts):
        problem = f"the parameter {next(t for t in texts if texts.count(t) > 1)} stands there twice"
    elif len(parameters) > MOST_PARAMETERS:
        problem = f"it has {len(parameters)} parameters, and may have {MOST_PARAMETERS}"
    elif len(node.items) == 2:
        problem = f"it does not say what {name.text} is"
    if problem:
        desk.report("RCY040", (heading or node).span, what=problem)
        return
    assert isinstance(name, Atom)
    if name.text in desk.definitions:
        desk.report("RCY041", name.span, name=name.text)
        return
    contents = tuple(node.items[2:])
    for content in contents:
        _itself(desk, name.text, content)
    variables = tuple(p for p in parameters if isinstance(p, Atom))
    desk.definitions[name.text] = Definition(
        name.text,
        node,
        variables,
        contents,
        len(desk.definitions),
        dict(desk.scope),
        looks_like_action(contents[-1], desk),
    )


def _itself(desk: Desk, name: str, node: Node) -> None:
    """Report a definition that uses itself."""
    if not isinstance(node, List) or not node.items:
        return
    called = is_atom(node.items[0], "name") and repr(node.items[0]) == name
    if called and not any(item.comma for item in node.items):
        desk.report("RCY042", node.span, name=name)
        return
    if node.head == "deck":
        # Heads in a deck are keys.
        return
    for item in node.items:
        _itself(desk, name, item)


def use(desk: Desk, node: List) -> None:
    """``(use NAME)``: the definitions of another file, read once."""
    if len(node.items) != 2 or not is_atom(node.items[1], "name"):
        misfit(desk, node, (FORMS["use"],))
        return
    desk.use_named("use", node)
    name = repr(node.items[1])
    if name in desk.files:
        return
    try:
        source = found_file(name, desk.source)
    except SourceError as problem:
        desk.report("RCY047", node.items[1].span, name=name, what=str(problem))
        return
    if source is None:
        what = f"there is no file {name.lower()}{ENDING} beside the program, and none of Croupier's own"
        desk.report("RCY047", node.items[1].span, name=name, what=what)
        return
    desk.files[name] = source
    reading = read(source)
    desk.findings += [finding for finding in reading.findings if finding.is_error]
    for inner in reading.lists if ".." in source.text else ():
        fold_ranges(inner)
    form = reading.forms[0] if len(reading.forms) == 1 else None
    if not isinstance(form, List) or form.head != "definitions":
        what = f"{Path(source.name).name} is not one form `(definitions …)`"
        desk.report("RCY047", node.items[1].span, name=name, what=what)
        return
    desk.use_named("definitions", form)
    preamble(desk, form.items[1:])


def preamble(desk: Desk, nodes: list[Node]) -> None:
    """What a file of definitions holds: declares, definitions, and uses of other files."""
    for node in nodes:
        head = node.head if isinstance(node, List) else ""
        if head in HANDLED:
            assert isinstance(node, List)
            HANDLED[head](desk, node)
        else:
            what = "a file of definitions holds only `use`, `declare` and `define`"
            desk.report("RCY047", node.span, name=Path(node.source.name).name, what=what)


HANDLED: dict[str, Callable[[Desk, List], None]] = {"declare": declare, "define": define, "use": use}
"""What may stand before the setup, by its head."""


def found_file(name: str, program: Source) -> Source | None:
    """The file of definitions of a name, beside the program or of Croupier's own; None if there is none."""
    called = f"{name.lower()}{ENDING}"
    beside = [] if program.name.startswith("<") else [Path(program.name).parent / called]
    for path in (*beside, OWN / called):
        if path.is_file():
            return Source.read(path)
    return None


def used_text(source: Source) -> str:
    """The texts of all files that a program uses, one after the other: with them its text is its meaning.

    >>> used_text(Source("demo.rcy", "(game)"))
    ''
    """
    texts: dict[str, str] = {}
    waiting = _USE.findall(_COMMENT.sub("", source.text)) if "use" in source.text else []
    while waiting:
        name = waiting.pop(0)
        if name in texts:
            continue
        try:
            found = found_file(name, source)
        except SourceError:
            found = None
        texts[name] = found.text if found is not None else ""
        waiting += _USE.findall(_COMMENT.sub("", texts[name]))
    return "".join(f"\n;; {name}\n{text}" for name, text in texts.items())
