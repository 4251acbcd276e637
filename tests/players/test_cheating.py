"""Nobody cheats: choices do not depend on what a seat may not know; and a cheat would be found out."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from croupier import load
from croupier.game import Option
from croupier.interpreter.state import TableState
from croupier.players import PLAYERS, Player
from croupier.testing import assert_no_cheating, assert_plays, compare

QUICK = {
    "random": "random",
    "pipmc": "pipmc:tests=2",
    "mcts": "mcts:iterations=6:samples=2",
    "ismcts": "ismcts:iterations=6",
    "moismcts": "moismcts:iterations=6",
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
    positions = [(seed, 3 * seed if game == "agram" else seed) for seed in range(2)]
    assert_no_cheating(QUICK[name], load(game), positions=positions, seeds=4)


def test_every_player_is_tested() -> None:
    # What a program decides by itself is tested with the script languages.
    assert {*QUICK, "exec", "own", "solved"} == set(PLAYERS)


def test_a_cheat_is_found_out() -> None:
    gc.collect()
    with pytest.raises(AssertionError, match="this player knows more than it may"):
        assert_no_cheating(Spy, load("agram"), positions=[(1, 0)], seeds=12)


def test_honest_chance_is_no_cheating() -> None:
    assert_no_cheating(Gambler, load("agram"))
    found = compare(Gambler, load("agram"), seed=1)
    assert found is not None
    assert not found.identical
    assert found.p > 1e-4


def test_a_game_that_is_over_has_nothing_to_compare() -> None:
    assert compare("random", load("kuhn_poker"), seed=1, decisions=9) is None


@pytest.mark.parametrize("name", ["random", "pipmc", "ismcts"])
def test_players_keep_the_contract(name: str) -> None:
    assert_plays(QUICK[name], load("leduc_poker"), seeds=range(1))
    with pytest.raises(AssertionError, match="with seed 0 it played"):
        assert_plays(Gambler, load("crazy_eights"), seeds=range(1))
