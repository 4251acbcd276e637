"""Forfeits in transcripts: noted where a program failed, known to whoever goes on, and only of seats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group
from croupier.game import Transcript, TranscriptError

FAILING = "exec:false"
"""A program that ends at once."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(*arguments: str, answers: str) -> Result:
    """The result of ``croupier play`` when these lines are typed."""
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", "FORCE_COLOR": None})
    result = runner.invoke(group, ["play", *arguments], input=answers, prog_name="croupier")
    assert result.exit_code == 0, result.output
    return result


def test_a_game_saved_after_a_forfeit_knows_of_it_when_it_goes_on() -> None:
    play("gops", "--seed", "1", "--players", FAILING, "--seat", "1", "--save", "one.jsonl", answers="1\nq\n")
    before = Transcript.read("one.jsonl")
    assert before.outcome is None
    assert before.forfeits == {0: "it has ended"}
    assert before.events[before.forfeited_at[0]]["public"]["seat"] == 0
    play("--resume", "one.jsonl", "--save", "two.jsonl", answers="1\n" * 13)
    play("--resume", "one.jsonl", answers="1\n" * 13)
    assert Path("one.jsonl").read_bytes() == Path("two.jsonl").read_bytes()
    whole = Transcript.read("one.jsonl")
    assert whole.outcome is not None
    assert (whole.forfeits, whole.forfeited_at) == (before.forfeits, before.forfeited_at)
    shown = CliRunner().invoke(group, ["replay", "one.jsonl"])
    assert (shown.exit_code, "forfeited" in shown.output) == (0, True), shown.output


def test_a_game_of_simulate_notes_them_as_well() -> None:
    arguments = ["simulate", "gops", "-n", "1", "--players", FAILING, "--transcripts", "games"]
    assert CliRunner().invoke(group, arguments).exit_code == 0
    found = Transcript.read("games/gops-0.jsonl")
    assert set(found.forfeited_at) == set(found.forfeits) == {0, 1}


NONE = [
    '[{"seat": 99, "reason": "x"}]',
    '[{"seat": -1, "reason": "x"}]',
    '[{"seat": true, "reason": "x"}]',
    '[{"seat": 0, "reason": 5}]',
    '[{"seat": 0, "reason": "x"}, {"seat": 0, "reason": "y"}]',
    "[5]",
    "7",
]


@pytest.mark.parametrize("forfeits", NONE)
def test_forfeits_of_seats_that_there_are_not_are_refused(forfeits: str) -> None:
    header = '{"format": "croupier-transcript", "version": 1, "seats": 2}'
    text = f'{header}\n{{"event": "end", "forfeits": {forfeits}}}\n'
    with pytest.raises(TranscriptError, match=":2: its forfeits are not seats of this game"):
        Transcript.parse(text)
    if "99" in forfeits:
        decision = json.dumps({"event": "decision", "public": {"seat": 99}, "forfeit": "x"})
        with pytest.raises(TranscriptError, match=":2: its forfeits are not seats of this game"):
            Transcript.parse(f"{header}\n{decision}\n")
