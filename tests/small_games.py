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

COVERED = """;; Covered & <b>"quoted"</b>
;; A game in which something is wrong with most rules.
(game
  (declare 2 'SEATS)
  (declare 0 'EXTRA)
  (setup
    (create players 'SEATS)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
  (stage player
    (end (== (size (game iloc STOCK)) 0))
    (choice (
      ;; option: take <script>document.title = "gone"</script>
      (move (top (game iloc STOCK)) (top ((current player) vloc TAKEN)))
      ;; option: give
      (move (top (game iloc STOCK)) (top ((next player) vloc TAKEN)))
      ;; option: pass when there are nine
      ((== (size (game iloc STOCK)) 9) (turn pass))
      ;; option: pass in the variant
      ((== 'EXTRA 1) (turn pass))))
    (choice ((inc (game sto TURNS) 1)))
    ((and (>= (size (game iloc STOCK)) 0) (== (size (game iloc STOCK)) 7))
      (do ((set (game sto X) 1) (inc (game sto X) 1))))
    ((or (== (size (game iloc STOCK)) 5) (!= (size (game iloc STOCK)) 5)) (set (game sto Y) 1)))
  (scoring max (size ((current player) vloc TAKEN))))
"""
"""A game for coverage: dead rules, a choice that is none, an option that only a fool takes."""
