"""What the ends of a game are worth to the seats."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from croupier.lab.solve.sequences import Numbers
from croupier.lab.solve.tree import Tree

REWARDS = ("score", "margin", "win")
"""What seats play for: their score, what it is above the mean of the others, or their share of the win."""


def payoffs(tree: Tree, reward: str) -> list[Numbers]:
    """By seat, what each end is worth; where few points are good, a score counts as its negative."""
    if reward == "win":
        return [np.asarray(wins, dtype=np.float64) for wins in tree.wins]
    sign = 1.0 if tree.highest_wins else -1.0
    scores = [sign * np.asarray(score, dtype=np.float64) for score in tree.scores]
    if reward == "score" or tree.seats == 1:
        return scores
    total = np.sum(scores, axis=0)
    return [score - (total - score) / (tree.seats - 1) for score in scores]


def exact_payoff(tree: Tree, reward: str, end: int) -> tuple[Fraction, ...]:
    """The same for one end, as exact numbers."""
    if reward == "win":
        shares = [Fraction(wins[end]).limit_denominator(tree.seats) for wins in tree.wins]
        return tuple(shares)
    sign = 1 if tree.highest_wins else -1
    scores = [Fraction(sign * score[end]) for score in tree.scores]
    if reward == "score" or tree.seats == 1:
        return tuple(scores)
    total = sum(scores, Fraction(0))
    return tuple(score - (total - score) / (tree.seats - 1) for score in scores)
