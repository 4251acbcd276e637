"""The instructions that every script language needs; what depends on a language's values is not here."""

from __future__ import annotations

from typing import Any

from croupier.script.heap import UNSET, Cursor
from croupier.script.machine import Fault, Frame, Machine, Operation, Routine
from croupier.text import Span


def const(machine: Machine, frame: Frame, value: Any) -> None:
    """Push a constant."""
    frame.stack.append(value)


def load(machine: Machine, frame: Frame, slot: int) -> None:
    """Push a local variable."""
    value = frame.locals[slot]
    if value is UNSET:
        raise Fault("R406", f"'{frame.routine.names[slot]}' is read before anything was assigned to it")
    frame.stack.append(value)


def store(machine: Machine, frame: Frame, slot: int) -> None:
    """Pop into a local variable."""
    frame.locals[slot] = frame.stack.pop()


def load_global(machine: Machine, frame: Frame, slot: int) -> None:
    """Push a global variable."""
    value = machine.globals[slot]
    if value is UNSET:
        name = machine.global_names[slot]
        raise Fault("R406", f"'{name}' is read before anything was assigned to it")
    frame.stack.append(value)


def store_global(machine: Machine, frame: Frame, slot: int) -> None:
    """Pop into a global variable."""
    if machine.globals[slot] is UNSET:
        machine.assigned.append(slot)
    machine.globals[slot] = frame.stack.pop()


def drop(machine: Machine, frame: Frame, _: Any) -> None:
    """Pop."""
    frame.stack.pop()


def duplicate(machine: Machine, frame: Frame, count: int) -> None:
    """Push the topmost values once more."""
    frame.stack += frame.stack[-count:]


def jump(machine: Machine, frame: Frame, target: int) -> None:
    """Go on elsewhere."""
    frame.pc = target


def next_item(machine: Machine, frame: Frame, argument: tuple[int, int | None]) -> None:
    """The next item of the loop whose cursor is on top, into a variable; at the end go on elsewhere."""
    cursor: Cursor = frame.stack[-1]
    at = cursor.at
    if at >= len(cursor.items):
        frame.stack.pop()
        frame.pc = argument[0]
        return
    cursor.at = at + 1
    if argument[1] is not None:
        frame.locals[argument[1]] = cursor.items[at]


def unless_given(machine: Machine, frame: Frame, argument: tuple[int, int]) -> None:
    """Skip the default of a parameter that was given."""
    if frame.locals[argument[0]] is not UNSET:
        frame.pc = argument[1]


def give_back(machine: Machine, frame: Frame, _: Any) -> None:
    """End the routine with the value on top."""
    machine.give_back(frame.stack.pop())


def call(machine: Machine, frame: Frame, routine: Routine) -> None:
    """Call a routine without arguments, and forget its result."""
    machine.push(routine, [], keep=False)


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
