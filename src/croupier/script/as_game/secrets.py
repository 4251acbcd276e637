"""Numbers drawn by chance that nobody has been told: what else they might be.

A program may draw a number and keep it to itself. Whether a seat knows it cannot be read off the program,
so it is tried: the run is repeated from before the draw with another number and the same answers. If
everything that was printed, everybody who was asked, and everything on the table is the same, then nobody
can tell the two apart, and the number is as good as any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from croupier.game import SCRATCH, Stream
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.as_game.seating import asked
from croupier.script.heap import Thing
from croupier.script.machine import Machine
from croupier.script.terms import BadAnswer, Fault, Status
from croupier.script.uses import Site, site_of

ALL = 64
"""Up to so many combinations of numbers are all tried."""
TRIES = 200
"""Of more than that so many are, at random, until there are enough."""
ENOUGH = 16
LONGEST = 200
"""After so many answers nothing is repeated any more: what is unknown then, stays as it is."""


class NotedStream(Stream):
    """A stream that keeps a list of the numbers drawn, and may be told what to give instead."""

    __slots__ = ("forced", "log")

    def __init__(self, a: int, b: int, c: int, d: int) -> None:
        super().__init__(a, b, c, d)
        self.log: list[tuple[int, int]] = []
        self.forced: dict[int, int] = {}

    @staticmethod
    def after(stream: Stream) -> NotedStream:
        """A stream that goes on as another one."""
        return NotedStream(*stream.words)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, as before; which one, is kept."""
        found = self.forced.get(len(self.log), super().below(n))
        self.log.append((n, found))
        return found

    def copy(self) -> NotedStream:
        """A stream that goes on exactly as this one."""
        twin = NotedStream(*self.words)
        twin.log, twin.forced = self.log[:], self.forced
        return twin


@dataclass(slots=True)
class Past:
    """What has happened since a moment: enough to let it happen again with other numbers."""

    base: Machine
    answers: list[str] = field(default_factory=list)
    asked: list[tuple[Site, int]] = field(default_factory=list)
    """Which question was put to whom."""
    found: list[Machine] | None = None
    """The other ways in which it may have come to the present question, once they have been looked for."""

    @staticmethod
    def of(machine: Machine) -> Past:
        """Nothing has happened yet."""
        return Past(machine.copy())

    def with_answers(self, answers: tuple[str, ...], site: Site, seat: int) -> Past:
        """The same with some answers more."""
        asks = [(site, seat), *[(site, -1)] * (len(answers) - 1)]
        return Past(self.base, [*self.answers, *answers], [*self.asked, *asks])


def ways(script: ScriptProgram, past: Past, machine: Machine) -> list[Machine]:
    """Machines that nobody could tell from this one, itself among them, in an order that tells nothing."""
    if past.found is None:
        # Of many combinations only some are tried, and the true one may not be among these.
        past.found = list(_ways(script, past, machine)) or [machine]
    return past.found


def _ways(script: ScriptProgram, past: Past, machine: Machine) -> Iterator[Machine]:
    stream, base = machine.stream, past.base.stream
    assert isinstance(stream, NotedStream)
    assert isinstance(base, NotedStream)
    first = len(base.log)
    drawn = stream.log[first:]
    if not drawn or len(past.answers) > LONGEST:
        yield machine
        return
    for numbers in _combinations([n for n, _ in drawn], machine.answers):
        if list(numbers) == [value for _, value in drawn]:
            yield machine
            continue
        other = _repeated(script, past, {first + k: value for k, value in enumerate(numbers)})
        if other is not None and _looks_alike(script, other, machine):
            yield other


def _combinations(sizes: list[int], salt: int) -> Iterator[tuple[int, ...]]:
    if prod(sizes) <= ALL:
        yield from product(*(range(n) for n in sizes))
        return
    chance = Stream.of(salt, SCRATCH, 1)
    for _ in range(TRIES):
        yield tuple(chance.below(n) for n in sizes)


def _repeated(script: ScriptProgram, past: Past, numbers: dict[int, int]) -> Machine | None:
    """The same answers with other numbers; None if it does not come to the same questions."""
    machine = past.base.copy()
    assert isinstance(machine.stream, NotedStream)
    machine.stream.forced = numbers
    try:
        for answer, (site, seat) in zip(past.answers, past.asked, strict=True):
            if machine.run() is not Status.ASKING or machine.pending is None:
                return None
            if seat >= 0 and (site_of(machine.pending.span) != site or asked(script, machine).seat != seat):
                return None
            machine.answer(answer)
        return machine if machine.run() is Status.ASKING else None
    except (BadAnswer, Fault):
        return None


def _looks_alike(script: ScriptProgram, one: Machine, other: Machine) -> bool:
    """Whether two machines have printed the same, ask the same, and differ in plain variables only."""
    assert one.pending is not None
    assert other.pending is not None
    if one.output != other.output or one.pending.span != other.pending.span:
        return False
    if asked(script, one).seat != asked(script, other).seat or len(one.frames) != len(other.frames):
        return False
    pairs: list[tuple[Any, Any, int]] = [
        (a, b, 0) for a, b in zip((*one.globals, *one.seated), (*other.globals, *other.seated), strict=False)
    ]
    for mine, theirs in zip(one.frames, other.frames, strict=True):
        if mine.routine is not theirs.routine or mine.pc != theirs.pc or len(mine.stack) != len(theirs.stack):
            return False
        pairs += [(a, b, 0) for a, b in zip(mine.locals, theirs.locals, strict=True)]
        pairs += [(a, b, 0) for a, b in zip(mine.stack, theirs.stack, strict=True)]
    return _alike(script, one, other, pairs)


def _alike(script: ScriptProgram, one: Machine, other: Machine, pairs: list[tuple[Any, Any, int]]) -> bool:
    """Plain values may differ in variables, and in collections that lie in variables; nowhere else."""
    seen: set[tuple[int, int]] = set()
    while pairs:
        a, b, depth = pairs.pop()
        if a is b and type(a) is not Thing:
            continue
        if type(a) is not type(b):
            return False
        if type(a) is Thing:
            if (id(a), id(b)) in seen:
                continue
            seen.add((id(a), id(b)))
            mine, theirs, items, others = one.fields(a), other.fields(b), one.items(a), other.items(b)
            if a.kind != b.kind or mine.keys() != theirs.keys() or len(items) != len(others):
                return False
            deeper = 9 if script.is_player(a) else depth + 1
            held = 0 if a.kind == "cell" else 9
            pairs += [(value, theirs[name], held) for name, value in mine.items()]
            pairs += [(x, y, deeper) for x, y in zip(items, others, strict=True)]
        elif type(a) is tuple:
            if len(a) != len(b):
                return False
            pairs += [(x, y, max(depth, 1)) for x, y in zip(a, b, strict=True)]
        elif depth > 1 and a != b:
            return False
    return True
