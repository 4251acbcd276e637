"""Which locations are order-free: one example for every rule."""

from __future__ import annotations

import pytest

from croupier import read
from croupier.recycle.order import LocationKey, locations, order_free

FRAME = """\
;; dialect: 0.6
(game
  (declare (RED, BLUE) 'COLORS)
  (setup (create players 2) (create deck (game iloc STOCK) (deck (COLOR ('COLORS)) (SIZE (BIG)))))
  (do ((set (game points P) (((COLOR : RED) 1)))))
  {body}
  (scoring max 0))
"""
HAND = LocationKey("player", "iloc", "HAND")
MINE = "((current player) iloc HAND)"
DEAL = "(move (top (game iloc STOCK)) (top ('P iloc HAND)))"


def free(body: str) -> set[str]:
    """The names of the order-free locations of a program with this body."""
    return {key.name for key in order_free(read(FRAME.format(body=body)))}


NOT_OBSERVING = {
    "counted": f"(do ((set (game sto N) (size {MINE}))))",
    "filtered": f"(do ((set (game sto N) (size (filter {MINE} 'C (== (cardatt COLOR 'C) RED))))))",
    "scored": f"(do ((set (game sto N) (sum {MINE} using (game points P)))))",
    "best score": f"(do ((set (game sto N) (scoremax {MINE} using (game points P)))))",
    "highest card": f"(do ((move (max {MINE} using (game points P)) (top (game vloc PILE)))))",
    "moved to its top": f"(do ((move (top (game iloc STOCK)) (top {MINE}))))",
    "moved to its bottom": f"(do ((move (top (game iloc STOCK)) (bottom {MINE}))))",
    "moved to an index": f"(do ((move (top (game iloc STOCK)) (0 {MINE}))))",
    "tested": f"(do (((any {MINE} 'C (== (cardatt COLOR 'C) RED)) (turn pass))))",
    "all to a pile nobody looks into": f"(do ((all {MINE} 'C (move 'C (top (game vloc PILE))))))",
    "chosen from by its owner": f"(choice ((any {MINE} 'C (move 'C (top (game vloc PILE))))))",
    "chosen from in a variable": f"(let {MINE} 'H (choice ((any 'H 'C (move 'C (top (game vloc PILE)))))))",
    "sets of it chosen from": f"(choice ((any (subsets {MINE}) 'S (inc (game sto N) (size 'S)))))",
    "shuffled": f"(do ((shuffle {MINE})))",
    "a card of it swapped": f"(choice ((any {MINE} 'C (swap 'C (top (game iloc STOCK))))))",
    "swapped with its like": "(do ((swap ((0 player) iloc HAND) ((1 player) iloc HAND))))",
    "joined with another": f"(do ((set (game sto N) (size (union {MINE} (game vloc PILE))))))",
    "through a pile that is emptied": f"""(do (
      (all {MINE} 'C (move 'C (top (game vloc SHOWN))))
      (repeat all (move (top (game vloc SHOWN)) (top {MINE})))))""",
}

OBSERVING = {
    "top": f"(do ((move (top {MINE}) (top (game vloc PILE)))))",
    "bottom": f"(do (((== (cardatt COLOR (bottom {MINE})) RED) (turn pass))))",
    "index": f"(do ((move (0 {MINE}) (top (game vloc PILE)))))",
    "some from the top": f"(do ((set (game sto N) (sum (top 2 {MINE}) using (game points P)))))",
    "some from the bottom": f"(do ((set (game sto N) (sum (bottom 2 {MINE}) using (game points P)))))",
    "run": f"(do ((set (game sto N) (size (run top 2 {MINE} using (game points P))))))",
    "sort": f"(do ((move (top (sort {MINE} using (game points P))) (top (game vloc PILE)))))",
    "top of a filter": f"""(do (
      (move (top (filter {MINE} 'C (== (cardatt COLOR 'C) RED))) (top (game vloc PILE)))))""",
    "top of a union": f"(do ((move (top (union {MINE} (game vloc PILE))) (top (game vloc PILE)))))",
    "top of a variable": f"(do ((let {MINE} 'H (move (top 'H) (top (game vloc PILE))))))",
    "first group": f"(do ((set (game sto N) (size (top (partition COLOR {MINE}))))))",
    "top of a group": f"(choice ((any (partition COLOR {MINE}) 'G (move (top 'G) (top (game vloc PILE))))))",
    "top of a union over all": """(do (
      (set (game sto N) (score (top (union (all player 'P ('P iloc HAND)))) using (game points P)))))""",
    "emptied from the top": f"(do ((repeat all (move (top {MINE}) (top (game vloc PILE))))))",
    "of another seat, chosen from": """(choice (
      (any ((next player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))""",
    "of any seat, chosen from": """(choice (
      (any player 'P (any ('P iloc HAND) 'C (move 'C (top (game vloc PILE)))))))""",
    "chosen from after a blind draw": f"""(choice ((do (
      (move (top (game iloc STOCK)) (top {MINE}))
      (any {MINE} 'C (move 'C (top (game vloc PILE))))))))""",
    "chosen from before a blind draw, repeatedly": f"""(choice ((repeat 2 (do (
      (any {MINE} 'C (move 'C (top (game vloc PILE))))
      (move (top (game iloc STOCK)) (top {MINE})))))))""",
    "chosen from after the turn has passed on": f"""(choice ((do (
      (cycle current (next player))
      (any {MINE} 'C (move 'C (top (game vloc PILE))))))))""",
    "handed on by all": f"""(do (
      (all {MINE} 'C (move 'C (top (game vloc PILE))))
      (move (top (game vloc PILE)) (top (game iloc STOCK)))))""",
    "handed on by all, and again by repeat all": f"""(do (
      (all {MINE} 'C (move 'C (top (game vloc PILE))))
      (repeat all (move (top (game vloc PILE)) (top (game iloc STOCK))))
      (move (top (game iloc STOCK)) (top (game vloc OUT)))))""",
    "handed on by a swap": f"""(do (
      (swap {MINE} (game iloc STOCK))
      (move (top (game iloc STOCK)) (top (game vloc OUT)))))""",
}


