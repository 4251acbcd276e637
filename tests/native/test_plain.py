"""Plain choices: when options may be counted instead of being built, and that nothing changes by it."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.native import NativeGame, code
from croupier.native.lower.plain import Plain
from native_games import quickly_compiled

pytestmark = pytest.mark.slow

GAME = """\
;; dialect: 0.6
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (RED, BLACK)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (let (filter ((current player) iloc HAND) 'H (== (cardatt SUIT 'H) RED)) 'REDS
      (choice ({items}))))
  (scoring max (size (game vloc PILE))))
"""
FROM_HAND = "(any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))"
FROM_REDS = "(any 'REDS 'C (move 'C (top (game vloc PILE))))"
PASS = "((== (size ((current player) iloc HAND)) 0) (turn pass))"
DRAW = "(move (top (game iloc STOCK)) (top (game vloc OTHER)))"
ACES = "(filter ((current player) iloc HAND) 'C (== (cardatt RANK 'C) A))"
FILTERED = f"(any {ACES} 'C (move 'C (top (game vloc PILE))))"
APART = {
    "a collection to choose from, and that it is empty": [
        FROM_REDS,
        f"((== (size 'REDS) 0) {FROM_HAND})",
        PASS,
    ],
    "either of two conditions, and neither": [
        f"((and (== (size (game vloc PILE)) 0) (!= (size 'REDS) 0)) {FROM_REDS})",
        f"((or (!= (size (game vloc PILE)) 0) (== (size 'REDS) 0)) {FROM_HAND})",
        PASS,
    ],
    "some that pass, and none that does": [
        FILTERED,
        f"((all ((current player) iloc HAND) 'O (not (== (cardatt RANK 'O) A))) {FROM_HAND})",
        PASS,
    ],
    "a place that the condition says is not empty": [
        FROM_HAND,
        f"((> (size (game iloc STOCK)) 0) {DRAW})",
        PASS,
    ],
}
UNCLEAR = {
    "another collection is empty": [FROM_REDS, f"((== (size (game vloc PILE)) 0) {FROM_HAND})", PASS],
    "one of two conditions goes with it": [
        f"((!= (size 'REDS) 0) {FROM_REDS})",
        f"((or (!= (size (game vloc PILE)) 0) (== (size 'REDS) 0)) {FROM_HAND})",
        PASS,
    ],
    "none that passes another filter": [
        FILTERED,
        f"((all ((current player) iloc HAND) 'O (not (== (cardatt RANK 'O) B))) {FROM_HAND})",
        PASS,
    ],
    "all that pass": [
        FILTERED,
        f"((all ((current player) iloc HAND) 'O (== (cardatt RANK 'O) A)) {FROM_HAND})",
        PASS,
    ],
    "a place that may be empty": [FROM_HAND, DRAW, PASS],
}


def text(items: list[str]) -> str:
    """The game with a choice of some items."""
    return GAME.replace("{items}", "\n".join(items))


def surely_apart(items: list[str]) -> bool:
    """Whether the options of the choice need never be built in full."""
    game = Plan(find_source(text(items)), engine="native").game
    assert isinstance(game, NativeGame)
    plain = Plain(game.code.lowered.bp)
    [choice] = [expr for expr in plain.bp.live() if expr.form == "choice"]
    found = plain.items(choice)
    assert found is not None
    return plain.surely_apart(found)


@pytest.mark.parametrize("name", APART)
def test_options_that_exclude_each_other_are_never_built(name: str) -> None:
    assert surely_apart(APART[name])


@pytest.mark.parametrize("name", UNCLEAR)
def test_options_that_may_be_the_same_are_built_where_they_meet(name: str) -> None:
    assert not surely_apart(UNCLEAR[name])


@pytest.mark.parametrize("name", [*APART, *UNCLEAR])
def test_either_way_the_games_are_those_of_the_interpreter(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)
    game = text((APART | UNCLEAR)[name])
    one, other = (
        simulate(Plan(find_source(game), engine=engine), 60).tally for engine in ("interpreter", "native")
    )
    assert one == other


TRICKS = """\
;; dialect: 0.6
(game
  (setup
    (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (A, B)) (SUIT (RED, BLACK, BLUE, GREEN, WHITE, PINK)))))
  (do (
    (shuffle (game iloc STOCK))
    (set (game points HEIGHT) (((RANK : A) 2) ((RANK : B) 1)))
    (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end {end})
    (stage player
      (end {inner})
      (choice ((any ((current player) iloc HAND) 'C
        (do (
          (move 'C (top ((current player) vloc TRICK)))
          (remember (top ((current player) vloc TRICK)) (top (game mem LEAD)))))))))
    (do (
      (cycle next (owner ({best} (union (all player 'P ('P vloc TRICK))) using (game points HEIGHT))))
      (inc ((next player) sto TAKEN) 1)
      (all player 'P (repeat all (move (top ('P vloc TRICK)) (top ((next player) vloc WON))))))))
  (scoring max ((current player) sto TAKEN)))
"""
ENDS = {
    "all hands are empty": "(all player 'P (== (size ('P iloc HAND)) 0))",
    "somebody's hand is empty": "(any player 'P (== (size ('P iloc HAND)) 0))",
}
INNER = {
    "all have played": "(all player 'P (!= (size ('P vloc TRICK)) 0))",
    "somebody has played": "(any player 'P (!= (size ('P vloc TRICK)) 0))",
}


@pytest.mark.parametrize("best", ["max", "min"])
@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize("end", ENDS)
def test_tricks_with_ties_go_to_whom_the_interpreter_gives_them(
    end: str, inner: str, best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)
    game = TRICKS.format(end=ENDS[end], inner=INNER[inner], best=best)
    one, other = (
        simulate(Plan(find_source(game), engine=engine), 40).tally for engine in ("interpreter", "native")
    )
    assert one == other
    assert one.games == 40
