"""Shithead plays by its rule sheet: what goes on what, burning, taking, and cards that nobody has seen."""

from __future__ import annotations

import pytest

from croupier.interpreter.on_table import OnTable
from library.at_the_table import count, game, lies, position, scores, stored, take, texts
from library.test_tricks import counts

pytestmark = pytest.mark.slow


def turn(hand: str, pile: str = "♣3 ♣7", *, fits: int = 1, up: str = "", down: str = "") -> OnTable:
    """A turn of seat 0 of two, after the stock has been used up."""
    places = {"0.HAND": hand, "1.HAND": "♠Q ♠K", "PILE": pile, "0.UP": up, "0.DOWN": down}
    return position(game("shithead", 2), places, rest="BURNT", stored={"HEIGHT": 7, "FITS": fits}, at="play")


def test_shithead_nine_cards_each_in_three_places() -> None:
    state = game("shithead").start(1)
    for place in ("DOWN", "UP", "HAND"):
        assert counts(state, place) == [3] * 4


def test_shithead_as_high_as_the_last_or_a_two_or_a_ten() -> None:
    assert sorted(texts(turn("♥6 ♥7 ♥K ♥2 ♥10"))) == ["play 1, ♥10", "play 1, ♥2", "play 1, ♥7", "play 1, ♥K"]


def test_shithead_equal_cards_go_together() -> None:
    assert sorted(texts(turn("♥9 ♠9 ♥4"))) == ["play 1, ♠9", "play 1, ♥9", "play 2, ♥9+♠9"]


def test_shithead_who_cannot_play_takes_the_pile() -> None:
    state = turn("♥4 ♥5", fits=0)
    assert (count(state, "0.HAND"), count(state, "PILE"), state.to_move) == (4, 0, 1)


def test_shithead_a_ten_burns_the_pile_and_plays_again() -> None:
    state = take(turn("♥10 ♥4 ♥5 ♥9"), "play 1, ♥10")
    assert (state.to_move, count(state, "PILE"), stored(state, "HEIGHT")) == (0, 0, 0)


def test_shithead_four_equal_cards_burn_it_too() -> None:
    state = take(turn("♥7 ♥4 ♥5 ♥9", pile="♣7 ♦7 ♠7"), "play 1, ♥7")
    assert (state.to_move, count(state, "PILE")) == (0, 0)


def test_shithead_everything_goes_on_a_two() -> None:
    assert stored(take(turn("♥2 ♥9 ♥4"), "play 1, ♥2"), "HEIGHT") == 0


def test_shithead_open_cards_come_after_the_hand_and_unseen_ones_last() -> None:
    state = turn("", up="♥9 ♥8", down="♥3")
    assert sorted(texts(state)) == ["play from the open cards 1, ♥8", "play from the open cards 1, ♥9"]
    state = turn("", down="♥3 ♥9")
    assert all("♥" not in text for text in texts(state))
    state.apply(0)
    # The three does not fit: it is taken with the pile.
    assert sorted(lies(state, "0.HAND").split()) == ["♣3", "♣7", "♥3"]


def test_shithead_the_cards_left_are_the_score() -> None:
    assert scores(turn("♥9")) == (0, 2)
