"""Aims of a designer: what a game should score at least, at most, or as much or as little as possible."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.lab.analysis import Analysis
from croupier.lab.heuristic import all_heuristics
from croupier.lab.statistics import Estimate, Moments
from croupier.lab.world import RANDOM, SKILLED
from croupier.text import did_you_mean
from croupier.text.errors import CroupierError

LENGTH, DECISIONS = "length", "decisions"
"""Decisions of a game; and those of them that leave a choice."""

_AIM = re.compile(
    r"(?P<name>.*?\S)\s*(?:(?P<sign>>=|<=)\s*(?P<bound>[-+]?[0-9]*\.?[0-9]+)|\s(?P<way>max|min))"
)


class AimError(CroupierError, ValueError):
    """An aim that is none; the message says how one is written."""


@dataclass(frozen=True, slots=True)
class Aim:
    """One aim: a bound for a number, or a direction."""

    name: str
    sign: str
    """">=", "<=", "max" or "min"."""
    bound: float | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.sign}" if self.bound is None else f"{self.name}{self.sign}{self.bound:g}"

    @property
    def upwards(self) -> bool:
        """Whether more is better."""
        return self.sign in (">=", "max")

    def estimate(self, found: Analysis) -> Estimate:
        """What an analysis says about it: of games among AIs where a number of both kinds is known."""
        series = next((s for s in (SKILLED, RANDOM) if found.evidence.world(s).tally.finished), RANDOM)
        tally = found.evidence.world(series).tally
        if self.name == LENGTH:
            return tally.length.mean()
        if self.name == DECISIONS:
            forced = tally.forced
            squares = forced.squared_others - 2 * forced.products + forced.squared_things
            return Moments(forced.games, forced.others - forced.things, squares).mean()
        if self.name in found.scores:
            score = found.scores[self.name]
            return Estimate(score.value, score.low, score.high, score.n)
        one = found.data()["measures"][self.name]
        return Estimate(one["mean"], one["low"], one["high"], one["n"])

    def miss(self, estimate: Estimate) -> float:
        """By how much the value misses the bound; 0 if it does not, or if there is none."""
        if self.bound is None or estimate.value is None:
            return 0.0 if self.bound is None else float("inf")
        short = self.bound - estimate.value if self.upwards else estimate.value - self.bound
        return max(0.0, short)

    def surely_missed(self, estimate: Estimate) -> bool:
        """Whether the whole interval lies beyond the bound."""
        if self.bound is None:
            return False
        best = estimate.high if self.upwards else estimate.low
        best = estimate.value if best is None else best
        return best is None or (best < self.bound if self.upwards else best > self.bound)

    def surely_met(self, estimate: Estimate) -> bool:
        """Whether the whole interval keeps the bound."""
        if self.bound is None:
            return True
        worst = estimate.low if self.upwards else estimate.high
        return worst is not None and (worst >= self.bound if self.upwards else worst <= self.bound)


def aims_of(text: str, measures: Sequence[str] = ()) -> tuple[Aim, ...]:
    """The aims of a text, joined by commas; the names of measures are known besides heuristics.

    >>> [str(aim) for aim in aims_of("fairness>=0.98, drama max, length<=60")]
    ['fairness>=0.98', 'drama max', 'length<=60']
    """
    found = tuple(_aim(piece, measures) for piece in re.split(r",(?![^(]*\))", text))
    named = [(aim.name, aim.sign) for aim in found]
    double = next((aim for aim in named if named.count(aim) > 1), None)
    if double is not None:
        raise AimError(f"{double[0]} {double[1]} is given twice")
    return found


def _aim(piece: str, measures: Sequence[str]) -> Aim:
    match = _AIM.fullmatch(piece.strip())
    if match is None:
        raise AimError(
            f"{piece.strip()!r} is no aim: write NAME>=NUMBER, NAME<=NUMBER, NAME max or NAME min, joined by "
            "commas, as in `fairness>=0.98, drama max, length<=60`"
        )
    name = match["name"]
    known = [LENGTH, DECISIONS, *(one.name for one in all_heuristics()), *measures]
    if name not in known:
        near = did_you_mean(name, known)
        raise AimError(
            f"there is nothing called {name!r} to aim at{f': {near}' if near else '.'} Known are the "
            f"heuristics, {LENGTH}, {DECISIONS} and your measures"
        )
    if match["way"]:
        return Aim(name, match["way"])
    return Aim(name, match["sign"], float(match["bound"]))


def fronts(points: Sequence[Mapping[Aim, float]]) -> list[int]:
    """The number of the front that each point is on: 0 if no other is as good in all and better in one.

    Values count upwards for aims that want more.

    >>> a, b = Aim("a", "max"), Aim("b", "min")
    >>> fronts([{a: 1.0, b: 1.0}, {a: 2.0, b: 2.0}, {a: 1.0, b: 3.0}])
    [0, 0, 1]
    """
    left, found, front = set(range(len(points))), [0] * len(points), 0
    while left:
        best = {i for i in left if not any(_dominates(points[j], points[i]) for j in left)}
        for i in best:
            found[i] = front
        left -= best
        front += 1
    return found


def _dominates(one: Mapping[Aim, float], other: Mapping[Aim, float]) -> bool:
    gains = [(one[aim] - other[aim]) * (1 if aim.upwards else -1) for aim in one]
    return all(gain >= 0 for gain in gains) and any(gain > 0 for gain in gains)
