"""Whole games among players that search, as a game may be able to play them by itself, chunk by chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

FIRST_PILOT = 1 << 31
"""Streams of pilot games have indices from here on."""
PILOTS_A_DEAL = 4
"""So many pilot games begin with the same deal."""
MOST_PILOTS = 64
"""So many pilot games are played at most, as long as all scores are the same."""


def pilot_games(seats: int) -> int:
    """How many games are played at random before a search by score, to see what scores there are.

    >>> [pilot_games(seats) for seats in (1, 2, 4)]
    [16, 16, 8]
    """
    return -(-32 // max(2, seats))


@dataclass(frozen=True, slots=True)
class Searcher:
    """A built-in player with its options, as plain numbers: everything on which its choices depend."""

    kind: str
    """`random`, `pipmc`, `mcts`, `ismcts` or `moismcts`."""
    amount: int = 0
    """Tests of every option, or iterations."""
    samples: int = 1
    chunk: int = 1
    nodes: int = 1
    reward: str = "rank"
    unit: int = 2
    """The points of whoever is first."""
    apart: bool = False
    """Whether every option is tested on deals of its own."""
    explore: float = 0.0
    z: float = 0.0
    """Standard errors by which one option has to be ahead to end a search early; 0: never."""


@runtime_checkable
class PlaysContests(Protocol):
    """A game that plays whole games among searching players by itself."""

    def contests(self, seatings: Sequence[Sequence[Searcher]], *, max_steps: int, max_decisions: int) -> Any:
        """Plays games of some seatings in chunks; None if it cannot."""
