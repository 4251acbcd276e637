"""Players by name, as `--players` knows them."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.players.player import Maker
from croupier.players.random import RandomPlayer
from croupier.text import did_you_mean

PLAYERS: dict[str, Maker] = {"random": RandomPlayer}
"""Every known player by name."""


class PlayerError(ValueError):
    """Players that cannot be seated; the message says what is possible."""


def named(name: str) -> Maker:
    """What makes the players of a name.

    >>> named("random") is RandomPlayer
    True
    >>> named("randon")
    Traceback (most recent call last):
    croupier.players.names.PlayerError: there is no player 'randon': did you mean `random`? Known are: random
    """
    if name in PLAYERS:
        return PLAYERS[name]
    hint = did_you_mean(name, PLAYERS)
    raise PlayerError(
        f"there is no player {name!r}{f': {hint}' if hint else '.'} Known are: {', '.join(PLAYERS)}"
    )


def seated(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The name of the player at every seat: a single name stands for all of them.

    >>> seated(["random"], 3)
    ('random', 'random', 'random')
    >>> seated(["random", "random"], 3)
    Traceback (most recent call last):
    croupier.players.names.PlayerError: 2 players for 3 seats: give one for all, or 3 separated by commas
    """
    for name in names:
        named(name)
    if len(names) not in (1, seats):
        raise PlayerError(
            f"{len(names)} players for {seats} seats: give one for all, or {seats} separated by commas"
        )
    return tuple(names) if len(names) == seats else (names[0],) * seats
