"""``croupier check``: every finding at once, for people and as data; and files that are no programs."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

import json
from errno import EACCES
from pathlib import Path
from typing import Any

import pytest
import wcwidth
from click.testing import CliRunner, Result

from checking import program
from croupier.cli import group

CLEAN = program("(do ((inc ((0 player) sto SCORE) 1)))")
WARNED = program("(do ((all player 'P (inc ((0 player) sto SCORE) 1))))")
NOTED = program(
    "(do ((move (top (game iloc STOCK)) (top (game vloc S))) (move (top (game vloc S)) (top (game hloc S))) (inc ((0 player) sto SCORE))))"
)
WRONG = program("(do (\n  (shufle (game iloc STOCK))\n  (inc ('P sto SCORE) 1)))")


def check(*arguments: str, stdin: bytes | None = None, **env: str | None) -> Result:
    """The result of ``croupier check``."""
    terminal = {"COLUMNS": "80", "NO_COLOR": "1", "FORCE_COLOR": None, **env}
    return CliRunner(env=terminal).invoke(group, ["check", *arguments], input=stdin, prog_name="croupier")


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes files into the working directory and gives their names."""
    monkeypatch.chdir(tmp_path)

    def written(data: str | bytes, name: str = "demo.rcy") -> str:
        Path(name).write_bytes(data.encode() if isinstance(data, str) else data)
        return name

    return written


# Exit codes: 0 fine, 1 errors, 2 unreadable


@pytest.mark.parametrize(
    ("text", "code", "strict", "last"),
    [
        (CLEAN, 0, 0, "no findings"),
        (NOTED, 0, 0, "1 note"),
        (WARNED, 0, 1, "1 warning"),
        (WRONG, 1, 1, "2 errors"),
    ],
    ids=["clean", "noted", "warned", "wrong"],
)
def test_the_exit_code_tells_errors_and_if_strict_also_warnings(
    write: Any, text: str, code: int, strict: int, last: str
) -> None:
    name = write(text)
    result = check(name)
    assert result.exit_code == code
    assert result.stdout.split("\n")[-2] == f"{name}: {last}"
    assert check("--strict", name).exit_code == strict


def test_all_findings_are_printed_at_once(write: Any) -> None:
    lines = check(write(WRONG)).stdout.split("\n")
    assert lines[:4] == [
        "demo.rcy:10:4: error[RCY020]: there is no form `shufle`",
        "  10 |   (shufle (game iloc STOCK))",
        "     |    ^^^^^^",
        "  hint: did you mean `shuffle`?",
    ]
    assert lines[4] == "demo.rcy:11:9: error[RCY023]: the variable 'P is not known here"


def test_several_files_are_all_checked_and_the_worst_counts(write: Any) -> None:
    clean, wrong = write(CLEAN, "clean.rcy"), write(WRONG, "wrong.rcy")
    result = check(clean, wrong, clean)
    assert result.exit_code == 1
    assert [line for line in result.stdout.split("\n") if line.startswith("clean")] == [
        "clean.rcy: no findings"
    ] * 2
    assert check(wrong, "missing.rcy", clean).exit_code == 2


def test_a_dash_is_standard_input() -> None:
    result = check("-", stdin=WRONG.encode())
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:10:4: error[RCY020]")


def test_the_dialect_can_be_chosen(write: Any) -> None:
    name = write(CLEAN.replace(";; dialect: 0.6\n", ""))
    assert json.loads(check("--json", "--dialect", "0.5", name).stdout)["dialect"] == "0.5"


# Data


def test_one_file_is_one_object(write: Any) -> None:
    data = json.loads(check("--json", write(WRONG)).stdout)
    assert (data["file"], data["ok"], data["dialect"]) == ("demo.rcy", False, "0.6")
    first = data["findings"][0]
    assert {key: first[key] for key in ("code", "severity", "line", "column", "end_column", "hint")} == {
        "code": "RCY020",
        "severity": "error",
        "line": 10,
        "column": 4,
        "end_column": 10,
        "hint": "did you mean `shuffle`?",
    }
    assert first["fixes"][0]["replacement"] == "shuffle"


def test_several_files_are_a_list_in_their_order(write: Any) -> None:
    names = [write(WARNED, "a.rcy"), "missing.rcy", write(CLEAN, "b.rcy")]
    result = check("--json", "--strict", *names)
    data = json.loads(result.stdout)
    assert [entry["file"] for entry in data] == names
    assert [entry["ok"] for entry in data] == [False, False, True]
    assert data[1]["unreadable"] is True
    assert result.exit_code == 2
    assert result.stderr == "croupier: missing.rcy: there is no such file\n"


