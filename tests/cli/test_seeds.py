"""`--seed random`: a seed that nobody can guess, printed so that the games can be played again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written lies in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def croupier(*words: str) -> Result:
    """A command, run."""
    return CliRunner().invoke(group, words)


def seed_in(result: Result) -> str:
    """The seed that was printed."""
    (found,) = re.findall(r"^croupier: --seed (\d+)$", result.stderr, re.MULTILINE)
    return str(found)


def test_a_random_seed_is_long_and_plays_the_same_games_again() -> None:
    once = croupier("simulate", "kuhn_poker", "-n", "20", "--seed", "random", "--json")
    seed = seed_in(once)
    assert int(seed) >= 2**96
    assert json.loads(once.stdout)["seed"] == int(seed)
    again = croupier("simulate", "kuhn_poker", "-n", "20", "--seed", seed, "--json")
    assert json.loads(again.stdout)["seats"] == json.loads(once.stdout)["seats"]
    assert seed_in(croupier("simulate", "kuhn_poker", "-n", "1", "--seed", "RANDOM")) != seed


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "kuhn_poker", "--players", "random,pipmc:tests=1", "-n", "2"),
        ("coverage", "kuhn_poker", "-n", "2", "--players", "random"),
        ("play", "kuhn_poker", "--players", "random", "--save", "game.jsonl"),
        ("run", "war"),
        ("analyze", "kuhn_poker", "--games", "2,1,1", "--effort", "quick"),
    ],
)
def test_every_command_that_takes_a_seed_takes_a_random_one(words: tuple[str, ...]) -> None:
    result = croupier(*words, "--seed", "random")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert seed_in(result)


@pytest.mark.parametrize("text", ["randum", "1.5", "", "9" * 5000])
def test_what_is_no_seed_is_refused_in_words(text: str) -> None:
    result = croupier("simulate", "kuhn_poker", "--seed", text)
    assert result.exit_code == 2
    assert "is neither an integer nor `random`, a new one of 128 bits" in result.stderr
