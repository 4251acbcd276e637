"""``croupier tournament``: players against each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group

pytestmark = pytest.mark.slow

PLAYERS = ("--players", "random,pipmc:tests=3", "--workers", "1")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    """The result of ``croupier tournament``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["tournament", *arguments], prog_name="croupier")


def test_tables_for_people() -> None:
    result = run("kuhn_poker", *PLAYERS, "-n", "20")
    assert result.exit_code == 0
    assert "Kuhn Poker: 40 games, 20 deals in 2 seatings each, seed 1" in result.output
    lines = result.output.splitlines()
    assert lines[1] == "  pipmc:tests=3 is pipmc:tests=3:reward=score here: all scores of a game sum to 0"
    # The best comes first.
    assert lines[4].startswith("  pipmc:tests=3")
    assert " ± " in lines[4]
    assert any(line.startswith("  random – pipmc:tests=3") for line in lines)


def test_data() -> None:
    data = json.loads(run("kuhn_poker", *PLAYERS, "--deals", "5", "--json").output)
    assert data["games"] == 10
    assert data["seatings"] == [["random", "pipmc:tests=3"], ["pipmc:tests=3", "random"]]
    assert set(data["players"][0]) == {"player", "games", "standing", "wins", "forfeits", "rating"}
    assert data["duels"][0]["difference"]["n"] == 5


def test_a_tournament_that_was_broken_off_goes_on() -> None:
    whole = run("kuhn_poker", *PLAYERS, "-n", "6", "--json").output
    run("kuhn_poker", *PLAYERS, "-n", "2", "--out", "runs")
    assert run("kuhn_poker", *PLAYERS, "-n", "6", "--out", "runs", "--resume", "--json").output == whole
    [path] = Path("runs").iterdir()
    assert path.name.startswith("tournament-kuhn_poker-")


def test_all_seatings() -> None:
    data = json.loads(
        run(
            "agram",
            "--seats",
            "3",
            "--players",
            "random,random",
            "--pairings",
            "seatings",
            "-n",
            "1",
            "--json",
        ).output
    )
    assert data["games"] == 6


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("kuhn_poker", "--players", "random"), "--players: a tournament takes two players at least"),
        (("nonesuch", *PLAYERS), "nonesuch"),
        (("kuhn_poker", *PLAYERS, "-n", "0"), "0 is not in the range"),
        (("kuhn_poker", *PLAYERS, "--resume"), "--resume goes on with the run in --out: name it"),
        (("kuhn_poker", *PLAYERS, "--seats", "9"), "9 seats are not possible"),
        (("kuhn_poker", *PLAYERS, "--out", "/proc/nowhere"), "/proc/nowhere: cannot be written"),
    ],
)
def test_what_cannot_be_held(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert not result.stdout


def test_a_file_is_never_overwritten() -> None:
    Path("cup.jsonl").write_text("mine", encoding="utf-8")
    result = run("kuhn_poker", *PLAYERS, "-n", "1", "--out", "cup.jsonl", "--resume")
    assert result.exit_code == 2
    assert "cup.jsonl is a file: --out takes a folder" in result.stderr
    assert Path("cup.jsonl").read_text(encoding="utf-8") == "mine"


def test_a_program_that_fails_does_not_end_the_tournament() -> None:
    result = run("kuhn_poker", "--players", "random,exec:true", "-n", "2", "--workers", "1")
    assert result.exit_code == 0
    assert "exec:true forfeited, games: 4: it has ended" in result.output
