"""The formatter: one layout, every comment, the same program."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.recycle.check import check
from croupier.recycle.format import WIDTH, formatted
from croupier.recycle.nodes import same
from croupier.recycle.reader import MAX_DEPTH, read
from croupier.text import Source
from strategies import PROGRAMS, disarranged, source_of

pytestmark = pytest.mark.slow


def laid_out(text: str) -> str:
    """A text in the canonical layout, which is also that of the result."""
    once = formatted(read(Source("demo.rcy", text)))
    assert formatted(read(Source("demo.rcy", once))) == once
    return once


def comments(text: str) -> list[str]:
    """The comments of a text, in order."""
    return [c.text for c in read(Source("demo.rcy", text)).comments]


EXAMPLES = {
    "what fits stays on its line": (
        """
        (repeat 6
          (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))
        """,
        """
        (repeat 6 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))
        """,
    ),
    "two levels of actions do not": (
        """
        (all player 'P (repeat 6 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
        """,
        """
        (all player 'P
          (repeat 6 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
        """,
    ),
    "several actions follow below do": (
        """
        (do ((shuffle (game iloc STOCK)) (turn pass)))
        """,
        """
        (do (
          (shuffle (game iloc STOCK))
          (turn pass)))
        """,
    ),
    "a choice with comments and conditions": (
        """
        (choice ( ;; The leader plays any card.
        ((== (size (game mem LEAD)) 0) (any ((current player) iloc HAND) 'AC (do (
        (move 'AC (top ((current player) vloc TRICK)))
        (remember (top ((current player) vloc TRICK)) (top (game mem LEAD)))))))
        ;; Or not.
        (turn pass)))
        """,
        """
        (choice (
          ;; The leader plays any card.
          ((== (size (game mem LEAD)) 0)
            (any ((current player) iloc HAND) 'AC
              (do (
                (move 'AC (top ((current player) vloc TRICK)))
                (remember (top ((current player) vloc TRICK)) (top (game mem LEAD)))))))
          ;; Or not.
          (turn pass)))
        """,
    ),
    "a game, its setup and its stages always break": (
        """
        (game (declare 4 'N) (setup (create players 'N) (create teams (0 2) (1 3)))
        (stage player (end (== (size (game iloc STOCK)) 0)) (turn pass)) (scoring max 0))
        """,
        """
        (game
          (declare 4 'N)
          (setup
            (create players 'N)
            (create teams (0, 2) (1, 3)))
          (stage player
            (end (== (size (game iloc STOCK)) 0))
            (turn pass))
          (scoring max 0))
        """,
    ),
    "a deck opens on the line of its location; its values are filled": (
        """
        (create deck (game iloc STOCK) (deck (RANK (TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK
        QUEEN KING ACE PAGE KNIGHT FOOL)) (COLOR (RED (SUIT (HEARTS DIAMONDS))) (BLACK (SUIT (CLUBS))))))
        """,
        """
        (create deck (game iloc STOCK) (deck
          (RANK (TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE, PAGE, KNIGHT,
                 FOOL))
          (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS))))))
        """,
    ),
    "one award a line": (
        """
        (do ((set (game points P) (((RANK : ACE) 14) ((RANK:KING) 13)))
        (put points 'P (((RANK (ACE)) 14) ((RANK (KING)) 13)))
        (set (game points LONE) ((RANK : ACE) 14))))
        """,
        """
        (do (
          (set (game points P) (
            ((RANK : ACE) 14)
            ((RANK : KING) 13)))
          (put points 'P (
            ((RANK (ACE)) 14)
            ((RANK (KING)) 13)))
          (set (game points LONE) ((RANK : ACE) 14))))
        """,
    ),
    "ranges have blanks": (
        """
        (all (range 0..'N) 'I (inc (game sto SUM) (all 1..8 'J 'J)))
        """,
        """
        (all (range 0 .. 'N) 'I (inc (game sto SUM) (all 1 .. 8 'J 'J)))
        """,
    ),
    "a long collection breaks before its variable": (
        """
        (any (filter ((current player) iloc HAND) 'H (or (== (cardatt RANK 'H) EIGHT)
        (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc DISCARD))))))
        'C (move 'C (top (game vloc DISCARD))))
        """,
        """
        (any (filter ((current player) iloc HAND) 'H
               (or (== (cardatt RANK 'H) EIGHT)
                   (== (cardatt SUIT 'H) (cardatt SUIT (top (game vloc DISCARD))))))
          'C
          (move 'C (top (game vloc DISCARD))))
        """,
    ),
    "arguments stand under one another": (
        """
        (scoring max (+ (sum ((current player) vloc TAKEN) using (game points PENALTY)) (- 26 (size
        ((current player) vloc TAKEN)))))
        """,
        """
        (scoring max (+ (sum ((current player) vloc TAKEN) using (game points PENALTY))
                        (- 26 (size ((current player) vloc TAKEN)))))
        """,
    ),
    "words stay with what they introduce": (
        """
        (cycle next (owner (max (union (all player 'P ('P vloc TRICK)))
        using (game points PRECEDENCE_OF_CARDS))))
        """,
        """
        (cycle next (owner (max (union (all player 'P ('P vloc TRICK)))
                                using (game points PRECEDENCE_OF_CARDS))))
        """,
    ),
    "a storage keeps its line": (
        """
        (set ((current player) sto SCORE) (+ ((current player) sto SCORE) (sum (game vloc TABLE) using 'P) 1))
        """,
        """
        (set ((current player) sto SCORE)
          (+ ((current player) sto SCORE) (sum (game vloc TABLE) using 'P) 1))
        """,
    ),
    "what belongs to an owner stays with it": (
        """
        (inc ((owner (max (union (all player 'P ('P iloc HAND)))
        using (game points RANKING))) sto TAKEN_IN_ALL) 1)
        """,
        """
        (inc ((owner (max (union (all player 'P ('P iloc HAND)))
                          using (game points RANKING))) sto TAKEN_IN_ALL)
          1)
        """,
    ),
    "comments behind a line stay there, behind what closes": (
        """
        (do ((shuffle (game iloc STOCK)) ; mix
          (turn pass)    ;; and wait
        ) )
        """,
        """
        (do (
          (shuffle (game iloc STOCK))  ; mix
          (turn pass)))  ;; and wait
        """,
    ),
    "comments before a closing parenthesis stay inside": (
        """
        (do (
            (turn pass)
            ;; nothing else
        ))
        """,
        """
        (do (
          (turn pass)
          ;; nothing else
        ))
        """,
    ),
    "comments in odd places": (
        """
        ( ;; why
        move (top (game iloc STOCK)) ;; from
          ;; to
          (top (game vloc TABLE)))
        """,
        """
        ;; why
        (move (top (game iloc STOCK))  ;; from
              ;; to
              (top (game vloc TABLE)))
        """,
    ),
    "one empty line is kept between items, none at the edges": (
        """

        ;; Demo


        (game

          (declare 1 'A)


          ;; The setup.

          (setup (create players 2))

          )

        ;; end
        """,
        """
        ;; Demo

        (game
          (declare 1 'A)

          ;; The setup.

          (setup (create players 2)))

        ;; end
        """,
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    before, after = map(dedent, EXAMPLES[name])
    assert laid_out(before) == after.removeprefix("\n")


def test_line_ends_become_plain_and_the_last_line_has_one() -> None:
    assert laid_out(";; demo \r\n(game\r\n (turn pass))") == ";; demo\n(game\n  (turn pass))\n"


def test_nothing_stays_nothing() -> None:
    assert laid_out("\n \n") == ""
    assert laid_out(";; only a comment") == ";; only a comment\n"


def test_the_deepest_nesting_that_the_reader_takes() -> None:
    text = "(not " * (MAX_DEPTH - 1) + "(and A ;; deep\n B)" + ")" * (MAX_DEPTH - 1)
    assert comments(laid_out(text)) == [";; deep"]


@pytest.mark.slow
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_our_programs_stay_the_same_programs(path: Path) -> None:
    source = source_of(path)
    text = laid_out(source.text)
    assert check(Source(source.name, text)).program == check(source).program is not None
    assert comments(text) == comments(source.text)
    code = [line for line in text.split("\n") if ";" not in line]
    assert max(map(len, code)) <= WIDTH


@settings(max_examples=60, deadline=None)
@given(disarranged())
def test_the_layout_does_not_depend_on_how_it_was_laid_out(source: Source) -> None:
    text = laid_out(source.text)
    assert comments(text) == comments(source.text)
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert "\n\n\n" not in text
    assert check(Source(source.name, text)).program == check(source).program is not None


TOKENS = [
    "(",
    ")",
    "(do (",
    "((",
    "))",
    ",",
    "'V",
    "A",
    "7",
    "all",
    "player",
    "set",
    "deck",
    "using",
    "..",
    ":",
]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([*TOKENS, ";; c\n", "\n", "\n\n"]), max_size=40).map(" ".join))
def test_whatever_the_reader_takes_can_be_laid_out(text: str) -> None:
    before = read(Source("demo", text))
    if any(f.is_error for f in before.findings):
        return
    after = read(Source("demo", laid_out(text)))
    assert len(before.forms) == len(after.forms)
    assert all(map(same, before.forms, after.forms))
    assert [c.text for c in before.comments] == [c.text for c in after.comments]
