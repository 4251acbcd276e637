"""The words of long work: a job, a task that is done, a task that is lost, and who does tasks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from croupier.text import Source
from croupier.text.errors import CroupierError

Task = TypeVar("Task")
Result = TypeVar("Result")
Task_contra = TypeVar("Task_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)

TRIES = 3
"""A task that has failed so often is lost."""

Rows = Mapping[str, list[dict[str, Any]]]
"""Rows of some tables, by the name of the table."""


class Job(Protocol[Task_contra, Result_co]):
    """What is to be done; it is sent to every worker, which prepares it once."""

    def prepare(self) -> Callable[[Task_contra], Result_co]:
        """What does one task."""


@runtime_checkable
class RunsInThreads(Protocol):
    """What a job has prepared, if it spends its time in machine code."""

    @property
    def for_threads(self) -> bool:
        """Whether threads hardly wait for each other, as far as it has come."""


class GameJob(Job[Sequence[int], Result], Protocol[Result]):
    """A job over games by their index, whose results can be kept in a file and merged."""

    @property
    def source(self) -> Source:
        """The text of the game."""

    @property
    def merges(self) -> bool:
        """Whether results are summaries: two of them added up are no larger than one."""

    def seed_of(self, index: int) -> int:
        """The seed of a game."""

    def pack(self, result: Result) -> Any:
        """A result as plain data, without its rows."""

    def unpack(self, data: Any) -> Result:
        """And back."""

    def together(self, results: Iterable[Result]) -> Result:
        """Several results, one at least, as one."""

    def rows(self, result: Result) -> Rows:
        """What is kept of single games, if anything is."""


@dataclass(frozen=True, slots=True)
class Done(Generic[Task, Result]):
    """A task, what came of it, how long it took whoever did it, and who that was."""

    task: Task
    result: Result
    seconds: float
    worker: str = ""
    processor_seconds: float | None = None
    """How long a processor was busy with it; None if nobody tells."""

    @property
    def cost(self) -> float:
        """The processor time if it is known, else the time that went by."""
        return self.seconds if self.processor_seconds is None else self.processor_seconds


@dataclass(frozen=True, slots=True)
class Lost(Generic[Task]):
    """A task that nobody could do, and what happened each time."""

    task: Task
    problems: tuple[str, ...]

    @property
    def why(self) -> str:
        """What happened, in words."""
        times = dict.fromkeys(self.problems)
        return "; then ".join(times)


class Backend(Protocol):
    """Does tasks: in this process, in others, or on a cluster."""

    def map(self, job: Job[Task, Result], tasks: Iterable[Task]) -> Iterator[Done[Task, Result] | Lost[Task]]:
        """Every task as soon as it is done, in whatever order that is.

        A task is taken from the iterable when there is somebody to do it. What a job raises is raised here.
        """


class WorkerError(CroupierError, RuntimeError):
    """Workers that cannot work at all; the message says why."""

    def __init__(self, message: str, *, midway: bool = False) -> None:
        super().__init__(message)
        self.midway = midway
        """Whether something was played before."""


def cores() -> int:
    """How many processes can run here at the same time."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
