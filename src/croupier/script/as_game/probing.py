"""What a program needs to know of an answer that is not given yet.

At a question the machine is copied, and the copy answered with a :class:`~croupier.script.heap.Probe`. It
goes through the program like any value, until somebody needs to know it: as an index of a collection, which
is then known; or in a condition, after which the run goes on both ways, with at most :data:`FORKS` in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.script.heap import Probe
from croupier.script.machine import Machine
from croupier.text.errors import CroupierError

FORKS = 8
"""So many ways are followed from one question."""
STEPS = 2_000
"""So many steps are followed on each way."""
MOST = 2_000
"""An index into a longer collection is no choice that anybody looks through."""
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class _Known(CroupierError):
    """All is known that can be: the probe is an index."""


@dataclass(slots=True)
class Found:
    """All that was found out."""

    indexes: list[tuple[Probe, Any, list[Any]]] = field(default_factory=list)
    """The probe, the collection that it indexes and its elements."""
    members: list[Any] = field(default_factory=list)
    """Values among which the answer was looked for."""
    bounds: list[tuple[str, int]] = field(default_factory=list)
    """How the answer was held against numbers: ``answer op number``."""


class _Way:
    """One way through the program: how its first conditions turn out; later ones do not hold."""

    def __init__(self, turns: tuple[bool, ...], todo: list[tuple[bool, ...]], found: Found) -> None:
        self.turns, self.todo, self.found = turns, todo, found
        self.taken = 0

    def decide(self) -> bool:
        """Whether the next condition holds."""
        taken = self.taken
        self.taken += 1
        if taken < len(self.turns):
            return self.turns[taken]
        if len(self.todo) < FORKS:
            self.todo.append((*self.turns, *((False,) * (taken - len(self.turns))), True))
        return False

    def compare(self, probe: Probe, op: str, other: object) -> bool:
        """Whether the next comparison holds; one with a number is a bound."""
        if type(other) is int:
            op = op if probe.scale == 1 else _TURNED[op]
            self.found.bounds.append((op, probe.scale * (other - probe.offset)))
        return self.decide()

    def index(self, probe: Probe, collection: Any, items: Sequence[Any]) -> Any:
        """It is an index of a collection: nothing more can be told."""
        self.found.indexes.append((probe, collection, list(items[:MOST])))
        raise _Known

    def among(self, items: Sequence[Any]) -> bool:
        """Whether it is one of some values."""
        self.found.members += list(items[:1000])
        return self.decide()


def probed(machine: Machine, indexes: int = FORKS) -> Found:
    """Follow an answer from the question at which a machine stands.

    Where it is known how many different indexes it is used as, nothing more is looked for than these.
    """
    found = Found()
    todo: list[tuple[bool, ...]] = [()]
    done = 0
    while todo and done < FORKS and len({(p.scale, p.offset) for p, _, _ in found.indexes}) < indexes:
        if found.members and not found.indexes:
            break
        done += 1
        twin = machine.silent()
        twin.allow(STEPS)
        twin.accept(Probe(_Way(todo.pop(0), todo, found)))
        try:
            twin.run()
        except (CroupierError, TypeError, AttributeError, KeyError, ValueError):
            continue
    return found
