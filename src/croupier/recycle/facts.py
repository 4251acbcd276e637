"""What a checked program touches: which storages and locations its forms read, fill and change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from croupier.recycle.constants import constant
from croupier.recycle.forms import FORMS
from croupier.recycle.program import Constant, Expr, Program
from croupier.recycle.shapes import SHAPES, forms_that
from croupier.recycle.traits import Times, World
from croupier.recycle.types import Type, is_a
from croupier.text import Guesses

LOCATIONS = forms_that(lambda traits: traits.location is not None and not traits.location.many)
"""The forms that name one place for cards."""
STORES = forms_that(lambda traits: World.STORAGES in traits.reads)
"""The forms that name a storage."""
_KEPT = frozenset((*STORES, *forms_that(lambda traits: traits.location is not None)))
_TARGETS = {
    form: name for form, shape in SHAPES.items() for name in ("storage", "location") if name in shape.at
}
"""The part of a form that names where something is put, rather than what is looked at."""
_WRITERS = forms_that(lambda traits: any(written.what is World.STORAGES for written in traits.writes))
_FILLERS = forms_that(lambda traits: traits.moves is not None and traits.moves.fills)
_CHOICES = forms_that(lambda traits: traits.body is not None and traits.body.times is Times.ONE_ITEM)
_BINDERS = frozenset(forms_that(lambda traits: traits.binds is not None))
_CYCLIC = frozenset(forms_that(lambda traits: World.TURNS in traits.reads))
_CHANCES = frozenset(forms_that(lambda traits: traits.draws is not None))
_CHANGERS = frozenset(forms_that(lambda traits: bool(traits.writes)))
_CARD_TYPES = (Type.CARD, Type.CARDS, Type.LOCATION, Type.GROUPS, Type.LOCATIONS)
_THINGS = {
    "IntStore": "integer",
    "StringStore": "string",
    "PointStore": "point map",
    "PlayerStore": "player",
    "Memory": "memory",
}
_OWNERS = {Type.GAME: "game", Type.PLAYER: "player", Type.PLAYER_STORE: "player", Type.TEAM: "team"}


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that an owner keeps: what kind, whose, under which name (None: a name that is computed)."""

    kind: str
    owner: str
    name: str | None

    def meets(self, other: Kept) -> bool:
        """Whether both may be the same."""
        return (
            self.kind == other.kind
            and self.owner == other.owner
            and (self.name is None or other.name is None or self.name == other.name)
        )

    def __str__(self) -> str:
        owner = "the game's" if self.owner == "game" else f"a {self.owner}'s"
        row = FORMS.get(self.kind)
        thing = _THINGS.get(row.result if row is not None else "", "location")
        return f"{owner} {thing} {self.name or '(computed)'}"


ANYWHERE = Kept("*", "*", None)
"""A place that cannot be told: where `actual` finds a card."""


