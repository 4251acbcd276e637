"""Instructions that always follow each other, done at once: for runs that nobody reads and that are many.

Where a routine has been at the same place often enough, the instructions from there on are written as one
Python function, up to the first one that may call something or stop. Values that would only pass over the
stack stay in variables. Whatever is not as expected (a variable without value, an attribute that is not
there) leaves the function with everything as it was before that instruction, which then says what is wrong.
So nothing differs but the number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.script import operations as common
from croupier.script.heap import UNSET
from croupier.script.machine import Frame, Machine, Operation, Routine

OFTEN = 30
"""So many times a place is come to before it is worth writing a function."""
LONGEST = 60
"""So many instructions go into one function at most."""

Ways = Mapping[Operation, Callable[["Block", Any], bool]]
"""How instructions are written; a way that gives False writes nothing, and the instruction is called."""


class Block:
    """A function that is being written, and the instruction that it has come to."""

    def __init__(self, ops: list[tuple[Operation, Any]], start: int) -> None:
        self.ops = ops
        self.start = self.at = start
        self.held: list[str] = []
        """The variables whose values would lie on the stack, the topmost last."""
        self.bound: dict[str, Any] = {"UNSET": UNSET}
        self.ended = False
        self.exits: set[int] = set()
        """Where it goes on afterwards."""
        self._lines: list[str] = []
        self._made = 0

    def line(self, text: str) -> None:
        """Write a line."""
        self._lines.append("    " + text)

    def bind(self, value: Any) -> str:
        """A name for something that is known already."""
        name = f"c{len(self.bound)}"
        self.bound[name] = value
        return name

    def new(self, expression: str) -> str:
        """A new variable with the value of an expression."""
        self._made += 1
        self.line(f"v{self._made} = {expression}")
        return f"v{self._made}"

    def need(self, count: int) -> list[str]:
        """The topmost values, without taking them."""
        while len(self.held) < count:
            self.held.insert(0, self.new("stack.pop()"))
        return self.held[len(self.held) - count :]

    def replace(self, count: int, *results: str) -> None:
        """Take the topmost values, and lay others there."""
        del self.held[len(self.held) - count :]
        self.held += results

    def call_if(self, condition: str) -> None:
        """Under a condition, leave this instruction to itself."""
        self.line(f"if {condition}:")
        self._put_down("    ")
        if self.at == self.start:
            self._call("    ")
        else:
            self.line(f"    frame.pc = {self.at}")
            self.exits.add(self.at)
        self.line("    return")

    def jump_if(self, condition: str, target: int) -> None:
        """Under a condition, go on elsewhere."""
        self.line(f"if {condition}:")
        self._put_down("    ")
        self.line(f"    frame.pc = {target}")
        self.line("    return")
        self.exits.add(target)

    def end(self, *lines: str) -> None:
        """The last lines, with everything as it is behind this instruction."""
        self._put_down("")
        self.line(f"frame.pc = {self.at + 1}")
        for line in lines:
            self.line(line)
        self.exits.add(self.at + 1)
        self.ended = True

    def call(self) -> None:
        """Leave this instruction to itself, and end with it."""
        self._put_down("")
        self._call("")
        self.exits.add(self.at + 1)
        self.ended = True

    def leave(self) -> None:
        """Go on with this instruction later."""
        self._put_down("")
        self.line(f"frame.pc = {self.at}")
        self.exits.add(self.at)
        self.ended = True

    def put_down(self) -> None:
        """Lay everything on the stack."""
        self._put_down("")
        self.held.clear()

    def function(self) -> Operation:
        """What was written."""
        head = ["def block(machine, frame, _):", "    stack, variables = frame.stack, frame.locals"]
        exec("\n".join(head + self._lines), self.bound)
        made: Operation = self.bound["block"]
        return made

    def _put_down(self, indent: str) -> None:
        if self.held:
            self.line(f"{indent}stack += ({', '.join(self.held)},)")

    def _call(self, indent: str) -> None:
        operation, argument = self.ops[self.at]
        self.line(f"{indent}frame.pc = {self.at + 1}")
        self.line(f"{indent}{self.bind(operation)}(machine, frame, {self.bind(argument)})")


def _const(block: Block, value: Any) -> bool:
    block.held.append(block.bind(value))
    return True


def _load(block: Block, slot: int) -> bool:
    value = block.new(f"variables[{slot}]")
    block.call_if(f"{value} is UNSET")
    block.held.append(value)
    return True


def _load_global(block: Block, slot: int) -> bool:
    value = block.new(f"machine.globals[{slot}]")
    block.call_if(f"{value} is UNSET")
    block.held.append(value)
    return True


def _store_global(block: Block, slot: int) -> bool:
    (value,) = block.need(1)
    block.line(f"if machine.globals[{slot}] is UNSET:")
    block.line(f"    machine.assigned.append({slot})")
    block.line(f"machine.globals[{slot}] = {value}")
    block.replace(1)
    return True


def _store(block: Block, slot: int) -> bool:
    (value,) = block.need(1)
    block.line(f"variables[{slot}] = {value}")
    block.replace(1)
    return True


def _drop(block: Block, _: Any) -> bool:
    block.need(1)
    block.replace(1)
    return True


def _next_item(block: Block, argument: tuple[int, int | None]) -> bool:
    block.put_down()
    target, slot = argument
    cursor = block.new("stack[-1]")
    at = block.new(f"{cursor}.at")
    block.line(f"if {at} >= len({cursor}.items):")
    block.line("    stack.pop()")
    block.line(f"    frame.pc = {target}")
    block.line("    return")
    block.line(f"{cursor}.at = {at} + 1")
    if slot is not None:
        block.line(f"variables[{slot}] = {cursor}.items[{at}]")
    return True


def _give_back(block: Block, _: Any) -> bool:
    (value,) = block.need(1)
    block.replace(1)
    block.end(f"machine.give_back({value})")
    return True


_WAYS: Ways = {
    common.const: _const,
    common.load: _load,
    common.load_global: _load_global,
    common.store: _store,
    common.store_global: _store_global,
    common.drop: _drop,
    common.next_item: _next_item,
    common.give_back: _give_back,
}


def written(ops: list[tuple[Operation, Any]], start: int, ways: Ways) -> Block:
    """The instructions from a place on as one."""
    block = Block(ops, start)
    seen: set[int] = set()
    while not block.ended:
        operation, argument = ops[block.at]
        if block.at in seen or len(seen) >= LONGEST:
            block.leave()
        elif operation is common.jump:
            seen.add(block.at)
            block.at = argument
        else:
            seen.add(block.at)
            way = ways.get(operation) or _WAYS.get(operation)
            if way is None or not way(block, argument):
                block.call()
            block.at += 1
    return block


class _Place:
    """A place at which a function may begin, and how often it was come to."""

    __slots__ = ("at", "count", "ops", "swift", "ways")

    def __init__(
        self, ops: list[tuple[Operation, Any]], swift: list[tuple[Operation, Any]], at: int, ways: Ways
    ) -> None:
        self.ops, self.swift, self.at, self.ways, self.count = ops, swift, at, ways, 0


def _come_to(machine: Machine, frame: Frame, place: _Place) -> None:
    """Do what stands here, and write a function for it if that happens often."""
    place.count += 1
    if place.count > OFTEN:
        block = written(place.ops, place.at, place.ways)
        place.swift[place.at] = (block.function(), None)
        _begin_at(block.exits, place.ops, place.swift, place.ways)
    operation, argument = place.ops[place.at]
    operation(machine, frame, argument)


def speed_up(routine: Routine, starts: Iterable[int], ways: Ways) -> None:
    """Let a routine have instructions that do many at once, beginning at some places."""
    ops = routine.quiet or routine.ops
    swift = list(ops)
    _begin_at(starts, ops, swift, ways)
    routine.swift = swift


def _begin_at(
    starts: Iterable[int],
    ops: list[tuple[Operation, Any]],
    swift: list[tuple[Operation, Any]],
    ways: Ways,
) -> None:
    for at in starts:
        if at < len(ops) and swift[at] is ops[at]:
            swift[at] = (_come_to, _Place(ops, swift, at, ways))
