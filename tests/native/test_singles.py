"""Places that are taken to hold one card: which they are, and that nothing is lost where they hold more."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import find_source, read
from croupier.lab.simulate import Plan, simulate
from croupier.native import NativeGame, code
from croupier.native.lower.singles import singles
from croupier.players import evaluate
from native_games import on_both, quickly_compiled
from strategies import ROOT

pytestmark = pytest.mark.slow

GAME = """\
;; dialect: 0.6
(game
  (setup
    (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (RED, BLACK, BLUE)))))
  (do (
    {first}
    (shuffle (game iloc STOCK))
    (set (game points HEIGHT) (((RANK : A) 3) ((RANK : B) 2) ((RANK : C) 1)))
    (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (stage player
      (end (or {end} (all player 'P (== (size ('P iloc HAND)) 0))))
      (choice (
        ((== (size (game mem LEAD)) 0)
          (any ((current player) iloc HAND) 'C
            (do (
              (move 'C (top ((current player) vloc TRICK)))
              (remember (top ((current player) vloc TRICK)) (top (game mem LEAD)))))))
        ((!= (size (game mem LEAD)) 0)
          (any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc TRICK)))))
        ((== (size ((current player) iloc HAND)) 0) (turn pass))))
      (do ({after})))
    (do (
      {then}
      (cycle next (owner (max (union (all player 'P ('P vloc TRICK))) using (game points HEIGHT))))
      (inc ((next player) sto TAKEN) (+ 1 (size ((next player) vloc TRICK))))
      (repeat all (forget (top (game mem LEAD))))
      (all player 'P (repeat all (move (top ('P vloc TRICK)) (top ((next player) vloc WON))))))))
  (scoring max (+ ((current player) sto TAKEN) (* 2 (size ((current player) vloc WON))))))
"""
EVERYBODY = "(all player 'P (!= (size ('P vloc TRICK)) 0))"
MORE_THAN_NONE = "(all player 'P (> (size ('P vloc TRICK)) 0))"
BOTH = {"game mem LEAD", "player vloc TRICK"}
PARTS = {"first": "", "end": EVERYBODY, "after": "(inc (game sto TURNS) 1)", "then": ""}
TWICE = """
((and (== (size ((current player) iloc HAND)) 2) (== (pid (current player)) 0)) (cycle next current))
"""
"""Seat 0 plays another card at once when two are left: nobody does so after that."""
A_LEAD_MORE = "(remember (top ((current player) vloc TRICK)) (top (game mem LEAD)))"


def text(**parts: str) -> str:
    """The game, with some parts of it otherwise."""
    return GAME.format(**{**PARTS, **parts})


def found(program: str) -> set[str]:
    """The locations of a program that are taken to hold one card."""
    return {str(key) for key in singles(NativeGame(read(program), "game").code.lowered.bp)}


@pytest.mark.parametrize("name", ["agram", "hearts", "whist"])
def test_tricks_and_what_was_led_are_single_cards(name: str) -> None:
    assert found((ROOT / f"src/croupier/library/{name}.rcy").read_text("utf-8")) == BOTH


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, BOTH),
        ({"end": MORE_THAN_NONE}, BOTH),
        # Nobody asks whether everybody has a card there.
        ({"end": "(any player 'P (!= (size ('P vloc TRICK)) 0))"}, {"game mem LEAD"}),
        ({"end": f"(and {EVERYBODY} (> (game sto TURNS) 3))"}, {"game mem LEAD"}),
        # Cards come there outside that stage, in a loop, where something lies already, or by another name.
        ({"then": "(move (top (game iloc STOCK)) (top ((current player) vloc TRICK)))"}, {"game mem LEAD"}),
        (
            {"after": "(repeat 1 (move (top (game iloc STOCK)) (top ((current player) vloc TRICK))))"},
            {"game mem LEAD"},
        ),
        ({"after": A_LEAD_MORE}, {"player vloc TRICK"}),
        (
            {"then": "(let ((current player) vloc TRICK) 'T (move (top (game iloc STOCK)) (top 'T)))"},
            {"game mem LEAD"},
        ),
        ({"first": "(swap ((0 player) vloc TRICK) ((1 player) vloc TRICK))"}, {"game mem LEAD"}),
    ],
)
def test_what_shows_that_a_place_is_meant_for_one_card(parts: dict[str, str], expected: set[str]) -> None:
    assert found(text(**parts)) == expected


@pytest.mark.parametrize("parts", [{}, {"after": TWICE}, {"after": A_LEAD_MORE}], ids=["so", "two", "more"])
def test_games_are_those_of_the_interpreter_also_where_it_is_not_so(
    parts: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)
    game = text(**parts)
    one, other = (
        simulate(Plan(find_source(game), engine=engine), 60).tally for engine in ("interpreter", "native")
    )
    assert one == other
    assert one.games == 60


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_a_search_may_begin_where_two_cards_lie(seed: int) -> None:
    program = text(after=TWICE, end=MORE_THAN_NONE)
    assert found(program) == BOTH
    states = [game.start(seed=seed) for game in on_both(read(program))]
    crowded = 0
    while (seat := states[0].to_move) is not None:
        view = states[0].view(seat)
        crowded += any(len(view.cards(f"{k}.TRICK")) > 1 for k in range(3))
        choice = 0
        if len(view.options) > 1:
            one, other = (evaluate(state, seat, "pipmc:tests=20", seed=1) for state in states)
            assert (one.choice, one.estimates) == (other.choice, other.estimates)
            choice = one.choice
        for state in states:
            state.apply(choice)
    assert crowded
