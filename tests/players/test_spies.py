"""Spies learn nothing, whatever they are handed; and they would, if there were anything to learn."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import ClassVar

import pytest

from croupier.catalog.loading import find_source, recycle_game
from croupier.game import PLAYER, Stream, game_seed, player_stream
from croupier.game.hosting import HostedState
from croupier.lab.simulate import Plan, play
from croupier.native.state import NativeState
from croupier.players import Maker, named
from croupier.terminal.session import Session
from spies import Follower, Inverter, Leaking, reached, seed_behind

pytestmark = pytest.mark.slow

GAMES = [("agram", "native"), ("agram", "interpreter"), ("uno.ah", None)]


@pytest.fixture(autouse=True)
def nothing_learnt() -> None:
    """Each test begins with spies who know nothing."""
    for kind in (Inverter, Follower):
        kind.learnt.clear()


@pytest.mark.parametrize(("game", "engine"), GAMES)
def test_a_stream_leads_to_no_deal(game: str, engine: str | None) -> None:
    plan = Plan(find_source(game), engine=engine, max_decisions=4 if game == "uno.ah" else 10_000)
    for index in range(1 if game == "uno.ah" else 3):
        play(plan, index, makers=[Maker("inverter", Inverter)] * plan.game.seats)
    assert not Inverter.learnt


@pytest.mark.parametrize(("game", "engine"), GAMES)
def test_the_spy_would_find_a_deal(game: str, engine: str | None) -> None:
    plan = Plan(find_source(game), engine=engine, max_decisions=4 if game == "uno.ah" else 10_000)
    for index in range(1):
        play(plan, index, makers=[Leaking("inverter", Inverter)] * plan.game.seats)
    assert len(Inverter.learnt) == plan.game.seats


def test_nor_does_a_stream_at_the_table() -> None:
    class Collector(Inverter):
        """Keeps what it is handed."""

        handed: ClassVar[list[tuple[int, Stream]]] = []

        def __init__(self, seat: int, seats: int, stream: Stream) -> None:
            super().__init__(seat, seats, stream)
            self.handed.append((seat, stream.copy()))

    others = dict.fromkeys(range(2), Maker("collector", Collector))
    session = Session(recycle_game("agram", seats=2), seed=7, people=[], others=others)
    session.begin()
    # Here players are made anew for every decision, from seeds of their own.
    seeds = {7, *(game_seed(7, decision) for decision in range(30))}
    while session.state.to_move is not None:
        session.play_other()
    assert len(Collector.handed) > 5
    assert not [seat for seat, stream in Collector.handed if seed_behind(stream, seat) in seeds]
    assert not Collector.learnt


@pytest.mark.parametrize("name", ["pipmc", "ismcts", "own", f"exec:{sys.executable}"])
def test_who_is_handed_a_stream_gets_one_that_cannot_be_undone(name: str) -> None:
    # The seed that is told to a program is the first number of its stream.
    stream = named(name).stream(7, 1)
    assert stream == player_stream(7, 1)
    assert seed_behind(stream, 1) != 7
    assert seed_behind(Stream.of(7, PLAYER, 1), 1) == 7


@pytest.mark.parametrize("name", ["random", "pipmc:tests=1"])
def test_players_draws_do_not_change_the_deal(name: str) -> None:
    # Version 0.2.0 has made players' streams anew: with the same seed and index the cards are still the same.
    plan, states = Plan(find_source("agram"), seats=2, seed=5), list[HostedState]()
    play(plan, 3, lambda _, state: states.append(state), [named(name)] * 2)
    dealt = recycle_game("agram", seats=2).start(states[0].seed).view(0).cards("0.HAND")
    assert states[0].seed == 14352280781603695642
    assert " ".join(map(str, dealt)) == "♣4 ♣7 ♣8 ♣10 ♦9 ♠9"


# References


@pytest.mark.parametrize(("game", "engine"), GAMES)
@pytest.mark.parametrize("others", ["follower", "pipmc:tests=2"])
def test_references_lead_to_no_state(game: str, engine: str | None, others: str) -> None:
    plan = Plan(find_source(game), engine=engine, max_decisions=4 if game == "uno.ah" else 10_000)
    spy = Maker("follower", Follower)
    rest = [spy if others == "follower" else named(others)] * (plan.game.seats - 1)
    play(plan, 0, makers=[spy, *rest])
    assert not Follower.learnt


def test_the_spy_would_find_a_state_in_the_memory_of_machine_code() -> None:
    game = recycle_game("agram", engine="native")
    state = game.start(seed=1)
    for seat in range(1, game.seats):
        view = state.view(seat)
        assert view.to_move == 0
        assert not any(isinstance(thing, NativeState) for thing in reached(view))
        # Before there were façades, this was the game that a player got.
        assert any(thing is state for thing in reached(replace(view, game=game)))


def test_players_do_not_find_the_samples_of_each_other() -> None:
    state = recycle_game("agram", engine="native").start(seed=1)
    first, second = state.view(0), state.view(1)
    sample = first.sample(5)
    assert any(thing is sample for thing in reached(first))
    assert not any(isinstance(thing, NativeState) for thing in reached(second))
    # What a player may do with its game, it may still do.
    assert first.game.start(seed=1).view(0) == first
    assert first.game.layout is state.game.layout


@pytest.mark.parametrize("name", ["agram", "hearts"])
def test_what_searches_start_from_is_the_same_whatever_is_hidden(name: str) -> None:
    state, chance = recycle_game(name, engine="native").start(seed=3), Stream.of(3)
    for number in range(6):
        assert state.to_move is not None
        view = state.view(state.to_move)
        twin = view.sample(number).view(view.seat)
        assert view.root is not None
        assert [*view.root.block] == [*twin.root.block]
        assert [*view.root.lists] == [*twin.root.lists]
        state.apply(chance.below(state.option_count))
