"""Two players who look for more than they may know, and play by it where they find it.

One computes the seed of the game from the random stream that it is handed. The other follows references from
whatever it is handed to a state that looks like the game it plays.
"""

from __future__ import annotations

from typing import Any, ClassVar
from zlib import crc32

from croupier.game import Option, Stream
from croupier.game.random import PLAYER, stream_key
from croupier.players import Player

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Spy(Player):
    """Plays by the hand of the seat behind it if it finds the true state; else it takes the first option."""

    learnt: ClassVar[list[str]] = []
    """What spies have found, in the order in which they found it."""

    def __init__(self, seat: int, seats: int, stream: Stream, **options: Any) -> None:
        super().__init__(seat, seats, stream, **options)
        self.watches = True
        self.secret: int | None = None

    def watch(self, view: Any) -> None:
        """Look for the state while somebody else decides."""
        self._learn(view)

    def choose(self, view: Any) -> Option:
        """Play by what was found."""
        self._learn(view)
        return view.options[0 if self.secret is None else self.secret % len(view.options)]  # type: ignore[no-any-return]

    def _learn(self, view: Any) -> None:
        state = self.true_state(view)
        if state is not None:
            rival = state.view((self.seat + 1) % self.seats)
            told = repr(rival.slots) if rival.slots else rival.digest
            self.secret = crc32(told.encode())
            self.learnt.append(f"seat {self.seat}: {told}")

    def true_state(self, view: Any) -> Any:
        """The state of the game that is played, if there is a way to it."""
        raise NotImplementedError


class Inverter(Spy):
    """Undoes the mixing of its stream, and deals the game again from the seed that comes out."""

    learnt: ClassVar[list[str]] = []

    def true_state(self, view: Any) -> Any:
        """The game of the seed, if its beginning looks as the table does."""
        if self.secret is not None:
            return None
        state = view.game.start(seed_behind(self.stream, self.seat))
        return state if state.view(self.seat) == view else None


def seed_behind(stream: Stream, seat: int) -> int:
    """Returns the seed whose `Stream.of(seed, PLAYER, seat)` this is, if nothing was drawn from it yet."""
    at = (_unmixed(stream.words[0]) - _GOLDEN) & _MASK
    return (_unmixed(at ^ stream_key(PLAYER, seat)) - _GOLDEN) & _MASK


def _unmixed(z: int) -> int:
    """SplitMix64's output function, backwards."""
    z = _unshifted(z, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & _MASK
    z = _unshifted(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & _MASK
    return _unshifted(z, 30)


def _unshifted(z: int, shift: int) -> int:
    found = z
    for _ in range(64 // shift):
        found = z ^ (found >> shift)
    return found
