"""Walking through all histories of a game, or of parts of it, from position to position."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from croupier.game.chance import ExplicitGame
from croupier.game.recall import NOTHING_SEEN, after_glance, chose
from croupier.lab.solve.errors import TooLarge
from croupier.lab.solve.positions import Positions, found_positions
from croupier.lab.solve.tree import CHANCE, END, InformationSet, Tree

DEFAULT_MEMORY = 2 * 1024**3
"""How many bytes a tree may take unless something else is said."""

TOLD_EVERY = 500

Progress = Callable[[int], None]
"""Is told how many histories there are so far."""


@dataclass(frozen=True, slots=True)
class _Way:
    """How the seats have come to a position; all by seat, but for what chance has done."""

    reach: float
    """How likely chance is to let it come there."""
    sequences: tuple[int, ...]
    recall: tuple[bytes, ...]
    levels: tuple[int, ...]
    watched: tuple[Any, ...]
    """Their views before others decided."""


@dataclass(frozen=True, slots=True)
class _Branch:
    """A position that has still to be visited, and where it will hang."""

    target: int
    """The position, or -1 - n for end n."""
    parent: int
    edge: int
    share: Fraction | None
    way: _Way


def walked(game: ExplicitGame, seats: int, *, memory: int = DEFAULT_MEMORY) -> Tree:
    """The whole tree of a game; :class:`TooLarge` if it takes more bytes than are allowed."""
    return tree_of(found_positions(game, seats, memory=memory), memory=memory)


def tree_of(positions: Positions, *, memory: int = DEFAULT_MEMORY, progress: Progress | None = None) -> Tree:
    """The whole tree; :class:`TooLarge` if it takes more bytes than are allowed."""
    tree = Tree(positions.seats, highest_wins=positions.highest_wins, has_views=positions.has_all_views)
    return _Walk(positions, tree, (), memory, progress).walked()


BEGINNING = -1
"""The root of a tree that begins where the game does."""


def forest_of(
    positions: Positions, roots: Sequence[int], stops: Container[int], memory: int
) -> tuple[Tree, list[int]]:
    """The trees from some positions on, side by side, each up to its ends or to positions at which it stops.

    Nobody remembers what was before a root. Every tree has weight 1. Returns the trees as one, and by root
    how many information sets there are up to the last one of its tree.
    """
    walk = _Walk(positions, Tree(positions.seats), stops, memory, None)
    return walk.tree, walk.forest(roots)


class _Walk:
    def __init__(
        self,
        positions: Positions,
        tree: Tree,
        stops: Container[int],
        memory: int,
        progress: Progress | None,
    ) -> None:
        self.positions, self.tree, self.stops = positions, tree, stops
        self.memory, self.progress = memory, progress
        self.shares: dict[Fraction, int] = {}
        self.sets: dict[bytes, int] = {}
        self.waiting: list[_Branch] = []

    def walked(self) -> Tree:
        self._branch(self.positions.beginnings(), -1, 0, self._begun())
        self._visit_all()
        return self.tree

    def forest(self, roots: Sequence[int]) -> list[int]:
        first = self.tree.add(-1, 0, CHANCE, None, self.shares)
        bounds = []
        for number, root in enumerate(roots):
            if root == BEGINNING:
                self._branch(self.positions.beginnings(), first, number, self._begun())
            else:
                self._decision(_Branch(root, first, number, None, self._begun()))
            self._visit_all()
            bounds.append(len(self.tree.sets))
        return bounds

    def _begun(self) -> _Way:
        seats = self.tree.seats
        return _Way(1.0, (0,) * seats, (NOTHING_SEEN,) * seats, (0,) * seats, (None,) * seats)

    def _visit_all(self) -> None:
        while self.waiting:
            self._visit(self.waiting.pop())
            if self.tree.histories % TOLD_EVERY == 0:
                self._look_around()

    def _look_around(self) -> None:
        if self.tree.memory > self.memory:
            raise TooLarge(
                f"its tree takes more than {self.memory / 1024**2:,.0f} MB, and {self.tree.histories:,} "
                "histories are not all of it"
            )
        if self.progress is not None:
            self.progress(self.tree.histories)

    def _branch(self, results: range, parent: int, edge: int, way: _Way) -> None:
        """What follows an option: one position, or a node at which chance decides between several."""
        positions = self.positions
        if len(results) == 1:
            self.waiting.append(_Branch(positions.targets[results[0]], parent, edge, None, way))
            return
        node = self.tree.add(parent, edge, CHANCE, None, self.shares)
        self.tree.chances += len(results)
        for number in reversed(range(len(results))):
            weight = positions.shares[positions.share[results[number]]]
            further = replace(way, reach=way.reach * float(weight))
            target = positions.targets[results[number]]
            self.waiting.append(_Branch(target, node, number, weight, further))

    def _visit(self, at: _Branch) -> None:
        if at.target < 0 or at.target in self.stops:
            self._end(at)
        else:
            self._decision(at)

    def _decision(self, at: _Branch) -> None:
        positions, way = self.positions, at.way
        mover = positions.mover[at.target]
        recall = tuple(
            after_glance(before, positions.glances[views[at.target]])
            for before, views in zip(way.recall, positions.views, strict=True)
        )
        number = self._set(at, mover, recall[mover])
        here = self.tree.sets[number]
        if here.view is None:
            here.view, here.watched = positions.view(mover, at.target), way.watched[mover]
        watched = way.watched
        if self.tree.has_views:
            views = [positions.view(seat, at.target) for seat in range(positions.seats)]
            watched = _changed(tuple(zip(watched, views, strict=True)), mover, watched[mover])
        node = self.tree.add(at.parent, at.edge, number, at.share, self.shares)
        levels = _changed(way.levels, mover, way.levels[mover] + 1)
        for option in reversed(range(len(here.options))):
            after = _Way(
                way.reach,
                _changed(way.sequences, mover, here.first + option),
                _changed(recall, mover, chose(recall[mover], here.options[option][0])),
                levels,
                watched,
            )
            self._branch(positions.results(at.target, option), node, option, after)

    def _set(self, at: _Branch, mover: int, key: bytes) -> int:
        """The number of the information set at hand; a new one if nobody has been there yet."""
        tree, options = self.tree, self.positions.options[at.target]
        number = self.sets.get(key)
        if number is None:
            number = self.sets[key] = len(tree.sets)
            tree.sets.append(
                InformationSet(
                    mover, key, at.way.sequences[mover], tree.sequences[mover], at.way.levels[mover], options
                )
            )
            tree.sequences[mover] += len(options)
        found = tree.sets[number]
        found.histories += 1
        # Whoever remembers all that it has seen and done knows what it has done.
        assert (found.seat, found.before) == (mover, at.way.sequences[mover])
        known = found.options
        assert len(known) == len(options)
        return number

    def _end(self, at: _Branch) -> None:
        tree, positions = self.tree, self.positions
        tree.ends.append(tree.add(at.parent, at.edge, END, at.share, self.shares))
        tree.reach.append(at.way.reach)
        tree.targets.append(at.target)
        for seat in range(tree.seats):
            tree.last[seat].append(at.way.sequences[seat])
            if at.target < 0:
                tree.scores[seat].append(positions.scores[seat][-1 - at.target])
                tree.wins[seat].append(positions.wins[seat][-1 - at.target])


def _changed(by_seat: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
