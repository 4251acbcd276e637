"""Games of one series as flat arrays: what was observed of every decision, option and seat.

Heuristics are sums over these arrays. Whoever has played the games, by kernel or decision by decision, fills
in the same numbers, and so comes to the same sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from croupier.lab.world import Deal, Observation

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

BUCKETS = 1024
"""Options are told apart by a hash of their keys: so many of them."""


def bucket(key: str) -> int:
    """The number by which an option is known again.

    >>> bucket("0(A♠)") == bucket("0(A♠)")
    True
    """
    return crc32(key.encode("utf-8", "replace")) % BUCKETS


@dataclass(frozen=True)
class Games:
    """Some games, in the order of their deals."""

    series: str
    seats: int
    teams: tuple[tuple[int, ...], ...]
    max_decisions: int
    deal_index: Integers
    """The number of each deal."""
    deal: Integers
    """The place, among the deals, of the deal of each game."""
    ai: Flags
    """Whether the AI sat there, by game and seat."""
    ended: Flags
    """Whether a game was played to the end."""
    ranks: Integers
    """Competition ranks from 0, by game and seat; -1 where there is no result."""
    scores: Integers
    decisions: Integers
    """How many decisions each game had, forced ones included."""
    length: Integers
    """How many of them are here."""
    seat: Integers
    """Who decided."""
    options: Integers
    """How many options there were."""
    chosen: Integers
    tried: Flags
    """Whether there are estimates of a decision."""
    estimates: Numbers
    """The expected standing by option and seat, of all decisions with estimates in turn."""
    squares: Numbers
    """The mean squared standing by option and seat, of the same; nan where nobody tells."""
    visits: Integers
    """How often each of these options was tried; -1 where nobody tells."""
    buckets: Integers
    """The numbers of all options of unforced decisions in turn; empty if nobody wants them."""
    base_ranks: Integers
    """The ranks on the same deal with random players only, by deal and seat; -1 where there are none."""
    ends: Integers
    """By decision, the lowest and the highest score that estimates go by; 1 and 0 where they go by places."""

    @cached_property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.deal_index)

    @cached_property
    def finished(self) -> Flags:
        """Whether a game has a result."""
        return self.ended & (self.ranks[:, 0] >= 0)

    @cached_property
    def start(self) -> Integers:
        """Where the decisions of each game begin."""
        return np.concatenate([[0], np.cumsum(self.length)[:-1]]).astype(np.int64)

    @cached_property
    def game(self) -> Integers:
        """The game of each decision."""
        return np.repeat(np.arange(len(self.length)), self.length)

    @cached_property
    def number(self) -> Integers:
        """The place of each decision in its game, from 0."""
        return np.arange(len(self.seat)) - self.start[self.game]

    @cached_property
    def tenth(self) -> Integers:
        """The tenth of the game in which each decision stands."""
        return np.minimum(9, 10 * self.number // np.maximum(1, self.length[self.game]))

    @cached_property
    def by_ai(self) -> Flags:
        """Whether the AI decided."""
        found: Flags = self.ai[self.game, self.seat]
        return found

    @cached_property
    def group(self) -> Integers:
        """The group of each game, for what is neither a mean nor a share."""
        from croupier.lab.world import GROUPS

        return self.deal_index[self.deal] % GROUPS

    # Results

    @cached_property
    def won(self) -> Flags:
        """Whether a seat has won."""
        found: Flags = (self.ranks == 0) & self.finished[:, None]
        return found

    @cached_property
    def win(self) -> Numbers:
        """A seat's part of the win."""
        found: Numbers = self.won / np.maximum(1, self.winners)[:, None]
        return found

    @cached_property
    def winners(self) -> Integers:
        """How many seats have won."""
        found: Integers = self.won.sum(axis=1)
        return found

    @cached_property
    def tied(self) -> Flags:
        """Whether the win is shared between teams; partners always share it."""
        teams = [self.won[:, list(team)].any(axis=1) for team in self.teams]
        found: Flags = np.sum(teams, axis=0) > 1 if teams else np.zeros(len(self.length), dtype=bool)
        return found

    @cached_property
    def team(self) -> Flags:
        """Whether two seats play together; a seat does with itself."""
        found = np.eye(self.seats, dtype=bool)
        for team in self.teams:
            found[np.ix_(team, team)] = True
        return found

    @cached_property
    def standing(self) -> Numbers:
        """How far up a seat has ended, from 0 to 1."""
        return standing(self.ranks, self.seats)

    # Decisions with estimates

    @cached_property
    def recorded(self) -> Recorded:
        """The decisions with estimates."""
        return Recorded(self)

    @staticmethod
    def of(series: str, deals: Sequence[Deal]) -> Games:
        """The games of some deals that were observed one by one."""
        return _gathered(series, deals)


