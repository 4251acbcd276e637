"""Both engines play programs of the house dialect alike: step by step, in batches, and in what they count."""

from __future__ import annotations

from pathlib import Path

import pytest

from counting_agreement import assert_same_counts
from croupier.catalog.loading import find_source, read
from croupier.lab.simulate import Plan, simulate
from croupier.native import NativeGame, code
from croupier.native.lower.unlowered import Unlowered
from engine_agreement import Depth, assert_same_game
from native_games import on_both, quickly_compiled, run_by_cpython
from search_agreement import assert_same, assert_tells_no_more, decisions
from strategies import ROOT

PROGRAMS = sorted((ROOT / "tests/programs").glob("*_house.rcy"))
MUCH = Depth(views=0.5, samples=0.3, copies=0.2, moves=4)
GAMES = 12
ASKING = ROOT / "tests/programs/sealed_house.rcy"


@pytest.mark.slow
def test_searches_find_the_same_in_the_middle_of_a_choice_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "_kernel", quickly_compiled)
    game = NativeGame(read(ASKING), "game")
    for view in decisions(game, 1, 4, 2):
        assert_tells_no_more(view)
        assert_same("ismcts:iterations=30", view)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs_of_the_dialect_play_alike_on_both_engines(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = read(path)
    try:
        games = on_both(program, run_by_cpython)
    except Unlowered as why:
        pytest.skip(str(why))
    for seed in range(2):
        assert_same_game(*games, seed, depth=MUCH, max_steps=100_000)
    monkeypatch.setattr(code, "_kernel", run_by_cpython)
    source = find_source(path)
    one, other = (simulate(Plan(source, engine=engine), GAMES).tally for engine in ("interpreter", "native"))
    assert one == other
    assert_same_counts(program, 3, run_by_cpython)
