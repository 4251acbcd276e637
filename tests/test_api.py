"""``croupier.read``: a path, a name of the library or a text; and what is said when it is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from checking import program
from croupier import Program, ProgramError
from croupier.text import SourceError

TEXT = program("(do ((inc ((0 player) sto SCORE) 1)))")
WRONG = program("(do (\n  (shufle (game iloc STOCK))\n  (inc ('P sto SCORE) 1)))")


def test_a_text() -> None:
    game = croupier.read(TEXT)
    assert isinstance(game, Program)
    assert (game.seats, game.cards, game.source.name) == (4, 6, "<text>")


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path(tmp_path: Path, kind: type[str] | type[Path]) -> None:
    path = tmp_path / "demo.rcy"
    path.write_text(TEXT, encoding="utf-8")
    game = croupier.read(kind(path))
    assert game.source.name == str(path)
    assert game == croupier.read(TEXT)


def test_a_name_of_the_library() -> None:
    game = croupier.read("agram")
    assert (game.title, game.seats) == ("Agram", 4)


def test_a_file_of_that_name_comes_before_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("agram").write_text(TEXT, encoding="utf-8")
    assert croupier.read("agram").cards == 6


def test_a_path_with_parentheses_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "demo (1).rcy"
    path.write_text(TEXT, encoding="utf-8")
    assert croupier.read(path).seats == 4
    assert croupier.read(str(path)).seats == 4


def test_seats_settings_and_dialect() -> None:
    assert croupier.read("agram", seats=3).seats == 3
    smaller = croupier.read("agram", settings={"HANDSIZE": 2})
    assert {p.name: p.value for p in smaller.parameters} == {"SEATS": 4, "HANDSIZE": 2}
    assert croupier.read(TEXT, dialect="0.4").dialect.value == "0.4"


def test_an_error_carries_and_shows_every_finding() -> None:
    with pytest.raises(ProgramError) as problem:
        croupier.read(WRONG)
    error = problem.value
    assert [f.code for f in error.findings if f.is_error] == ["RCY020", "RCY023"]
    shown = str(error)
    assert shown.startswith("<text>: 2 errors")
    assert "there is no form `shufle`" in shown
    assert "the variable 'P is not known here" in shown
    assert "|    ^^^^^^" in shown


def test_a_notebook_shows_programs_and_errors() -> None:
    with pytest.raises(ProgramError) as problem:
        croupier.read(WRONG)
    shown = problem.value._repr_html_()
    assert shown.startswith("<pre>")
    assert "'P" not in shown
    assert "STOCK" in croupier.read(TEXT)._repr_html_()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.rcy", "there is no such file"),
        (".", "this is a directory"),
        ("", "there is no such file"),
        ("a\0b", "cannot be read"),
    ],
)
def test_what_is_no_game_says_why(name: str, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        croupier.read(name)


@pytest.mark.parametrize("text", ["\n", ";; High Card", ";; High Card\n", "game\nsetup"])
def test_a_text_that_is_no_program_yet_is_not_taken_for_a_path(text: str) -> None:
    with pytest.raises(croupier.ProgramError) as caught:
        croupier.read(text)
    assert "RCY001" in [finding.code for finding in caught.value.findings]


def test_a_slip_in_a_name_is_answered_with_the_name() -> None:
    with pytest.raises(SourceError, match="agram"):
        croupier.read("agran")


def test_there_is_nothing_else_in_the_facade() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = croupier.nothing_of_the_kind
    assert all(hasattr(croupier, name) for name in croupier.__all__)


def test_importing_croupier_loads_next_to_nothing() -> None:
    code = "import croupier, sys; print(sorted(m for m in sys.modules if m.startswith('croupier')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['croupier']"
