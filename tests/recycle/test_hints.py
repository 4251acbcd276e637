"""Hints where everybody guesses wrong: words of other languages, names in lower case, alternatives."""

from __future__ import annotations

import re

import pytest

from checking import checked, program, sentences, warnings
from croupier.recycle.check import check
from croupier.recycle.codes import framed
from croupier.recycle.forms import FORMS, KNOWN_WORDS, Form
from croupier.recycle.guesses import GUESSES
from croupier.text import Diagnostic, Severity, Source


def clean(frame: str, example: str, form: Form | None = None) -> bool:
    """Whether an example of a form checks clean, and uses the form."""
    found = check(Source("example.rcy", framed(frame, example)), dialect=form.until if form else None)
    suspicious = [f for f in found.findings if f.severity > Severity.NOTE]
    return not suspicious and (form is None or form.name in found.used)


def mended(text: str, finding: Diagnostic) -> str:
    """The text after the first repair of a finding."""
    fix = finding.fixes[0]
    return text[: fix.span.start] + fix.replacement + text[fix.span.end :]


@pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: form.name)
def test_every_form_has_an_example_that_uses_it_and_checks_clean(form: Form) -> None:
    assert clean(form.frame, form.example, form)


@pytest.mark.parametrize("word", GUESSES)
def test_a_guessed_word_gets_a_hint_whose_examples_check_clean(word: str) -> None:
    assert word not in KNOWN_WORDS
    (said,) = [s for s in sentences(f"({word} (turn pass))") if s.startswith("RCY020")]
    assert said == f"RCY020 there is no form `{word}` | {GUESSES[word]}"
    for quoted in re.findall(r"`(\(.+?\))`", GUESSES[word]):
        if "…" not in quoted and not quoted.startswith(("(scoring", "(declare")):
            assert clean("body", quoted), quoted


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("(if (> (size (game iloc STOCK)) 0) (turn pass))", "((> (size (game iloc STOCK)) 0) (turn pass))"),
        ("(foreach player 'P (inc ('P sto SCORE) 1))", "(all player 'P (inc ('P sto SCORE) 1))"),
    ],
)
def test_a_guess_with_a_plain_repair_has_it(wrong: str, right: str) -> None:
    text = program(wrong)
    (error,) = checked(text).errors
    assert mended(text, error) == program(right)
    assert not checked(program(right)).errors


def test_a_value_cannot_be_conditional() -> None:
    (said,) = sentences("(set ((0 player) sto SCORE) (if (> 1 0) 1 2))")
    assert "a value has no cases" in said


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("(shuffle (game iloc stock))", "(shuffle (game iloc STOCK))"),
        ("(inc ((0 player) sto score) 1)", "(inc ((0 player) sto SCORE) 1)"),
        ("((== (cardatt suit (top (game iloc STOCK))) hearts) (turn pass))", ""),
        ("(all (hearts, SPADES) 'S ((== (cardatt SUIT (top (game iloc STOCK))) 'S) (turn pass)))", ""),
        ("(set (game points W) (((rank : ace) 3)))", ""),
        ("(all player 'p (inc ('p sto SCORE) 1))", ""),
        ("(Shuffle (game iloc Stock))", "(shuffle (game iloc STOCK))"),
    ],
)
def test_a_name_in_lower_case_is_reported_once_and_repaired(wrong: str, right: str) -> None:
    text = program(wrong)
    while errors := checked(text).errors:
        assert {e.code for e in errors} == {"RCY010"}
        text = mended(text, errors[0])
    if right:
        assert text == program(right)


def test_the_hint_gives_the_name_in_capitals() -> None:
    assert sentences("(shuffle (game iloc hand))") == [
        "RCY010 `hand` is neither a name nor a word of the language | names are in capitals: `HAND`"
    ]
    assert sentences("(inc ((0 player) sto score) 1)") == [
        "RCY010 `score` is a word of the language | names are in capitals: `SCORE`"
    ]


def test_the_keys_and_values_of_a_deck_are_names_too() -> None:
    deck = "(create deck (game iloc STOCK) (deck (rank (ace)) (COLOR (red (suit (hearts, spades))))))"
    text = f"(game (setup (create players 2) {deck}) (shuffle (game iloc STOCK)) (scoring max 0))"
    found = [e.span.text for e in checked(text).errors]
    assert found == ["rank", "ace", "red", "suit", "hearts", "spades"]


def test_a_misspelt_word_is_no_name() -> None:
    for body in ("(cycle nxt (1 player))", "(inc ((0 player) stoo SCORE) 1)", "(turn pas)"):
        assert "RCY010" not in [s.split()[0] for s in sentences(body)]


ROUND = """(stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice ({}))
    (inc ((current player) sto SCORE) 1)
    (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))"""
FIRST = """((== (size (game vloc PILE)) 0)
  (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))"""
SECOND = """((> (size (game vloc PILE)) 0)
  (any ((current player) iloc HAND) 'C (move 'C (bottom (game vloc PILE)))))"""


def test_alternatives_in_a_row_are_warned_of() -> None:
    assert warnings(ROUND.format(f"(do ({FIRST} {SECOND}))")) == ["RCY122"]


def test_alternatives_behind_one_another_by_what_is_left_in_hand() -> None:
    """Who plays the last heart has none then, and would play another card."""
    hearts = "(filter ((current player) iloc HAND) 'H (== (cardatt SUIT 'H) HEARTS))"
    has = f"((> (size {hearts}) 0) (any {hearts} 'C (move 'C (top (game vloc PILE)))))"
    none = f"((== (size {hearts}) 0) (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))"
    assert "RCY122" in warnings(ROUND.format(f"(do ({has} {none}))"))
    assert "RCY122" not in warnings(ROUND.format(f"{has} {none}"))


def test_the_ways_out_are_clean() -> None:
    assert warnings(ROUND.format(f"{FIRST} {SECOND}")) == []
    text = program(ROUND.format(f"(do ({FIRST} {SECOND}))"))
    (finding,) = checked(text).findings
    assert mended(text, finding) == program(ROUND.format(f"{FIRST} {SECOND}"))
    kept = SECOND.replace("(> (size (game vloc PILE)) 0)", "(not 'EMPTY)")
    first = FIRST.replace("(== (size (game vloc PILE)) 0)", "'EMPTY")
    let = f"(let (== (size (game vloc PILE)) 0) 'EMPTY (do ({first} {kept})))"
    assert warnings(ROUND.format(let)) == []


def test_no_warning_where_the_first_changes_nothing_that_the_second_asks() -> None:
    first = FIRST.replace("(size (game vloc PILE))", "(game sto ROUND)")
    second = SECOND.replace("(size (game vloc PILE))", "(game sto ROUND)")
    body = "(inc (game sto ROUND) 1)\n" + ROUND.format(f"(do ({first} {second}))")
    assert "RCY122" not in warnings(body)
