"""``croupier new``: a game file to begin with, and never at the cost of another."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier import read
from croupier.catalog import starters
from croupier.cli import group
from croupier.recycle.check import check
from croupier.text import Severity, Source


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(*arguments: str) -> Result:
    """The result of ``croupier new``."""
    return CliRunner(env={"COLUMNS": "100"}).invoke(group, ["new", *arguments], prog_name="croupier")


def said(*arguments: str) -> str:
    """The last line of a refusal; no file is made then."""
    before = sorted(Path().rglob("*"))
    result = new(*arguments)
    assert result.exit_code == 2, result.output
    assert sorted(Path().rglob("*")) == before
    return result.stderr.splitlines()[-1]


@pytest.mark.parametrize("kind", starters.KINDS)
def test_a_new_game_is_the_starter_under_its_own_title(kind: str) -> None:
    result = new("night_market", "--like", kind)
    assert result.exit_code == 0, result.output
    text = Path("night_market.rcy").read_text(encoding="utf-8")
    assert text.startswith(";; Night Market\n")
    assert text.split("\n", 1)[1] == starters.source(kind).text.split("\n", 1)[1]
    found = check(Source("night_market.rcy", text)).findings
    assert not [finding for finding in found if finding.severity >= Severity.WARNING]
    assert read("night_market.rcy").title == "Night Market"


def test_it_says_what_to_do_next_in_commands_that_work() -> None:
    Path("my games").mkdir()
    lines = new("my games/moon", "--like", "patience").output.splitlines()
    assert lines[0] == "my games/moon.rcy: a game for 1 to 2 seats in 75 lines, like patience"
    commands = [line.split("  ")[1] for line in lines if line.startswith("  croupier ")]
    assert commands == [
        "croupier check 'my games/moon.rcy'",
        "croupier play 'my games/moon.rcy'",
        "croupier analyze 'my games/moon.rcy'",
    ]


def test_the_list_tells_every_kind_its_seats_and_its_game() -> None:
    lines = new("--list").output.splitlines()
    assert [line.split()[0] for line in lines[: len(starters.KINDS)]] == list(starters.KINDS)
    assert lines[0].startswith("trick-taking  3-5 seats  Follow suit, ")
    assert lines[-1] == "begin with: croupier new NAME --like KIND"


def test_the_list_as_data() -> None:
    entries = json.loads(new("--list", "--json").output)
    assert [entry["like"] for entry in entries] == list(starters.KINDS)
    auction = next(entry for entry in entries if entry["like"] == "auction")
    assert auction["seats"] == [2, 5]
    assert {
        "name": "COINS",
        "value": 20,
        "type": "integer",
        "note": "coins of every player at the start.",
    } in (auction["parameters"])


def test_what_was_made_as_data() -> None:
    made = json.loads(new("harbour.rcy", "--like", "Auction", "--json").stdout)
    assert (made["file"], made["title"], made["like"]) == ("harbour.rcy", "Harbour", "auction")
    assert made["next"][0] == "croupier check harbour.rcy"


def test_an_existing_file_stays_as_it_is() -> None:
    Path("hearth.rcy").write_text("mine", encoding="utf-8")
    said_so = said("hearth", "--like", "fishing")
    assert said_so == "croupier: hearth: hearth.rcy is there already, and stays as it is"
    assert Path("hearth.rcy").read_text(encoding="utf-8") == "mine"


def test_a_link_that_leads_nowhere_is_not_followed() -> None:
    Path("link.rcy").symlink_to("elsewhere.rcy")
    assert "is there already" in said("link", "--like", "fishing")
    assert not Path("elsewhere.rcy").exists()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("two words", "a name is made of letters, digits, `_` and `-`, and begins with a letter"),
        ("2fast", "a name is made of letters"),
        ("naïve", "a name is made of letters"),
        ("", "a name is made of letters"),
        ("..", "a name is made of letters"),
        ("games/", "a name is made of letters"),
        (".rcy", "a name is made of letters"),
        ("uno.cdg", "starters are written in RECYCLE, whose files end in `.rcy`"),
        ("nowhere/moon", "there is no folder nowhere"),
        ("m" * 400, "it cannot be written: "),
    ],
)
def test_names_that_are_refused(name: str, problem: str) -> None:
    assert said(name, "--like", "auction").startswith(f"croupier: {name}: {problem}")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written() -> None:
    Path("shut").mkdir(mode=0o555)
    assert said("shut/moon", "--like", "auction").endswith("it cannot be written: Permission denied")


def test_a_full_disk_leaves_no_half_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.TextIOWrapper):
        """A file on a full disk."""

        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    usual = Path.open

    def opened(path: Path, mode: str = "r", **more: Any) -> Any:
        return Full(path.open("xb")) if mode == "x" else usual(path, mode, **more)

    monkeypatch.setattr(Path, "open", opened)
    assert said("moon", "--like", "auction").endswith("it cannot be written: No space left on device")


def test_an_unknown_kind_names_the_nearest_and_all() -> None:
    message = said("moon", "--like", "tricktaking")
    assert (
        "no starter is like 'tricktaking'; did you mean `trick-taking`? there are trick-taking, " in message
    )


def test_what_is_missing_is_said() -> None:
    assert "--like trick-taking|climbing|" in said("moon")
    assert "the name of the game is missing" in said()
    assert "the name of the game is missing" in said("--like", "auction")
    assert said("moon", "--list") == "Error: --list goes without a name and --like"


def test_a_namesake_in_the_library_is_mentioned() -> None:
    result = new("hearts", "--like", "trick-taking")
    assert result.exit_code == 0
    assert result.stderr == (
        "croupier: the library has a game hearts as well; with the ending, hearts.rcy, yours is meant\n"
    )
