"""What a thing is at run time: its type with everything inherited."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from croupier.script.ahod.nodes import TypeRef
from croupier.script.heap import STRANGE, Duration, Interval, Thing, Veil
from croupier.script.machine import Machine, Routine
from croupier.script.terms import Hidden

PRIMITIVES = ("int", "float", "string", "bool")


@dataclass(eq=False)
class Kind:
    """A type: built in, or made by ``let``."""

    name: str
    base: Kind | None
    element: TypeRef | None = None
    """The element type, its own or inherited."""
    element_names: frozenset[str] = frozenset()
    """The element type and everything it derives from."""
    consts: set[str] = field(default_factory=set)
    typed: dict[str, TypeRef] = field(default_factory=dict)
    computed: dict[str, Routine] = field(default_factory=dict)
    constructor: Routine | None = None
    chain: tuple[Kind, ...] = ()
    """Itself, its base, and so on up to Object."""
    names: frozenset[str] = frozenset()
    collection: bool = False
    timer: bool = False

    def __post_init__(self) -> None:
        base = self.base
        if base is not None:
            if self.element is None:
                self.element, self.element_names = base.element, base.element_names
            self.consts |= base.consts
            self.typed = {**base.typed, **self.typed}
            self.computed = {**base.computed, **self.computed}
            self.collection = base.collection
            self.timer = base.timer
        self.chain = (self, *(base.chain if base else ()))
        self.names = frozenset(k.name for k in self.chain)

    def __str__(self) -> str:
        return self.name


OBJECT = Kind("Object", None)
ACTOR = Kind("Actor", OBJECT)
COLLECTION = Kind("Collection", OBJECT)
COLLECTION.collection = True
SERIES = Kind("Series", COLLECTION)
STACK = Kind("Stack", COLLECTION)
TIMER = Kind("Timer", OBJECT)
TIMER.timer = True
BUILT_IN = {k.name: k for k in (OBJECT, ACTOR, COLLECTION, SERIES, STACK, TIMER)}
BASES = ("Object", "Actor", "Stack", "Series", "Timer")
KNOWN_TYPES = frozenset((*PRIMITIVES, *BUILT_IN, "Range"))


def type_name(value: Any) -> str:
    """What the type of a value is called."""
    if type(value) is Thing:
        return str(value.kind.name)
    if value is None:
        return "None"
    if type(value) is Veil:
        raise Hidden
    names = {int: "int", float: "float", str: "string", bool: "bool", Interval: "Range", Duration: "duration"}
    return names.get(type(value), type(value).__name__)


def with_article(name: str) -> str:
    """A type in a sentence.

    >>> with_article("int"), with_article("Card"), with_article("None")
    ('an int', 'a Card', 'None')
    """
    if name in ("None", "anything"):
        return name
    return f"{'an' if name[0] in 'aeiouAEIO' else 'a'} {name}"


def fits(machine: Machine, value: Any, wanted: TypeRef) -> bool:
    """Whether a value is of a type; an int counts as a float."""
    name = wanted.name
    if type(value) is Thing:
        kind: Kind = value.kind
        if name not in kind.names:
            return False
        return wanted.element is None or holds(machine, value, wanted.element)
    if type(value) in STRANGE:
        return True
    if name == "float":
        return type(value) in (int, float)
    return type_name(value) == name


def holds(machine: Machine, collection: Thing, element: TypeRef) -> bool:
    """Whether all elements of a collection are of a type: declared so, or else looked at."""
    if collection.i is None:
        return False
    items = machine.H[collection.i]
    kind: Kind = collection.kind
    if kind.element is not None:
        if element.name in kind.element_names and element.element is None:
            return True
        if not items:
            return False
    return all(fits(machine, item, element) for item in items)


def derivation(name: str, kinds: dict[str, Kind]) -> int:
    """How far a type is derived, to find the most special one."""
    return len(kinds[name].chain) if name in kinds else 1