class Recorded:
    """The decisions with estimates of some games, in their order."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.at = np.flatnonzero(games.tried)
        self.game = games.game[self.at]
        self.deal = games.deal[self.game]
        self.seat = games.seat[self.at]
        self.number = games.number[self.at]
        self.options = games.options[self.at]
        self.first = np.concatenate([[0], np.cumsum(self.options)[:-1]]).astype(np.int64)
        """Where the options of each decision begin."""

    def __len__(self) -> int:
        return len(self.at)

    @cached_property
    def of_option(self) -> Integers:
        """The decision of each option."""
        return np.repeat(np.arange(len(self)), self.options)

    @cached_property
    def own(self) -> Numbers:
        """The mover's own estimate of every option."""
        found: Numbers = self.games.estimates[np.arange(len(self.of_option)), self.seat[self.of_option]]
        return found

    def _first_highest(self, values: Numbers) -> tuple[Integers, Numbers]:
        """Of every decision the first of the best options, and its value."""
        if not len(self):
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        highest = np.maximum.reduceat(values, self.first)
        rows = np.arange(len(values))
        best = np.where(values == highest[self.of_option], rows, len(values))
        return np.minimum.reduceat(best, self.first), highest

    @cached_property
    def best(self) -> Integers:
        """The option that is best for the mover."""
        return self._first_highest(self.own)[0]

    @cached_property
    def second(self) -> Integers:
        """The best of the others."""
        others = self.own.copy()
        others[self.best] = -np.inf
        return self._first_highest(others)[0]

    @cached_property
    def standings(self) -> Numbers:
        """What every seat may expect if the mover takes what is best for itself: v of the formulas."""
        found: Numbers = self.games.estimates[self.best]
        return found

    @cached_property
    def errors(self) -> Numbers:
        """The standard error of each of these; 0 where nobody tells how tries differ.

        Tries of an option vary about its mean by as much as those of the others do about theirs: all options
        of a decision tell it together, since few equal tries of a single one would look certain.
        """
        if not len(self):
            return np.zeros((0, self.games.seats))
        tries = np.maximum(0, self.games.visits)[self.best]
        known = (tries > 0)[:, None]
        return np.where(known, self._deviation / np.sqrt(np.maximum(1, tries))[:, None], 0.0)

    @cached_property
    def _deviation(self) -> Numbers:
        """The standard deviation of single tries, by decision and seat; 0 where nobody tells it."""
        tries = np.maximum(0, self.games.visits)
        inside = tries[:, None] * np.maximum(0.0, self.games.squares - self.games.estimates**2)
        freedom = np.add.reduceat(np.maximum(0, tries - 1), self.first)
        variance = np.add.reduceat(inside, self.first, axis=0) / np.maximum(1, freedom)[:, None]
        return np.sqrt(np.where(np.isnan(variance), 0.0, variance))

    @cached_property
    def noise_spread(self) -> Numbers:
        """How much the best option would seem better than the worst if all were equal, at most.

        The options may have been tried on the same deals: then they differ by less.
        """
        if not len(self):
            return np.zeros(0)
        tries = np.maximum(1, np.add.reduceat(np.maximum(0, self.games.visits), self.first) / self.options)
        error = self._deviation[np.arange(len(self)), self.seat] / np.sqrt(tries)
        # The expected range of so many normal numbers, by the approximation of Blom.
        counts, place = np.unique(self.options, return_inverse=True)
        ranges = np.array([2 * NormalDist().inv_cdf((n - 0.375) / (n + 0.25)) for n in counts.tolist()])
        found: Numbers = error * ranges[place.ravel()]
        return found

    @cached_property
    def spread(self) -> Numbers:
        """How much the best option is better than the worst."""
        if not len(self):
            return np.zeros(0)
        found: Numbers = self.own[self.best] - np.minimum.reduceat(self.own, self.first)
        return found

    @cached_property
    def mean(self) -> Numbers:
        """The mean of the mover's estimates."""
        if not len(self):
            return np.zeros(0)
        found: Numbers = np.add.reduceat(self.own, self.first) / self.options
        return found

    @cached_property
    def games_with(self) -> Integers:
        """The games that have any of them, in order."""
        return np.unique(self.game)

    @cached_property
    def begin(self) -> Integers:
        """Where the decisions of each of these games begin."""
        return np.searchsorted(self.game, self.games_with).astype(np.int64)

    @cached_property
    def counted(self) -> Integers:
        """How many decisions each of these games has here."""
        return np.diff(np.append(self.begin, len(self)))

    def by_game(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sums over the decisions of each of these games."""
        if not len(self):
            return values[:0]
        found: NDArray[Any] = np.add.reduceat(values, self.begin, axis=0)
        return found

    @cached_property
    def is_first(self) -> Flags:
        """Whether a decision is the first of its game here."""
        found = np.zeros(len(self), dtype=bool)
        found[self.begin] = True
        return found


def standard_errors(values: Numbers, tries: Integers) -> Numbers:
    """How far estimates may be off by chance, as one standard error.

    A standing between 0 and 1 with mean m varies by m(1 - m) at most. Two more tries are assumed, one that
    got nothing and one that got everything: a few equal results prove little.
    """
    known = tries >= 0
    n = np.where(known, tries, 0) + 2.0
    mean = (values * (n - 2) + 1) / n
    return np.where(known, np.sqrt(np.maximum(0.0, mean * (1 - mean)) / n), 0.0)


def standing(ranks: Integers, seats: int) -> Numbers:
    """How far up ranks are, from 0 to 1."""
    return (seats - 1 - ranks) / (seats - 1) if seats > 1 else np.ones(ranks.shape)


def _gathered(series: str, deals: Sequence[Deal]) -> Games:
    games = [game for deal in deals for game in deal.games]
    seats = games[0].seats if games else 1
    decisions = [decision for game in games for decision in game.decisions]
    tried = [decision for decision in decisions if decision.estimates is not None]
    rows = [row for decision in tried for row in decision.estimates or ()]
    unknown = float("nan")
    squares = [
        row
        for d in tried
        for row in (d.squares if d.squares is not None else ((unknown,) * seats,) * len(d.options))
    ]
    visits = [n for d in tried for n in (d.visits or (-1,) * len(d.options))]
    wanted = series == "ai"
    buckets = [bucket(key) for d in decisions if wanted and not d.forced for key in d.keys or d.options]
    return Games(
        series,
        seats,
        games[0].teams if games else (),
        games[0].max_decisions if games else 0,
        np.array([deal.index for deal in deals], dtype=np.int64),
        np.array([i for i, deal in enumerate(deals) for _ in deal.games], dtype=np.int64),
        np.array([seat in game.ai for game in games for seat in range(seats)], dtype=bool).reshape(-1, seats),
        np.array([game.ended for game in games], dtype=bool),
        np.array([_ranks(game) for game in games], dtype=np.int64).reshape(-1, seats),
        np.array([_scores(game) for game in games], dtype=np.int64).reshape(-1, seats),
        np.array([game.played.decisions for game in games], dtype=np.int64),
        np.array([len(game.decisions) for game in games], dtype=np.int64),
        np.array([d.seat for d in decisions], dtype=np.int64),
        np.array([len(d.options) for d in decisions], dtype=np.int64),
        np.array([d.chosen for d in decisions], dtype=np.int64),
        np.array([d.estimates is not None for d in decisions], dtype=bool),
        np.array(rows, dtype=np.float64).reshape(-1, seats),
        np.array(squares, dtype=np.float64).reshape(-1, seats),
        np.array(visits, dtype=np.int64),
        np.array(buckets, dtype=np.int64),
        np.array(
            [_ranks(deal.baseline) if deal.baseline is not None else (-1,) * seats for deal in deals],
            dtype=np.int64,
        ).reshape(-1, seats),
        np.array([_within(d.scores or (1, 0)) for d in decisions], dtype=np.int64).reshape(-1, 2),
    )


def _ranks(game: Observation) -> tuple[int, ...]:
    return game.ranks if game.finished else (-1,) * game.seats


def _scores(game: Observation) -> tuple[int, ...]:
    """The scores as far as 64 bits hold them: only margins are made of them."""
    return _within(game.played.outcome.scores if game.finished else (0,) * game.seats)


def _within(scores: Sequence[int]) -> tuple[int, ...]:
    """Scores as far as 64 bits hold them."""
    most = 2**62
    return tuple(max(-most, min(most, score)) for score in scores)
