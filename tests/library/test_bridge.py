"""Contract Bridge plays by its rule sheet: the auction, dummy, and the scores of the duplicate table."""

from __future__ import annotations

import pytest

from croupier.interpreter.on_table import OnTable
from interpreter.small import Played
from library.at_the_table import game, position, scores, stored, take, texts

pytestmark = pytest.mark.slow

STRAINS = ("CLUBS", "DIAMONDS", "HEARTS", "SPADES", "NOTRUMPS")


def dealt(*calls: str) -> OnTable:
    """A deal of seat 0 after these calls."""
    return take(game("bridge").start(1), *calls)


def test_thirteen_cards_each_and_the_dealer_calls_first() -> None:
    state = dealt()
    assert [len(Played(state)[f"{seat}.HAND"].split()) for seat in range(4)] == [13] * 4
    assert (state.to_move, len(texts(state)), texts(state)[0]) == (0, 36, "pass")


def test_a_bid_has_to_be_higher() -> None:
    offered = texts(dealt("bid THREE-HEARTS"))
    assert "bid THREE-SPADES" in offered
    assert "bid FOUR-CLUBS" in offered
    assert not {"bid THREE-HEARTS", "bid THREE-DIAMONDS", "bid TWO-NOTRUMPS"} & set(offered)


def test_only_rivals_double_and_only_the_doubled_redouble() -> None:
    assert {"double", "redouble"}.isdisjoint(texts(dealt()))
    assert "double" in texts(dealt("bid ONE-CLUBS"))
    assert "double" not in texts(dealt("bid ONE-CLUBS", "pass"))
    assert "redouble" in texts(dealt("bid ONE-CLUBS", "double"))
    assert "redouble" not in texts(dealt("bid ONE-CLUBS", "double", "pass"))
    assert {"double", "redouble"}.isdisjoint(texts(dealt("bid ONE-CLUBS", "double", "redouble")))
    assert "double" in texts(dealt("bid ONE-CLUBS", "double", "bid ONE-SPADES"))


def test_four_passes_end_a_deal_without_score() -> None:
    assert scores(dealt(*["pass"] * 4)) == (0, 0, 0, 0)


def test_declarer_has_named_the_suit_first_and_the_next_seat_leads() -> None:
    calls = ("bid ONE-HEARTS", "pass", "bid TWO-HEARTS", "pass", "pass", "pass")
    state = dealt(*calls)
    assert (state.to_move, stored(state, "DECLARER"), stored(state, "DUMMY")) == (1, 0, 2)
    raised = ("bid ONE-CLUBS", "pass", "bid ONE-HEARTS", "pass", "bid TWO-HEARTS", "pass", "pass", "pass")
    assert (dealt(*raised).to_move, stored(dealt(*raised), "DECLARER")) == (3, 2)


def test_dummy_lies_open_after_the_lead_and_declarer_plays_it() -> None:
    state = dealt("bid ONE-NOTRUMPS", "pass", "pass", "pass")
    assert Played(state)["2.TABLE"] == ""
    state.apply(0)
    assert len(Played(state)["2.TABLE"].split()) == 13
    assert state.to_move == 0
    assert all("from dummy" in text for text in texts(state))


# Scores: declarer is seat 0, and the last trick, which nobody has to follow, goes to seat 0 or to seat 1.


def score(contract: str, tricks: int, times: int = 1, *, vulnerable: bool = False) -> int:
    """What declarer's side scores with a contract, such as `4S`, and so many tricks."""
    strain = "CDHSN".index(contract[1])
    lead, ace = ("♠2", "♠A") if tricks else ("♠A", "♠2")
    numbers = {
        "HIGHEST": 10 * int(contract[0]) + strain,
        "TIMES": times,
        "DECLARER": 0,
        "DUMMY": 2,
        "ACTING": 1,
        "OPENED": 1,
        "DEAL": 4 if vulnerable else 1,
        "T0.TRICKS": max(0, tricks - 1),
        "STRAIN": STRAINS[strain],
    }
    made = game("bridge", FIRST=4 if vulnerable else 1)
    hands = {"0.HAND": ace, "1.HAND": lead, "2.TABLE": "♠3", "3.HAND": "♠4"}
    bids = " ".join(name for name in made.layout.names if name.endswith(STRAINS))
    state = position(made, {**hands, "BOX": bids}, rest="PLAYED", stored=numbers, current=1, at="lead")
    while state.outcome is None:
        state.apply(0)
    first, second, third, fourth = scores(state)
    assert (first, second) == (third, fourth)
    assert first == -second
    return first


@pytest.mark.parametrize(
    ("contract", "tricks", "times", "vulnerable", "points"),
    [
        ("1C", 7, 1, False, 70),
        ("1N", 7, 1, False, 90),
        ("2H", 9, 1, False, 140),
        ("3N", 9, 1, False, 400),
        ("3N", 10, 1, True, 630),
        ("4S", 10, 1, False, 420),
        ("5D", 11, 1, True, 600),
        ("6N", 12, 1, True, 1440),
        ("7C", 13, 1, False, 1440),
        ("2H", 8, 2, False, 470),
        ("2H", 9, 2, True, 870),
        ("1C", 8, 4, False, 430),
        ("4S", 9, 1, False, -50),
        ("4S", 8, 1, True, -200),
        ("4S", 9, 2, False, -100),
        ("4S", 7, 2, False, -500),
        ("4S", 6, 2, False, -800),
        ("4S", 6, 2, True, -1100),
        ("3N", 7, 4, False, -600),
        ("7N", 0, 2, False, -3500),
    ],
)
def test_contracts_score_as_in_the_table(
    contract: str, tricks: int, times: int, vulnerable: bool, points: int
) -> None:
    assert score(contract, tricks, times, vulnerable=vulnerable) == points
