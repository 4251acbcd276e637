"""INPUT: questions, and players that answer for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.values import (
    Card,
    Code,
    is_function,
    is_struct,
    items_of,
    kind_of,
    text,
)
from croupier.script.heap import Thing
from croupier.script.machine import Decision, Fault, Frame, Machine
from croupier.script.operations import value

MOST_OPTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Question:
    """What is known about a question before the game begins."""

    expects: str = "string"
    count: bool = False
    """Whether the answer bounds a range or divides: before there are players, it is their number."""
    arguments: int = 0
    """How many values lie on the stack: prompt, options, decider."""
    assigns: bool = False
    """Whether the first value is the options, since the name that is assigned came before."""


@value(lambda question: question.arguments, sort="ask")
def ask(machine: Machine, frame: Frame, question: Question, *given: Any) -> bool:
    """Ask; if the seats are given from outside, nobody is asked for their number, and the answer is there."""
    values = list(given)
    if not question.assigns and values and type(values[0]) is str:
        machine.write(values.pop(0) + "\n", (frame.number, frame.pc - 1))
    options = _options(machine, values[0]) if values else None
    by = values[1] if len(values) > 1 else asked(machine)
    if len(values) > 1 and not is_struct(by) and type(by) is not int:
        raise Fault("R403", f"a player or a seat number is asked, not {article(kind_of(by))}")
    if question.count and options is None and machine.seats is not None and machine.globals[0] is not True:
        machine.res = machine.seats
        return True
    if options is not None and is_numbered(options) and strategy_of(machine, by) is None:
        for number, option in enumerate(options):
            machine.write(f"{number}: {text(machine, option)}\n", (frame.number, frame.pc - 1))
    span = frame.routine.spans[frame.pc - 1]
    stated = None if options is None else tuple(options)
    machine.ask(Decision(span, machine.prompt(), question.expects, stated, by, len(values) > 1))
    return False


def _options(machine: Machine, value: Any) -> list[Any]:
    options = items_of(machine, value)
    if options is None:
        raise Fault("R403", f"options are a collection, not {article(kind_of(value))}")
    if not 0 < len(options) <= MOST_OPTIONS:
        raise Fault("R401", f"a question needs 1 to {MOST_OPTIONS:,} options, there are {len(options):,}")
    return options


def asked(machine: Machine) -> Any:
    """The innermost visible player: the variable `player`, else any that holds one; at last a global one."""
    for frame in reversed(machine.frames):
        found = [
            (name, _player(machine, held))
            for name, held in zip(frame.routine.names, frame.locals, strict=False)
        ]
        players = [(name, held) for name, held in found if held is not None]
        if players:
            return next((held for name, held in players if name == "player"), players[0][1])
    return _player(machine, machine.global_value("player"))


def _player(machine: Machine, held: Any) -> Any:
    if type(held) is Thing and held.kind == "cell":
        held = machine.fields(held).get("v")
    return held if type(held) is Thing and held.kind == "Player" else None


def is_numbered(options: Sequence[Any]) -> bool:
    """Whether options are answered by their number: things and cards may have the same text."""
    return any(type(option) in (Thing, Card) for option in options)


def strategy_of(machine: Machine, player: Any) -> Any:
    """The function by which a player answers for itself: one that takes the options; None if it has none."""
    is_player = type(player) is Thing and player.kind == "Player"
    held: Any = machine.fields(player).get("strategy") if is_player else None
    if not is_function(held):
        return None
    code = held if type(held) is Code else held.kind
    return held if code.parameters == 1 else None
