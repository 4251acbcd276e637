"""By how much two games differ, how sure that is, and whether it may be chance among so many comparisons.

The interval of a difference comes from those of its two sides (MOVER: Zou and Donner, 2008), so that whatever
a heuristic knows about its own interval (bounds, few games, decisions that hang together) stays true for the
difference. Where both sides were played on common deals, their errors may be alike; how alike shows when
groups of deals are left out of both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import accumulate
from math import isclose, sqrt
from operator import add
from statistics import NormalDist, correlation
from typing import Any

from croupier.game.capabilities import HasProgram, able
from croupier.lab.analysis import Analysis
from croupier.lab.heuristic import Heuristic, Score
from croupier.lab.scorer import Evidence, Scorer
from croupier.lab.significance import holm
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE, Estimate, deviations, student
from croupier.lab.world import World

LEVEL = 1 - CONFIDENCE
"""A difference is told to be more than chance if its corrected p is below this."""

FEWEST_GROUPS = 10
"""With fewer groups of deals nobody can tell how alike the errors of two games are."""

FARTHEST = 6.0
"""In standard errors: p is not told more exactly than that of such a distance, which is 2 in 10⁹."""

STEPS = 10
"""By how many halvings of that distance p is found."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much higher one game scores than another by a heuristic."""

    heuristic: str
    one: int
    """The number of the game."""
    other: int
    """The number of the game that it is compared with."""
    value: float | None
    low: float | None
    high: float | None
    n: int
    """The smaller n of the two."""
    paired: bool = False
    """Whether the interval takes into account that both were played on the same deals."""
    p: float | None = None
    """How likely so large a difference would be by chance alone, if it can be told."""
    corrected: float | None = None
    """The same, corrected for all the tests of the comparison (Holm)."""
    why: str = ""
    """Why there is no difference, or no test of it."""

    @property
    def significant(self) -> bool:
        """Whether it is more than chance, however many comparisons are made."""
        return self.corrected is not None and self.corrected < LEVEL


def mover(one: Estimate, other: Estimate, likeness: float = 0.0, widening: float = 1.0) -> Estimate:
    """The difference of two estimates, with an interval from those of both.

    `likeness` is the correlation of their errors; `widening` makes up for not knowing it exactly.

    >>> found = mover(Estimate(0.5, 0.4, 0.6, 90), Estimate(0.3, 0.2, 0.4, 80))
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3), found.n
    (0.2, 0.059, 0.341, 80)
    """
    n = min(one.n, other.n)
    if one.value is None or other.value is None:
        return Estimate(None, None, None, n)
    value = one.value - other.value
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Estimate(value, None, None, n)

    def reach(mine: float, theirs: float) -> float:
        return widening * sqrt(max(0.0, mine * mine + theirs * theirs - 2 * likeness * mine * theirs))

    low = value - reach(one.value - one.low, other.high - other.value)
    high = value + reach(one.high - one.value, other.value - other.low)
    return Estimate(value, low, high, n)


def differences(found: Sequence[Analysis], pairs: Sequence[tuple[int, int]]) -> list[Difference]:
    """The differences of these pairs of games by every heuristic, corrected for the number of tests."""
    samples = [_Sample(analysis) for analysis in found]
    told = [
        _difference(heuristic, one, other, samples[one], samples[other])
        for heuristic in found[0].heuristics
        for one, other in pairs
    ]
    corrected = iter(holm([d.p for d in told if d.p is not None]))
    return [d if d.p is None else replace(d, corrected=next(corrected)) for d in told]


