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
    """What heuristics have measured so far, by key: integers for every deal."""

    def __init__(self, deals: int) -> None:
        self.deals = deals
        self.counts: dict[str, Counter[Hashable]] = {}
        self._sums: dict[str, tuple[Integers, Integers, NDArray[np.bool_]]] = {}

    def add(self, key: str, deal: Integers, things: Any, others: Any = 1) -> None:
        """So many things of so many others, each in one deal; both may be the same for all."""
        if not len(deal):
            return
        if key not in self._sums:
            zeros = np.zeros(self.deals, dtype=np.int64)
            self._sums[key] = zeros, zeros.copy(), np.zeros(self.deals, dtype=bool)
        a, b, there = self._sums[key]
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
        if key not in self._sums:
            zeros = np.zeros(self.deals, dtype=np.int64)
            self._sums[key] = zeros, zeros.copy(), np.zeros(self.deals, dtype=bool)
        a, b, there = self._sums[key]
        a[deal] += things
        b[deal] += others
        there[deal] = True

    def count(self, key: str, *columns: Integers, times: Integers | None = None) -> None:
        """How often each number, or each pair of them, occurs; or how much of it there is."""
        if not len(columns[0]):
            return
        if len(columns) == 1:
            found, place = np.unique(columns[0], return_inverse=True)
            keys: list[Hashable] = found.tolist()
        else:
            least = int(columns[1].min())
            width = int(columns[1].max()) - least + 1
            found, place = np.unique(columns[0] * width + columns[1] - least, return_inverse=True)
            keys = [(code // width, code % width + least) for code in found.tolist()]
        sums = np.zeros(len(found), dtype=np.int64)
        np.add.at(sums, place.ravel(), 1 if times is None else times)
        counter = self.counts.setdefault(key, Counter())
        for name, often in zip(keys, sums.tolist(), strict=True):
            counter[name] += often

    def ratios(self) -> dict[str, Ratio]:
        """All sums."""
        return {key: ratio_of(a[there], b[there]) for key, (a, b, there) in self._sums.items()}


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
