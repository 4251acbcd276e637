"""Texts that are open in an editor, and settings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.lsp.conversion import plain
from croupier.lsp.settings import Settings, settings_from
from croupier.lsp.texts import OpenText
from croupier.recycle.services import RecycleServices
from croupier.script.services import ScriptServices
from croupier.text.positions import Positions


def test_edits_are_applied_one_after_the_other() -> None:
    text = OpenText("file:///x.rcy", "recycle", "one\ntwo\n", 1)
    text.change([((1, 0, 1, 3), "2"), ((1, 1, 1, 1), "!"), ((9, 9, 9, 9), "end")], 2)
    assert (text.text, text.version) == ("one\n2!\nend", 2)
    text.change([(None, "all new")], 3)
    assert text.text == "all new"


@given(st.text("a🂡\r\n\u2028", max_size=8), st.text("b🂡\n", max_size=3), st.integers(0, 8), st.integers(0, 8))
def test_an_edit_is_that_of_the_offsets(before: str, new: str, one: int, other: int) -> None:
    positions = Positions(before)
    start, end = sorted((min(one, len(before)), min(other, len(before))))
    text = OpenText("untitled:1", "recycle", before, 1)
    text.change([((*positions.at(start), *positions.at(end)), new)], 2)
    # A place between \r and \n is that before both.
    start, end = (positions.offset(*positions.at(offset)) for offset in (start, end))
    assert text.text == before[:start] + new + before[end:]


@pytest.mark.parametrize(
    ("uri", "language", "name", "script"),
    [
        ("file:///games/my%20game.rcy", "recycle", "/games/my game.rcy", False),
        ("file:///C:/games/x.ah", "plaintext", "C:/games/x.ah", True),
        ("untitled:Untitled-1", "cardigan", "Untitled-1", True),
        ("untitled:Untitled-1", "plaintext", "Untitled-1", False),
        ("git:/repo/x.cdg?ref=1", "cardigan", "x.cdg", True),
        ("nothing", "recycle", "nothing", False),
    ],
)
def test_a_language_is_told_by_the_name_and_else_by_the_editor(
    uri: str, language: str, name: str, script: bool
) -> None:
    text = OpenText(uri, language, "", 1)
    assert text.name == name
    assert isinstance(text.services(Settings()), ScriptServices if script else RecycleServices)


def test_answers_are_made_anew_for_another_text_and_other_settings() -> None:
    text = OpenText("file:///x.rcy", "recycle", "(all (range 1 .. 3) 'N (turn pass))", 1)
    first = text.services(Settings())
    assert text.services(Settings()) is first
    assert text.services(Settings(dialect="0.6")) is not first
    text.change([(None, "")], 2)
    assert [f.code for f in text.services(Settings()).findings] == ["RCY001"]


def test_a_text_that_is_too_large_is_not_read() -> None:
    text = OpenText("file:///x.rcy", "recycle", "(" * 9_000_000, 1)
    assert text.is_too_large
    assert len(text.services(Settings()).findings) == 1


def test_settings_that_cannot_be_taken_are_told() -> None:
    assert settings_from(None) == (Settings(), [])
    assert settings_from({"strict": True, "notes": False}) == (Settings(strict=True, notes=False), [])
    assert settings_from({"dialect": "auto", "command": "croupier"}) == (Settings(), [])
    settings, problems = settings_from({"croupier": {"dialect": 6, "strict": 1, "dilect": ""}})
    assert settings == Settings()
    assert [p.split(":")[0] for p in problems] == [
        "there is no dialect 6",
        "strict is true or false, not 1",
        "there is no setting dilect; did you mean `dialect`?",
    ]
    assert settings_from(["strict"])[1] == ["settings are an object, not ['strict']"]


def test_a_snippet_without_stops() -> None:
    assert plain("(cycle ${1|next,current|} ${2:Target})") == "(cycle next Target)"