class Facts:
    """A program with its variables traced to what binds them, and the attributes of its cards."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.constants: dict[int, Constant] = {p.slot: p.value for p in program.parameters}
        self.bound: dict[int, tuple[Expr, bool]] = {}
        """For each variable what it comes from, and whether it is an element of that."""
        self.asked: set[int] = set()
        """The variables that stand for the kind of a card, in a question that is told."""
        self.looped: set[int] = set()
        """The variables that actions are repeated or offered for."""
        self.attributes: dict[str, set[str]] = {}
        self.guess = Guesses()
        self._everything: list[Expr] = []
        self._by_form: defaultdict[str, list[Expr]] = defaultdict(list)
        self._targets: set[int] = set()
        """What names where something goes, rather than what is looked at."""
        self._kept: dict[int, list[Kept]] = {}
        self._places: dict[int, list[Expr]] = {}
        for part in (program.setup, *program.body, program.scoring):
            for expr in part.walk():
                self._enter(expr)
        for expr in self.every("attribute"):
            self.attributes.setdefault(str(expr.value), set()).update(self._values(expr))

    def _enter(self, expr: Expr) -> None:
        form = expr.form
        self._everything.append(expr)
        self._by_form[form].append(expr)
        if form in _BINDERS:
            binds, slot = expr.traits.binds, expr.part("variable").slot
            assert binds is not None
            self.bound[slot] = (expr.part(binds.source), binds.each)
            if binds.by_kind:
                self.asked.add(slot)
            if binds.each and expr.traits.body is not None:
                self.looped.add(slot)
        elif form in _TARGETS:
            self._targets.add(id(expr.part(_TARGETS[form])))

    def _values(self, attribute: Expr) -> Iterator[str]:
        for group in attribute.args:
            if group.form == "nested":
                yield str(group.value)
            listed = constant(group, self.constants) if group.form != "nested" else None
            yield from (str(v) for v in listed) if isinstance(listed, tuple) else ()

    def every(self, *forms: str) -> list[Expr]:
        """All forms of these kinds, one kind after the other, each in text order."""
        return [expr for form in forms for expr in self._by_form.get(form, ())]

    @cached_property
    def choices(self) -> list[tuple[Expr, list[Expr]]]:
        """Every choice with all the forms inside it, in text order."""
        return [(choice, list(choice.walk())) for choice in self.every(*_CHOICES)]

    def names(self, expr: Expr) -> set[str] | None:
        """The names that a string may be; None if they cannot be told."""
        if expr.form == "name":
            return {str(expr.value)}
        if expr.form == "cardatt" and expr.part("key").form == "name":
            return self.attributes.get(str(expr.part("key").value), set())
        if expr.form == "var":
            constant = self.constants.get(expr.slot)
            if isinstance(constant, str):
                return {constant}
            source, is_element = self.bound.get(expr.slot, (expr, False))
            if not is_element and source is not expr:
                return self.names(source)
            while source.form == "filter":
                source = source.part("collection")
            if source.form == "var" and source is not expr:
                listed = self.constants.get(source.slot)
                return {str(n) for n in listed} if isinstance(listed, tuple) else None
            if source.form == "names":
                return {str(n.value) for n in source.args}
        return None

    def kept(self, expr: Expr) -> list[Kept]:
        """What a storage or location form may be."""
        known = self._kept.get(id(expr))
        if known is None:
            kind = expr.form.removeprefix("indexed.")
            owner = _OWNERS.get(expr.part("owner").type, "game")
            names = self.names(expr.part("name"))
            known = (
                [Kept(kind, owner, None)] if names is None else [Kept(kind, owner, n) for n in sorted(names)]
            )
            self._kept[id(expr)] = known
        return known

    def sources(self, expr: Expr) -> list[Kept]:
        """The locations that a card or collection of cards may come from."""
        return [
            kept for place in self.places(expr) for kept in (self.kept(place) if place.args else [ANYWHERE])
        ]

    def places(self, expr: Expr) -> list[Expr]:
        """The location forms that a card or collection of cards may come from."""
        if expr.traits.location is not None:
            return [expr]
        if expr.form == "var":
            if expr.slot not in self._places:
                source, _ = self.bound.get(expr.slot, (None, False))
                self._places[expr.slot] = self.places(source) if source is not None else []
            return self._places[expr.slot]
        if expr.form == "actual" and expr.part("card").type is Type.COPY:
            return [Expr("*", Type.LOCATION, node=expr.node)]
        if expr.form == "all.collect":
            return self.places(expr.part("cards"))
        if expr.form == "let.value":
            return self.places(expr.part("result"))
        found: dict[int, Expr] = {}
        for arg in expr.args:
            if is_a(arg.type, Type.CARD) or is_a(arg.type, Type.CARDS) or is_a(arg.type, Type.GROUPS):
                found.update((id(place), place) for place in self.places(arg) if arg.type is not Type.UNKNOWN)
        return list(found.values())

    def behind(self, expr: Expr) -> Iterator[Expr]:
        """The form itself, every form inside it, and those that its variables are bound to."""
        waiting, seen = [expr], set()
        while waiting:
            for inner in waiting.pop().walk():
                yield inner
                if inner.form == "var" and inner.slot in self.bound and inner.slot not in seen:
                    seen.add(inner.slot)
                    waiting.append(self.bound[inner.slot][0])

    def memories(self, expr: Expr) -> list[Expr]:
        """The memories that a remembered copy, or a collection of them, may come from, as they are said."""
        if expr.type is Type.MEMORY:
            return [expr]
        if expr.form == "var":
            source, _ = self.bound.get(expr.slot, (None, False))
            return self.memories(source) if source is not None else []
        if expr.type is Type.MEMORIES:
            return [expr]
        found: dict[int, Expr] = {}
        for arg in expr.args:
            if arg.type in (Type.COPY, Type.COPIES, Type.MEMORY, Type.MEMORIES):
                found.update((id(memory), memory) for memory in self.memories(arg))
        return list(found.values())

    @cached_property
    def all_reads(self) -> list[tuple[Kept, Expr]]:
        """What the program looks at."""
        return list(self._reads(self._everything))

    def reads(self, expr: Expr) -> Iterator[tuple[Kept, Expr]]:
        """What a value depends on, or an action looks at; variables count as what binds them."""
        return self._reads(expr.walk())

    def _reads(self, exprs: Iterable[Expr]) -> Iterator[tuple[Kept, Expr]]:
        for inner in exprs:
            form = inner.form
            if form == "var":
                if inner.type in _CARD_TYPES:
                    for kept in self.sources(inner):
                        yield kept, inner
            elif form in _KEPT:
                if id(inner) not in self._targets:
                    for kept in self.kept(inner):
                        yield kept, inner
            elif form in _CYCLIC:
                yield Kept("cycle", "team" if inner.type in (Type.TEAM, Type.TEAMS) else "player", ""), inner
            elif form in _CHANCES:
                yield Kept("chance", "game", ""), inner

    def all_writes(self) -> list[tuple[Kept, Expr]]:
        """What the program stores into."""
        written = [expr.part("storage") for expr in self.every(*_WRITERS)]
        return [(kept, storage) for storage in written for kept in self.kept(storage)]

    def all_fills(self) -> list[tuple[Kept, Expr]]:
        """The locations that the program may put cards or copies into."""
        filled = [
            into.part("location") if into.form in _TARGETS else into
            for expr in self.every(*_FILLERS)
            for _, into in expr.moves()
        ]
        filled += [expr.part("location") for expr in self.every("gather")]
        return [(kept, location) for location in filled for kept in self.sources(location)]

    def changes(self, expr: Expr) -> Iterator[Kept]:
        """All that may be different after an action."""
        for inner in expr.walk():
            for written in inner.traits.writes if inner.form in _CHANGERS else ():
                for changed in inner.parts(written.part):
                    if written.what is World.PLACES:
                        yield from self.sources(changed)
                    elif written.what is World.STORAGES:
                        yield from self.kept(changed)
                    elif written.what is World.TURNS:
                        yield Kept("cycle", "player" if changed.type is Type.PLAYER else "team", "")
