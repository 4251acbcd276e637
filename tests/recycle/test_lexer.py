"""The Pygments lexer: whole, true to the table of forms, and calm about any text."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pygments")

from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, Token

from croupier.recycle.forms import KNOWN_WORDS, OWNED_WORDS
from croupier.recycle.lexer import RecycleLexer

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted([*(ROOT / "tests/programs").glob("*.rcy"), *(ROOT / "src/croupier/library").glob("*.rcy")])
pieces = st.sampled_from(
    ["(", ")", "game", "'P", "HAND", "-3", "..", ";; note\n", " ", "\r\n", "shufle", "'", "é", ","]
)


def tokens(text: str) -> list[tuple[object, str]]:
    """The tokens of a piece of a program, without white space."""
    found = RecycleLexer(stripnl=False, ensurenl=False).get_tokens(text)
    return [(kind, said) for kind, said in found if said.strip()]


@given(st.text() | st.lists(pieces).map("".join))
def test_the_tokens_together_are_the_text(text: str) -> None:
    found = list(RecycleLexer().get_tokens_unprocessed(text))
    assert "".join(said for _, _, said in found) == text
    assert all(text[at : at + len(said)] == said for at, _, said in found)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_a_valid_program_has_no_error_token(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = list(RecycleLexer().get_tokens(text))
    assert [said for kind, said in found if kind in Error] == []
    assert "".join(said for _, said in found).strip() == text.strip()


def test_an_action_in_colours() -> None:
    assert tokens("(move 'C (top ('P vloc TRICK))) ; play") == [
        (Punctuation, "("),
        (Name.Builtin, "move"),
        (Name.Variable, "'C"),
        (Punctuation, "("),
        (Name.Builtin, "top"),
        (Punctuation, "("),
        (Name.Variable, "'P"),
        (Keyword.Type, "vloc"),
        (Name.Constant, "TRICK"),
        *[(Punctuation, ")")] * 3,
        (Comment.Single, "; play"),
    ]


def test_structure_owners_and_numbers() -> None:
    assert tokens("(stage player (end (== (game sto N) -1)))")[:8] == [
        (Punctuation, "("),
        (Keyword, "stage"),
        (Name.Builtin.Pseudo, "player"),
        (Punctuation, "("),
        (Keyword, "end"),
        (Punctuation, "("),
        (Operator, "=="),
        (Punctuation, "("),
    ]
    assert (Number.Integer, "-1") in tokens("(== (game sto N) -1)")


def test_comments_that_speak_to_croupier_stand_out() -> None:
    assert tokens(";; dialect: 0.4") == [(Comment.Special, ";; dialect: 0.4")]
    assert tokens("; allow RCY108") == [(Comment.Special, "; allow RCY108")]


def test_what_is_no_word_of_the_language_is_an_error() -> None:
    assert tokens("shufle") == [(Error, "shufle")]
    assert tokens("'p") == [(Error, "'p")]


@pytest.mark.parametrize("word", sorted(KNOWN_WORDS | set(OWNED_WORDS)))
def test_every_word_of_the_table_is_known(word: str) -> None:
    ((kind, _),) = tokens(word)
    assert kind in Token
    assert kind not in Error


def installed() -> bool:
    """Whether Croupier is installed, and not merely on the path: Pygments looks for entry points."""
    return any(point.value.startswith("croupier.") for point in entry_points(group="pygments.lexers"))


@pytest.mark.skipif(
    not installed(), reason="croupier is not installed, so Pygments cannot find its entry point"
)
def test_pygments_finds_it_by_name_and_by_file() -> None:
    assert isinstance(get_lexer_by_name("recycle"), RecycleLexer)
    assert isinstance(get_lexer_for_filename("mygame.rcy"), RecycleLexer)


def test_a_program_is_recognised() -> None:
    assert RecycleLexer.analyse_text(";; Agram\n\n(game\n  (setup") > 0.5
    assert RecycleLexer.analyse_text("(define x 1)") == 0
