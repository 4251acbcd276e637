"""What is taken for granted where options are only counted: what an item does must not make it untrue."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import find_source, read
from croupier.lab.simulate import Plan, simulate
from croupier.native import code
from engine_agreement import EVENTS, assert_same_game
from native_games import on_both, quickly_compiled, run_by_cpython

pytestmark = pytest.mark.slow

_GAME = """\
;; dialect: 0.6
(game
  (setup
    (create players 3)
    (create teams (0, 2) (1))
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (RED, BLACK, BLUE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (== (game sto TURNS) 2))
    (do ((inc (game sto TURNS) 1)))
    {block})
  (scoring max
    (+ (size ((current player) iloc HAND)) ((current player) sto X)
      (* 3 (size ((current player) vloc WON))))))
"""
_HAND = "((current player) iloc HAND)"
_STOCK, _PILE, _HEAP = "(game iloc STOCK)", "(game vloc PILE)", "(game vloc HEAP)"
_WON = "((current player) vloc WON)"


def _playing(*actions: str) -> str:
    """Either a card of the hand, with which some actions are done, or nothing."""
    return f"(choice ((any {_HAND} 'C (do ({' '.join(actions)}))) (turn pass)))"


BLOCKS = {
    "a storage of the player that is chosen": (
        "(choice ((any (other player) 'P (do ((cycle next 'P) (inc ('P sto X) 1))))))"
    ),
    "a storage of every player": _playing(f"(move 'C (top {_PILE}))", "(all player 'P (inc ('P sto X) 1))"),
    "a storage of every team": _playing(f"(move 'C (top {_PILE}))", "(all team 'T (inc ('T sto X) 1))"),
    "a place of the player that is chosen, which may be empty": (
        f"(choice ((any (other player) 'P (move (top ('P vloc WON)) (top {_HAND}))) "
        f"(any {_HAND} 'C (move 'C (top {_WON})))))"
    ),
    "a variable for no card": (
        f"(let (top {_PILE}) 'X (choice ((move 'X (top {_HAND})) (move (top {_STOCK}) (top {_PILE})))))"
    ),
    "a variable for a variable for no card": (
        f"(let (top {_PILE}) 'X (let 'X 'Y (choice ((remember 'Y (top (game mem SEEN))) (turn pass)))))"
    ),
    "points of a variable for no card": (
        f"(let (top {_PILE}) 'X (choice (((> (score 'X using (game points WORTH)) 0) (turn pass)) "
        f"(any {_HAND} 'C (move 'C (top {_PILE}))))))"
    ),
    "a place that is emptied by repeat all": _playing(
        f"(move 'C (top {_PILE}))",
        f"(repeat all (move (top {_PILE}) (top {_HEAP})))",
        f"(move (top {_PILE}) (top {_WON}))",
    ),
    "a place that is emptied by all": _playing(
        f"(move 'C (top {_PILE}))",
        f"(all {_PILE} 'D (move 'D (top {_HEAP})))",
        f"(move (top {_PILE}) (top {_WON}))",
    ),
    "a place that is emptied under a condition": _playing(
        f"(move 'C (top {_PILE}))",
        f"((== (cardatt SUIT 'C) RED) (repeat all (move (top {_PILE}) (top {_HEAP}))))",
        f"(move (top {_PILE}) (top {_WON}))",
    ),
    "a place of another current player": _playing(
        f"(move 'C (top {_WON}))", "(cycle current next)", f"(move (top {_WON}) (top {_HEAP}))"
    ),
    "a place of another next player": _playing(
        "(move 'C (top ((next player) vloc WON)))",
        "(cycle next previous)",
        f"(move (top ((next player) vloc WON)) (top {_HEAP}))",
    ),
    "a place of the player whom the size of the hand tells": _playing(
        f"(move 'C (top (((% (size {_HAND}) 3) player) vloc WON)))",
        f"(move (top (((% (size {_HAND}) 3) player) vloc WON)) (top {_HEAP}))",
    ),
    "a storage that is set to the greatest integer and goes up": (
        "(choice ((do ((set (game sto Y) (game sto Z)) (inc (game sto Y) 1))) "
        "(set (game sto Z) 9223372036854775807)))"
    ),
    "a storage that is doubled again and again": (
        f"(choice ((do ({'(inc (game sto Y) (game sto Y)) ' * 3})) "
        "(set (game sto Y) 2305843009213693950) (set (game sto Y) 1)))"
    ),
    "storages that only together are too large": (
        "(choice ((do ((inc (game sto Y) (game sto A)) (inc (game sto Y) (game sto B)) "
        "(inc (game sto Y) (game sto C)) (inc (game sto Y) (game sto D)))) "
        "(do ((set (game sto A) 2305843009213693950) (set (game sto B) 2305843009213693950) "
        "(set (game sto C) 2305843009213693950) (set (game sto D) 2305843009213693950)))))"
    ),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_batches_play_what_the_interpreter_plays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)
    game = _GAME.format(block=BLOCKS[name])
    one, other = (
        simulate(Plan(find_source(game), engine=engine), 60).tally for engine in ("interpreter", "native")
    )
    assert one == other


@pytest.mark.parametrize("name", BLOCKS)
def test_single_steps_are_those_of_the_interpreter(name: str) -> None:
    games = on_both(read(_GAME.format(block=BLOCKS[name])), run_by_cpython)
    for seed in range(3):
        assert_same_game(*games, seed, depth=EVENTS)
