"""Players of other packages that fail: one line says who, where and why, and what was played stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import failing_players as failing
from croupier.cli import group
from croupier.players import names

WAYS = {
    "Raises": r"ZeroDivisionError: .* \(.*failing_players\.py:\d+\)",
    "Leaves": r"SystemExit: 7 \(.*failing_players\.py:\d+\)",
    "Invents": r"Invents chose 'the moon', which is not an option here \(.*failing_players\.py:\d+\)",
    "Dreams": r"PlayerError: estimates are 2 numbers .* \(.*failing_players\.py:\d+\)",
    "Unborn": r"RuntimeError: no model was found \(.*failing_players\.py:\d+\)",
    "Bare": r"Bare\.__init__ does not call that of Player \(.*failing_players\.py:\d+\)",
    "Abstract": r"TypeError: Can't instantiate abstract class Abstract",
    "Blind": r"Blind picked 2 of 2 options, which count from 0 \(.*failing_players\.py:\d+\)",
    "Restless": r"OSError: still busy \(.*failing_players\.py:\d+\)",
}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    known = [*WAYS, "Late"]
    entries = {f"x{one}": EntryPoint(f"x{one}", f"{failing.__name__}:{one}", names.GROUP) for one in known}
    monkeypatch.setattr(names, "registered", lambda: entries)
    monkeypatch.chdir(tmp_path)
    names._named.cache_clear()
    yield
    names._named.cache_clear()


def run(*arguments: str, answers: str = "") -> Result:
    """What a command says."""
    return CliRunner(env={"NO_COLOR": "1"}).invoke(group, arguments, input=answers, prog_name="croupier")


def failed(result: Result, way: str) -> None:
    """It must have told so in one line, with the code of a run that failed."""
    assert result.exit_code == 3, result.output
    assert isinstance(result.exception, SystemExit)
    told = [line for line in result.stderr.splitlines() if "has failed" in line]
    assert len(told) == 1
    assert re.search(rf"the player x{way} at seat 1 has failed: {WAYS[way]}", told[0])
    assert "Traceback" not in result.output


@pytest.mark.parametrize("way", WAYS)
def test_it_is_told_in_one_line(way: str) -> None:
    common = ("kuhn_poker", "--seed", "1")
    alone = ("-n", "2", "--workers", "1")
    failed(run("simulate", *common, *alone, "--players", f"random,x{way}"), way)
    failed(run("play", *common, "--players", f"x{way}", answers="1\n1\n1\n"), way)
    held = run("tournament", *common, *alone, "--players", f"random,x{way}")
    assert held.exit_code == 3
    assert f"the player x{way} at seat " in held.stderr


def test_other_games_are_played_all_the_same() -> None:
    seated = ("-n", "2", "--workers", "1", "--players", "random,xRaises")
    result = run("simulate", "hearts", "kuhn_poker", *seated, "--json")
    first, other = json.loads(result.stdout)
    assert "2 players for 4 seats" in first["error"]
    assert "xRaises at seat 1 has failed" in other["error"]
    assert result.exit_code == 3


def test_what_was_played_before_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("simulate", "kuhn_poker", "-n", "200", "--workers", "1", "--players", "random,xLate")
    monkeypatch.setattr(failing.Late, "games", 0)
    result = run(*arguments, "--out", "runs")
    assert result.exit_code == 3
    assert "LookupError: enough" in result.stderr
    monkeypatch.setattr(failing.Late, "games", -1000)
    again = run(*arguments, "--out", "runs", "--resume")
    assert again.exit_code == 0, again.output
    assert failing.Late.games < -800


def test_a_hint_that_fails_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failing.Raises, "estimates", True)
    result = run("play", "kuhn_poker", "--seed", "1", "--adviser", "xRaises", answers="h\nq\n")
    assert result.exit_code == 0
    assert "There is no hint: the player xRaises at seat 0 has failed" in " ".join(result.output.split())


def test_the_game_is_saved_when_a_player_fails() -> None:
    result = run("play", "kuhn_poker", "--seed", "1", "--players", "xRaises", answers="1\n1\n")
    assert "`croupier play --resume kuhn_poker-1.jsonl` goes on" in " ".join(result.output.split())
    more = run("play", "--resume", "kuhn_poker-1.jsonl", "--players", "random", answers="1\n1\n")
    assert "The game is over" in more.output
