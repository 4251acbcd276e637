"""Completion: what fits at a place, by the table of forms and by what the file holds."""

from __future__ import annotations

import pytest

from croupier.recycle.check import check
from croupier.recycle.forms import FORMS
from croupier.text import Source
from croupier.text.editing import Completion
from marked import GAME, at, in_game

STAGE = "(end (all player 'P (== (size ('P iloc HAND)) 0)))\n    "


def offered(inserted: str, before: str = STAGE) -> list[Completion]:
    """The completions at the mark, in the stage of the small game unless elsewhere."""
    services, offset = in_game(before, inserted)
    return services.completions(offset)


def labels(inserted: str, before: str = STAGE) -> list[str]:
    """Their labels."""
    return [item.label for item in offered(inserted, before)]


@pytest.mark.parametrize(
    ("typed", "some", "none"),
    [
        ("(|", ["stage player|team End Block*", "choice Items", "move Card Place"], ["size Collection"]),
        (
            "(choice (|",
            ["any Collection 'V Item", "do Items"],
            ["choice Items", "stage player|team End Block*"],
        ),
        ("(choice ((|", ["move Card Place", "and Bool Bool+"], ["size Collection"]),
        ("(move |", ["(top Cards)", "(max Cards using Points)"], ["(size Collection)", "'SEATS"]),
        ("(move (top (game iloc STOCK)) |", ["(top Cards)"], ["(max Cards using Points)"]),
        ("(shuffle |", ["(Owner iloc String)"], ["(size Collection)", "(union Cards*)"]),
        ("(cycle |", ["next", "current"], ["previous"]),
        ("(inc ((current player) |", ["sto"], ["iloc", "str"]),
        ("(inc ((0 |", ["player", "team"], ["sto"]),
        ("(inc ((current player) sto SCORE) |", ["(size Collection)", "'SEATS"], ["(top Cards)", "HEARTS"]),
        ("(move (top ((current player) iloc |", ["HAND", "STOCK"], ["SCORE", "PILE"]),
        ("(inc ((current player) sto |", ["SCORE"], ["HAND"]),
        ("((== (cardatt |", ["RANK", "SUIT"], ["HAND"]),
        ("((== (cardatt SUIT (top (game vloc PILE))) |", ["HEARTS", "SPADES"], ["RANK"]),
        ("(sum (game vloc PILE) |", ["using"], ["HEARTS"]),
        ("(any ((current player) iloc HAND) 'C (move |", ["'C"], ["'P"]),
        ("(any ((current player) iloc HAND) 'C (move '|", ["'C", "'SEATS"], ["'P"]),
        ("; a comment (|", [], ["move Card Place"]),
    ],
)
def test_what_fits_is_offered_and_nothing_else(typed: str, some: list[str], none: list[str]) -> None:
    found = labels(typed)
    assert [label for label in some if label not in found] == []
    assert [label for label in none if label in found] == []


def test_pieces_of_the_structure_fit_where_they_belong() -> None:
    assert labels("(|", "(game\n  ")[:2] == ["declare Constant 'V", "setup Create+"]
    assert "create deck Location Deck" in labels("(|", "(create players 'SEATS)\n    ")
    assert labels("(deck |", "(create deck (game iloc STOCK) ") == []
    assert [c.label for c in at("|")[0].completions(0)] == ["(game Declare* Setup Block+ Scoring)"]


def test_a_form_comes_with_signature_documentation_and_stops() -> None:
    (move,) = [item for item in offered("(|") if item.label == "move Card Place"]
    assert (move.insert, move.snippet) == ("move ${1:Card} ${2:Place}", True)
    assert move.detail == "gives an action"
    assert FORMS["move"].doc in move.doc
    (cycle,) = [item for item in offered("|") if item.label.startswith("(cycle")]
    assert cycle.insert == "(cycle ${1|next,current|} ${2:Target})"


def test_the_word_that_is_being_typed_is_replaced() -> None:
    services, offset = in_game(STAGE, "(shuf|")
    assert {services.source.text[c.where.start : c.where.end] for c in services.completions(offset)} == {
        "shuf"
    }


def test_the_names_of_the_owner_come_first() -> None:
    assert labels("(shuffle ('P iloc |", "(all player 'P\n      ")[0] == "HAND"
    assert labels("(shuffle (game iloc |")[0] == "STOCK"


def test_an_old_program_is_completed_in_its_dialect() -> None:
    services, offset = at(";; dialect: 0.4\n(game (setup (create players 2)) (|")
    found = [c.label for c in services.completions(offset)]
    assert "put points PointVariable Awards" in found
    assert "swap Card Card" not in found


def test_the_game_is_offered_as_one_that_runs() -> None:
    (game,) = at("|")[0].completions(0)
    assert check(Source("new.rcy", game.insert)).findings == ()


@pytest.mark.parametrize("cut", range(0, len(GAME), 7))
def test_half_a_program_is_completed_as_well(cut: int) -> None:
    services, offset = at(GAME[:cut] + "|")
    assert all(c.where.end == offset for c in services.completions(offset))
