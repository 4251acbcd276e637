"""The types of RECYCLE values, which is a kind of which, and what a collection is made of (§3)."""

from __future__ import annotations

from enum import Enum


class Type(Enum):
    """A type; its value is how a message speaks of it."""

    INT = "an integer"
    BOOL = "a Boolean"
    STRING = "a string"
    CARD = "a card"
    COPY = "a remembered copy of a card"
    PLAYER = "a player"
    TEAM = "a team"
    GAME = "the game"
    POINTS = "a point map"
    STRINGS = "a collection of strings"
    INTS = "a collection of integers"
    CARDS = "a collection of cards"
    COPIES = "a collection of remembered copies"
    LOCATION = "a location"
    MEMORY = "a memory (mem) location"
    PLAYERS = "a collection of players"
    TEAMS = "a collection of teams"
    GROUPS = "a collection of card collections"
    LOCATIONS = "a collection of locations"
    INT_STORE = "an integer storage"
    STRING_STORE = "a string storage"
    POINT_STORE = "a point map storage"
    OWNER = "an owner (game, a player or a team)"
    COLLECTION = "a collection"
    PILE = "a location or a memory"
    PLACE = "a destination"
    MEMORY_PLACE = "a place in memory"
    ACTION = "an action"
    UNKNOWN = "something with an error in it"

    @property
    def words(self) -> str:
        """The type without its article."""
        return self.value.removeprefix("a ").removeprefix("an ").removeprefix("the ")


_KIND_OF: dict[Type, tuple[Type, ...]] = {
    Type.COPY: (Type.CARD,),
    Type.PLAYER: (Type.OWNER,),
    Type.TEAM: (Type.OWNER, Type.PLAYERS),
    Type.GAME: (Type.OWNER,),
    Type.STRINGS: (Type.COLLECTION,),
    Type.INTS: (Type.COLLECTION,),
    Type.CARDS: (Type.COLLECTION,),
    Type.COPIES: (Type.CARDS,),
    Type.LOCATION: (Type.CARDS, Type.PILE),
    Type.MEMORY: (Type.COPIES, Type.PILE),
    Type.PLAYERS: (Type.COLLECTION,),
    Type.TEAMS: (Type.COLLECTION,),
    Type.GROUPS: (Type.COLLECTION,),
    Type.LOCATIONS: (Type.GROUPS,),
    Type.INT_STORE: (Type.INT,),
    Type.STRING_STORE: (Type.STRING,),
    Type.POINT_STORE: (Type.POINTS,),
}

_ELEMENT: dict[Type, Type] = {
    Type.STRINGS: Type.STRING,
    Type.INTS: Type.INT,
    Type.CARDS: Type.CARD,
    Type.LOCATION: Type.CARD,
    Type.COPIES: Type.COPY,
    Type.MEMORY: Type.COPY,
    Type.PLAYERS: Type.PLAYER,
    Type.TEAM: Type.PLAYER,
    Type.TEAMS: Type.TEAM,
    Type.GROUPS: Type.CARDS,
    Type.LOCATIONS: Type.LOCATION,
}

_FILTERED: dict[Type, Type] = {
    Type.LOCATION: Type.CARDS,
    Type.MEMORY: Type.COPIES,
    Type.TEAM: Type.PLAYERS,
}


def _closure() -> frozenset[tuple[Type, Type]]:
    pairs = {(t, t) for t in Type}
    frontier = {(t, up) for t, ups in _KIND_OF.items() for up in ups}
    while frontier - pairs:
        pairs |= frontier
        frontier = {(t, up) for t, middle in pairs for up in _KIND_OF.get(middle, ())}
    return frozenset(pairs)


_IS_A = _closure()


def is_a(found: Type, expected: Type) -> bool:
    """Whether a value of one type can stand where another is expected.

    >>> is_a(Type.MEMORY, Type.CARDS), is_a(Type.CARDS, Type.LOCATION)
    (True, False)
    """
    return found is Type.UNKNOWN or (found, expected) in _IS_A


def element(collection: Type) -> Type:
    """What the elements of a collection are."""
    return _ELEMENT.get(collection, Type.UNKNOWN)


def filtered(collection: Type) -> Type:
    """What is left when a collection is filtered: a location becomes mere cards, locations stay live."""
    return _FILTERED.get(collection, collection)
