"""``croupier runs`` on files that are damaged, or that somebody has written to do harm."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group
from croupier.lab.store.query import answer
from croupier.lab.store.schema import StoreError

ENDLESS = (
    "CREATE VIEW lost AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
    "SELECT n AS part, n AS first, n AS past, n AS why, n AS seeds, n AS at FROM r"
)

FORGERIES: dict[str, tuple[list[str], str]] = {
    "a name of bytes": (["UPDATE run SET id = x'00ff'"], "the id in its table `run` is b'\\x00\\xff'"),
    "seats in words": (["UPDATE run SET seats = 'many'"], "the seats in its table `run` is 'many'"),
    "a seed in words": (["UPDATE run SET seed = 'abc'"], "its seed is 'abc'"),
    "a long seed": ([f"UPDATE run SET seed = '{'9' * 5000}'"], "its seed is '999"),
    "no run": (["DELETE FROM run"], "nothing is stored there"),
    "two runs": (["INSERT INTO run SELECT * FROM run"], "it holds more than one run"),
    "no end of chunks": (["UPDATE chunks SET seconds = 9e999"], "the time in its table `parts` is inf"),
    "seeds of lost games": (["INSERT INTO lost VALUES ('z', 0, 5, 'why', '{', '')"], "is not JSON"),
    "lost games in words": (["INSERT INTO lost VALUES ('z', 'a', 'b', 'c', '[]', '')"], "the first in its"),
    "a table less": (["DROP TABLE lost"], "its table `lost` is not as croupier makes it"),
    "an endless view": (["DROP TABLE lost", ENDLESS], "its table `lost` is not as croupier makes it"),
    "no UTF-8": (["UPDATE run SET game = CAST(x'ff41' AS TEXT)"], "Could not decode"),
}
"""What is done to a file, and what is said of it."""

REPORTS: dict[str, str] = {
    "{": "not JSON",
    "[1]": "its report is '[1]'",
    "[" * 50_000: "not JSON",
    '{"a": ' + "9" * 5000 + "}": "not JSON",
    '{"a": {"value": "x", "low": 0, "high": 1, "n": 1}}': "a in its report is 'x'",
    '{"a": 1e999}': "numbers or depths",
}
"""Reports that are none, and what is said of them."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a run that is whole."""
    folder = tmp_path_factory.mktemp("sound")
    made = run("simulate", "kuhn_poker", "-n", "20", "--workers", "1", "--out", str(folder))
    assert made.exit_code == 0, made.output
    [file] = folder.glob("*.sqlite")
    return file


def run(*arguments: str) -> Result:
    """The result of ``croupier``; nothing but an exit may come out of it."""
    result = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1"}).invoke(group, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def forged(sound: Path, file: Path, *statements: str) -> Path:
    """A copy of a file after some statements."""
    shutil.copy(sound, file)
    connection = sqlite3.connect(file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return file


@pytest.mark.parametrize("name", FORGERIES)
def test_a_damaged_file_gets_a_sentence_and_the_others_are_listed(
    sound: Path, tmp_path: Path, name: str
) -> None:
    statements, said = FORGERIES[name]
    shutil.copy(sound, tmp_path)
    bad = forged(sound, tmp_path / "bad.sqlite", *statements)
    listed = run("runs", "list", str(tmp_path), "--json")
    assert (listed.exit_code, len(json.loads(listed.stdout))) == (2, 1)
    [line] = listed.stderr.splitlines()
    assert line.startswith(f"croupier: {bad}: ")
    assert said in line
    shown = run("runs", "show", str(bad))
    assert (shown.exit_code, shown.stderr) == (2, listed.stderr)


@pytest.mark.parametrize("report", REPORTS, ids=range(len(REPORTS)))
def test_a_report_that_is_none_is_not_shown(sound: Path, tmp_path: Path, report: str) -> None:
    bad = forged(sound, tmp_path / "bad.sqlite", f"UPDATE run SET report = '{report}'")
    shown = run("runs", "show", str(bad), "--json")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert REPORTS[report] in shown.stderr


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE summaries SET past = 'x'", "the past in its table `summaries` is 'x'"),
        ("UPDATE summaries SET data = json_set(data, '$.length[0]', 'x')", "'x' is not of type int"),
    ],
)
def test_a_run_whose_sums_are_none_is_not_gone_on_with(
    sound: Path, tmp_path: Path, statement: str, said: str
) -> None:
    forged(sound, tmp_path / sound.name, statement)
    words = ("simulate", "kuhn_poker", "-n", "20", "--workers", "1", "--out", str(tmp_path), "--resume")
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_an_exported_cell_is_of_its_type(sound: Path, tmp_path: Path) -> None:
    bad = forged(sound, tmp_path / "bad.sqlite", "UPDATE chunks SET seconds = 'long'")
    result = run("runs", "export", str(bad), "--csv", str(tmp_path))
    assert (result.exit_code, "the seconds in its table `chunks` is 'long'" in result.stderr) == (2, True)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _zeros(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + bytes(len(content) - 8192))


def _text(path: Path) -> None:
    path.write_text("hello")


@pytest.mark.parametrize("damage", [_cut, _zeros, _text])
def test_a_query_is_answered_by_the_files_that_are_whole(
    sound: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    shutil.copy(sound, tmp_path)
    bad = Path(shutil.copy(sound, tmp_path / "bad.sqlite"))
    damage(bad)
    result = run("runs", "query", "SELECT name, n FROM results, runs", "--in", str(tmp_path), "--json")
    assert result.exit_code == 2
    assert str(bad) in result.stderr
    assert json.loads(result.stdout)
    with pytest.raises(StoreError, match=r"bad\.sqlite"):
        answer([bad], "SELECT * FROM results")


def test_bytes_infinities_and_columns_of_one_name_are_json(sound: Path) -> None:
    sql = "SELECT x'00ff' AS n, 9e999 AS n, -9e999 AS low, 1 AS n_2"
    result = run("runs", "query", sql, "--run", str(sound), "--json")

    def refused(name: str) -> Any:
        raise AssertionError(name)

    assert json.loads(result.stdout, parse_constant=refused) == [
        {"n": "x'00ff'", "n_3": "Infinity", "low": "-Infinity", "n_2": 1}
    ]


@pytest.mark.parametrize("data", ["{", "[]", "5", '{"wins": 5}', '{"games": "x", "wins": ["a"]}'])
def test_damaged_results_are_not_gone_on_with(sound: Path, tmp_path: Path, data: str) -> None:
    bad = forged(sound, tmp_path / sound.name, f"UPDATE summaries SET data = '{data}'")
    result = run("simulate", "kuhn_poker", "-n", "30", "--workers", "1", "--out", str(tmp_path), "--resume")
    assert result.exit_code in (2, 3), result.output
    assert f"{bad}: it is damaged: the results of games 0 to 19 (games) cannot be read" in result.stderr


def test_damaged_neighbours_do_not_disturb_a_new_run(sound: Path, tmp_path: Path) -> None:
    for number, text in enumerate(["{", "[]", "5"]):
        forged(sound, tmp_path / f"bad{number}.sqlite", f"UPDATE run SET identity = '{text}'")
    made = run("simulate", "kuhn_poker", "-n", "5", "--seed", "9", "--out", str(tmp_path), "--resume")
    assert made.exit_code == 0, made.output


def test_a_folder_without_runs_says_how_there_come_to_be_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("runs")
    assert result.exit_code == 2
    assert result.stderr == (
        "croupier: runs: there is no such folder; commands that play make it, "
        "as `croupier simulate hearts --out runs`\n"
    )
