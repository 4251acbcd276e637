"""What instructions may do, found without running them.

The compiler asks which of them may come to a question, and which prints do nothing else. The table asks
whether a variable may still be looked at before it gets another value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from croupier.script import operations as common
from croupier.script.machine import Frame, Routine

Spot = tuple[Routine, int]
_BOUND = 20_000
"""So many instructions are looked at before an answer is taken for one that may lead on."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What an instruction may do, as far as this matters here."""

    jumps: tuple[int, ...] = ()
    goes_on: bool = True
    """Whether the next instruction may follow."""
    calls: tuple[Routine, ...] = ()
    effect: bool = False
    """Whether it changes something that everybody could notice, or draws from chance."""
    asks: bool = False
    unknown: bool = False
    """Whether it may call whatever is a value somewhere."""
    values: tuple[Routine, ...] = ()
    """The routines that become values here."""
    reads: tuple[int, ...] = ()
    """The local variables that are looked at."""
    writes: tuple[int, ...] = ()
    """The local variables that get a value."""
    global_read: int = -1
    global_written: int = -1


PLAIN = Instruction()
_COMMON: dict[Any, Callable[[Any], Instruction]] = {
    common.load: lambda slot: Instruction(reads=(slot,)),
    common.store: lambda slot: Instruction(writes=(slot,)),
    common.load_global: lambda slot: Instruction(global_read=slot),
    common.store_global: lambda slot: Instruction(effect=True, global_written=slot),
    common.jump: lambda target: Instruction((target,), goes_on=False),
    common.next_item: lambda a: Instruction((a[0],), writes=() if a[1] is None else (a[1],)),
    common.unless_given: lambda a: Instruction((a[1],), reads=(a[0],)),
    common.give_back: lambda _: Instruction(goes_on=False),
    common.call: lambda routine: Instruction(calls=(routine,)),
}


def common_instruction(operation: Any, argument: Any) -> Instruction | None:
    """The instructions that every language has; None for all others."""
    found = _COMMON.get(operation)
    return None if found is None else found(argument)


