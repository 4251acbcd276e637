"""The Pygments lexer: nothing is lost, and words have the colours of what they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Number, String, Token

from ahod_programs import FOLDER
from croupier.script.ahod.colours import AhodLexer


def tokens(text: str) -> list[tuple[object, str]]:
    """The pieces of a text that are no blanks."""
    found = [(kind, piece) for _, kind, piece in AhodLexer().get_tokens_unprocessed(text)]
    return [(kind, piece) for kind, piece in found if kind is not Token.Text.Whitespace]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ah")), ids=lambda path: path.stem)
def test_programs_are_coloured_without_errors(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    pieces = list(AhodLexer().get_tokens_unprocessed(text))
    assert "".join(piece for _, _, piece in pieces) == text
    assert all(kind is not Error for _, kind, _ in pieces)


def test_words_are_what_they_are() -> None:
    assert tokens("deck do PUSH_TOP(new Card(1, 'R')) // on top") == [
        (Name, "deck"), (Keyword.Declaration, "do"), (Name.Function, "PUSH_TOP"), (Token.Punctuation, "("),
        (Keyword, "new"), (Name.Class, "Card"), (Token.Punctuation, "("), (Number.Integer, "1"),
        (Token.Punctuation, ","), (String, "'R'"), (Token.Punctuation, ")"), (Token.Punctuation, ")"),
        (Comment, "// on top"),
    ]  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=80))
def test_nothing_is_lost(text: str) -> None:
    assert "".join(piece for _, _, piece in AhodLexer().get_tokens_unprocessed(text)) == text


def test_a_program_is_recognised() -> None:
    assert AhodLexer.analyse_text("main:\n    do INIT\n\nwhen do INIT:\n    print 1\n") > 0.5
    assert AhodLexer.analyse_text("(game)") == 0
