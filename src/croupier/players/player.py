"""What a player is: somebody at a seat who chooses among options, and never sees the state behind them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from croupier.game import Option, Stream


class Player(ABC):
    """Decides for one seat in one game; whatever it draws comes from its own stream."""

    def __init__(self, seat: int, seats: int, stream: Stream) -> None:
        self.seat = seat
        self.seats = seats
        self.stream = stream

    @abstractmethod
    def choose(self, options: tuple[Option, ...]) -> Option:
        """One of the options, of which there are at least two."""


class BlindPlayer(Player):
    """A player who need not know more than how many options there are: nobody has to describe them."""

    @abstractmethod
    def pick(self, count: int) -> int:
        """The number of the chosen option, counted from 0."""

    def choose(self, options: tuple[Option, ...]) -> Option:
        """The option that `pick` picks."""
        return options[self.pick(len(options))]


Maker = Callable[[int, int, Stream], Player]
"""Makes a player for a seat, a number of seats and a stream."""
