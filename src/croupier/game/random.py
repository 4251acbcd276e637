"""The random stream: one documented generator, the same on every platform, engine and Python version.

The generator is xoshiro256++ (Blackman and Vigna), its four words filled by SplitMix64. A stream belongs to
a seed, a *kind* (the deal, a player, a sample, scratch work) and an index, so that the streams of one game
are independent of each other. These streams are mixed by steps that can be undone: whoever holds one can
compute the seed. So no player is ever handed one of them: `player_stream` makes those that players get.

How draws are made is fixed, and every engine follows it:

* ``below(n)`` for n up to 2³² takes the upper half x of one output, multiplies, and keeps the upper half of
  x·n; the few values that would make some results likelier are drawn again (Lemire's method). Larger n take
  the top bits of an output until they are below n. ``below(1)`` draws nothing.
* ``shuffle`` takes one output as the key of a SplitMix64 generator of its own, and with that runs
  Fisher-Yates from the last place down. An engine may therefore put off drawing the places it has not
  reached: the stream itself has moved on by exactly one output.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

DEAL, PLAYER, SAMPLE, SCRATCH = range(4)
"""The kinds of streams: the game's own chance, a player's, a sample's, and that of building options."""

_MASK = (1 << 64) - 1
_HALF = (1 << 32) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_LOWEST = -(1 << 63)


def _mixed(z: int) -> int:
    """SplitMix64's output function."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def stream_key(kind: int, index: int) -> int:
    """What the streams of one kind and index have in common, whatever the seed."""
    return _mixed(((kind << 32) + index + 1) * _GOLDEN & _MASK)


def seed_word(seed: int) -> int:
    """Returns a seed as the 64 bits that generators start from; a longer one is hashed, so that all counts.

    >>> seed_word(7), seed_word(-1) == 2**64 - 1, seed_word(7 + 2**64) == 7
    (7, True, False)
    """
    if _LOWEST <= seed <= _MASK:
        return seed & _MASK
    return int.from_bytes(blake2b(b"%d" % seed, digest_size=8, person=b"croupier seed").digest(), "little")


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of an experiment: by its index, whoever plays it and in which order.

    >>> game_seed(1, 0) != game_seed(1, 1)
    True
    """
    return _mixed((_mixed((seed_word(seed) + _GOLDEN) & _MASK) + (index + 1) * _GOLDEN) & _MASK)


def player_stream(seed: int, seat: int) -> Stream:
    """The stream that a player is handed in a game of that seed: the same every time, and it tells nothing.

    BLAKE2b, with the seed as its key, cannot be undone. So a stream leads neither to the seed, and with it
    to the deal, nor to the stream of another seat.

    >>> player_stream(7, 0) == player_stream(7, 0), player_stream(7, 0) == player_stream(7, 1)
    (True, False)
    """
    key = b"%d" % seed
    if len(key) > blake2b.MAX_KEY_SIZE:
        key = blake2b(key).digest()
    found = blake2b(b"%d" % seat, digest_size=32, key=key, person=b"croupier player").digest()
    return Stream(*(int.from_bytes(found[at : at + 8], "little") for at in (0, 8, 16, 24)))


class Stream:
    """A stream of random numbers.

    >>> stream = Stream.of(seed=7)
    >>> [stream.below(6) for _ in range(8)]
    [1, 2, 5, 2, 2, 5, 0, 2]
    """

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, a: int, b: int, c: int, d: int) -> None:
        self._a, self._b, self._c, self._d = a, b, c, d

    @staticmethod
    def of(seed: int, kind: int = DEAL, index: int = 0) -> Stream:
        """The stream of a seed, a kind and an index; players are handed those of `player_stream` instead."""
        at = _mixed((seed_word(seed) + _GOLDEN) & _MASK) ^ stream_key(kind, index)
        return Stream(*(_mixed((at + k * _GOLDEN) & _MASK) for k in (1, 2, 3, 4)))

    def next(self) -> int:
        """The next 64 random bits."""
        a, b, c, d = self._a, self._b, self._c, self._d
        total = (a + d) & _MASK
        result = ((((total << 23) | (total >> 41)) & _MASK) + a) & _MASK
        t = (b << 17) & _MASK
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ t
        self._d = ((d << 45) | (d >> 19)) & _MASK
        return result

    def below(self, n: int) -> int:
        """A random integer from 0 to n - 1, every one equally likely."""
        if n <= 1:
            return 0
        if n > _HALF:
            shift = 64 - (n - 1).bit_length()
            while (found := self.next() >> shift) >= n:
                pass
            return found
        return _below(self.next, n)

    def shuffle(self, items: list[Any]) -> None:
        """Put a list into a uniformly random order."""
        state = self.next()

        def split() -> int:
            nonlocal state
            state = (state + _GOLDEN) & _MASK
            return _mixed(state)

        for last in range(len(items) - 1, 0, -1):
            other = _below(split, last + 1)
            items[last], items[other] = items[other], items[last]

    @property
    def words(self) -> tuple[int, int, int, int]:
        """The four words of its state."""
        return self._a, self._b, self._c, self._d

    @words.setter
    def words(self, words: tuple[int, int, int, int]) -> None:
        self._a, self._b, self._c, self._d = (word & _MASK for word in words)

    def copy(self) -> Stream:
        """A stream that goes on exactly as this one."""
        return Stream(self._a, self._b, self._c, self._d)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and (self._a, self._b, self._c, self._d) == (
            other._a,
            other._b,
            other._c,
            other._d,
        )

    def __hash__(self) -> int:
        return hash((self._a, self._b, self._c, self._d))


def _below(draw: Any, n: int) -> int:
    product = (draw() >> 32) * n
    low = product & _HALF
    if low < n:
        unfair = (1 << 32) % n
        while low < unfair:
            product = (draw() >> 32) * n
            low = product & _HALF
    return int(product >> 32)
