"""A series of an experiment as machine code plays it: chunks of deals in, worlds out.

A game that kernels cannot play to its end is observed decision by decision, with its deal; so the world is
the same, to the last bit, whoever has played.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from croupier.game import Outcome, Status, game_seed, shared_wins
from croupier.lab.contests import Table, without
from croupier.lab.games import Flags, Games, Integers, Numbers
from croupier.lab.heuristic import ArrayHeuristic
from croupier.lab.measures import ratio_of
from croupier.lab.notable import notable_of
from croupier.lab.rows import game_rows
from croupier.lab.statistics import WIN, Moments
from croupier.lab.tally import Played, Tally
from croupier.lab.work.job import Rows
from croupier.lab.world import MIXED, RANDOM, SKILLED, Decision, Observation, World, measured

if TYPE_CHECKING:
    from croupier.lab.experiment import Experiment
    from croupier.native.contests import Chunk

SLOW_SHARE = 0.2
"""If observing games decision by decision takes more than this share, threads are of little use."""


class Observed:
    """Plays the deals of an experiment by kernel; threads may share it."""

    def __init__(self, experiment: Experiment, table: Table) -> None:
        self.experiment = experiment
        self.table = table
        self._lock = threading.Lock()
        self._slow = self._whole = 0.0

    @staticmethod
    def of(experiment: Experiment) -> Observed | None:
        """What plays the deals of an experiment by kernel; None if it has to be done decision by decision."""
        if experiment.raw:
            return None
        if not all(isinstance(heuristic, ArrayHeuristic) for heuristic in experiment.measures):
            return None
        seats = experiment.plan.game.seats
        table = Table.of(experiment.plan, [*experiment.seatings, (RANDOM,) * seats])
        return None if table is None else Observed(experiment, table)

    def __call__(self, indices: Sequence[int]) -> World:
        """The world of some deals."""
        start, slow = perf_counter(), 0.0
        experiment, series = self.experiment, self.experiment.series
        numbers = range(len(experiment.seatings))
        estimates = series != RANDOM
        chunk = self.table.play(
            indices, numbers, salted=series == MIXED, estimates=estimates, names=series == SKILLED
        )
        base = self.table.play(indices, [len(numbers)]) if series == MIXED else None
        odd = {int(game) // len(numbers) for game in chunk.odd}
        odd |= {int(deal) for deal in base.odd} if base is not None else set()
        games = self._arrays(indices, chunk, base, sorted(odd))
        world = self._world(games, chunk)
        if odd:
            before = perf_counter()
            world += experiment.singly([indices[deal] for deal in sorted(odd)])
            slow = perf_counter() - before
        with self._lock:
            self._slow += slow
            self._whole += perf_counter() - start
        return world

    @property
    def for_threads(self) -> bool:
        """Whether most time is spent in machine code, where threads do not wait for each other."""
        return self._slow <= SLOW_SHARE * self._whole

    def end(self) -> None:
        """Let the machine code end that is at work, in every thread."""
        self.table.contests.end()

    def _arrays(self, indices: Sequence[int], chunk: Chunk, base: Chunk | None, odd: Sequence[int]) -> Games:
        """The games of all deals but the odd ones, as heuristics want them."""
        experiment, table, game = self.experiment, self.table, self.experiment.plan.game
        each, seats = len(experiment.seatings), game.seats
        deals = np.setdiff1d(np.arange(len(indices)), odd)
        gone = np.array([deal * each + k for deal in odd for k in range(each)], dtype=np.int64)
        left = without(chunk, gone)
        keep, rows, tries = left["games"], left["decisions"], left["tries"]
        seatings = np.tile(np.arange(each), len(indices))
        tried = chunk.first_try[rows] >= 0
        options = chunk.options[rows]
        visits, points = chunk.visits[tries], chunk.points[tries]
        units = np.repeat(table.units(chunk, seatings)[rows][tried], options[tried])
        estimates, untried = _estimates(visits, points, units, options[tried]), (visits == 0)[:, None]
        buckets = np.zeros(0, dtype=np.int64)
        if len(chunk.names):
            seeds = [game_seed(experiment.plan.seed, index) for index in indices for _ in range(each)]
            buckets = table.buckets(chunk, seeds)[left["names"]]
        who = np.zeros((each, seats), dtype=bool)
        if experiment.series == MIXED:
            who = np.eye(seats, dtype=bool)
        elif experiment.series == SKILLED:
            who[:] = True
        none = np.full((len(deals), seats), -1, dtype=np.int64)
        return Games(
            experiment.series,
            seats,
            game.teams,
            experiment.plan.max_decisions,
            np.array(indices, dtype=np.int64)[deals],
            np.repeat(np.arange(len(deals)), each),
            who[seatings[keep]],
            np.ones(int(keep.sum()), dtype=bool),
            chunk.ranks[keep],
            chunk.scores[keep],
            chunk.decided[keep, 0],
            chunk.lengths[keep],
            chunk.seats[rows],
            options,
            chunk.chosen[rows],
            tried,
            estimates,
            np.where(
                untried, estimates**2, chunk.squares[tries] / np.maximum(1, visits * units * units)[:, None]
            ),
            visits,
            buckets,
            base.ranks[deals] if base is not None else none,
            chunk.ends[rows],
        )

    def _world(self, games: Games, chunk: Chunk) -> World:
        offsets, grouped = self.table.contests.offsets, self.experiment.grouped
        measures = measured(games, self.experiment.measures, grouped=grouped)
        done = frozenset(offsets[number] for number in chunk.done.tolist())
        groups = np.unique(games.group).tolist() if grouped else []
        parts = {}
        for group in groups:
            own = games.group == group
            deals = len(np.unique(games.deal[own]))
            parts[group] = World(
                games.series,
                int(own.sum()),
                deals,
                tally_of_games(games, own),
                measures.ratios(group),
                measures.counts(group),
                done,
            )
        return World(
            games.series,
            len(games.length),
            games.deals,
            tally_of_games(games, np.ones(len(games.length), dtype=bool)),
            measures.ratios(),
            measures.counts(),
            done,
            notable_of(games, lambda game: observation(self.experiment, games, game)),
            tuple(self._rows(games, game) for game in range(len(games.length)))
            if self.experiment.keep
            else (),
            parts,
        )

    def _rows(self, games: Games, number: int) -> Rows:
        ai = np.flatnonzero(games.ai[number]).tolist()
        return game_rows(games.series, _played(self.experiment, games, number), self._seating(number), ai)

    def _seating(self, number: int) -> tuple[str, ...]:
        return self.experiment.seatings[number % len(self.experiment.seatings)]


def _estimates(visits: Integers, points: Integers, units: Integers, options: Integers) -> Numbers:
    """The mean reward of every seat after every option, as `players.sums` has it."""
    found: Numbers = points / np.maximum(1, visits * units)[:, None]
    untried = visits == 0
    if untried.any():
        first = np.concatenate([[0], np.cumsum(options)[:-1]]).astype(np.int64)
        of_option = np.repeat(np.arange(len(options)), options)
        tried = np.add.reduceat(visits, first)
        usual = np.add.reduceat(points, first, axis=0) / np.maximum(1, tried * units[first])[:, None]
        usual[tried == 0] = 0.5
        found[untried] = usual[of_option[untried]]
    return found


def tally_of_games(games: Games, which: Flags) -> Tally:
    """The statistics of some of the games, which all were played to the end."""
    n = int(which.sum())
    if not n:
        return Tally()
    options, forced = (np.zeros(len(which), dtype=np.int64) for _ in range(2))
    np.add.at(options, games.game, games.options)
    np.add.at(forced, games.game, games.options == 1)
    decisions = games.decisions[which]
    lengths, times = np.unique(decisions, return_counts=True)
    counted = Counter(dict(zip(lengths.tolist(), times.tolist(), strict=True)))
    parts = np.where(games.won, WIN // np.maximum(1, games.winners)[:, None], 0)
    return Tally(
        Counter({Status.FINISHED: n}),
        tuple(parts[which].sum(axis=0).tolist()),
        tuple(Moments.of(column) for column in games.scores[which].T.tolist()),
        Moments.of(decisions.tolist()),
        ratio_of(options[which], decisions),
        ratio_of(forced[which], decisions),
        Counter(),
        (),
        Counter(),
        int(games.tied[which].sum()),
        counted,
    )


def observation(experiment: Experiment, games: Games, number: int) -> Observation:
    """One game of some as it would have been observed, but without words."""
    first, last = int(games.start[number]), int(games.start[number] + games.length[number])
    told = games.recorded
    decisions = []
    for row in range(first, last):
        count = int(games.options[row])
        estimates, visits = None, tuple[int, ...]()
        if games.tried[row]:
            at = int(told.first[np.searchsorted(told.at, row)])
            estimates = tuple(map(tuple, games.estimates[at : at + count].tolist()))
            visits = tuple(games.visits[at : at + count].tolist())
        decisions.append(
            Decision(
                int(games.seat[row]), row - first, ("",) * count, int(games.chosen[row]), estimates, visits
            )
        )
    seating = experiment.seatings[number % len(experiment.seatings)]
    ai = frozenset(np.flatnonzero(games.ai[number]).tolist())
    plan = experiment.plan
    return Observation(
        games.series,
        _played(experiment, games, number),
        seating,
        ai,
        games.teams,
        tuple(decisions),
        frozenset(),
        plan.max_decisions,
    )


def _played(experiment: Experiment, games: Games, number: int) -> Played:
    """One game of some, as far as statistics go."""
    scores, ranks = (tuple(array[number].tolist()) for array in (games.scores, games.ranks))
    rows = slice(int(games.start[number]), int(games.start[number] + games.length[number]))
    index, options = int(games.deal_index[games.deal[number]]), games.options[rows]
    return Played(
        index,
        experiment.seed_of(index),
        Outcome(Status.FINISHED, "played to the end", scores, ranks, shared_wins(ranks)),
        int(games.decisions[number]),
        int(options.sum()),
        int((options == 1).sum()),
        {},
        "",
        (),
        (),
        bool(games.tied[number]),
    )
