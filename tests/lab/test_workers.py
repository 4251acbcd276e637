"""Workers: every task is done once, and what goes wrong in a worker arrives."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import active_children

import pytest

from croupier.lab.work import WorkerError, cores, mapped
from worker_jobs import Doubling


def numbers(*first: int) -> Iterator[int]:
    """Some numbers."""
    yield from first


def test_workers_do_every_task_once() -> None:
    assert sorted(mapped(Doubling(), numbers(1, 2, 3, 4, 5), 2)) == [2, 4, 6, 8, 10]
    assert list(mapped(Doubling(), numbers(), 1)) == []


def test_a_worker_that_dies_is_an_error_and_no_hang() -> None:
    with pytest.raises(WorkerError, match="a worker process has ended with code 1"):
        list(mapped(Doubling(), numbers(1, 13, 2), 1))


def test_an_exception_of_a_worker_arrives() -> None:
    with pytest.raises(ValueError, match="seven"):
        list(mapped(Doubling(), numbers(1, 7, 2), 1))


def test_workers_end_when_nobody_wants_more() -> None:
    results = mapped(Doubling(), numbers(1, 2, 3, 4), 2)
    assert next(results) in (2, 4)
    results.close()  # type: ignore[attr-defined]
    assert not active_children()


def test_there_is_a_core_at_least() -> None:
    assert cores() >= 1
