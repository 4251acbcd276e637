"""``croupier solve``: what it prints, writes and keeps, and everything that can go wrong."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import small_solvable
from croupier.cli import group

pytestmark = pytest.mark.slow


def run(*arguments: str) -> Result:
    """The result of ``croupier solve``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["solve", *arguments], prog_name="croupier")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files go to a folder of their own."""
    monkeypatch.chdir(tmp_path)


def test_the_data_has_these_keys() -> None:
    result = run("kuhn_poker", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert list(found) == [
        "game",
        "method",
        "histories",
        "information_sets",
        "value",
        "exploitability",
        "iterations",
        "seconds",
        "croupier",
        "program",
        "seed",
        "command",
    ]
    assert found["value"][0] == pytest.approx(-1 / 18, abs=1e-4)
    assert "about 5" in result.stderr
    assert "stopped by the precision" in result.stderr


def test_the_text_tells_value_strategy_and_why_it_ended() -> None:
    told = run("kuhn_poker").stdout
    assert "kuhn_poker: cfr+, 55 histories, 6 + 6 information sets" in told
    assert "stopped: exploitability is small enough" in told
    assert "seat 1: 1.HAND JACK: check" in told
    assert "the time is over" in run("kuhn_poker", "--precision", "0", "--time", "0.1").stdout


def test_open_cards_have_a_best_line() -> None:
    Path("nim.rcy").write_text(small_solvable.NIM, encoding="utf-8")
    told = run("nim.rcy").stdout
    assert "backward induction" in told
    assert "a best line:\n    seat 0: take three" in told


def test_tables_and_policy_are_written() -> None:
    result = run("kuhn_poker", "--save", "kuhn.json", "--csv", "tables")
    assert result.exit_code == 0
    with open("tables/strategy.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24
    assert {row["sees"] for row in rows if row["seat"] == "0"} == {
        "0.HAND JACK",
        "0.HAND QUEEN",
        "0.HAND KING",
    }
    with open("tables/histories.csv", encoding="utf-8", newline="") as file:
        histories = list(csv.DictReader(file))
    assert len(histories) == 55
    assert [row["weight"] for row in histories].count("1/6") == 6
    assert json.loads(Path("kuhn.json").read_text(encoding="utf-8"))["game"] == "kuhn_poker"


def test_a_run_is_gone_on_with() -> None:
    first = json.loads(
        run("kuhn_poker", "--json", "--precision", "0", "--time", "0.1", "--out", "runs").stdout
    )
    refused = run("kuhn_poker", "--out", "runs")
    assert refused.exit_code == 2
    assert "--resume goes on with it" in refused.output
    longer = ("--precision", "0", "--time", "0.2", "--out", "runs", "--resume")
    again = json.loads(run("kuhn_poker", "--json", *longer).stdout)
    assert again["iterations"] > first["iterations"]
    assert again["exploitability"] <= 0.001


def test_wrong_usage_and_games_that_cannot_be_solved() -> None:
    assert run("no_such_game").exit_code == 2
    assert run("kuhn_poker", "--resume").exit_code == 2
    assert run("kuhn_poker", "--reward", "money").exit_code == 2
    assert run("kuhn_poker", "--save", "no/such/folder.json").exit_code == 2
    Path("stuck.rcy").write_text(small_solvable.STUCK, encoding="utf-8")
    stuck = run("stuck.rcy")
    assert stuck.exit_code == 3
    assert "some of its games have no result (stuck: seat 0 has no option)" in stuck.output


def test_how_exploitable_a_player_is() -> None:
    found = json.loads(run("kuhn_poker", "--json", "--against", "random").stdout)
    assert found["against"]["exploitability"]["value"] == pytest.approx(11 / 24)
    told = run("kuhn_poker", "--against", "pipmc:tests=2", "--seeds", "2").stdout
    assert "pipmc:tests=2: 2 seeds at every information set" in told
    wrong = run("kuhn_poker", "--against", "randon")
    assert wrong.exit_code == 2
    assert "did you mean `random`" in wrong.output


def test_a_picture_and_one_that_does_not_fit() -> None:
    assert run("kuhn_poker", "--picture", "kuhn.svg").exit_code == 0
    assert Path("kuhn.svg").read_text(encoding="utf-8").startswith("<svg")
    large = run("gops", "--set", "RANKS=ACE,TWO,THREE", "--iterations", "1", "--picture", "gops.svg")
    assert large.exit_code == 2
    assert "room for 400 histories" in large.output


def test_sampling_is_told_and_gone_on_with() -> None:
    few = ("kuhn_poker", "--sample", "--json", "--out", "runs")
    first = run(*few, "--iterations", "20")
    assert "sampled, since sampling was asked for" in first.stderr
    assert json.loads(first.stdout)["exploitability"]["high"] > 0
    again = json.loads(run(*few, "--iterations", "30", "--resume").stdout)
    assert again["iterations"] == 30
    both = json.loads(run("kuhn_poker", "--sample", "--json", "--iterations", "30").stdout)
    assert again["exploitability"] == both["exploitability"]
