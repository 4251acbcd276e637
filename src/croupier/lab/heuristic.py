"""What a heuristic is: a number about a game with its interval, and a sentence that says what it means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.lab.statistics import Estimate
from croupier.text import did_you_mean
from croupier.text.errors import CroupierError

if TYPE_CHECKING:
    from croupier.lab.games import Games
    from croupier.lab.measures import Measures
    from croupier.lab.scorer import Evidence
    from croupier.lab.world import Deal, Observation

GROUP = "croupier.heuristics"
"""The group of entry points at which other packages register heuristics."""

OURS, ENGINE, TABLES = "ours", "engine", "tables"
READINGS = (OURS, ENGINE, TABLES)
"""Our definitions; those of the published engine; those behind the published tables."""

Measure = tuple[str, float, int]
"""A key, and so many things of so many others: a sum over decisions and their number, for instance."""


class HeuristicError(CroupierError, ValueError):
    """A heuristic that there is not, or that cannot be loaded."""


@dataclass(frozen=True)
class Score:
    """What a heuristic says about a game."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    sentence: str
    """What the number means for this game; where it is not defined, why."""
    details: Mapping[str, Any] = field(default_factory=dict)
    curve: tuple[float, ...] = ()
    """Numbers for a small picture."""

    @property
    def defined(self) -> bool:
        """Whether there is a number."""
        return self.value is not None

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        found: dict[str, Any] = {"value": self.value, "low": self.low, "high": self.high, "n": self.n}
        found["sentence" if self.defined else "why"] = self.sentence
        if self.details:
            found["details"] = dict(self.details)
        if self.curve:
            found["curve"] = list(self.curve)
        return found


class Heuristic(ABC):
    """A number about a game. One of your own is a subclass, registered as an entry point.

    `measure`, `measure_deal` and `count` see every game as soon as it has been played, in whatever process,
    and give numbers that are summed; `score` sees the sums. A heuristic that sees single games has games
    played decision by decision; an :class:`ArrayHeuristic` goes by arrays, and machine code plays.

    >>> class Hesitation(Heuristic):
    ...     "How many options there are where there is a choice."
    ...     name, title, series = "hesitation", "Hesitation", ("random",)
    ...     def measure(self, game):
    ...         for decision in game.decisions:
    ...             if not decision.forced:
    ...                 yield "options", len(decision.options), 1
    ...     def score(self, evidence):
    ...         return self.told(evidence.mean("hesitation.options", *self.series), "…")
    """

    name: ClassVar[str]
    """Lower case, without separators: the key in data."""
    title: ClassVar[str]
    series: ClassVar[tuple[str, ...]] = ()
    """The series that it reads."""
    readings: ClassVar[tuple[str, ...]] = (OURS,)
    rivals: ClassVar[bool] = True
    """Whether it takes two seats at least to make sense."""
    ranked: ClassVar[bool] = False
    """Whether it is about who is ahead of whom, which means nothing where all seats share the result."""
    by_score: ClassVar[bool] = False
    """Whether it is about the score of a game in which nobody has rivals."""
    unfinished: ClassVar[bool] = False
    """Whether games that do not finish will do."""
    precise: ClassVar[bool] = True
    """Whether `--precision` waits for its interval: it is a mean or share between 0 and 1."""

    width: ClassVar[float | None] = 0.02
    """How far its interval should reach to either side; games are played where it reaches furthest beyond.

    None: no games are played for its sake.
    """
    relative: ClassVar[bool] = False
    """Whether that is a share of its value, where the value exceeds 1."""

    sampled: ClassVar[bool] = True
    """Whether its interval says how far chance may have moved it, so that differences can be tested."""

    def measure(self, game: Observation) -> Iterable[Measure]:
        """What one game adds to sums."""
        return ()

    def measure_deal(self, deal: Deal) -> Iterable[Measure]:
        """What the games of one deal add together."""
        return ()

    def count(self, game: Observation) -> Iterable[tuple[str, Hashable, int]]:
        """What is counted in one game: a key, what of it, and how often."""
        return ()

    def doubt(self, score: Score) -> float | None:
        """How many times as wide as it should be an interval is; None if nothing is to be done about it."""
        if self.width is None or score.value is None:
            return None
        if score.low is None or score.high is None:
            return inf
        wanted = self.width * (max(1.0, abs(score.value)) if self.relative else 1.0)
        return (score.high - score.low) / 2 / wanted

    @abstractmethod
    def score(self, evidence: Evidence) -> Score:
        """What it all comes to."""

    def told(
        self,
        estimate: Estimate,
        sentence: str,
        details: Mapping[str, Any] | None = None,
        curve: Sequence[float] = (),
    ) -> Score:
        """A score; or why there is none, if the estimate has no value."""
        if estimate.value is None:
            return self.undefined("nothing of the kind was observed")
        return Score(
            self.name,
            estimate.value,
            estimate.low,
            estimate.high,
            estimate.n,
            sentence,
            details or {},
            tuple(curve),
        )

    def undefined(self, why: str, details: Mapping[str, Any] | None = None) -> Score:
        """No number, but a reason."""
        return Score(self.name, None, None, None, 0, why, details or {})


class ArrayHeuristic(Heuristic):
    """A heuristic that measures many games at once, by their arrays."""

    def add(self, games: Games, into: Measures) -> None:
        """Adds what some games come to; keys begin with the name of the heuristic."""


@cache
def registered() -> dict[str, EntryPoint]:
    """The heuristics of other packages, by name; ours keep their names."""
    from croupier.lab.heuristics import HEURISTICS

    ours = {heuristic.name for heuristic in HEURISTICS}
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in ours}


def all_heuristics() -> tuple[Heuristic, ...]:
    """Ours, then those that other packages have registered."""
    from croupier.lab.heuristics import HEURISTICS

    return (*HEURISTICS, *(_loaded(entry) for entry in registered().values()))


def heuristics_named(names: Sequence[str] | None) -> tuple[Heuristic, ...]:
    """Heuristics by name; all of them for None."""
    found = {heuristic.name: heuristic for heuristic in all_heuristics()}
    if names is None:
        return tuple(found.values())
    for name in names:
        if name not in found:
            hint = did_you_mean(name, found)
            raise HeuristicError(f"there is no heuristic {name!r}{f': {hint}' if hint else ''}")
    return tuple(found[name] for name in names)


def _loaded(entry: EntryPoint) -> Heuristic:
    try:
        kind = entry.load()
    except Exception as problem:
        raise HeuristicError(
            f"the heuristic {entry.name!r} ({entry.value}) cannot be loaded: {problem}"
        ) from None
    if not (isinstance(kind, type) and issubclass(kind, Heuristic)):
        raise HeuristicError(f"the heuristic {entry.name!r} ({entry.value}) is not a subclass of Heuristic")
    return kind()
