"""The cards of a table in the order in which a seat is shown them.

Places whose order cannot be observed list known cards first, by kind, and equal ones by where copies lie:
so that not even the place of a hidden card, or which of two equal cards it is, tells anything.
"""

from __future__ import annotations

from croupier.game.cards import Slot
from croupier.interpreter.layout import Layout, Place
from croupier.interpreter.table import Table

UNKNOWN = -1
"""Stands for a card of which nothing tells which one it is."""

Shown = list[tuple[Slot, int]]
"""The slots of a place, each with its card, or `UNKNOWN`."""


def shown_places(table: Table, seat: int, kept: set[int]) -> list[tuple[int, Shown]]:
    """The places that hold cards, by number, with their slots as a seat sees them.

    `kept` are the cards that the seat knows although it does not see them.
    """
    layout, pack = table.layout, table.layout.pack
    copied = copies(table)
    numbers: dict[int, int] = {}
    found: list[tuple[int, Shown]] = []
    for number in sorted(range(len(table.cards)), key=lambda n: layout.places[n]):
        pile = table.cards[number]
        if not pile:
            continue
        open_to = layout.sees(seat, layout.places[number], table.teams)
        shown: Shown
        if layout.ordered_freely[number]:
            known = [card for card in pile if open_to or card in kept or card in copied]
            backs = [] if open_to else sorted(pack.backs[card] for card in set(pile).difference(known))
            # Cards that not even their copies tell apart are alike in all that follows.
            known.sort(key=lambda c: (pack.kinds[c], copied.get(c, ()), numbers.get(c, 0), c))
            shown = [(_slot(layout, card, numbers), card) for card in known]
            shown += [(back, UNKNOWN) for back in backs]
        else:
            shown = [
                (
                    _slot(layout, card, numbers)
                    if open_to or card in kept or card in copied
                    else pack.backs[card],
                    card,
                )
                for card in pile
            ]
        found.append((number, shown))
    return found


def open_places(table: Table) -> list[tuple[int, Shown]]:
    """The same with all cards open, in the order in which they lie."""
    numbers: dict[int, int] = {}
    piles = sorted(
        ((number, pile) for number, pile in enumerate(table.cards) if pile),
        key=lambda found: table.layout.places[found[0]],
    )
    return [(number, [(_slot(table.layout, card, numbers), card) for card in pile]) for number, pile in piles]


def copies(table: Table) -> dict[int, tuple[tuple[Place, int], ...]]:
    """Where each card lies of which there are copies, and where they do; with the index where that shows."""
    layout = table.layout
    spots: dict[int, list[tuple[Place, int]]] = {}
    for memory in sorted(layout.memories, key=lambda n: layout.places[n]):
        ordered = not layout.ordered_freely[memory]
        for i, card in enumerate(table.pile(memory)):
            spots.setdefault(card, []).append((layout.places[memory], i if ordered else -1))
    for card, found in spots.items():
        where = table.where[card]
        index = -1 if layout.ordered_freely[where] else table.pile(where).index(card)
        found.append((layout.places[where], index))
    return {card: tuple(found) for card, found in spots.items()}


def _slot(layout: Layout, card: int, numbers: dict[int, int]) -> Slot:
    return layout.pack.kinds[card], numbers.setdefault(card, len(numbers))
