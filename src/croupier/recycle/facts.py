"""What a checked program touches: which storages and locations its forms read, fill and change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.recycle.program import Expr, Program
from croupier.recycle.types import Type, is_a

LOCATIONS = ("vloc", "iloc", "hloc", "oloc", "mem")
STORES = ("sto", "str", "points")
_KEPT = frozenset((*LOCATIONS, *STORES))
_WRITERS = frozenset(("set.int", "set.str", "set.points", "inc", "dec"))
_OWNERS = {Type.GAME: "game", Type.PLAYER: "player", Type.TEAM: "team"}
_CYCLIC = frozenset(
    ("player.current", "player.next", "player.previous", "team.current", "team.next", "team.previous", "players.other", "teams.other")
)


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
        thing = {"sto": "integer", "str": "string", "points": "point map", "mem": "memory"}.get(self.kind, "location")
        return f"{owner} {thing} {self.name or '(computed)'}"


ANYWHERE = Kept("*", "*", None)
"""A place that cannot be told: where `actual` finds a card."""


@dataclass(frozen=True)
class Facts:
    """A program with its variables traced to what binds them, and the attributes of its cards."""

    program: Program
    bound: dict[int, tuple[Expr, bool]] = field(default_factory=dict)
    """For each variable what it comes from, and whether it is an element of that."""
    attributes: dict[str, set[str]] = field(default_factory=dict)

    @staticmethod
    def of(program: Program) -> Facts:
        """Collect the facts of a program."""
        facts = Facts(program)
        for expr in program.walk():
            for i, arg in enumerate(expr.args):
                if arg.form == "bind":
                    facts.bound[arg.slot] = (expr.args[i - 1], expr.form != "let")
        constants = {p.slot: p.value for p in program.parameters}
        for expr in program.walk():
            if expr.form == "attribute":
                values = facts.attributes.setdefault(str(expr.value), set())
                for group in expr.args:
                    named = constants.get(group.slot) if group.form == "var" else None
                    values |= {str(v) for v in named} if isinstance(named, tuple) else set()
                    values |= {str(n.value) for n in group.args if n.form == "name"}
                    values |= {str(group.value)} if group.form == "nested" else set()
        return facts

    def names(self, expr: Expr) -> set[str] | None:
        """The names that a string may be; None if they cannot be told."""
        if expr.form == "name":
            return {str(expr.value)}
        if expr.form == "cardatt" and expr.args[0].form == "name":
            return self.attributes.get(str(expr.args[0].value), set())
        if expr.form == "var":
            constant = next((p.value for p in self.program.parameters if p.slot == expr.slot), None)
            if isinstance(constant, str):
                return {constant}
            source, is_element = self.bound.get(expr.slot, (expr, False))
            if not is_element and source is not expr:
                return self.names(source)
            while source.form in ("filter", "var") and source is not expr:
                if source.form == "var":
                    listed = next((p.value for p in self.program.parameters if p.slot == source.slot), None)
                    return {str(n) for n in listed} if isinstance(listed, tuple) else None
                source = source.args[0]
            if source.form == "names":
                return {str(n.value) for n in source.args}
        return None

    def kept(self, expr: Expr) -> list[Kept]:
        """What a storage or location form may be."""
        kind = expr.form.removeprefix("indexed.")
        owner = _OWNERS.get(expr.args[0].type, "game")
        names = self.names(expr.args[1])
        return [Kept(kind, owner, None)] if names is None else [Kept(kind, owner, n) for n in sorted(names)]

    def sources(self, expr: Expr) -> list[Kept]:
        """The locations that a card or collection of cards may come from."""
        return [kept for place in self.places(expr) for kept in (self.kept(place) if place.args else [ANYWHERE])]

    def places(self, expr: Expr) -> list[Expr]:
        """The location forms that a card or collection of cards may come from."""
        if expr.form in LOCATIONS or expr.form.startswith("indexed."):
            return [expr]
        if expr.form == "var":
            source, _ = self.bound.get(expr.slot, (None, False))
            return self.places(source) if source is not None else []
        if expr.form == "actual" and expr.args[0].type is Type.COPY:
            return [Expr("*", Type.LOCATION, node=expr.node)]
        if expr.form == "all.collect":
            return self.places(expr.args[2])
        found: list[Expr] = []
        for arg in expr.args:
            if is_a(arg.type, Type.CARD) or is_a(arg.type, Type.CARDS) or is_a(arg.type, Type.GROUPS):
                found += self.places(arg) if arg.type is not Type.UNKNOWN else []
        return found

    def reads(self, expr: Expr) -> Iterator[tuple[Kept, Expr]]:
        """What a value depends on, or an action looks at; variables count as what binds them."""
        targets = {id(arg) for e in expr.walk() for arg in _targets(e)}
        for inner in expr.walk():
            if id(inner) in targets:
                continue
            if inner.form in _KEPT or inner.form.startswith("indexed."):
                for kept in self.kept(inner):
                    yield kept, inner
            elif inner.form == "var" and inner.type in (Type.CARD, Type.CARDS, Type.LOCATION, Type.GROUPS, Type.LOCATIONS):
                for kept in self.sources(inner):
                    yield kept, inner
            elif inner.form in _CYCLIC:
                yield Kept("cycle", inner.form.split(".")[0].rstrip("s"), ""), inner
            elif inner.form.startswith("random"):
                yield Kept("chance", "game", ""), inner

    def writes(self, expr: Expr) -> Iterator[tuple[Kept, Expr]]:
        """What an action stores into."""
        for inner in expr.walk():
            if inner.form in _WRITERS:
                for kept in self.kept(inner.args[0]):
                    yield kept, inner.args[0]

    def fills(self, expr: Expr) -> Iterator[tuple[Kept, Expr]]:
        """The locations that an action may put cards or copies into."""
        for inner in expr.walk():
            for place in _targets(inner):
                if place.form not in STORES:
                    for kept in self.sources(place):
                        yield kept, place
            if inner.form in ("swap.locations", "swap.cards", "shuffle.faro"):
                for arg in inner.args:
                    for kept in self.sources(arg):
                        yield kept, arg

    def changes(self, expr: Expr) -> Iterator[Kept]:
        """All that may be different after an action."""
        for kept, _ in self.writes(expr):
            yield kept
        for kept, _ in self.fills(expr):
            yield kept
        for inner in expr.walk():
            if inner.form in ("move", "forget", "shuffle"):
                yield from self.sources(inner.args[0])
            elif inner.form.startswith("cycle."):
                yield Kept("cycle", "team" if inner.args[0].type is Type.TEAM else "player", "")
            elif inner.form == "create.teams":
                yield Kept("cycle", "team", "")


def _targets(expr: Expr) -> tuple[Expr, ...]:
    """The parts of an action that name where something goes, rather than what is looked at."""
    if expr.form in _WRITERS or expr.form == "create.deck":
        return expr.args[:1]
    if expr.form.startswith("place."):
        return expr.args[-1:]
    return ()
