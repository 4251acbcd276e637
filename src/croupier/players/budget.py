"""How long a search goes on: so many iterations, so much time, or until one option clearly is the best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from time import perf_counter

from croupier.players.stopping import Stop
from croupier.players.sums import Sums

CHECKED_EVERY = 64
"""After so many iterations of a tree search it is looked whether one option dominates."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search ends. It always does one iteration, however short the time."""

    iterations: int | None
    seconds: float | None = None
    stop: Stop | None = None
    """Ends it early."""

    def rounds(self) -> Iterator[int]:
        """The numbers of the iterations, for as long as there is budget."""
        start, k = perf_counter(), 0
        while True:
            yield k
            k += 1
            if self.iterations is not None and k >= self.iterations:
                return
            if self.seconds is not None and perf_counter() - start >= self.seconds:
                return
            if self.stopped:
                return

    @property
    def stopped(self) -> bool:
        """Whether somebody wants the search to end now."""
        return self.stop is not None and self.stop.is_set

    def spent(self, done: int, start: float) -> bool:
        """Whether so many iterations since a moment are enough."""
        if self.stopped or (self.iterations is not None and done >= self.iterations):
            return True
        return self.seconds is not None and perf_counter() - start >= self.seconds

    def batch(self, done: int, start: float, most: int) -> int:
        """How many iterations to do before it is looked at the clock again, when so many are done."""
        size = most if self.iterations is None else min(most, self.iterations - done)
        if self.seconds is not None:
            gone = perf_counter() - start
            # Half of what seems to fit in, and no more than has been tried.
            fit = int(0.5 * done * (self.seconds - gone) / gone) if done and gone > 0 else 1
            size = min(size, max(1, min(fit, done)))
        return size


def quantile(confidence: float) -> float:
    """How many standard errors an interval of that confidence reaches to either side.

    >>> round(quantile(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def dominates(sums: Sums, z: float, unit: int) -> bool:
    """Whether the interval of the best option lies above that of every other.

    The best is the one with the highest mean, the first of equals. An interval reaches z standard errors to
    either side of the mean of the chooser's reward. Two more tries are assumed for every option, one that got
    nothing and one that got everything: else a few equal results would look like certainty.
    """
    if not min(sums.visits):
        return False
    most = unit * len(sums.partners)
    lows, highs, means = [], [], []
    for visits, total, squares in zip(sums.visits, sums.totals, sums.squares, strict=True):
        n = float(visits + 2)
        mean = float(total + most) / n
        variance = float(squares + most * most) / n - mean * mean
        reach = z * sqrt(max(0.0, variance) / n)
        means.append(mean)
        lows.append(mean - reach)
        highs.append(mean + reach)
    best = means.index(max(means))
    return all(lows[best] > high for option, high in enumerate(highs) if option != best)
