"""Attributes of cards that make no difference, so that cards which differ in nothing else are one kind.

Two things have to be proven of an attribute. No rule looks at it: no `cardatt`, no `partition`, no point map
names it, and none of them computes the name that it looks at. And nobody can use it to keep track of a card:
who has seen a card goes on seeing it, or it lies where nothing is ever taken from. Without the second a seat
could tell by the suit whether a card is the one that it saw before, and that may be worth something.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.recycle.places import LocationKey, Places
from croupier.recycle.program import DeckPlan, Expr, Program
from croupier.recycle.traits import Seen
from croupier.recycle.types import Type


def unread_attributes(program: Program) -> tuple[str, ...]:
    """The attributes that make no difference, if cards then look alike that did not; else none.

    >>> from croupier import read
    >>> unread_attributes(read("kuhn_poker"))
    ()
    """
    known = {key for deck in program.decks for card in deck.cards for key, _ in card}
    read = set(_read(program))
    gathered = any(expr.form == "gather" for expr in program.walk())
    if None in read or gathered or not _stays_in_sight(program):
        return ()
    unread = tuple(sorted(known.difference(name for name in read if name is not None)))
    return unread if _kinds(without(program, unread)) < _kinds(program) else ()


def without(program: Program, attributes: tuple[str, ...]) -> Program:
    """The same program, whose cards do not have these attributes."""
    return replace(program, decks=tuple(_plain(deck, attributes) for deck in program.decks))


def _plain(deck: DeckPlan, attributes: tuple[str, ...]) -> DeckPlan:
    cards = tuple(tuple(pair for pair in card if pair[0] not in attributes) for card in deck.cards)
    return replace(deck, cards=cards)


def _kinds(program: Program) -> int:
    return len({(deck.back, *sorted(card)) for deck in program.decks for card in deck.cards})


def _read(program: Program) -> Iterator[str | None]:
    """The attributes that rules look at; None for a name that is computed."""
    for expr in program.walk():
        if expr.has("key"):
            yield _name(expr.part("key"))
        elif expr.form == "award.key":
            yield str(expr.value)


def _name(expr: Expr) -> str | None:
    return str(expr.value) if expr.form == "name" else None


def _stays_in_sight(program: Program) -> bool:
    """Who has seen a card goes on seeing it, or it lies where nothing is ever taken from."""
    places = Places(program)
    exprs = list(program.walk())
    if not all(map(_is_followed, exprs)):
        return False
    if any(expr.traits.event in ("teams", "make") for block in program.body for expr in block.walk()):
        return False
    moves = [expr for expr in exprs if expr.traits.event == "move"]
    taken_from = {key for move in moves for key in places.sources(move.part("card"))}
    return all(
        not _seen_by_somebody(source) or target.location.seen is Seen.BY_ALL or target not in taken_from
        for move in moves
        for source in places.sources(move.part("card"))
        for target in places.sources(move.part("into"))
    )


def _is_followed(expr: Expr) -> bool:
    """Whether a form lets cards be known, and go, only in ways that are followed here."""
    location, moves = expr.traits.location, expr.traits.moves
    if expr.form == "actual" or (location and (location.memory or location.seen is Seen.BY_OTHERS)):
        return False
    return moves is None or not (moves.both or moves.copies or expr.part(moves.source).type is Type.LOCATION)


def _seen_by_somebody(key: LocationKey) -> bool:
    seen = key.location.seen
    return seen is Seen.BY_ALL or (seen is Seen.BY_OWNER and key.owner != "game")
