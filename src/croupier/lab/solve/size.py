"""How large the tree of a game is, estimated before it is walked through.

A few games are played at random. Each history on the way stands for as many as it was unlikely to come there
(Knuth, 1975): the mean of that is the number of histories, whatever the tree looks like.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum
from time import process_time

from croupier.game import SCRATCH, Stream
from croupier.game.chance import ExplicitGame, Position
from croupier.lab.solve.tree import END_BYTES, NODE_BYTES, SET_BYTES

MOST_PROBES, FEWEST_PROBES = 200, 20
SECONDS = 1.0
"""So long games are played for the estimate, unless a few take longer."""


@dataclass(frozen=True, slots=True)
class Size:
    """An estimate."""

    histories: float
    ends: float
    decisions: tuple[float, ...]
    """By seat, the histories at which it decides: it has at most so many information sets."""
    chances: float
    """The results of chance, all chance nodes together."""
    seconds: float
    """What the walk will take."""
    probes: int

    @property
    def memory(self) -> float:
        """How many bytes the tree will take at most."""
        return self.histories * NODE_BYTES + self.ends * END_BYTES + fsum(self.decisions) * SET_BYTES


@dataclass(slots=True)
class _Sums:
    seats: int
    histories: float = 0.0
    ends: float = 0.0
    chances: float = 0.0
    steps: int = 0
    decisions: list[float] = field(default_factory=list)

    def add_chance(self, weight: Fraction, stood_for: float) -> float:
        """A result of chance is reached; returns how many histories the next one stands for."""
        if weight == 1:
            return stood_for
        try:
            ways = float(1 / weight)
        except OverflowError:
            ways = float("inf")
        self.histories += stood_for
        self.chances += stood_for * ways
        return stood_for * ways


def estimated(game: ExplicitGame, seats: int, seed: int) -> Size:
    """The size of a game."""
    sums = _Sums(seats, decisions=[0.0] * seats)
    begun, probes = process_time(), 0
    while probes < MOST_PROBES and (probes < FEWEST_PROBES or process_time() - begun < SECONDS):
        _probe(game, sums, Stream.of(seed, SCRATCH, probes))
        probes += 1
    pace = (process_time() - begun) / max(1, sums.steps)
    histories = sums.histories / probes
    return Size(
        histories,
        sums.ends / probes,
        tuple(one / probes for one in sums.decisions),
        sums.chances / probes,
        histories * pace,
        probes,
    )


def _probe(game: ExplicitGame, sums: _Sums, stream: Stream) -> None:
    weight, position = game.one_beginning(stream.below)
    stands_for = sums.add_chance(weight, 1.0)
    while True:
        sums.histories += stands_for
        sums.steps += 1
        if position.state.outcome is not None:
            sums.ends += stands_for
            return
        position, stands_for = _step(game, sums, position, stands_for, stream)


def _step(
    game: ExplicitGame, sums: _Sums, position: Position, stands_for: float, stream: Stream
) -> tuple[Position, float]:
    state = position.state
    mover, count = state.to_move, state.option_count
    assert mover is not None
    for seat in range(sums.seats):
        # The walk takes their keys: so the pace is that of the walk.
        state.view(seat).fingerprint()
    sums.decisions[mover] += stands_for
    weight, after = game.one_after(position, stream.below(count), stream.below)
    return after, sums.add_chance(weight, stands_for * count)


def time_text(seconds: float) -> str:
    """A time for people."""
    if seconds < 100:
        return f"{max(seconds, 0.1):.1f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    hours = seconds / 3600
    return (
        f"{hours:,.0f} h"
        if hours < 1e5
        else f"{hours / 8766:.0e} years".replace("e+0", "e").replace("e+", "e")
    )