@pytest.mark.parametrize("body", NOT_OBSERVING.values(), ids=NOT_OBSERVING)
def test_what_does_not_observe(body: str) -> None:
    assert "HAND" in free(f"(do ((all player 'P {DEAL}))) {body}")


@pytest.mark.parametrize("body", OBSERVING.values(), ids=OBSERVING)
def test_what_observes(body: str) -> None:
    assert "HAND" not in free(f"(do ((all player 'P {DEAL}))) {body}")


def test_visible_places_can_be_chosen_from_and_hidden_ones_not() -> None:
    seen = "(choice ((any (game {vis} ROW) 'C (move 'C (top (game vloc PILE))))))"
    assert "ROW" in free(seen.format(vis="vloc"))
    assert "ROW" in free(seen.format(vis="oloc"))
    assert "ROW" not in free(seen.format(vis="hloc"))
    assert "ROW" not in free(seen.format(vis="iloc"))


def test_the_hand_that_only_the_others_see_is_chosen_from_blindly() -> None:
    assert "HAND" not in free(
        "(choice ((any ((current player) oloc HAND) 'C (move 'C (top (game vloc PILE))))))"
    )


def test_a_team_sees_what_is_its_own() -> None:
    body = "(choice ((any ((team {whose}) iloc POOL) 'C (move 'C (top (game vloc PILE))))))"
    assert "POOL" in free(body.format(whose="(current player)"))
    assert "POOL" not in free(body.format(whose="(next player)"))


def test_a_faro_shuffle_mixes_the_second_into_the_first() -> None:
    body = "(do ((shuffle faro (game hloc A) (game hloc B)){then}))"
    assert {"A", "B"} <= free(body.format(then=""))
    assert not {"A", "B"} & free(body.format(then=" (move (top (game hloc A)) (top (game vloc OUT)))"))


def test_indexed_locations_come_by_index() -> None:
    body = "(do ((set (game sto N) (size (top (indexed game vloc PILE)))){then}))"
    assert "PILE" in free(body.format(then=""))
    assert "PILE" not in free(
        body.format(then=" (move (top (top (indexed game vloc PILE))) (top (game vloc OUT)))")
    )


def test_a_computed_name_is_every_name_that_it_can_be() -> None:
    first = "(do ((all 'COLORS 'K (set (game sto N) (score (top (game vloc 'K)) using (game points P))))))"
    assert not {"RED", "BLUE"} & free(f"{first} (do ((move (top (game vloc OUT)) (top (game vloc RED)))))")
    body = """(do (
      (set (game str WHICH) BLUE)
      (set (game str WHICH) (cardatt SIZE (top (game iloc STOCK))))
      (move (top (game vloc (game str WHICH))) (top (game vloc RED)))))"""
    uses = locations(read(FRAME.format(body=body)))
    assert {key.name for key in uses} == {"STOCK", "BIG", "BLUE", "RED"}
    assert uses[LocationKey("game", "vloc", "RED")].order_free
    assert not uses[LocationKey("game", "vloc", "BIG")].order_free


def test_owner_and_visibility_make_different_locations() -> None:
    body = "(do ((move (top (game vloc HAND)) (top ((0 player) vloc HAND)))))"
    assert order_free(read(FRAME.format(body=body))) == {
        LocationKey("game", "iloc", "STOCK"),
        LocationKey("player", "vloc", "HAND"),
    }


def test_a_use_tells_what_fills_and_what_observes() -> None:
    program = read(FRAME.format(body="(do ((move (top (game iloc STOCK)) (top (game vloc ROW 2)))))"))
    stock, row = locations(program).values()
    assert [o.how for o in stock.observed_by] == ["position"]
    assert [e.form for e in stock.filled_by] == ["create.deck"]
    assert (stock.indexed, row.indexed) == (False, True)
    assert [e.form for e in row.filled_by] == ["move"]


@pytest.mark.parametrize("game", ["agram", "hearts", "whist", "crazy_eights", "go_fish", "gops"])
def test_hands_of_the_library_are_kept_in_deck_order(game: str) -> None:
    assert HAND in order_free(read(game))
