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
    MEMORIES = "a collection of memories"
    INT_STORE = "an integer storage"
    STRING_STORE = "a string storage"
    POINT_STORE = "a point map storage"
    PLAYER_STORE = "a player storage"
    OWNER = "an owner (game, a player or a team)"
    COLLECTION = "a collection"
    PILE = "a location or a memory"
    PLACE = "a destination"
    MEMORY_PLACE = "a place in memory"
    ACTION = "an action"
    UNKNOWN = "something with an error in it"

    # Members are single objects: their identity is hash enough, and hashing is what checking does most.
    __hash__ = object.__hash__

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
    Type.MEMORIES: (Type.GROUPS,),
    Type.INT_STORE: (Type.INT,),
    Type.STRING_STORE: (Type.STRING,),
    Type.POINT_STORE: (Type.POINTS,),
    Type.PLAYER_STORE: (Type.PLAYER,),
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
    Type.MEMORIES: Type.MEMORY,
}

_FILTERED: dict[Type, Type] = {
    Type.LOCATION: Type.CARDS,
    Type.MEMORY: Type.COPIES,
    Type.TEAM: Type.PLAYERS,
}

STORED: dict[Type, Type] = {
    Type.INT_STORE: Type.INT,
    Type.STRING_STORE: Type.STRING,
    Type.POINT_STORE: Type.POINTS,
    Type.PLAYER_STORE: Type.PLAYER,
}
"""What each kind of storage holds."""


def _kinds(type_: Type) -> frozenset[Type]:
    """A type and everything that it is a kind of; an error is everything, to be reported but once."""
    if type_ is Type.UNKNOWN:
        return frozenset(Type)
    return frozenset((type_,)).union(*map(_kinds, _KIND_OF.get(type_, ())))


_KINDS = {type_: _kinds(type_) for type_ in Type}


def is_a(found: Type, expected: Type) -> bool:
    """Whether a value of one type can stand where another is expected.

    >>> is_a(Type.MEMORY, Type.CARDS), is_a(Type.CARDS, Type.LOCATION)
    (True, False)
    """
    return expected in _KINDS[found]


def element(collection: Type) -> Type:
    """What the elements of a collection are."""
    return _ELEMENT.get(collection, Type.UNKNOWN)


def filtered(collection: Type) -> Type:
    """What is left when a collection is filtered: a location becomes mere cards, but places stay live."""
    return _FILTERED.get(collection, collection)


def named(value: Type) -> Type:
    """What a variable is that `let` binds: it names the value that a storage has, not the storage.

    >>> named(Type.INT_STORE), named(Type.LOCATION)
    (<Type.INT: 'an integer'>, <Type.LOCATION: 'a location'>)
    """
    return STORED.get(value, value)
