"""Summaries that can be merged, and what they estimate.

Every summary is made of exact integer sums, so that it does not matter in which pieces, by how many workers
and in which order the games were played: the estimates are the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm, pi, sqrt, tan
from statistics import NormalDist

CONFIDENCE = 0.95
"""How often an interval holds the true value, over many experiments."""

WIN = lcm(*range(1, 17))
"""One win in units, which up to sixteen seats can share without a remainder: 720 720."""


def deviations(confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval of that confidence reaches to either side of a normal mean.

    >>> round(deviations(), 3), round(deviations(0.99), 3)
    (1.96, 2.576)
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value measured n times, and the interval that holds the true one with 95 % confidence.

    What cannot be told is None: the value of nothing, the interval around a single number.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Moments:
    """How many integers there were, their sum, the sum of their squares, the smallest and the largest.

    >>> Moments.of([1, 2]) + Moments.of([3, 4]) == Moments.of([4, 3, 2, 1])
    True
    """

    n: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    @staticmethod
    def of(numbers: Iterable[int]) -> Moments:
        """The summary of some integers."""
        found = list(numbers)
        if not found:
            return Moments()
        return Moments(len(found), sum(found), sum(x * x for x in found), min(found), max(found))

    def __add__(self, other: Moments) -> Moments:
        if not self.n or not other.n:
            return self if self.n else other
        assert self.least is not None
        assert self.most is not None
        assert other.least is not None
        assert other.most is not None
        return Moments(
            self.n + other.n,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )

    def mean(self, confidence: float = CONFIDENCE) -> Estimate:
        """The mean with Student's interval.

        >>> Moments.of([24, 24, 24]).mean()
        Estimate(value=24.0, low=24.0, high=24.0, n=3)
        """
        if self.n < 2:
            return Estimate(float(self.total) if self.n else None, None, None, self.n)
        mean = Fraction(self.total, self.n)
        variance = Fraction(self.n * self.squares - self.total**2, self.n * (self.n - 1))
        reach = student(self.n - 1, confidence) * sqrt(variance / self.n)
        return Estimate(float(mean), float(mean) - reach, float(mean) + reach, self.n)

    def mean_within(
        self, low: float, high: float, confidence: float = CONFIDENCE, parts: int = 1
    ) -> Estimate:
        """The same of numbers that lie between two bounds, and so does the interval.

        If all were equal, others may be as likely as would hardly have stayed away so often: so many times as
        there are numbers, or independent parts of them.

        >>> Moments.of([1, 1, 1, 1, 1]).mean_within(-1, 1)
        Estimate(value=1.0, low=-0.043647500209962775, high=1, n=5)
        """
        found = self.mean(confidence)
        if found.value is None or found.low is None or found.high is None:
            return found
        others = 1 - ((1 - confidence) / 2) ** (1 / (self.n * parts)) if self.least == self.most else 0.0
        return Estimate(
            found.value,
            max(low, found.low - others * (found.value - low)),
            min(high, found.high + others * (high - found.value)),
            self.n,
        )


@dataclass(frozen=True, slots=True)
class Ratio:
    """So many things per so many others, counted game by game: options per decision, for instance.

    What happens in one game hangs together, so it is the games, not the decisions, that are independent; the
    interval goes by how the games differ.

    >>> Ratio.of([(10, 5), (12, 6)]).estimate()
    Estimate(value=2.0, low=2.0, high=2.0, n=11)
    """

    games: int = 0
    things: int = 0
    others: int = 0
    squared_things: int = 0
    squared_others: int = 0
    products: int = 0

    @staticmethod
    def of(pairs: Iterable[tuple[int, int]]) -> Ratio:
        """The summary of (things, others) of every game."""
        found = list(pairs)
        return Ratio(
            len(found),
            sum(a for a, _ in found),
            sum(b for _, b in found),
            sum(a * a for a, _ in found),
            sum(b * b for _, b in found),
            sum(a * b for a, b in found),
        )

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(
            self.games + other.games,
            self.things + other.things,
            self.others + other.others,
            self.squared_things + other.squared_things,
            self.squared_others + other.squared_others,
            self.products + other.products,
        )

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """The ratio of the sums; n is how many of the others there were."""
        if not self.others:
            return Estimate(None, None, None, 0)
        ratio = Fraction(self.things, self.others)
        if self.games < 2:
            return Estimate(float(ratio), None, None, self.others)
        # The residuals a - ratio·b of the games have mean 0.
        residuals = self.squared_things - 2 * ratio * self.products + ratio**2 * self.squared_others
        variance = residuals / (self.games * (self.games - 1)) / Fraction(self.others, self.games) ** 2
        reach = student(self.games - 1, confidence) * sqrt(variance)
        return Estimate(float(ratio), float(ratio) - reach, float(ratio) + reach, self.others)


def share(units: int, n: int, unit: int = WIN, confidence: float = CONFIDENCE) -> Estimate:
    """A share of n with Wilson's interval; a win that is shared counts as a part of one.

    Parts vary less than whole wins of the same sum, so the interval is then rather too wide than too narrow.

    >>> half = share(5, 10, unit=1)
    >>> half.value, round(half.low, 3), round(half.high, 3)
    (0.5, 0.237, 0.763)
    """
    if not n:
        return Estimate(None, None, None, 0)
    p = float(Fraction(units, unit * n))
    low, high = wilson(p, n, confidence)
    return Estimate(p, low, high, n)


def wilson(p: float, n: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval around a share of n, which need not be an integer."""
    z = deviations(confidence)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # Rounding must not put the share itself outside.
    return min(p, max(0.0, centre - reach)), max(p, min(1.0, centre + reach))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval reaches to either side, by the degrees of freedom.

    Exact for 1 and 2, then the expansion of Cornish and Fisher, which is within 0.2 % at 95 %.

    >>> [round(student(n), 2) for n in (1, 2, 3, 10, 1000)]
    [12.71, 4.3, 3.18, 2.23, 1.96]
    """
    if freedom == 1:
        return tan(pi * confidence / 2)
    if freedom == 2:
        return confidence * sqrt(2 / (1 - confidence * confidence))
    z = deviations(confidence)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + reduce(lambda rest, term: (rest + term) / freedom, reversed(terms), 0.0)
