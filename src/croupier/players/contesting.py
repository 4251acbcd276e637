"""Built-in players as plain numbers, for games that play whole games among them by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from croupier.game import PLAYER
from croupier.game.contest import Searcher
from croupier.game.hosting import HostedGame
from croupier.game.random import stream_key
from croupier.players.budget import quantile
from croupier.players.ismcts import ISMCTSPlayer, MOISMCTSPlayer
from croupier.players.maker import Maker
from croupier.players.mcts import MCTSPlayer
from croupier.players.pipmc import PIPMCPlayer
from croupier.players.random import RandomPlayer
from croupier.players.reward import SCORE_UNIT, reward
from croupier.players.searching import reward_of
from croupier.players.settings import values

_KINDS = {
    RandomPlayer: "random",
    PIPMCPlayer: "pipmc",
    MCTSPlayer: "mcts",
    ISMCTSPlayer: "ismcts",
    MOISMCTSPlayer: "moismcts",
}
_BY_PYTHON = {"time": None, "belief": "none", "rollout": "random", "reuse": "no"}
"""Options that kernels know nothing of, and the values with which they need not."""

Words = NDArray[np.uint64]


def searcher(maker: Maker, game: HostedGame) -> Searcher | None:
    """Returns a player as plain numbers; None if it is not built in, or has options that kernels have not.

    >>> from croupier import load
    >>> from croupier.players import named
    >>> hearts = load("hearts")
    >>> searcher(named("pipmc:tests=32:reward=rank"), hearts).unit, searcher(named("ismcts:time=1s"), hearts)
    (6, None)
    """
    kind = _KINDS.get(maker.kind)
    if kind is None or maker.make is not None:
        return None
    if kind == "random":
        return Searcher(kind)
    chosen = values(kind, maker.kind.settings, maker.options)
    if any(chosen.get(name, plain) != plain for name, plain in _BY_PYTHON.items()):
        return None
    by = reward_of(chosen["reward"], game)
    return Searcher(
        kind,
        chosen["tests" if kind == "pipmc" else "iterations"],
        chosen.get("samples", 1),
        chosen.get("chunk", 1),
        chosen.get("nodes", 1),
        by,
        SCORE_UNIT if by == "score" else reward(by, game.seats).unit,
        chosen.get("deals", "same") == "own",
        float(chosen.get("explore", 0.0)),
        0.0 if chosen["confidence"] is None else quantile(chosen["confidence"]),
    )


def searchers(seatings: Sequence[Sequence[Maker]], game: HostedGame) -> list[list[Searcher]] | None:
    """Returns the players of all seatings as plain numbers; None if one of them cannot be one."""
    found: list[list[Searcher]] = []
    for seating in seatings:
        plain = [searcher(maker, game) for maker in seating]
        if any(one is None for one in plain):
            return None
        found.append([one for one in plain if one is not None])
    return found


def player_streams(
    makers: Sequence[Maker], seeds: Sequence[int], salt: int | None = None
) -> NDArray[np.int64]:
    """Returns the four words of every player's stream, by game and seat: those of `Maker.stream`.

    With a salt, the streams are made anew from it and from the first output of those.
    """
    return Streams(len(makers), seeds).of([draws_openly(maker) for maker in makers], salt)


def draws_openly(maker: Maker) -> bool:
    """Returns whether a player's stream may be computed from the seed without a hash: see `Maker.stream`."""
    return maker.kind is RandomPlayer


class Streams:
    """The streams of all players in games of some seeds; who sits where is asked later, and costs nothing."""

    def __init__(self, seats: int, seeds: Sequence[int]) -> None:
        plain = np.array(seeds, dtype=np.uint64)
        keys = [b"%d" % seed for seed in seeds]
        self._words = np.empty((2, len(seeds), seats, 4), dtype=np.uint64)
        for seat in range(seats):
            name = b"%d" % seat
            hashed = [
                blake2b(name, digest_size=32, key=key, person=b"croupier player").digest() for key in keys
            ]
            self._words[0, :, seat] = np.frombuffer(b"".join(hashed), dtype="<u8").reshape(-1, 4)
            self._words[1, :, seat] = _filled(plain, seat)

    def of(self, openly: Sequence[bool], salt: int | None = None) -> NDArray[np.int64]:
        """Returns the words by game and seat, where these seats draw openly; with a salt, made anew."""
        seats = np.arange(len(openly))
        words: Words = self._words[np.array(openly, dtype=np.int64), :, seats].swapaxes(0, 1)
        if salt is not None:
            words = np.stack([_filled(_first_output(words[:, seat]), salt) for seat in seats], axis=1)
        return np.ascontiguousarray(words).view(np.int64)

    def of_games(self, games: NDArray[np.int64], openly: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Returns the words of single games, by the place of their seed and by who draws openly there."""
        seats = np.arange(openly.shape[1])
        words: Words = self._words[openly.astype(np.int64), games[:, None], seats]
        return words.view(np.int64)


_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _mixed(z: Words) -> Words:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _filled(seeds: Words, index: int) -> Words:
    """The words of `Stream.of(seed, PLAYER, index)`."""
    at = _mixed(seeds + _GOLDEN) ^ np.uint64(stream_key(PLAYER, index))
    return np.stack([_mixed(at + np.uint64(k * int(_GOLDEN) % (1 << 64))) for k in (1, 2, 3, 4)], axis=1)


def _first_output(words: Words) -> Words:
    """The first output of each stream."""
    a, d = words[:, 0], words[:, 3]
    total = a + d
    return ((total << np.uint64(23)) | (total >> np.uint64(41))) + a
