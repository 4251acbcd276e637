"""What runs and is probably not meant."""

from __future__ import annotations

from croupier.script.cardigan.codes import finding
from croupier.script.cardigan.inference import Kinds, own_nodes
from croupier.script.cardigan.kinds import BOOL
from croupier.script.cardigan.names import ALIASES, STRUCTS
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, Variable, input_target
from croupier.script.cardigan.tree import Assign, Call, Step, Struct, While
from croupier.script.tree import Attribute, Evaluate, Expr, Index, Literal, Name, Node, Return, walk
from croupier.text import Diagnostic

_PRIMITIVE = ("int", "float", "bool", "string")
_HARMLESS = ("size", "peek", "toString", "equals", "contains", "find", "show")


def lint(program: Program, scopes: Scopes, kinds: Kinds) -> list[Diagnostic]:
    """All warnings about meaning."""
    found: list[Diagnostic] = []
    for node in program.nodes():
        if isinstance(node, Evaluate):
            found += _without_effect(node)
        elif isinstance(node, While):
            found += _endless(node, scopes, kinds)
        elif isinstance(node, Struct):
            found += _positional(node, scopes, kinds)
    found += _aliases(program, scopes)
    found += _sometimes(program, kinds)
    found += _ambiguous(program, scopes)
    play = program.functions.get("play")
    if play is not None and play.function.parameters:
        what = f"play takes {len(play.function.parameters)}, but nobody gives it an argument"
        found.append(finding("C302", play.span, what=what))
    if play is None and not any(isinstance(n, Call) for n in own_nodes(program.body)):
        found.append(finding("W611", program.source.span(0, min(1, len(program.source.text)))))
    return found


def _without_effect(node: Evaluate) -> list[Diagnostic]:
    if any(isinstance(part, Call) for part in walk(node.value)):
        return []
    lone = isinstance(node.value, Literal) and type(node.value.value) is int
    return [finding("W614", node.span, hint="a damaged `}`?" if lone else "")]


def _endless(node: While, scopes: Scopes, kinds: Kinds) -> list[Diagnostic]:
    looked_at = {v for n in walk(node.condition) if isinstance(n, Name) and (v := scopes.of(n)) is not None}
    looked_at = {v for v in looked_at if v.sort not in ("function", "library")}
    if any(isinstance(n, Name) and scopes.of(n) is None for n in walk(node.condition)):
        return []
    if _asks(node.condition) or any(_may_change(n, looked_at, scopes, kinds) for n in walk(node.block)):
        return []
    if isinstance(node.condition, Literal) and not node.condition.value:
        return []
    return [finding("W613", node.condition.span)]


def _asks(condition: Expr) -> bool:
    """Whether a condition itself calls something that may differ from time to time."""
    calls = (n for n in walk(condition) if isinstance(n, Call))
    return any(not (isinstance(c.callee, Attribute) and c.callee.name in _HARMLESS) for c in calls)


def _may_change(node: Node, looked_at: set[Variable], scopes: Scopes, kinds: Kinds) -> bool:
    """Whether a part of a loop can change one of the variables, or leave the loop."""
    if isinstance(node, Return):
        return True
    shared = any(v.sort == "global" or kinds.of(v).kind not in _PRIMITIVE for v in looked_at)
    if isinstance(node, Call):
        variable = scopes.of(node.callee)
        if variable is not None and variable.sort == "library":
            return variable.name == "exit"
        return shared or bool(_root(node.callee, scopes) in looked_at)
    if isinstance(node, Evaluate) and (target := input_target(node)) is not None:
        return scopes.of(target) in looked_at
    if isinstance(node, Assign | Step):
        aliased = not isinstance(node.target, Name) and any(
            kinds.of(v).kind not in _PRIMITIVE for v in looked_at
        )
        return aliased or _root(node.target, scopes) in looked_at
    return False


def _root(node: Expr, scopes: Scopes) -> Variable | None:
    while isinstance(node, Attribute | Index | Call):
        node = node.callee if isinstance(node, Call) else node.base
    return scopes.of(node)


def _positional(node: Struct, scopes: Scopes, kinds: Kinds) -> list[Diagnostic]:
    if node.base is None:
        return []
    names = _declared(node.base, scopes, kinds)
    found = []
    bare = [entry for entry in node.entries if entry.name is None]
    for at, entry in enumerate(bare):
        field = names[at] if at < len(names) else f"number {at + 1}"
        hint = f"write `{field} = …`" if at < len(names) else ""
        found.append(finding("W609", entry.span, field=field, hint=hint))
    return found


def _declared(base: Expr, scopes: Scopes, kinds: Kinds) -> list[str]:
    """The fields of a base in their order, as far as they can be seen."""
    known = kinds.type_of(base)
    names = list(STRUCTS.get(known.library or "", ())) if known is not None else []
    variable = scopes.of(base)
    first = kinds.first.get(variable) if variable is not None else None
    value = first[0].value if first is not None and isinstance(first[0], Assign) else None
    if isinstance(value, Struct) and value.base is None:
        names = [entry.name for entry in value.entries if entry.name]
    return names


def _aliases(program: Program, scopes: Scopes) -> list[Diagnostic]:
    """The first use of each lower-case name of a library struct."""
    told: dict[str, Diagnostic] = {}
    for node in program.nodes():
        if isinstance(node, Name) and node.name in ALIASES and node.name not in told:
            variable = scopes.of(node)
            if variable is not None and variable.sort == "library":
                told[node.name] = finding("W610", node.span, name=node.name, library=ALIASES[node.name])
    return list(told.values())


def _sometimes(program: Program, kinds: Kinds) -> list[Diagnostic]:
    """Functions that give a value on some ways only; always giving a bool is no mixture."""
    found = []
    for function in program.bodies():
        result = kinds.results.get(id(function))
        if result is not None and result != BOOL and kinds.falls(function):
            returns = (n for n in own_nodes(function.body) if isinstance(n, Return) and n.value is not None)
            first = min(returns, key=lambda n: n.span.start)
            found.append(finding("C308", first.span, name=function.name or "(function)"))
    return found


def _ambiguous(program: Program, scopes: Scopes) -> list[Diagnostic]:
    """Structs that look like a function which sets variables."""
    known = {v.name for v in scopes.globals.values()} | {n for b in scopes.bodies for n in b.locals}
    found = []
    for name, node in program.choices:
        if all(entry.name in known for entry in node.entries):
            found.append(finding("W617", node.span, name=name))
    return found
