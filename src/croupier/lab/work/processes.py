"""Work in processes on this machine: whoever dies, hangs or runs out of memory is replaced."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sized
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic, perf_counter, process_time
from types import FrameType
from typing import Any, Generic, cast

from croupier.lab.work.interrupts import deaf_to_interrupts
from croupier.lab.work.job import TRIES, Done, Job, Lost, Result, Task, WorkerError

UNKNOWN_SECONDS = 3600.0
"""How long a task may take as long as none is done yet."""

LEAST_SECONDS = 600.0
"""How long any task may take."""

LENIENCE = 1000
"""A task may take so many times as long as the longest one so far of its size: a game that runs into the
guard against endless ones is much longer than others, and does not hang."""

FAREWELL_SECONDS = 1.0
"""How long workers may take to end when they are told to."""

FALSE_STARTS = 5
"""So many workers in a row may end before they have begun."""


@dataclass
class _Try(Generic[Task]):
    """A task that is to be done, and what happened to it so far."""

    task: Task
    problems: list[str] = field(default_factory=list)


@dataclass
class _Worker:
    connection: Connection
    process: BaseProcess
    ready: bool = False
    job: int = 0
    """The number of the job that it was given last."""
    doing: _Try[Any] | None = None
    since: float = field(default_factory=monotonic)


class Processes:
    """Does tasks in other processes, which stay until `close` and take one job after the other."""

    def __init__(self, workers: int, *, patience: float | None = None) -> None:
        self.workers = workers
        self.patience = patience
        """How many seconds a task may take; by how long others took unless given."""
        self._staff: list[_Worker] = []
        self._bell, self._cord = get_context("spawn").Pipe(duplex=False)
        """Whoever waits for workers hears the bell, and any thread may pull the cord."""
        self._jobs = 0
        self._false_starts = 0
        self._slowest = 0.0
        """How long the slowest task took, a game."""

    @property
    def started(self) -> bool:
        """Whether there are processes already."""
        return bool(self._staff)

    def map(self, job: Job[Task, Result], tasks: Iterable[Task]) -> Iterator[Done[Task, Result] | Lost[Task]]:
        """Every task as soon as it is done; after three failures it is lost, and the others go on."""
        waiting = iter(tasks)
        again: deque[_Try[Task]] = deque()
        self._jobs += 1
        self._slowest = 0.0
        try:
            while True:
                self._give_out(job, waiting, again)
                busy = [worker for worker in self._staff if worker.doing is not None]
                if not busy:
                    return
                yield from self._heard(busy, again)
        finally:
            # Nobody wants what is still being done.
            self._dismiss(*(worker for worker in self._staff if worker.doing is not None))

    def wake(self) -> None:
        """Whoever waits for a worker gets a KeyboardInterrupt, now or as soon as it waits."""
        self._cord.send_bytes(b"!")

    def close(self) -> None:
        """All processes end."""
        self._dismiss(*self._staff)

    def _give_out(self, job: Job[Task, Result], waiting: Iterator[Task], again: deque[_Try[Task]]) -> None:
        """A task to everybody who has none, as long as there are tasks and room for workers."""
        while True:
            idle = next((worker for worker in self._staff if worker.doing is None), None)
            if idle is None and len(self._staff) >= self.workers:
                return
            attempt = again.popleft() if again else next((_Try(task) for task in waiting), None)
            if attempt is None:
                return
            if idle is None:
                idle = _hired()
                self._staff.append(idle)
            idle.doing, idle.since = attempt, monotonic()
            # If it has died meanwhile, that is heard when it should answer.
            with suppress(OSError):
                if idle.job != self._jobs:
                    idle.job = self._jobs
                    idle.connection.send(("job", job))
                idle.connection.send(("task", attempt.task))

    def _heard(
        self, busy: list[_Worker], again: deque[_Try[Task]]
    ) -> Iterator[Done[Task, Result] | Lost[Task]]:
        """Wait until somebody says something, or has been quiet for too long."""
        deadlines = {id(worker): worker.since + self._patience(worker) for worker in busy}
        by_connection = {worker.connection: worker for worker in busy}
        left = min(deadlines.values()) - monotonic()
        # No system waits for longer than a few weeks.
        spoken = wait((*by_connection, self._bell), None if left == inf else min(max(0.0, left), 1e6))
        if self._bell in spoken:
            raise KeyboardInterrupt
        for worker in [by_connection[cast(Connection, one)] for one in spoken]:
            attempt = cast("_Try[Task]", worker.doing)
            kind, what = self._said(worker)
            if kind == "ready":
                worker.ready, worker.since, self._false_starts = True, monotonic(), 0
            elif kind == "done":
                result, seconds, processor = what
                worker.doing = None
                self._slowest = max(self._slowest, seconds / _size(attempt.task))
                yield Done(attempt.task, result, seconds, f"process {worker.process.pid}", processor)
            elif kind == "error":
                raise what
            else:
                yield from self._failed(worker, what, again)
        now = monotonic()
        for worker in busy:
            if worker.connection not in spoken and now >= deadlines[id(worker)]:
                seconds = now - worker.since
                yield from self._failed(worker, f"a worker has not answered for {seconds:.0f} s", again)

    def _said(self, worker: _Worker) -> tuple[str, Any]:
        try:
            return cast("tuple[str, Any]", worker.connection.recv())
        except (EOFError, OSError):
            pass
        worker.process.join(10)
        how = ending(worker.process.exitcode)
        if not worker.ready:
            self._false_starts += 1
            if self._false_starts >= min(FALSE_STARTS, self.workers + 1):
                raise WorkerError(
                    f"worker processes end before they have begun ({how}); --workers 1 does without. A "
                    "script of yours, which they import, has to play below `if __name__ == '__main__':`"
                )
        return "died", f"a worker process {how}"

    def _failed(self, worker: _Worker, problem: str, again: deque[_Try[Task]]) -> Iterator[Lost[Task]]:
        attempt = cast("_Try[Task]", worker.doing)
        self._dismiss(worker)
        attempt.problems.append(problem)
        if len(attempt.problems) < TRIES:
            again.append(attempt)
        else:
            yield Lost(attempt.task, tuple(attempt.problems))

    def _dismiss(self, *workers: _Worker) -> None:
        """Workers end: by themselves, with the programs that play there, or by force."""
        for worker in workers:
            worker.connection.close()
            worker.process.terminate()
        until = monotonic() + FAREWELL_SECONDS
        for worker in workers:
            worker.process.join(max(0.0, until - monotonic()))
            # One that hangs in machine code is deaf to anything else.
            worker.process.kill()
            worker.process.join()
            self._staff.remove(worker)

    def _patience(self, worker: _Worker) -> float:
        if self.patience is not None:
            return self.patience
        if not self._slowest or worker.doing is None:
            return UNKNOWN_SECONDS
        return max(LEAST_SECONDS, LENIENCE * self._slowest * _size(worker.doing.task))


def mapped(job: Job[Task, Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """The result of every task, in the order in which they are done; WorkerError if one is lost."""
    staff = Processes(workers, patience=inf)
    try:
        for done in staff.map(job, tasks):
            if isinstance(done, Lost):
                raise WorkerError(done.why)
            yield done.result
    finally:
        staff.close()


def _size(task: Any) -> int:
    return max(1, len(task)) if isinstance(task, Sized) else 1


def ending(code: int | None) -> str:
    """Says how a process has ended, by its exit code.

    >>> ending(3)
    'has ended with code 3'
    """
    if code is not None and code < 0:
        with suppress(ValueError):
            name = signal.Signals(-code).name
            # By its name: on Windows there is no such signal to compare with.
            told = "was killed (out of memory?)" if name == "SIGKILL" else "crashed"
            return f"{told}, {name}"
    return f"has ended with code {code}"


def _hired() -> _Worker:
    # A fresh interpreter on every platform: nothing is inherited that could differ, least of all by chance.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    with deaf_to_interrupts():
        process.start()
    theirs.close()
    return _Worker(ours, process)


def _work(connection: Connection) -> None:
    """The life of a worker; it ends when whoever started it closes the line, or is gone."""
    # Ctrl-C and the end of a terminal go to the whole group of processes; who started us tells us to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    with suppress(EOFError, OSError):
        connection.send(("ready", None))
        job: Any = None
        act: Any = None
        while True:
            kind, what = _asked(connection)
            if kind == "job":
                job, act = what, None
            elif kind == "task":
                start, before = perf_counter(), process_time()
                try:
                    act = act or job.prepare()
                    result = act(what)
                    took = perf_counter() - start, process_time() - before
                    answer: tuple[str, Any] = ("done", (result, *took))
                except MemoryError:
                    answer = ("memory", "a worker has run out of memory")
                except Exception as problem:
                    answer = ("error", problem)
                _answered(connection, answer)
            else:
                _answered(connection, (kind, what))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _leave(number: int, frame: FrameType | None) -> None:
    """End in order, so that programs that play here end as well; who is leaving is told no more."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(128 + number)


def _asked(connection: Connection) -> tuple[str, Any]:
    try:
        return cast("tuple[str, Any]", connection.recv())
    except (EOFError, OSError):
        raise
    except Exception as problem:
        # A job whose class is not to be found here.
        return "error", problem


def _answered(connection: Connection, answer: tuple[str, Any]) -> None:
    try:
        connection.send(answer)
    except OSError:
        raise
    except Exception as problem:
        # An exception may hold what cannot be sent.
        told = answer[1] if answer[0] == "error" else problem
        connection.send(("error", WorkerError(f"{type(told).__name__} in process {os.getpid()}: {told}")))
