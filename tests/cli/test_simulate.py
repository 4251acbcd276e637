"""``croupier simulate``: many games, and what they came to."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import small_games
from croupier.cli import group

KEYS = (
    "game", "games", "seed", "engine", "outcomes", "seats", "decisions_per_game", "options_per_decision",
    "forced_share", "dropped_options", "games_per_second", "compile_seconds",
)  # fmt: skip


def simulate(*arguments: str, text: str | None = None) -> Result:
    """The result of ``croupier simulate``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["simulate", *arguments], input=text, prog_name="croupier")


def printed(*arguments: str) -> str:
    """What ``croupier simulate`` prints when all is well."""
    result = simulate(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def data(*arguments: str, code: int = 0) -> Any:
    """What ``croupier simulate --json`` says."""
    result = simulate(*arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with small games of known ends, in which we stand."""
    for name in ("failing", "stuck", "endless", "looping", "dropping", "wrong"):
        (tmp_path / f"{name}.rcy").write_text(getattr(small_games, name.upper()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_table_for_people() -> None:
    text = printed("agram", "-n", "50", "--seed", "7")
    lines = text.splitlines()
    assert lines[0] == "Agram: 50 games, seed 7, 4 seats, players random"
    assert lines[1] == "  finished 50  stuck 0  unfinished 0  failed 0"
    assert [line.split()[:2] for line in lines if " random " in line] == [
        [str(i), "random"] for i in range(4)
    ]
    assert "decisions per game     24.00  24.00 to 24.00     50" in text
    assert "dropped options: 0" in text
    assert "games per second: " in text


def test_one_game_as_data() -> None:
    found = data("agram", "--games", "40", "--players", "random", "--seed", "3")
    assert set(KEYS) <= set(found)
    assert (found["game"], found["games"], found["seed"], found["engine"]) == ("agram", 40, 3, "interpreter")
    assert found["outcomes"] == {"finished": 40, "stuck": 0, "unfinished": 0, "failed": 0}
    assert [seat["seat"] for seat in found["seats"]] == [0, 1, 2, 3]
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(40)
    for seat in found["seats"]:
        assert seat["low"] <= seat["share"] <= seat["high"]
        assert seat["mean_score"] == pytest.approx(seat["share"])
    assert found["decisions_per_game"]["mean"] == 24
    assert found["decisions_per_game"]["n"] == 40
    options = found["options_per_decision"]
    assert options["low"] < options["mean"] < options["high"]
    assert options["n"] == 40 * 24
    assert 0 < found["forced_share"] < 1
    assert found["games_per_second"] > 0


def test_several_games_are_a_list() -> None:
    found = data("kuhn_poker", "leduc_poker", "-n", "10")
    assert [entry["game"] for entry in found] == ["kuhn_poker", "leduc_poker"]


def test_the_same_seed_gives_the_same_games() -> None:
    def played(*arguments: str) -> Any:
        found = data("crazy_eights", "-n", "25", *arguments)
        return {key: value for key, value in found.items() if not key.endswith(("second", "seconds"))}

    assert played("--seed", "4") == played("--seed", "4", "--workers", "2") == played("--seed", "4")
    assert played("--seed", "4") != played("--seed", "5")


def test_seats_and_settings() -> None:
    assert data("agram", "--seats", "3", "-n", "5")["decisions_per_game"]["mean"] == 18
    assert data("agram", "--set", "HANDSIZE=4", "-n", "5")["decisions_per_game"]["mean"] == 16
    assert len(data("agram", "--set", "SEATS=2", "-n", "5")["seats"]) == 2


def test_a_game_from_standard_input() -> None:
    result = simulate("-", "-n", "5", text=small_games.DROPPING)
    assert result.exit_code == 0
    assert result.stdout.startswith("Dropping: 5 games")


# Named ends


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("file", "status", "position"),
    [
        ("stuck.rcy", "stuck", "(choice"),
        ("endless.rcy", "unfinished", "(choice"),
        ("looping.rcy", "unfinished", "(stage"),
    ],
)
def test_a_game_that_cannot_finish_has_a_named_outcome(file: str, status: str, position: str) -> None:
    limits = ("--max-steps", "500", "--max-decisions", "30")
    found = data(file, "-n", "4", *limits)
    assert found["outcomes"][status] == 4
    assert found["decisions_per_game"]["n"] == 0
    assert found["seats"][0]["share"] is None
    finding = found["incidents"][0]["finding"]
    assert Path(file).read_text(encoding="utf-8")[finding["start"] :].startswith(position)
    assert f"{status}: game 0, after" in printed(file, "-n", "4", *limits)


@pytest.mark.usefixtures("shelf")
def test_a_failed_game_shows_its_place_and_the_table() -> None:
    result = simulate("failing.rcy", "-n", "30")
    assert result.exit_code == 3
    text = result.stdout
    assert "failing.rcy:9:58: error[RCY304]: division by 0" in text
    assert "^^^^^^^^^^^^^^^^^^^" in text
    assert "  STOCK  5  " in text
    assert "  PILE   1  " in text
    assert "  again: croupier simulate failing.rcy --players random --seed 1 --only " in text


@pytest.mark.usefixtures("shelf")
def test_the_command_that_is_offered_plays_the_very_game() -> None:
    found = data("failing.rcy", "-n", "30", "--seed", "9", code=3)
    incident = found["incidents"][-1]
    program, command, *arguments = incident["replay"].split()
    assert (program, command) == ("croupier", "simulate")
    again = simulate(*arguments)
    assert again.exit_code == 3
    assert f"game {incident['index']}, Failing" in again.stdout
    assert all(line in again.stdout for line in incident["picture"])


@pytest.mark.usefixtures("shelf")
def test_one_game_that_fails_does_not_stop_the_rest() -> None:
    found = data("wrong.rcy", "failing.rcy", "nowhere.rcy", "kuhn_poker", "-n", "20", code=3)
    assert ["error" in entry for entry in found] == [True, False, True, False]
    assert [entry["game"] for entry in found] == ["wrong.rcy", "failing.rcy", "nowhere.rcy", "kuhn_poker"]
    assert found[3]["outcomes"]["finished"] == 20


@pytest.mark.usefixtures("shelf")
def test_dropped_options_are_told_with_their_place() -> None:
    found = data("dropping.rcy", "-n", "6")
    assert found["dropped_options"] == 6
    assert found["dropped_at"] == [
        {"line": 9, "column": 5, "reason": "there is no card to move", "options": 6}
    ]
    assert "dropped options: 6\n    6 at line 9: there is no card to move" in printed(
        "dropping.rcy", "-n", "6"
    )


# Bad input


@pytest.mark.usefixtures("shelf")
def test_a_program_with_errors_does_not_start_and_says_why() -> None:
    result = simulate("wrong.rcy")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "wrong.rcy:8:9: error[RCY020]: there is no form `shufle`" in result.stderr
    assert "did you mean `shuffle`?" in result.stderr
    found = data("wrong.rcy", code=1)
    assert found["error"] == "wrong.rcy: 1 error"
    assert found["findings"][0]["code"] == "RCY020"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("agram", "--seats", "6"), "agram: 6 seats are not possible: 2 to 5 are"),
        (("whist", "--seats", "7"), "whist: 7 seats are not possible: only 4 are"),
        (("agram", "--set", "SEATS=6"), "agram: 6 seats are not possible: 2 to 5 are"),
        (("agram", "--players", "randon"), "no player 'randon': did you mean `random`? Known are: random"),
        (("agram", "--players", "random,random"), "2 players for 4 seats: give one for all, or 4 separated"),
        (("agram", "--set", "HANDSIZ=3"), "no parameter HANDSIZ: did you mean `HANDSIZE`?"),
        (("agram", "--set", "HANDSIZE=BIG"), "HANDSIZE takes an integer such as 7, not BIG"),
        (("agram", "--set", "HANDSIZE"), "is not NAME=VALUE"),
        (
            ("agramm",),
            "no game of that name in the library; did you mean `agram`? `croupier games` lists them",
        ),
        (("nowhere/agram.rcy",), "nowhere/agram.rcy: there is no such file"),
        (("agram", "-n", "0"), "0 is not in the range"),
        (("agram", "-n", "3", "--only", "2"), "--only plays a single game"),
        ((), "Missing argument"),
    ],
)
def test_impossible_requests_say_what_is_possible(arguments: tuple[str, ...], message: str) -> None:
    result = simulate(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


def test_a_game_that_does_not_start_is_an_object_with_an_error() -> None:
    assert data("agram", "--seats", "6", code=2) == {
        "game": "agram",
        "error": "agram: 6 seats are not possible: 2 to 5 are",
    }


@pytest.mark.usefixtures("shelf")
def test_warnings_are_only_counted() -> None:
    result = simulate("endless.rcy", "-n", "1", "--max-decisions", "5")
    assert "croupier: endless.rcy: " in result.stderr
    assert "`croupier check endless.rcy` shows them" in result.stderr
    assert len(result.stderr.splitlines()) == 1


# Watching


def test_a_trace_tells_every_action_in_words() -> None:
    lines = printed("agram", "--seed", "2", "--trace").splitlines()
    assert lines[0] == "game 0, Agram"
    assert "  shuffle STOCK" in lines
    decisions = [line for line in lines if line.startswith("seat ")]
    assert len(decisions) == 24
    forced = [line for line in decisions if line.endswith("(forced)")]
    assert all((" must: " in line) is (line in forced) for line in decisions)
    assert len(forced) >= 4
    assert any(line.startswith("the game ends: finished") for line in lines)
    assert "Agram: 1 game, seed 2, 4 seats, players random" in lines


def test_a_trace_leaves_data_alone() -> None:
    result = simulate("kuhn_poker", "-n", "2", "--trace", "--json")
    assert json.loads(result.stdout)["games"] == 2
    assert "game 1, Kuhn Poker" in result.stderr


def test_a_traced_game_is_the_one_of_the_experiment() -> None:
    whole = data("kuhn_poker", "-n", "8", "--seed", "3")
    single = [data("kuhn_poker", "--only", str(index), "--seed", "3") for index in range(8)]
    assert sum(entry["seats"][0]["wins"] for entry in single) == whole["seats"][0]["wins"]
    assert (
        sum(entry["decisions_per_game"]["mean"] for entry in single)
        == 8 * whole["decisions_per_game"]["mean"]
    )


def test_ctrl_c_prints_the_statistics_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.lab import simulate as module

    real = module.play

    def play(plan: module.Plan, index: int, watch: module.Watch | None = None) -> Any:
        if index == 30:
            os.kill(os.getpid(), signal.SIGINT)
        return real(plan, index, watch)

    monkeypatch.setattr("croupier.lab.counting.play", play)
    monkeypatch.setattr("croupier.lab.batches.play", play)
    found = data("kuhn_poker", "leduc_poker", "-n", "1000", "--workers", "1", code=130)
    assert len(found) == 1
    assert found[0]["interrupted"]
    assert 0 < found[0]["games"] < 1000
    result = simulate("kuhn_poker", "-n", "1000", "--workers", "1")
    assert result.exit_code == 130
    assert "games, interrupted, seed 1" in result.stdout
    assert "croupier: interrupted" in result.stderr


def test_help_has_examples() -> None:
    assert "croupier simulate agram hearts --games 1000 --seed 1" in printed("--help")


def test_more_games_than_anybody_will_see_the_end_of_are_refused() -> None:
    result = simulate("agram", "-n", "9223372036854775807")
    assert result.exit_code == 2
    assert "1<=x<=1000000000000" in result.stderr
