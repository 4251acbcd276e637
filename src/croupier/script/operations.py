"""Instructions: what the compiler has to know about each, those that every language has, and their writer.

An instruction takes values from a stack that exists only while it is compiled, and may lay one on it. A
language brings its own along as Python functions of the machine and these values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from croupier.script.machine import Routine
from croupier.text import Span

Counted = int | Callable[[Any], int]


@dataclass(eq=False, frozen=True)
class Operation:
    """An instruction.

    ``sort`` says how it is compiled: ``value`` is a function of the machine and its operands, and of its
    argument where it ``takes`` it; ``print`` one that is handed the speaker first; ``loop`` one that gives
    the snapshot over which a loop runs; ``call`` one that gives a routine with the values for it, or None
    and a result; ``ask`` one that asks. All others are known to the compiler by their names.
    """

    name: str
    sort: str
    function: Callable[..., Any] | None = None
    pops: Counted = 0
    gives: bool = True
    takes: bool = False
    kind: str = ""
    """``bool`` if it always gives True or False."""
    inline: Callable[..., Any] | None = None
    """How it is written where that is quicker: a function of the compiler, the operands and the argument."""

    def operands(self, argument: Any) -> int:
        """How many values it takes."""
        return self.pops if isinstance(self.pops, int) else self.pops(argument)

    def __repr__(self) -> str:
        return self.name


def value(
    pops: Counted,
    *,
    gives: bool = True,
    takes: bool = False,
    kind: str = "",
    inline: Callable[..., Any] | None = None,
    sort: str = "value",
) -> Callable[[Callable[..., Any]], Operation]:
    """Make an instruction of a function."""

    def make(function: Callable[..., Any]) -> Operation:
        return Operation(function.__name__, sort, function, pops, gives, takes, kind, inline)

    return make


const = Operation("const", "const")
load = Operation("load", "load")
store = Operation("store", "store", gives=False)
load_global = Operation("load_global", "load_global")
store_global = Operation("store_global", "store_global", gives=False)
drop = Operation("drop", "drop", gives=False)
duplicate = Operation("duplicate", "duplicate")
jump = Operation("jump", "jump", gives=False)
next_item = Operation("next_item", "next_item", gives=False)
unless_given = Operation("unless_given", "unless_given", gives=False)
give_back = Operation("give_back", "give_back", gives=False)
run_timers = Operation("run_timers", "run_timers", gives=False)


def _called(machine: Any, routine: Routine) -> tuple[Routine, tuple[Any, ...]]:
    return routine, ()


call = Operation("call", "call", _called, 0, gives=False)
"""Calls a routine without arguments, and forgets its result."""


class Writer:
    """Writes the instructions of a routine; a place to jump to can be filled in later."""

    def __init__(self, routine: Routine) -> None:
        self.routine = routine

    def emit(self, span: Span, operation: Operation, argument: Any = None) -> int:
        """Add an instruction; its position."""
        self.routine.ops.append((operation, argument))
        self.routine.spans.append(span)
        return len(self.routine.ops) - 1

    @property
    def here(self) -> int:
        """The position of the next instruction."""
        return len(self.routine.ops)

    def patch(self, position: int, argument: Any) -> None:
        """Give an instruction its argument."""
        self.routine.ops[position] = (self.routine.ops[position][0], argument)

    def slot(self, name: str) -> int:
        """A new local variable."""
        self.routine.names.append(name)
        self.routine.slots += 1
        return self.routine.slots - 1
