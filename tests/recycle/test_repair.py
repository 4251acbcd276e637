"""Parentheses that do not match: told where indentation says, and the rest is checked all the same."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.recycle.check import Checked, check
from croupier.recycle.reader import read, tokens
from croupier.text import Source
from strategies import PROGRAMS, source_of

pytestmark = pytest.mark.slow

GAME = """\
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK)
      (deck (RANK (ACE, KING)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P
      (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      (any ((current player) iloc HAND) 'C
        (do (
          (move 'C (top (game vloc PILE)))
          (inc ((current player) sto SCORE))))))))
  (scoring max ((current player) sto SCORE)))
"""


def lines(text: str) -> list[tuple[str, int]]:
    """The codes of all findings with their lines."""
    return [(f.code, f.span.line) for f in check(Source("demo.rcy", text)).findings]


def changed(old: str, new: str) -> str:
    """The game with one piece of it changed."""
    assert GAME.count(old) == 1
    return GAME.replace(old, new)


def test_the_game_itself_is_clean() -> None:
    assert lines(GAME) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # A form that is never closed is told where it begins.
        ("(deck (RANK (ACE, KING)))))", "(deck (RANK (ACE, KING))))", [("RCY004", 2)]),
        ("(top ('P iloc HAND))))))", "(top ('P iloc HAND)))))", [("RCY004", 6)]),
        ("(game iloc STOCK))\n    (all", "(game iloc STOCK)\n    (all", [("RCY004", 7)]),
        ("sto SCORE)))\n", "sto SCORE))\n", [("RCY004", 1)]),
        # A form that is closed too early is told where it is closed.
        ("(create players 2)", "(create players 2))", [("RCY006", 3)]),
        ("(top ('P iloc HAND))))))", "(top ('P iloc HAND)))))))", [("RCY006", 9)]),
        ("(end (all player 'P (== (size ('P iloc HAND)) 0)))", "(end (all player 'P (== (size ('P iloc HAND)) 0))))", [("RCY006", 11)]),
        ("(shuffle (game iloc STOCK))", "(shuffle (game iloc STOCK)))", [("RCY014", 7), ("RCY006", 9)]),
    ],
)  # fmt: skip
def test_one_parenthesis_is_told_and_nothing_else(
    old: str, new: str, expected: list[tuple[str, int]]
) -> None:
    assert lines(changed(old, new)) == expected


def test_an_unclosed_form_is_told_with_the_line_where_its_end_belongs() -> None:
    text = changed("(deck (RANK (ACE, KING)))))", "(deck (RANK (ACE, KING))))")
    (finding,) = check(Source("demo.rcy", text)).findings
    assert (
        finding.message == "`(setup` is never closed: indentation says its `)` belongs at the end of line 5"
    )
    (note,) = finding.notes
    assert note.span is not None
    assert note.span.line == 5


def test_what_follows_a_damaged_place_is_checked() -> None:
    text = changed("(top ('P iloc HAND))))))", "(top ('P iloc HAND)))))").replace(
        "sto SCORE)))", "sto (SCORE))))"
    )
    assert ("RCY004", 6) in lines(text)
    damaged_twice = text.replace("(any ((current", "(any ((curent")
    assert {code for code, _ in lines(damaged_twice)} >= {"RCY004", "RCY020"}


def test_several_damages_are_all_told() -> None:
    text = GAME.replace("(RANK (ACE, KING)))))", "(RANK (ACE, KING))))").replace(
        "(top (game vloc PILE)))\n", "(top (game vloc PILE))\n"
    )
    assert [line for code, line in lines(text) if code == "RCY004"] == [2, 15]


def test_a_text_in_balance_is_never_mended_however_it_is_indented() -> None:
    ragged = "\n".join(" " * (i * 7 % 5) + line.strip() for i, line in enumerate(GAME.split("\n")))
    assert lines(ragged) == []
    assert lines(" ".join(GAME.split())) == []


def test_surplus_parentheses_behind_the_game_are_only_a_warning() -> None:
    assert lines(GAME.rstrip() + ")\n") == [("RCY005", 17)]
    assert lines(GAME + ")))\n") == [("RCY005", 18)]


def test_a_second_game_is_not_a_matter_of_parentheses() -> None:
    assert lines(GAME + GAME) == [("RCY007", 18)]


def test_other_text_behind_a_whole_game_is_told_once_a_line() -> None:
    assert lines(GAME + "(shuffle (game iloc STOCK))\n") == [("RCY024", 18)]
    assert lines(GAME + "end of the game\nindeed\n") == [("RCY024", 18), ("RCY024", 19)]


def test_what_is_indented_as_a_part_of_the_game_belongs_inside() -> None:
    early = GAME.replace("  (scoring max ((current player) sto SCORE)))\n", "")
    text = early.replace("sto SCORE))))))))", "sto SCORE)))))))))") + "  (scoring max (game sto SCORE)))\n"
    assert ("RCY006", 16) in lines(text)
    assert ("RCY105", 17) not in lines(text)
    assert not any(code == "RCY025" for code, _ in lines(text))


def test_in_a_file_without_line_breaks_the_end_is_told() -> None:
    flat = " ".join(GAME.split())
    (finding,) = check(Source("demo.rcy", flat[:-1])).findings
    assert (finding.code, finding.span.column) == ("RCY004", 1)


def test_tabs_are_indentation_too() -> None:
    text = changed("(deck (RANK (ACE, KING)))))", "(deck (RANK (ACE, KING))))").replace("  ", "\t")
    assert lines(text) == [("RCY004", 2)]


def test_many_damages_end_in_reasonable_findings() -> None:
    body = "\n".join(f"  (do ((inc ((0 player) sto S{i}) 1))" for i in range(500))
    assert 1 <= len(read(Source("demo.rcy", f"(game\n{body}\n")).findings) <= 60


CLEAN = [path for path in PROGRAMS if not path.stem.startswith("suspicious")]


@st.composite
def damaged(draw: st.DrawFn) -> tuple[Source, int]:
    """One of our programs with one parenthesis deleted or doubled, and the offset of the damage."""
    source = source_of(draw(st.sampled_from(CLEAN)))
    parentheses = [t for t in tokens(source.text) if t.kind in ("open", "close")]
    # The last ones close the game: one more of them is only a warning.
    token = draw(st.sampled_from(parentheses[:-12]))
    deleted = draw(st.booleans())
    middle = "" if deleted else source.text[token.start] * 2
    return Source(source.name, source.text[: token.start] + middle + source.text[token.end :]), token.start


def places(result: Checked) -> list[int]:
    """The lines that errors and their notes point at."""
    spans = [s for f in result.errors for s in (f.span, *(note.span for note in f.notes)) if s is not None]
    return [span.line for span in spans]


@given(damaged())
@settings(max_examples=60, deadline=None)
def test_one_damaged_parenthesis_is_told_near_its_place(damage: tuple[Source, int]) -> None:
    source, offset = damage
    line = source.position(offset)[0]
    assert min(abs(told - line) for told in places(check(source))) <= 7


@st.composite
def mangled(draw: st.DrawFn) -> Source:
    """One of our programs with tokens deleted, doubled and swapped."""
    source = source_of(draw(st.sampled_from(PROGRAMS)))
    pieces = [source.text[t.start : t.end] + "\n" * (t.kind == "comment") for t in tokens(source.text)]
    at = st.integers(0, len(pieces) - 1)
    extra = st.sampled_from(["(", ")", "'P", "HAND", "7", "..", ":", "player", "choice", "stage", "Junk"])
    for _ in range(draw(st.integers(1, 6))):
        here = draw(at)
        match draw(st.sampled_from(["delete", "insert", "swap"])):
            case "delete":
                pieces[here] = ""
            case "insert":
                pieces[here] += f" {draw(extra)}"
            case "swap":
                there = draw(at)
                pieces[here], pieces[there] = pieces[there], pieces[here]
    return Source(source.name, draw(st.sampled_from([" ", "\n", "\n  "])).join(pieces))


@given(mangled())
@settings(max_examples=50, deadline=None)
def test_mangled_programs_are_checked_to_the_end(source: Source) -> None:
    result = check(source)
    assert (result.program is None) == bool(result.errors)
