"""Work in several processes: each prepares once, then does one task after the other."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar, cast

Task = TypeVar("Task")
Result = TypeVar("Result")
Task_contra = TypeVar("Task_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)


class Job(Protocol[Task_contra, Result_co]):
    """What is to be done; it is sent to every worker, which prepares it once."""

    def prepare(self) -> Callable[[Task_contra], Result_co]:
        """What does one task."""


class WorkerError(RuntimeError):
    """A worker that has died, or could not do its task."""


def cores() -> int:
    """How many processes can run here at the same time."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def mapped(job: Job[Task, Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """The result of every task, in the order in which they are done.

    A task is taken from the iterable when a worker is free for it. The workers end with the iterator,
    whatever ends it.
    """
    waiting = iter(tasks)
    staff: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(workers):
            connection, process = _hired(job)
            staff[connection] = process
            _give(connection, waiting)
        while open_connections := [connection for connection in staff if not connection.closed]:
            for ready in wait(open_connections):
                connection = cast(Connection, ready)
                result = _taken(connection)
                _give(connection, waiting)
                yield result
    finally:
        for connection, process in staff.items():
            connection.close()
            process.terminate()
        for process in staff.values():
            process.join()


def _hired(job: Any) -> tuple[Connection, BaseProcess]:
    # A fresh interpreter on every platform: nothing is inherited that could differ, least of all by chance.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, job), daemon=True)
    with _deaf_to_interrupts():
        process.start()
    theirs.close()
    return ours, process


def _give(connection: Connection, waiting: Iterator[Any]) -> None:
    """The next task, or leave to go."""
    for task in waiting:
        connection.send(task)
        return
    connection.close()


def _taken(connection: Connection) -> Any:
    try:
        done, result = connection.recv()
    except (EOFError, OSError):
        raise WorkerError("a worker process has died (out of memory?); --workers 1 does without") from None
    if not done:
        raise result
    return result


def _work(connection: Connection, job: Job[Any, Any]) -> None:
    """The life of a worker."""
    # Ctrl-C goes to the whole group of processes; who started us tells us to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        act = None
        while True:
            task = connection.recv()
            try:
                act = act or job.prepare()
                answer: tuple[bool, Any] = (True, act(task))
            except Exception as problem:
                answer = (False, problem)
            connection.send(answer)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """While a process starts: it inherits the deafness, so Ctrl-C finds it quiet even before it is ready."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