class _Sample:
    """What was observed of a game, to be scored at any confidence, and without any group of deals."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.scored = cache(self._scored)
        self.left_out = cache(self._left_out)

    def _scored(self, heuristic: Heuristic, confidence: float) -> Score:
        return _score(heuristic, replace(self.analysis.evidence, confidence=confidence))

    @property
    def groups(self) -> dict[str, frozenset[tuple[int, int]]]:
        """Which groups of how many deals were played in every series."""
        worlds = self.analysis.evidence.worlds
        return {
            name: frozenset((group, part.deals) for group, part in world.parts.items())
            for name, world in worlds.items()
        }

    def _left_out(self, heuristic: Heuristic) -> dict[int, float | None]:
        """What the heuristic says without each of the groups."""
        return {
            group: _score(heuristic, evidence).value for group, evidence in self._evidence_without.items()
        }

    @cached_property
    def _evidence_without(self) -> dict[int, Evidence]:
        evidence = self.analysis.evidence
        without: dict[int, dict[str, World]] = {}
        for name, world in evidence.worlds.items():
            for group, rest in _rests(world).items():
                without.setdefault(group, {})[name] = rest
        return {
            group: replace(evidence, worlds={**evidence.worlds, **worlds})
            for group, worlds in sorted(without.items())
        }


def _score(heuristic: Heuristic, evidence: Evidence) -> Score:
    return Scorer((heuristic,)).score(evidence)[heuristic.name]


def _rests(world: World) -> dict[int, World]:
    """What was observed, without each of the groups."""
    groups, nothing = sorted(world.parts), World(world.series)
    parts = [world.parts[group] for group in groups]
    before = list(accumulate(parts, add, initial=nothing))
    after = list(accumulate(reversed(parts), add, initial=nothing))[::-1]
    return {group: before[i] + after[i + 1] for i, group in enumerate(groups)}


def _difference(heuristic: Heuristic, one: int, other: int, mine: _Sample, theirs: _Sample) -> Difference:
    at_hand = [sample.analysis.scores[heuristic.name] for sample in (mine, theirs)]
    undefined = [i for i, score in zip((one, other), at_hand, strict=True) if not score.defined]
    if undefined:
        why = next(score.sentence for score in at_hand if not score.defined)
        return Difference(heuristic.name, one, other, None, None, None, min(s.n for s in at_hand), why=why)
    if not heuristic.sampled:
        told = mover(_estimate(at_hand[0]), _estimate(at_hand[1]))
        why = "not tested: it is no mean or share of games"
        return Difference(heuristic.name, one, other, told.value, None, None, told.n, why=why)
    likeness, groups = _likeness(heuristic, mine, theirs)

    def at(confidence: float) -> Estimate:
        widening = student(groups - 1, confidence) / deviations(confidence) if groups else 1.0
        scores = [sample.scored(heuristic, confidence) for sample in (mine, theirs)]
        return mover(_estimate(scores[0]), _estimate(scores[1]), likeness, widening)

    told = at(CONFIDENCE)
    if told.low is None or told.high is None:
        why = "not tested: too few games for an interval"
        return Difference(heuristic.name, one, other, told.value, None, None, told.n, why=why)
    return Difference(
        heuristic.name, one, other, told.value, told.low, told.high, told.n, bool(groups), _p(at)
    )


def _estimate(score: Score) -> Estimate:
    return Estimate(score.value, score.low, score.high, score.n)


def _p(at: Callable[[float], Estimate]) -> float:
    """The p at which the interval just reaches 0: where it ends, nothing is left but chance."""

    def excludes(distance: float) -> bool:
        told = at(2 * NormalDist().cdf(distance) - 1)
        assert told.low is not None
        assert told.high is not None
        return told.low > 0 or told.high < 0

    if at(CONFIDENCE).value == 0:
        return 1.0
    near, far = 0.0, FARTHEST
    if excludes(far):
        near = far
    for _ in range(STEPS):
        middle = (near + far) / 2
        near, far = (middle, far) if excludes(middle) else (near, middle)
    return 2 * (1 - NormalDist().cdf(near))


def _likeness(heuristic: Heuristic, mine: _Sample, theirs: _Sample) -> tuple[float, int]:
    """How alike the errors of both are, and from how many groups that is known; 0 from none if it is not."""
    if not _common_deals(mine, theirs):
        return 0.0, 0
    one, other = mine.left_out(heuristic), theirs.left_out(heuristic)
    both = [(one[g], other[g]) for g in one if g in other]
    known = [(a, b) for a, b in both if a is not None and b is not None]
    if len(known) < FEWEST_GROUPS:
        return 0.0, 0
    xs, ys = zip(*known, strict=True)
    if any(isclose(min(numbers), max(numbers), rel_tol=1e-12) for numbers in (xs, ys)):
        # No deal moves it: nothing can be said about errors.
        return 0.0, 0
    return min(1.0, max(-1.0, correlation(xs, ys))), len(known)


def _common_deals(mine: _Sample, theirs: _Sample) -> bool:
    """Whether the same deals were played: the same cards for as many seats from the same seed."""
    one, other = (sample.analysis.evidence.plan for sample in (mine, theirs))
    return (
        one.seed == other.seed
        and one.game.seats == other.game.seats
        and _cards(one) == _cards(other)
        and mine.groups == theirs.groups
    )


def _cards(plan: Plan) -> Any:
    """What is dealt; where that cannot be told, the text of the game stands for it."""
    written = able(plan.game, HasProgram)
    return plan.source.text if written is None else written.program.decks
