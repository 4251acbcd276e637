"""Where everything of a game lies in its block of integers: cells, places, storages, strings.

A state is two arrays: `S`, 64-bit words (counters, cycles, storages, places that are kept as sets of cards)
and `L`, 16-bit halves (in which place each card lies, and the places that are kept as lists: a length and
then the cards, bottom first). Strings, keys, places and cards are small integers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from croupier.interpreter.layout import Layout, Place, owner_kind
from croupier.interpreter.valuing import seat_text
from croupier.native.lower.awards import award_parts, known, plain_awards
from croupier.recycle.constants import constant, integer
from croupier.recycle.order import LocationKey, order_free
from croupier.recycle.places import Places, is_location
from croupier.recycle.program import Constant, Expr, Program
from croupier.recycle.types import Type, is_a
from croupier.recycle.values import MAX_INDEX

SET_CARDS = 64
"""So many cards fit into a word."""

USUAL_INDICES = 32
"""Computed indices are provided for up to here; a game that goes beyond runs on the interpreter."""

LEAST_CAPACITY = 16
"""So many copies every memory can hold; a game with more of them runs on the interpreter."""

FIXED = (
    *("STATUS", "PC", "AT", "DECISIONS", "FORCED", "OPTIONS", "FAULT", "FAULT_A", "FAULT_B"),
    *("RNG", "RNG1", "RNG2", "RNG3", "TEAMS"),
)
"""The words that every game has, in this order."""


@dataclass(frozen=True, slots=True)
class Family:
    """All places of one kind, owner and name: one for each index and member, in that order."""

    kind: str
    owner: str
    name: str
    first: int
    members: int
    indices: int
    as_set: bool
    free: bool
    """Whether its cards are kept in deck order."""

    @property
    def key(self) -> LocationKey:
        """The location that these are the places of."""
        return LocationKey(self.owner, self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Store:
    """All storages of one kind, owner and name: one for each member."""

    owner: str
    name: str
    first: int
    """The first word."""
    number: int
    """The number of the first one among its kind."""


@dataclass
class Blueprint:
    """The block of a game."""

    layout: Layout
    words: int = 0
    halves: int = 0
    names: dict[str, int] = field(default_factory=dict)
    """The constants of the kernel text that name cells."""
    passing: list[tuple[int, int]] = field(default_factory=list)
    """Words that hold something for a while only: where, and how many."""
    rules: dict[int, Any] = field(default_factory=dict)
    """The rules of every choice, by the form, once they have been asked for."""
    counting: bool = False
    """Whether it is counted what becomes of conditions: those of items that never hold may matter then."""
    asked: tuple[Expr, ...] = ()
    """Expressions that are measured, besides what the program says."""

    def __post_init__(self) -> None:
        for name in FIXED:
            self.word(name)
        self._number_places()
        self._place_storages()

    # What the program is about

    @property
    def program(self) -> Program:
        return self.layout.program

    @cached_property
    def named(self) -> Program:
        """The program with all that is named anywhere: what is asked hangs on its scoring."""
        scoring = self.program.scoring
        return replace(self.program, scoring=replace(scoring, args=(*scoring.args, *self.asked)))

    @property
    def seats(self) -> int:
        return self.program.seats

    @cached_property
    def cards(self) -> int:
        """How many cards there can be."""
        return len(self.layout.cards)

    @property
    def fit_a_word(self) -> bool:
        """Whether every card has a bit in a word."""
        return self.cards <= SET_CARDS

    @cached_property
    def constants(self) -> dict[int, Constant]:
        """The declared values by variable."""
        return {p.slot: p.value for p in self.program.parameters}

    def never(self, condition: Expr) -> bool:
        """Whether a condition does not hold, whatever happens, with these declared values."""
        if condition.form == "and":
            return any(map(self.never, condition.args))
        return constant(condition, self.constants) is False

    def live(self) -> Iterator[Expr]:
        """Every form of the program but those under conditions that never hold."""
        stack = [self.program.scoring, *reversed(self.program.body), self.program.setup]
        while stack:
            expr = stack.pop()
            yield expr
            if not (expr.form == "if" and self.never(expr.part("condition"))):
                stack += reversed(expr.args)

    @cached_property
    def strings(self) -> list[str]:
        """Every string that can come up; the first is the empty one."""
        found = {"": None}
        if any(expr.type is Type.PLAYER_STORE for expr in self.program.walk()):
            # Right behind the empty one, so that a stored player is the number of its string less 1.
            found.update(dict.fromkeys(map(seat_text, range(self.seats))))
        for expr in self.named.walk():
            if expr.form == "name":
                found.setdefault(str(expr.value))
        for value in self.constants.values():
            if isinstance(value, str):
                found.setdefault(value)
            elif isinstance(value, tuple):
                found.update(dict.fromkeys(str(v) for v in value if isinstance(v, str)))
        for filler in self.fillers:
            for award in self.awards(filler):
                found.update(dict.fromkeys(str(e.value) for e in award.walk() if e.form == "name"))
        for card in self.layout.cards:
            for key, word in card.items():
                found.setdefault(key)
                found.setdefault(word)
        return list(found)

    @cached_property
    def _string_numbers(self) -> dict[str, int]:
        return {string: number for number, string in enumerate(self.strings)}

    def string(self, text: str) -> int:
        """The number of a string."""
        return self._string_numbers[text]

    @cached_property
    def team_setups(self) -> list[tuple[tuple[int, ...], ...]]:
        """The teams of the beginning, and those of every `create teams` in play."""
        found = [self.program.teams]
        for expr in self.creators:
            groups = tuple(tuple(int(seat.value or 0) for seat in group.args) for group in expr.args)
            named = {seat for group in groups for seat in group}
            found.append((*groups, *((seat,) for seat in range(self.seats) if seat not in named)))
        return found

    @cached_property
    def creators(self) -> list[Expr]:
        """Every `create teams` in play."""
        return [e for block in self.program.body for e in block.walk() if e.form == "create.teams"]

    # Cells

    def word(self, name: str, count: int = 1) -> str:
        """Room for words under a name; gives the name as the kernel text knows it."""
        return self._room(name, "words", count)

    def passing_word(self, name: str, count: int = 1) -> str:
        """Room for words whose content is in use for a while only."""
        self.passing.append((self.words, count))
        return self.word(name, count)

    def half(self, name: str, count: int = 1) -> str:
        """Room for halves under a name."""
        return self._room(name, "halves", count)

    def _room(self, name: str, kind: str, count: int) -> str:
        plain = re.sub(r"\W", "_", name)
        found, again = plain, 2
        while found in self.names:
            found, again = f"{plain}_{again}", again + 1
        self.names[found] = getattr(self, kind)
        setattr(self, kind, self.names[found] + count)
        return found

    # Places

    def _number_places(self) -> None:
        wanted: dict[tuple[str, str, str], int] = {}
        self._computed: set[tuple[str, str, str]] = set()
        for expr in self.named.walk():
            if expr.traits.location is None:
                continue
            kind = expr.form.removeprefix("indexed.")
            indices = 1 if expr.form != kind else 0
            if expr.form == kind:
                index = integer(expr.part("index"), self.constants)
                indices = USUAL_INDICES if index is None else 1 + min(max(index, 0), MAX_INDEX)
                indices = min(indices, 1 + self._most(expr.part("index")))
            for name in self.possible(expr.part("name")):
                key = (kind, owner_kind(expr.part("owner")), name)
                wanted[key] = max(wanted.get(key, 1), indices)
                if expr.part("name").form != "name" or expr.form != kind or indices > 1:
                    self._computed.add(key)
        for expr in self.program.walk():
            moves = expr.traits.moves
            if moves is not None and expr.part(moves.source).type is Type.LOCATION:
                for source in (k for arg in expr.args for k in self.traced.sources(arg)):
                    self._computed.add((source.visibility, source.owner, source.name))
            if expr.type is Type.LOCATION and expr.traits.location is None and expr.form != "var":
                # One place or another: both are kept in the same way.
                for source in self.traced.sources(expr):
                    self._computed.add((source.visibility, source.owner, source.name))
        free = order_free(self.program)
        self.families: dict[tuple[str, str, str], Family] = {}
        self.places: list[Place] = []

        def is_free(key: tuple[str, str, str]) -> bool:
            return LocationKey(key[1], key[0], key[2]) in free

        def is_set(key: tuple[str, str, str]) -> bool:
            return is_free(key) and key[0] != "mem" and key not in self._computed and self.fit_a_word

        for key in sorted(wanted, key=lambda key: not is_set(key)):
            kind, owner, name = key
            members = 1 if owner == "game" else self.seats
            self.families[key] = Family(
                *key, len(self.places), members, wanted[key], is_set(key), is_free(key)
            )
            for nth in range(wanted[key]):
                self.places += [Place(kind, owner, member, name, nth) for member in range(members)]
        self.sets = sum(f.members * f.indices for f in self.families.values() if f.as_set)
        """The first places are kept as sets."""
        self.capacity = max(self.cards, LEAST_CAPACITY)
        self.stride = self.capacity + 1
        self.names["SETS"] = self.words
        self.words += self.sets
        self.names["WHERE"] = self.halves
        self.halves += self.cards
        self.names["LISTS"] = self.halves
        self.halves += (len(self.places) - self.sets) * self.stride
        self.names["LISTS_END"] = self.halves

    def places_by_family(self) -> Iterator[tuple[int, Family]]:
        """Every place with its family."""
        for family in self.families.values():
            for place in range(family.first, family.first + family.members * family.indices):
                yield place, family

    def may_fail(self, expr: Expr) -> bool:
        """Whether a form itself may be impossible, as far as the text does not show that it is not."""
        if expr.form == "var":
            # The team may be gone by now.
            return expr.type is Type.TEAM and self.layout.regroups
        if expr.has("owner") and self.may_be_nobody(expr.part("owner")):
            return True
        if is_location(expr):
            return not is_fixed(expr)
        if all(failure.code == "RCY320" for failure in expr.traits.fails) and expr.has("player"):
            return self.may_be_nobody(expr.part("player"))
        return bool(expr.traits.fails)

    def _most(self, expr: Expr) -> int:
        """A bound on an index, where one is plain."""
        value = integer(expr, self.constants)
        if value is not None:
            return max(0, min(value, MAX_INDEX))
        if expr.form == "pid":
            return self.seats - 1
        return MAX_INDEX

    @cached_property
    def traced(self) -> Places:
        """What computed names can be."""
        return Places(self.named)

    def possible(self, name: Expr) -> list[str]:
        """Every name that a string can be."""
        found = set(self.traced.strings(name))
        if any(e.form in ("cardatt", "str") for e in self._behind(name)):
            found.add("")
        if not found <= set(self._string_numbers):
            found &= set(self._string_numbers)
        return sorted(found)

    def _behind(self, expr: Expr) -> Iterable[Expr]:
        return self.traced.bound(expr).walk()

    def family(self, kind: str, owner: str, name: str) -> Family:
        """The places of one kind, owner and name."""
        return self.families[kind, owner, name]

    def family_of(self, location: Expr) -> Family:
        """The places of a location form whose name stands in the text."""
        return self.family(
            location.form, owner_kind(location.part("owner")), str(location.part("name").value)
        )

    def family_at(self, key: LocationKey) -> Family:
        """The places of a location."""
        return self.family(key.visibility, key.owner, key.name)

    def may_be_nobody(self, player: Expr) -> bool:
        """Whether a player may be nobody, as far as the text does not show otherwise."""
        if not self.layout.knows_nobody or not is_a(player.type, Type.PLAYER):
            return False
        if player.form == "var":
            bound = self.traced.bound(player)
            # What runs through players is never nobody.
            return is_a(bound.type, Type.PLAYER) and self.may_be_nobody(bound)
        return any(part.form in ("nobody", "var") or part.type is Type.PLAYER_STORE for part in player.walk())

    # Storages

    def stores_of(self, kind: Type) -> dict[tuple[str, str], Store]:
        """The storages of a type, by the kind of their owner and their name."""
        if kind is Type.INT_STORE:
            return self.ints
        return self.points if kind is Type.POINT_STORE else self.strs

    def _place_storages(self) -> None:
        self.ints = self._storages(Type.INT_STORE, "INT")
        self.strs = self._storages(Type.STRING_STORE, "STR", also=Type.PLAYER_STORE)
        self.points = self._storages(Type.POINT_STORE, "POINTS", self.award_words)
        self.stored = sum(
            self._members(s) for kept in (self.ints, self.strs, self.points) for s in kept.values()
        )

    def _storages(
        self, kind: Type, label: str, size: int = 1, *, also: Type | None = None
    ) -> dict[tuple[str, str], Store]:
        found: dict[tuple[str, str], Store] = {}
        number = sum(
            self._members(store)
            for kept in (getattr(self, "ints", {}), getattr(self, "strs", {}))
            for store in kept.values()
        )
        for expr in self.named.walk():
            if expr.type not in (kind, also) or expr.form == "var":
                continue
            owner = owner_kind(expr.part("owner"))
            for name in self.possible(expr.part("name")):
                if (owner, name) not in found:
                    members = 1 if owner == "game" else self.seats
                    cell = self.word(f"{label}_{owner.upper()}_{name}", members * size)
                    found[owner, name] = Store(owner, name, self.names[cell], number)
                    number += members
        return found

    def _members(self, store: Store) -> int:
        return 1 if store.owner == "game" else self.seats

    @cached_property
    def fillers(self) -> list[Expr]:
        """Every form that fills a point map."""
        return [e for e in self.program.walk() if e.has("awards")]

    @cached_property
    def _awards(self) -> dict[int, list[Expr]]:
        return {id(e): plain_awards(e, self.constants, self.layout.cards) for e in self.fillers}

    def awards(self, filler: Expr) -> list[Expr]:
        """The awards of a form that fills a point map, each of one value for every key."""
        return self._awards[id(filler)]

    def filler(self, expr: Expr) -> int:
        """The number of a form that fills a point map, from 1."""
        return next(number for number, known_ in enumerate(self.fillers, 1) if known_ is expr)

    def computed_parts(self, filler: Expr) -> list[Expr]:
        """The parts of the awards of a point map that are not known before the game."""
        return [
            part
            for award in self.awards(filler)
            for part in award_parts(award)
            if not known(part, self.constants)
        ]

    def fillers_of(self, owner: str, names: set[str]) -> tuple[int, ...]:
        """The forms, counted from 1, that may fill a point map of such an owner and one of these names."""
        return tuple(
            number
            for number, filler in enumerate(self.fillers, 1)
            if filler.has("storage")
            and owner_kind(filler.part("storage").part("owner")) == owner
            and names & set(self.possible(filler.part("storage").part("name")))
        )

    @cached_property
    def award_words(self) -> int:
        """The words of a point map: which form filled it, and its computed parts."""
        return 1 + max((len(self.computed_parts(e)) for e in self.fillers), default=0)

    # Variables that stay while somebody decides

    @cached_property
    def attributes(self) -> list[str]:
        """The keys of the cards."""
        return list(dict.fromkeys(key for card in self.layout.cards for key in card))

    def column(self, key: str) -> list[int]:
        """An attribute of all cards, after that of no card."""
        return [0, *(self.string(card.get(key, "")) for card in self.layout.cards)]


def is_fixed(location: Expr) -> bool:
    """Whether a location is the same place of its owner throughout: neither name nor index is computed."""
    return location.part("name").form == "name" and location.part("index").form == "int"
