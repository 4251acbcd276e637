"""Texts with a cursor in them, for the tests of what editors ask."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.recycle.services import RecycleServices
from croupier.text import Source
from croupier.text.editing import Edit, Stretch

GAME = """\
;; Small: a game to ask about
(game
  (declare 2 'SEATS)
  (setup
    (create players 'SEATS)
    (create deck (game iloc STOCK) (deck (RANK (ACE, KING, QUEEN)) (SUIT (HEARTS, SPADES)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P
      (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do (
      ((== (cardatt SUIT (top (game vloc PILE))) HEARTS) (inc ((current player) sto SCORE) 1)))))
  (scoring max ((current player) sto SCORE)))
"""


def at(text: str, mark: str = "|") -> tuple[RecycleServices, int]:
    """The services for a text without its mark, and where the mark stood."""
    offset = text.index(mark)
    return RecycleServices(Source("demo.rcy", text.replace(mark, "", 1))), offset


def in_game(before: str, inserted: str = "|") -> tuple[RecycleServices, int]:
    """The services for the small game with something inserted behind a piece of it."""
    place = GAME.index(before) + len(before)
    return at(GAME[:place] + inserted + GAME[place:])


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text after some edits, which must not overlap."""
    for edit in sorted(edits, key=lambda e: e.where.start, reverse=True):
        text = text[: edit.where.start] + edit.text + text[edit.where.end :]
    return text


def texts(text: str, stretches: Iterable[Stretch]) -> list[str]:
    """What stands in some stretches."""
    return [text[s.start : s.end] for s in stretches]
