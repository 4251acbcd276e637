"""What is counted of the rules is the same on both engines, game by game and by the batch.

The whole library, and thousands of random programs, are compared by `benchmarks/soak_native.py --counting`.
"""

from __future__ import annotations

import pytest

from counting_agreement import assert_same_counts
from croupier.catalog.loading import read
from croupier.native import NativeGame
from croupier.recycle.program import ProgramError
from native_games import run_by_cpython
from random_programs import random_program
from small_games import DROPPING, ENDLESS, FAILING, LOOPING, STUCK
from strategies import ROOT

pytestmark = pytest.mark.slow

SMALL = {"failing": FAILING, "stuck": STUCK, "endless": ENDLESS, "looping": LOOPING, "dropping": DROPPING}
AT_ONCE = 4

CHANCE = """
(game
  (declare 2 'SEATS)
  (setup (create players 'SEATS)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H)))))
  (stage player (end (== (size (game iloc STOCK)) 0))
    (choice (
      ((== (random 2) 0) (move (top (game iloc STOCK)) (top (game vloc PILE))))
      ((and (> (size (game iloc STOCK)) 3) (== 'SEATS 3))
        (move (top (game iloc STOCK)) (top (game vloc PILE))))
      (any (game iloc STOCK) 'C
        ((or (== (cardatt RANK 'C) A) (not (== (cardatt RANK 'C) B)))
          (do ((move 'C (top (game vloc PILE))) ((== (random 1) 0) (inc (game sto X) 1))))))
      (do ((any (game iloc STOCK) 'C ((== (cardatt RANK 'C) B) (move 'C (top (game vloc PILE)))))
           (repeat (random 2) (inc (game sto X) 1))
           (repeat all (move (top (game vloc PILE)) (top (game vloc AWAY))))))
      (let 3 'N (any (range 0 .. 1) 'K (set (game sto Y) (// 'N 'K))))
      (set (game sto Y) 0)))
    ((and (> (size (game iloc STOCK)) 3) (== 'SEATS 3)) (inc (game sto X) 1))
    ((or (== 'SEATS 3) (not (> (size (game iloc STOCK)) 3))) (inc (game sto X) 1)))
  (scoring max (game sto X)))
"""
"""Guards behind an `any`, guards that chance changes until an option is taken, loops, dropped paths."""


@pytest.mark.parametrize("name", ["agram", "uno"])
def test_the_library(name: str) -> None:
    assert_same_counts(read(name), 6)


def test_settings_that_switch_rules_off_and_on() -> None:
    program = read("hearts", seats=3, settings={"PASS": 2, "BROKEN": 1, "CLEAN": 1})
    assert_same_counts(program, 2, run_by_cpython, max_decisions=90)


@pytest.mark.parametrize("name", ["auction_05", "melds_0510", "teams_04"])
def test_programs_with_rarer_forms(name: str) -> None:
    assert_same_counts(read(ROOT / f"tests/programs/{name}.rcy"), 3, run_by_cpython, max_decisions=60)


@pytest.mark.parametrize("name", SMALL)
def test_games_that_do_not_finish(name: str) -> None:
    assert_same_counts(read(SMALL[name]), 5, run_by_cpython, max_steps=500, max_decisions=30)


@pytest.mark.parametrize("steps", [60, 10_000])
def test_what_chance_changes_between_offer_and_choice(steps: int) -> None:
    assert_same_counts(read(CHANCE), 12, run_by_cpython, max_steps=steps, max_decisions=60)


@pytest.mark.parametrize("first", range(0, 2 * AT_ONCE, AT_ONCE))
def test_random_programs(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        try:
            program = read(random_program(number))
        except ProgramError:
            continue
        assert_same_counts(program, 2, run_by_cpython, max_steps=1_000, max_decisions=30)


def test_a_game_that_is_not_counted_has_no_counters() -> None:
    game = NativeGame(read("agram"), "agram")
    texts = (game.lowered.plays, game.lowered.steps, game.lowered.search)
    assert not any("COUNTS" in text or "count_taking" in text for text in texts)
