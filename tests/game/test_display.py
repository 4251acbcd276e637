"""Games show themselves: a line as `repr`, the table as `print`, and the same text in a notebook."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

import croupier
from croupier import View, load
from croupier.game.hosting import HostedState
from croupier.players import Player
from strategies import ROOT

CARDIGAN = str(ROOT / "src/croupier/library/uno.cdg")
AHOD = str(ROOT / "src/croupier/library/war.ah")


def states(game: str, engine: str | None) -> list[HostedState]:
    """A game at its beginning, and at its end."""
    first = load(game, engine=engine).start(seed=1)
    last = first.copy()
    while last.to_move is not None:
        last.apply(last.options[0])
    return [first, last]


@pytest.mark.parametrize(
    ("game", "engine"), [("hearts", "interpreter"), ("hearts", None), (CARDIGAN, None), (AHOD, None)]
)
def test_everything_fits_a_line_and_is_printed_as_a_table(game: str, engine: str | None) -> None:
    for state in states(game, engine):
        things: list[Any] = [state, state.open_view(), *(state.view(seat) for seat in range(2))]
        for thing in things:
            assert len(repr(thing)) <= 100
            assert "\n" not in repr(thing)
            assert len(str(thing).splitlines()) > 3
            assert ElementTree.fromstring(thing._repr_svg_()).get("role") == "img"
        assert "open cards" in str(state)
        assert len(repr(load(game, engine=engine))) <= 100


def test_both_engines_show_the_same() -> None:
    one, other = (load("hearts", engine=engine).start(seed=3) for engine in ("interpreter", None))
    assert (str(one), repr(one)) == (str(other), repr(other))
    seat = one.to_move
    assert seat is not None
    assert str(one.view(seat)) == str(other.view(seat))
    assert repr(one.view(seat)) == repr(other.view(seat)) == "<hearts: what seat 0 knows, to move, 4 options>"


def test_a_view_shows_no_hidden_card_and_a_state_all_of_them() -> None:
    state = load("kuhn_poker", engine="interpreter").start(seed=1)
    assert "1 hidden" in str(state.view(0))
    assert "hidden" not in str(state)


def test_a_game_that_is_over_shows_its_outcome() -> None:
    shown = str(states("kuhn_poker", None)[-1])
    assert "Finished: " in shown
    assert "  seat 0: score " in shown


def test_a_player_may_print_its_view(capsys: pytest.CaptureFixture[str]) -> None:
    class Chatty(Player):
        """Writes down what it sees."""

        def choose(self, view: View) -> int:
            seen.append(f"{view}{view!r}")
            return 0

    seen: list[str] = []
    croupier.simulate("kuhn_poker", games=1, players=Chatty, workers=1)
    assert "you are seat 0 of 2" in seen[0]


def test_programs_fit_a_line() -> None:
    assert repr(croupier.read("hearts")) == "<program Hearts: 4 seats, 52 cards, RECYCLE 0.6>"
    game: Any = load("hearts")
    assert "<pre>" in game._repr_html_()
