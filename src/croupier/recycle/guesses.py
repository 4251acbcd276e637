"""Words of other languages that people try first, and how RECYCLE says the same.

A hint quotes forms that check clean as they stand, in a game with a STOCK and a HAND for each player; only
forms with an ellipsis are sketches.
"""

from __future__ import annotations

from croupier.recycle.nodes import List, is_atom
from croupier.text import Fix

_CONDITION = (
    "a condition stands in front of its action, in one pair of parentheses: "
    "`((> (size (game iloc STOCK)) 0) (move (top (game iloc STOCK)) (top (game vloc PILE))))`; "
    "for the other case write `((not …) …)`"
)
_LOOP = (
    "`all` does something for every element: `(all player 'P (inc ('P sto SCORE) 1))`; "
    "`(repeat 3 (move (top (game iloc STOCK)) (top (game vloc PILE))))` does it a number of times"
)
_UNTIL = (
    "a stage goes on until its end condition holds: `(stage player (end (== (size (game iloc STOCK)) 0)) "
    "(move (top (game iloc STOCK)) (top (game vloc PILE))))`"
)
_SILENT = (
    "a program prints nothing: everything that happens is shown anyway; "
    "a number to look at is kept in a storage: `(set ((0 player) sto SCORE) 1)`"
)
_SIZE = "`size` counts a collection: `(inc ((0 player) sto SCORE) (size (game iloc STOCK)))`"
_NAMED = (
    "`let` names a value for what stands inside it: "
    "`(let (top (game iloc STOCK)) 'C (move 'C (top (game vloc PILE))))`; "
    "a constant of the whole game is `(declare 5 'N)`, before `setup`"
)
_ITEMS = (
    "`do` takes several actions, in a second pair of parentheses: "
    "`(do ((shuffle (game iloc STOCK)) (inc ((0 player) sto SCORE) 1)))`"
)
_EQUAL = (
    "`==` compares: `((== (cardatt SUIT (top (game iloc STOCK))) HEARTS) (inc ((0 player) sto SCORE) 1))`"
)
_RESULT = "who wins is told by the scoring, which ends the game: `(scoring max ((current player) sto SCORE))`"

GUESSES: dict[str, str] = {
    **dict.fromkeys(("if", "when", "unless", "cond"), _CONDITION),
    **dict.fromkeys(("foreach", "for", "each", "forall", "loop"), _LOOP),
    **dict.fromkeys(("while", "until"), _UNTIL),
    **dict.fromkeys(("print", "say", "display", "log"), _SILENT),
    **dict.fromkeys(("count", "length", "len", "number"), _SIZE),
    **dict.fromkeys(("def", "var", "const"), _NAMED),
    **dict.fromkeys(("begin", "progn", "block", "then"), _ITEMS),
    **dict.fromkeys(("eq", "equal", "equals", "is"), _EQUAL),
    "deal": "dealing is a move, repeated for every player: "
    "`(all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))`",
    "draw": "drawing is a move: `(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))`",
    "play": "playing a card is a move that a player chooses: "
    "`(choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))`",
    "discard": "discarding is a move that a player chooses: "
    "`(choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))`",
    **dict.fromkeys(("win", "winner"), _RESULT),
}
"""A hint for each word that is no form."""

_VALUE = (
    "a value has no cases: store it in each case by itself, as in "
    "`((> (size (game iloc STOCK)) 0) (set ((0 player) sto SCORE) 1))`"
)


def guessed(node: List, *, is_value: bool) -> tuple[str, tuple[Fix, ...]]:
    """The hint for a list whose head is a word of another language, and the repair if there is a plain one.

    >>> from croupier.recycle.reader import read
    >>> from croupier.text import Source
    >>> (node,) = read(Source("demo", "(if (> 1 0) (turn pass))")).forms
    >>> guessed(node, is_value=False)[1][0].message
    'leave `if` out'
    """
    head = node.head
    hint = GUESSES.get(head, "")
    if not hint:
        return "", ()
    if hint is _CONDITION and is_value:
        return _VALUE, ()
    items = node.items
    if head in ("if", "when") and len(items) == 3:
        word = node.source.span(items[0].start, items[1].start)
        return hint, (Fix(f"leave `{head}` out", word, ""),)
    if hint is _LOOP and len(items) == 4 and is_atom(items[2], "var"):
        return hint, (Fix("say `all`", items[0].span, "all"),)
    return hint, ()
