"""The reader: every piece of a text with its place, and never at a loss."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.recycle.check import check
from croupier.recycle.nodes import Atom, Comment, List, Node, same, walk
from croupier.recycle.reader import MAX_DEPTH, Reading, read, tokens
from croupier.text import Source
from strategies import PROGRAMS, disarranged, source_of

pytestmark = pytest.mark.slow


def reading(text: str) -> Reading:
    """A text as read."""
    return read(Source("demo.rcy", text))


def found(text: str) -> list[tuple[str, int, int]]:
    """The codes of what is found in a text, with line and column."""
    return [(f.code, f.span.line, f.span.column) for f in reading(text).findings]


def kinds(text: str) -> list[tuple[str, str]]:
    """The tokens of a text."""
    return [(token.kind, text[token.start : token.end]) for token in tokens(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(move 'C HAND)", "open ( word move var 'C name HAND close )"),
        ("-3 - 3", "int -3 word - int 3"),
        ("1..8", "int 1 word .. int 8"),
        ("0 .. 'N", "int 0 word .. var 'N"),
        ("'A..'B", "var 'A word .. var 'B"),
        ("(A,B)", "open ( name A comma , name B close )"),
        ("(RANK:ACE)", "open ( name RANK word : name ACE close )"),
        ("<= >= == != < > // % ^ + * mod", "word <= word >= word == word != word < word > word // word % word ^ word + word * word mod"),
        ("P_1 ACE2", "name P_1 name ACE2"),
        ("x;y\n;; z\r\n", "word x comment ;y comment ;; z\r"),
        ("Stock HANd 5A shuffleX", "junk Stock junk HANd junk 5A junk shuffleX"),
        ("HÄND ♥ “x”", "junk HÄND junk ♥ junk “x”"),
        ("'p ’P", "var 'p var ’P"),
        ("\ufeff(game)", "open ( word game close )"),
    ],
)  # fmt: skip
def test_tokens(text: str, expected: str) -> None:
    assert " ".join(f"{kind} {said}" for kind, said in kinds(text)) == expected


def test_tokens_count_the_line_ends_before_them() -> None:
    assert [t.lines for t in tokens("(a\n\n ;; note\nb)")] == [0, 0, 2, 1, 0]


def test_nodes_know_where_they_stand() -> None:
    (game,) = reading("\n(game\n  (shuffle X))\n").forms
    assert isinstance(game, List)
    assert (game.head, game.span.line, game.span.text) == ("game", 2, "(game\n  (shuffle X))")
    shuffle = game.items[1]
    assert (shuffle.span.line, shuffle.span.column, repr(shuffle)) == (3, 3, "(shuffle X)")


def test_a_comment_belongs_to_what_it_stands_at() -> None:
    text = (
        ";; title\n\n(game ;; behind the word\n  ;; before\n  (a) ; behind\n  ;; at the end\n  )\n;; tail\n"
    )
    whole = reading(text)
    (game,) = whole.forms
    assert isinstance(game, List)
    word, a = game.items
    assert [c.text for c in game.before] == [";; title"]
    assert word.after is not None
    assert word.after.text == ";; behind the word"
    assert [c.text for c in a.before] == [";; before"]
    assert a.after is not None
    assert a.after.text == "; behind"
    assert [c.text for c in game.tail] == [";; at the end"]
    assert [c.text for c in whole.tail] == [";; tail"]


def test_empty_lines_and_commas_are_kept() -> None:
    (listed,) = reading("(A, B C,\n\nD)").forms
    assert isinstance(listed, List)
    assert [item.comma for item in listed.items] == [True, False, True, False]
    assert [item.blank for item in listed.items] == [False, False, False, True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(game $5)", [("RCY003", 1, 7)]),
        ("(game é)", [("RCY003", 1, 7)]),
        ("(game\x00)", [("RCY003", 1, 6)]),
        ("(game Stock)", [("RCY010", 1, 7)]),
        ("(game 'p)", [("RCY010", 1, 7)]),
        ("(game ’P)", [("RCY013", 1, 7)]),
        ("(game)\n)", [("RCY005", 2, 1)]),
        (")", [("RCY003", 1, 1)]),
    ],
)
def test_what_belongs_into_no_program(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert found(text) == expected


def test_a_typographic_apostrophe_is_read_as_a_plain_one() -> None:
    (listed,) = reading("(all player ‘P)").forms
    assert isinstance(listed, List)
    assert repr(listed.items[2]) == "'P"


def test_bytes_that_are_not_utf_8_harm_outside_of_comments_only() -> None:
    in_comment = read(Source.of_bytes("demo", b"; caf\xe9\n(game) ; \xff"))
    assert [f.code for f in in_comment.findings] == ["RCY012"]
    outside = read(Source.of_bytes("demo", b"; caf\xe9\n(game \xff)"))
    assert [(f.code, f.span.line) for f in outside.findings] == [("RCY002", 2), ("RCY003", 2)]


def test_a_quoted_piece_of_any_length_makes_a_sentence() -> None:
    (finding,) = reading("(game " + "$" * 100_000 + ")").findings
    assert len(finding.message) < 250


@pytest.mark.parametrize(
    "text",
    ["(" * 100_000, "(" * 100_000 + ")" * 100_000, "(a\n" * 100_000, "(game " + "(not " * 100_000],
    ids=["open", "closed", "lines", "game"],
)
def test_a_hundred_thousand_parentheses_get_one_clear_error(text: str) -> None:
    codes = [f.code for f in check(Source("deep", text)).findings]
    assert codes.count("RCY008") == 1


@pytest.mark.parametrize(
    "form", ["(not {})", "(+ 1 {})", "(do ({}))", "((== 1 1) {})", "(all player 'P {})", "({})"]
)
def test_as_deep_as_allowed_is_checked_without_complaint_about_depth(form: str) -> None:
    text = "{}"
    while (text.count("(") + form.count("(")) < MAX_DEPTH:
        text = text.format(form)
    assert "RCY008" not in [f.code for f in check(Source("deep", f"(game {text.format('A')})")).findings]


def test_what_follows_the_depths_is_still_read() -> None:
    (game,) = reading("(game " + "(not " * 150 + ")" * 150 + " (shuffle X))").forms
    assert isinstance(game, List)
    assert repr(game.items[-1]) == "(shuffle X)"


def test_layout_and_comments_make_no_difference_to_what_is_said() -> None:
    (one,) = reading("(move 'C\n  ;; where\n  (top HAND))").forms
    (other,) = reading("(move 'C (top HAND))").forms
    assert same(one, other)
    assert not same(one, reading("(move 'C (top PILE))").forms[0])


def comments_at(node: Node) -> list[Comment]:
    """The comments that a node carries itself."""
    behind = [node.after] if node.after else []
    return [*node.before, *behind, *(node.tail if isinstance(node, List) else ())]


@given(disarranged())
@settings(max_examples=40, deadline=None)
def test_reading_loses_nothing(source: Source) -> None:
    whole = read(source)
    nodes = [node for form in whole.forms for node in walk(form)]
    atoms = [(n.start, n.text) for n in nodes if isinstance(n, Atom)]
    toks = tokens(source.text)
    assert atoms == [
        (t.start, source.text[t.start : t.end])
        for t in toks
        if t.kind not in ("open", "close", "comma", "comment")
    ]
    assert [n.start for n in nodes if isinstance(n, List)] == [t.start for t in toks if t.kind == "open"]
    assert list(whole.lists) == [n for n in nodes if isinstance(n, List)]
    carried = sorted([*(c for n in nodes for c in comments_at(n)), *whole.tail], key=lambda c: c.start)
    assert carried == list(whole.comments)
    assert [c.start for c in carried] == [t.start for t in toks if t.kind == "comment"]
    assert all(n.span.text[0] + n.span.text[-1] == "()" for n in nodes if isinstance(n, List))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_our_programs_are_read_without_an_error(path: Path) -> None:
    assert [f.code for f in read(source_of(path)).findings if f.is_error] == []


pieces = st.sampled_from([
    *"();,'", " ", "\n", "\r\n", "\t", "(game ", "(setup", "(do (", "(choice (", "(all player 'P ", "(filter ", "(create ",
    "(declare ", "(let ", "(stage player", "(end ", "(any ", "(repeat all ", "(put points 'P ", "(set ", "(cycle next ",
    "'P", "'p", "’Q", "HAND", "Hand", "1", "-1", "9" * 30, "..", ":", "==", "using", "sto", "vloc", "player", "team",
    "; note\n", "é", "\x00", "\ufeff", "\ud800", "top", "mem", "str", "points", "deck", "(scoring max 1)",
])  # fmt: skip


@given(st.text() | st.lists(pieces, max_size=60).map("".join))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_and_checked(text: str) -> None:
    result = check(Source("any", text))
    assert result.findings or result.program is not None
    assert all(0 <= f.span.start <= f.span.end <= len(text) for f in result.findings)


@given(st.binary(max_size=200))
@settings(max_examples=50, deadline=None)
def test_any_bytes_are_read_and_checked(data: bytes) -> None:
    result = check(Source.of_bytes("any", data))
    assert result.program is None
    assert result.errors
