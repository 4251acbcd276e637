"""The translator: the same program in another dialect, or every place where that is impossible."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.interpreter import RecycleGame
from croupier.recycle.check import Checked, check
from croupier.recycle.codes import codes, framed
from croupier.recycle.forms import FORMS, Dialect
from croupier.recycle.reader import read
from croupier.recycle.translate import translate
from croupier.text import Source
from strategies import PROGRAMS, ROOT, disarranged, some_programs, source_of

pytestmark = pytest.mark.slow

LIBRARY = ROOT / "src/croupier/library"
V04, V05, V0510, V06, HOUSE = Dialect
OLD_PROGRAMS = [path for path in PROGRAMS if ";; dialect: 0.4\n" in source_of(path).text]
"""Heads say it: to check all programs while tests are collected would take seconds in every worker."""


@lru_cache(maxsize=16)
def checked(text: str) -> Checked:
    """A text as checked; it must be a program."""
    found = check(Source("demo.rcy", text))
    assert found.program is not None, found.errors
    return found


def translated(text: str, to: Dialect) -> str:
    """A program in another dialect: it means the same and uses nothing but forms of that dialect."""
    before = checked(text)
    result, _ = translate(before, to)
    assert result is not None
    after = checked(result)
    # The house dialect has short forms of its own: what is the same there are the games.
    assert to is HOUSE or after.program == before.program
    assert after.dialect is to
    assert [name for name in after.used if not FORMS[name].native_to(to)] == []
    return result


def refusals(text: str, to: Dialect) -> list[tuple[str, str]]:
    """The places that cannot be said in a dialect, with the reasons."""
    result, findings = translate(checked(text), to)
    assert result is None
    assert {f.code for f in findings} == {"RCY201"}
    return [(" ".join(f.span.text.split()), f.hint) for f in findings]


def game(dialect: str, *actions: str, declare: str = "") -> str:
    """A program that does these things."""
    body = "\n    ".join(actions)
    return f"""\
;; Demo
;; dialect: {dialect}
(game
  (declare 4 'N) {declare}
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))
  (do (
    (shuffle (game iloc STOCK))
    {body}))
  (scoring max ((current player) sto SCORE)))
