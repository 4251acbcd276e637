"""`croupier run`: what it prints, how it ends, what it writes down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from ahod_programs import shipped
from croupier.cli import group
from croupier.script.ahod.check import check
from croupier.script.machine import Status
from uno_answers import simple_uno

pytestmark = pytest.mark.slow

PROGRAM = "main:\n    print 'hello'\n    int n = input('How many?')\n    print n + 1, random(1..1000000)\n"


def croupier(*arguments: str, answers: str = "") -> Result:
    """The result of a command."""
    return CliRunner(env={"NO_COLOR": "1", "COLUMNS": "100"}).invoke(group, list(arguments), input=answers)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A program in the folder where the command runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.ah").write_text(PROGRAM, encoding="utf-8")
    return "game.ah"


def test_answers_from_standard_input(program: str) -> None:
    result = croupier("run", program, answers="4\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("hello\nHow many?\n5 ")


def test_answers_from_a_file_and_the_same_seed_give_the_same_run(program: str) -> None:
    Path("answers.txt").write_text("# how many\n4\n", encoding="utf-8")
    runs = [croupier("run", program, "--input", "answers.txt", "--seed", s).stdout for s in ("1", "1", "2")]
    assert runs[0] == runs[1] != runs[2]


def test_output_is_kept_when_the_input_is_exhausted(program: str) -> None:
    result = croupier("run", program, "--seed", "9")
    assert result.exit_code == 3
    assert result.stdout == "hello\nHow many?\n"
    assert "game.ah:3:13: error[R410]: the input is exhausted after 0 answers" in result.stderr
    assert "seed 9, 0 answers" in result.stderr


def test_a_bad_answer_of_a_script_names_its_line(program: str) -> None:
    Path("answers.txt").write_text("# how many\nmany\n", encoding="utf-8")
    result = croupier("run", program, "--input", "answers.txt")
    assert result.exit_code == 3
    assert "error[R408]: cannot read 'many' as int (answers.txt:2)" in result.stderr


def test_a_transcript_is_replayed_and_verified(program: str) -> None:
    first = croupier("run", program, "--seed", "5", "--transcript", "run.jsonl", answers="7\n")
    lines = [json.loads(line) for line in Path("run.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line.get("event") for line in lines] == [None, "decision", "end"]
    assert lines[0]["seed"] == 5
    again = croupier("run", program, "--replay", "run.jsonl")
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    Path(program).write_text(PROGRAM.replace("n + 1", "n + 2"), encoding="utf-8")
    changed = croupier("run", program, "--replay", "run.jsonl")
    assert changed.exit_code == 3
    assert "another version of the program" in changed.stderr
    assert "the run differs from the record: steps, output" in changed.stderr or "output" in changed.stderr


def test_a_failed_run_is_recorded_up_to_its_end(program: str) -> None:
    Path(program).write_text("while True:\n    x = 1\nprint x\n", encoding="utf-8")
    croupier("run", program, "--transcript", "run.jsonl", "--max-steps", "3", answers="7\n")
    end = json.loads(Path("run.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert (end["status"], end["code"], end["steps"]) == ("unfinished", "R411", 3)


def test_errors_stop_it_and_with_strict_warnings_too(tmp_path: Path) -> None:
    bad, odd = tmp_path / "bad.ah", tmp_path / "odd.ah"
    bad.write_text("print suit\n", encoding="utf-8")
    odd.write_text("print 7//2\n", encoding="utf-8")
    assert croupier("run", str(bad)).exit_code == 1
    assert croupier("run", str(odd)).stdout == "3\n"
    strict = croupier("run", str(odd), "--strict")
    assert (strict.exit_code, strict.stdout) == (1, "")
    assert "W503" in strict.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "nothing.ah"),
        ("run", "hearts.rcy"),
        ("run", "unoo"),
        ("run", "game.ah", "--input", "nothing.txt"),
        ("run", "game.ah", "--replay", "game.ah"),
        ("run", "game.ah", "--transcript", "no/such/folder/file"),
        ("run", "game.ah", "--max-steps", "none"),
        ("run", "game.ah", "--seats", "0"),
    ],
)
def test_wrong_usage_is_told(program: str, arguments: tuple[str, ...]) -> None:
    result = croupier(*arguments)
    assert result.exit_code == 2
    assert result.stderr
    assert "Traceback" not in result.output


def test_a_program_of_the_library_by_its_name() -> None:
    assert croupier("run", "primes").stdout.startswith("Primes below 60: [2, 3, 5")
    assert "did you mean `uno`?" in croupier("run", "unoo").stderr


def test_timers_beyond_the_limit_leave_a_note(tmp_path: Path) -> None:
    path = tmp_path / "ping.ah"
    path.write_text(
        "t = Timer(1s)\nt do START\nwhen t do DONE:\n    print 'ping'\n    t do RESTART\n", encoding="utf-8"
    )
    result = croupier("run", str(path), "--max-time", "3")
    assert (result.exit_code, result.stdout) == (0, "ping\n" * 3)
    assert "the clock stopped at 3 s" in result.stderr


def test_realtime_sleeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ping.ah"
    path.write_text("t = Timer(1s)\nt do START\n", encoding="utf-8")
    slept: list[float] = []
    monkeypatch.setattr("croupier.cli.run.time.sleep", slept.append)
    assert croupier("run", str(path), "--realtime").exit_code == 0
    assert slept == [1.0]


def test_check_fmt_show_and_explain_know_the_language(program: str) -> None:
    assert croupier("check", program).stdout == "game.ah: no findings\n"
    assert json.loads(croupier("check", program, "--json").stdout)["language"] == "ahod"
    assert json.loads(croupier("show", program, "--json").stdout)["main"] == 1
    assert "main, line 1" in croupier("show", program).stdout
    assert croupier("show", program, "--graph", "svg").exit_code == 2
    assert "A401: change in a helper (error)" in croupier("explain", "a401").stdout
    assert croupier("fmt", "--check", program).exit_code == 0
    Path(program).write_text("main:\n  print  1+2\n", encoding="utf-8")
    assert croupier("fmt", program).exit_code == 0
    assert Path(program).read_text(encoding="utf-8") == "main:\n    print 1 + 2\n"
    assert croupier("fmt", "--to", "0.4", program).exit_code == 2
    Path(program).write_text("print (\n", encoding="utf-8")
    assert croupier("fmt", program).exit_code == 1


def test_no_terminal_at_all_is_an_exhausted_input(program: str) -> None:
    command = [sys.executable, "-m", "croupier", "run", program]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    result = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
    )
    assert (result.returncode, result.stdout) == (3, "hello\nHow many?\n")
    assert "R410" in result.stderr


def test_people_play_uno_to_the_end_in_a_terminal() -> None:
    machine = check(shipped()["uno"]).runnable.machine(seed=3, seats=2)
    answers = []
    while machine.run() is Status.ASKING:
        answers.append(simple_uno(machine))
        machine.answer(answers[-1])
    child = pexpect.spawn(
        sys.executable,
        ["-m", "croupier", "run", "uno.ah", "--seed", "3", "--seats", "2"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        encoding="utf-8",
        timeout=120,
    )
    for answer in answers:
        child.expect(r"draw\?|Which card.*\?")
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert machine.output[-1].strip() in child.before.replace("\r", "")


def test_constants_come_from_outside(tmp_path: Path) -> None:
    program = tmp_path / "constants.ah"
    program.write_text("const int size = 7\ncolor = 'R'\nfast = True\nprint size, color, fast\n")
    result = croupier("run", str(program), "--set", "size=5", "--set", "color=blue", "--set", "fast=false")
    assert (result.exit_code, result.stdout) == (0, "5 blue False\n")


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("HAND=many", "HAND takes an integer such as 7, not many (7 unless set)"),
        ("hand=3", "there is no constant hand: did you mean `HAND`? Known are suit = R,Y,G,B, HAND = 7."),
        (
            "starter=1",
            "starter cannot be set: it is not assigned exactly once, at top level, from a literal.",
        ),
        ("HAND", "--set 'HAND' is not NAME=VALUE"),
    ],
)
def test_a_constant_that_cannot_be_set_is_told(setting: str, told: str) -> None:
    result = croupier("run", "uno.cdg", "--set", setting)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_record_knows_the_constants(tmp_path: Path) -> None:
    program = tmp_path / "constants.cdg"
    program.write_text('size = 7\nx = INPUT("?")\nOUTPUT(size + x)\n')
    answers, record = tmp_path / "answers.txt", tmp_path / "record.jsonl"
    answers.write_text("!\n")
    arguments = ["--set", "size=5", "--input", str(answers), "--transcript", str(record)]
    assert croupier("run", str(program), *arguments).stdout == "?\n5!\n"
    again = croupier("run", str(program), "--replay", str(record))
    assert (again.exit_code, again.stdout) == (0, "?\n5!\n")
