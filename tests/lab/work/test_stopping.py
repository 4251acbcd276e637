"""A crew that another thread stops: what is done is kept, and the result says that it was interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.work import Crew, Processes
from worker_jobs import Adding

MANY = 1_000_000_000
"""So many games take hours."""


def stopping(crew: Crew) -> None:
    """Have another thread stop a crew, and wait until it has."""
    thread = threading.Thread(target=crew.stop)
    thread.start()
    thread.join()


@pytest.mark.parametrize("engine", ["interpreter", "native"])
@pytest.mark.parametrize("workers", [1, 2])
def test_games_that_are_done_are_kept(engine: str, workers: int) -> None:
    with Crew(workers) as crew:
        plan = Plan(find_source("kuhn_poker"), engine=engine)
        found = simulate(plan, MANY, crew=crew, progress=lambda _: stopping(crew))
    assert found.interrupted
    assert 0 < found.tally.games < MANY
    assert crew.stopped


def test_who_is_stopped_plays_no_more() -> None:
    with Crew(1) as crew:
        crew.stop()
        found = simulate(Plan(find_source("kuhn_poker")), 10, crew=crew)
    assert found.interrupted
    assert found.tally.games == 0


@contextmanager
def meanwhile(act: Callable[[], None]) -> Iterator[None]:
    """Another thread does something again and again."""
    over = threading.Event()

    def repeat() -> None:
        while not over.wait(0.02):
            act()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.slow
def test_a_search_that_is_at_work_ends() -> None:
    players = (f"ismcts:iterations={MANY}", "random")
    with Crew(1) as crew, meanwhile(crew.stop):
        found = simulate(Plan(find_source("kuhn_poker"), players=players, engine="native"), 1, crew=crew)
    assert found.interrupted
    assert found.tally.games == 0


@pytest.mark.slow
def test_whoever_waits_for_a_worker_is_woken() -> None:
    staff = Processes(1)
    try:
        with meanwhile(staff.wake), pytest.raises(KeyboardInterrupt):
            list(staff.map(Adding({0: "hangs"}), [range(1)]))
    finally:
        staff.close()
