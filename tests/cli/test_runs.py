"""``croupier runs``: what was kept with --out."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group
from croupier.lab.store import query


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    """The result of ``croupier``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, list(arguments), prog_name="croupier")


def simulated(seed: int = 1, games: int = 20, *more: str) -> Result:
    """A run in the folder `runs`."""
    return run(
        *("simulate", "kuhn_poker", "-n", str(games), "--seed", str(seed), "--workers", "1"),
        *("--out", "runs", *more),
    )


def data(*arguments: str) -> Any:
    """What ``croupier runs … --json`` prints."""
    result = run("runs", *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_runs_are_listed_and_shown() -> None:
    assert simulated(1).exit_code == 0
    assert simulated(2, 30).exit_code == 0
    listed = run("runs").output.splitlines()
    assert listed[0].split() == ["run", "state", "games", "of", "seats", "seed", "begun"]
    assert listed[1].split()[1:6] == ["finished", "20", "20", "2", "1"]
    one, other = data("runs")
    assert (one["games"], other["games"], other["seed"]) == (20, 30, 2)
    shown = run("runs", "show", other["run"][-8:]).output
    assert "simulate of kuhn_poker, 2 seats, seed 2" in shown
    assert "seats.0.score" in shown
    assert data("show", other["run"])["report"]["games"] == 30


def test_tables_are_asked_over_all_runs() -> None:
    simulated(1)
    simulated(2)
    assert data("query", "SELECT run, count(*) AS n FROM games GROUP BY run ORDER BY run") == [
        {"run": one["run"], "n": 20} for one in sorted(data(), key=lambda one: str(one["run"]))
    ]
    [row] = data("query", "SELECT sum(win) AS wins FROM seats JOIN runs USING (run) WHERE runs.seed = '1'")
    assert row == {"wins": 20}
    name = data()[0]["run"]
    assert data("query", "SELECT DISTINCT run FROM seats", "--run", name) == [{"run": name}]
    printed = run("runs", "query", "SELECT game, status FROM games WHERE game < 2", "--run", name)
    assert [line.split() for line in printed.output.splitlines()] == [
        ["game", "status"],
        ["0", "finished"],
        ["1", "finished"],
    ]


def test_of_many_runs_the_tables_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "ATTACHED", 1)
    for seed in (1, 2, 3):
        simulated(seed, 5)
    asked = "SELECT runs.seed, count(*) AS n FROM runs JOIN games USING (run) GROUP BY runs.seed"
    assert data("query", asked) == [{"seed": str(seed), "n": 5} for seed in (1, 2, 3)]
    assert run("runs", "query", "SELECT nonesuch FROM games").exit_code == 2


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELEC 1", 'this query cannot be answered: near "SELEC": syntax error'),
        ("SELECT nonesuch FROM games", "this query cannot be answered: no such column: nonesuch"),
        ("SELECT * FROM gamez", "there is no table 'gamez'; did you mean `games`?"),
        ("DELETE FROM games", "a query only reads, and this would do something else: DELETE"),
        ("DROP TABLE games", "a query only reads, and this would do something else: DROP"),
        ("CREATE TABLE x (y)", "a query only reads, and this would do something else: CREATE"),
        ("ATTACH 'other' AS x", "a query only reads, and this would do something else: ATTACH"),
        ("PRAGMA writable_schema = 1", "a query only reads, and this would do something else: PRAGMA"),
        ("SELECT 1; SELECT 2", "this is more than one query: ask one at a time"),
        (" ", "there is no query: SELECT … FROM …"),
    ],
)
def test_sql_that_is_wrong_or_would_write(sql: str, said: str) -> None:
    simulated()
    before = Path(data()[0]["file"]).read_bytes()
    result = run("runs", "query", sql)
    assert result.exit_code == 2
    assert result.stderr.strip() == f"croupier: {said}"
    assert Path(data()[0]["file"]).read_bytes() == before


def test_tables_are_exported() -> None:
    simulated()
    assert run("runs", "export", "simulate-kuhn", "--csv", "tables").exit_code == 0
    lines = Path("tables/games.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "series,game,ai,seed,status,decisions,options,forced"
    assert len(lines) == 21
    assert {path.name for path in Path("tables").iterdir()} >= {"results.csv", "seats.csv", "chunks.csv"}
    result = run("runs", "export", "simulate-kuhn")
    assert result.exit_code == 2
    assert "--parquet or --csv says where the tables go" in result.stderr


def test_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    simulated()
    assert run("runs", "export", "simulate-kuhn", "--parquet", "tables").exit_code == 0
    assert parquet.read_table("tables/games.parquet").num_rows == 20
    assert str(parquet.read_table("tables/games.parquet").schema.field("seed").type) == "uint64"


def test_what_is_not_there() -> None:
    assert run("runs", "nowhere").exit_code == 2
    Path("runs").mkdir()
    assert run("runs").output == "runs has no runs.\n"
    simulated()
    result = run("runs", "show", "simulate-kuhn_pokre")
    assert result.exit_code == 2
    assert "there is no run 'simulate-kuhn_pokre'" in result.stderr
    Path("runs/broken.sqlite").write_text("nonsense", encoding="utf-8")
    result = run("runs")
    assert result.exit_code == 2
    assert "broken.sqlite: this is not the file of a run" in result.stderr
    assert "simulate-kuhn_poker" in result.stdout


def test_a_run_that_was_stopped_tells_how_to_go_on() -> None:
    simulated()
    path = Path(data()[0]["file"])
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(
            "UPDATE run SET finished = NULL, report = NULL, command_line = 'croupier simulate x'"
        )
        connection.execute(
            "INSERT INTO lost VALUES ('games', 20, 22, 'a worker crashed', '[\"7\", \"8\"]', '')"
        )
    connection.close()
    shown = run("runs", "show", str(path)).output
    assert "lost: games, games 20 to 21: a worker crashed (seeds 7, 8)" in shown
    assert "To go on: croupier simulate x --resume" in shown
    assert data()[0]["state"] == "stopped"


def test_a_command_says_how_it_kept_its_run() -> None:
    simulated()
    result = simulated()
    assert result.exit_code == 2
    assert "is there already: --resume goes on with it" in result.stderr
    assert simulated(1, 40, "--resume").exit_code == 0
    assert data()[0]["games"] == 40
    assert simulated(1, 10, "--resume").exit_code == 2
    assert data()[0]["state"] == "finished"
    result = run("simulate", "kuhn_poker", "--resume")
    assert result.exit_code == 2
    assert "--resume goes on with the run in --out: name it" in result.stderr
    result = run("simulate", "kuhn_poker", "--only", "3", "--out", "runs")
    assert "--out keeps long runs" in result.stderr


def test_clusters_that_are_none() -> None:
    result = run("simulate", "kuhn_poker", "--cluster", "ray://127.0.0.1:1")
    assert result.exit_code == 2
    assert "--cluster 'ray://127.0.0.1:1' is neither dask://HOST:PORT nor local-dask" in result.stderr
