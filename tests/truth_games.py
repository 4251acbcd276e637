"""Small games about which the truth is known: what every heuristic has to say of them can be reckoned."""

from __future__ import annotations

_FRAME = """\
;; {title}
;; dialect: 0.6
(game
  (setup
    (create players {seats})
{teams}    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do (
    (shuffle (game iloc STOCK))
    (move (top (game iloc STOCK)) (top (game hloc FATE)))))
{body}
  (scoring max ((current player) sto SCORE)))
"""


def _game(title: str, seats: int, body: str, teams: str = "") -> str:
    return _FRAME.format(title=title, seats=seats, teams=teams, body=body)


_IDLE = """\
  (stage player (end (== (game sto TURNS) {turns}))
    (choice ((turn pass) (set (game sto MOOD) 1)))
    (do ((inc (game sto TURNS)))))
"""
"""Choices that change nothing."""

_FATE = "(== (cardatt RANK (top (game hloc FATE))) {rank})"

UNFAIR = _game(
    "Unfair",
    2,
    _IDLE.format(turns=4)
    + f"  (do (({_FATE.format(rank='FOUR')} (inc ((1 player) sto SCORE)))\n"
    + f"    ((not {_FATE.format(rank='FOUR')}) (inc ((0 player) sto SCORE)))))",
)
"""Seat 0 wins three games of four, whatever anybody does: fairness ½."""

LUCK = _game(
    "Luck",
    4,
    _IDLE.format(turns=8)
    + "\n".join(
        f"  (do (({_FATE.format(rank=rank)} (inc (({seat} player) sto SCORE)))))"
        for seat, rank in enumerate(("ONE", "TWO", "THREE", "FOUR"))
    ),
)
"""One of four seats wins, all equally often, whatever anybody does."""

SKILL = _game(
    "Skill",
    2,
    """\
  (stage player (end (== (game sto TURNS) 10))
    (choice ((inc ((current player) sto SCORE)) (turn pass)))
    (do ((inc (game sto TURNS)))))""",
)
"""Everybody may take a point or leave it, five times: whoever knows what a point is takes them all."""

OPENING = _game(
    "Opening",
    2,
    """\
  (choice ((inc ((0 player) sto SCORE) 100) (turn pass)))
  (stage player (end (== (game sto TURNS) 6))
    (choice ((inc ((current player) sto SCORE)) (turn pass)))
    (do ((inc (game sto TURNS)))))""",
)
"""The first move can win the game at once."""

LAST_CARD = _game(
    "Last card",
    2,
    _IDLE.format(turns=8)
    + """\
  (do (
    (shuffle (game iloc STOCK))
    ((== (random 1) 0) (inc ((0 player) sto SCORE)))))
  (do (((== ((0 player) sto SCORE) 0) (inc ((1 player) sto SCORE)))))""",
)
"""Nothing is decided before the very end."""

_TOSS = """\
  (do (
    (set (game sto TURNS) 0)
    (set (game sto COIN) (random 1))))
  (do (
    ((== (game sto COIN) 0) (inc ((0 player) sto SCORE)))
    ((== (game sto COIN) 1) (inc ((1 player) sto SCORE)))))
"""

THREE_TOSSES = _game("Three tosses", 2, _TOSS + _IDLE.format(turns=2) + _TOSS + _IDLE.format(turns=2) + _TOSS)
"""Whoever wins two of three tosses wins, whatever anybody does; everybody decides once between two tosses.

A winner has lost the first toss in one game of four. Then it expects ¼ at both decisions before the second
toss, and is never behind otherwise: drama is ¼ · √(½ − ¼) = ⅛, security 1 − ¼ · ½ = ⅞. Nobody comes back in
the last third, and nobody who has led is ever behind. In half of all cases prospects fall from a seat's first
decision to its second.
"""

