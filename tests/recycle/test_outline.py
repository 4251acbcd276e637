"""The outline of a program: everything in it is told, and told right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import read
from croupier.recycle.outline import Block, Outline, outline, outline_data, outline_text
from croupier.recycle.outline_text import shortened
from golden import assert_golden

PROGRAMS = sorted((Path(__file__).parents[1] / "programs").glob("*.rcy"))

ORCHARD = """\
;; Orchard
;; dialect: 0.6
(game
  (declare 4 'SEATS)
  (declare (APPLE, PEAR) 'FRUIT)
  (setup
    (create players 'SEATS)
    (create teams (0, 2) (1, 3))
    (repeat 2 (create deck (game iloc STOCK) (deck (KIND ('FRUIT)) (SIZE (SMALL, LARGE)))))
    (create deck COINS (game hloc PURSE) (deck (METAL (GOLD (MARK (CROWN, STAR))) (TIN)))))

  (shuffle (game iloc STOCK))
  (do (
    (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND)))) ; one each
    (create deck (game vloc BASKET) (deck (KIND (PLUM))))
    (set (game points WORTH) (((KIND : PEAR) 2) ((SIZE : LARGE) 1)))))

  (stage team
    (end (== (game sto ROUNDS) 2))
    (stage player
      (end (all player 'P (== (size ('P iloc HAND)) 0)))
      (let (filter ((current player) iloc HAND) 'C (== (cardatt KIND 'C) APPLE)) 'APPLES
        (choice (
          (any 'APPLES 'A (do (
            ;; Seen by all.
            (remember 'A (top ((current player) mem SEEN)))
            (move 'A (top ((team (current player)) vloc CRATE 1))))))
          (any ((current player) iloc HAND) 'C (swap 'C (top (game vloc BASKET))))
          (set ((current player) str MOOD) GLUM)))))
    (all player 'P (inc ('P sto TURNS)))
    ((== (game sto ROUNDS) 0) (create teams (0, 1) (2, 3)))
    (do ((inc (game sto ROUNDS)))))

  (scoring max (sum ((current team) vloc CRATE 1) using (game points WORTH))))
"""


@pytest.fixture(scope="module")
def orchard() -> Outline:
    return outline(read(ORCHARD))


def test_the_text_in_full(orchard: Outline) -> None:
    assert_golden("show/orchard.txt", outline_text(orchard) + "\n")


def test_the_data_in_full(orchard: Outline) -> None:
    assert_golden("show/orchard.json", json.dumps(outline_data(orchard), indent=1, ensure_ascii=False) + "\n")


def test_seats_parameters_and_teams(orchard: Outline) -> None:
    assert (orchard.title, orchard.seats, orchard.seats_parameter) == ("Orchard", 4, "SEATS")
    assert [(p.name, p.value) for p in orchard.parameters] == [("SEATS", 4), ("FRUIT", ("APPLE", "PEAR"))]
    assert orchard.teams == ((0, 2), (1, 3))
    assert len(orchard.teams_change_at) == 1


def test_decks_are_counted_form_by_form_and_in_all(orchard: Outline) -> None:
    counts = [(deck.back, deck.during, deck.copies, deck.cards) for deck in orchard.decks]
    assert counts == [("", "setup", 2, 8), ("COINS", "setup", 1, 3), ("", "play", 1, 1)]
    assert orchard.cards == 12
    assert orchard.decks[1].attributes == {"METAL": ("GOLD", "TIN"), "MARK": ("CROWN", "STAR")}


def test_locations_have_owner_visibility_and_order(orchard: Outline) -> None:
    found = {(p.owner, p.visibility, p.name): p for p in orchard.locations}
    assert found["game", "hloc", "PURSE"].seen_by == "nobody"
    assert found["player", "iloc", "HAND"].seen_by == "its owner"
    assert found["player", "iloc", "HAND"].order_free
    assert not found["game", "iloc", "STOCK"].order_free
    assert found["player", "mem", "SEEN"].memory
    assert found["team", "vloc", "CRATE"].indexed
    assert all(place.filled for place in orchard.locations)


def test_storages_and_point_maps_with_their_owners(orchard: Outline) -> None:
    kept = {(s.kind, s.owner, s.name) for s in orchard.storages}
    assert kept == {
        ("integer", "game", "ROUNDS"),
        ("integer", "player", "TURNS"),
        ("string", "player", "MOOD"),
    }
    assert [(p.owner, p.name) for p in orchard.point_maps] == [("game", "WORTH")]


def test_the_tree_of_stages(orchard: Outline) -> None:
    def kinds(blocks: tuple[Block, ...]) -> list[object]:
        return [(block.kind, kinds(block.blocks)) if block.blocks else block.kind for block in blocks]

    inner = ("stage", [("let", ["choice"])])
    assert kinds(orchard.play) == ["action", "do", ("stage", [inner, "all", "if", "do"])]
    choice = orchard.play[2].blocks[0].blocks[0].blocks[0]
    assert len(choice.items) == 3
    assert "Seen by all" not in choice.items[0].text


def test_values_from_outside_are_shown() -> None:
    found = outline(read(ORCHARD, settings={"FRUIT": ("APPLE",)}))
    assert found.cards == 8
    assert found.parameters[1].value == ("APPLE",)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_program_has_an_outline(path: Path) -> None:
    program = read(path)
    found = outline(program)
    text = outline_text(found)
    assert all(place.name in text for place in found.locations)
    assert sum(deck.cards for deck in found.decks if deck.during == "setup") == program.cards
    assert max(map(len, outline_text(found, 100).splitlines())) <= 160
    assert json.loads(json.dumps(outline_data(found)))["seats"] == program.seats


def test_a_notebook_shows_the_outline() -> None:
    assert "<pre>Orchard" in read(ORCHARD)._repr_html_()


@pytest.mark.parametrize("width", range(1, 70))
def test_a_shortened_form_fits(width: int) -> None:
    text = "(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))"
    assert len(shortened(text, width)) <= width
    assert shortened(text, len(text)) == text
