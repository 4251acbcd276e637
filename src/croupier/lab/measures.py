"""Sums over arrays, deal by deal and exact: what heuristics measure of many games at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games import Integers
from croupier.lab.statistics import Ratio

SCALE = 1 << 32
"""Numbers are summed in this unit, as integers."""

_LIMB = 24
_FEW = 1 << 14
"""Of so many numbers below 2^47 the squares can be summed in parts of 24 bits, which fit into 64."""


class Measures:
    """What heuristics have measured so far, by key: integers for every deal.

    Where deals are in groups, it can be told of each group as well.
    """

    def __init__(self, deals: int, groups: Integers | None = None) -> None:
        self.deals = deals
        self.groups = groups
        """The group of each deal, if that is wanted."""
        self._counts: dict[int, dict[str, Counter[Hashable]]] = {}
        self._sums: dict[str, tuple[Integers, Integers, NDArray[np.bool_]]] = {}

    def add(self, key: str, deal: Integers, things: Any, others: Any = 1) -> None:
        """So many things of so many others, each in one deal; both may be the same for all."""
        if not len(deal):
            return
        a, b, there = self._columns(key)
        np.add.at(a, deal, np.rint(np.asarray(things, dtype=np.float64) * SCALE).astype(np.int64))
        np.add.at(b, deal, np.asarray(others, dtype=np.int64))
        there[deal] = True

    def add_by(self, key: str, labels: Integers, deal: Integers, things: Any, others: Any = 1) -> None:
        """The same under a key of its own for every label."""
        things, others = np.broadcast_arrays(np.asarray(things), np.asarray(others), deal)[:2]
        for label in np.unique(labels):
            at = labels == label
            self.add(f"{key}{label}", deal[at], things[at], others[at])

    def add_number(self, key: str, deal: int, things: int, others: int) -> None:
        """One pair of integers, in units of the scale."""
        a, b, there = self._columns(key)
        a[deal] += things
        b[deal] += others
        there[deal] = True

    def _columns(self, key: str) -> tuple[Integers, Integers, NDArray[np.bool_]]:
        if key not in self._sums:
            zeros = np.zeros(self.deals, dtype=np.int64)
            self._sums[key] = zeros, zeros.copy(), np.zeros(self.deals, dtype=bool)
        return self._sums[key]

    def count(self, key: str, deal: Integers, *columns: Integers, times: Integers | None = None) -> None:
        """How often each number, or each pair of them, occurs in the deals beside; or how much of it."""
        if not len(deal):
            return
        group = np.zeros(len(deal), dtype=np.int64) if self.groups is None else self.groups[deal]
        rows = np.stack([group, *columns], axis=1)
        least = rows.min(axis=0)
        widths = rows.max(axis=0) - least + 1
        codes = np.zeros(len(rows), dtype=np.int64)
        for column, width in zip((rows - least).T, widths, strict=True):
            codes = codes * width + column
        _, first, place = np.unique(codes, return_index=True, return_inverse=True)
        sums = np.zeros(len(first), dtype=np.int64)
        np.add.at(sums, place.ravel(), 1 if times is None else times)
        for (number, *names), often in zip(rows[first].tolist(), sums.tolist(), strict=True):
            self.count_one(number, key, names[0] if len(names) == 1 else tuple(names), often)

    def count_one(self, group: int, key: str, thing: Hashable, times: int) -> None:
        """Something has occurred so often in the deals of a group."""
        self._counts.setdefault(group, {}).setdefault(key, Counter())[thing] += times

    def counts(self, group: int | None = None) -> dict[str, Counter[Hashable]]:
        """All counts, or those of one group."""
        if group is not None:
            return self._counts.get(group, {})
        found: dict[str, Counter[Hashable]] = {}
        for of_group in self._counts.values():
            for key, counter in of_group.items():
                found.setdefault(key, Counter()).update(counter)
        return found

    def ratios(self, group: int | None = None) -> dict[str, Ratio]:
        """All sums, or those of one group."""
        found = {}
        for key, (a, b, there) in self._sums.items():
            wanted = there
            if group is not None:
                assert self.groups is not None, "groups were asked for when it began"
                wanted = there & (self.groups == group)
            if wanted.any():
                found[key] = ratio_of(a[wanted], b[wanted])
        return found


def ratio_of(a: Integers, b: Integers) -> Ratio:
    """The exact summary of pairs of integers.

    >>> ratio_of(np.array([10, 12]), np.array([5, 6])) == Ratio.of([(10, 5), (12, 6)])
    True
    """
    most = max(int(np.abs(a).max(initial=0)), int(np.abs(b).max(initial=0)) << _LIMB)
    if most >= 1 << (2 * _LIMB - 1) or len(a) > _FEW:
        return Ratio.of(zip(a.tolist(), b.tolist(), strict=True))
    high, low = a >> _LIMB, a & ((1 << _LIMB) - 1)

    def dot(one: Integers, other: Integers) -> int:
        return int(np.dot(one, other))

    squares = (dot(high, high) << 2 * _LIMB) + (dot(high, low) << (_LIMB + 1)) + dot(low, low)
    return Ratio(
        len(a),
        int(a.sum()),
        int(b.sum()),
        squares,
        dot(b, b),
        (dot(high, b) << _LIMB) + dot(low, b),
    )
