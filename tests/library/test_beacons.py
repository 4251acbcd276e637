"""Beacons plays by the rules of its model; that it is the same game move by move, a benchmark shows."""

from __future__ import annotations

import pytest

from croupier.interpreter.on_table import OnTable
from library.at_the_table import game, lies, position, scores, stored, take, texts
from library.test_tricks import counts

pytestmark = pytest.mark.slow

MINE, YOURS = "AMBER-1 AMBER-1 CORAL-2 JADE-5 PEARL-3", "CORAL-1 CORAL-3 JADE-2 INDIGO-4 PEARL-1"


def beacons(hints: int = 8, lives: int = 3, stock: str = "JADE-1", **places: str) -> OnTable:
    """Seat 0 to move; the last card of the stock is drawn first."""
    return position(
        game("beacons", KEEP=places.pop("KEEP", 1)),
        {"0.HAND": MINE, "1.HAND": YOURS, **places},
        stock=stock,
        stored={"HINTS": hints, "LIVES": lives},
    )


def test_hands_are_of_five_cards_and_of_four_from_four_players_on() -> None:
    assert [counts(game("beacons", seats).start(1), "HAND") for seats in (2, 3, 4, 5)] == [
        [5] * 2,
        [5] * 3,
        [4] * 4,
        [4] * 5,
    ]


def test_hints_name_what_somebody_has_and_cards_are_put_away_for_hints_only() -> None:
    may = texts(beacons())
    assert not [text for text in may if text.startswith("put away")]
    assert [text.partition(", ")[2] for text in may if text.startswith("hint")] == [
        *("CORAL", "INDIGO", "JADE", "PEARL"),
        *("1", "2", "3", "4"),
    ]
    assert not [text for text in texts(beacons(hints=0)) if text.startswith("hint")]


def test_a_hint_costs_one_and_tells_which_cards_are_of_its_kind() -> None:
    state = take(beacons(), "hint seat 1, CORAL")
    assert (stored(state, "HINTS"), state.to_move) == (7, 1)
    hand = next(pile for pile in state.view(1).piles if pile.id == "1.HAND")
    assert hand.told == ("CORAL", "CORAL", "not CORAL", "not CORAL", "not CORAL")
    state = take(state, "lay the 1st card of HAND", "lay the 1st card of HAND")
    hand = next(pile for pile in state.view(1).piles if pile.id == "1.HAND")
    assert hand.told == ("CORAL", "not CORAL", "not CORAL", "not CORAL", "")


def test_a_card_that_fits_is_built_another_costs_a_life() -> None:
    state = take(beacons(), "lay the 1st card of HAND")
    assert (lies(state, "AMBER"), stored(state, "LIVES"), len(lies(state, "0.HAND").split())) == (
        "AMBER-1",
        3,
        5,
    )
    assert lies(state, "0.HAND").split()[-1] == "JADE-1"
    state = take(beacons(), "lay the 3rd card of HAND")
    assert (lies(state, "CORAL"), lies(state, "AWAY"), stored(state, "LIVES")) == ("", "CORAL-2", 2)


def test_a_row_that_is_complete_brings_a_hint_back() -> None:
    state = take(beacons(hints=3, JADE="JADE-1 JADE-2 JADE-3 JADE-4"), "lay the 4th card of HAND")
    assert stored(state, "HINTS") == 4


@pytest.mark.parametrize(("keep", "score"), [(1, 1), (0, 0)])
def test_with_the_last_life_it_is_over(keep: int, score: int) -> None:
    state = take(beacons(lives=1, PEARL="PEARL-1", KEEP=keep), "lay the 3rd card of HAND")  # type: ignore[arg-type]
    assert scores(state) == (score, score)
    assert state.outcome is not None
    assert state.outcome.wins == (0.0, 0.0)


def test_everyone_has_one_more_turn_when_the_stock_is_used_up() -> None:
    away = " ".join(
        f"{color}-{n}"
        for color in ("AMBER", "CORAL", "INDIGO", "JADE", "PEARL")
        for n in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    ).split()
    for card in f"{MINE} {YOURS} JADE-1".split():
        away.remove(card)
    state = position(
        game("beacons"),
        {"0.HAND": MINE, "1.HAND": YOURS, "AWAY": " ".join(away)},
        stock="JADE-1",
        stored={"HINTS": 5, "LIVES": 3},
    )
    state = take(state, "put away the 1st card of HAND", "hint seat 0, 5")
    assert state.outcome is None
    state = take(state, "hint seat 1, 1")
    assert scores(state) == (0, 0)
