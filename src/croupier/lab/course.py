"""How games go from beginning to end, counted: the winner's lead, the options, and what is at stake.

For the lead, a game is cut into :data:`PARTS` of equally many decisions, so that long games and short ones
can be laid on top of each other. Options are counted by rounds of as many decisions as there are seats, since
whoever leads to a trick has other choices than those who follow. All is rounded to steps, so that counts stay
small however many games there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

import numpy as np

from croupier.lab.games import Flags, Games, Numbers

if TYPE_CHECKING:
    from croupier.lab.measures import Measures
    from croupier.lab.world import Observation, World

PARTS = 20
STEPS = 60
"""A lead or a spread is rounded to so many steps from 0 to 1."""

MOST_OPTIONS = 1000
"""More options than that are counted as that many."""

MOST_ROUNDS = 250
"""What comes later in a game is not counted for options and spread."""

LONGER = 0.05
"""The course of options is followed as long as so many games of all have come so far."""

LEAD, OPTIONS, SPREAD = "course.lead", "course.options", "course.spread"


def count_course(games: Games, into: Measures) -> None:
    """Count how some games went: options and spread by round, the winner's lead by part of the game."""
    early = games.number < MOST_ROUNDS * games.seats
    offered = np.minimum(MOST_OPTIONS, games.options[early])
    into.count(OPTIONS, games.deal[games.game][early], games.number[early] // games.seats, offered)
    told = games.recorded
    early = told.number < MOST_ROUNDS * games.seats
    spread = np.rint(STEPS * told.spread[early]).astype(np.int64)
    into.count(SPREAD, told.deal[early], told.number[early] // games.seats, spread)
    ahead, known = leads_of(games)
    which = told.games_with[known[told.begin]] if len(told) else told.games_with
    if not len(which):
        return
    # Where nothing new is known, what was known before still holds.
    parts = told.game * PARTS + PARTS * told.number // games.length[told.game]
    part = np.tile(np.arange(PARTS), len(which))
    of_game = np.repeat(which, PARTS)
    last = np.searchsorted(parts, of_game * PARTS + part, side="right") - 1
    first = np.repeat(told.begin[np.searchsorted(told.games_with, which)], PARTS)
    steps = np.rint(STEPS * ahead[np.maximum(first, last)]).astype(np.int64)
    into.count(LEAD, games.deal[of_game], part, steps)


def leads_of(games: Games) -> tuple[Numbers, Flags]:
    """By how much the later winner is ahead of its best rival at each recorded decision, and where it is."""
    told = games.recorded
    rivals = ~((games.won.astype(np.int64) @ games.team.astype(np.int64)) > 0)
    known = games.finished & rivals.any(axis=1)
    of_game = told.game
    winners = np.where(games.won[of_game], told.standings, 0.0).sum(axis=1)
    best = np.where(rivals[of_game], told.standings, -np.inf).max(axis=1, initial=-np.inf)
    return winners / np.maximum(1, games.winners)[of_game] - best, known[of_game]


def winners_leads(game: Observation) -> list[tuple[int, float]]:
    """By how much the later winner was ahead of its best rival, by the number of each recorded decision.

    Of several winners it is the mean; nothing if all have won, or nobody has.
    """
    teams = {seat: team for team in game.teams for seat in team}
    winners = game.winners
    rivals = [seat for seat in range(game.seats) if not set(teams.get(seat, (seat,))) & set(winners)]
    if not winners or not rivals:
        return []
    return [
        (d.number, fsum(d.standings[w] for w in winners) / len(winners) - max(d.standings[r] for r in rivals))
        for d in game.recorded
    ]


@dataclass(frozen=True, slots=True)
class Moment:
    """How something was spread over all games at some point of them."""

    at: float
    """Where: the share of the game that is over, or the number of the decision."""
    n: int
    mean: float
    low: float
    """One of ten was lower."""
    lower: float
    """One of four."""
    median: float
    upper: float
    high: float


def leads(world: World) -> list[Moment]:
    """The lead of the later winner over the course of the game, from 0 to 1."""
    return [
        _moment((part + 0.5) / PARTS, counts, STEPS) for part, counts in _by_place(world, LEAD, 1).items()
    ]


def choices(world: World, seats: int, most: int = 40) -> tuple[list[Moment], list[Moment]]:
    """The options, and the spread where it is known, by decision; rounds are joined if there are many."""
    single = _by_place(world, OPTIONS, 1)
    whole = max((sum(counts.values()) for counts in single.values()), default=0)
    reached = [turn for turn, counts in single.items() if sum(counts.values()) >= LONGER * whole]
    rounds = max(reached, default=0) + 1
    width = -(-rounds // most)

    def told(key: str, unit: int) -> list[Moment]:
        return [
            _moment(((place + 0.5) * width * seats) + 0.5, counts, unit)
            for place, counts in _by_place(world, key, width).items()
            if place * width < rounds
        ]

    return told(OPTIONS, 1), told(SPREAD, STEPS)


def _by_place(world: World, key: str, width: int) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = {}
    for thing, times in world.count_of(key).items():
        assert isinstance(thing, tuple)
        found.setdefault(thing[0] // width, Counter())[thing[1]] += times
    return dict(sorted(found.items()))


def _moment(at: float, counts: Counter[int], unit: int) -> Moment:
    n = sum(counts.values())
    place = _places(counts)
    low, lower, median, upper, high = (place(share) / unit for share in (0.1, 0.25, 0.5, 0.75, 0.9))
    mean = sum(value * times for value, times in counts.items()) / n / unit
    return Moment(at, n, mean, low, lower, median, upper, high)


def _places(counts: Counter[int]) -> Callable[[float], int]:
    ordered, n = sorted(counts.items()), sum(counts.values())

    def at(share: float) -> int:
        """The value at a share of all of them in order."""
        place = share * (n - 1)
        for value, times in ordered:
            place -= times
            if place < 0:
                return value
        return ordered[-1][0]

    return at
