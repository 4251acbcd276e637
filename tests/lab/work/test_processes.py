"""Processes: every task is done once, and what goes wrong in one of them is made good."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from croupier.lab.work import Done, Lost, Processes, WorkerError, cores, mapped
from worker_jobs import Adding, Doubling, Waiting
from worker_jobs import Lost as LostJob

pytestmark = pytest.mark.slow


@pytest.fixture
def two() -> Iterator[Processes]:
    """Two of them."""
    staff = Processes(2)
    yield staff
    staff.close()
    assert not active_children()


def numbers(*first: int) -> Iterator[int]:
    """Some numbers."""
    yield from first


def chunks(last: int) -> list[range]:
    """So many games, two at a time."""
    return [range(i, i + 2) for i in range(0, last, 2)]


def test_every_task_is_done_once() -> None:
    assert sorted(mapped(Doubling(), numbers(1, 2, 3, 4, 5), 2)) == [2, 4, 6, 8, 10]
    assert list(mapped(Doubling(), numbers(), 1)) == []


def test_a_task_that_kills_every_worker_is_an_error_where_all_are_needed() -> None:
    with pytest.raises(WorkerError, match="a worker process has ended with code 1"):
        list(mapped(Doubling(), numbers(1, 13, 2), 1))


def test_a_script_that_plays_wherever_it_is_imported_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text(
        "from croupier.lab.work import mapped\n"
        "from worker_jobs import Doubling\n"
        "print(list(mapped(Doubling(), iter((1, 2)), 1)))\n"
    )
    tests = str(Path(__file__).parents[2])
    ran = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": tests},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert "has to play below `if __name__ == '__main__':`" in ran.stderr.splitlines()[-1]


def test_an_exception_of_a_worker_arrives() -> None:
    with pytest.raises(ValueError, match="seven"):
        list(mapped(Doubling(), numbers(1, 7, 2), 1))


def test_a_job_that_cannot_be_read_there_is_told() -> None:
    with pytest.raises(ImportError, match="there is no such job here"):
        list(mapped(LostJob(), numbers(1, 2), 1))


def test_workers_end_when_nobody_wants_more() -> None:
    results = mapped(Doubling(), numbers(1, 2, 3, 4), 2)
    assert next(results) in (2, 4)
    results.close()  # type: ignore[attr-defined]
    assert not active_children()


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_worker_that_is_sent_away_cleans_up(tmp_path: Path) -> None:
    results = mapped(Waiting(), iter([tmp_path, tmp_path]), 2)
    assert next(results) == tmp_path
    results.close()  # type: ignore[attr-defined]
    assert not active_children()
    assert (tmp_path / "gone").exists()


def test_whoever_dies_hangs_or_has_no_memory_is_replaced_and_the_task_repeated(
    two: Processes, tmp_path: Path
) -> None:
    two.patience = 5.0
    job = Adding({1: "dies", 4: "hangs", 7: "memory"}, once=str(tmp_path))
    found = list(two.map(job, chunks(12)))
    assert sum(done.result for done in found if isinstance(done, Done)) == sum(range(12))
    assert sorted(map(int, (path.name for path in tmp_path.iterdir()))) == [1, 4, 7]


def test_what_fails_three_times_is_lost_and_the_rest_goes_on(two: Processes) -> None:
    found = list(two.map(Adding({5: "memory"}), chunks(10)))
    [lost] = [one for one in found if isinstance(one, Lost)]
    assert lost == Lost(range(4, 6), ("a worker has run out of memory",) * 3)
    assert lost.why == "a worker has run out of memory"
    assert sum(done.result for done in found if isinstance(done, Done)) == sum(range(10)) - 4 - 5


def test_processes_stay_for_the_next_job(two: Processes) -> None:
    assert len(list(two.map(Doubling(), [1, 2, 3]))) == 3
    before = {child.pid for child in active_children()}
    assert len(list(two.map(Adding(), chunks(4)))) == 2
    assert {child.pid for child in active_children()} == before


def test_there_is_a_core_at_least() -> None:
    assert cores() >= 1
