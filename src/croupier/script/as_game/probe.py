"""An answer that is not given yet: it goes through the program as far as nobody needs to know what it is.

At a question the machine is forked and answered with a :class:`Probe`. It is stored, loaded, handed over
and converted like any value. Where an instruction needs its value, the language says what for
(:class:`Use`): as an index of a collection, which is then known; in a comparison, after which the run goes
on both ways, with at most :data:`FORKS` forks altogether.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from croupier.script.as_game.image import Trial
from croupier.script.heap import Thing
from croupier.script.machine import Frame, Machine
from croupier.script.terms import Fault, Pause, Status

FORKS = 8
"""So many ways are followed from one question."""
STEPS = 20_000
"""So many instructions are followed on each way."""
MOST = 2_000
"""An index into a longer collection is no choice that anybody looks through."""


@dataclass(frozen=True, slots=True)
class Probe:
    """``scale * answer + offset``."""

    scale: int = 1
    offset: int = 0

    def answers(self, size: int) -> range:
        """The answers that are an index of a collection of that size."""
        first, last = self.scale * -self.offset, self.scale * (size - 1 - self.offset)
        return range(min(first, last), max(first, last) + 1) if size > 0 else range(0)


@dataclass(frozen=True, slots=True)
class Use:
    """What an instruction does with a probe."""

    kind: str
    """``pass`` (leave the instruction), ``index``, ``among`` (one of some values), ``fork`` (a condition),
    ``value`` (goes on with another value), or ``end`` (nothing can be said any more)."""
    operands: int = 0
    """How many values the instruction takes from the stack."""
    of: Any = None
    """The probe that is an index; the values that it is held against; the value that takes its place."""
    items: Any = None
    """The elements of the collection that is indexed."""
    value: Any = None
    """The collection that is indexed."""
    bound: tuple[str, int] | None = None
    """How the answer is held against a number: ``answer op number``."""


class Asks(Protocol):
    """The part of a language that probing needs."""

    def use(self, operation: Callable[..., None], argument: Any, frame: Frame) -> Use | None:
        """What an instruction would do with a probe among its operands."""


@dataclass(slots=True)
class Found:
    """What probing has found out."""

    indexes: list[tuple[Probe, Any, list[Any]]]
    """The probe, the collection that it indexes and its elements."""
    members: list[Any]
    """Values among which the answer was looked for."""
    bounds: list[tuple[str, int]]
    """How the answer was held against numbers."""


def probed(tongue: Asks, machine: Machine, indexes: int = FORKS, within: Trial | None = None) -> Found:
    """Follow an answer from the question at which a machine stands; the machine is left as it was.

    Where it is known how many different indexes it is used as, nothing more is looked for than these.
    """
    found = Found([], [], [])
    todo: list[tuple[bool, ...]] = [()]
    done = 0
    trial = Trial(machine, within)
    while todo and done < FORKS and len({probe for probe, _, _ in found.indexes}) < indexes:
        if found.members and not found.indexes:
            break
        done += 1
        way = todo.pop(0)
        trial.begin()
        try:
            _follow(tongue, machine, way, todo, found)
        finally:
            trial.rewind()
    return found


def _follow(
    tongue: Asks, machine: Machine, way: tuple[bool, ...], todo: list[tuple[bool, ...]], found: Found
) -> None:
    """Run on with a probe; the way says how the first conditions on it turn out, later ones are false."""
    machine.pending, machine.status = None, Status.READY
    machine.speakers = []
    machine.frame.stack.append(Probe())
    turns = 0
    for _ in range(STEPS):
        frame = machine.frame
        ops = frame.ops if not machine.swift else frame.routine.quiet or frame.routine.ops
        operation, argument = ops[frame.pc]
        frame.pc += 1
        use = tongue.use(operation, argument, frame) if _has_probe(frame) else None
        if use is None:
            try:
                operation(machine, frame, argument)
            except (Pause, Fault, TypeError, AttributeError, KeyError, ValueError, OverflowError):
                return
            continue
        if use.kind == "end":
            return
        if use.kind == "index":
            found.indexes.append((use.of, use.value, list(use.items[:MOST])))
            return
        if use.kind == "pass":
            continue
        if use.kind == "among":
            found.members += use.items
        if use.bound is not None:
            found.bounds.append(use.bound)
        if use.operands:
            del frame.stack[len(frame.stack) - use.operands :]
        if use.kind == "value":
            frame.stack.append(use.of)
            continue
        if turns < len(way):
            holds = way[turns]
        else:
            holds = False
            if len(todo) < FORKS:
                todo.append((*way, *((False,) * (turns - len(way))), True))
        turns += 1
        frame.stack.append(holds)


def _has_probe(frame: Frame) -> bool:
    stack = frame.stack
    for value in stack[-3:]:
        if type(value) is Probe:
            return True
    return any(type(value) is Probe for value in frame.locals)


def probe_in(values: list[Any]) -> bool:
    """Whether there is a probe among some values, or directly inside one of them."""
    return any(
        type(v) is Probe
        or (type(v) is Thing and v.items is not None and any(type(i) is Probe for i in v.items))
        for v in values
    )


def summed(stack: list[Any], sign: int) -> Use | None:
    """``a + b`` or ``a - b`` of which one is a probe; None if neither is."""
    left, right = stack[-2:]
    if type(left) is Probe and type(right) is int:
        return Use("value", 2, Probe(left.scale, left.offset + sign * right))
    if type(right) is Probe and type(left) is int:
        return Use("value", 2, Probe(sign * right.scale, left + sign * right.offset))
    return Use("end") if Probe in (type(left), type(right)) else None


_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def compared(stack: list[Any], order: str | None) -> Use | None:
    """A comparison of which one side is a probe; the order is one of ``< > <= >=``, or None for equality."""
    left, right = stack[-2:]
    if not probe_in([left, right]):
        return None
    bound = None
    if order is not None and type(left) is Probe and type(right) is int:
        bound = _bound(left, order, right)
    elif order is not None and type(right) is Probe and type(left) is int:
        bound = _bound(right, _TURNED[order], left)
    return Use("fork", 2, bound=bound)


def _bound(probe: Probe, order: str, number: int) -> tuple[str, int]:
    """``scale * answer + offset op number``, solved for the answer."""
    return (order if probe.scale == 1 else _TURNED[order]), probe.scale * (number - probe.offset)
