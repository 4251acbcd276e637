"""Programs that are too large or never end: bounded memory, and an outcome that says what it was."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import read
from croupier.game import Outcome, Status
from croupier.lab.simulate import Plan, simulate
from croupier.native import NativeGame, code
from croupier.recycle.program import ProgramError
from croupier.text import Source
from engine_agreement import EVENTS, assert_same_game
from native_games import on_both, quickly_compiled
from small_games import ENDLESS, LOOPING

pytestmark = pytest.mark.slow

_HUGE = """\
;; dialect: 0.6
(game
  (setup
    (create players 4)
    (repeat 16 (create deck (game iloc STOCK) (deck (RANK (range 1 .. 16)) (SUIT (A, B, C, D))))))
  (do ((shuffle (game iloc STOCK))
    (all player 'P (repeat 40 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
    {piles}))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))
  (scoring max (size ((current player) iloc HAND))))
"""
HUGE = _HUGE.replace("(range 1 .. 16)", "(" + ", ".join(f"R{n}" for n in range(16)) + ")").format(
    piles="\n    ".join(f"(move (top (game iloc STOCK)) (top (game vloc BOX{n})))" for n in range(300))
)
"""1 024 cards and some three hundred places."""

_FRAME = """\
;; dialect: 0.5.10
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))
  {body}
  (scoring max ((current player) sto SCORE)))
"""
_DECK = "(create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES))))"
IN_A_LOOP = _FRAME.format(
    body=f"(stage player (end (== (game sto X) 1)) (do ({_DECK})) (choice ((turn pass))))"
)
"""Makes four cards at every turn, and never ends."""

TOO_OFTEN = _FRAME.format(body=f"(repeat 4000 {_DECK})")
"""Makes sixteen thousand cards."""

GROWING = _FRAME.format(
    body="""(stage player
    (end (== (game sto X) 1))
    (do ((remember (top (game iloc STOCK)) (top (game mem NOTES))))))"""
)
"""Remembers cards without end, and without a decision."""


def test_a_huge_program_is_the_same_game_in_bounded_memory() -> None:
    one, native = on_both(read(HUGE))
    assert one.program.cards == 1024
    assert_same_game(one, native, 1, depth=EVENTS, max_decisions=30)
    at = native.code.at
    assert 8 * at["NS"] + 2 * at["NL"] < 4 << 20


@pytest.mark.parametrize("text", [IN_A_LOOP, TOO_OFTEN], ids=["in a loop", "too often"])
def test_decks_without_end_are_refused_before_anything_is_played(text: str) -> None:
    with pytest.raises(ProgramError, match="RCY03"):
        read(text)


def test_what_grows_without_end_is_the_same_game_and_stops() -> None:
    games = on_both(read(GROWING))
    assert_same_game(*games, 1, depth=EVENTS, max_steps=5_000, max_decisions=300)


@pytest.mark.parametrize("text", [ENDLESS, LOOPING, GROWING], ids=["endless", "looping", "growing"])
def test_games_that_never_end_have_a_clear_outcome(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)
    plans = [
        Plan(Source("mine.rcy", text), engine=engine, max_steps=3_000, max_decisions=60)
        for engine in ("native", "interpreter")
    ]
    one, other = (simulate(plan, 5).tally for plan in plans)
    assert one == other
    assert one.outcomes == {Status.UNFINISHED: 5}
    assert {incident.reason for incident in one.incidents} <= {
        "3,000 steps without a decision",
        "60 decisions",
    }


def test_a_state_of_it_says_how_it_ended() -> None:
    _, native = on_both(read(GROWING))
    assert isinstance(native, NativeGame)
    end = native.start(1, max_steps=500).outcome
    assert isinstance(end, Outcome)
    assert end.status is not Status.FINISHED
