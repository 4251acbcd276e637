"""What can happen after a question, found in the instructions without running them.

Two things are asked: whether an answer may lead on to another question with nothing but output in between
(a chain), and whether a local variable may still be looked at before it gets another value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from croupier.script import operations as common
from croupier.script.blocks import Ways, speed_up
from croupier.script.machine import Frame, Routine
from croupier.script.uses import Site, site_of

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
    """Whether it may call anything."""
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

    def __init__(
        self,
        routines: Iterable[Routine],
        instruction: Callable[[Any, Any], Instruction],
        branching: tuple[Any, Any],
        ways: Ways | None = None,
    ) -> None:
        self.routines = list(routines)
        self._instruction = instruction
        self._equal, self._jump_unless = branching
        self._ways: Ways = ways or {}
        self._known: dict[tuple[int, int], Instruction] = {}
        self._chains: dict[tuple[tuple[Site, ...], Any], bool] = {}
        self._returning: dict[tuple[int, int], bool] = {}
        self._live: dict[tuple[int, int, int], bool] = {}
        self._globals_live: dict[tuple[tuple[tuple[int, int], ...], int], bool] = {}

    def at(self, routine: Routine, pc: int) -> Instruction:
        """What the instruction at a place may do."""
        key = (id(routine), pc)
        found = self._known.get(key)
        if found is None:
            operation, argument = routine.ops[pc]
            found = common_instruction(operation, argument) or self._instruction(operation, argument)
            self._known[key] = found
        return found

    @cached_property
    def _sites(self) -> dict[Site, list[Spot]]:
        found: dict[Site, list[Spot]] = defaultdict(list)
        for routine in self.routines:
            for pc in range(len(routine.ops)):
                if self.at(routine, pc).asks:
                    found[site_of(routine.spans[pc])].append((routine, pc))
        return found

    @cached_property
    def _callers(self) -> dict[int, list[Spot]]:
        found: dict[int, list[Spot]] = defaultdict(list)
        for routine in self.routines:
            for pc in range(len(routine.ops)):
                for called in self.at(routine, pc).calls:
                    found[id(called)].append((routine, pc + 1))
        return found

    def may_chain(self, sites: tuple[Site, ...], answer: Any) -> bool:
        """Whether an answer at the last of some sites may lead to yet another with only output in between."""
        key = (sites, answer)
        if key not in self._chains:
            spots = self._sites.get(sites[-1])
            self._chains[key] = not spots or any(self._leads_on(spot, answer, sites) for spot in spots)
        return self._chains[key]

    def _leads_on(self, spot: Spot, answer: Any, sites: tuple[Site, ...]) -> bool:
        routine, pc = spot
        pc, slot = self._past_store(routine, pc + 1)
        back: dict[int, set[tuple[Routine, int]]] = defaultdict(set)
        ended: set[int] = set()
        todo: list[Spot] = [(routine, pc)]
        seen: set[tuple[int, int]] = set()
        while todo:
            where, at = todo.pop()
            if at >= len(where.ops) or (id(where), at) in seen:
                continue
            seen.add((id(where), at))
            if len(seen) > _BOUND:
                return True
            decided = self._decided(where, at, slot, answer) if where is routine else None
            if decided is not None:
                todo.append((where, decided))
                continue
            step = self.at(where, at)
            if step.unknown:
                return True
            if step.asks and site_of(where.spans[at]) not in sites:
                return True
            if step.effect or step.asks:
                continue
            todo += [(where, target) for target in step.jumps]
            if step.calls:
                for called in step.calls:
                    back[id(called)].add((where, at + 1))
                    todo.append((called, 0))
                    if id(called) in ended:
                        todo.append((where, at + 1))
            elif step.goes_on:
                todo.append((where, at + 1))
            elif not step.jumps:
                ended.add(id(where))
                todo += back[id(where)] or self._callers[id(where)]
        return False

    def _past_store(self, routine: Routine, pc: int) -> tuple[int, tuple[Any, int] | None]:
        """Behind the instructions that put an answer into a variable, and which variable that is."""
        for at in range(pc, min(pc + 3, len(routine.ops))):
            operation, argument = routine.ops[at]
            if operation is common.store:
                return at + 1, (common.load, argument)
            if operation is common.store_global:
                return at + 1, (common.load_global, argument)
        return pc, None

    def _decided(self, routine: Routine, at: int, slot: tuple[Any, int] | None, answer: Any) -> int | None:
        """Where ``if answer == 'literal'`` leads to; None if something else stands here."""
        if slot is None or answer is None or at + 3 >= len(routine.ops) or routine.ops[at] != slot:
            return None
        (load, literal), (compare, wanted), (jump, target) = routine.ops[at + 1 : at + 4]
        if load is not common.const or compare is not self._equal or jump is not self._jump_unless:
            return None
        holds = (literal == answer) is (wanted is not False)
        return at + 4 if holds else int(target)

    def hush(self) -> None:
        """Give every routine instructions that leave out printing, where that makes no other difference."""
        for routine in self.routines:
            spans = [(start, end) for start, end in routine.prints if self._only_prints(routine, start, end)]
            if spans:
                routine.quiet = list(routine.ops)
                for start, end in spans:
                    routine.quiet[start] = (common.jump, end)
            speed_up(routine, self._starts(routine), self._ways)

    def _starts(self, routine: Routine) -> set[int]:
        """Where instructions may begin that follow each other: at the start, and where jumps lead to."""
        return {0}.union(*(self.at(routine, pc).jumps for pc in range(len(routine.ops))))

    def _only_prints(self, routine: Routine, start: int, end: int) -> bool:
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
            if step.global_read == slot or step.unknown or len(seen) > _BOUND:
                return True
            if step.global_written == slot:
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
