"""How games go: what the seats may expect at each decision, from the first to the last."""

from __future__ import annotations

import numpy as np

from croupier.lab.games import Flags, Games, Integers
from croupier.lab.heuristic import ENGINE, OURS, TABLES, ArrayHeuristic, Score
from croupier.lab.heuristics.wording import among, data, number, percent, shifted
from croupier.lab.measures import Measures
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import Estimate
from croupier.lab.world import SKILLED

NO_CHOICE = "no decision with estimates was recorded: nobody ever had a choice, or the AI records none"
NEARLY_WON = 0.8

ERRORS = 2.0
"""What changes by less than so many standard errors is taken for noise."""


def threshold(seats: int) -> float:
    """t: what a winner has to fear being below, half way between the first place and the second."""
    return (1 + (seats - 2) / (seats - 1)) / 2


def _told(games: Games) -> Integers:
    """The games with a result in which somebody searched, and not alone."""
    if games.seats < 2:
        return np.zeros(0, dtype=np.int64)
    with_estimates = games.recorded.games_with
    return with_estimates[games.finished[with_estimates]]


def _places(games: Games, which: Integers) -> Integers:
    """Where some games stand among those with estimates."""
    return np.searchsorted(games.recorded.games_with, which)


def _behind(games: Games) -> Flags:
    """Whether a seat is below t at a recorded decision, beyond the noise of its estimate."""
    told = games.recorded
    found: Flags = told.standings < threshold(games.seats) - ERRORS * told.errors
    return found


def _ahead(games: Games, one: int, other: int) -> Integers:
    """Who of two seats is ahead beyond the noise: 1, -1, or 0 where that cannot be told."""
    told = games.recorded
    gap = told.standings[:, one] - told.standings[:, other]
    mine, theirs = told.errors[:, one], told.errors[:, other]
    # What one seat gains the others lose: estimates of n seats correlate by -1/(n - 1).
    shared = 2 * mine * theirs / (games.seats - 1)
    noise = ERRORS * np.sqrt(mine**2 + theirs**2 + shared) + 1e-9
    return (gap > noise).astype(np.int64) - (gap < -noise)


def _changes(games: Games, state: Integers) -> Flags:
    """Where something that is not 0 differs from what it was last, in the same game; 0 is unknown."""
    told = games.recorded
    rows = np.arange(len(told))
    known = np.flatnonzero(state)
    found = np.zeros(len(rows), dtype=bool)
    same_game = told.game[known][1:] == told.game[known][:-1]
    found[known[1:]] = same_game & (state[known][1:] != state[known][:-1])
    return found


def _trailing(games: Games) -> Flags:
    """Whether another seat is ahead of a seat at a recorded decision, beyond the noise."""
    told = games.recorded
    found = np.zeros(told.standings.shape, dtype=bool)
    for one in range(games.seats):
        for other in range(one + 1, games.seats):
            ahead = _ahead(games, one, other)
            found[:, other] |= ahead > 0
            found[:, one] |= ahead < 0
    return found


def how_far_behind(trails: Estimate) -> str:
    """The words for how much of the game the later winner is behind a rival.

    One decision in forty is taken for behind by chance, with each rival: below a tenth nothing is claimed.
    """
    return among(
        trails,
        (0.1, "the winner is hardly ever behind"),
        (0.35, "the winner is behind at times"),
        (1, "the winner comes from behind"),
    )


