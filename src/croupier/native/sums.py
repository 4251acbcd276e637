"""What many games come to, as kernels add it up: `add_game` in `lower/runtime/games.py` writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.game import Status
from croupier.kernel import Words
from croupier.native.lower.runtime import CONSTANTS

FIRST_SEAT, A_SEAT = CONSTANTS["OUT_SEATS"], 5


@dataclass(frozen=True, slots=True)
class SeatSums:
    """What one seat came to."""

    wins: int = 0
    """In parts of a win: `croupier.lab.statistics.WIN` is a whole one."""
    scores: int = 0
    squared_scores: int = 0
    least: int = 0
    most: int = 0
    ranks: int = 0
    """Competition ranks from 0; only of playouts."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What the ordinary games of a batch came to, and which the others are.

    Decisions, options and forced decisions are summed, squared and multiplied game by game.
    """

    games: int = 0
    decisions: int = 0
    squared_decisions: int = 0
    fewest_decisions: int = 0
    most_decisions: int = 0
    options: int = 0
    squared_options: int = 0
    options_by_decisions: int = 0
    forced: int = 0
    squared_forced: int = 0
    forced_by_decisions: int = 0
    ties: int = 0
    """Games whose win is shared between teams."""
    lengths: Mapping[int, int] = field(default_factory=dict)
    """How many games had so many decisions; not of playouts."""
    seats: tuple[SeatSums, ...] = ()
    odd: tuple[int, ...] = ()
    """The indices of the games that are left to be played one by one."""
    ended: Mapping[int, Status] = field(default_factory=dict)
    """How those of them ended that did not finish, where there is nothing else to tell of them."""

    @staticmethod
    def of(out: Words) -> Sums:
        """As a kernel has written them down."""
        if not out[0]:
            return Sums()
        seats = tuple(SeatSums(*out[k : k + A_SEAT]) for k in range(FIRST_SEAT, len(out), A_SEAT))
        summed: Any = out[:12]
        return replace(Sums(*summed), seats=seats)
