"""Five Hundred, Pinochle and No-Limit Hold'em play by their rule sheets."""

from __future__ import annotations

import pytest

from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import count, game, scores, stored, take, texts
from library.test_tricks import cards, choose, counts, play
from library.test_tricks import position as arranged

pytestmark = pytest.mark.slow

# Five Hundred


def test_five_hundred_43_cards_ten_each_and_three_in_the_kitty() -> None:
    state = game("five_hundred").start(1)
    assert (counts(state, "HAND"), count(state, "KITTY"), len(texts(state))) == ([10] * 4, 3, 26)
    assert {"♣4", "♠4"}.isdisjoint(state.game.layout.names)


def test_five_hundred_whoever_passed_is_out_and_the_winner_lays_three_away() -> None:
    state = take(game("five_hundred").start(1), "bid SIX-SPADES", "pass", "bid SIX-CLUBS", "pass")
    assert "bid SIX-SPADES" not in texts(state)
    take(state, "pass")
    assert (state.to_move, count(state, "2.HAND")) == (2, 13)
    take(state, texts(state)[0])
    take(state, texts(state)[0])
    take(state, texts(state)[0])
    assert (state.to_move, counts(state, "HAND")) == (2, [10] * 4)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("♥A ♥J ♦J JOKER", 3), ("♥A ♦J ♥K ♥Q", 1), ("♠A ♠K ♥4 ♠Q", 2), ("♦A ♥J ♦K ♦Q", 1)],
)
def test_five_hundred_joker_then_both_jacks_of_the_colour(trick: str, winner: int) -> None:
    others = ("♣5 ♣6", "♣7 ♣8", "♣9 ♣10", "♣Q ♣K")
    hands = {f"{seat}.HAND": f"{card} {others[seat]}" for seat, card in enumerate(trick.split())}
    state = take(arranged(game("five_hundred"), hands), "bid SIX-HEARTS", "pass", "pass", "pass")
    state = play(state, trick)
    assert state.to_move == winner


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        ("SIX-SPADES", 6, (40, 40)),
        ("SEVEN-HEARTS", 7, (200, 30)),
        ("SIX-NOTRUMPS", 5, (-120, 50)),
        ("SIX-CLUBS", 10, (250, 0)),
    ],
)
def test_five_hundred_bids_score_by_the_table(bid: str, tricks: int, expected: tuple[int, int]) -> None:
    # Seat 0 takes the last trick with the joker.
    hands = {"0.HAND": "JOKER", "1.HAND": "♣5", "2.HAND": "♣6", "3.HAND": "♣7", "KITTY": ""}
    made = game("five_hundred", DEALS=1)
    state = arranged(made, hands, stored={"T0.TRICKS": tricks - 1, "T1.TRICKS": 10 - tricks, "DEAL": 1})
    assert scores(take(state, f"bid {bid}", "pass", "pass", "pass")) == expected * 2


# Pinochle


def pinochle(*hands: str) -> OnTable:
    """A deal in which seat 0 names hearts for 250, with these hands."""
    places = {f"{seat}.HAND": hand for seat, hand in enumerate(hands)}
    return take(arranged(game("pinochle"), places), "bid more by 1", "pass", "pass", "pass", "name HEARTS")


def test_pinochle_48_cards_twelve_each() -> None:
    state = game("pinochle").start(1)
    assert (len(state.game.layout.cards), counts(state, "HAND")) == (48, [12] * 4)
    assert texts(state) == ["pass", *(f"bid more by {n}" for n in range(1, 6))]


def test_pinochle_the_last_seat_has_to_bid_if_all_others_pass() -> None:
    state = take(game("pinochle").start(1), "pass", "pass", "pass")
    assert (state.to_move, stored(state, "BID")) == (3, 250)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("♥A ♥10 ♥K ♥Q ♥J", 150),
        ("♥A ♥10 ♥K ♥Q ♥J ♥K ♥Q", 190),
        ("♥K ♥Q ♣K ♣Q", 60),
        ("♥9 ♥9 ♣9", 20),
        ("♠Q ♦J ♣9", 40),
        ("♠Q ♦J ♠Q ♦J", 300),
        ("♣A ♦A ♥A ♠A", 100),
        ("♣J ♦J ♥J ♠J", 40),
        ("♣K ♦K ♥K ♠K ♣K ♦K ♥K ♠K", 800),
    ],
)
def test_pinochle_melds_count_as_written(hand: str, points: int) -> None:
    assert stored(pinochle(hand, "♣9 ♣10", "♦9 ♦10", "♠9 ♠10"), "0.MELD") == points


def test_pinochle_one_has_to_follow_to_beat_and_to_trump() -> None:
    assert cards(choose(pinochle("♣K ♦9", "♣A ♣10 ♣9 ♥A", "♦10 ♦K", "♠9 ♠10"), "lead ♣K")) == ["♣10", "♣A"]
    assert cards(choose(pinochle("♣A ♦9", "♣K ♣10 ♣9 ♥A", "♦10 ♦K", "♠9 ♠10"), "lead ♣A")) == [
        "♣9",
        "♣K",
        "♣10",
    ]
    assert cards(choose(pinochle("♣A ♦9", "♥9 ♥J ♠9", "♦10 ♦K", "♠A ♠10"), "lead ♣A")) == ["♥9", "♥J"]


def test_pinochle_tricks_come_to_250_and_a_missed_bid_is_lost() -> None:
    state = take(game("pinochle").start(3), "bid more by 5", "pass", "pass", "pass", "name CLUBS")
    while state.outcome is None:
        state.apply(0)
    melds = sum(stored(state, f"{seat}.MELD") for seat in range(4))
    assert stored(state, "T0.POINTS") + stored(state, "T1.POINTS") == 250 + melds
    first, *_ = scores(state)
    assert first in (stored(state, "T0.POINTS"), -290)


# No-Limit Hold'em


def test_no_limit_holdem_blinds_and_four_raises() -> None:
    state = game("no_limit_holdem").start(1)
    assert (state.to_move, stored(state, "0.PAID"), stored(state, "1.PAID")) == (0, 1, 2)
    assert texts(state) == ["fold", "call", "raise the least", "raise the pot", "go all in"]
    # Call, then three big blinds: one and a half times what lies there.
    assert stored(take(state, "raise the pot"), "PRICE") == 6


def test_no_limit_holdem_a_raise_is_at_least_as_high_as_the_last() -> None:
    state = take(game("no_limit_holdem").start(1), "raise the pot", "raise the least")
    assert stored(state, "PRICE") == 10


def test_no_limit_holdem_all_in_and_call_shows_all_five_cards() -> None:
    state = take(game("no_limit_holdem").start(1), "go all in", "call")
    assert (count(state, "BOARD"), sorted(scores(state)) in ([-200, 200], [0, 0])) == (5, True)


def test_no_limit_holdem_folding_loses_what_was_paid() -> None:
    assert scores(take(game("no_limit_holdem").start(1), "fold")) == (-1, 1)
    state = take(game("no_limit_holdem").start(1), "call", "check")
    assert (state.to_move, len(Played(state)["BOARD"].split())) == (1, 3)
