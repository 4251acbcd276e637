"""No text of a file, program or transcript acts on a terminal or a page: commands on hostile files."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group
from croupier.lab.store.schema import VERSION
from croupier.report.markup import data, tag
from croupier.text.shown import control, painted, sealed, shown, unsealed

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\x08\r!"
"""Clears the screen, sets a title, turns red, turns around, goes back."""

SEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")

GAME = f""";; {HOSTILE}
;; source: {HOSTILE}
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
 (stage player (end (== (size (game iloc STOCK)) 0))
  (choice (
   ;; option: {HOSTILE}
   (move (top (game iloc STOCK)) (top ((current player) vloc HAND)))
   ;; option: other {HOSTILE}
   (move (bottom (game iloc STOCK)) (top ((current player) vloc HAND))))))
 (scoring max (size ((current player) vloc HAND))))
"""
SCRIPT = f"print '{HOSTILE}'\nprint 'more {HOSTILE}'\n"
BROKEN = f"(game {HOSTILE} ;; {HOSTILE}\n" + ";; a comment\n" * 50
BOT = f"import sys\nsys.stderr.write({HOSTILE!r})\nprint({HOSTILE!r}, flush=True)\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of hostile files, with hostile names."""
    made = tmp_path_factory.mktemp("hostile")
    (made / f"g{HOSTILE}.rcy").write_text(GAME, encoding="utf-8")
    (made / "game.rcy").write_text(GAME, encoding="utf-8")
    (made / "broken.rcy").write_text(BROKEN, encoding="utf-8")
    (made / "script.ah").write_text(SCRIPT, encoding="utf-8")
    (made / "bot.py").write_text(BOT, encoding="utf-8")
    runner = CliRunner()
    played = ["simulate", str(made / "game.rcy"), "-n", "1", "--workers", "1"]
    played += ["--transcripts", str(made / "games")]
    assert runner.invoke(group, played).exit_code == 0
    [record] = (made / "games").iterdir()
    *lines, last = record.read_text(encoding="utf-8").splitlines()
    end = {**json.loads(last), "forfeits": [{"seat": 0, "reason": HOSTILE}]}
    forged = [*lines, json.dumps(end)]
    (made / "forfeit.jsonl").write_text("\n".join(forged) + "\n", encoding="utf-8")
    header = {**json.loads(lines[0]), "program": HOSTILE, "game": HOSTILE, "source": HOSTILE}
    (made / "other.jsonl").write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    runs = str(made / "runs")
    assert (
        runner.invoke(group, ["simulate", "kuhn_poker", "-n", "5", "--workers", "1", "--out", runs]).exit_code
        == 0
    )
    [run] = (made / "runs").glob("*.sqlite")
    cells = [f"{name} = :text" for name in ("id", "command", "game", "croupier", "begun", "writer")]
    for name, more in (("hostile", "finished = NULL, report = NULL"), ("older", "finished = NULL")):
        file = shutil.copy(run, made / "runs" / f"{name}{HOSTILE}.sqlite")
        connection = sqlite3.connect(file)
        connection.execute(f"UPDATE run SET {', '.join(cells)}, {more}", {"text": HOSTILE})
        connection.execute(
            "INSERT INTO lost VALUES (:text, 0, 1, :text, '[\"\\u001b\"]', '')", {"text": HOSTILE}
        )
        if name == "older":
            connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.commit()
        connection.close()
    return made


