"""Lowering: what the code of a program is written with, and how each form gets its code.

As in the interpreter every value form has a definition, registered by its name in the table of forms: it
writes the lines that compute the value, and gives an expression for it (an integer for numbers, Booleans,
strings, cards, seats and teams), or one of the shapes below for places and collections.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from croupier.native.lower.blueprint import Blueprint, Family, is_fixed
from croupier.native.lower.code import Code
from croupier.native.lower.counters import Counters
from croupier.recycle.places import LocationKey, is_place
from croupier.recycle.program import Expr
from croupier.recycle.traits import Bound
from croupier.recycle.types import Type

Definition = Callable[["Lowering", Expr], Any]

LOWERED: dict[str, Definition] = {}
"""The lowering of every value form."""

SHARED: set[str] = set()
"""Forms whose lowering writes nothing down but variables: computed once where nothing changes."""

FRESH: set[str] = set()
"""Collections of cards whose lowering makes a list of its own each time, if it makes a list."""


LISTED: set[str] = set()
"""Collections of integers, strings, players and teams whose lowering writes them down by itself."""


def lowers(
    *forms: str, shared: bool = False, fresh: bool = False, listed: bool = False
) -> Callable[[Definition], Definition]:
    """Register the lowering of a form, and what is known of the lines that it writes."""

    def register(definition: Definition) -> Definition:
        LOWERED.update(dict.fromkeys(forms, definition))
        SHARED.update(forms if shared else ())
        FRESH.update(forms if fresh else ())
        LISTED.update(forms if listed else ())
        return definition

    return register


# Shapes


@dataclass(frozen=True, slots=True)
class Loc:
    """A place: its number as an expression, and what is known about it."""

    place: str
    kind: str
    as_set: bool = False
    free: bool | None = None
    """Whether it is kept in deck order; None if that depends on which it is."""
    family: Family | None = None


@dataclass(frozen=True, slots=True)
class SetPile:
    """Cards as bits of a word, in the order of their numbers."""

    word: str


@dataclass(frozen=True, slots=True)
class ListPile:
    """Cards in `L`: the length at an offset, then the cards."""

    at: str
    single: bool = False
    """Whether there is one at most."""


Pile = SetPile | ListPile


@dataclass(frozen=True, slots=True)
class Listed:
    """Integers in `C`: from an offset on, so many. What they are handles of, `kind` says.

    `scalar`: the elements themselves; `place`: places; `list`: offsets in `C` of a length and cards; `mask`:
    which cards of the base pile at an offset in `C`; `every`: all masks of that base pile, not stored.
    """

    at: str
    count: str
    kind: str
    base: str = ""


@dataclass(frozen=True, slots=True)
class Saved:
    """Integers in `S`: their number, then they themselves; a collection that stays while somebody decides.

    `scalar`: the elements; `place`: places; `list`: a length and cards, one after the other.
    """

    at: int
    kind: str


@dataclass(frozen=True, slots=True)
class Points:
    """A point map: the word at which it begins, and the forms that may have filled it."""

    at: str
    fillers: tuple[int, ...]
    fixed: bool = False
    """Its only form has awards that are known before the game: it needs no words."""


@dataclass(frozen=True, slots=True)
class Hoisted:
    """An integer that is computed once for all cards: whether it has been, what it is, the steps it took."""

    ready: str
    value: str
    steps: str


@dataclass(frozen=True, slots=True)
class Site:
    """Where something can go wrong, and the words for it."""

    code: str
    expr: Expr
    text: str


@dataclass
class Kit:
    """What all functions of a program share."""

    bp: Blueprint
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    """What can go wrong; the code of a failure counts them from 1."""
    exprs: list[Expr] = field(default_factory=list)
    """The actions, as events name them."""
    functions: dict[str, list[str]] = field(default_factory=dict)
    scratch: int = 0
    """Halves behind those of the state, for lists that are made on the way."""
    made_points: dict[int, str] = field(default_factory=dict)
    """Where point maps that are values are made, by the form."""
    turns_left: dict[int, int] = field(default_factory=dict)
    """The words with the turns that are left of stages which say how many they have, by the form."""
    saved: dict[int, Any] = field(default_factory=dict)
    """Where the variables around a choice are kept, by the form that binds them."""
    groups: bool = False
    """Whether room for collections is needed."""
    slack: int = 0
    """By how much the steps of a game that runs by itself may be counted too high."""
    counters: Counters | None = None
    """What is counted of the rules, if anything is."""
    at_stages: bool = False
    """Whether something is measured whenever a stage ends."""

    @cached_property
    def _wanted(self) -> set[LocationKey] | None:
        from croupier.native.lower.plain import Plain

        return Plain(self.bp).wanted_places()

    @cached_property
    def _lazy(self) -> dict[LocationKey, str]:
        """Locations that are only shuffled, counted and drawn from, and the words of their last shuffle."""
        from croupier.native.lower.plain import Plain

        if self._wanted is None:
            return {}
        used: dict[LocationKey, bool] = {}
        for parent in Plain(self.bp).live():
            for expr in parent.args:
                if is_place(expr):
                    plain = _leaves_order_open(parent)
                    for key in self.bp.traced.keys(expr):
                        used[key] = used.get(key, True) and plain and is_fixed(expr) and key.owner == "game"
                elif (location := expr.traits.location) is not None and location.many:
                    used.update(dict.fromkeys(self.bp.traced.keys(expr), False))
        shuffled = {
            key
            for expr in self.bp.live()
            if expr.form == "shuffle"
            for key in self.bp.traced.sources(expr.part("pile"))
        }
        return {
            key: self.bp.passing_word(f"LAZY_{key.name}", 2)
            for key, plain in used.items()
            if plain and key in shuffled and (f := self.bp.family_at(key))
            and not f.as_set and not f.free and f.indices == 1
        }  # fmt: skip

    @cached_property
    def _singles(self) -> frozenset[LocationKey]:
        from croupier.native.lower.singles import singles

        return singles(self.bp) - set(self._lazy)

    @cached_property
    def single_places(self) -> tuple[int, ...]:
        """The places that are taken to hold one card at most in a game that runs by itself."""
        families = [self.bp.family_at(key) for key in sorted(self._singles)]
        return tuple(
            place for family in families for place in range(family.first, family.first + family.members)
        )

    def single(self, family: Family | None) -> bool:
        """Whether a place is taken to hold one card at most in a game that runs by itself."""
        return family is not None and family.key in self._singles

    def lazy(self, family: Family | None) -> str | None:
        """The words of the last shuffle of a location, if its cards are drawn as they are taken."""
        return None if family is None else self._lazy.get(family.key)

    def matters(self, family: Family | None) -> bool:
        """Whether it matters, in a game that runs by itself, that a card lies in a place."""
        if self._wanted is None or family is None:
            return True
        return family.key in self._wanted

    def table(self, stem: str, values: tuple[int, ...]) -> str:
        """A constant table; equal ones are one."""
        for name, known in self.tables.items():
            if known == values and name.startswith(stem):
                return name
        name = stem if stem not in self.tables else f"{stem}_{len(self.tables)}"
        self.tables[name] = values
        return name

    def site(self, code: str, expr: Expr, text: str) -> int:
        """The number of a place where something can go wrong."""
        site = Site(code, expr, text)
        for number, known in enumerate(self.sites, 1):
            if known.expr is expr and known.code == code and known.text == text:
                return number
        self.sites.append(site)
        return len(self.sites)

    def expr(self, expr: Expr) -> int:
        """The number of an action."""
        for number, known in enumerate(self.exprs):
            if known is expr:
                return number
        self.exprs.append(expr)
        return len(self.exprs) - 1

    def buffer(self, cards: int | None = None) -> str:
        """Room for a list, behind the state."""
        at = self.scratch
        self.scratch += 1 + (cards if cards is not None else 2 * self.bp.capacity)
        return f"(SCRATCH + {at})"


def _leaves_order_open(expr: Expr) -> bool:
    """Whether a form makes, shuffles or counts the cards of a place, or names no other than the topmost."""
    traits = expr.traits
    counts = expr.type is Type.INT and traits.bounded is Bound.AT_ONCE and not traits.faces
    return counts or traits.event in ("make", "shuffle") or expr.form in ("top", "place.top")


LARGE = 1 << 15
"""Literals from here on are not written into expressions: there may be no such index or sum."""

_ATOM = re.compile(r"-?\w+")


END_IN_TIME = ("if st > far or now(C, ENDING) != 0:", "    C[STEPS] = st", "    out_of_time(C)")
"""What long loops of a game do that runs by itself."""

END_WHEN_TOLD = ("go_on(C)",)
"""What long loops do where others look at the steps."""


class Lowering:
    """Writes one function."""

    def __init__(self, kit: Kit, *, quiet: bool = False) -> None:
        self.kit = kit
        self.bp = kit.bp
        self.code = Code()
        self.quiet = quiet
        """Whether events are of no interest here: nobody looks on."""
        self.steps = "st" if quiet else "C[STEPS]"
        """The steps so far; where nobody looks on they are counted in a variable."""
        self.unrolled = False
        """Whether this is part of a loop that is written out."""
        self.choosing = False
        """Whether this is part of a choice."""
        self.loose = False
        """Whether steps are not counted one by one here."""
        self.env: dict[int, Any] = {}
        self.held: list[tuple[str, Any]] = []
        """Snapshots of cards in scope: a move takes its card out of them (§3.3)."""
        self.origins: dict[str, str] = {}
        """For cards that still lie in a set where they were found: the word of the set."""
        self.prepared: dict[int, Listed] = {}
        """Collections that have been written down already, by the form."""
        self.hoisted: dict[int, Hoisted] = {}
        """Values that are the same for all cards of a filter, by the form."""
        self.player_level = 0
        self.team_level = 0
        self.amongs: dict[int, Expr] = {}
        """Who takes turns in the stages of some players around here, by the level of their cycles."""

    def beside(self, *, quiet: bool = False) -> Lowering:
        """Writes another function that sees what is seen here."""
        found = Lowering(self.kit, quiet=quiet)
        found.env, found.held = dict(self.env), list(self.held)
        found.player_level, found.team_level = self.player_level, self.team_level
        found.amongs = dict(self.amongs)
        return found

    def value(self, expr: Expr) -> Any:
        """Write what computes a value; gives the value."""
        hoisted = self.hoisted.get(id(expr))
        if hoisted is not None:
            return self._once(expr, hoisted)
        if self.code.shared is None or expr.form not in SHARED:
            return LOWERED[expr.form](self, expr)
        key = self._sense(expr, {})
        known = self.code.shared.get(key)
        if known is not None:
            found, steps = known
            for line in steps:
                self.code(line)
            return found
        shared, before = self.code.shared, len(self.code.lines)
        found = LOWERED[expr.form](self, expr)
        lines = [line.strip() for line in self.code.lines[before:]]
        if not any(line.endswith(":") for line in lines):
            # Steps are counted each time, as if it had been computed each time (§9).
            shared[key] = found, [line for line in lines if line.startswith(f"{self.steps} += ")]
        return found

    def _once(self, expr: Expr, hoisted: Hoisted) -> str:
        """A value that is computed the first time only; the steps count each time (§9)."""
        with self.code.block(f"if {hoisted.ready} == 0:"):
            before = self.code.let("st", self.steps)
            self.code(f"{hoisted.value} = {LOWERED[expr.form](self, expr)}")
            self.code(f"{hoisted.steps} = {self.steps} - {before}")
            self.code(f"{hoisted.ready} = 1")
        with self.code.block("else:"):
            self.tick(hoisted.steps)
        return hoisted.value

    def _sense(self, expr: Expr, inner: dict[int, int]) -> object:
        """What an expression says: two that are the same here have the same value."""
        if expr.form == "var":
            return inner[expr.slot] if expr.slot in inner else (expr.slot, repr(self.env.get(expr.slot)))
        if expr.form == "bind":
            inner[expr.slot] = len(inner)
            return inner[expr.slot]
        return expr.form, expr.value, tuple(self._sense(arg, inner) for arg in expr.args)

    def atom(self, text: str) -> str:
        """An expression that can be repeated at no cost."""
        return text if _ATOM.fullmatch(text) else self.code.let("t", text)

    def literal(self, value: int) -> str:
        """An integer that is known. A large one is a variable: text that adds to it stays within 64 bits."""
        return str(value) if abs(value) < LARGE else self.code.let("n", str(value))

    def number(self, expr: Expr) -> str:
        """A value that can be repeated."""
        return self.atom(self.value(expr))

    def fail(self, code: str, expr: Expr, text: str, a: str = "", b: str = "") -> None:
        """Something is impossible."""
        for cell, detail in (("FAULT_DETAIL", a), ("FAULT_DETAIL + 1", b)):
            if detail:
                self.code(f"C[{cell}] = {detail}")
        if self.quiet:
            self.code("C[STEPS] = st")
        self.code(f"fail({self.kit.site(code, expr, text)})")

    def fail_if(self, condition: str, code: str, expr: Expr, text: str, a: str = "", b: str = "") -> None:
        """Something is impossible, if."""
        with self.code.block(f"if {condition}:"):
            self.fail(code, expr, text, a, b)

    def give_up_if(self, condition: str) -> None:
        """Leave the game to the interpreter, if."""
        with self.code.block(f"if {condition}:"):
            self.code("fail(BEYOND)")

    def tick(self, steps: str = "1") -> None:
        """Count steps (§9); where nobody looks on, the limit is looked at now and then only."""
        if self.quiet:
            self.code(f"{self.steps} += {steps}")
        else:
            self.code(f"tick(C, {steps})")

    def check_steps(self) -> None:
        """Look at the limit of steps."""
        if self.quiet:
            with self.code.block(f"if {self.steps} > limit:"):
                self.code("C[STEPS] = st")
                self.code("fail(OUT_OF_STEPS)")

    def check_time(self) -> None:
        """Look whether it has to end: somebody wants it, or the limit of steps is passed for sure."""
        for line in self.code.check:
            self.code(line)

    def condition(self, expr: Expr) -> tuple[list[str], str]:
        """The lines that compute a condition, and the condition."""
        with self.code.aside() as lines:
            found = self.value(expr)
        return lines, found

    def ready(self, expr: Expr) -> Listed | None:
        """A collection that has been written down already."""
        if expr.form == "var":
            found = self.env.get(expr.slot)
            if isinstance(found, Saved):
                self.kit.groups = True
                at, count = self.code.let("at", "C[TOP]"), self.code.let("n", f"S[{found.at}]")
                if found.kind == "list":
                    at = self.code.let("at", f"load_lists(S, C, {found.at})")
                else:
                    self.code(f"load_words(S, C, {found.at})")
                return Listed(at, count, found.kind)
            return found if isinstance(found, Listed) else None
        return self.prepared.pop(id(expr), None)