class Flow:
    """The instructions of a program as a graph."""

    def __init__(self, routines: Iterable[Routine], instruction: Callable[[Any, Any], Instruction]) -> None:
        self.routines = list(routines)
        self._instruction = instruction
        self._known: dict[tuple[int, int], Instruction] = {}
        self._chains: dict[tuple[tuple[int, int], ...], bool] = {}
        self._returning: dict[tuple[int, int], bool] = {}
        self._live: dict[tuple[int, int, int], bool] = {}
        self._globals_live: dict[tuple[tuple[tuple[int, int], ...], int], bool] = {}

    def at(self, routine: Routine, pc: int) -> Instruction:
        """What the instruction at a place may do."""
        key = (id(routine), pc)
        found = self._known.get(key)
        if found is None:
            operation, argument = routine.ops[pc]
            found = self.of(operation, argument)
            self._known[key] = found
        return found

    def of(self, operation: Any, argument: Any) -> Instruction:
        """What an instruction may do."""
        return common_instruction(operation, argument) or self._instruction(operation, argument)

    def suspends(self, operation: Any, argument: Any) -> bool:
        """Tell whether an instruction may call a routine that has a frame."""
        step = self.of(operation, argument)
        if step.unknown and any(routine.asks for routine in self.taken):
            return True
        return any(routine.asks for routine in step.calls)

    @cached_property
    def taken(self) -> list[Routine]:
        """The routines that are values somewhere, so that whatever calls a value may call them."""
        found: dict[int, Routine] = {}
        for routine in self.routines:
            for pc in range(len(routine.ops)):
                for one in self.at(routine, pc).values:
                    found[id(one)] = one
        return list(found.values())

    def may_chain(self, frames: Sequence[Frame]) -> bool:
        """Tell whether another question may follow the present one with nothing changed in between."""
        key = tuple((id(frame.routine), frame.pc) for frame in frames)
        if key not in self._chains:
            self._chains[key] = self._leads_on(frames)
        return self._chains[key]

    def _leads_on(self, frames: Sequence[Frame]) -> bool:
        return self._meets(
            frames,
            lambda step: True if step.asks else False if step.effect and step.global_written < 0 else None,
        )

    def _meets(self, frames: Sequence[Frame], decides: Callable[[Instruction], bool | None]) -> bool:
        """Follow what may come next, also in callers, until an instruction decides it.

        ``decides`` is True for one that ends the search, False for one behind which nothing is looked for.
        """
        back: dict[int, set[Spot]] = defaultdict(set)
        for outer, inner in pairwise(frames):
            back[id(inner.routine)].add((outer.routine, outer.pc))
        todo: list[Spot] = [(frames[-1].routine, frames[-1].pc)]
        seen: set[tuple[int, int]] = set()
        ended: set[int] = set()
        while todo:
            where, at = todo.pop()
            if at >= len(where.ops) or (id(where), at) in seen:
                continue
            seen.add((id(where), at))
            step = self.at(where, at)
            decided = decides(step)
            if step.unknown or decided or len(seen) > _BOUND:
                return True
            if decided is False:
                continue
            todo += [(where, target) for target in step.jumps]
            for called in step.calls:
                back[id(called)].add((where, at + 1))
                todo.append((called, 0))
                if id(called) in ended:
                    todo.append((where, at + 1))
            if step.goes_on and not step.calls:
                todo.append((where, at + 1))
            elif not step.goes_on and not step.jumps:
                ended.add(id(where))
                todo += back[id(where)]
        return False

    def only_prints(self, routine: Routine, start: int, end: int) -> bool:
        """Tell whether instructions that print change nothing, neither ask nor draw."""
        todo: list[Spot] = [(routine, pc) for pc in range(start, end)]
        seen: set[int] = set()
        while todo:
            step = self.at(*todo.pop())
            if step.effect or step.asks or step.unknown:
                return False
            for called in step.calls:
                if id(called) not in seen:
                    seen.add(id(called))
                    todo += [(called, pc) for pc in range(len(called.ops))]
        return True

    def returns_at(self, routine: Routine, pc: int) -> bool:
        """Tell whether a routine returns at once from here, with the value that it was handed."""
        return pc < len(routine.ops) and routine.ops[pc][0] is common.give_back

    def drops_at(self, routine: Routine, pc: int) -> bool:
        """Tell whether a routine throws away the value that it is handed here."""
        return pc < len(routine.ops) and routine.ops[pc][0] is common.drop

    def only_returns(self, routine: Routine, pc: int) -> bool:
        """Tell whether all that can follow in a routine is output and its return."""
        key = (id(routine), pc)
        if key not in self._returning:
            self._returning[key] = self._is_harmless((routine, pc))
        return self._returning[key]

    def _is_harmless(self, start: Spot) -> bool:
        todo, seen = [start], set[tuple[int, int]]()
        while todo:
            where, at = todo.pop()
            if at >= len(where.ops) or (id(where), at) in seen:
                continue
            seen.add((id(where), at))
            step = self.at(where, at)
            if step.effect or step.asks or step.unknown or len(seen) > _BOUND:
                return False
            todo += [(where, target) for target in step.jumps]
            todo += [(called, 0) for called in step.calls]
            if step.goes_on:
                todo.append((where, at + 1))
        return True

    def is_live(self, frame: Frame, slot: int) -> bool:
        """Whether a local variable may still be looked at before it gets another value."""
        key = (id(frame.routine), frame.pc, slot)
        found = self._live.get(key)
        if found is None:
            found = self._live[key] = self._is_read(frame.routine, frame.pc, slot)
        return found

    def is_global_live(self, frames: Sequence[Frame], slot: int) -> bool:
        """Whether a global variable may still be looked at before it gets another value."""
        key = (tuple((id(frame.routine), frame.pc) for frame in frames), slot)
        found = self._globals_live.get(key)
        if found is None:
            found = self._globals_live[key] = self._is_global_read(frames, slot)
        return found

    def _is_global_read(self, frames: Sequence[Frame], slot: int) -> bool:
        return self._meets(
            frames,
            lambda step: True if step.global_read == slot else False if step.global_written == slot else None,
        )

    def _is_read(self, routine: Routine, pc: int, slot: int) -> bool:
        todo, seen = [pc], set[int]()
        while todo:
            at = todo.pop()
            if at in seen or at >= len(routine.ops):
                continue
            seen.add(at)
            step = self.at(routine, at)
            if slot in step.reads:
                return True
            if slot in step.writes and not step.jumps:
                continue
            todo += step.jumps
            if step.goes_on and slot not in step.writes:
                todo.append(at + 1)
        return False
