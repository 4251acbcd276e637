"""``croupier compare``: the report for people, the data, and everything that can go wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import small_games
from croupier.cli import group

pytestmark = pytest.mark.slow

FEW = ("--games", "20,0,0", "--workers", "1", "--heuristics", "fairness,gamelength")


def run(*arguments: str) -> Result:
    """The result of ``croupier compare``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["compare", *arguments], prog_name="croupier")


def test_a_table_with_differences() -> None:
    result = run("agram:seats=2:HANDSIZE=2", "agram:HANDSIZE=3", "--seats", "2", *FEW)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "2 games compared: seed 1, effort normal, AI pipmc"
    assert "higher game length (+2.000, +2.000 to +2.000)" in " ".join(result.stdout.split())
    assert lines[-1].endswith("--games 20,0,0,0 --heuristics fairness,gamelength")


def test_data() -> None:
    result = run("kuhn_poker", "kuhn_poker:ANTE=3", *FEW, "--json", "--seed", "3")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert [game["label"] for game in data["games"]] == ["kuhn_poker", "kuhn_poker:ANTE=3"]
    assert [game["settings"] for game in data["games"]] == [{}, {"ANTE": "3"}]
    assert (data["seed"], data["correction"]["method"]) == (3, "holm")
    assert {"value", "low", "high", "n", "p", "corrected_p", "significant"} <= set(data["differences"][0])


def test_tables_page_and_charts(tmp_path: Path) -> None:
    page, tables, charts = tmp_path / "page.html", tmp_path / "tables", tmp_path / "charts"
    where = ["--html", str(page), "--csv", str(tables), "--charts", str(charts)]
    result = run("kuhn_poker", "kuhn_poker:ANTE=3", *FEW, *where)
    assert result.exit_code == 0, result.output
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert {path.name for path in tables.iterdir()} == {"heuristics.csv", "differences.csv", "series.csv"}
    assert (charts / "unsure.svg").exists()


def test_a_run_that_is_kept_comes_to_the_same_without_playing(tmp_path: Path) -> None:
    kept = ("kuhn_poker", "kuhn_poker:ANTE=3", *FEW, "--out", str(tmp_path / "runs"), "--json")
    first, again = run(*kept), run(*kept, "--resume")
    assert first.exit_code == again.exit_code == 0, first.output + again.output
    one, other = (json.loads(result.stdout)["differences"] for result in (first, again))
    assert one == other
    assert len(list((tmp_path / "runs").glob("*.sqlite"))) == 3
    file = run(*kept[:-2], str(tmp_path / "one.sqlite"))
    assert file.exit_code == 2
    assert "--out has to name a folder" in file.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["agram"], 2, "it takes two games to compare"),
        (["agram", "agram"], 2, "agram is given twice"),
        (["agram", "agran"], 2, "no game of that name"),
        (["agram", "agram:HANDSIZ=4"], 2, "there is no parameter HANDSIZ: did you mean"),
        (["agram", "agram:seats=9"], 2, "9 seats are not possible"),
        (["agram", "agram:HANDSIZE"], 2, "is not NAME=VALUE"),
        (["agram", "pairs", "--heuristics", "dramma"], 2, "there is no heuristic 'dramma'"),
        (["agram", "pairs", "--games", "many"], 2, "is not one number"),
        (["agram", "pairs", "--players", "oracle"], 2, "there is no player 'oracle'"),
        (["agram", "pairs", "--html", "/"], 2, "cannot be written"),
        (["agram", "pairs", "--csv", "/dev/null/x"], 2, "/dev/null"),
        (["agram", "pairs", "--resume"], 2, "--resume goes on with"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_use_is_told_without_a_traceback(arguments: list[str], code: int, told: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert told in result.output
    assert "Traceback" not in result.output


def test_programs_with_errors_and_games_that_fail(tmp_path: Path) -> None:
    for name, text in (("wrong", small_games.WRONG), ("failing", small_games.FAILING)):
        (tmp_path / f"{name}.rcy").write_text(text)
    assert run("agram", str(tmp_path / "wrong.rcy"), *FEW).exit_code == 1
    failing = run("kuhn_poker", str(tmp_path / "failing.rcy"), *FEW)
    assert failing.exit_code == 3, failing.output
