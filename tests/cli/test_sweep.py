"""``croupier sweep``: the report for people, the data, and everything that can go wrong."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import small_games
from croupier.cli import group

pytestmark = pytest.mark.slow

FEW = ("--games", "20,0,0", "--workers", "1", "--heuristics", "fairness,gamelength")


def run(*arguments: str) -> Result:
    """The result of ``croupier sweep``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["sweep", *arguments], prog_name="croupier")


def test_a_table_of_values() -> None:
    result = run("agram", "--set", "HANDSIZE=2..4", "--seats", "2", *FEW)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0] == "Agram: 3 of 3 combinations, seed 1, effort quick, AI pipmc"
    assert "game length: lowest 4.000 at HANDSIZE=2, highest 8.000 at HANDSIZE=4" in result.stdout
    assert "all with seats=2" in result.stdout


def test_data() -> None:
    result = run("agram", "--set", "HANDSIZE=1,2", "--seats", "2,6", *FEW, "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["axes"] == [{"name": "HANDSIZE", "values": [1, 2]}, {"name": "seats", "values": [2, 6]}]
    assert [point["status"] for point in data["points"]] == ["played", "refused", "played", "refused"]
    assert data["points"][0]["heuristics"]["gamelength"] == {"value": 2.0, "low": 2.0, "high": 2.0, "n": 20}
    assert data["moves"]["gamelength"]["significant"]


def test_the_table_as_a_file(tmp_path: Path) -> None:
    result = run("agram", "--set", "HANDSIZE=1,2", "--seats", "2", *FEW, "--csv", str(tmp_path))
    assert result.exit_code == 0, result.output
    with open(tmp_path / "heuristics.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["HANDSIZE"], row["seats"], row["heuristic"]) for row in rows] == [
        ("1", "2", "fairness"),
        ("1", "2", "gamelength"),
        ("2", "2", "fairness"),
        ("2", "2", "gamelength"),
    ]


def test_a_list_that_is_one_value() -> None:
    chosen = "SUITS=(CLUBS,HEARTS),(CLUBS,HEARTS,SPADES)"
    result = run("crazy_eights", "--set", chosen, "--seats", "2", *FEW, "--json")
    assert result.exit_code == 0, result.output
    values = [point["values"]["SUITS"] for point in json.loads(result.stdout)["points"]]
    assert values == [["CLUBS", "HEARTS"], ["CLUBS", "HEARTS", "SPADES"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["agram"], "there is nothing to sweep"),
        (["agram", "--set", "HANDSIZE=4"], "there is nothing to sweep"),
        (["agram", "--set", "HANDSIZ=4..6"], "there is no parameter HANDSIZ: did you mean"),
        (["agram", "--set", "HANDSIZE=4.."], "--set HANDSIZE: '4..' is not a range"),
        (["agram", "--set", "HANDSIZE=8..4"], "runs backwards: write 4..8"),
        (["agram", "--set", "HANDSIZE="], "empty value"),
        (["agram", "--set", "HANDSIZE"], "is not NAME=VALUE"),
        (["agram", "--set", "HANDSIZE=1..600"], "the grid has 600 combinations"),
        (["agram", "--set", "HANDSIZE=1..3", "--seats", "MANY"], "is not a list of numbers"),
        (["agram", "--seats", "7..9"], "none of the 3 combinations is possible"),
        (["agram", "--seats", "2..3", "--heuristics", "dramma"], "there is no heuristic 'dramma'"),
        (["agran", "--seats", "2..3"], "no game of that name"),
        (["agram", "--seats", "2..3", "--parquet", "/dev/null/x"], "/dev/null"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_use_is_told_without_a_traceback(arguments: list[str], told: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert told in result.output
    assert "Traceback" not in result.output


def test_a_larger_grid_has_to_be_asked_for() -> None:
    few = ("--games", "2,0,0", "--workers", "1", "--heuristics", "noties")
    result = run("kuhn_poker", "--set", "ANTE=1..3", "--max-points", "2", *few)
    assert "the grid has 3 combinations (ANTE 3)" in result.output
    assert run("kuhn_poker", "--set", "ANTE=1..3", "--max-points", "3", *few).exit_code == 0


def test_nothing_that_ends(tmp_path: Path) -> None:
    path = tmp_path / "stuck.rcy"
    path.write_text(small_games.STUCK.replace("(setup", "(declare 1 'A)\n  (setup"))
    result = run(str(path), "--set", "A=1,2", *FEW)
    assert result.exit_code == 3, result.output
    assert "no game finished" in result.stdout