def test_data_and_text_tell_the_same(write: Any) -> None:
    name = write(WRONG)
    data = json.loads(check("--json", name).stdout)
    text = check(name).stdout
    for finding in data["findings"]:
        place = f"{finding['file']}:{finding['line']}:{finding['column']}"
        assert f"{place}: {finding['severity']}[{finding['code']}]: {finding['message']}" in text


# What is no program


def failed(result: Result, code: int) -> str:
    """Everything that was printed by a run that ended with a code and without a traceback."""
    assert result.exit_code == code
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stdout + result.stderr


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "RCY001"),
        (b"\n\n  \n", "RCY001"),
        (b";; nothing", "RCY001"),
        (CLEAN.encode() + CLEAN.encode(), "RCY007"),
        (b"(game \xff)", "RCY002"),
        (b"(game \0)", "RCY003"),
        (b"(game (setup", "RCY004"),
        (b"(" * 100_000, "RCY008"),
        (b"(" * 100_000 + b")" * 100_000, "RCY008"),
        (CLEAN.replace(" 1)))", f" {2**63})))").encode(), "RCY009"),
        (CLEAN.replace(" 1)))", f" {'9' * 100_000})))").encode(), "RCY009"),
    ],
    ids=["empty", "blank", "comment", "two games", "not utf-8", "nul", "unclosed", "deep", "deep closed", "65 bits", "huge"],
)  # fmt: skip
def test_a_text_that_is_no_program_is_told_and_ends_with_1(write: Any, data: bytes, code: str) -> None:
    assert f"error[{code}]" in failed(check(write(data)), 1)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (bytes(range(256)) * 4, "this is a binary file, not a text"),
        ("(game)".encode("utf-16"), "this is UTF-16 text; save it as UTF-8"),
        (b"; " + b"x" * 3000, "larger than 2,048 bytes (--max-size raises the limit)"),
    ],
    ids=["binary", "utf-16", "large"],
)
def test_a_file_that_is_no_text_is_refused_and_ends_with_2(write: Any, data: bytes, reason: str) -> None:
    assert failed(check("--max-size", "2k", write(data)), 2) == f"croupier: demo.rcy: {reason}\n"


def test_eight_megabytes_are_the_limit_unless_another_is_set(write: Any) -> None:
    name = write(b";" * (8 * 1024 * 1024 + 1))
    assert "larger than 8,388,608 bytes" in failed(check(name), 2)
    assert "RCY001" in failed(check("--max-size", "9MB", name), 1)


def test_a_missing_file_and_a_directory(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.rcy")
    assert failed(check(missing), 2) == f"croupier: {missing}: there is no such file\n"
    assert failed(check(str(tmp_path)), 2) == f"croupier: {tmp_path}: this is a directory, not a file\n"


def test_a_file_without_permission(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    name = write(CLEAN)

    def refuse(*_: object) -> None:
        # As the system does it, but to root as well.
        raise PermissionError(EACCES, "Permission denied")

    monkeypatch.setattr("croupier.text.source.open", refuse, raising=False)
    assert failed(check(name), 2) == "croupier: demo.rcy: cannot be read: Permission denied\n"


# Terminals


def test_colours_are_for_terminals_or_on_demand(write: Any) -> None:
    name = write(WRONG)
    assert "\x1b[" not in check(name, NO_COLOR=None).stdout
    assert "\x1b[1;31merror[RCY020]:\x1b[0m" in check(name, NO_COLOR=None, FORCE_COLOR="1").stdout
    assert "\x1b[" not in check(name, NO_COLOR="1", FORCE_COLOR="1").stdout


@pytest.mark.parametrize(
    "line",
    ["(do (" + "x" * 10_000 + "))", "\t\t(shufle)", "(漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字 shufle)", "(shufle)\r"],
    ids=["long", "tabs", "wide", "crlf"],
)  # fmt: skip
def test_excerpts_fit_into_a_narrow_terminal(write: Any, line: str) -> None:
    name = write(program(line).replace("\n", "\r\n"))
    shown = [text for text in check(name, COLUMNS="40").stdout.split("\n") if " | " in text]
    assert shown
    assert all(0 <= wcwidth.wcswidth(text) <= 40 for text in shown)


def test_the_name_of_a_game_of_the_library_is_taken_as_everywhere() -> None:
    runner = CliRunner()
    result = runner.invoke(group, ["check", "hearts", "uno_house"])
    assert (result.exit_code, "hearts.rcy: no findings" in result.output) == (0, True)
    missing = runner.invoke(group, ["check", "hurts"])
    assert missing.exit_code == 2
    assert "did you mean `hearts`?" in missing.output
