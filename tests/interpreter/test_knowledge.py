"""What a seat keeps in mind of cards that it no longer sees (§10)."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import recycle_game
from croupier.interpreter.on_table import OnTable

SETUP = """
(game
  (setup (create players 2) (create deck (game hloc STOCK) (deck (NAME (ANNE, BEN, CLEO, DORA, EMIL, FAY)))))
  (do (
    (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (== (game sto TURNS) 9))
    (choice ({}
      (turn pass)))
    (do ((inc (game sto TURNS) 1) {})))
  (scoring max 0))
"""
"""Nothing is shuffled: seat 0 has EMIL and FAY, seat 1 CLEO and DORA; ANNE lies below BEN in the stock."""

PUT_ON_TOP = "(any ((current player) iloc HAND) 'C (move 'C (top (game hloc STOCK))))"
PUT_BELOW = "(any ((current player) iloc HAND) 'C (move 'C (bottom (game hloc STOCK))))"
GIVE = "(any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))"
LAY = "(any ((current player) iloc HAND) 'C (move 'C (top ((current player) hloc DARK))))"
NOTE = "(any ((current player) iloc HAND) 'C (remember 'C (top (game mem NOTES))))"
STRIKE = "((> (size (game mem NOTES)) 0) (forget (top (game mem NOTES))))"
TAKE_TOP = (
    "((> (size (game hloc STOCK)) 0) (move (top (game hloc STOCK)) (top ((current player) iloc HAND))))"
)
SHUFFLE = "((== (game sto TURNS) 2) (shuffle (game hloc STOCK)))"


def start(*items: str, after: str = "") -> OnTable:
    """A game with these things to do."""
    return recycle_game(SETUP.format(" ".join(items), after)).start(seed=1)


def do(state: OnTable, text: str) -> None:
    """Take the option of which the text begins so, or ends so."""
    found = [o for o in state.options if o.text.startswith(text) or o.text.endswith(text)]
    assert len(found) == 1, [o.text for o in state.options]
    state.apply(found[0])


def test_a_card_seen_going_into_a_hidden_place_is_known_there() -> None:
    state = start(PUT_ON_TOP)
    do(state, "move FAY")
    assert state.view(0).cards("STOCK") == (None, None, "FAY")
    assert state.view(1).cards("STOCK") == (None, None, None)


def test_until_that_place_is_shuffled() -> None:
    state = start(PUT_ON_TOP, after=SHUFFLE)
    do(state, "move FAY")
    assert "FAY" in state.view(0).cards("STOCK")
    do(state, "pass")
    assert state.view(0).cards("STOCK") == (None, None, None)


def test_or_a_card_that_cannot_be_identified_leaves_it() -> None:
    state = start(GIVE, LAY)
    do(state, "move FAY to seat 1's HAND")
    assert sorted(filter(None, state.view(0).cards("1.HAND"))) == ["FAY"]
    do(state, "move DORA to DARK")
    assert state.view(0).cards("1.HAND") == (None, None)
    assert state.view(0).cards("1.DARK") == (None,)
    assert sorted(filter(None, state.view(1).cards("1.DARK"))) == ["DORA"]


def test_a_card_that_is_seen_to_leave_tells_nothing_about_the_others() -> None:
    shown = "(any ((current player) iloc HAND) 'C (move 'C (top (game vloc OPEN))))"
    state = start(GIVE, shown)
    do(state, "move FAY to seat 1's HAND")
    do(state, "move DORA to OPEN")
    assert "FAY" in state.view(0).cards("1.HAND")
    do(state, "pass")
    do(state, "move FAY to OPEN")
    assert "FAY" not in state.view(0).cards("1.HAND")


def test_a_known_card_taken_from_the_top_is_followed() -> None:
    state = start(PUT_ON_TOP, TAKE_TOP)
    do(state, "move FAY")
    do(state, "to HAND")
    assert "FAY" in state.view(0).cards("1.HAND")
    assert state.view(0).cards("STOCK") == (None, None)


def test_an_unknown_card_that_leaves_ends_it_even_from_the_top() -> None:
    """What lies at the bottom is still the same card; but the rule asks whether what has left is known."""
    state = start(PUT_BELOW, TAKE_TOP)
    do(state, "move FAY")
    assert state.view(0).cards("STOCK") == ("FAY", None, None)
    do(state, "to HAND")
    assert state.view(0).cards("STOCK") == (None, None)


def test_a_card_with_a_copy_in_memory_is_known_to_all_wherever_it_is() -> None:
    state = start(NOTE, GIVE)
    do(state, "remember FAY in NOTES")
    assert "FAY" in state.view(1).cards("0.HAND")
    assert state.view(1).cards("NOTES") == ("FAY",)
    do(state, "pass")
    do(state, "move FAY")
    assert "FAY" in state.view(0).cards("1.HAND")


def test_and_still_known_when_the_copy_is_forgotten() -> None:
    state = start(NOTE, STRIKE, GIVE)
    do(state, "remember FAY in NOTES")
    do(state, "forget FAY in NOTES")
    assert "FAY" in state.view(1).cards("0.HAND")
    assert state.view(1).cards("NOTES") == ()


def test_what_was_passed_in_hearts() -> None:
    state = recycle_game("hearts", settings={"PASS": 3}).start(seed=7)
    passed: list[str] = []
    while len(passed) < 3 or len(state.view(0).cards("1.PASSED")):
        if state.to_move == 0:
            passed.append(state.options[-1].text.removeprefix("pass on "))
        state.apply(state.options[-1])
    assert set(passed) <= set(state.view(0).cards("1.HAND"))
    assert not set(passed) & set(state.view(2).cards("1.HAND"))


@pytest.mark.parametrize("seat", [0, 1])
def test_knowledge_goes_with_a_copy_of_the_state(seat: int) -> None:
    state = start(GIVE)
    do(state, "move FAY")
    assert state.copy().view(seat) == state.view(seat)
