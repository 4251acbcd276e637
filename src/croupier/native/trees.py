"""Tree searches as kernels: the arrays of a tree, and the calls that let it grow (`docs/players.md`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from typing import TYPE_CHECKING, Any

from croupier.kernel import Floats, KernelFailure, Words, floats, words
from croupier.native.block import signed

if TYPE_CHECKING:
    from croupier.native.search import Root

REWARDS = ("rank", "inverse", "score", "even", "places")
"""The ways to reward, by number."""

LOGARITHMS = 4200
"""Of the numbers below this, logarithms are not computed again and again."""


class Tree:
    """The nodes and edges of one tree; every iteration makes one of each at most."""

    def __init__(self, iterations: int, nodes: int, seats: int) -> None:
        self.seats = seats
        self.counts = words(8)
        self.nodes = words(4 * _power(min(nodes, iterations + 1)))
        self.most = nodes
        self._room(iterations)

    def _room(self, iterations: int) -> None:
        self.edges = words(iterations * (5 + self.seats))
        self.slots = words(2 * _power(iterations))
        self.path = words(iterations + 1)
        self.iterations = iterations

    def grow(self, iterations: int, code: Any) -> None:
        """Make room for so many more iterations; for trees with open cards, whose nodes need no finding."""
        made = self.counts[1]
        if made + iterations <= self.iterations:
            return
        edges, size = self.edges, made * (5 + self.seats)
        self._room(max(2 * self.iterations, made + iterations))
        self.edges[:size] = edges[:size]
        code.search.index_edges(self.counts, self.edges, self.slots)


@dataclass(frozen=True)
class TreeSearch:
    """What stays the same while a decision is searched."""

    root: Root
    key: int
    kind: str
    unit: int
    worth: Sequence[int]
    explore: float
    teams: Sequence[Sequence[int]]

    @property
    def seats(self) -> int:
        """How many players there are."""
        return int(self.root.code.at["SEATS"])

    @cached_property
    def _mates(self) -> Words:
        """The partners of every seat: how many, and who."""
        found: list[int] = []
        for seat in range(self.seats):
            team = next((tuple(team) for team in self.teams if seat in team), (seat,))
            found += [len(team), *team, *[0] * (self.seats - len(team))]
        return words(found)

    def tree(self, iterations: int, nodes: int) -> Tree:
        """A new tree for so many iterations, with so many nodes at most."""
        return Tree(iterations, nodes, self.seats)

    def _common(self) -> tuple[Any, ...]:
        """Arguments that both kernels have."""
        worth = words([*self.worth, 0, 0, 0, 0, 0][:5])
        return REWARDS.index(self.kind), self.unit, worth, self._mates, self.explore, _logarithms()

    def walk(self, tree: Tree, first: int, count: int, *, many_observers: bool) -> list[list[int]] | None:
        """Iterations on a tree of what seats can tell apart.

        Gives visits, squares of the team, points and their squares by seat, of all options; None if a game
        goes beyond what the machine code provides for: then the search is done without it.
        """
        root, sums = self.root, self._sums()
        blocks = [array for _ in range(2) for array in root.code.block()]
        try:
            done = root.code.search.ismcts(
                root.block, root.lists, *blocks, *root.prepared(), words(64), signed(self.key), root.seat,
                first, count, root.options, int(many_observers), *self._common(), tree.most, tree.counts,
                tree.nodes, tree.edges, tree.slots, tree.path, sums,
            )  # fmt: skip
        except KernelFailure:
            return None
        return self._rows(sums) if done == count else None

    def walk_open(self, tree: Tree, number: int, first: int, every: int, end: int) -> list[list[int]] | None:
        """Iterations on the tree of one sample with open cards: from the first on, every so many."""
        root, sums = self.root, self._sums()
        blocks = [array for _ in range(3) for array in root.code.block()]
        tree.grow(-(-max(0, end - first) // every), root.code)
        try:
            failed = root.code.search.mcts(
                root.block, root.lists, *blocks, *root.prepared(), words(64), signed(self.key), root.seat,
                number, first, every, end, root.options, *self._common(), tree.most, tree.counts, tree.edges,
                tree.slots, tree.path, sums,
            )  # fmt: skip
        except KernelFailure:
            return None
        return None if failed else self._rows(sums)

    def line(self, tree: Tree, choice: int, most: int, *, many_observers: bool) -> list[int]:
        """On the first deal: the choice, and then the options that were tried most often, by index."""
        root, line = self.root, words(most)
        blocks = [array for _ in range(2) for array in root.code.block()]
        found = root.code.search.likely_line(
            root.block, root.lists, *blocks, *root.prepared(), words(64), signed(self.key), root.seat,
            root.options, int(many_observers), choice, tree.counts, tree.nodes, tree.edges, tree.slots, line,
        )  # fmt: skip
        return line[:found]

    def _sums(self) -> Words:
        return words(self.root.options * (2 + 2 * self.seats))

    def _rows(self, sums: Words) -> list[list[int]]:
        each, cells = 2 + 2 * self.seats, sums.tolist()
        return [cells[i : i + each] for i in range(0, len(cells), each)]


@cache
def _logarithms() -> Floats:
    return floats([0.0, *(log(float(n)) for n in range(1, LOGARITHMS))])


def _power(least: int) -> int:
    """The least power of two that is not below a number."""
    return 1 << max(1, least - 1).bit_length()
