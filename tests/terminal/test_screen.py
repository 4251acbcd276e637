"""The screen of a seat: golden ones, and what must hold for all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.catalog.loading import recycle_game
from croupier.game.screen import MAX_NEWS, option_lines, screen
from croupier.game.telling import news
from croupier.game.transcript import seen_by
from croupier.interpreter.on_table import OnTable
from croupier.terminal.explaining import explained
from croupier.text.style import Style
from golden import assert_golden
from playing import LIBRARY, game_at, played, standing
from strategies import ROOT

_ANSI = re.compile(r"\033\[\d+m")
NO_SUITS = ROOT / "tests/programs/decks_0510.rcy"
GAMES = {"hearts": recycle_game("hearts"), "go_fish": recycle_game("go_fish"), "caravan": game_at(NO_SUITS)}
STYLES = {
    "40": Style(40),
    "40_ascii": Style(40, utf8=False),
    "80": Style(80),
    "80_colour": Style(80, colour=True),
    "120": Style(120),
}


def whole(state: OnTable, seat: int, style: Style) -> list[str]:
    """All that a person sees."""
    view = state.view(seat)
    return [*screen(view, style), *(option_lines(view, style) if view.options else [])]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str, style: str) -> None:
    state = played(GAMES[name], 3, 9)
    assert state.to_move is not None
    assert_golden(f"screens/{name}_{style}.txt", "\n".join(whole(state, state.to_move, STYLES[style])) + "\n")


@given(standing(), st.sampled_from([40, 41, 57, 80, 120]), st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_no_line_is_too_long_and_ascii_is_ascii(state: OnTable, width: int, colour: bool, utf8: bool) -> None:
    for seat in range(state.game.seats):
        for line in whole(state, seat, Style(width, colour, utf8)):
            plain = _ANSI.sub("", line)
            assert len(plain) <= width
            assert colour or plain == line
            assert utf8 or line.isascii()


def test_ones_own_place_comes_first_then_the_others_in_turn() -> None:
    lines = screen(recycle_game("hearts").start(seed=1).view(2), Style(80))
    heads = [line for line in lines if line.startswith(("You", "Seat", "Table"))]
    assert [head.split(",")[0] for head in heads][:4] == ["You", "Seat 3", "Seat 0", "Seat 1"]


def test_red_suits_are_red_and_a_hand_is_sorted_with_gaps_between_the_suits() -> None:
    state = recycle_game("hearts").arrange({"0.HAND": "♥Q ♥10 ♥3 ♠7"})
    assert any("♠7  ♥3 ♥10 ♥Q" in line for line in screen(state.view(0), Style(80)))
    coloured = "\n".join(screen(state.view(0), Style(80, colour=True)))
    assert "\033[31m♥Q\033[0m" in coloured
    assert "\033[31m♠7" not in coloured
    assert "HQ" in "\n".join(screen(state.view(0), Style(80, utf8=False)))


def test_kept_knowledge_is_shown_among_the_hidden_cards() -> None:
    state = recycle_game("hearts", settings={"PASS": 3}).start(seed=7)
    while state.view(0).cards("0.PASSED") or not state.view(0).cards("1.HAND").count(None) < 12:
        state.apply(state.options[-1])
    assert any(
        re.search(r"HAND +♥\S+ ♥\S+ ♥\S+, \d+ hidden", line) for line in screen(state.view(0), Style(80))
    )


def test_hidden_cards_of_two_backs() -> None:
    view = game_at(ROOT / "tests/programs/leak_backs_06.rcy").start(seed=1).view(0)
    assert re.search(r"\d hidden (DOORS|KEYS), ", "\n".join(screen(view, Style(80))))


def test_too_many_news_are_cut() -> None:
    view = recycle_game("hearts").start(seed=1).view(0)
    lines = screen(view, Style(80), [f"thing {number}" for number in range(MAX_NEWS + 5)])
    assert "  … 5 things before that" in lines
    assert "  thing 4" not in lines
    assert "  thing 5" in lines


def test_news_tell_moves_that_go_together() -> None:
    events = [
        {"event": "move", "public": {"from": "STOCK", "to": "0.HAND", "card": card}} for card in ("♥2", "♥3")
    ]
    events += [{"event": "move", "public": {"from": "STOCK", "to": "1.HAND"}}] * 3
    events += [
        {"event": "decision", "public": {"seat": 1}},
        {"event": "pass", "public": {}},
        {"event": "set", "public": {"storage": "1.CHIPS", "value": 3}},
        {"event": "set", "public": {"storage": "1.CHIPS", "value": 4}},
    ]
    assert news([seen_by(event, 0) for event in events], 0) == [
        "♥2 ♥3 go from STOCK to your HAND",
        "3 hidden cards go from STOCK to seat 1's HAND",
        "seat 1 passes",
        "seat 1's CHIPS is 4",
    ]


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_the_rules_are_explained_in_forty_columns(path: Path) -> None:
    lines = explained(game_at(path), Style(40, utf8=False))
    assert max(map(len, lines)) <= 40
    assert all(line.isascii() for line in lines)
    assert "How it goes" in lines
