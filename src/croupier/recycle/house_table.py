"""The forms that the house dialect adds to those of 0.6, as rows for the one table of forms.

They are written as those of `form_table.py`. A row that lets a form of 0.6 have several bodies means that form.
"""

from __future__ import annotations

from croupier.recycle.row import PLAIN, Row
from croupier.recycle.traits import Binds, Body, Times, Traits

HOUSE = "house"

_SETUP = """\
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)))))"""
_PILE = "(game vloc PILE)"
_DRAWN = f"(move (top (game iloc STOCK)) (top {_PILE}))"


def _file(before: str, *blocks: str) -> str:
    """A whole game with something before its setup."""
    played = "".join(f"  {block}\n" for block in blocks or ("(inc (((random 1) player) sto SCORE) 1)",))
    return f"(game\n  {before}\n{_SETUP}\n{played}  (scoring max ((current player) sto SCORE)))"


def _scored(value: str) -> str:
    return f"(inc ((0 player) sto SCORE) {value})"


HOUSE_ROOMS: dict[str, list[Row]] = {
    "program": [
        ("declare.limits", "(declare Constant 'V Constants)", "Declare", HOUSE, "A constant with the values that it may be set to.",
         _file("(declare 5 'PRIZE (range 1 .. 9))", "(inc (((random 1) player) sto SCORE) 'PRIZE)"), {"meaning": "declare"}),
        ("define", "(define Heading Content+)", "Define", HOUSE, "Names a value, a condition, an action, a block or a point map, with or without parameters.",
         _file("(define (EARN 'N) (inc (((random 1) player) sto SCORE) 'N))", "(EARN 3)"),
         {"parts": "contents*", "traits": PLAIN}),
        ("use", "(use Name)", "Use", HOUSE, "Reads the definitions of a file, NAME.def.rcy in lower case, beside the program or of Croupier's own.",
         "(game\n  (use FRENCH)\n  (setup\n    (create players 2)\n    (create deck (STOCK) (deck (SUIT ('SUITS)) (RANK ('RANKS)))))\n  (DEAL 3)\n  (scoring max (size ((current player) iloc HAND))))",
         {"parts": "", "traits": PLAIN}),
        ("definitions", "(definitions Defined*)", "Definitions", HOUSE, "A file of definitions and declares that games can use.",
         "", {"parts": "contents*", "traits": PLAIN}),
    ],
    "blocks": [
        ("call", "(Name Value*)", "Called", HOUSE, "A definition where it is used: the arguments are evaluated once, from left to right.",
         _file("(define (EARN 'P 'N) (inc ('P sto SCORE) 'N))", "(EARN (current player) 3)"),
         {"parts": "contents*", "traits": PLAIN}),
        ("if.several", "(Bool Item Item+)", "Action", HOUSE, "Several items, one after the other, if the condition holds.",
         f"((> (size (game iloc STOCK)) 0)\n  {_DRAWN}\n  {_scored('1')})", {"meaning": "if"}),
        ("if.else", "(Bool Item+ Else+)", "Action", HOUSE, "The first items whose condition holds; in a stage or in the game they may be blocks.",
         f"((> (size (game iloc STOCK)) 5)\n  {_DRAWN}\n  (else {_scored('1')}))",
         {"parts": "condition bodies*", "traits": Traits(body=Body("bodies", Times.BRANCH, "condition"))}),
        ("else", "(else Item+)", "Else", HOUSE, "In a condition: otherwise. In a choice: counts when no item before it offers an option.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))\n  (else (turn pass))))",
         {"parts": "items*", "traits": Traits(body=Body("items", Times.ONCE))}),
        ("else.if", "(else Bool Item+)", "Else", HOUSE, "Otherwise, if another condition holds.",
         f"((> (size (game iloc STOCK)) 5)\n  {_DRAWN}\n  (else (> (size (game iloc STOCK)) 3) {_scored('1')})\n  (else {_scored('2')}))", {"meaning": "else"}),
        ("all.several", "(all Collection 'V Item Item+)", "Action", HOUSE, "Several items for every element.",
         "(all player 'P\n  (move (top (game iloc STOCK)) (top ('P iloc HAND)))\n  (inc ('P sto SCORE) 1))", {"meaning": "all.do"}),
        ("any.several", "(any Collection 'V Item Item+)", "Action", HOUSE, "In a choice: one option for every element, which does several items.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE)))\n    (inc ((current player) sto SCORE) 1))))", {"meaning": "any.do"}),
        ("let.several", "(let Value 'V Body Body+)", "Action", HOUSE, "Names a result for several items or blocks.",
         "(let (top (game iloc STOCK)) 'C\n  (move 'C (top (game vloc PILE)))\n  (move 'C (top ((0 player) iloc HAND))))", {"meaning": "let"}),
    ],
    "actions": [
        ("repeat.several", "(repeat Int Item Item+)", "Action", HOUSE, "Several items, n times.",
         f"(repeat 2\n  {_DRAWN}\n  {_scored('1')})", {"meaning": "repeat"}),
    ],
    "any value": [
        ("if.value", "(Bool Value Else+)", "Same", HOUSE, "The first value whose condition holds; the last `else` has none.",
         _scored("((> (size (game iloc STOCK)) 5) 2 (else 1))"),
         {"parts": "condition value otherwise", "traits": PLAIN}),
        ("let.value", "(let Value 'V Value)", "Same", HOUSE, "A value in which another one is named.",
         _scored("(let (size (game iloc STOCK)) 'N (* 'N 'N))"),
         {"parts": "value variable result", "traits": Traits(binds=Binds("value", "result", each=False))}),
    ],
}  # fmt: skip
"""The rows by room, as `form_table.py` has them; `any value` is a room of its own."""
