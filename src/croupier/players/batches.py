"""Searching by kernel: batches of iterations, whose trees are shared among threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from time import perf_counter

from croupier.kernel.errors import KernelEnded
from croupier.players.budget import CHECKED_EVERY, dominates
from croupier.players.searching import Task
from croupier.players.stopping import SLICE
from croupier.players.sums import Sums

Rows = list[list[int]]
Job = Callable[[], Rows | None]
"""Iterations on one tree: what the options have come to; None if the kernel cannot do it."""


def search_in_batches(task: Task, sums: Sums, jobs: Callable[[int, int], Iterable[Job]]) -> int | None:
    """Search until the budget is used up or an option dominates.

    `jobs` gives the work for so many iterations from one on, tree by tree. How many were done is the result;
    None if a kernel cannot do it.
    """
    start, budget, done = perf_counter(), task.budget, 0
    with ThreadPoolExecutor(task.threads) if task.threads > 1 else nullcontext() as pool:
        while done == 0 or not budget.spent(done, start):
            size = budget.batch(done, start, SLICE * task.threads)
            if task.z is not None:
                size = min(size, CHECKED_EVERY - done % CHECKED_EVERY)
            work = jobs(done, size)
            try:
                found = [_done(job) for job in work] if pool is None else list(pool.map(_done, work))
            except KernelEnded:
                if not budget.stopped:
                    raise
                # Of what was begun nothing counts. If that is all, one iteration is done in Python.
                return done or None
            for rows in found:
                if rows is None:
                    return None
                sums.add_rows(rows)
            done += size
            if task.z is not None and done % CHECKED_EVERY == 0 and dominates(sums, task.z, task.reward.unit):
                break
    return done


def _done(job: Job) -> Rows | None:
    return job()
