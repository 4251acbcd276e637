"""Whether a player goes by more than its view.

Two true states can look the same from a seat: a position of a real game, and the same position with the
hidden cards dealt anew. An honest player cannot tell them apart, so that over many seeds it makes the same
choices equally often in both; a deterministic one makes the very same choice for every seed. Of the two
only one is in memory at a time: a player who looks for it somewhere finds it, and is found out.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

from croupier.game import PLAYER, SAMPLE, Game, State, Stream
from croupier.players import Maker, Player, decision, named

Make = Callable[[int, int, Stream], Player]
"""Makes a player for a seat, a number of seats and a stream."""

POSITIONS = tuple((seed, 2 * seed) for seed in range(6))
"""Where players are asked unless somebody says otherwise: seeds, and decisions before that."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a player chose in two states that look the same to it."""

    position: str
    choices: tuple[tuple[int, ...], tuple[int, ...]]
    """The index of the option for every seed, in either state."""

    @property
    def identical(self) -> bool:
        """Whether every seed led to the same choice."""
        return self.choices[0] == self.choices[1]

    @property
    def p(self) -> float:
        """How likely such different distributions are if the player cannot tell the states apart."""
        return 1.0 if self.identical else _homogeneity(*map(Counter, self.choices))


def compare(
    player: str | Make, game: Game, *, seed: int, decisions: int = 0, seeds: int = 40
) -> Comparison | None:
    """Ask a player many times in two states that look the same; None if the game was over before that.

    The position is that of a random game after so many decisions. Where nothing is hidden that could be dealt
    otherwise the two states are the same.

    >>> from croupier import load
    >>> found = compare("pipmc:tests=2", load("kuhn_poker"), seed=1, seeds=5)
    >>> found.identical, found.p
    (True, 1.0)
    """
    make = named(player) if isinstance(player, str) else player
    state = _position(game, seed, decisions)
    if state is None:
        return None
    seat = state.to_move
    assert seat is not None
    true = _asked(make, state, seeds)
    twin = _dealt_anew(state, seed)
    del state
    gc.collect()
    return Comparison(f"{game.name}, seed {seed}, seat {seat}", (true, _asked(make, twin, seeds)))


def assert_no_cheating(
    player: str | Make,
    game: Game,
    *,
    positions: Sequence[tuple[int, int]] = POSITIONS,
    seeds: int = 40,
    level: float = 0.001,
) -> None:
    """Fail if a player's choices depend on what its seat may not know.

    Positions are seeds of random games, each with the number of decisions made before. `level` is how often
    an honest player that draws from sources of its own may fail.
    """
    found = [compare(player, game, seed=seed, decisions=n, seeds=seeds) for seed, n in positions]
    compared = [comparison for comparison in found if comparison is not None]
    assert compared, "all of these games were over before there was anything to decide"
    for comparison in compared:
        assert comparison.p * len(compared) >= level, (
            f"this player knows more than it may ({comparison.position}): the hidden cards alone changed its "
            f"choices from {dict(Counter(comparison.choices[0]))} to {dict(Counter(comparison.choices[1]))}"
        )


def _position(game: Game, seed: int, decisions: int) -> State | None:
    state, stream = game.start(seed), Stream.of(seed, PLAYER)
    for _ in range(decisions):
        if state.to_move is None:
            return None
        state.apply(stream.below(state.option_count))
    return None if state.to_move is None else state


def _dealt_anew(state: State, seed: int) -> State:
    """The same view with other hidden cards, if there are others."""
    assert state.to_move is not None
    view, seats = state.view(state.to_move), range(state.view(state.to_move).seats)
    twin = state
    for attempt in range(20):
        twin = view.sample(Stream.of(seed, SAMPLE, attempt))
        assert twin.view(view.seat) == view, "the sample does not agree with the view"
        if any(twin.view(seat) != state.view(seat) for seat in seats):
            break
    return twin


def _asked(make: Make | Maker, state: State, seeds: int) -> tuple[int, ...]:
    assert state.to_move is not None
    chosen = []
    for seed in range(seeds):
        view = state.view(state.to_move)
        player = make(view.seat, view.seats, Stream.of(seed, PLAYER, view.seat))
        try:
            chosen.append(decision(player, view).index)
        finally:
            player.close()
        assert not player.forfeited, f"the player has failed: {player.forfeited}"
    return tuple(chosen)


def _homogeneity(one: Counter[int], other: Counter[int]) -> float:
    """The p of the chi-square test that two distributions are the same (by Wilson and Hilferty)."""
    first, second = sum(one.values()), sum(other.values())
    square, options = 0.0, {*one, *other}
    for option in options:
        both = one[option] + other[option]
        for found, total in ((one[option], first), (other[option], second)):
            expected = both * total / (first + second)
            square += (found - expected) ** 2 / expected
    freedom = len(options) - 1
    if not freedom:
        return 1.0
    z = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    return erfc(z / sqrt(2)) / 2
