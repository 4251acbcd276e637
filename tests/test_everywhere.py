"""A small part of everything, for every environment: each language, both engines, the main commands.

`.ci/run` runs it on the newest Python that can be had, without llvmlite, and with the lowest allowed
dependencies; `pytest -m everywhere` runs it here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import load, simulate
from croupier.kernel.machine import available

pytestmark = [pytest.mark.everywhere, pytest.mark.slow]

GAMES = ("kuhn_poker", "agram", "war.ah", "war.cdg")
"""A game of each language, and one more in RECYCLE."""


def printed(*arguments: str) -> str:
    """What a command prints when all is well, as a program of its own: nothing of the tests is in its way."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_checked_simulated_and_told_as_data(game: str) -> None:
    printed("check", game)
    told = json.loads(printed("simulate", game, "-n", "3", "--seed", "5", "--workers", "1", "--json"))
    assert told["games"] == 3
    assert simulate(game, games=3, seed=5, workers=1).tally.games == 3


def test_both_engines_play_the_same_game_by_machine_code_or_without() -> None:
    fast, slow = (load("kuhn_poker", engine=engine) for engine in ("native", "interpreter"))
    assert ("llvmlite is not installed" in fast.note) == (not available())
    for seed in range(3):
        ours, theirs = fast.start(seed), slow.start(seed)
        while ours.outcome is None:
            assert [str(option) for option in ours.options] == [str(option) for option in theirs.options]
            ours.apply(ours.options[0])
            theirs.apply(theirs.options[0])
        assert theirs.outcome == ours.outcome


def test_a_search_plays_on_both_engines() -> None:
    found = [
        simulate("kuhn_poker", games=4, players=["mcts:iterations=20", "random"], engine=engine, workers=1)
        for engine in ("native", "interpreter")
    ]
    assert found[0].tally == found[1].tally


def test_an_analysis_is_written_as_a_page_with_plots(tmp_path: Path) -> None:
    page = tmp_path / "kuhn_poker.html"
    printed("analyze", "kuhn_poker", "--games", "4", "--workers", "1", "--html", str(page))
    assert "<svg" in page.read_text(encoding="utf-8")
