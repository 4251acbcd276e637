"""Moves of cards in the words of players: who plays, draws, is dealt or takes what.

The role of a place on the table says what a move means. Where the roles say nothing, `telling` names both
places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

_PLACE = re.compile(r"(?:(?P<seat>\d+)\.|T(?P<team>\d+)\.)?(?P<name>[^\[:]+)(?:\[(?P<index>\d+)\])?(?::\w+)?")
_SHOWN = ("trick", "played")
"""Where a seat lays a card that it plays."""
_COMMON = ("centre", "pile", "columns", "market")
"""Where cards of the table lie that everybody uses."""
_UNSEEN = ("stock", "unused")
"""Where cards lie that are dealt and drawn; a pack that is dealt out holds none at a decision."""


class Roles(Protocol):
    """The roles that places and stored values have on a table."""

    def place_role(self, place: str) -> str:
        """The role of a place by its name in events."""

    def value_role(self, storage: str) -> str:
        """The role of a stored value by its name in events."""


class _NoRoles:
    """A table of which nothing is known."""

    def place_role(self, place: str) -> str:
        """No place has a role."""
        return ""

    def value_role(self, storage: str) -> str:
        """No stored value has a role."""
        return ""


NO_ROLES = _NoRoles()


@dataclass(frozen=True, slots=True)
class Audience:
    """The person to whom a game is told: a seat (None: with open cards), and what the seats are called."""

    seat: int | None
    names: Sequence[str] = ()
    roles: Roles = field(default=NO_ROLES)
    """The roles of places, where moves are to be told in the words of players."""

    def who(self, seat: int) -> str:
        """The name of a seat in the middle of a sentence.

        >>> Audience(0, ("", "Ada")).who(1), Audience(0, ("", "Ada")).who(2)
        ('Ada', 'seat 2')
        """
        return (self.names[seat] if seat < len(self.names) else "") or f"seat {seat}"

    def does(self, owner: str, verb: str, verb_of_others: str) -> str:
        """An owner, as events name it, and what it does.

        >>> [Audience(0, ("", "Ada")).does(owner, "play", "plays") for owner in ("0", "1", "T1")]
        ['you play', 'Ada plays', 'team 1 plays']
        """
        if owner.startswith("T"):
            return f"team {owner[1:]} {verb_of_others}"
        seat = int(owner)
        return f"you {verb}" if seat == self.seat else f"{self.who(seat)} {verb_of_others}"


def owner_of(place: str) -> str:
    """The owner of a place or stored value as events name it: a seat, a team, or nothing for the table.

    >>> owner_of("1.HAND"), owner_of("T0.PILE"), owner_of("STOCK")
    ('1', 'T0', '')
    """
    owner, dot, _ = place.partition(".")
    return owner if dot else ""


def place_words(name: str, to: Audience) -> str:
    """A place or a storage as a transcript names it, in words.

    >>> [place_words(name, Audience(0)) for name in ("0.HAND", "1.HAND", "T1.BED[2]", "STOCK")]
    ['your HAND', "seat 1's HAND", "team 1's BED 2", 'STOCK']
    """
    match = _PLACE.fullmatch(name)
    if match is None:
        return name
    thing = match["name"] if match["index"] is None else f"{match['name']} {match['index']}"
    if match["seat"] is not None:
        owner = int(match["seat"])
        return f"your {thing}" if owner == to.seat else f"{to.who(owner)}'s {thing}"
    return f"team {match['team']}'s {thing}" if match["team"] is not None else thing


def move_words(cards: Sequence[str], hidden: int, origins: Sequence[str], target: str, to: Audience) -> str:
    """A move in the words of players; nothing where the roles of the places do not say what it means.

    >>> class Table:
    ...     roles = {"HAND": "hand", "TRICK": "trick", "WON": "won", "STOCK": "stock"}
    ...     def place_role(self, place):
    ...         return self.roles[place.split(".")[-1]]
    >>> to = Audience(0, ("", "Ada"), Table())
    >>> move_words(["♥Q"], 0, ["1.HAND"], "1.TRICK", to), move_words([], 5, ["STOCK"], "1.HAND", to)
    ('Ada plays ♥Q', 'Ada is dealt 5 cards')
    >>> move_words(["♥Q", "♥2"], 0, ["0.TRICK", "1.TRICK"], "0.WON", to)
    'you take the trick: ♥Q ♥2'
    """
    roles = {to.roles.place_role(origin) for origin in origins}
    into, taker = to.roles.place_role(target), owner_of(target)
    if roles <= {*_SHOWN} and len(origins) > 1 and taker and into not in ("", *_SHOWN):
        return f"{to.does(taker, 'take', 'takes')} the trick: {_cards_words(cards, hidden)}"
    if len(origins) != 1:
        return ""
    (origin,), giver = origins, owner_of(origins[0])
    if roles == {"hand"} and giver and giver == taker and into in _SHOWN:
        return f"{to.does(giver, 'play', 'plays')} {_cards_words(cards, hidden)}"
    if roles == {"hand"} and giver and not taker and into in _COMMON:
        words = f"{to.does(giver, 'play', 'plays')} {_cards_words(cards, hidden)}"
        return f"{words} to {place_words(target, to)}"
    if into != "hand" or not taker:
        return ""
    if roles <= {*_UNSEEN} and not giver:
        if len(cards) + hidden > 1:
            return f"{to.does(taker, 'are', 'is')} dealt {_cards_words(cards, hidden)}"
        return f"{to.does(taker, 'draw', 'draws')} {_cards_words(cards, hidden)}"
    if roles <= {*_COMMON} and not giver:
        words = f"{to.does(taker, 'take', 'takes')} {_cards_words(cards, hidden)}"
        return f"{words} from {place_words(origin, to)}"
    if giver and giver != taker and roles == {"hand"}:
        words = f"{to.does(taker, 'get', 'gets')} {_cards_words(cards, hidden)}"
        return f"{words} from {'you' if giver == str(to.seat) else to.who(int(giver))}"
    return ""


def _cards_words(cards: Sequence[str], hidden: int) -> str:
    """Known cards by name, the others counted."""
    parts = [" ".join(cards)] if cards else []
    if hidden == 1:
        parts.append("another card" if cards else "a card")
    elif hidden:
        parts.append(f"{hidden} {'other ' if cards else ''}cards")
    return " and ".join(parts)
