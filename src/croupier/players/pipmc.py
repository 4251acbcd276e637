"""Perfect-information pure Monte Carlo: try every option on sampled deals, and play on at random.

Test k takes one sample, from `Stream.of(key, SAMPLE, k)`. Every option is taken on a copy of it, and each
copy is played to its end with a fresh `Stream.of(key, PLAYER, k)`: all options meet the same deals and the
same luck, so that they differ by what they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import fsum
from time import perf_counter
from typing import Any

from croupier.game import PLAYER, Stream
from croupier.kernel.errors import KernelEnded
from croupier.players.assessment import Assessment
from croupier.players.budget import dominates
from croupier.players.rollout import finish
from croupier.players.searching import (
    BELIEF,
    CONFIDENCE,
    REWARD,
    ROLLOUT,
    THREADS,
    TIME,
    SearchPlayer,
    Task,
    plain_deal,
)
from croupier.players.settings import PlayerError, one_of, whole
from croupier.players.sharing import shared
from croupier.players.sums import partners


class PIPMCPlayer(SearchPlayer):
    """Tries every option on sampled deals and plays on at random (pure Monte Carlo)."""

    amount = "tests"
    settings = (
        whole("tests", 10, "Tests of every option, each on another deal."),
        TIME,
        REWARD,
        ROLLOUT,
        CONFIDENCE,
        BELIEF,
        one_of("deals", ("same", "own"), "Try all options on the same deals, or each on deals of its own."),
        THREADS,
    )
    strength = "sound where the next move matters; sees no plans, its own or others'"
    cost = "tests × options games, each played from here to the end"

    @classmethod
    def prepare(cls, options: dict[str, Any]) -> None:
        """Deals of its own are for as many tests of every option as are asked for, and nothing else."""
        if options["deals"] == "own":
            for name, plain in (("time", None), ("confidence", None), ("belief", "none")):
                if options[name] != plain:
                    raise PlayerError(f"deals=own and {name}= exclude each other")

    def search(self, task: Task) -> Assessment:
        """Test the options."""
        return search(task) if self.options["deals"] == "same" else search_apart(task)


def search(task: Task) -> Assessment:
    """Pure Monte Carlo for one decision."""
    found = _by_kernel(task)
    if found is not None:
        return found
    sums, done = task.fresh_sums(), 0
    for points in _tested(task):
        done += 1
        for option, worth in enumerate(points):
            sums.add(option, worth)
        if points and task.z is not None and dominates(sums, task.z, task.reward.unit):
            break
    return sums.assessment(sums.highest(), task.reward.unit, done)


def _tested(task: Task) -> Iterable[list[tuple[int, ...]]]:
    """Test by test, what came out for every option; nothing where a deal offers other options."""
    count = task.view.option_count

    def test(k: int) -> list[tuple[int, ...]]:
        sample = task.deal(k)
        if sample.option_count != count:
            return []
        points = []
        for option in range(count):
            twin = sample.copy()
            twin.apply(option)
            outcome = finish(twin, Stream.of(task.key, PLAYER, k), task.policy)
            points.append(task.reward.of(outcome))
        return points

    tests, seconds = task.budget.iterations, task.budget.seconds
    # Whether another test is done depends on nothing that comes out, and no test on another one.
    if task.threads > 1 and task.plain and task.z is None and seconds is None and tests is not None:
        return shared(test, tests, task.threads)
    return map(test, task.budget.rounds())


def search_apart(task: Task) -> Assessment:
    """Every option on deals of its own, as the published engine does: option i has the streams of key + i."""
    found = []
    for option in range(task.view.option_count):
        key = (task.key + option) % (1 << 64)
        found.append(search(replace(task, key=key, deal=plain_deal(task.view, key))))
    own = [one.estimates[option] for option, one in enumerate(found)]
    team = partners(task.view.seat, task.view.teams)
    worth = [fsum(estimates[seat] for seat in team) for estimates in own]
    visits = tuple(one.visits[option] for option, one in enumerate(found))
    squares = tuple(one.squares[option] for option, one in enumerate(found) if one.squares is not None)
    return Assessment(worth.index(max(worth)), tuple(own), visits, found[0].iterations, squares)


MOST_AT_ONCE = 4096
"""Tests that a kernel does before it is looked at the clock, at most."""


def _by_kernel(task: Task) -> Assessment | None:
    """The same by the machine code of the game, if it has some and can do it."""
    root = task.root
    if root is None or not task.plain or task.z is not None:
        return None
    sums, done = task.fresh_sums(), 0
    start, budget = perf_counter(), task.budget
    while done == 0 or not budget.spent(done, start):
        size = budget.batch(done, start, MOST_AT_ONCE)
        try:
            found = root.pure_monte_carlo(
                task.key, done, size, task.reward.kind, task.reward.unit, task.reward.worth, task.threads
            )
        except KernelEnded:
            if not budget.stopped:
                raise
            # Of what was begun nothing counts. If that is all, one test is done in Python.
            if not done:
                return None
            break
        if found is None:
            return None
        for option, (visits, points, squares) in enumerate(zip(*found, strict=True)):
            sums.inherit(option, visits, points, squares)
        done += size
    return sums.assessment(sums.highest(), task.reward.unit, done)
