"""Which locations and strings an expression can mean: computed names and variables traced to their ends.

A location is known by its owner's kind, its visibility and its name; seats and indices are left aside. A
name that is computed stands for every string that can be computed there: a variable for all that it is
bound to, an attribute for all its values in the decks, a string storage for all that is ever stored in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.recycle.constants import constant
from croupier.recycle.program import Expr, Program
from croupier.recycle.shapes import SHAPES
from croupier.recycle.traits import Location, Seen
from croupier.recycle.types import Type

CARDISH = frozenset(
    {
        Type.CARD,
        Type.COPY,
        Type.CARDS,
        Type.COPIES,
        Type.LOCATION,
        Type.MEMORY,
        Type.GROUPS,
        Type.LOCATIONS,
        Type.MEMORIES,
    }
)
"""The types of cards and of everything made of cards."""

LIVE = frozenset({Type.LOCATIONS, Type.MEMORIES})
"""Collections of places: their elements come by index."""

_OWNERS = {Type.GAME: "game", Type.PLAYER: "player", Type.PLAYER_STORE: "player", Type.TEAM: "team"}


@dataclass(frozen=True, slots=True, order=True)
class LocationKey:
    """A location of the program: who owns it (`game`, `player` or `team`), who sees it, and its name.

    >>> print(LocationKey("player", "iloc", "HAND"))
    player iloc HAND
    """

    owner: str
    visibility: str
    name: str

    @property
    def location(self) -> Location:
        """Who sees what lies there, and whether it is a memory."""
        found = SHAPES[self.visibility].traits.location
        assert found is not None
        return found

    def __str__(self) -> str:
        return f"{self.owner} {self.visibility} {self.name}"


@dataclass(frozen=True, slots=True)
class Origin:
    """A location that cards come from; ``mine`` if it surely is the current player's, or their team's."""

    key: LocationKey
    mine: bool
    top: bool = False
    """Only the top card is meant."""
    theirs: bool = False
    """It surely is another player's."""

    def is_seen(self, *, trusted: bool) -> bool:
        """Whether the chooser, if trusted to be the current player, surely sees what lies there."""
        if self.key.location.seen is Seen.TOP_BY_ALL:
            return self.top
        seen = self.key.location.seen
        if seen is Seen.BY_OWNER:
            return self.mine and trusted
        return seen is Seen.BY_ALL or (seen is Seen.BY_OTHERS and self.key.owner == "game")


_NONE: frozenset[Origin] = frozenset()


