"""Games that are sampled, since they are too large to be walked through."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier import load
from croupier.lab.solve import Settings, Solution, SolveError, solve

pytestmark = pytest.mark.slow

SAMPLED = Settings(sample=True, iterations=300, seconds=100.0)


def test_kuhn_poker_by_sampling_comes_near() -> None:
    found = solve(load("kuhn_poker", engine="interpreter"), SAMPLED)
    assert (found.method, found.iterations, found.stopped, found.complete) == (
        "mccfr",
        300,
        "iterations",
        False,
    )
    assert found.information_sets == [6, 6]
    # An upper bound, estimated: what it bounds is well below.
    assert 0 < found.exploitability < 0.5
    assert any("estimate of an upper bound" in note for note in found.notes)


def test_what_is_estimated_is_told_as_an_estimate() -> None:
    data = solve(load("kuhn_poker", engine="interpreter"), replace(SAMPLED, iterations=20)).data()
    assert data["value"][0].keys() == {"mean", "low", "high", "n"}
    assert data["exploitability"].keys() == {"value", "low", "high", "n"}
    assert data["exploitability"]["n"] == 20


@pytest.mark.slow
def test_one_seed_gives_one_result() -> None:
    def policy(found: Solution) -> list[tuple[bytes, list[float]]]:
        return [(here.key, list(chances)) for here, chances in found.policy]

    few = replace(SAMPLED, iterations=10)
    native, slow = (solve(load("kuhn_poker", engine=engine), few) for engine in ("native", "interpreter"))
    assert policy(native) == policy(slow)


def test_a_game_that_not_even_sampling_can_go_through() -> None:
    with pytest.raises(SolveError, match="not even one iteration"):
        solve(load("hearts"), Settings(seconds=0.2))