TEAMS = _game(
    "Teams",
    4,
    _IDLE.format(turns=4)
    + f"  (do (({_FATE.format(rank='FOUR')}\n"
    + "      (do ((inc ((1 player) sto SCORE)) (inc ((3 player) sto SCORE)))))\n"
    + f"    ((not {_FATE.format(rank='FOUR')})\n"
    + "      (do ((inc ((0 player) sto SCORE)) (inc ((2 player) sto SCORE)))))))",
    teams="    (create teams (0, 2) (1, 3))\n",
)
"""Two teams, of which the first wins three games of four."""

SOLITAIRE = """\
;; Solitaire
;; dialect: 0.6
(game
  (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((shuffle (game iloc STOCK)) (repeat 3 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))
  (stage player (end (== (size ((0 player) iloc HAND)) 0))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc OUT)))))))
  (scoring max 1))
"""
"""One seat."""

NO_CHOICE = _game("No choice", 2, "  (do (((== (random 1) 0) (inc ((0 player) sto SCORE)))))")
"""Nobody decides anything; ties if seat 0 does not score."""

ALL_TIES = _game("All ties", 3, _IDLE.format(turns=6))
"""Everybody has 0 points at the end."""

TEN_SEATS = _game("Ten seats", 10, _IDLE.format(turns=20) + "  (do ((inc ((9 player) sto SCORE))))")
"""Ten seats, of which the last one always wins."""

TOGETHER = """\
;; Together
;; dialect: 0.6
(game
  (setup
    (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((shuffle (game iloc STOCK))))
  (stage player (end (== (game sto TURNS) 12))
    (choice ((inc (game sto SCORE)) (turn pass)))
    (do ((inc (game sto TURNS)))))
  (scoring max (game sto SCORE)))
"""
"""Three seats share a score: at random it is 6 of 12 in the mean, and skill doubles it."""

SHARED_BY_SEATS = TOGETHER.replace(
    "(scoring max (game sto SCORE))", "(scoring max (+ (game sto SCORE) (* 0 ((current player) sto SCORE))))"
)
"""The same, though its scoring asks for something of every seat."""

PATIENCE = """\
;; Patience
;; dialect: 0.6
(game
  (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((shuffle (game iloc STOCK))))
  (stage player (end (== (game sto TURNS) 8))
    (choice ((inc ((current player) sto PENALTY)) (turn pass)))
    (do ((inc (game sto TURNS)))))
  (scoring min ((current player) sto PENALTY)))
"""
"""One seat takes a penalty or not, eight times: 4 at random, 0 with any skill."""

BIDDING = _game(
    "Bidding",
    3,
    """\
  (stage player (end (== (game sto TURNS) 3))
    (choice (
      (set ((current player) sto SCORE) 9)
      (set ((current player) sto SCORE) (- 0 1))
      (set ((current player) sto SCORE) (- 0 2))
      (set ((current player) sto SCORE) (- 0 3))))
    (do ((inc (game sto TURNS)))))""",
)
"""Everybody bids once; all bids but the first lose. Any AI bids the first, and random rivals seldom do."""

SWITCHES = """\
(game
  (declare 0 'EXTRA)
  (declare 0 'VARIANT)
  (declare 1 'PLAIN)
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
  (do (
    (shuffle (game iloc STOCK))
    (repeat 'EXTRA (inc (game sto BONUS) 1))
    ((or (and (== 'VARIANT 1) (== (size (game iloc STOCK)) 6)) (and (== 'VARIANT 2) (== 'PLAIN 1)))
      (inc (game sto BONUS) 2))
    ((not (or (== 'PLAIN 1) (== (game sto BONUS) 7)))
      (inc (game sto BONUS) 3))
    (let (== 'VARIANT 3) 'SPECIAL
      ('SPECIAL (inc (game sto BONUS) 4)))))
  (stage player
    (end (or (== 'VARIANT 0) (== (game sto BONUS) 9)))
    (do ((inc (game sto BONUS) 5))))
  (stage player
    (end (== (size (game iloc STOCK)) 0))
    (choice (
      (move (top (game iloc STOCK)) (top ((current player) vloc TAKEN)))
      (move (top (game iloc STOCK)) (top ((next player) vloc TAKEN))))))
  (scoring max (size ((current player) vloc TAKEN))))
"""
"""Five rules that never happen, each kept from it by settings in another form."""