class Drama(ArrayHeuristic):
    """How far behind the winner was, while behind."""

    name, title, series = "drama", "Drama", (SKILLED,)
    ranked = True
    readings = (OURS, ENGINE, TABLES)

    def add(self, games: Games, into: Measures) -> None:
        """Below t at every decision; below one half at the winner's own, for the engine."""
        told = games.recorded
        which = _told(games)
        if not len(which):
            return
        deal, won, t = games.deal[which], games.won[told.game], threshold(games.seats)
        for key, behind in (("behind", _behind(games)), ("raw", told.standings < t)):
            depth = np.sqrt(np.where(behind & won, t - told.standings, 0.0))
            sums, times = told.by_game(depth), told.by_game((behind & won).astype(np.int64))
            means = (sums / np.maximum(1, times))[_places(games, which)]
            into.add(f"drama.{key}", deal, means.sum(axis=1) / games.winners[which])
            if key == "behind":
                into.add("drama.any", deal, means.any(axis=1))
        trails = told.by_game((_trailing(games) & won).astype(np.int64))[_places(games, which)]
        decided = told.counted[_places(games, which)]
        into.add("drama.trails", deal, trails.sum(axis=1) / games.winners[which] / decided)
        own = told.standings[np.arange(len(told)), told.seat]
        low = (own < 0.5) & won[np.arange(len(told)), told.seat]
        finished = games.finished[told.game]
        depth = np.sqrt(np.where(low, 0.5 - own, 0.0))
        into.add("drama.engine", told.deal[finished], depth[finished], low[finished])
        expected = np.where(won, told.standings, 0.0).sum(axis=1) / np.maximum(1, games.winners)[told.game]
        tenth = games.tenth[told.at][finished]
        into.add_by("drama.course", tenth, told.deal[finished], expected[finished])

    def score(self, evidence: Evidence) -> Score:
        """The mean over games."""
        curve = evidence.curve("drama.course", SKILLED)
        if evidence.reading == ENGINE:
            found = evidence.mean("drama.engine", SKILLED, bounds=(0, 1))
            if found.value is None:
                return self.told(
                    Estimate(0.0, None, None, 0), "The winner was never below ½: 0/0, counted as 0."
                )
            return self.told(
                found, "Mean √(½ − v) where the winner, deciding, expects less than ½.", curve=curve
            )
        key = "drama.behind" if evidence.reading == OURS else "drama.raw"
        found = evidence.mean(key, SKILLED, bounds=(0, 1))
        if found.value is None:
            return self.undefined(NO_CHOICE)
        often, trails = evidence.share("drama.any", SKILLED), evidence.share("drama.trails", SKILLED)
        return self.told(
            found,
            f"Among AIs the later winner is behind a rival, beyond noise, at {percent(trails)} of the "
            f"decisions: {how_far_behind(trails)}.",
            {"games_with_any": data(often), "trailing": data(trails)},
            curve,
        )


class Security(ArrayHeuristic):
    """How much of the game the winner is ahead."""

    name, title, series = "security", "Security", (SKILLED,)
    ranked = True
    readings = (OURS, TABLES)

    def add(self, games: Games, into: Measures) -> None:
        """Decisions at which the winner is not below t."""
        told = games.recorded
        which = _told(games)
        if not len(which):
            return
        at, t = _places(games, which), threshold(games.seats)
        for key, behind in (("ahead", _behind(games)), ("raw", told.standings < t)):
            ahead = told.by_game((~behind & games.won[told.game]).astype(np.int64))[at].sum(axis=1)
            into.add(f"security.{key}", games.deal[which], ahead / games.winners[which], told.counted[at])

    def score(self, evidence: Evidence) -> Score:
        """The share of decisions."""
        found = evidence.share("security.ahead" if evidence.reading == OURS else "security.raw", SKILLED)
        if found.value is None:
            return self.undefined(NO_CHOICE)
        return self.told(
            found, f"The later winner is ahead at {percent(found)} of the decisions of games among AIs."
        )


