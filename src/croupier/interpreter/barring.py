"""Kinds that a hidden card cannot be, as everybody knows: what seats were offered and did not do.

Every hidden card has a set of *barred* kinds, none at first. `recycle/exclusions.py` reads in the rules which
kinds an option rules out for the cards of a place; when the option is taken, they are barred for all cards
that lie there. The sets go with the cards as far as everybody can follow these. They are the same for all
seats, and never contain the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.interpreter.fault import Fault
from croupier.interpreter.valuing import Meaning, value

if TYPE_CHECKING:
    from croupier.interpreter.layout import Layout
    from croupier.interpreter.options import Path
    from croupier.interpreter.table import Table
    from croupier.recycle.program import Expr

Bars = dict[tuple[int, int], "tuple[Bar, ...]"]
"""The kinds that options rule out, by the offset of the choice and the number of the item."""

_NO_LIMIT = -(1 << 60)
"""Steps are not counted while nothing happens."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The kinds that an option of an item rules out for a place."""

    place: Callable[[Table], int]
    test: Meaning
    card: tuple[int, ...]
    pick: tuple[int, ...]


def bars(layout: Layout) -> Bars:
    """What the options of a program rule out, as functions of the table."""
    if layout.bars is None:
        layout.bars = {
            (start, item): tuple(
                Bar(value(layout, one.place), value(layout, one.test), one.card, one.pick) for one in found
            )
            for start, items in layout.exclusions.items()
            for item, found in items.items()
        }
    return layout.bars


def bar(t: Table, choice: Expr, path: Path) -> None:
    """Rule out what an option tells that is about to be carried out."""
    assert t.knowledge is not None
    for one in bars(t.layout).get((choice.start, path.item), ()):
        steps, before = t.steps, t.variables
        # Tests have variables of their own, behind those of the program.
        t.steps, t.variables = _NO_LIMIT, before + [None] * (1 + max(one.card + one.pick))
        try:
            kinds = _excluded(t, one, path)
            cards = t.pile(one.place(t))
        except Fault:
            # What cannot be told rules out nothing.
            continue
        finally:
            t.steps, t.variables = steps, before
        for card in cards if kinds else ():
            t.knowledge.barred[card] = t.knowledge.barred.get(card, 0) | kinds


def _excluded(t: Table, one: Bar, path: Path) -> int:
    for slot in one.pick:
        t.variables[slot] = path.picks[0][1]
    kinds = 0
    for kind, card in enumerate(t.layout.first_of_kind):
        for slot in one.card:
            t.variables[slot] = card
        if one.test(t):
            kinds |= 1 << kind
    return kinds
