"""The traits of forms: what a form does to the table and what it depends on, declared once in its row.

Every row of `form_table.py` has them; analysis and lowering read them instead of listing forms. A trait
speaks of the form itself, never of its parts, which have traits of their own: `(size (sort …))` draws nothing
because neither `size` nor `sort` does. A trait that concerns a part names it as the row does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from croupier.recycle.failures import Failure


class _Trait(Enum):
    """A value of a trait: a single object, so that its identity is hash enough."""

    __hash__ = object.__hash__


class Draws(_Trait):
    """When a form takes a random number."""

    ALWAYS = "draws at random"
    TIES = "draws at random among equals"


class World(_Trait):
    """A part of the table that can be different at another moment."""

    PLACES = "where cards lie"
    STORAGES = "storages"
    TURNS = "whose turn it is"
    TEAMS = "who plays with whom"
    FACES = "which cards lie face up"


class Bound(_Trait):
    """How long a form takes, apart from its parts."""

    AT_ONCE = "the same whatever is on the table"
    ELEMENTS = "as many turns as a collection has elements"
    NUMBER = "as many turns as a number says"
    COMBINATIONS = "grows with the combinations of cards, up to a limit"


class Times(_Trait):
    """How often the actions inside a form run."""

    ONCE = "once"
    IF = "once or not at all"
    BRANCH = "one of them, as a condition says"
    EACH = "for every element"
    NUMBER = "a number of times"
    EMPTYING = "until the source is empty"
    TURNS = "a turn for each member of a cycle"
    ONE_ELEMENT = "for one element, which a player chooses"
    ONE_ITEM = "one of them, which a player chooses"


class Seen(_Trait):
    """The seats that see the cards of a place."""

    BY_ALL = "everyone"
    BY_OWNER = "its owner"
    BY_OTHERS = "everyone but its owner"
    BY_NOBODY = "nobody"
    TOP_BY_ALL = "everyone, but only its top card"


@dataclass(frozen=True, slots=True)
class Binds:
    """A form that gives a variable a value; the part with the variable is called ``variable``."""

    source: str
    """The part that the value comes from."""
    scope: str
    """The part in which the variable is known."""
    each: bool = True
    """The variable is one element of the source after the other; else the source itself."""
    by_kind: bool = False
    """Only the kind of the card is asked about: nothing looks at the card itself."""


@dataclass(frozen=True, slots=True)
class Moves:
    """A form that brings cards from one part to another."""

    source: str
    target: str
    both: bool = False
    """Cards go the other way, too."""
    copies: bool = False
    """The card stays; a copy goes."""
    fills: bool = True
    """A place that was empty may have cards afterwards; not where a card goes for a card."""

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        """Every way that cards go, as parts: from, to."""
        one = (self.source, self.target)
        return (one, one[::-1]) if self.both else (one,)


@dataclass(frozen=True, slots=True)
class Writes:
    """A piece of the table that a form changes."""

    what: World
    part: str
    """The part that names it."""


@dataclass(frozen=True, slots=True)
class Body:
    """The actions inside a form: their part, how often they run, and the part that decides on that."""

    part: str
    times: Times
    by: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A form that names a place for cards."""

    seen: Seen = Seen.BY_ALL
    memory: bool = False
    """It holds copies, which tell what was, and no cards."""
    many: bool = False
    """It names all places with cards of a name, whatever their index."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """All that analysis and lowering have to know of a form; without any it only combines its parts."""

    draws: Draws | None = None
    """It takes a random number: what it gives or does cannot be foretold."""
    binds: Binds | None = None
    """It binds a variable."""
    moves: Moves | None = None
    """It moves cards or copies."""
    writes: tuple[Writes, ...] = ()
    """What it changes on the table."""
    reads: frozenset[World] = frozenset()
    """What its value depends on, besides its parts."""
    faces: tuple[str, ...] = ()
    """The parts whose cards it looks at: it depends on which cards they are, not only on how many."""
    by_position: tuple[str, ...] = ()
    """The parts of which it tells one card from another by the place in the order."""
    bounded: Bound = Bound.AT_ONCE
    """How long it takes."""
    location: Location | None = None
    """It is a place for cards."""
    body: Body | None = None
    """It has actions inside."""
    sifts: bool = False
    """It may be empty although the collection that it is made of is not."""
    event: str = ""
    """The kind of event that it leaves behind when it is done."""
    fails: tuple[Failure, ...] = ()
    """When it is impossible: a path with it is not offered, and outside a choice the game has failed."""

    @property
    def pure(self) -> bool:
        """It draws nothing and changes nothing: to do it twice is to do it once."""
        return self.draws is None and not self.writes and not self.event

    @property
    def steady(self) -> bool:
        """It is pure, and means the same however many cards have been moved since."""
        return self.pure and World.PLACES not in self.reads

    @property
    def fixed(self) -> bool:
        """It is pure and reads nothing: it is the same whenever its parts are."""
        return self.pure and not self.reads

    @property
    def safe(self) -> bool:
        """It is pure and never fails."""
        return self.pure and not self.fails

    @property
    def chooses(self) -> bool:
        """A player chooses an element or an item of it."""
        return self.body is not None and self.body.times in (Times.ONE_ELEMENT, Times.ONE_ITEM)
