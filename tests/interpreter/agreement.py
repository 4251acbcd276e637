"""Whether the interpreter and the independent simulations play the same games: sums, and what disagrees.

Compared are the share of the wins per seat, the mean number of options of the first, second, … decision,
and the mean number of decisions. With one error probability for the whole family of comparisons
(Bonferroni), agreement means that each difference lies within its interval.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist

from croupier.game import PLAYER, Stream, game_seed
from croupier.interpreter.on_table import GameOnTable
from interpreter.independent import SIMULATIONS

LEAST = 100
"""How often a decision must have been met on both sides to be compared."""


@dataclass
class Sums:
    """Numbers added up."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """One more."""
        self.n += 1
        self.total += number
        self.squares += number * number

    def merge(self, other: Sums) -> None:
        """All of another's."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / self.n

    @property
    def variance_of_mean(self) -> float:
        """How uncertain the mean is, squared."""
        spread = max(0.0, self.squares - self.total * self.total / self.n)
        return spread / max(1, self.n - 1) / self.n


@dataclass
class Tally:
    """What is counted over many games of one side, by the name of the figure."""

    games: int = 0
    figures: dict[str, Sums] = field(default_factory=dict)

    def count(self, wins: Iterable[float], options: Iterable[int]) -> None:
        """One more game."""
        self.games += 1
        for seat, win in enumerate(wins):
            self._add(f"wins of seat {seat}", win)
        decisions = 0
        for decisions, number in enumerate(options, start=1):
            self._add(f"options of decision {decisions}", number)
        self._add("decisions", decisions)

    def _add(self, figure: str, number: float) -> None:
        self.figures.setdefault(figure, Sums()).add(number)

    def merge(self, other: Tally) -> None:
        """All the games of another."""
        self.games += other.games
        for figure, sums in other.figures.items():
            self.figures.setdefault(figure, Sums()).merge(sums)


def interpreted(game: GameOnTable, indices: range, seed: int = 1) -> Tally:
    """Games of random players, played by the interpreter."""
    tally = Tally()
    for index in indices:
        own = game_seed(seed, index)
        state = game.fresh(own, views=False)
        state.begin()
        stream = Stream.of(own, PLAYER)
        options: list[int] = []
        while state.outcome is None:
            # Decisions with a single option have been taken without asking.
            options += [1] * (state.decisions - 1 - len(options))
            options.append(state.option_count)
            state.apply(stream.below(state.option_count))
        options += [1] * (state.decisions - len(options))
        tally.count(state.outcome.wins, options)
    return tally


def simulated(name: str, games: int, seed: int = 1) -> Tally:
    """Games played by the independent simulation."""
    tally = Tally()
    rng = random.Random(seed)
    for _ in range(games):
        played = SIMULATIONS[name](rng)
        tally.count(played.wins, played.options)
    return tally


@dataclass(frozen=True)
class Comparison:
    """A figure of both sides, and how many standard errors they are apart."""

    figure: str
    one: float
    other: float
    apart: float


def compared(one: Tally, other: Tally) -> list[Comparison]:
    """Every figure that both sides have often enough."""
    found = []
    for figure, a in one.figures.items():
        b = other.figures.get(figure, Sums())
        if min(a.n, b.n) >= LEAST:
            error = sqrt(a.variance_of_mean + b.variance_of_mean)
            difference = abs(a.mean - b.mean)
            apart = difference / error if error > 1e-12 else (0.0 if difference < 1e-9 else float("inf"))
            found.append(Comparison(figure, a.mean, b.mean, apart))
    return found


def bound(comparisons: int, error: float) -> float:
    """How many standard errors may lie between equals, if any of so many may exceed it with that chance."""
    return NormalDist().inv_cdf(1 - error / (2 * comparisons))
