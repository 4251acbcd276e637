"""A tree as arrays for the sweeps: ends by the sequences of all seats, and the decisions of each seat.

What a seat plans is a number for every one of its sequences: how likely it is to do all of that, as far as
it decides. The sum over the ends of what they are worth, times these numbers of all seats, is the value. So a
sweep goes once over the ends, and for the rest only over the decisions of one seat, level by level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from croupier.lab.solve.tree import InformationSet, Tree

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Level:
    """Decisions of a seat that has decided equally often before."""

    sets: slice
    options: slice
    """Their options, by number: those of one information set side by side."""
    starts: Indices
    """Where the options of each information set begin, within these."""
    before: Indices
    """The sequences that lead to each information set."""
    owner: Indices
    """By option, its information set within these."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """All decisions of one seat. Option k is sequence k + 1."""

    sets: list[InformationSet]
    levels: list[Level]
    counts: Indices
    """How many options every information set has."""
    owner: Indices
    """By option, its information set."""

    @property
    def options(self) -> int:
        """How many options all information sets have together."""
        return len(self.owner)

    def plan(self, strategy: Numbers) -> Numbers:
        """How likely the seat is to do each sequence, if it takes options like that."""
        found = np.empty(self.options + 1)
        found[0] = 1.0
        for level in self.levels:
            reach = found[level.before][level.owner]
            found[1:][level.options] = strategy[level.options] * reach
        return found

    def worth(self, gains: Numbers, strategy: Numbers) -> tuple[Numbers, Numbers]:
        """By option and by information set: what comes of it if the seat takes options like that.

        `gains` are by sequence, and are changed: the value of the game for the seat is in the first of them.
        """
        values = np.empty(len(self.sets))
        for level in reversed(self.levels):
            values[level.sets] = np.add.reduceat(
                gains[1:][level.options] * strategy[level.options], level.starts
            )
            np.add.at(gains, level.before, values[level.sets])
        return gains[1:], values

    def best(self, gains: Numbers) -> tuple[float, Numbers]:
        """What a best response is worth, and the strategy that it is; of equal options the first."""
        strategy = np.zeros(self.options)
        for level in reversed(self.levels):
            here = gains[1:][level.options]
            best = np.maximum.reduceat(here, level.starts)
            np.add.at(gains, level.before, best)
            hits = np.flatnonzero(here == best[level.owner])
            # Of the hits of one information set the first.
            _, firsts = np.unique(level.owner[hits], return_index=True)
            strategy[level.options][hits[firsts]] = 1.0
        return float(gains[0]), strategy

    def behaviour(self, plan: Numbers, otherwise: Numbers) -> Numbers:
        """How likely each option is where a plan comes there; another strategy where it never does."""
        before = np.empty(self.options)
        for level in self.levels:
            before[level.options] = plan[level.before][level.owner]
        return np.where(before > 0, plan[1:] / np.where(before > 0, before, 1.0), otherwise)

    def normalised(self, weights: Numbers) -> Numbers:
        """A strategy by weights of the options; where all are 0, every option is equally likely."""
        if not self.options:
            return weights
        total = _summed(self.owner, weights, len(self.sets))[self.owner]
        even = 1.0 / self.counts[self.owner]
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), even)

    def uniform(self) -> Numbers:
        """Every option equally likely."""
        return self.normalised(np.zeros(self.options))


@dataclass(frozen=True, slots=True)
class Form:
    """A game as the sweeps take it."""

    decisions: list[Decisions]
    payoffs: list[Numbers]
    """By seat: what each end is worth, times how likely chance is to come to it."""
    reach: Numbers
    last: list[Indices]
    """By seat: its sequence at each end."""
    total: float | None
    """What the payoffs of all seats sum to at every end; None if that is not always the same."""

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.decisions)

    def gains(self, seat: int, plans: Sequence[Numbers]) -> Numbers:
        """By sequence of a seat: what its ends are worth if all others follow their plans."""
        found = self.payoffs[seat]
        for other, plan in enumerate(plans):
            if other != seat:
                found = found * plan[self.last[other]]
        size = self.decisions[seat].options + 1
        return _summed(self.last[seat], found, size)

    def reached(self, seat: int, plans: Sequence[Numbers]) -> Numbers:
        """By sequence of a seat: how likely chance and the others are to come to its ends."""
        found = self.reach
        for other, plan in enumerate(plans):
            if other != seat:
                found = found * plan[self.last[other]]
        size = self.decisions[seat].options + 1
        return _summed(self.last[seat], found, size)

    def values(self, plans: Sequence[Numbers]) -> list[float]:
        """What every seat comes to if all follow their plans."""
        return [float(self.gains(seat, plans) @ plans[seat]) for seat in range(self.seats)]

    def responses(self, plans: Sequence[Numbers]) -> list[float]:
        """What every seat comes to with a best response, if all others follow their plans."""
        return [self.decisions[seat].best(self.gains(seat, plans))[0] for seat in range(self.seats)]

    def exploitability(self, plans: Sequence[Numbers]) -> float:
        """How much a seat wins more with a best response than with its plan, in the mean of all seats."""
        gained = fsum(self.responses(plans)) - fsum(self.values(plans))
        return max(0.0, gained / self.seats)


def form_of(tree: Tree, payoffs: Sequence[Numbers]) -> Form:
    """A tree with what its ends are worth to every seat."""
    decisions, renumbered = zip(*(_decisions(tree, seat) for seat in range(tree.seats)), strict=True)
    last = [renumbered[seat][np.asarray(tree.last[seat])] for seat in range(tree.seats)]
    reach = np.asarray(tree.reach)
    sums = np.sum(np.asarray(payoffs), axis=0)
    total = float(sums[0]) if np.ptp(sums) <= 1e-9 * max(1.0, float(np.abs(sums).max())) else None
    weighted = [reach * payoff for payoff in payoffs]
    if tree.seats > 1:
        last, weighted, reach = _merged(last, weighted, reach)
    return Form(list(decisions), weighted, reach, last, total)


def _decisions(tree: Tree, seat: int) -> tuple[Decisions, Indices]:
    """The decisions of a seat, and the new numbers of its sequences."""
    sets = sorted((one for one in tree.sets if one.seat == seat), key=lambda one: one.level)
    counts = np.array([len(one.options) for one in sets], dtype=np.int64)
    renumbered = np.zeros(tree.sequences[seat], dtype=np.int64)
    at = 1
    for one in sets:
        renumbered[one.first : one.first + len(one.options)] = np.arange(at, at + len(one.options))
        at += len(one.options)
    owner = np.repeat(np.arange(len(sets), dtype=np.int64), counts)
    levels = []
    first = option = 0
    while first < len(sets):
        past = first
        while past < len(sets) and sets[past].level == sets[first].level:
            past += 1
        here = counts[first:past]
        size = int(here.sum())
        levels.append(
            Level(
                slice(first, past),
                slice(option, option + size),
                np.concatenate(([0], np.cumsum(here)[:-1])).astype(np.int64),
                renumbered[np.array([one.before for one in sets[first:past]], dtype=np.int64)],
                np.repeat(np.arange(past - first, dtype=np.int64), here),
            )
        )
        first, option = past, option + size
    return Decisions(sets, levels, counts, owner), renumbered


def _merged(
    last: list[Indices], payoffs: list[Numbers], reach: Numbers
) -> tuple[list[Indices], list[Numbers], Numbers]:
    """Ends at which all seats have done the same are one, whatever chance did."""
    keys = last[0].copy()
    for more in last[1:]:
        keys = keys * (int(more.max()) + 1) + more
    _, firsts, group = np.unique(keys, return_index=True, return_inverse=True)
    size = len(firsts)
    return (
        [one[firsts] for one in last],
        [_summed(group, one, size) for one in payoffs],
        _summed(group, reach, size),
    )


def _summed(index: Indices, weights: Numbers, size: int) -> Numbers:
    """The sums of the weights that have each index."""
    return np.asarray(np.bincount(index, weights=weights, minlength=size), dtype=np.float64)
