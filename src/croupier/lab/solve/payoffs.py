"""What the ends of a game are worth to the seats."""

from __future__ import annotations

from array import array
from fractions import Fraction
from typing import Protocol

import numpy as np

from croupier.lab.solve.sequences import Numbers

REWARDS = ("score", "margin", "win")
"""What seats play for: their score, what it is above the mean of the others, or their share of the win."""


class Ends(Protocol):
    """Ends of a game with their results: those of a ends, or the different ones that there are."""

    @property
    def seats(self) -> int: ...
    @property
    def highest_wins(self) -> bool: ...
    @property
    def scores(self) -> list[array[int]]: ...
    @property
    def wins(self) -> list[array[float]]: ...


def payoffs(ends: Ends, reward: str) -> list[Numbers]:
    """By seat, what each end is worth; where few points are good, a score counts as its negative."""
    if reward == "win":
        return [np.asarray(wins, dtype=np.float64) for wins in ends.wins]
    sign = 1.0 if ends.highest_wins else -1.0
    scores = [sign * np.asarray(score, dtype=np.float64) for score in ends.scores]
    if reward == "score" or ends.seats == 1:
        return scores
    total = np.sum(scores, axis=0)
    return [score - (total - score) / (ends.seats - 1) for score in scores]


def exact_payoff(ends: Ends, reward: str, end: int) -> tuple[Fraction, ...]:
    """The same for one end, as exact numbers."""
    if reward == "win":
        shares = [Fraction(wins[end]).limit_denominator(ends.seats) for wins in ends.wins]
        return tuple(shares)
    sign = 1 if ends.highest_wins else -1
    scores = [Fraction(sign * score[end]) for score in ends.scores]
    if reward == "score" or ends.seats == 1:
        return tuple(scores)
    total = sum(scores, Fraction(0))
    return tuple(score - (total - score) / (ends.seats - 1) for score in scores)
