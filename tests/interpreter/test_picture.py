"""The picture of a table: places, cards, stored values and whose turn it is."""

from __future__ import annotations

from croupier.catalog.loading import recycle_game
from croupier.interpreter.picture import picture


def test_a_position_as_it_was_arranged() -> None:
    hands = {"0.HAND": "♠3", "1.HAND": "♥10 ♠4", "0.TRICK": "♣3", "LEAD": "♣3"}
    lines = picture(recycle_game("agram", seats=2).arrange(hands, current=1).table).splitlines()
    assert lines[0] == "seat 1 is current"
    assert "0.HAND    1  ♠3" in lines
    assert "1.HAND    2  ♥10 ♠4" in (line.replace("♠4 ♥10", "♥10 ♠4") for line in lines)
    assert "LEAD      1  remembered: ♣3" in lines
    assert "0.TRICK   1  ♣3" in lines
    assert not any(line.startswith("1.TRICK") for line in lines)


def test_stored_values_by_owner_without_those_that_are_unset() -> None:
    state = recycle_game("kuhn_poker").start(seed=1)
    assert picture(state.table).splitlines()[-1] == "stored  POT 2, WAITING 2, 0.CHIPS -1, 1.CHIPS -1"


def test_the_table_before_anything_has_happened() -> None:
    assert picture(recycle_game("agram").fresh(seed=1).table) == "seat 0 is current"


def test_teams_and_who_plays_next() -> None:
    state = recycle_game("whist").start(seed=1)
    state.table.players[-1][1] = 3
    assert picture(state.table).startswith("seat 0 is current, seat 3 plays next; teams [0, 2] [1, 3]\n")


def test_strings_are_told() -> None:
    state = recycle_game("crazy_eights").start(seed=1)
    assert "SUIT " in picture(state.table).splitlines()[-1]


def test_lines_are_cut_to_the_width() -> None:
    lines = picture(recycle_game("crazy_eights").start(seed=1).table, width=40).splitlines()
    assert max(map(len, lines)) == 40
    stock = next(line for line in lines if line.startswith("STOCK"))
    assert stock.split()[1] == "31"
    assert stock.endswith("…")
