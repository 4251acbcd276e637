"""Walking through all histories of a game, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from croupier.game import Outcome, Status
from croupier.game.chance import ExplicitGame, Outcomes, Position, TooManyOutcomes
from croupier.game.recall import NOTHING_SEEN, chose, seen
from croupier.lab.solve.errors import SolveError, TooLarge
from croupier.lab.solve.tree import CHANCE, END, InformationSet, Tree

DEFAULT_MEMORY = 2 * 1024**3
"""How many bytes a tree may take unless something else is said."""

MOST_VIEWS = 20_000
"""So many information sets keep the view that the seat has there; of more only keys are kept."""

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

    position: Position
    parent: int
    edge: int
    share: Fraction | None
    way: _Way


def walked(
    game: ExplicitGame, seats: int, *, memory: int = DEFAULT_MEMORY, progress: Progress | None = None
) -> Tree:
    """The whole tree of a game; :class:`TooLarge` if it takes more bytes than are allowed."""
    return _Walk(game, Tree(seats), memory, progress).walked()


class _Walk:
    def __init__(self, game: ExplicitGame, tree: Tree, memory: int, progress: Progress | None) -> None:
        self.game, self.tree, self.memory, self.progress = game, tree, memory, progress
        self.shares: dict[Fraction, int] = {}
        self.sets: dict[bytes, int] = {}
        self.options: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}
        self.waiting: list[_Branch] = []
        self.ranked = False
        """Whether an end has told if many or few points are good."""

    def walked(self) -> Tree:
        try:
            seats = self.tree.seats
            begun = _Way(1.0, (0,) * seats, (NOTHING_SEEN,) * seats, (0,) * seats, (None,) * seats)
            self._branch(self.game.beginnings(), -1, 0, begun)
            while self.waiting:
                self._visit(self.waiting.pop())
                if self.tree.histories % TOLD_EVERY == 0:
                    self._look_around()
        except TooManyOutcomes as problem:
            raise TooLarge(str(problem)) from None
        return self.tree

    def _look_around(self) -> None:
        if self.tree.memory > self.memory:
            raise TooLarge(
                f"its tree takes more than {self.memory / 1024**2:,.0f} MB, and {self.tree.histories:,} "
                "histories are not all of it"
            )
        if self.progress is not None:
            self.progress(self.tree.histories)

    def _branch(self, outcomes: Outcomes, parent: int, edge: int, way: _Way) -> None:
        """What follows an option: one position, or a node at which chance decides between several."""
        if len(outcomes) == 1:
            self.waiting.append(_Branch(outcomes[0][1], parent, edge, None, way))
            return
        node = self.tree.add(parent, edge, CHANCE, None, self.shares)
        self.tree.chances += len(outcomes)
        for number in reversed(range(len(outcomes))):
            weight, position = outcomes[number]
            further = replace(way, reach=way.reach * float(weight))
            self.waiting.append(_Branch(position, node, number, weight, further))

    def _visit(self, at: _Branch) -> None:
        state = at.position.state
        if state.outcome is not None:
            self._end(at, state.outcome)
            return
        mover = state.to_move
        assert mover is not None
        views = [state.view(seat) for seat in range(self.tree.seats)]
        way = at.way
        recall = tuple(seen(before, view) for before, view in zip(way.recall, views, strict=True))
        number = self._set(at, mover, recall[mover])
        here = self.tree.sets[number]
        watched = way.watched
        if self.tree.views < MOST_VIEWS:
            if here.view is None:
                here.view, here.watched = views[mover], watched[mover]
                self.tree.views += 1
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
            self._branch(self.game.after(at.position, option), node, option, after)

    def _set(self, at: _Branch, mover: int, key: bytes) -> int:
        """The number of the information set at hand; a new one if nobody has been there yet."""
        tree = self.tree
        number = self.sets.get(key)
        if number is None:
            number = self.sets[key] = len(tree.sets)
            named = tuple((option.key, option.text) for option in at.position.state.options)
            named = self.options.setdefault(named, named)
            tree.sets.append(
                InformationSet(
                    mover, key, at.way.sequences[mover], tree.sequences[mover], at.way.levels[mover], named
                )
            )
            tree.sequences[mover] += len(named)
        found = tree.sets[number]
        found.histories += 1
        # Whoever remembers all that it has seen and done knows what it has done.
        assert (found.seat, found.before) == (mover, at.way.sequences[mover])
        assert len(found.options) == at.position.state.option_count
        return number

    def _end(self, at: _Branch, outcome: Outcome) -> None:
        if outcome.status is not Status.FINISHED or not outcome.ranks:
            raise SolveError(
                f"some of its games have no result ({outcome.status.value}: {outcome.reason}), "
                "so that there is nothing to solve for"
            )
        tree = self.tree
        tree.ends.append(tree.add(at.parent, at.edge, END, at.share, self.shares))
        tree.reach.append(at.way.reach)
        scores = outcome.scores or tuple(int(not rank) for rank in outcome.ranks)
        for seat in range(tree.seats):
            tree.scores[seat].append(scores[seat])
            tree.wins[seat].append(outcome.wins[seat])
            tree.last[seat].append(at.way.sequences[seat])
        if not self.ranked and max(outcome.ranks) > 0:
            first, last = outcome.ranks.index(0), outcome.ranks.index(max(outcome.ranks))
            tree.highest_wins, self.ranked = scores[first] > scores[last], True


def _changed(by_seat: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
