"""Nobody cheats: choices do not depend on what a seat may not know; and a cheat would be found out."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from croupier import load
from croupier.game import Option, Stream
from croupier.interpreter.state import TableState
from croupier.native import NativeGame
from croupier.players import PLAYERS, Maker, Player
from croupier.testing import assert_no_cheating, assert_plays, compare
from croupier.testing.cheating import Course
from spies import Follower, Inverter, Leaking

pytestmark = pytest.mark.slow

QUICK = {
    "random": "random",
    "pipmc": "pipmc:tests=2",
    "mcts": "mcts:iterations=6:samples=2",
    "ismcts": "ismcts:iterations=6",
    "moismcts": "moismcts:iterations=6",
    "easy": "easy",
}


class Spy(Player):
    """Finds the true state in memory, and chooses by the card of the seat behind it."""

    def choose(self, view: Any) -> Option:
        """Look into another hand."""
        found = (thing for thing in gc.get_objects() if isinstance(thing, TableState))
        state = next(s for s in found if s.table.knowledge is not None and s.view(self.seat) == view)
        rival = (self.seat + 1) % self.seats
        hand = state.view(rival).cards(f"{rival}.HAND")
        return view.options[sum(map(ord, "".join(map(str, hand)))) % len(view.options)]  # type: ignore[no-any-return]


class Gambler(Player):
    """Honest, but draws from a source of its own."""

    def choose(self, view: Any) -> Option:
        """Anything."""
        from random import choice

        return choice(view.options)  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", ["kuhn_poker", "agram", "leduc_poker"])
@pytest.mark.parametrize("name", QUICK)
def test_no_player_cheats(name: str, game: str) -> None:
    assert_no_cheating(QUICK[name], load(game), games=[1] if game == "agram" else range(2), seeds=2)


def test_every_player_is_tested() -> None:
    # What a program decides by itself is tested with the script languages; levels are all made in one way.
    assert {*QUICK, "exec", "own", "solved", "medium", "strong"} == set(PLAYERS)


def test_a_cheat_is_found_out() -> None:
    gc.collect()
    with pytest.raises(AssertionError, match="this player knows more than it may"):
        assert_no_cheating(Spy, load("agram"), games=[0], seeds=4)


def test_honest_chance_is_no_cheating() -> None:
    assert_no_cheating(Gambler, load("agram"))
    found = compare(Gambler, load("agram"), seed=1)
    assert found is not None
    assert not found.identical
    assert found.p > 1e-4


def test_a_seat_that_decides_nothing_has_nothing_to_compare() -> None:
    assert compare("random", load("kuhn_poker"), seed=1, most=1) is None
    with pytest.raises(AssertionError, match="in none of these games was there anything to decide"):
        assert_no_cheating("random", load("kuhn_poker"), games=[1], most=1)


def test_who_computes_the_deal_from_its_stream_is_found_out() -> None:
    assert_no_cheating(Maker("inverter", Inverter), load("agram", seats=2))
    with pytest.raises(AssertionError, match="with streams that belong to the deal it chooses otherwise"):
        assert_no_cheating(Leaking("inverter", Inverter), load("agram", seats=2))


def test_who_finds_the_state_while_it_watches_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("agram", seats=2, engine="native")
    assert_no_cheating(Maker("follower", Follower), game, games=[0], seeds=5)
    monkeypatch.setattr(NativeGame, "facade", lambda self, _: self)
    with pytest.raises(AssertionError, match="the hidden cards alone changed its choices"):
        assert_no_cheating(Maker("follower", Follower), game, games=[0], seeds=5)


def test_everything_that_a_player_implements_is_called() -> None:
    called: list[str] = []

    class Talkative(Player):
        """Tells what it is asked."""

        def __init__(self, seat: int, seats: int, stream: Stream) -> None:
            super().__init__(seat, seats, stream)
            self.watches = True

        def choose(self, view: Any) -> Option:
            called.append("choose")
            return view.options[0]  # type: ignore[no-any-return]

        def watch(self, view: Any) -> None:
            called.append("watch")

        def close(self, outcome: Any = None) -> None:
            called.append("close")

    assert_no_cheating(Talkative, load("agram", seats=2), games=[0], seeds=1)
    # A whole game, once with the true cards and once with others.
    movers = Course.of(load("agram", seats=2), 0).movers
    assert called.count("choose") == 2 * movers.count(0)
    assert called.count("watch") == 2 * movers.count(1)
    assert called[-1] == "close"
    assert called.count("close") == 2


@pytest.mark.parametrize("name", ["random", "pipmc", "ismcts"])
def test_players_keep_the_contract(name: str) -> None:
    assert_plays(QUICK[name], load("leduc_poker"), seeds=range(1))
    with pytest.raises(AssertionError, match="with seed 0 it played"):
        assert_plays(Gambler, load("crazy_eights"), seeds=range(1))
