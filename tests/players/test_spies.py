"""Spies learn nothing, whatever they are handed; and they would, if there were anything to learn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import ClassVar

import pytest

from croupier import load
from croupier.catalog.loading import find_source
from croupier.game import PLAYER, Stream, game_seed, player_stream
from croupier.game.hosting import HostedState
from croupier.lab.simulate import Plan, play
from croupier.players import Maker, named
from croupier.terminal.session import Session
from spies import Inverter, seed_behind

GAMES = [("agram", "native"), ("agram", "interpreter"), ("uno.ah", None)]


@pytest.fixture(autouse=True)
def nothing_learnt() -> Iterator[None]:
    """Each test begins with spies who know nothing."""
    Inverter.learnt.clear()
    yield
    Inverter.learnt.clear()


class Leaking(Maker):
    """Hands out the streams that were handed out once, before they were made by a one-way function."""

    def stream(self, seed: int, seat: int) -> Stream:
        """A stream from which the seed can be computed."""
        return Stream.of(seed, PLAYER, seat)


@pytest.mark.parametrize(("game", "engine"), GAMES)
def test_a_stream_leads_to_no_deal(game: str, engine: str | None) -> None:
    plan = Plan(find_source(game), engine=engine, max_decisions=8 if game == "uno.ah" else 10_000)
    for index in range(3):
        play(plan, index, makers=[Maker("inverter", Inverter)] * plan.game.seats)
    assert not Inverter.learnt


@pytest.mark.parametrize(("game", "engine"), GAMES)
def test_the_spy_would_find_a_deal(game: str, engine: str | None) -> None:
    plan = Plan(find_source(game), engine=engine, max_decisions=8 if game == "uno.ah" else 10_000)
    for index in range(2):
        play(plan, index, makers=[Leaking("inverter", Inverter)] * plan.game.seats)
    assert len(Inverter.learnt) == 2 * plan.game.seats


def test_nor_does_a_stream_at_the_table() -> None:
    class Collector(Inverter):
        """Keeps what it is handed."""

        handed: ClassVar[list[tuple[int, Stream]]] = []

        def __init__(self, seat: int, seats: int, stream: Stream) -> None:
            super().__init__(seat, seats, stream)
            self.handed.append((seat, stream.copy()))

    others = dict.fromkeys(range(2), Maker("collector", Collector))
    session = Session(load("agram", seats=2), seed=7, people=[], others=others)
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
    dealt = load("agram", seats=2).start(states[0].seed).view(0).cards("0.HAND")
    assert states[0].seed == 14352280781603695642
    assert " ".join(map(str, dealt)) == "♣4 ♣7 ♣8 ♣10 ♦9 ♠9"
