"""Small games with known ends, for the tests of everything that plays."""

from __future__ import annotations

_FRAME = """\
;; {title}
;; dialect: 0.6
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ACE, KING, QUEEN)) (SUIT (HEARTS, SPADES)))))
  (do ((shuffle (game iloc STOCK))))
{body}
  (scoring max ((current player) sto SCORE)))
"""


def game(title: str, body: str) -> str:
    """A program for two seats and six cards, with this body."""
    return _FRAME.format(title=title, body=body)


FAILING = game(
    "Failing",
    """\
  (choice ((move (top (game iloc STOCK)) (top (game vloc PILE))) (turn pass)))
  (do (((== (size (game vloc PILE)) 1) (set (game sto X) (// 1 (game sto Y))))))""",
)
"""Fails with a division by 0 whenever a card has been moved: in about half of the games."""

STUCK = game("Stuck", "  (choice (((== (game sto X) 1) (turn pass))))")
"""A choice without options."""

ENDLESS = game(
    "Endless", "  (stage player (end (== (game sto X) 1)) (choice ((turn pass) (set (game sto Y) 3))))"
)
"""Decisions without end."""

LOOPING = game("Looping", "  (stage player (end (== (game sto X) 1)) (do ((set (game sto Y) 3))))")
"""Runs on without a decision."""

DROPPING = game(
    "Dropping",
    """\
  (choice (
    (move (top (game vloc PILE)) (top (game vloc OUT)))
    (turn pass)
    (set (game sto X) 1)))""",
)
"""Its first option is impossible, and dropped."""

WRONG = game("Wrong", "  (do ((shufle (game iloc STOCK))))")
"""Has an error."""
