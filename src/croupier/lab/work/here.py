"""Work in this process: one task after the other, or in threads where they do not wait for each other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from time import perf_counter, thread_time
from typing import Protocol, runtime_checkable

from croupier.game.capabilities import able
from croupier.lab.work.job import Done, Job, Lost, Result, RunsInThreads, Task

WORTH_THREADS = 0.02
"""Threads are called when a task takes so many seconds."""


SOON = 0.02
"""So many seconds pass until threads that have to end are told again."""


@runtime_checkable
class EndsNow(Protocol):
    """What a job prepares, if another thread can end what it is doing."""

    def end(self) -> None:
        """End what is being done: the task that is at work raises an exception."""


class Here:
    """Does tasks in this process.

    What a job prepares goes on in threads if it `RunsInThreads`.
    """

    def __init__(self, threads: int = 1, *, eager: bool = False) -> None:
        self.threads = threads
        self.eager = eager
        """Whether it is known that tasks are worth threads, so that the first need not be waited for."""
        self.in_threads = False
        """Whether it has come to threads, or would if tasks were longer: others are not worth their start."""

    def map(self, job: Job[Task, Result], tasks: Iterable[Task]) -> Iterator[Done[Task, Result] | Lost[Task]]:
        """Every task in its turn. What is lost here is lost with this process: there are no `Lost` ones."""
        act, waiting = job.prepare(), iter(tasks)
        quick = able(act, RunsInThreads)
        if self.eager and self.threads > 1 and quick and quick.for_threads:
            self.in_threads = True
            yield from threaded(act, waiting, self.threads)
            return
        for task in waiting:
            done = _timed(act, task)
            self.in_threads = quick is not None and quick.for_threads
            yield done
            if self.threads > 1 and done.seconds >= WORTH_THREADS and quick and quick.for_threads:
                yield from threaded(act, waiting, self.threads)
                return


def threaded(
    act: Callable[[Task], Result], tasks: Iterable[Task], threads: int
) -> Generator[Done[Task, Result], None, None]:
    """Tasks in so many threads; whatever ends the iterator ends the work as well."""
    waiting = iter(tasks)
    pool = ThreadPoolExecutor(threads)
    running: set[Future[Done[Task, Result]]] = set()
    try:
        while True:
            # Twice as many as there are threads, so that none has to wait for us.
            for task in islice(waiting, 2 * threads - len(running)):
                running.add(pool.submit(_timed, act, task))
            if not running:
                return
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in ready)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        # What was cancelled before it began never counts as done.
        begun = [one for one in running if not one.cancelled()]
        while wait(begun, timeout=SOON).not_done:
            # Whoever waits is told to end at once; again, since a thread may just have been about to begin.
            if isinstance(act, EndsNow):
                act.end()
        pool.shutdown(wait=True)


def _timed(act: Callable[[Task], Result], task: Task) -> Done[Task, Result]:
    start, busy = perf_counter(), thread_time()
    result = act(task)
    return Done(task, result, perf_counter() - start, processor_seconds=thread_time() - busy)
