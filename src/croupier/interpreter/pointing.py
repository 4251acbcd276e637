"""Options that point at cards, places and seats, as the view of the chooser knows them (§7).

Whatever a text may not tell, a target does not tell either: it goes by the same `Telling`. A card that the
chooser does not see in a place whose order cannot be observed is just some card of that place.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from croupier.game.protocol import CardMove, Target
from croupier.interpreter.slots import UNKNOWN, shown_places
from croupier.interpreter.table import Event
from croupier.interpreter.words import Words
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

_ANY = Target("card")
_CARDS = {Type.CARD: False, Type.CARDS: False, Type.COPY: True, Type.COPIES: True}
"""The types of cards: True for their copies."""


class Pointer:
    """Points at what lies on a table, for the seat of some words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.table = words.table
        self.layout = words.layout
        self._cards: dict[int, Target] = {}

    def pick(self, kind: Type, picked: Any) -> tuple[Target, ...]:
        """The element that is taken at an `any`."""
        if kind in _CARDS:
            cards = picked if kind in (Type.CARDS, Type.COPIES) else (picked,)
            return tuple(self.copy(card) if _CARDS[kind] else self.card(card) for card in cards)
        if kind in (Type.LOCATION, Type.MEMORY):
            return (Target("place", self.layout.name(picked)),)
        if kind in (Type.PLAYER, Type.TEAM):
            return (Target("seat" if kind is Type.PLAYER else "team", number=picked),)
        if type(picked) is int:
            return (Target("number", number=picked),)
        return (Target("word", word=str(picked)),)

    def moves(self, actions: tuple[tuple[Event, Expr], ...]) -> tuple[CardMove, ...]:
        """The cards that an option moves, as far as they can be known before."""
        found: list[CardMove] = []
        for event, expr in actions:
            if event[0] == "move":
                telling = self.words.telling(expr)
                if not telling.hidden:
                    to = "" if 1 in telling.vague else self.layout.name(event[4])
                    found.append(CardMove(self._part(event[1], expr, 0), to, event[5]))
            elif event[0] == "swap cards" and not self.words.telling(expr).hidden:
                one, other = self._part(event[1], expr, 0), self._part(event[2], expr, 1)
                found += [CardMove(one, other.place), CardMove(other, one.place)]
        return tuple(found)

    def _part(self, card: int, expr: Expr, part: int) -> Target:
        """The card that is a part of an action."""
        telling = self.words.telling(expr)
        if part in telling.vague:
            where = self.table.where[card]
            unknown = part in telling.somewhere or where < 0
            return _ANY if unknown else Target("card", self.layout.name(where))
        return self.card(card, named=part in telling.named)

    def card(self, card: int, *, named: bool = False) -> Target:
        """A card by its place and slot; `named`: its name is known even if it is not seen."""
        found = None if named else self._cards.get(card)
        if found is None:
            found = self._target(card, named=named)
            if not named:
                self._cards[card] = found
        return found

    def _target(self, card: int, *, named: bool) -> Target:
        where = self.table.where[card]
        if where < 0:
            return _ANY
        place = self.layout.name(where)
        if not self.layout.ordered_freely[where]:
            return Target("card", place, self.table.pile(where).index(card))
        if not named and not self.words.sees(where):
            return Target("card", place)
        pile = self.table.pile(where)
        if not named and self._copied.isdisjoint(pile):
            # Cards that are seen and have no copies are shown as they are kept, in deck order.
            return Target("card", place, pile.index(card))
        return Target("card", place, self._slots.get((where, card)))

    def copy(self, card: int) -> Target:
        """A copy in a memory: the first one there is."""
        for memory in self.layout.memories:
            slot = self._slots.get((memory, card))
            if slot is not None:
                return Target("card", self.layout.name(memory), slot)
        return _ANY

    @cached_property
    def _copied(self) -> set[int]:
        """The cards of which there are copies."""
        return {card for memory in self.layout.memories for card in self.table.pile(memory)}

    @cached_property
    def _slots(self) -> dict[tuple[int, int], int]:
        """The slot of every card that can be told by one, by its place."""
        assert self.words.seat is not None
        knowledge = self.table.knowledge
        kept = set[int]() if knowledge is None else knowledge.kept[self.words.seat]
        return {
            (number, card): slot
            for number, shown in shown_places(self.table, self.words.seat, kept)
            for slot, (_, card) in enumerate(shown)
            if card != UNKNOWN
        }