COMMANDS: dict[str, tuple[list[str], str]] = {
    "check a game": (["check", "game.rcy"], ""),
    "check what is broken": (["check", "broken.rcy"], ""),
    "a file name": (["check", f"g{HOSTILE}.rcy", f"none{HOSTILE}.rcy"], ""),
    "show": (["show", "game.rcy"], ""),
    "a drawing": (["show", "game.rcy", "--svg"], ""),
    "simulate": (["simulate", "game.rcy", "-n", "2"], ""),
    "trace": (["simulate", "game.rcy", "-n", "1", "--trace"], ""),
    "a bot": (["simulate", "kuhn_poker", "-n", "1", "--players", f"random,exec:{sys.executable} bot.py"], ""),
    "play": (["play", "game.rcy", "--seed", "1"], "?\n1\n1\n1\nq\n"),
    "play beside a bot": (
        ["play", "kuhn_poker", "--seed", "1", "--players", f"exec:{sys.executable} bot.py"],
        "1\n1\n",
    ),
    "replay a forfeit": (["replay", "forfeit.jsonl", "--game", "game.rcy"], ""),
    "replay what is not ours": (["replay", "other.jsonl"], ""),
    "resume what is not ours": (["play", "--resume", "other.jsonl"], ""),
    "replay a file name": (["replay", f"none{HOSTILE}.jsonl"], ""),
    "run": (["run", "script.ah"], ""),
    "simulate a script": (["simulate", "script.ah", "-n", "1", "--trace"], ""),
    "list runs": (["runs", "list", "runs"], ""),
    "show a run": (["runs", "show", f"hostile{HOSTILE}", "--in", "runs"], ""),
    "ask for cells": (["runs", "query", "SELECT * FROM runs", "--in", "runs"], ""),
    "ask for columns": (["runs", "query", f'SELECT 1 AS "{HOSTILE}"', "--in", "runs"], ""),
    "lay out": (["fmt", "--diff", "game.rcy"], ""),
}
"""Command lines, and what is typed."""


def run(arguments: list[str], typed: str = "", **env: str) -> Result:
    """The result of ``croupier``; nothing but an exit may come out of it."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": None, "FORCE_COLOR": None, **env})
    result = runner.invoke(group, arguments, input=typed, prog_name="croupier")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_shows_marks_instead_of_control_characters(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(folder)
    result = run(*COMMANDS[name])
    assert result.output
    assert not SEEN.findall(result.stdout + result.stderr)


COLOURED = ["check what is broken", "play", "replay a forfeit", "lay out", "list runs"]


@pytest.mark.parametrize("name", COLOURED)
def test_with_colours_nothing_passes_but_our_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(folder)
    result = run(*COMMANDS[name], FORCE_COLOR="1")
    left = re.sub(r"\x1b\[(?:0|1|2|3[1-6]|1;3[1-6])m", "", result.stdout + result.stderr)
    assert not SEEN.findall(left)


@pytest.mark.parametrize("name", ["list runs", "ask for cells", "replay a forfeit"])
def test_as_data_every_character_is_there_and_none_acts(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(folder)
    result = run([*COMMANDS[name][0], "--json"])
    assert not SEEN.findall(result.stdout + result.stderr)
    assert HOSTILE[:12] in json.dumps(json.loads(result.stdout), ensure_ascii=False).replace(
        "\\u001b", "\x1b"
    )


def test_a_page_holds_none_of_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    run(["replay", "forfeit.jsonl", "--game", "game.rcy", "--html", "replay.html"])
    replay = (folder / "replay.html").read_text(encoding="utf-8")
    for page in (replay, tag("p", HOSTILE, title=HOSTILE), data({HOSTILE: [HOSTILE]})):
        assert "\ufffd" in page
        assert not SEEN.findall(page)
        assert "\\u001b" not in page
        assert "\\u202e" not in page


def test_own_control_sequences_pass_by_their_seal_only() -> None:
    assert painted("bold", "1") == "\x1b[1mbold\x1b[0m"
    assert control("\r\x1b[K") == "\r\x1b[K"
    with sealed():
        text = control("\r\x1b[K") + painted(f"title {HOSTILE}", "1")
        assert unsealed(text) == f"\r\x1b[K\x1b[1m{shown(f'title {HOSTILE}')}\x1b[0m"
        assert "\x1b" not in unsealed("\x1b<0123456789abcdef>[2J")
    assert shown("one\ttwo\nthree\r\nfour ♥ é") == "one\ttwo\nthree\r\nfour ♥ é"
