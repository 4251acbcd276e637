"""``croupier watch``: every save is checked and played; errors keep the last good numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import group
from croupier.lab.simulate import Plan
from croupier.lab.watching import Look, Overtaken, look, saves
from croupier.lab.watching_text import paragraph, screen
from croupier.text import Source, SourceError
from marked import GAME

BROKEN = GAME.replace("(shuffle", "(shufle")
CHANGED = GAME.replace(
    "(inc ((current player) sto SCORE) 1)))))",
    "(inc ((current player) sto SCORE) 1))\n"
    "      ((> (size (game vloc PILE)) 9)\n        (inc ((0 player) sto SCORE) 1)))))",
)


def looked(text: str, time: str, before: Look | None = None) -> Look:
    """One look at a text."""
    return look(Plan(Source("demo.rcy", text), engine="interpreter"), time, before, 20, 60)


@pytest.fixture(scope="module")
def first() -> Look:
    """The look at a game without errors."""
    return looked(GAME, "12:00:00")


def test_a_look_tells_findings_games_and_what_is_never_reached(first: Look) -> None:
    told = paragraph(first)
    assert told.startswith("12:00:00 demo.rcy: no findings. 20 games: finished 20; wins seat 0 ")
    assert told.endswith("Never reached: no line.")
    assert "\x1b" not in told


def test_errors_keep_the_last_good_numbers(first: Look) -> None:
    broken = looked(BROKEN, "12:01:00", first)
    assert broken.numbers is first.numbers
    assert "1 error. Line 8: there is no form `shufle` (RCY020)." in paragraph(broken)
    assert "20 games of the text saved 12:00:00: finished 20" in paragraph(broken)
    shown = screen(broken, width=100, height=30)
    assert shown.index("did you mean `shuffle`?") < shown.index(
        "games    20: finished 20 (of the text saved 12:00:00)"
    )


def test_what_has_changed_is_told_with_its_counts(first: Look) -> None:
    changed = looked(CHANGED, "12:02:00", first)
    assert changed.changed == (16, 17, 18)
    assert "Changed: lines 16-18; never reached of them: 18." in paragraph(changed)
    shown = screen(changed, width=100, height=40).splitlines()
    assert "changed  lines 16-18" in shown
    assert any(line.split()[:2] == ["17", "0/80"] for line in shown)
    assert any(line.split()[:2] == ["18", "never"] for line in shown)
    data = changed.data()
    assert [line["reached"] for line in data["numbers"]["changed"]] == [True, True, False]
    assert json.dumps(data)


def test_the_screen_fits_its_terminal(first: Look) -> None:
    many = looked(GAME.replace("HAND", "hand"), "12:03:00", first)
    shown = screen(many, width=60, height=20).splitlines()
    assert len(shown) <= 20
    assert max(map(len, shown)) <= 60


def test_a_game_that_was_saved_again_is_given_up() -> None:
    def overtaken(_: int) -> None:
        raise Overtaken

    with pytest.raises(Overtaken):
        look(Plan(Source("demo.rcy", GAME), engine="interpreter"), "", None, 20, 60, None, overtaken)


def test_saves_are_the_texts_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "demo.rcy"
    path.write_text("one")
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: path.write_text("one"),
        lambda: path.write_text("two, longer"),
        path.unlink,
        lambda: path.write_text("three"),
    ]
    found = []

    def wait() -> None:
        steps.pop(0)()

    for text in saves(str(path), wait, 1000):
        found.append(
            text.text if isinstance(text, Source) else "gone" if isinstance(text, SourceError) else ""
        )
        if found[-1] == "three":
            break
    assert found == ["one", "two, longer", "gone", "three"]


def test_the_command_prints_a_paragraph_or_data(tmp_path: Path) -> None:
    path = tmp_path / "demo.rcy"
    path.write_text(GAME)
    common = [str(path), "--saves", "1", "-n", "5", "--workers", "1", "--engine", "interpreter"]
    result = CliRunner().invoke(group, ["watch", *common])
    assert result.exit_code == 0
    assert "no findings. 5 games: finished 5" in result.output
    data = json.loads(CliRunner().invoke(group, ["watch", *common, "--json"]).output)
    assert (data["ok"], data["numbers"]["games"], data["numbers"]["current"]) == (True, 5, True)


def test_what_cannot_be_watched_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(group, ["watch", str(tmp_path / "none.rcy"), "--saves", "1"])
    assert (result.exit_code, "there is no such file; waiting for it" in result.output) == (0, True)
    assert CliRunner().invoke(group, ["watch", "-"]).exit_code == 2
    path = tmp_path / "demo.rcy"
    path.write_text(GAME)
    seats = CliRunner().invoke(group, ["watch", str(path), "--saves", "1", "--seats", "99"])
    assert "99 seats are not possible" in seats.output