class Decisiveness(ArrayHeuristic):
    """How much of the game is left when it is as good as won."""

    name, title, series = "decisiveness", "Decisiveness", (SKILLED,)
    ranked = True
    readings = (OURS, ENGINE)

    def add(self, games: Games, into: Measures) -> None:
        """Where the winner passes 0.8; for good, by our reading."""
        told = games.recorded
        which = _told(games)
        if not len(which):
            return
        at = _places(games, which)
        begin, end = told.begin[at], told.begin[at] + told.counted[at]
        # The last decision at which a seat is not nearly sure; what comes behind it is decided.
        rows = np.arange(len(told))[:, None]
        doubted = np.where(told.standings > NEARLY_WON, -1, rows)
        last = np.maximum.reduceat(doubted, told.begin, axis=0)[at]
        after = np.maximum(last, begin[:, None] - 1) + 1
        number = told.number[np.minimum(after, len(told) - 1)]
        total = games.length[which][:, None]
        left = np.where(after < end[:, None], (total - number) / total, 0.0)
        won = games.won[which]
        into.add(
            "decisiveness.left",
            games.deal[which],
            np.where(won, left, 0.0).sum(axis=1) / games.winners[which],
        )
        self._add_first(games, which, into)

    @staticmethod
    def _add_first(games: Games, which: Integers, into: Measures) -> None:
        """The engine's: the share of its own decisions that a winner takes before it passes 0.8."""
        told = games.recorded
        own = told.standings[np.arange(len(told)), told.seat]
        passed, counted = np.zeros(games.won.shape), np.zeros(games.won.shape, dtype=np.int64)
        np.add.at(counted, (told.game, told.seat), 1)
        order = np.lexsort((told.number, told.seat, told.game))
        place = (
            np.arange(len(told))
            - np.concatenate([[0], np.cumsum(counted.ravel())[:-1]])[
                told.game[order] * games.seats + told.seat[order]
            ]
        )
        first = np.full(games.won.shape, np.iinfo(np.int64).max)
        above = own[order] > NEARLY_WON
        np.minimum.at(first, (told.game[order][above], told.seat[order][above]), place[above])
        passed = np.minimum(first, counted - 1) / np.maximum(1, counted)
        there = games.won & (counted > 0)
        some = there[which].any(axis=1)
        mean = np.where(there, passed, 0.0).sum(axis=1) / np.maximum(1, there.sum(axis=1))
        into.add("decisiveness.engine", games.deal[which][some], mean[which][some])

    def score(self, evidence: Evidence) -> Score:
        """The mean over games."""
        if evidence.reading == ENGINE:
            found = evidence.mean("decisiveness.engine", SKILLED, bounds=(0, 1))
            return self.told(found, "The share of its decisions that the winner takes before v exceeds 0.8.")
        found = evidence.mean("decisiveness.left", SKILLED, bounds=(0, 1))
        if found.value is None:
            return self.undefined(NO_CHOICE)
        how = among(found, (0.15, "open to the end"), (0.4, "open for long"), (1, "decided early"))
        return self.told(
            found,
            f"When the winner is as good as sure, {percent(found)} of the game are still to play: {how}.",
        )


class Coolness(ArrayHeuristic):
    """How seldom one's expectation falls from one decision to the next."""

    name, title, series = "coolness", "Coolness", (SKILLED,)
    ranked = True
    readings = (OURS, ENGINE)

    def add(self, games: Games, into: Measures) -> None:
        """Steps down in what the seats expect at their own decisions."""
        told = games.recorded
        if games.seats < 2:
            return
        order = np.lexsort((told.number, told.seat, told.game))
        own = told.standings[order, told.seat[order]]
        error = told.errors[order, told.seat[order]]
        step = (told.game[order][1:] == told.game[order][:-1]) & (
            told.seat[order][1:] == told.seat[order][:-1]
        )
        fall = own[:-1] - own[1:]
        beyond = fall > ERRORS * np.sqrt(error[1:] ** 2 + error[:-1] ** 2)
        deal = told.deal[order][1:][step]
        # A game in which nobody decides twice counts as a game without steps.
        into.add("coolness.falls", games.deal, 0.0, 0)
        into.add("coolness.raw", games.deal, 0.0, 0)
        into.add("coolness.falls", deal, (beyond & (fall > 0))[step])
        into.add("coolness.raw", deal, (fall > 0)[step])

    def score(self, evidence: Evidence) -> Score:
        """1 minus the share of steps down."""
        falls = evidence.share("coolness.falls" if evidence.reading == OURS else "coolness.raw", SKILLED)
        if falls.value is None:
            return self.undefined("nobody ever decided twice")
        return self.told(
            shifted(falls, -1, 1),
            f"From one of its decisions to the next a seat's prospects fall in {percent(falls)} of cases.",
            {"falling_share": data(falls)},
        )


