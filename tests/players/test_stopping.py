"""A search that is stopped from another thread chooses by what it has found so far."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from croupier import load
from croupier.game import Stream
from croupier.kernel import KernelEnded, machine
from croupier.players import Player, advice, choice, named
from croupier.players.assessment import Assessment
from croupier.players.searching import SearchPlayer, Task
from croupier.terminal.session import Session

ENDLESS = 100_000_000
"""So many iterations take hours."""
SEARCHES = (f"ismcts:iterations={ENDLESS}", f"mcts:iterations={ENDLESS}", f"pipmc:tests={ENDLESS}")


@contextmanager
def stopped_meanwhile(player: Player) -> Iterator[None]:
    """Another thread stops the player again and again until it has decided."""
    over = threading.Event()

    def stop() -> None:
        while not over.wait(0.02):
            player.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_a_search_that_is_stopped_chooses(name: str, engine: str) -> None:
    if engine == "native" and not machine.available():
        pytest.skip("kernels under CPython do a slice in minutes")
    view = load("kuhn_poker", engine=engine).start(seed=1).view(0)
    player = named(name)(0, 2, Stream.of(1))
    with stopped_meanwhile(player):
        assert choice(player, view) in (0, 1)
    found = player.assessment
    assert found is not None
    assert 1 <= found.iterations < ENDLESS


def test_who_is_stopped_before_it_begins_does_one_iteration() -> None:
    view = load("kuhn_poker", engine="interpreter").start(seed=1).view(0)
    player = named(f"ismcts:iterations={ENDLESS}")(0, 2, Stream.of(1))
    player.stop()
    choice(player, view)
    assert player.assessment is not None
    assert player.assessment.iterations == 1


def test_an_end_that_meets_the_iteration_in_python_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is told to end just when it has, and the state of a playout hears of it instead."""
    view = load("kuhn_poker", engine="interpreter").start(seed=1).view(0)
    player = named(f"ismcts:iterations={ENDLESS}")(0, 2, Stream.of(1))
    assert isinstance(player, SearchPlayer)
    whole, met = player.search, list[Task]()

    def meets(task: Task) -> Assessment:
        met.append(task)
        if len(met) < 3:
            raise KernelEnded
        return whole(task)

    monkeypatch.setattr(player, "search", meets)
    player.stop()
    assert choice(player, view) in (0, 1)
    assert [task.plain for task in met] == [True, False, False]


def test_the_next_decision_is_searched_in_peace() -> None:
    view = load("kuhn_poker", engine="interpreter").start(seed=1).view(0)
    player = named("ismcts:iterations=50")(0, 2, Stream.of(1))
    player.stop()
    choice(player, view)
    choice(player, view)
    assert player.assessment is not None
    assert player.assessment.iterations == 50


def test_who_does_not_search_goes_on() -> None:
    view = load("kuhn_poker").start(seed=1).view(0)
    player = named("random")(0, 2, Stream.of(1))
    player.stop()
    assert choice(player, view) in (0, 1)


def test_advice_can_be_cut_short() -> None:
    view = load("kuhn_poker", engine="interpreter").start(seed=1).view(0)
    found = advice(view, named(f"ismcts:iterations={ENDLESS}"), 7, asked=lambda player: player.stop())
    assert found.choice in (1, 2)
    assert found.hasty


def test_a_table_can_hurry_whoever_thinks() -> None:
    game = load("kuhn_poker", engine="interpreter")
    thinker = named(f"ismcts:iterations={ENDLESS}")
    session = Session(game, seed=1, people=(1,), others={0: thinker})
    session.begin()
    session.hurry()
    over = threading.Event()

    def hurry() -> None:
        while not over.wait(0.02):
            session.hurry()

    thread = threading.Thread(target=hurry)
    thread.start()
    try:
        session.play_other()
    finally:
        over.set()
        thread.join()
    assert session.state.to_move == 1
    assert session.thinking is None
