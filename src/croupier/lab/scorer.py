"""The scorer: worlds in, scores out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import fsum
from operator import add
from typing import TYPE_CHECKING

from croupier.lab.heuristic import ENGINE, OURS, TABLES, Heuristic, Score, all_heuristics
from croupier.lab.ladder import Ladder
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE, Estimate, Ratio
from croupier.lab.tally import Tally
from croupier.lab.world import MIXED, RANDOM, SKILLED, World, mean_of, share_of
from croupier.players.game_kind import COMPETITIVE, COOPERATIVE, sharing
from croupier.players.resolving import Resolved, resolved, with_reward

if TYPE_CHECKING:
    from croupier.lab.coverage import Coverage

IN_WORDS = {RANDOM: "random games", MIXED: "games of one AI among random players", SKILLED: "games among AIs"}
"""What the series are called."""

WEIGHTS = {"fairness": 0.5, "meaningfulmoves": 0.5, "drama": 0.25, "decisiveness": 0.4, "coolness": 0.5}
"""By which the published engine adds up its total."""

_NOT_THERE = {
    ENGINE: "the published engine has no such heuristic, or a faulty one that nothing can be read from",
    TABLES: "the published tables have no such column",
}


@dataclass(frozen=True)
class Evidence:
    """Everything that a heuristic may go by."""

    plan: Plan
    worlds: Mapping[str, World]
    player: str = "pipmc"
    """The AI."""
    ladder: Ladder | None = None
    reading: str = OURS
    confidence: float = CONFIDENCE
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why a series (or the `ladder`) was not played."""
    target: int | None = None
    """The score that somebody wants to reach, in a game without rivals."""
    coverage: Coverage | None = None
    """Which rules some of the games came to, if that was counted."""

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.plan.game.seats

    @property
    def resolved(self) -> list[Resolved]:
        """What the AI is in this game, if that goes by its kind."""
        return resolved([with_reward(self.player, "rank")], self.plan.game)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The teams, if there are any that are larger than one seat."""
        teams = self.plan.game.teams
        return teams if any(len(team) > 1 for team in teams) else ()

    @property
    def kind(self) -> str:
        """`solo`, `cooperative` or `competitive`: by the rules, unless games have shown otherwise."""
        found = sharing(self.plan.game)
        seen = [world.tally for world in self.worlds.values() if world.tally.scores]
        if found == COOPERATIVE and not all(map(_is_shared, seen)):
            return COMPETITIVE
        return found

    @property
    def without_result(self) -> bool:
        """Whether games were played to their end, and none of them told who has won."""
        ended = [world.tally for world in self.worlds.values() if world.tally.finished]
        return bool(ended) and not any(tally.wins for tally in ended)

    def world(self, series: str) -> World:
        """What was observed in a series; an empty world if it was not played."""
        return self.worlds.get(series, World(series))

    def sums(self, key: str, *series: str) -> Ratio:
        """A sum over all these series."""
        return reduce(add, (self.world(name).sum_of(key) for name in series), Ratio())

    def mean(self, key: str, *series: str, bounds: tuple[float, float] | None = None) -> Estimate:
        """The mean of something."""
        return mean_of(self.sums(key, *series), self.confidence, bounds)

    def share(self, key: str, *series: str) -> Estimate:
        """The share of something."""
        return share_of(self.sums(key, *series), self.confidence)

    def curve(self, key: str, *series: str) -> tuple[float, ...]:
        """The means of the ten tenths of a game, as far as they are known."""
        means = [self.mean(f"{key}{tenth}", *series).value for tenth in range(10)]
        return tuple(mean for mean in means if mean is not None)


@dataclass(frozen=True)
class Scorer:
    """Lets heuristics have their say."""

    heuristics: Sequence[Heuristic] = field(default_factory=all_heuristics)

    def score(self, evidence: Evidence) -> dict[str, Score]:
        """Every heuristic by name: with its number, or with the reason why there is none."""
        found = {heuristic.name: self._one(heuristic, evidence) for heuristic in self.heuristics}
        if evidence.reading == ENGINE:
            found["total"] = _total(found)
        return found

    def _one(self, heuristic: Heuristic, evidence: Evidence) -> Score:
        if evidence.reading not in heuristic.readings:
            return heuristic.undefined(_NOT_THERE[evidence.reading])
        if heuristic.rivals and evidence.seats < 2:
            return heuristic.undefined("there is one seat only, and this takes rivals")
        if heuristic.ranked and evidence.kind == COOPERATIVE:
            return heuristic.undefined("all seats share every result, so that nobody is ahead of anybody")
        if heuristic.by_score and evidence.kind == COMPETITIVE:
            return heuristic.undefined("seats have rivals here, so that wins count and not the score alone")
        if heuristic.rivals and evidence.without_result:
            return heuristic.undefined("games end, but nothing in the program tells who has won")
        why = _nothing_played(heuristic, evidence)
        if why:
            return heuristic.undefined(why)
        try:
            return heuristic.score(evidence)
        except (ArithmeticError, LookupError, TypeError, ValueError) as problem:
            # Somebody else's heuristic must not take the whole report with it.
            if type(heuristic).__module__.startswith("croupier."):
                raise
            return heuristic.undefined(f"it failed: {type(problem).__name__}: {problem}")


def _is_shared(tally: Tally) -> bool:
    """Whether all seats have won the same and scored the same, game by game as far as sums can tell."""
    return len(set(tally.wins)) == 1 and len(set(tally.scores)) == 1


def _nothing_played(heuristic: Heuristic, evidence: Evidence) -> str:
    """Why there is nothing to go by; nothing if there is."""
    series = heuristic.series
    tallies = [evidence.world(name).tally for name in series]
    if not series or any(tally.games if heuristic.unfinished else tally.finished for tally in tallies):
        return ""
    played = [name for name in series if evidence.world(name).tally.games]
    if played:
        return f"none of the {' and '.join(IN_WORDS[name] for name in played)} finished"
    reasons = dict.fromkeys(evidence.reasons.get(name, "not played") for name in series)
    return "; ".join(reasons)


def _total(scores: Mapping[str, Score]) -> Score:
    """The published engine's sum by weights; what is not defined counts 0 there."""
    value = fsum(weight * (scores[name].value or 0.0) for name, weight in WEIGHTS.items() if name in scores)
    weights = ", ".join(f"{weight:g} {name}" for name, weight in WEIGHTS.items())
    n = min((scores[name].n for name in WEIGHTS if name in scores), default=0)
    return Score("total", value, None, None, n, f"The engine's total: {weights}.")
