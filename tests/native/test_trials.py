"""Paths are tried on the state itself, and taken back: it is as it was before."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.catalog.loading import read
from croupier.kernel import Halves
from croupier.native import NativeGame, code
from croupier.native.lower.trials import UNDONE
from native_games import run_by_cpython

GAME = """\
;; dialect: 0.6
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (RED, BLACK, BLUE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
    (repeat 2 (move (top (game iloc STOCK)) (top (game vloc ROW))))
    (remember (top (game vloc ROW)) (top (game mem SEEN)))
    (remember (bottom (game vloc ROW)) (top (game mem SEEN)))))
  (stage player
    (end (== (game sto TURNS) 3))
    (do ((inc (game sto TURNS) 1)))
    (choice (
      {item}
      (turn pass))))
  (scoring max (size ((current player) iloc HAND))))
"""

ITEMS = {
    "move": "(any ((current player) iloc HAND) 'C (any (game vloc ROW) 'D"
    " (do ((move 'C (bottom (game vloc ROW))) (move 'D (top ((next player) iloc HAND)))))))",
    "move, out of the middle": "(any (range 0 .. 3) 'N"
    " (move ('N (sort ((current player) iloc HAND) using (game points P))) (1 (game vloc ROW))))",
    "move, to where it lies": "(any (game vloc ROW) 'D (move 'D (top (game vloc ROW))))",
    "remember": "(any (game vloc ROW) 'D (remember 'D (bottom (game mem SEEN))))",
    "forget": "(any (game mem SEEN) 'D (do ((forget 'D) (forget (top (game mem SEEN))))))",
    "shuffle": "(any (game vloc ROW) 'D (do ((move 'D (top (game iloc STOCK))) (shuffle (game iloc STOCK))"
    " (move (top (game iloc STOCK)) (top (game vloc ROW))))))",
    "swap cards": "(any (game vloc ROW) 'D (any ((current player) iloc HAND) 'C (swap 'C 'D)))",
    "swap": "(do ((swap ((current player) iloc HAND) ((next player) iloc HAND))"
    " (any ((current player) iloc HAND) 'C (move 'C (top (game vloc ROW))))))",
    "what fails": "(any ((current player) iloc HAND) 'C (do ((move 'C (top (game vloc ROW)))"
    " (inc ((current player) sto COINS) 2) (cycle next current)"
    " (move (top (game vloc NONE)) (top (game vloc ROW))))))",
}


def test_everything_that_can_be_taken_back_is_tried() -> None:
    assert {name.partition(",")[0] for name in ITEMS} - {"what fails"} == set(UNDONE)


@pytest.mark.parametrize("name", ITEMS)
def test_the_state_is_as_it_was_after_its_options_are_built(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "_kernel", run_by_cpython)
    game = NativeGame(read(GAME.replace("{item}", ITEMS[name])), "game")
    at = game.code.at
    tried = [lines for key, lines in game.lowered.kit.functions.items() if key.startswith("try_1_0")]
    assert "undo(S, L, C)" in "\n".join(tried[0])
    for seed in range(3):
        state = game.start(seed)
        words, halves = state._block, state._lists
        before = list(words), _piles(at, halves)
        game.code.call.rebuild(words, halves, *game.code.block(), game.code.context.cells)
        assert (list(words), _piles(at, halves)) == before


def _piles(at: Mapping[str, int], halves: Halves) -> list[list[int]]:
    """Where every card lies, and the cards of every list; what stands behind them does not matter."""
    starts = range(at["LISTS"], at["LISTS_END"], at["STRIDE"])
    lists = [list(halves[start : start + 1 + halves[start]]) for start in starts]
    return [list(halves[at["WHERE"] : at["LISTS"]]), *lists]
