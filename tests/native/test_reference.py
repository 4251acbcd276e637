"""The reference programs in C play the rules of our game files: random play has the same statistics."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.catalog.loading import recycle_game
from interpreter.agreement import bound, interpreted

pytestmark = pytest.mark.slow

_BUILD = Path(__file__).parents[2] / "benchmarks/reference/build.py"
GAMES = {"agram": 400, "hearts": 150, "crazy_eights": 400, "gops": 400}
ERROR = 0.001
"""The chance that any of the figures of a game would differ although both sides play alike."""


def _build() -> Any:
    """The module that compiles them, which is no part of a package."""
    spec = importlib.util.spec_from_file_location("reference_build", _BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


build = _build()
needs_compiler = pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler")


@needs_compiler
@pytest.mark.parametrize("name", build.NAMES)
def test_a_reference_program_plays_our_rules(name: str, tmp_path: Path) -> None:
    reference = build.played(name, 200_000, folder=tmp_path)
    assert reference.games == 200_000
    assert sum(reference.wins) == pytest.approx(reference.games, abs=1)
    ours = interpreted(recycle_game(name), range(GAMES[name])).figures
    expected = {f"wins of seat {seat}": win / reference.games for seat, win in enumerate(reference.wins)}
    expected["decisions"] = reference.decisions / reference.games
    limit = bound(len(expected), ERROR)
    for figure, mean in expected.items():
        # What the reference itself is off is little: it has played hundreds of times as many games.
        error = (ours[figure].variance_of_mean * (1 + ours[figure].n / reference.games)) ** 0.5
        assert abs(ours[figure].mean - mean) <= limit * error + 1e-9, figure


@needs_compiler
def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    one, other = (build.played("hearts", 1000, 7, folder=tmp_path) for _ in range(2))
    assert (one.wins, one.decisions) == (other.wins, other.decisions)
    assert build.played("hearts", 1000, 8, folder=tmp_path).wins != one.wins
    assert len(list(tmp_path.iterdir())) == 1


def test_without_a_compiler_there_is_a_clear_message(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build, "compiler", lambda: None)
    with pytest.raises(build.NoCompiler, match="no C compiler was found"):
        build.built("agram", tmp_path)
