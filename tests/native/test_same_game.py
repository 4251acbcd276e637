"""Both engines play the same game: event by event, option by option, view by view.

Thousands of random programs, and the whole library at every number of seats, are compared by
`benchmarks/soak_native.py`; `CROUPIER_WHOLE=1` has every game of the library compared here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.catalog.loading import find_source, read
from croupier.lab.simulate import Plan, simulate
from croupier.native import code
from croupier.native.lower.unlowered import Unlowered
from croupier.recycle.forms import Dialect
from croupier.recycle.program import ProgramError
from engine_agreement import EVENTS, Depth, assert_same_game
from native_games import on_both, run_by_cpython
from random_plain import plain_program
from random_programs import random_program
from strategies import some_programs

pytestmark = pytest.mark.slow

A_LITTLE = Depth(views=0.1, samples=0.03, copies=0.02, moves=2)
RANDOM_PROGRAMS = 20
PLAIN_PROGRAMS = 6
MOVED_AGAIN = 156
"""A program in which an item moves the card that it takes more than once."""
AT_ONCE = 10
"""Random programs in one test."""


@pytest.mark.parametrize("path", some_programs(1), ids=lambda path: path.stem)
def test_a_program_plays_alike_on_both_engines(path: Path) -> None:
    program = read(path)
    try:
        games = on_both(program)
    except Unlowered as why:
        # Some forms of the house dialect are only interpreted, and the game says so.
        assert program.dialect is Dialect.HOUSE
        pytest.skip(str(why))
    assert_same_game(*games, 1, depth=A_LITTLE, max_steps=100_000, max_decisions=40)


@pytest.mark.parametrize("first", range(0, RANDOM_PROGRAMS, AT_ONCE))
def test_random_programs_play_alike_on_both_engines(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        try:
            program = read(random_program(number))
        except ProgramError:
            continue
        games = on_both(program, run_by_cpython)
        assert_same_game(*games, number, depth=A_LITTLE, max_steps=2_000, max_decisions=40)


@pytest.mark.parametrize("number", [*range(PLAIN_PROGRAMS), MOVED_AGAIN])
def test_random_choices_that_are_counted_play_alike_in_batches_and_in_steps(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "_kernel", run_by_cpython)
    source = find_source(plain_program(number))
    one, other = (simulate(Plan(source, engine=engine), 6).tally for engine in ("interpreter", "native"))
    assert one == other
    assert_same_game(*on_both(read(source.text), run_by_cpython), number, depth=EVENTS)


def test_a_whole_game_with_everything_that_can_be_asked() -> None:
    games = on_both(read("kuhn_poker"))
    for seed in range(5):
        assert_same_game(*games, seed, depth=Depth(1.0, 1.0, 1.0, 8))