class Places:
    """The answers for one program."""

    def __init__(self, program: Program) -> None:
        self._bound: dict[int, Expr] = {}
        self._origins: dict[int, frozenset[Origin]] = {}
        self._constants = {p.slot: p.value for p in program.parameters}
        self._values: dict[str, set[str]] = {}
        self._stored: dict[tuple[str, str], set[str]] = {}
        self._text: set[str] = set()
        self._outside: frozenset[int] = frozenset()
        """The variables that are bound outside of a choice of others: their current player is another one."""
        for expr in program.walk():
            self._note(expr)
        others = [expr for expr in program.walk() if expr.form.startswith("choice.")]
        if others:
            inner = {e.slot for choice in others for e in choice.walk() if e.form == "bind"}
            self._outside = frozenset(self._bound.keys() - inner)
        for expr in program.walk():
            if expr.form == "attribute":
                self._values.setdefault(str(expr.value), set()).update(self._attribute(expr))
        self._store([(e.part("storage"), e.part("value")) for e in program.walk() if e.form == "set.str"])

    def _note(self, expr: Expr) -> None:
        binds = expr.traits.binds
        if binds is not None:
            # A variable and the collection that it runs through come from the same places.
            self._bound[expr.part("variable").slot] = expr.part(binds.source)
        elif expr.form == "name":
            self._text.add(str(expr.value))

    def _attribute(self, expr: Expr) -> Iterator[str]:
        for group in expr.args:
            if group.form == "nested":
                yield str(group.value)
            elif group.type is Type.INTS:
                listed = constant(group, self._constants)
                yield from map(str, listed if isinstance(listed, tuple) else ())
            else:
                yield from self.strings(group)

    def bound(self, expr: Expr) -> Expr:
        """What a variable is bound to (the collection, if it runs through one); anything else itself."""
        seen: set[int] = set()
        while expr.form == "var" and expr.slot in self._bound and expr.slot not in seen:
            seen.add(expr.slot)
            expr = self._bound[expr.slot]
        return expr

    def strings(self, expr: Expr) -> frozenset[str]:
        """Every string that an expression (or an element of a collection of strings) can be."""
        expr = self.bound(expr)
        if expr.form == "var" and expr.slot in self._constants:
            value = self._constants[expr.slot]
            return frozenset(map(str, value)) if isinstance(value, tuple) else frozenset((str(value),))
        if expr.form == "name":
            return frozenset((str(expr.value),))
        if expr.form == "names":
            return frozenset(str(arg.value) for arg in expr.args)
        if expr.form == "filter":
            return self.strings(expr.part("collection"))
        if expr.form == "cardatt":
            keys = self.strings(expr.part("key"))
            return frozenset(value for key in keys for value in self._values.get(key, ()))
        if expr.form == "str":
            return frozenset(value for key in self.owned(expr) for value in self._stored.get(key, ()))
        # §11: a computed name ranges over the names in the text.
        return frozenset(self._text)

    def _store(self, setters: list[tuple[Expr, Expr]]) -> None:
        """Note what each string storage can hold; one may be filled from another, so until nothing is new."""
        grown = True
        while grown:
            grown = False
            for target, value in setters:
                values = self.strings(value)
                for key in self.owned(target):
                    stored = self._stored.setdefault(key, set())
                    grown = grown or not values <= stored
                    stored |= values

    def owned(self, expr: Expr) -> list[tuple[str, str]]:
        """The owner's kind and every possible name of a location, storage or point map; names sorted."""
        owner = _OWNERS.get(expr.part("owner").type, "player")
        return [(owner, name) for name in sorted(self.strings(expr.part("name")))]

    def keys(self, location: Expr) -> list[LocationKey]:
        """The locations that a location form, or an `indexed` form, can mean."""
        visibility = location.form.removeprefix("indexed.")
        return [LocationKey(owner, visibility, name) for owner, name in self.owned(location)]

    def origins(self, expr: Expr) -> frozenset[Origin]:
        """The locations whose cards a card, a collection of cards or a collection of those can hold."""
        if expr.form == "var":
            if expr.slot not in self._origins:
                found = self.origins(self._bound[expr.slot]) if expr.slot in self._bound else _NONE
                if expr.slot in self._outside:
                    found = frozenset(Origin(origin.key, False, origin.top) for origin in found)
                self._origins[expr.slot] = found
            return self._origins[expr.slot]
        if expr.traits.location is not None:
            owner = expr.part("owner")
            mine, theirs = self._is_mine(owner), self._is_theirs(owner)
            return frozenset(Origin(key, mine, theirs=theirs) for key in self.keys(expr))
        if expr.form == "let.value":
            return self.origins(expr.part("result"))
        if expr.form == "top" and expr.part("cards").traits.location is not None:
            return frozenset(Origin(o.key, o.mine, top=True) for o in self.origins(expr.part("cards")))
        found = _NONE
        for arg in expr.args:
            if arg.type in CARDISH and arg.form != "bind":
                found |= self.origins(arg)
        return found

    def sources(self, expr: Expr) -> frozenset[LocationKey]:
        """As :meth:`origins`, whoever their owner is."""
        return frozenset(origin.key for origin in self.origins(expr))

    def _is_theirs(self, owner: Expr) -> bool:
        """Whether an owner is one of the other players, as a variable over them is."""
        return owner.form == "var" and self.bound(owner).form == "players.other"

    def _is_mine(self, owner: Expr) -> bool:
        bound = owner if owner.slot in self._outside else self.bound(owner)
        if owner.type is Type.TEAM:
            return bound.form == "team.of" and self._is_mine(bound.part("player"))
        return bound.form == "player.current"


def is_location(expr: Expr) -> bool:
    """Whether a form is a location, memory included."""
    location = expr.traits.location
    return location is not None and not location.many


def is_place(expr: Expr) -> bool:
    """Whether a form is a location for cards: no memory."""
    location = expr.traits.location
    return location is not None and not location.many and not location.memory