"""


def value(expression: str) -> str:
    """An action that uses an integer."""
    return f"(inc ((0 player) sto SCORE) {expression})"


PAIRS = {
    "remainders": (V04, value("(mod 7 4)"), V05, value("(% 7 4)")),
    "an award": (
        V05,
        "(set (game points WORTH) ((RANK (ACE)) 1))",
        V0510,
        "(set (game points WORTH) ((RANK : ACE) 1))",
    ),
    "an award on a computed value": (
        V05,
        "(set (game points WORTH) ((SUIT (cardatt SUIT (top (game iloc STOCK)))) 1))",
        V0510,
        "(set (game points WORTH) ((SUIT : (cardatt SUIT (top (game iloc STOCK)))) 1))",
    ),
    "a point map": (
        V04,
        "(put points 'WORTH ((RANK (ACE)) 1))",
        V05,
        "(set (game points WORTH) ((RANK (ACE)) 1))",
    ),
    "the use of a point map": (
        V04,
        "(put points 'WORTH ((RANK (ACE)) 1))\n    " + value("(sum (game iloc STOCK) using 'WORTH)"),
        V06,
        "(set (game points WORTH) ((RANK : ACE) 1))\n    "
        + value("(sum (game iloc STOCK) using (game points WORTH))"),
    ),
    "a partition": (
        V05,
        value("(size (partition (game iloc STOCK) (game vloc TABLE) RANK))"),
        V0510,
        value("(size (partition RANK (game iloc STOCK) (game vloc TABLE)))"),
    ),
    "a range up to a number": (V04, value("(size (range 0 .. 8))"), V06, value("(size (range 0 .. 7))")),
    "a range up to a variable": (
        V04,
        value("(size (range 0 .. 'N))"),
        V0510,
        value("(size (range 0 .. (- 'N 1)))"),
    ),
    "a range beyond a variable": (
        V04,
        value("(size (range 0 .. (+ 'N 1)))"),
        V05,
        value("(size (range 0 .. 'N))"),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_spelling_of_one_dialect_is_that_of_another_there_and_back(name: str) -> None:
    older, old, newer, new = PAIRS[name]
    assert new in translated(game(older.value, old), newer)
    assert old in translated(game(newer.value, new), older)


def test_what_may_be_left_out_is_written_down_for_older_dialects() -> None:
    text = game("0.6", "(inc (game sto ROUND))", "(dec (game sto ROUND))", value("(game sto ROUND)"))
    assert "(inc (game sto ROUND) 1)\n    (dec (game sto ROUND) 1)" in translated(text, V0510)
    assert "(inc (game sto ROUND))\n    (dec (game sto ROUND))" in translated(text, V06)


def test_the_index_0_is_left_out_and_others_are_refused() -> None:
    text = game("0.6", "(move (top (game iloc STOCK)) (top (game vloc ROW 0)))")
    assert "(top (game vloc ROW))" in translated(text, V04)
    why = "dialect 0.4 has only `(Owner vloc String)`"
    assert refusals(text.replace("ROW 0", "ROW 3"), V04) == [("(game vloc ROW 3)", why)]


def test_a_stage_gets_its_end() -> None:
    text = game("0.4").replace(
        "  (scoring", "  (stage player (== (game sto ROUND) 3) (inc (game sto ROUND) 1))\n  (scoring"
    )
    assert "(end (== (game sto ROUND) 3))" in translated(text, V04)


def test_a_bare_range_gets_its_word() -> None:
    assert "(all (range 1 .. 7) 'I 'I)" in translated(game("0.4", value("(all 1..8 'I 'I)")), V05)


def test_every_place_is_reported_at_once() -> None:
    text = game(
        "0.6",
        "(set (game str SUIT) HEARTS)",
        value("(tri (scoremax (game iloc STOCK) using (game points W)))"),
    )
    assert [what for what, _ in refusals(text, V0510)] == [
        "(scoremax (game iloc STOCK) using (game points W))"
    ]
    assert refusals(text, V05)[:2] == [
        ("(game str SUIT)", "the form came with dialect 0.5.10"),
        (
            "(tri (scoremax (game iloc STOCK) using (game points W)))",
            "the form came with dialect 0.5.10",
        ),
    ]


def test_an_award_for_several_attributes_is_new() -> None:
    text = game("0.6", "(set (game points WORTH) ((RANK : ACE) (SUIT : HEARTS) 1))")
    why = "dialect 0.5 has only one key and value: `((KEY (VALUE)) POINTS)`"
    assert refusals(text, V05) == [("((RANK : ACE) (SUIT : HEARTS) 1)", why)]


def test_only_a_point_map_of_the_game_can_be_a_variable() -> None:
    used = value("(sum (game iloc STOCK) using {})")
    owned = "((0 player) points WORTH)"
    text = game("0.6", f"(set {owned} ((RANK : ACE) 1))", used.format(owned))
    assert [what for what, _ in refusals(text, V04)] == [owned, owned]
    unset = game("0.6", used.format("(game points WORTH)"))
    assert "no `(set (game points WORTH) …)` fills it" in refusals(unset, V04)[0][1]


def test_a_point_map_must_not_become_a_variable_that_is_bound() -> None:
    used = "(all player 'WORTH (inc ('WORTH sto SCORE) (sum (game iloc STOCK) using (game points WORTH))))"
    text = game("0.6", "(set (game points WORTH) ((RANK : ACE) 1))", used)
    assert "which is bound to something else here" in refusals(text, V04)[0][1]


def test_the_back_of_a_deck_is_not_dropped() -> None:
    text = game("0.6", "(create deck BLUE (game iloc STOCK) (deck (RANK (JOKER))))")
    assert "has only `(create deck Location Deck)`" in refusals(text, V05)[0][1]


def test_bindings_keep_their_order() -> None:
    aces = "(filter (game iloc STOCK) '{0} (== (cardatt RANK '{0}) ACE))"
    key = f"(cardatt SUIT (top {aces.format('K')}))"
    text = game("0.5", value(f"(size (partition {aces.format('C')} {key}))"))
    assert "stand the other way round" in refusals(text, V0510)[0][1]


ENDS = [
    "5",
    "-3",
    "'N",
    "(- 'N 1)",
    "(+ 'N 1)",
    "(+ 1 'N)",
    "(- 5 1)",
    "(+ 4 1)",
    "(- (+ 'N 1) 1)",
    "(+ (- 'N 1) 1)",
]
ENDS += ["(- 'N 2)", "(+ 'N 1 1)", "(mod 'N 3)", "(size (game iloc STOCK))", "(+ (mod 'N 3) 1)"]


@pytest.mark.parametrize("end", ENDS)
def test_a_range_ends_where_it_ended(end: str) -> None:
    text = game("0.4", value(f"(size (range 0 .. {end}))"))
    assert checked(translated(translated(text, V0510), V04)).program == checked(text).program
    later = text.replace("dialect: 0.4", "dialect: 0.6").replace("(mod", "(%")
    assert checked(translated(translated(later, V04), V06)).program == checked(later).program


def test_a_range_that_ends_where_integers_do() -> None:
    text = game("0.6", value(f"(size (range 0 .. {2**63 - 1}))"))
    assert "does not fit into 64 bits" in refusals(text, V04)[0][1]


def test_the_comment_that_names_the_dialect_is_kept_up_to_date() -> None:
    text = game("0.4")
    assert translated(text, V06).startswith(";; Demo\n;; dialect: 0.6\n(game\n")
    silent = text.replace(";; dialect: 0.4\n", "")
    assert translated(silent, V05).startswith(";; Demo\n;; dialect: 0.5\n(game\n")
    bare = silent.removeprefix(";; Demo\n")
    assert translated(bare, V05).startswith(";; dialect: 0.5\n(game\n")


def test_a_dialect_that_was_guessed_is_told() -> None:
    text = game("0.4", value("(size (range 0 .. 3))")).replace(";; dialect: 0.4\n", "")
    result, findings = translate(checked(text), V06)
    assert result is not None
    assert [f.code for f in findings] == ["RCY111"]


def test_a_program_with_errors_is_not_translated() -> None:
    found = check(Source("demo.rcy", "(game (scoring max 1))"))
    assert translate(found, V06) == (None, found.findings)


def test_comments_in_what_is_written_anew_are_kept() -> None:
    text = game(
        "0.4",
        "(put ;; one\n points 'WORTH ;; two\n (((RANK ;; three\n (ACE ;; four\n)) 1)))",
        value("(mod ;; five\n 7 ;; six\n 4)"),
        value("(size (range 0 .. (+ 'N ;; seven\n 1)))"),
    )
    result = translated(text, V06)
    kept = {c.text for c in read(Source("demo", result)).comments}
    assert kept > {f";; {word}" for word in ("one", "two", "three", "four", "five", "six", "seven")}


@pytest.mark.parametrize("example", ["wrong", "right"])
def test_the_examples_of_the_finding(example: str) -> None:
    text = framed("body", getattr(codes()["RCY201"], example))
    result, _ = translate(checked(text), V0510)
    assert (result is None) == (example == "wrong")


@pytest.mark.parametrize("to", Dialect, ids=lambda to: to.value)
@pytest.mark.parametrize("path", some_programs(2), ids=lambda path: path.stem)
def test_our_programs_are_translated_or_refused(path: Path, to: Dialect) -> None:
    text = source_of(path).text
    result, findings = translate(checked(text), to)
    if result is None:
        assert {f.code for f in findings} == {"RCY201"}
    else:
        assert translated(text, to) == result
        assert translated(result, to) == result


@pytest.mark.parametrize("path", OLD_PROGRAMS, ids=lambda path: path.stem)
def test_from_0_4_to_0_5_10_and_back(path: Path) -> None:
    text = source_of(path).text
    assert checked(translated(translated(text, V0510), V04)).program == checked(text).program


@settings(max_examples=40, deadline=None)
@given(disarranged(), st.sampled_from(Dialect))
def test_any_layout_is_translated(source: Source, to: Dialect) -> None:
    before = [c.text for c in read(source).comments if "dialect" not in c.text]
    if translate(check(source), to)[0] is not None:
        after = read(Source("demo", translated(source.text, to))).comments
        assert sorted(c.text for c in after if "dialect" not in c.text) == sorted(before)


def test_house_has_short_forms() -> None:
    loop = "(all player 'P (do ((move (top (game iloc STOCK)) (top ('P iloc HAND))) (inc ('P sto SCORE)))))"
    note = "((== 0 (size (game vloc PILE))) (remember (top (game iloc STOCK)) (top (game mem LEAD))))"
    text = " ".join(
        translated(game("0.6", loop, note, "(repeat all (forget (top (game mem LEAD))))"), HOUSE).split()
    )
    assert "(shuffle (game iloc STOCK)) (all player 'P (move (top" in text
    assert "(move (top (game iloc STOCK)) ('P iloc HAND)) (inc ('P sto SCORE)))" in text
    assert "((empty (game vloc PILE)) (remember (top (game iloc STOCK)) (game mem LEAD)))" in text
    assert "(forget (game mem LEAD)) (scoring" in text


@pytest.mark.parametrize("name", ["agram", "golf_six", "picnic"])
def test_short_forms_play_the_same_games(name: str) -> None:
    before = checked(source_of(LIBRARY / f"{name}.rcy").text)
    after = checked(translated(before.reading.source.text, HOUSE))
    assert before.program is not None
    assert after.program is not None
    one, other = (RecycleGame(found, name).start(1) for found in (before.program, after.program))
    for decision in range(25):
        assert one.options == other.options
        if one.outcome is None:
            one.apply(decision % one.option_count)
            other.apply(decision % other.option_count)
    assert one.outcome == other.outcome
