"""Games whose chance can be enumerated: every result of a shuffle or a draw, with its exact weight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from croupier.game.outcome import Outcome
from croupier.game.protocol import Option
from croupier.text.errors import CroupierError

MOST_OUTCOMES = 1_000_000
"""More results of one draw than this are not enumerated."""


class TooManyOutcomes(CroupierError, ValueError):
    """Chance has more results at one point than can be listed."""

    def __init__(self, count: int) -> None:
        super().__init__(f"chance has {count:,} results at one point of this game")
        self.count = count


class Standing(Protocol):
    """A game in progress, as far as a walk through all of its histories asks it."""

    @property
    def to_move(self) -> int | None: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def option_count(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def view(self, seat: int) -> Any:
        """All that a player in that seat is ever given; it has a `fingerprint`."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game at a decision or at its end, and which of its cards are still open to chance."""

    state: Standing
    loose: tuple[frozenset[int], ...] = ()
    """Groups of cards: how the cards of a group lie among the places of the group is not decided yet."""


Outcomes = Sequence[tuple[Fraction, Position]]
"""The results of chance: weights that sum to one, and where each leads."""


def complete(outcomes: Outcomes) -> Outcomes:
    """The same results, after their weights have been added up."""
    total = sum((weight for weight, _ in outcomes), Fraction(0))
    if total != 1:
        raise ArithmeticError(f"the weights of chance sum to {total}, not to 1")
    return outcomes


Roll = Callable[[int], int]
"""Draws a number below another one."""


class ExplicitGame(Protocol):
    """A game that lists what chance may do instead of doing it."""

    @property
    def ignoring(self) -> tuple[str, ...]:
        """Attributes that make no difference, and are not on its cards."""

    def beginnings(self) -> Outcomes:
        """All positions in which it may begin."""

    def after(self, position: Position, option: int) -> Outcomes:
        """All positions to which an option may lead."""

    def key(self, position: Position) -> bytes | None:
        """Equal for positions from which everything goes on alike; None if that cannot be told."""

    def one_beginning(self, roll: Roll) -> tuple[Fraction, Position]:
        """One of the beginnings, drawn by its weight."""

    def one_after(self, position: Position, option: int, roll: Roll) -> tuple[Fraction, Position]:
        """One of the positions to which an option may lead, drawn by its weight."""
