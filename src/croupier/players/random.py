"""The player who takes any option, all of them equally likely."""

from __future__ import annotations

from croupier.players.player import BlindPlayer


class RandomPlayer(BlindPlayer):
    """Takes any option, all of them equally likely.

    >>> from croupier.game import PLAYER, Stream
    >>> player = RandomPlayer(0, 4, Stream.of(7, PLAYER, 0))
    >>> [player.pick(3) for _ in range(8)]
    [1, 0, 0, 0, 2, 2, 2, 0]
    """

    strength = "none: the yardstick"
    cost = "nothing"

    def pick(self, count: int) -> int:
        """One of them, uniformly."""
        return self.stream.below(count)
