"""What each seat still knows about cards that it no longer sees (§10).

A card that a seat saw go into a hidden place stays known to it there, until that place is shuffled or a
card that the seat cannot identify leaves it. Identified is what the seat sees leave or arrive, a known card
that is alone in its place, or one that lies at the top or bottom and is taken from there. A card with a
copy in a memory is known to everyone, wherever it is, and needs no keeping.

Everybody knows besides which kinds some hidden cards cannot be (`barring.py`). These sets go with the cards
as far as everybody can follow them. Where cards are told about, each seat has sets of its own instead
(`kind_sets.py`), and a card of which one kind is left is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.interpreter.kind_sets import KindSets

if TYPE_CHECKING:
    from croupier.interpreter.layout import Layout
    from croupier.interpreter.table import Event, Table
    from croupier.recycle.program import Expr

_BY_POSITION = frozenset(("top", "bottom"))


class Knowledge:
    """For every seat the hidden cards that it knows; and what everybody knows that cards are not."""

    __slots__ = ("barred", "kept", "sets")

    def __init__(self, seats: int) -> None:
        self.kept: list[set[int]] = [set() for _ in range(seats)]
        self.barred: dict[int, int] = {}
        """Kinds that a hidden card cannot be, as bits; cards that may be anything need not be there."""
        self.sets: KindSets | None = None
        """What each seat knows by itself that cards are not, where cards are told about."""

    @staticmethod
    def of(layout: Layout) -> Knowledge:
        """Nothing is known yet."""
        found = Knowledge(layout.seats)
        found.sets = KindSets(layout, found.kept) if layout.tells else None
        return found

    def copy(self) -> Knowledge:
        """The same knowledge, changing independently."""
        twin = Knowledge(0)
        twin.kept = [cards.copy() for cards in self.kept]
        twin.barred = self.barred.copy()
        twin.sets = self.sets.copy(twin.kept) if self.sets is not None else None
        return twin

    def notice(self, t: Table, event: Event, expr: Expr) -> None:
        """Everybody learns what can be learnt from something that has just happened."""
        if self.sets is not None:
            self.sets.notice(t, event)
        else:
            self._learn(t, event, expr)
        if t.layout.has_open_cards:
            self.look_around(t)

    def look_around(self, t: Table) -> None:
        """Everybody sees the cards that are shown, and the tops of piles whose top is seen."""
        if self.sets is not None:
            self.sets.look_around(t)
            return
        for card in t.open_cards():
            place = t.layout.places[t.where[card]]
            for seat, kept in enumerate(self.kept):
                if not t.layout.sees(seat, place, t.teams):
                    kept.add(card)

    def _learn(self, t: Table, event: Event, expr: Expr) -> None:
        kind = event[0]
        if kind == "move":
            _, card, origin, _, to, _ = event
            self._moved(t, card, origin, to, pointed_at=points_at(expr))
        elif kind == "shuffle":
            self._lost(t, event[1])
        elif kind == "swap":
            self._carried(t, event[1], event[2])
            self._carried(t, event[2], event[1])
        elif kind == "swap cards":
            _, one, other, first, second = event
            self._moved(t, one, first, second, pointed_at=False)
            self._moved(t, other, second, first, pointed_at=False)
        elif kind == "look":
            for card in event[1]:
                place = t.layout.places[t.where[card]]
                for seat in event[2]:
                    if not t.layout.sees(seat, place, t.teams):
                        self.kept[seat].add(card)
        elif kind == "gather":
            for kept in self.kept:
                kept.difference_update(event[3])
        elif kind == "faro":
            self._carried(t, event[2], event[1], event[3])
        elif kind == "forget":
            self._told(t, event[1])
        elif kind == "teams":
            self._regrouped(t, event[1], event[2])

    def _moved(self, t: Table, card: int, origin: int, to: int, *, pointed_at: bool) -> None:
        layout, places = t.layout, t.layout.places
        rest = t.pile(origin)
        if layout.exclusions:
            watched = layout.is_open(origin, t.teams)
            self._follow_bars(
                t, card, origin,
                seen=watched or layout.is_open(to, t.teams) or t.remembered(card),
                watched=watched, pointed_at=pointed_at,
            )  # fmt: skip
        for seat, kept in enumerate(self.kept):
            saw = card in t.was_open or layout.sees(seat, places[origin], t.teams)
            sees = layout.sees(seat, places[to], t.teams)
            known = card in kept and (not rest or (pointed_at and not layout.ordered_freely[origin]))
            identified = saw or sees or known or t.remembered(card)
            if identified and not sees:
                kept.add(card)
            else:
                kept.discard(card)
            if not saw and not identified:
                # Which of them went nobody can tell who did not see it; those that all see are still there.
                kept.difference_update(rest)

    def _lost(self, t: Table, place: int) -> None:
        if t.layout.exclusions and not t.layout.is_open(place, t.teams):
            self._mix_bars(t.pile(place))
        for seat, kept in enumerate(self.kept):
            if not t.layout.sees(seat, t.layout.places[place], t.teams):
                kept.difference_update(t.pile(place))

    def _carried(self, t: Table, origin: int, to: int, cards: tuple[int, ...] | None = None) -> None:
        """Cards have gone together from one place to another: who saw or knew them knows them there."""
        moved = t.pile(to) if cards is None else cards
        if t.layout.exclusions and (t.layout.is_open(to, t.teams) or t.layout.is_open(origin, t.teams)):
            for card in moved:
                self._shown(t, card)
        for seat, kept in enumerate(self.kept):
            if t.layout.sees(seat, t.layout.places[to], t.teams):
                kept.difference_update(moved)
            elif t.layout.sees(seat, t.layout.places[origin], t.teams):
                kept.update(moved)

    def _told(self, t: Table, card: int) -> None:
        """A copy is forgotten: until now everybody knew where its card is, and so they still do."""
        place = t.where[card]
        if t.layout.exclusions:
            self._shown(t, card)
        for seat, kept in enumerate(self.kept):
            if place >= 0 and not t.layout.sees(seat, t.layout.places[place], t.teams):
                kept.add(card)

    def _follow_bars(
        self, t: Table, card: int, origin: int, *, seen: bool, watched: bool, pointed_at: bool
    ) -> None:
        """A card has left a place.

        `seen`: everybody knows now which card it is. `watched`: everybody saw the cards of the place. Where a
        card is not taken from the top or bottom of a place with an order, nobody can tell which of the unseen
        ones left: all may be what one of them may be.
        """
        if not watched and not (pointed_at and not t.layout.ordered_freely[origin]):
            self._mix_bars([*t.pile(origin), card])
        if seen:
            self._shown(t, card)

    def _mix_bars(self, cards: list[int]) -> None:
        """All these cards may be what one of them may be."""
        common = -1
        for card in cards:
            common &= self.barred.get(card, 0)
        for card in cards:
            self.barred[card] = common

    def _shown(self, t: Table, card: int) -> None:
        """Everybody knows which card it is."""
        self.barred[card] = t.layout.all_kinds ^ (1 << t.layout.pack.kinds[card])

    def _regrouped(
        self, t: Table, teams: tuple[tuple[int, ...], ...], before: tuple[tuple[int, ...], ...]
    ) -> None:
        for number, place in enumerate(t.layout.places):
            if place.owner != "team" or number >= len(t.cards):
                continue
            for seat, kept in enumerate(self.kept):
                if t.layout.sees(seat, place, teams):
                    kept.difference_update(t.cards[number])
                elif t.layout.sees(seat, place, before):
                    kept.update(t.cards[number])


def points_at(expr: Expr) -> bool:
    """Whether a move takes cards by their position: everybody who knows the order knows which they are."""
    if expr.form == "move":
        return expr.part("card").form in _BY_POSITION
    if expr.form != "move.many":
        return False
    cards = expr.part("cards")
    whole = cards.traits.location is not None
    return whole or (
        cards.form in ("top.some", "bottom.some") and cards.part("cards").traits.location is not None
    )


def known_cards(table: Table, seat: int) -> frozenset[int]:
    """The cards that a seat sees, or knows where they are."""
    assert table.knowledge is not None
    kept = table.knowledge.kept[seat]
    open_places = {
        number
        for number, place in enumerate(table.layout.places)
        if table.layout.sees(seat, place, table.teams)
    }
    noted = {card for memory in table.layout.memories for card in table.pile(memory)}
    return frozenset(
        card
        for card, where in enumerate(table.where)
        if where in open_places or card in kept or card in noted
    )
