"""How exploitable a player is."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import load
from croupier.lab.solve import Settings, Solution, SolveError, solve
from croupier.lab.solve.against import _playable, against
from croupier.lab.solve.tables import saved_policy

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def kuhn() -> Solution:
    """Kuhn poker, solved."""
    return solve(load("kuhn_poker"))


def test_the_exploitability_of_random_play_is_exact(kuhn: Solution) -> None:
    found = against(kuhn, load("kuhn_poker"), "random")
    assert found.known
    assert found.exploitability.value == pytest.approx(11 / 24, abs=1e-9)
    assert found.loss.value > 0


def test_a_saved_policy_is_as_exploitable_as_it_was(kuhn: Solution, tmp_path: Path) -> None:
    path = tmp_path / "kuhn.json"
    path.write_text(saved_policy(kuhn).text(), encoding="utf-8")
    found = against(kuhn, load("kuhn_poker"), f"solved:file={path}")
    assert found.exploitability.value == pytest.approx(kuhn.exploitability, abs=1e-6)
    assert found.loss.value == pytest.approx(0, abs=1e-6)
    other = load("gops", settings={"RANKS": ("ACE", "TWO", "THREE")})
    with pytest.raises(SolveError, match="does not know this game"):
        against(solve(other, Settings(iterations=1)), other, f"solved:file={path}")


def test_a_search_is_asked_seed_by_seed_the_same_on_both_engines(kuhn: Solution) -> None:
    player = "ismcts:iterations=20:reward=score"
    found = against(kuhn, load("kuhn_poker"), player, seeds=6)
    measure = found.exploitability
    assert (measure.n, found.known) == (6, False)
    assert 0.05 < measure.low <= measure.high < 0.5
    assert found == against(kuhn, load("kuhn_poker", engine="interpreter"), player, seeds=6)


def test_kernels_search_where_they_can(kuhn: Solution) -> None:
    view = kuhn.policy[0][0].view
    found = _playable(view, load("kuhn_poker", engine="native"), kuhn)
    assert found == view
    assert found.root is not None


@pytest.mark.slow
def test_a_player_that_watches_is_shown_what_it_would_have_seen(kuhn: Solution) -> None:
    found = against(kuhn, load("kuhn_poker"), "ismcts:iterations=5:belief=uniform", seeds=2)
    assert found.exploitability.value >= 0
