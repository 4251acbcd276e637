"""Results of every kind: where they come from."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from click.testing import CliRunner

import croupier
from croupier.cli import group
from croupier.lab.report import report_data

FEW: dict[str, Any] = {"games": "20,1,1,0", "players": "pipmc:tests=1", "workers": 1}
TIMES = ("timing", "games_per_second", "compile_seconds", "code", "lost")


def results() -> dict[str, dict[str, Any]]:
    """A result of every kind, as data."""
    players = ["random", "pipmc:tests=1"]
    return {
        "simulate": report_data(
            croupier.simulate("kuhn_poker", games=20, seed=3, max_decisions=9, workers=1)
        ),
        "coverage": croupier.coverage(
            "kuhn_poker", games=(20, 1), players="pipmc:tests=1", seed=3, workers=1
        ).data(),
        "tournament": croupier.tournament(
            "kuhn_poker", players, deals=2, pairings="seatings", seed=3, workers=1
        ).data(),
        "analyze": croupier.analyze("kuhn_poker", settings={"ANTE": 2}, seed=3, **FEW).data(),
        "sweep": croupier.sweep("kuhn_poker", settings={"ANTE": [1, 2]}, seed=3, **FEW).data(),
    }


def timeless(data: Any) -> Any:
    """Data without what is measured by the clock."""
    if isinstance(data, dict):
        return {name: timeless(value) for name, value in data.items() if name not in TIMES}
    return [timeless(value) for value in data] if isinstance(data, list) else data


def test_every_result_says_where_it_comes_from_and_its_command_gives_it_again() -> None:
    program = croupier.load("kuhn_poker").rules_hash
    for kind, data in results().items():
        assert (data["croupier"], data["program"], data["seed"]) == (croupier.__version__, program, 3)
        words = shlex.split(data["command"])
        assert words[:3] == ["croupier", kind, "kuhn_poker"]
        again = CliRunner().invoke(group, [*words[1:], "--json"])
        assert again.exit_code == 0, again.output
        assert timeless(json.loads(again.stdout)) == timeless(json.loads(json.dumps(data)))


def test_a_comparison_names_the_program_of_each_game() -> None:
    data = croupier.compare(["kuhn_poker", "leduc_poker"], heuristics=["gamelength"], **FEW).data()
    assert data["croupier"] == croupier.__version__
    assert [game["program"] for game in data["games"]] == [
        croupier.load(name).rules_hash for name in ("kuhn_poker", "leduc_poker")
    ]


def test_a_solution_says_it_too() -> None:
    words = ["solve", "kuhn_poker", "--set", "ANTE=2", "--iterations", "3", "--sample", "--seed", "3"]
    data = json.loads(CliRunner().invoke(group, [*words, "--json"]).stdout)
    assert data["program"] == croupier.load("kuhn_poker").rules_hash
    assert (data["croupier"], data["seed"]) == (croupier.__version__, 3)
    assert data["command"] == ("croupier solve kuhn_poker --set ANTE=2 --seed 3 --iterations 3 --sample")


@pytest.mark.parametrize("setting", [{}, {"ANTE": 2}])
def test_a_page_ends_with_it(setting: dict[str, Any]) -> None:
    found = croupier.coverage("kuhn_poker", games=(5, 0), settings=setting, workers=1)
    page = found.page()
    assert found.command() in page
    assert f"Croupier {croupier.__version__}, program {found.plan.game.rules_hash}, seed 1" in page