class Stability(ArrayHeuristic):
    """How seldom seats change places."""

    name, title, series = "stability", "Stability", (SKILLED,)
    ranked = True

    def add(self, games: Games, into: Measures) -> None:
        """Seats that another one overtakes, or that overtake another one, between two decisions."""
        told = games.recorded
        if games.seats < 2 or not len(told):
            return
        moved = np.zeros(told.standings.shape, dtype=bool)
        for one in range(games.seats):
            for other in range(one + 1, games.seats):
                swapped = _changes(games, _ahead(games, one, other))
                moved[:, one] |= swapped
                moved[:, other] |= swapped
        later = ~told.is_first
        into.add("stability.moved", told.deal[later], moved[later].sum(axis=1), games.seats)

    def score(self, evidence: Evidence) -> Score:
        """1 minus the share of seats that move."""
        moved = evidence.share("stability.moved", SKILLED)
        if moved.value is None:
            return self.undefined("no game had two decisions with estimates")
        return self.told(
            shifted(moved, -1, 1),
            f"From one decision to the next {percent(moved)} of the seats change places in the order.",
            {"changing_share": data(moved)},
        )


class LeadChanges(ArrayHeuristic):
    """How often another seat takes the lead."""

    name, title, series = "leadchanges", "Lead changes", (SKILLED,)
    ranked = True
    relative = True
    precise = False

    def add(self, games: Games, into: Measures) -> None:
        """A seat keeps the lead until another one is ahead of all others, beyond the noise."""
        told = games.recorded
        if games.seats < 2 or not len(told):
            return
        leader = np.zeros(len(told), dtype=np.int64)
        for seat in range(games.seats):
            ahead = [_ahead(games, seat, other) > 0 for other in range(games.seats) if other != seat]
            leader[np.logical_and.reduce(ahead)] = seat + 1
        changes = told.by_game(_changes(games, leader).astype(np.int64))
        into.add("leadchanges.changes", games.deal[told.games_with], changes)

    def score(self, evidence: Evidence) -> Score:
        """The mean over games."""
        found = evidence.mean("leadchanges.changes", SKILLED, bounds=(0, float("inf")))
        if found.value is None:
            return self.undefined(NO_CHOICE)
        return self.told(found, f"The lead changes {number(found, 1)} times in a game among AIs.")


class Comeback(ArrayHeuristic):
    """How often the winner was still behind in the last third."""

    name, title, series = "comeback", "Comeback", (SKILLED,)
    ranked = True

    def add(self, games: Games, into: Measures) -> None:
        """Games whose winner is below t in the last third."""
        told = games.recorded
        which = _told(games)
        if not len(which):
            return
        late = 3 * told.number >= 2 * games.length[told.game]
        at = _places(games, which)
        any_late = told.by_game(late.astype(np.int64))[at] > 0
        behind = _behind(games) & games.won[told.game] & late[:, None]
        back = (told.by_game(behind.astype(np.int64))[at] > 0).sum(axis=1) / games.winners[which]
        into.add("comeback.back", games.deal[which][any_late], back[any_late])

    def score(self, evidence: Evidence) -> Score:
        """The share of games."""
        found = evidence.share("comeback.back", SKILLED)
        if found.value is None:
            return self.undefined("no decision with estimates was recorded in the last third of a game")
        return self.told(
            found,
            f"{percent(found)} of the games among AIs are won by a seat that was behind in the last third.",
        )
