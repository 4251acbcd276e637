"""What solving takes and gives: settings, who is told and who keeps, and the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier.lab.solve.keeping import Iterated
from croupier.lab.solve.sequences import Form, Numbers
from croupier.lab.solve.size import Size
from croupier.lab.solve.tree import InformationSet, Tree
from croupier.lab.solve.walk import DEFAULT_MEMORY

PRECISION, SECONDS = 0.001, 60.0
"""The exploitability at which solving stops, and the seconds after which it does."""


class Listener(Protocol):
    """Is told how solving goes on."""

    def size(self, size: Size) -> None:
        """So large the game is, by an estimate."""

    def searching(self, positions: int, part: float) -> None:
        """So many positions have been found, on the way through such a part of all games."""

    def walking(self, histories: int, of: float) -> None:
        """So many histories have been walked through, of so many."""

    def subgames(self, done: int, of: int) -> None:
        """So many subgames have been solved, of so many."""

    def iterating(self, iterations: int, exploitability: float) -> None:
        """So far the iterations have come."""

    def sampling(self, why: str) -> None:
        """The game is sampled instead, for a reason."""


class Keeper(Protocol):
    """Keeps what iterations have come to, so that they can be gone on with."""

    def kept(self, method: str, work: Iterated) -> float:
        """Put what was kept into the iterations; returns how many seconds it had taken."""

    def keep(self, method: str, work: Iterated, seconds: float, *, last: bool = False) -> None:
        """Keep what the iterations have come to, from time to time and at the end."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a game is to be solved."""

    reward: str = "score"
    precision: float = PRECISION
    seconds: float = SECONDS
    memory: int = DEFAULT_MEMORY
    seed: int = 1
    iterations: int | None = None
    """So many iterations at most, if it is said."""
    sample: bool = False
    """Whether to sample, however small the game is."""
    whole: bool = False
    """Whether the whole tree is needed, however large it is."""


@dataclass(slots=True)
class Solution:
    """What a game comes to."""

    game: str
    seats: int
    method: str
    """`backward induction`, `best response` (one seat), `cfr+`, `predictive cfr+ by subgames` or `mccfr`."""
    reward: str
    histories: int | None
    """How many nodes the tree has; of a game that was sampled, about how many, if that can be told."""
    information_sets: list[int]
    value: list[float]
    exploitability: float
    iterations: int
    seconds: float
    stopped: str
    """Why it ended: `exact`, `precision`, `time`, `iterations` or `interrupted`."""
    policy: list[tuple[InformationSet, Sequence[float]]]
    """How likely every option of every information set is."""
    worth: list[float | None] = field(default_factory=list)
    """In the same order, what the game is worth there to the seat that decides; None where nobody comes."""
    responses: list[float] = field(default_factory=list)
    """By seat, what a best response wins if all others play like that."""
    zero_sum: bool = True
    notes: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    exact: list[str] = field(default_factory=list)
    """The exact value by seat, where it is known."""
    ignoring: tuple[str, ...] = ()
    """Attributes of cards that make no difference, and are left out."""
    complete: bool = True
    """Whether the policy knows everything that can come up."""
    restarts: frozenset[bytes] = frozenset()
    """Keys of views: with one of them everybody knows where the game stands, and forgets what was before."""
    tree: Tree | None = None
    form: Form | None = None
    plans: list[Numbers] = field(default_factory=list)
    estimates: list[dict[str, Any]] = field(default_factory=list)
    """Of a game that was sampled: the value by seat as estimates."""

    def data(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "game": self.game,
            "method": self.method,
            "histories": self.histories,
            "information_sets": self.information_sets,
            "value": self.estimates or self.value,
            "exploitability": self.exploitability if not self.estimates else self._bound(),
            "iterations": self.iterations,
            "seconds": round(self.seconds, 3),
        }

    def _bound(self) -> dict[str, Any]:
        bound = self.exploitability if self.exploitability < float("inf") else None
        return {"value": bound, "low": 0.0, "high": bound, "n": self.iterations}


class Silent:
    """Listens to nothing."""

    def size(self, size: Size) -> None:
        """Nobody wants to know."""

    def searching(self, positions: int, part: float) -> None:
        """Nobody wants to know."""

    def walking(self, histories: int, of: float) -> None:
        """Nobody wants to know."""

    def subgames(self, done: int, of: int) -> None:
        """Nobody wants to know."""

    def iterating(self, iterations: int, exploitability: float) -> None:
        """Nobody wants to know."""

    def sampling(self, why: str) -> None:
        """Nobody wants to know."""
