"""Random play agrees with independent simulations; benchmarks/against_independent.py plays more games."""

from __future__ import annotations

import pytest

from croupier.catalog.loading import recycle_game
from interpreter.agreement import bound, compared, interpreted, simulated
from interpreter.independent import SIMULATIONS

pytestmark = pytest.mark.slow

GAMES = {"agram": 200, "gops": 200, "crazy_eights": 200, "hearts": 150}
ERROR = 0.001
"""The chance that any of the figures of a game would differ although both sides play alike."""


@pytest.mark.parametrize("name", SIMULATIONS)
def test_random_play_agrees_with_a_simulation_that_shares_no_code(name: str) -> None:
    played = interpreted(recycle_game(name), range(GAMES[name]))
    other = simulated(name, 4 * GAMES[name])
    figures = compared(played, other)
    limit = bound(len(figures), ERROR)
    assert [f for f in figures if f.apart > limit] == []
    assert {"decisions", "wins of seat 0", "options of decision 1"} <= {f.figure for f in figures}


def test_a_game_with_another_rule_does_not_agree() -> None:
    """The comparison is sharp enough to see that three cards a hand are not five."""
    played = interpreted(recycle_game("crazy_eights", settings={"HANDSIZE": 3}), range(300))
    figures = compared(played, simulated("crazy_eights", 1200))
    assert any(f.apart > bound(len(figures), ERROR) for f in figures)
