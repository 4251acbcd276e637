"""Cardigan programs through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group
from croupier.script.cardigan.outline import outline
from croupier.script.library import names, shelved
from golden import assert_golden

GOOD = 'play = {\n    OUTPUT("How many?")\n    INPUT(n)\n    OUTPUT(n * 2)\n}\n'


def croupier(*arguments: str, typed: str | None = None) -> Result:
    """The result of a command."""
    return CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"}).invoke(
        group, arguments, input=typed, prog_name="croupier"
    )


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A program that asks once."""
    path = tmp_path / "game.cdg"
    path.write_text(GOOD, encoding="utf-8")
    return str(path)


def test_run_asks_and_answers(game: str) -> None:
    result = croupier("run", game, typed="21\n")
    assert (result.exit_code, result.stdout) == (0, "How many?\n42\n")


def test_answers_come_from_a_script(game: str, tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    answers.write_text("# the answer\n4\n", encoding="utf-8")
    assert croupier("run", game, "--input", str(answers)).stdout == "How many?\n8\n"


def test_a_failed_run_ends_with_three_and_keeps_its_output(game: str) -> None:
    result = croupier("run", game, typed="many\n")
    assert result.exit_code == 3
    assert result.stdout == "How many?\n"
    assert "R408" in result.stderr
    assert croupier("run", game, typed="").exit_code == 3


def test_a_program_with_errors_does_not_run(tmp_path: Path) -> None:
    path = tmp_path / "bad.cardigan"
    path.write_text("OUTPUT(1)\nOUTPUT(nothing)\n", encoding="utf-8")
    result = croupier("run", str(path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "C201" in result.stderr
    assert croupier("check", str(path)).exit_code == 1


def test_strict_lets_warnings_fail(tmp_path: Path) -> None:
    path = tmp_path / "w.cdg"
    path.write_text("OUTPUT('a')\n", encoding="utf-8")
    assert croupier("check", str(path)).exit_code == 0
    assert croupier("check", "--strict", str(path)).exit_code == 1
    assert croupier("run", "--strict", str(path)).exit_code == 1
    assert croupier("run", str(path)).exit_code == 0


def test_findings_as_data(tmp_path: Path) -> None:
    path = tmp_path / "w.cdg"
    path.write_text("OUTPUT('a')\n", encoding="utf-8")
    data = json.loads(croupier("check", "--json", str(path)).stdout)
    assert [(f["code"], f["line"], f["column"]) for f in data["findings"]] == [("W602", 1, 8)]


def test_fmt_rewrites_and_refuses(tmp_path: Path) -> None:
    path = tmp_path / "f.cdg"
    path.write_text("if 1<2{\nOUTPUT( 'a' )\n}\n", encoding="utf-8")
    assert croupier("fmt", str(path)).exit_code == 0
    assert path.read_text(encoding="utf-8") == 'if 1 < 2 {\n    OUTPUT("a")\n}\n'
    assert croupier("fmt", "--check", str(path)).exit_code == 0
    path.write_text("if 1<2{\n", encoding="utf-8")
    assert croupier("fmt", str(path)).exit_code == 1
    assert path.read_text(encoding="utf-8") == "if 1<2{\n"


def test_explain_tells_the_rule() -> None:
    result = croupier("explain", "C301")
    assert result.exit_code == 0
    assert "keeps the kind of its first assignment" in result.stdout


@pytest.mark.parametrize("name", ["uno", "duel"])
def test_show_outlines(name: str) -> None:
    source = shelved(f"{name}.cdg")
    assert source is not None
    text, data = outline(source)
    assert data["play"]
    assert_golden(f"cardigan/show/{name}.txt", text + "\n")


def test_show_as_data(game: str) -> None:
    data = json.loads(croupier("show", "--json", game).stdout)
    assert data["questions"] == [{"line": 3, "assigns": "n", "kind": "int", "options": None}]


def test_a_recorded_run_can_be_replayed(game: str, tmp_path: Path) -> None:
    record = str(tmp_path / "record.jsonl")
    first = croupier("run", game, "--transcript", record, typed="3\n")
    again = croupier("run", game, "--replay", record)
    assert (again.exit_code, again.stdout) == (0, first.stdout)


def test_the_answers_of_strategies_are_recorded(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    first = croupier("run", "duel.cdg", "--seed", "5", "--transcript", str(record), typed="no\n")
    assert first.exit_code == 0
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert sum(line.get("event") == "decision" for line in lines) == 1 + 2 * 13
    again = croupier("run", "duel.cdg", "--replay", str(record))
    assert (again.exit_code, again.stdout) == (0, first.stdout)


@pytest.mark.parametrize("name", names(".cdg"))
def test_games_of_the_library_run_by_their_name(name: str) -> None:
    result = croupier("run", f"{name}.cdg", "--seed", "1", "--seats", "2", typed="")
    assert result.exit_code in (0, 3)
    assert "Traceback" not in result.output
    assert result.exit_code == 0 or "R410" in result.stderr


def test_an_unreadable_file_is_told() -> None:
    assert croupier("run", "nowhere.cdg").exit_code == 2
