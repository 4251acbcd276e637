"""Decks, players and constants (§2): what is on the table before the first turn."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import Status
from interpreter.small import STOCK, evaluate, game, play


def stock(deck: str, declare: str = "") -> str:
    """The stock of a game with that deck, bottom first."""
    return play(deck=deck, declare=declare)["STOCK"]


def test_a_deck_is_the_product_of_its_attributes_the_first_one_outermost() -> None:
    assert stock("(deck (A (ONE, TWO)) (B (X, Y, Z)))") == "ONE-X ONE-Y ONE-Z TWO-X TWO-Y TWO-Z"
    assert play()["STOCK"] == STOCK


def test_the_card_made_last_is_on_top() -> None:
    assert evaluate("(cardatt B (top (game vloc STOCK)))", deck="(deck (A (ONE)) (B (X, Y, Z)))") == "Z"


def test_a_value_may_bring_attributes_of_its_own() -> None:
    nested = "(deck (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS)))) (RANK (ONE, TWO)))"
    assert stock(nested).split() == [
        "RED-HEARTS-ONE",
        "RED-HEARTS-TWO",
        "RED-DIAMONDS-ONE",
        "RED-DIAMONDS-TWO",
        "BLACK-CLUBS-ONE",
        "BLACK-CLUBS-TWO",
    ]


def test_values_of_one_attribute_may_lack_the_keys_of_others() -> None:
    deck = "(deck (KIND (PLAIN, WILD) (COLOURED (COLOR (RED, BLUE)))))"
    assert stock(deck) == "PLAIN WILD COLOURED-RED COLOURED-BLUE"
    assert evaluate("(partition COLOR (game vloc STOCK))", deck=deck) == [
        "PLAIN WILD",
        "COLOURED-RED",
        "COLOURED-BLUE",
    ]


def test_values_may_come_from_a_declared_list() -> None:
    assert stock("(deck (A ('LIST)) (B (X)))", declare="(declare (ONE, TWO) 'LIST)") == "ONE-X TWO-X"


def test_decks_are_made_in_text_order_and_as_often_as_said() -> None:
    twice = """(create deck (game vloc STOCK) (deck (A (ONE, TWO))))
      (repeat 2 (create deck (game vloc STOCK) (deck (A (THREE)))))
      (create deck (game vloc STOCK) (deck (A (FOUR))))"""
    assert stock(twice) == "ONE TWO THREE THREE FOUR"


def test_a_deck_can_be_made_in_any_location() -> None:
    made = """(create deck ((1 player) iloc HAND) (deck (A (ONE, TWO))))
      (create deck ((0 team) vloc POOL 3) (deck (A (THREE))))"""
    played = play(deck=made)
    assert (played["1.HAND"], played["T0.POOL[3]"]) == ("ONE TWO", "THREE")


def test_decks_without_a_name_are_one_deck_and_a_name_gives_another_back() -> None:
    made = game(
        deck="""(create deck (game vloc STOCK) (deck (A (ONE))))
          (create deck (game vloc STOCK) (deck (A (TWO))))
          (create deck BLUE (game vloc STOCK) (deck (A (ONE))))"""
    )
    assert sorted(zip(made.layout.names, made.layout.pack.backs, strict=True)) == [
        ("ONE", ""),
        ("ONE", "BLUE"),
        ("TWO", ""),
    ]


def test_cards_alike_are_of_one_kind_but_not_the_same_card() -> None:
    twins = "(repeat 2 (create deck (game vloc STOCK) (deck (A (ONE)))))"
    made = game(deck=twins)
    assert made.layout.pack.kinds == [0, 0]
    assert evaluate("(== (top (game vloc STOCK)) (bottom (game vloc STOCK)))", deck=twins) is False


def test_a_deck_of_play_is_made_when_its_turn_comes() -> None:
    played = play(
        "(set (game sto BEFORE) (size (game vloc STOCK)))",
        "(repeat 2 (create deck (game vloc STOCK) (deck (JOKER (BIG)))))",
        "(set (game sto AFTER) (size (game vloc STOCK)))",
    )
    assert (played.number("BEFORE"), played.number("AFTER")) == (8, 10)


@pytest.mark.parametrize("seats", [1, 2, 16])
def test_there_may_be_one_to_sixteen_players(seats: int) -> None:
    assert evaluate("(size player)", seats=seats) == seats


DECLARED = """;; dialect: 0.6
(game
  (declare 3 'SEATS)
  (declare (* 2 'SEATS) 'DOUBLE)
  (declare (RED, BLUE) 'COLORS)
  (declare RED 'COLOR)
  (declare (> 2 1) 'TRUTH)
  (declare (range 1 .. 3) 'NUMBERS)
  (setup
    (create players 'SEATS)
    (create deck (game vloc STOCK) (deck (COLOR ('COLORS)))))
  (do (
    (set (game sto SEATS) 'SEATS)
    (set (game sto DOUBLE) 'DOUBLE)
    (set (game sto COLORS) (size 'COLORS))
    (set (game str COLOR) 'COLOR)
    ('TRUTH (set (game sto TRUTH) 1))
    (set (game sto SUM) (all 'NUMBERS 'N 'N))))
  (scoring max 0))
"""


def test_constants_have_the_value_of_their_declare() -> None:
    table = recycle_game(DECLARED).start().table
    names = ("SEATS", "DOUBLE", "COLORS", "TRUTH", "SUM")
    assert [table.ints["game", 0, name] for name in names] == [3, 6, 2, 1, 6]
    assert table.strs["game", 0, "COLOR"] == "RED"


def test_constants_can_be_set_from_outside_and_everything_follows_them() -> None:
    state = recycle_game(
        DECLARED, seats=5, settings={"COLORS": ("RED", "GREEN", "BLUE"), "TRUTH": False}
    ).start()
    table = state.table
    assert state.game.seats == 5
    assert [table.ints.get(("game", 0, name), 0) for name in ("SEATS", "DOUBLE", "COLORS", "TRUTH")] == [
        5,
        10,
        3,
        0,
    ]
    assert len(table.layout.cards) == 3


def test_teams_of_one_follow_the_number_of_seats() -> None:
    text = DECLARED.replace("(create players 'SEATS)", "(create players 'SEATS) (create teams (0) (1) (2))")
    assert recycle_game(text, seats=5).program.teams == ((0,), (1,), (2,), (3,), (4,))


def test_a_game_can_have_no_decision_at_all() -> None:
    state = recycle_game(DECLARED).start()
    assert state.outcome is not None
    assert (state.outcome.status, state.decisions, state.options) == (Status.FINISHED, 0, ())
