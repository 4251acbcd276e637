"""Tuning: aims are read, the better half goes on, and the constant is found that is known to be best."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli.tune import command
from croupier.lab import tune
from croupier.lab.aims import Aim, AimError, aims_of
from croupier.lab.grid import GridError
from croupier.lab.statistics import Estimate

KNOWN = Path(__file__).parent / "known_best.rcy"
"""Seat 0 wins K of 8 games: four is fair, and three and five are the next."""


def test_aims_are_bounds_and_directions() -> None:
    fair, drama, length, mine = aims_of("fairness>=0.98, drama max,length<=60 , made min", ["made"])
    assert (fair.bound, drama.sign, length.upwards, str(mine)) == (0.98, "max", False, "made min")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fairnes max", "did you mean `fairness`"),
        ("fairness", "is no aim"),
        ("fairness>=", "is no aim"),
        ("", "is no aim"),
        ("drama max, drama max", "twice"),
        ("made max", "nothing called 'made'"),
    ],
)
def test_what_is_no_aim_is_said(text: str, told: str) -> None:
    with pytest.raises(AimError, match=told):
        aims_of(text)


def test_a_bound_is_met_missed_or_open_by_its_interval() -> None:
    aim = Aim("fairness", ">=", 0.9)
    assert aim.surely_met(Estimate(0.95, 0.91, 0.99, 9))
    assert aim.surely_missed(Estimate(0.8, 0.7, 0.89, 9))
    unsure = Estimate(0.92, 0.85, 0.99, 9)
    assert not aim.surely_met(unsure)
    assert not aim.surely_missed(unsure)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 11))])
def test_the_best_constant_is_found(seed: int) -> None:
    found = tune(
        KNOWN, "fairness max", settings={"K": range(1, 8)}, games="400,0,0,0,0,0", seed=seed, workers=1
    )
    assert found.best is not None
    assert found.best.values == {"K": 4}


def test_all_that_was_tried_is_told_and_the_last_are_compared() -> None:
    found = tune(KNOWN, "fairness max", settings={"K": range(1, 8)}, games="400,0,0,0,0,0", workers=1)
    assert [one.rounds for one in found.tried] == [2, 2, 2, 2, 1, 1, 1]
    assert found.comparison is not None
    assert found.comparison.labels[0].endswith("K=4")
    assert [dict(one.values) for one in found.front] == [{"K": 4}]
    assert "K=4 is the best that was found" in found.text()


@pytest.mark.slow
def test_bounds_and_measures_are_aims_too() -> None:
    found = tune(
        KNOWN,
        "low min, fairness>=0.6",
        settings={"K": range(1, 8)},
        games="400,0,0,0,0,0",
        measures=["low = won by (0 player)"],
        workers=1,
    )
    assert found.best is not None
    # With K = 2 fairness is one half, with K = 3 three quarters.
    assert found.best.values == {"K": 3}
    assert found.best.status(found.aims) == "met"


def test_a_variant_that_the_game_refuses_is_told_with_the_reason() -> None:
    sizes = "50,0,0,0,0,0"
    found = tune("agram", "length max", settings={"HANDSIZE": 3}, seats=[2, 3, 6], games=sizes, workers=1)
    assert found.best is not None
    assert found.best.values == {"HANDSIZE": 3, "seats": 3}
    assert found.tried[-1].why
    with pytest.raises(GridError, match="none of"):
        tune("agram", "length max", seats=[6, 7], games=sizes, workers=1)


def test_the_command_prints_data_and_refuses_unknown_names() -> None:
    words = [str(KNOWN), "--set", "K=3..5", "--games", "200,0,0,0,0,0", "--workers", "1"]
    run = CliRunner().invoke(command, [*words, "--aim", "fairness max", "--json"])
    data = json.loads(run.stdout)
    assert data["best"] == {"K": 4}
    assert {one["front"] for one in data["tried"]} == {True, False}
    assert len(data["comparison"]["games"]) == 3
    run = CliRunner().invoke(command, [*words, "--aim", "fairnes max"])
    assert run.exit_code == 2
    assert "did you mean `fairness`" in run.output
