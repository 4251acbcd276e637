"""What a measure came to in some games, as exact sums that can be added up: memory does not grow with games.

Values are integers, or words. Of every value it is known how often it came up; and, since what happens within
one game hangs together, how often two of them came up in the same game. Beyond 256 different numbers they are
counted in bins of 2, 4, 8 … each, the same whatever the order in which games were added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.statistics import Estimate, Moments, Ratio, share

Integers = NDArray[np.int64]
Key = int | str
"""The bin of a number, or a word."""

MOST_BINS = 256

BLOCK = 4096
"""So many games are summed at once: sums of small numbers stay within 64 bits."""

SMALL = 1 << 25
"""Numbers up to here, and their sums over a game, can be squared and added up over a block."""


@dataclass(frozen=True, slots=True)
class Group:
    """The values of some games, or some of them: their sums by game, the least and the greatest.

    >>> Group.of([[1], [2]]) + Group.of([[3]]) == Group.of([[3], [2], [1]])
    True
    """

    ratio: Ratio = field(default_factory=Ratio)
    """Sums of values and their numbers, of the games that have any."""
    least: int | None = None
    most: int | None = None

    @staticmethod
    def of(games: Sequence[Sequence[int]]) -> Group:
        """The values of every game."""
        filled = [values for values in games if values]
        if not filled:
            return Group()
        every = [value for values in filled for value in values]
        return Group(Ratio.of((sum(values), len(values)) for values in filled), min(every), max(every))

    def __add__(self, other: Group) -> Group:
        least = [x for x in (self.least, other.least) if x is not None]
        most = [x for x in (self.most, other.most) if x is not None]
        return Group(self.ratio + other.ratio, min(least, default=None), max(most, default=None))

    @property
    def is_single(self) -> bool:
        """Whether every game that has a value has one only."""
        return self.ratio.others == self.ratio.games

    def mean(self, kind: str, unit: int) -> dict[str, Any]:
        """The mean with an interval that goes by games."""
        ratio = self.ratio
        if kind == "word":
            return {"mean": None, "low": None, "high": None, "n": ratio.others}
        if self.is_single:
            moments = Moments(ratio.games, ratio.things, ratio.squared_things, self.least, self.most)
            estimate = moments.mean_within(0, unit) if kind == "truth" else moments.mean()
        else:
            estimate = ratio.estimate()
        found = [None if x is None else x / unit for x in (estimate.value, estimate.low, estimate.high)]
        if kind == "truth":
            found = [None if x is None else min(1.0, max(0.0, x)) for x in found]
        return {"mean": found[0], "low": found[1], "high": found[2], "n": estimate.n}

    def data(self) -> list[Any]:
        """The sums as plain data."""
        ratio = self.ratio
        return [
            *(ratio.games, ratio.things, ratio.others),
            *(ratio.squared_things, ratio.squared_others, ratio.products),
            *(self.least, self.most),
        ]

    @staticmethod
    def from_data(data: Sequence[Any]) -> Group:
        """And back."""
        return Group(Ratio(*data[:6]), *data[6:])


@dataclass(frozen=True)
class Spread:
    """How often each value came up: in all, and together with others of the same game."""

    shift: int = 0
    """A bin holds 2^shift numbers."""
    counts: Mapping[Key, int] = field(default_factory=dict)
    by_length: Mapping[Key, int] = field(default_factory=dict)
    """How often it came up in a game, times the number of values of that game, over all games."""
    pairs: Mapping[tuple[Key, Key], int] = field(default_factory=dict)
    """How often one came up in a game, times how often the other did, over all games; the lesser first."""

    def __add__(self, other: Spread) -> Spread:
        if not self.counts or not other.counts:
            return self if self.counts else other
        shift = max(self.shift, other.shift)
        one, two = self._coarser(shift), other._coarser(shift)
        return Spread(
            shift,
            _added(one.counts, two.counts),
            _added(one.by_length, two.by_length),
            _added(one.pairs, two.pairs),
        ).fitting()

    def fitting(self) -> Spread:
        """The same in bins that are wide enough for there to be 256 of them at most; words have none."""
        shift, bins = self.shift, set(self.counts)
        if any(isinstance(key, str) for key in bins):
            return self
        while len(bins) > MOST_BINS:
            shift, bins = shift + 1, {int(key) >> 1 for key in bins}
        return self._coarser(shift)

    def _coarser(self, shift: int) -> Spread:
        by = shift - self.shift
        if not by:
            return self
        pairs = Counter[tuple[Key, Key]]()
        for (a, b), often in self.pairs.items():
            one, two = int(a) >> by, int(b) >> by
            # Two bins that become one: each pair counts for both orders.
            pairs[one, two] += often * (2 if one == two and a != b else 1)
        counts, by_length = Counter[Key](), Counter[Key]()
        for into, sums in ((counts, self.counts), (by_length, self.by_length)):
            for key, often in sums.items():
                into[int(key) >> by] += often
        return Spread(shift, counts, by_length, pairs)

    def share(self, inside: set[Key], every: Group) -> Estimate:
        """The share of the values that are in some bins, with an interval that goes by games."""
        often = sum(self.counts[key] for key in inside)
        if every.is_single:
            return share(often, every.ratio.others, unit=1)
        square = sum(
            n * (1 if a == b else 2) for (a, b), n in self.pairs.items() if a in inside and b in inside
        )
        found = Ratio(
            every.ratio.games,
            often,
            every.ratio.others,
            square,
            every.ratio.squared_others,
            sum(self.by_length[key] for key in inside),
        ).estimate()
        low = None if found.low is None else max(0.0, found.low)
        high = None if found.high is None else min(1.0, found.high)
        return Estimate(found.value, low, high, found.n)

    def data(self) -> list[Any]:
        """The sums as plain data."""
        keys = sorted(self.counts)
        pairs = [[a, b, n] for (a, b), n in self.pairs.items()]
        return [self.shift, [[key, self.counts[key], self.by_length[key]] for key in keys], pairs]

    @staticmethod
    def from_data(data: Sequence[Any]) -> Spread:
        """And back."""
        shift, rows, pairs = data
        return Spread(
            shift,
            {key: often for key, often, _ in rows},
            {key: products for key, _, products in rows},
            {(a, b): n for a, b, n in pairs},
        )


def _added(one: Mapping[Any, int], two: Mapping[Any, int]) -> dict[Any, int]:
    found = Counter(one)
    found.update(two)
    return found


@dataclass(frozen=True)
class MeasureSums:
    """What one measure came to: all values, those of groups, and how often each came up."""

    groups: Mapping[str, Group] = field(default_factory=dict)
    spread: Spread = field(default_factory=Spread)

    def __add__(self, other: MeasureSums) -> MeasureSums:
        names = dict.fromkeys((*self.groups, *other.groups))
        none = Group()
        return MeasureSums(
            {name: self.groups.get(name, none) + other.groups.get(name, none) for name in names},
            self.spread + other.spread,
        )

    def data(self) -> list[Any]:
        """The sums as plain data."""
        return [{name: group.data() for name, group in self.groups.items()}, self.spread.data()]

    @staticmethod
    def from_data(data: Sequence[Any]) -> MeasureSums:
        """And back."""
        groups, spread = data
        return MeasureSums(
            {name: Group.from_data(each) for name, each in groups.items()}, Spread.from_data(spread)
        )


def sums_of(
    groups: Mapping[str, NDArray[np.bool_]], game: Integers, value: Integers, words: Sequence[str] | None
) -> MeasureSums:
    """The sums of a block of games: values by game, and which values belong to each group.

    With words the values are numbers of words.
    """
    if words is not None:
        told = {name: _group(game[mask], np.zeros_like(value[mask])) for name, mask in groups.items()}
    else:
        told = {name: _group(game[mask], value[mask]) for name, mask in groups.items()}
    return MeasureSums(told, _spread(game, value, words))


def _group(game: Integers, value: Integers) -> Group:
    if not len(game):
        return Group()
    places, inverse, counts = np.unique(game, return_inverse=True, return_counts=True)
    least, most = int(value.min()), int(value.max())
    if max(-least, most) * int(counts.max()) < SMALL and len(places) <= BLOCK:
        totals = np.zeros(len(places), dtype=np.int64)
        np.add.at(totals, inverse.ravel(), value)
        return Group(
            Ratio(
                len(places),
                int(totals.sum()),
                len(game),
                int(totals @ totals),
                int(counts @ counts),
                int(totals @ counts),
            ),
            least,
            most,
        )
    large = [0] * len(places)
    for at, number in zip(inverse.ravel().tolist(), value.tolist(), strict=True):
        large[at] += number
    return Group(Ratio.of(zip(large, counts.tolist(), strict=True)), least, most)


def _spread(game: Integers, value: Integers, words: Sequence[str] | None) -> Spread:
    if not len(game):
        return Spread()
    shift = 0
    keys, which = np.unique(value, return_inverse=True)
    while words is None and len(keys) > MOST_BINS:
        shift += 1
        keys, which = np.unique(value >> shift, return_inverse=True)
    names: list[Key] = [words[key] for key in keys.tolist()] if words is not None else keys.tolist()
    places, rows = np.unique(game, return_inverse=True)
    if len(places) == len(game):
        often = dict(zip(names, np.bincount(which.ravel()).tolist(), strict=True))
        return Spread(shift, often, often, {(name, name): n for name, n in often.items()})
    table = np.zeros((len(places), len(keys)))
    np.add.at(table, (rows.ravel(), which.ravel()), 1)
    # Counts of a block are small: as floating point numbers these products are exact.
    together, lengths = table.T @ table, table.sum(axis=1)
    counts, products = table.sum(axis=0).astype(int).tolist(), (lengths @ table).astype(int).tolist()
    pairs = {
        (min(names[a], names[b]), max(names[a], names[b])): int(together[a, b])
        for a, b in zip(*np.nonzero(np.triu(together)), strict=True)
    }
    return Spread(
        shift, dict(zip(names, counts, strict=True)), dict(zip(names, products, strict=True)), pairs
    )
