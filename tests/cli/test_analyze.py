"""``croupier analyze``: the report for people, the data, and everything that can go wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import small_games
from croupier.cli import group

pytestmark = pytest.mark.slow

FEW = ("--games", "40,2,3,2,1", "--players", "pipmc:tests=2", "--workers", "1")


def run(*arguments: str) -> Result:
    """The result of ``croupier analyze``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["analyze", *arguments], prog_name="croupier")


def test_a_table_with_sentences() -> None:
    result = run("kuhn_poker", *FEW)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "Kuhn Poker: 2 seats, seed 1, effort normal, AI pipmc:tests=2"
    assert any(line.split()[:2] == ["value", "95"] for line in lines)
    assert "of random games, fair would be 50 %" in result.stdout
    assert lines[-1].startswith("  the same again: croupier analyze kuhn_poker --seed 1")


def test_data() -> None:
    result = run("kuhn_poker", *FEW, "--json", "--seed", "3")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    assert (data["game"], data["seats"], data["seed"], data["effort"]) == ("kuhn_poker", 2, 3, "normal")
    assert data["series"]["mixed"]["games"] == 4
    assert set(data["heuristics"]["fairness"]) >= {"value", "low", "high", "n"}


def test_raw_tables(tmp_path: Path) -> None:
    result = run("kuhn_poker", *FEW, "--csv", str(tmp_path / "raw"))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "raw" / "games.csv").exists()


def test_parquet_says_what_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.lab import tables

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(tables, "import_module", missing)
    result = run("kuhn_poker", *FEW, "--parquet", str(tmp_path))
    assert result.exit_code == 2
    assert "pip install 'croupier[parquet]'" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["no_such_game"], 2, "no game of that name"),
        (["agram", "--seats", "9"], 2, "9 seats are not possible"),
        (["agram", "--players", "oracle"], 2, "there is no player 'oracle'"),
        (["agram", "--games", "many"], 2, "is not one number"),
        (["agram", "--precision", "3"], 2, "--precision"),
        (["agram", "--effort", "heroic"], 2, "--effort"),
        (["agram", "--set", "NOTHING=1"], 2, "NOTHING"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_use_is_told_without_a_traceback(arguments: list[str], code: int, told: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert told in result.output
    assert "Traceback" not in result.output


def test_a_program_with_errors(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rcy"
    path.write_text(small_games.WRONG, encoding="utf-8")
    result = run(str(path))
    assert result.exit_code == 1
    assert "RCY020" in result.output


def test_a_game_that_fails_ends_with_3(tmp_path: Path) -> None:
    path = tmp_path / "failing.rcy"
    path.write_text(small_games.FAILING, encoding="utf-8")
    result = run(str(path), "--games", "20,1,1,0", "--workers", "1")
    assert result.exit_code == 3
    assert "division by 0" in result.stdout
