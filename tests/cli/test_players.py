"""``croupier players``, and players wherever they are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group
from croupier.game import Transcript, TranscriptError
from croupier.players import PLAYERS


def run(*arguments: str, answers: str = "") -> Result:
    """The result of a command."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, list(arguments), input=answers, prog_name="croupier")


def test_every_player_is_listed_with_options_strength_and_cost() -> None:
    result = run("players")
    assert result.exit_code == 0
    for name in PLAYERS:
        assert f"\n{name}: " in f"\n{result.output}"
    assert "iterations  Iterations of a decision" in result.output
    assert "such as 200ms, 0.5s or 2min (default 10s)." in result.output
    assert result.output.count("strength: ") == result.output.count("cost: ") == len(PLAYERS)


def test_players_as_data() -> None:
    data = json.loads(run("players", "--json").output)
    assert [one["name"] for one in data] == list(PLAYERS)
    tests = next(one for one in data if one["name"] == "pipmc")["options"][0]
    assert tests == {
        "name": "tests",
        "default": 10,
        "takes": "an integer from 1 to 1,000,000,000,000",
        "about": "Tests of every option, each on another deal.",
    }


def test_an_unknown_player_gets_a_suggestion() -> None:
    result = run("players", "ismct")
    assert result.exit_code == 2
    assert "there is no player 'ismct': did you mean `ismcts`?" in result.stderr


@pytest.mark.parametrize("command", ["simulate", "play", "tournament"])
@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("random,pipmc:test=5", "pipmc has no option 'test': did you mean `tests`?"),
        ("random,ismcts:iterations=0", "iterations=0 is not possible: it takes an integer from 1 to"),
        ("random,exec:no/such/program", "exec: 'no/such/program' is not to be found"),
    ],
)
def test_wrong_players_are_told_and_nothing_is_played(command: str, players: str, said: str) -> None:
    result = run(command, "kuhn_poker", "--players", players)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert not result.stdout


def test_too_many_players() -> None:
    result = run("simulate", "kuhn_poker", "--players", "random,random,random")
    assert result.exit_code == 2
    assert "3 players for 2 seats: give one for all, or 2 separated by commas" in result.stderr


def test_searching_players_in_an_experiment() -> None:
    result = run("simulate", "kuhn_poker", "--players", "ismcts:iterations=20,random", "-n", "20", "--json")
    assert result.exit_code == 0
    data = json.loads(result.output)
    assert data["players"] == ["ismcts:iterations=20", "random"]
    assert data["seats"][0]["share"] > 0.5


def test_hints_say_what_and_why(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    play = ("play", "leduc_poker", "--seed", "1", "--players", "ismcts:iterations=60")
    text = " ".join(run(*play, "--hint", answers="1\n").output.split())
    assert "ismcts:iterations=60 would take" in text
    assert "expected tried option" in text
    assert "On one possible deal it might go on: seat 0: " in text
    asked = run(*play, answers="h\n1\n")
    assert asked.output.count("would take") == 1
    other = run("play", "kuhn_poker", "--adviser", "pipmc:tests=5", answers="h\n")
    assert "pipmc:tests=5 had no time to think: after 10 tries it would take" in other.output


def test_who_cannot_give_hints() -> None:
    result = run("play", "kuhn_poker", "--adviser", "random")
    assert result.exit_code == 2
    assert "--adviser: random cannot say why it does something" in result.stderr


def test_a_program_that_fails_at_the_table(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    result = run("play", "kuhn_poker", "--seed", "1", "--players", "exec:true", answers="1\n1\n")
    text = " ".join(result.output.split())
    assert "The program at seat 1 has failed: it has ended. It plays at random now." in text
    assert "The game is over" in text


def test_who_has_forfeited_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("play", "gops", "--seed", "5", "--players", "exec:true", answers="1\n" * 13)
    transcript = Transcript.read("gops-5.jsonl")
    rival = transcript.names[1]
    last = f"{rival}: 46 points, rank 2 {rival} has forfeited: it has ended"
    assert f"you: 45 points, rank 1 {last} You won." in " ".join(result.output.split())
    assert transcript.outcome is not None
    assert transcript.outcome["ranks"] == [1, 0]
    assert transcript.forfeits == {1: "it has ended"}
    replayed = run("replay", "gops-5.jsonl")
    assert replayed.exit_code == 0
    assert f"{last} Seat 0 won." in " ".join(replayed.output.split())
    again = run("play", "--resume", "gops-5.jsonl", "--save", "more.jsonl")
    assert f"{last} You won." in " ".join(again.output.split())
    assert Transcript.read("more.jsonl").forfeits == transcript.forfeits


def test_transcripts_tell_of_forfeits(tmp_path: Path) -> None:
    folder = str(tmp_path / "games")
    common = ("-n", "2", "--workers", "1", "--transcripts", folder)
    assert run("simulate", "gops", "--players", "random,exec:true", *common).exit_code == 0
    for index in range(2):
        path = f"{folder}/gops-{index}.jsonl"
        found = run("replay", path, "--json")
        assert found.exit_code == 0
        assert json.loads(found.stdout)["forfeits"] == [{"seat": 1, "reason": "it has ended"}]


@pytest.mark.parametrize("forfeits", [5, "x", [1], [{"seat": 1}], [{"seat": "1", "reason": "r"}]])
def test_forfeits_that_are_none_are_refused(forfeits: object) -> None:
    lines = [{"format": "croupier-transcript", "version": 1}, {"event": "end", "forfeits": forfeits}]
    with pytest.raises(TranscriptError, match="its forfeits are not seats of this game with reasons"):
        Transcript.parse("\n".join(map(json.dumps, lines)))
