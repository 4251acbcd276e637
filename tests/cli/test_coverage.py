"""``croupier coverage``: the listing, the data, the page, and everything that can go wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import small_games
from croupier.cli import group
from golden import assert_golden

pytestmark = pytest.mark.slow

FEW = ("-n", "40,2", "--players", "pipmc:tests=2", "--workers", "1")


def run(*arguments: str) -> Result:
    """The result of ``croupier coverage``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["coverage", *arguments], prog_name="croupier")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a game in which something is wrong with most rules."""
    monkeypatch.chdir(tmp_path)
    Path("covered.rcy").write_text(small_games.COVERED, encoding="utf-8")
    return "covered.rcy"


def test_the_listing(game: str) -> None:
    result = run(game, *FEW)
    assert result.exit_code == 0, result.output
    assert_golden("coverage/covered.txt", result.stdout)


def test_the_data(game: str) -> None:
    result = run(game, *FEW, "--json")
    assert result.exit_code == 0, result.output
    assert_golden("coverage/covered.json", result.stdout)


def test_both_engines_print_the_same(game: str) -> None:
    one, other = (run(game, *FEW, "--json", "--engine", engine) for engine in ("interpreter", "native"))
    assert one.exit_code == other.exit_code == 0
    assert one.stdout == other.stdout


def test_settings_are_told(game: str) -> None:
    result = run(game, "--games", "20,0", "--set", "EXTRA=1", "--max-decisions", "80", "--json")
    assert json.loads(result.stdout)["settings"] == {"SEATS": 2, "EXTRA": 1}


def test_the_page_is_written(game: str) -> None:
    result = run(game, *FEW, "--html", "page.html")
    assert result.exit_code == 0, result.output
    assert "the report is in page.html" in result.stderr
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_page_that_cannot_be_written_is_told_before_anything_is_played(game: str) -> None:
    result = run(game, "--html", "no/such/folder/page.html")
    assert result.exit_code == 2
    assert "nothing was played" in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-n", "many"), "'many' is not one or two numbers"),
        (("-n", "0,0"), "play at least one game"),
        (("-n", "-3"), "is not one or two numbers"),
        (("--players", "isMCTS"), "--players:"),
        (("--set", "EXTRA"), "NAME=VALUE"),
        (("--set", "NOTHING=1"), "NOTHING"),
        (("--seats", "40"), "40"),
    ],
)
def test_wrong_usage(game: str, arguments: tuple[str, ...], told: str) -> None:
    result = run(game, *arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_files_that_cannot_be_read_and_programs_with_errors(game: str) -> None:
    assert run("nowhere.rcy").exit_code == 2
    Path(game).write_text(small_games.WRONG, encoding="utf-8")
    result = run(game)
    assert result.exit_code == 1
    assert "error" in result.stderr


def test_a_game_that_fails_is_told(game: str) -> None:
    Path(game).write_text(small_games.FAILING, encoding="utf-8")
    result = run(game, "-n", "3,0")
    assert result.exit_code == 3
    assert "Not all games finished: 1 failed." in result.stdout
