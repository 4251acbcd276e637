"""All positions of a game, each once, however many histories lead to it.

Equal positions go on alike, so a game has to be run from one of them only. There are far fewer positions than
histories where the table does not show in which order things were done.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from croupier.game import Outcome, Status
from croupier.game.chance import ExplicitGame, Outcomes, Position, TooManyOutcomes
from croupier.game.recall import glance
from croupier.lab.solve.errors import SolveError, TooLarge
from croupier.lab.solve.tree import sight_text

POSITION_BYTES, RESULT_BYTES, GLANCE_BYTES, VIEW_BYTES = 420, 24, 240, 3000
"""What a position, a result, the key of a view and a view itself take; measured, and rounded up."""

MOST_VIEWS = 40_000
"""So many views are kept, of others only what the seat sees in words."""

TOLD_EVERY = 200

Progress = Callable[[int, float], None]
"""Is told how many positions there are so far, and which part of all games has been gone through."""

Options = tuple[tuple[str, str], ...]
"""Key and text of every option."""


@dataclass(slots=True)
class Positions:
    """The positions of a game by number, with what may follow each."""

    seats: int
    mover: array[int] = field(default_factory=lambda: array("b"))
    options: list[Options] = field(default_factory=list)
    views: list[array[int]] = field(default_factory=list)
    """By seat and position, the number of the view that the seat has."""
    glances: list[bytes] = field(default_factory=list)
    """By number of a view, what tells it from others."""
    seen: list[Any] = field(default_factory=list)
    """The first views themselves, then what a seat that decides sees, in words; nothing for others."""
    first: array[int] = field(default_factory=lambda: array("q"))
    """By position, where its options begin in `starts`."""
    starts: array[int] = field(default_factory=lambda: array("q"))
    """By option, where its results begin; they end where those of the next one begin."""
    targets: array[int] = field(default_factory=lambda: array("q"))
    """By result of chance, the position that it leads to; -1 - n for end n."""
    share: array[int] = field(default_factory=lambda: array("l"))
    """By result, the number of its weight."""
    shares: list[Fraction] = field(default_factory=lambda: [Fraction(1)])
    """The weights that occur."""
    scores: list[array[int]] = field(default_factory=list)
    """By seat and end, the score."""
    wins: list[array[float]] = field(default_factory=list)
    """By seat and end, the share of the win."""
    highest_wins: bool = True

    def __post_init__(self) -> None:
        for _ in range(self.seats):
            self.views.append(array("q"))
            self.scores.append(array("q"))
            self.wins.append(array("d"))

    def __len__(self) -> int:
        return len(self.mover)

    @property
    def ends(self) -> int:
        """How many different ends there are."""
        return len(self.wins[0])

    @property
    def memory(self) -> int:
        """About how many bytes they take."""
        return (
            len(self) * POSITION_BYTES
            + len(self.targets) * RESULT_BYTES
            + len(self.glances) * GLANCE_BYTES
            + min(len(self.seen), MOST_VIEWS) * VIEW_BYTES
        )

    def view(self, seat: int, position: int) -> Any:
        """The view that a seat has; what it sees in words if views are not kept any more."""
        return self.seen[self.views[seat][position]]

    @property
    def has_all_views(self) -> bool:
        """Whether all views are kept."""
        return len(self.glances) <= MOST_VIEWS

    def beginnings(self) -> range:
        """The results of chance with which a game may begin."""
        return range(self.starts[0], self.starts[1])

    def results(self, position: int, option: int) -> range:
        """The results of an option."""
        at = self.first[position] + option
        return range(self.starts[at], self.starts[at + 1])

    def following(self, position: int) -> Iterator[int]:
        """The positions to which the options lead, ends left out; some may come more than once."""
        at = self.first[position]
        for result in range(self.starts[at], self.starts[at + len(self.options[position])]):
            if self.targets[result] >= 0:
                yield self.targets[result]

    def latest_first(self) -> list[int]:
        """All positions, each after those that follow it."""
        before = [0] * len(self)
        for position in range(len(self)):
            for later in self.following(position):
                before[later] += 1
        ready = [position for position in range(len(self)) if not before[position]]
        order = []
        while ready:
            position = ready.pop()
            order.append(position)
            for later in self.following(position):
                before[later] -= 1
                if not before[later]:
                    ready.append(later)
        assert len(order) == len(self)
        return order[::-1]

    def histories(self) -> int:
        """How many nodes the tree of the game has."""
        below = [0] * len(self)

        def nodes(results: range) -> int:
            many = sum(below[target] if (target := self.targets[result]) >= 0 else 1 for result in results)
            return many + (len(results) > 1)

        for position in self.latest_first():
            many = len(self.options[position])
            below[position] = 1 + sum(nodes(self.results(position, option)) for option in range(many))
        return nodes(self.beginnings())


def found_positions(
    game: ExplicitGame, seats: int, *, memory: int, progress: Progress | None = None
) -> Positions:
    """All positions of a game; :class:`TooLarge` if they take more bytes than are allowed."""
    try:
        return _Search(game, seats, memory, progress).found()
    except TooManyOutcomes as problem:
        raise TooLarge(str(problem)) from None


class _Search:
    def __init__(self, game: ExplicitGame, seats: int, memory: int, progress: Progress | None) -> None:
        self.game, self.memory, self.progress = game, memory, progress
        self.positions = Positions(seats)
        self.numbers: dict[bytes, int] = {}
        self.shares: dict[Fraction, int] = {}
        self.glances: dict[bytes, int] = {}
        self.named: dict[Options, Options] = {}
        self.ends: dict[tuple[tuple[int, ...], tuple[float, ...]], int] = {}
        self.waiting: list[tuple[int, Position, float]] = []
        """Positions still to be gone on from, each with the part of all random games that comes there."""
        self.done = 0.0
        self.ranked = False
        """Whether an end has told if many or few points are good."""

    def found(self) -> Positions:
        positions = self.positions
        self._add(self.game.beginnings(), 1.0)
        told = 0
        while self.waiting:
            number, position, part = self.waiting.pop()
            self._look(number, position)
            positions.first[number] = len(positions.starts)
            many = len(positions.options[number])
            for option in range(many):
                self._add(self.game.after(position, option), part / many)
            told += 1
            if told % TOLD_EVERY == 0:
                self._look_around()
        positions.starts.append(len(positions.targets))
        self._look_around()
        return positions

    def _look_around(self) -> None:
        if self.positions.memory > self.memory:
            raise TooLarge(
                f"the list of its positions takes more than {self.memory / 1024**2:,.0f} MB, and "
                f"{len(self.positions):,} are not all of them"
            )
        if self.progress is not None:
            self.progress(len(self.positions), self.done)

    def _look(self, number: int, position: Position) -> None:
        """Note who decides at a position, what the seats see there, and what may be done."""
        positions, state = self.positions, position.state
        assert state.to_move is not None
        positions.mover[number] = state.to_move
        options = tuple((option.key, option.text) for option in state.options)
        positions.options[number] = self.named.setdefault(options, options)
        for seat in range(positions.seats):
            view = state.view(seat)
            found = glance(view)
            known = self.glances.setdefault(found, len(self.glances))
            if known == len(positions.glances):
                positions.glances.append(found)
                if known < MOST_VIEWS:
                    positions.seen.append(view)
                else:
                    positions.seen.append(sight_text(view) if seat == state.to_move else "")
            positions.views[seat][number] = known

    def _add(self, outcomes: Outcomes, part: float) -> None:
        """What follows an option, or the beginning."""
        positions = self.positions
        positions.starts.append(len(positions.targets))
        for weight, position in outcomes:
            outcome = position.state.outcome
            reached = part * float(weight)
            number = self._place(position, reached) if outcome is None else -1 - self._end(outcome)
            if outcome is not None:
                self.done += reached
            positions.targets.append(number)
            positions.share.append(self._share(weight))

    def _share(self, weight: Fraction) -> int:
        number = self.shares.setdefault(weight, len(self.shares) + 1)
        if number == len(self.positions.shares):
            self.positions.shares.append(weight)
        return number

    def _place(self, position: Position, part: float) -> int:
        """The number of a position; a new one waits to be gone on from."""
        key, positions = self.game.key(position), self.positions
        known = self.numbers.get(key) if key is not None else None
        if known is not None:
            self.done += part
            return known
        number = len(positions)
        if key is not None:
            self.numbers[key] = number
        positions.mover.append(0)
        positions.options.append(())
        positions.first.append(0)
        for views in positions.views:
            views.append(0)
        self.waiting.append((number, position, part))
        return number

    def _end(self, outcome: Outcome) -> int:
        if outcome.status is not Status.FINISHED or not outcome.ranks:
            raise SolveError(
                f"some of its games have no result ({outcome.status.value}: {outcome.reason}), "
                "so that there is nothing to solve for"
            )
        positions = self.positions
        scores = tuple(outcome.scores or (int(not rank) for rank in outcome.ranks))
        result = scores, tuple(outcome.wins)
        number = self.ends.setdefault(result, len(self.ends))
        if number == positions.ends:
            for seat in range(positions.seats):
                positions.scores[seat].append(scores[seat])
                positions.wins[seat].append(outcome.wins[seat])
        if not self.ranked and max(outcome.ranks) > 0:
            first, last = outcome.ranks.index(0), outcome.ranks.index(max(outcome.ranks))
            positions.highest_wins, self.ranked = scores[first] > scores[last], True
        return number
