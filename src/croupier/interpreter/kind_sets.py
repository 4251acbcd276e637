"""The kinds that a seat knows hidden cards cannot be, where cards are told about (house dialect, §8).

Every card that a seat does not see has a set of kinds that it may be: all of its back at first. What is kept
here are the others, as bits, for each seat by itself. A card of which one kind is left is known. The rules
never look at which card it really was that left a place, beyond what the seat can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.interpreter.layout import Layout
    from croupier.interpreter.table import Event, Table


class KindSets:
    """For every seat the kinds that cards cannot be; cards that may be anything need not be there."""

    __slots__ = ("_kept", "_layout", "barred")

    def __init__(self, layout: Layout, kept: list[set[int]]) -> None:
        self._layout = layout
        self._kept = kept
        """The hidden cards that each seat knows: those of which one kind is left."""
        self.barred: list[dict[int, int]] = [{} for _ in kept]

    def copy(self, kept: list[set[int]]) -> KindSets:
        """The same sets, changing independently, beside other lists of known cards."""
        twin = KindSets(self._layout, kept)
        twin.barred = [bars.copy() for bars in self.barred]
        return twin

    def rename(self, names: dict[int, int]) -> None:
        """Put every card in the place of another one."""
        self.barred = [{names.get(card, card): bar for card, bar in bars.items()} for bars in self.barred]

    def notice(self, t: Table, event: Event) -> None:
        """Every seat learns what it can learn from something that has just happened."""
        kind = event[0]
        if kind == "move":
            _, card, origin, _, to, _ = event
            self._moved(t, card, origin, to, t.pile(origin))
        elif kind == "swap cards":
            _, one, other, first, second = event
            if first != second:
                self._moved(t, one, first, second, [card for card in t.pile(first) if card != other])
                self._moved(t, other, second, first, [card for card in t.pile(second) if card != one])
        elif kind == "shuffle":
            for seat in range(self._layout.seats):
                if not self._sees(t, seat, event[1]):
                    self._mix(t, seat, t.pile(event[1]))
        elif kind == "swap":
            self._carried(t, t.pile(event[1]), event[1], event[2])
            self._carried(t, t.pile(event[2]), event[1], event[2])
        elif kind == "faro":
            self._carried(t, event[3], event[1], event[2])
        elif kind == "gather":
            for bars in self.barred:
                for card in event[3]:
                    bars.pop(card, None)
            self._settle(t, event[3])
        elif kind == "make":
            self._settle(t, event[1])
        elif kind in ("remember", "forget"):
            self._learn(t, range(self._layout.seats), event[1:2])
        elif kind == "look":
            self._learn(t, event[2], event[1])
        elif kind == "tell":
            self._told(t, event)
        elif kind == "teams":
            self._regrouped(t, event[2])

    def look_around(self, t: Table) -> None:
        """Everybody sees the cards that are shown, and the tops of piles whose top is seen."""
        self._learn(t, range(self._layout.seats), t.open_cards())

    def restrict(self, seat: int, card: int, barred: int) -> None:
        """Let a seat of a sample know what a card cannot be."""
        if barred:
            self.barred[seat][card] = barred

    def _sees(self, t: Table, seat: int, place: int) -> bool:
        return self._layout.sees(seat, self._layout.places[place], t.teams)

    def _moved(self, t: Table, card: int, origin: int, to: int, rest: Sequence[int]) -> None:
        """A card has left a place in which others stay.

        Where the order matters everybody can follow it. From a place without an order nobody who does not see
        it can tell which card went: it may be what any that could have been it may be.
        """
        free, known = self._layout.ordered_freely[origin], t.remembered(card)
        open_now = t.open_cards()
        hidden = [other for other in rest if other not in open_now]
        for seat, bars in enumerate(self.barred):
            if card in t.was_open or self._sees(t, seat, origin):
                self._pin(seat, card)
            elif known or self._sees(t, seat, to):
                one = 1 << self._layout.pack.kinds[card]
                if free:
                    alike = [other for other in hidden if not bars.get(other, 0) & one]
                    self._mix(t, seat, [*alike, card])
                self._pin(seat, card)
            elif free:
                self._mix(t, seat, [*hidden, card])
        self._settle(t, (card,))

    def _carried(self, t: Table, cards: Iterable[int], *places: int) -> None:
        """Cards have gone together: who sees one of the places knows them."""
        for seat in range(self._layout.seats):
            if any(self._sees(t, seat, place) for place in places):
                for card in cards:
                    self._pin(seat, card)
        self._settle(t, cards)

    def _told(self, t: Table, event: Event) -> None:
        """Some seats learn of cards whether each is one of some kinds."""
        _, seats, cards, asked = event
        kinds = self._layout.pack.kinds
        for seat in seats:
            bars = self.barred[seat]
            for card in cards:
                of_back = self._layout.kinds_of_back[card]
                ruled_out = of_back & ~asked if asked >> kinds[card] & 1 else of_back & asked
                if ruled_out:
                    bars[card] = bars.get(card, 0) | ruled_out
        self._settle(t, cards)

    def _regrouped(self, t: Table, before: tuple[tuple[int, ...], ...]) -> None:
        for number, place in enumerate(self._layout.places[: len(t.cards)]):
            if place.owner == "team":
                for seat in range(self._layout.seats):
                    if self._layout.sees(seat, place, before):
                        for card in t.cards[number]:
                            self._pin(seat, card)
                self._settle(t, t.cards[number])

    def _learn(self, t: Table, seats: Iterable[int], cards: Iterable[int]) -> None:
        for seat in seats:
            for card in cards:
                self._pin(seat, card)
        self._settle(t, cards)

    def _pin(self, seat: int, card: int) -> None:
        """The seat knows which kind a card is of."""
        one = 1 << self._layout.pack.kinds[card]
        self.barred[seat][card] = self._layout.kinds_of_back[card] & ~one

    def _mix(self, t: Table, seat: int, cards: Sequence[int]) -> None:
        """All these cards may be what one of them may be."""
        bars = self.barred[seat]
        common = -1
        for card in cards:
            # Kinds of another back are none that it may be.
            common &= bars.get(card, 0) | ~self._layout.kinds_of_back[card]
        for card in cards:
            bars[card] = common & self._layout.kinds_of_back[card]
        self._settle(t, cards, (seat,))

    def _settle(self, t: Table, cards: Iterable[int], seats: Iterable[int] | None = None) -> None:
        """Note which of these cards each seat knows without seeing them."""
        for seat in range(self._layout.seats) if seats is None else seats:
            bars, kept = self.barred[seat], self._kept[seat]
            for card in cards:
                if self._sees(t, seat, t.where[card]):
                    self._pin(seat, card)
                    kept.discard(card)
                elif (self._layout.kinds_of_back[card] & ~bars.get(card, 0)).bit_count() == 1:
                    kept.add(card)
                else:
                    kept.discard(card)
