"""What a program states by the names of its helpers: `turn`, `score`, `winners`, `sees`, `strategy`."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.script.ahod.desk import Desk
from croupier.script.ahod.nodes import Call, Helper, Parameter, walk_all
from croupier.script.ahod.program import Program
from croupier.script.ahod.types import Table
from croupier.script.tree import Literal, Name, Node

STATED = {
    "turn": ("turn()", 0),
    "score": ("score(player: …)", 1),
    "winners": ("winners()", 0),
    "sees": ("sees(viewer: …, card)", 2),
}
"""The helpers that are asked from outside: how they are written, and how many parameters they have."""
STRATEGY = "strategy"


def stated_helpers(program: Program, table: Table | None = None) -> dict[str, Helper]:
    """The helpers that state something: with these names, parameters and an Actor as the first."""
    table = table or Table(program)
    return {
        name: helper
        for name, helper in program.helpers.items()
        if name in STATED and not _problem(table, helper.parameters, STATED[name][1])
    }


def _problem(table: Table, parameters: list[Parameter], count: int) -> str:
    """Why a helper is not asked from outside; nothing if it is."""
    if len(parameters) != count:
        return f"it has {len(parameters) or 'no'} parameter{'' if len(parameters) == 1 else 's'}"
    if not parameters:
        return ""
    first = parameters[0]
    if first.type is None:
        return f"'{first.name}' has no type"
    return "" if table.is_a(first.type.name, "Actor") else f"'{first.name}' is no Actor"


def check_stated(desk: Desk) -> None:
    """A helper that has the name of a stated one, and is an ordinary one nevertheless, is worth a note."""
    for name, helper in desk.program.helpers.items():
        if name in STATED:
            written, count = STATED[name]
            problem = _problem(desk.table, helper.parameters, count)
            if problem:
                actor = _some_actor(desk)
                told = written.replace("…", actor)
                desk.report("W518", helper.name_span, name=name, problem=problem, told=told)
    for type_ in desk.program.types.values():
        for helper in type_.computed:
            if helper.name != STRATEGY or not desk.table.is_a(type_.name, "Actor"):
                continue
            if not takes_options(helper.parameters):
                said = f"it has {len(helper.parameters) or 'no'} parameters"
                desk.report("W518", helper.name_span, name=STRATEGY, problem=said, told="strategy(options)")


def takes_options(parameters: list[Parameter]) -> bool:
    """Whether something can be called with the options alone."""
    return bool(parameters) and all(p.default is not None for p in parameters[1:])


def _some_actor(desk: Desk) -> str:
    return next((t for t in desk.program.types if desk.table.is_a(t, "Actor")), "Player")


def default_seats(program: Program) -> int | None:
    """The number in the first `seats(4)` of a program."""
    for node in _nodes(program):
        if isinstance(node, Call) and isinstance(node.function, Name) and node.function.name == "seats":
            value = node.arguments[0].value if node.arguments else None
            if isinstance(value, Literal) and type(value.value) is int:
                return value.value
    return None


def _nodes(program: Program) -> Iterator[Node]:
    for body in program.bodies():
        yield from walk_all(body.statements)
