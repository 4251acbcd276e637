"""Types as far as they are evident from the text; where nothing is evident, anything goes."""

from __future__ import annotations

from typing import NamedTuple

from croupier.script.ahod.kinds import BUILT_IN, KNOWN_TYPES, PRIMITIVES, with_article
from croupier.script.ahod.nodes import Helper, Stored, TypeDef, TypeRef
from croupier.script.ahod.program import Program
from croupier.script.heap import Duration


class Type(NamedTuple):
    """A type; ``any`` if nothing is known, ``nothing`` if no value has been seen yet."""

    name: str
    element: str = ""
    """The declared type of the elements, or nothing."""

    @property
    def known(self) -> bool:
        """Whether it says anything."""
        return self.name not in ("any", "nothing")

    def __str__(self) -> str:
        return f"{self.name}({self.element})" if self.element else self.name

    @property
    def said(self) -> str:
        """As a sentence has it."""
        return with_article(self.name) if self.name != "any" else "anything"


ANY = Type("any")
NOTHING = Type("nothing")
INT, FLOAT, STRING, BOOL, NONE = (Type(n) for n in ("int", "float", "string", "bool", "None"))
RANGE, SERIES, STACK, DURATION = (Type(n) for n in ("Range", "Series", "Stack", "duration"))
NUMBERS = ("int", "float")
_OF_LITERALS = {int: INT, float: FLOAT, str: STRING, bool: BOOL, type(None): NONE, Duration: DURATION}


def literal_type(value: object) -> Type:
    """The type of a literal."""
    return _OF_LITERALS[type(value)]


def join(a: Type, b: Type) -> Type:
    """What is known of a value that is one or the other."""
    if b in (a, NOTHING):
        return a
    if a == NOTHING:
        return b
    return Type(a.name) if a.name == b.name else ANY


class Table:
    """What is known about the types of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.chains: dict[str, list[str]] = {}
        for kind in BUILT_IN.values():
            self.chains[kind.name] = [k.name for k in kind.chain]
        for type_ in program.types.values():
            lineage = program.lineage(type_)
            base = lineage[-1].base.name
            self.chains[type_.name] = [t.name for t in lineage] + self.chains.get(base, ["Object"])

    def knows(self, name: str) -> bool:
        """Whether there is such a type."""
        return name in KNOWN_TYPES or name in self.program.types

    def is_a(self, name: str, other: str) -> bool:
        """Whether one type is, or derives from, another."""
        return name == other or other in self.chains.get(name, ()) or (name, other) == ("int", "float")

    def is_collection(self, type_: Type) -> bool:
        """Whether values of it have elements."""
        return "Collection" in self.chains.get(type_.name, ())

    def side(self, type_: Type) -> str:
        """``Series``, ``Stack`` or nothing."""
        chain = self.chains.get(type_.name, ())
        return next((n for n in ("Series", "Stack") if n in chain), "")

    def element(self, type_: Type) -> Type:
        """What a loop over a value of this type gives."""
        if type_.name == "string":
            return STRING
        if type_.element:
            return Type(type_.element)
        for name in self.chains.get(type_.name, ()):
            definition = self.program.types.get(name)
            if definition is not None and definition.base.element is not None:
                return self.of(definition.base.element)
        return ANY

    def has_declared_element(self, type_: Type) -> str:
        """The declared element type of a collection type, or nothing."""
        found = self.element(type_) if self.is_collection(type_) else ANY
        return found.name if found.known else ""

    def of(self, ref: TypeRef | None) -> Type:
        """The type that is written."""
        if ref is None:
            return ANY
        return Type(ref.name, ref.element.name if ref.element is not None else "")

    def stored(self, name: str) -> dict[str, Stored]:
        """The stored attributes of a type, inherited ones included."""
        found: dict[str, Stored] = {}
        for definition in reversed(self.definitions(name)):
            found.update({a.name: a for a in definition.attributes})
        return found

    def computed(self, name: str) -> dict[str, Helper]:
        """The computed attributes of a type, inherited ones included."""
        found: dict[str, Helper] = {}
        for definition in reversed(self.definitions(name)):
            found.update({h.name: h for h in definition.computed})
        return found

    def definitions(self, name: str) -> list[TypeDef]:
        """The `let`s of a type and of those it derives from."""
        definition = self.program.types.get(name)
        return self.program.lineage(definition) if definition is not None else []

    def refuses(self, given: Type, wanted: Type) -> bool:
        """Whether a value of one type can never be one of the other."""
        if not given.known or not wanted.known or not self.knows(wanted.name):
            return False
        if self.is_a(given.name, wanted.name):
            inner = self.has_declared_element(given)
            if not wanted.element or not inner:
                return False
            return not self.is_a(inner, wanted.element) and not self.is_a(wanted.element, inner)
        return not self.is_a(wanted.name, given.name) or given.name in PRIMITIVES

    def category(self, type_: Type) -> str:
        """Under which heading the built-in helpers stand, or nothing if that is not known."""
        if self.is_collection(type_):
            return "collection"
        if "Timer" in self.chains.get(type_.name, ()):
            return "timer"
        return {"Range": "range", "string": "string"}.get(type_.name, "")


def arithmetic_type(table: Table, op: str, a: Type, b: Type) -> Type | None:
    """The type of an operation; None if it is not defined for operands of these types."""
    if NOTHING in (a, b):
        return NOTHING
    if not a.known or not b.known:
        return ANY
    if a.name in NUMBERS and b.name in NUMBERS:
        return FLOAT if op == "/" or FLOAT in (a, b) else (ANY if op == "**" else INT)
    sequence_a, sequence_b = (t.name == "Range" or table.is_collection(t) for t in (a, b))
    if op == "+" and a == STRING and b == STRING:
        return STRING
    if op == "+" and sequence_a and sequence_b:
        return SERIES
    if op == "*" and "int" in (a.name, b.name):
        other = b if a == INT else a
        if other == STRING:
            return STRING
        if (sequence_b if a == INT else sequence_a) or other == DURATION:
            return SERIES if other != DURATION else DURATION
    if DURATION in (a, b):
        if op in ("+", "-") and a == b:
            return DURATION
        if (op == "*" and (a.name in NUMBERS or b.name in NUMBERS)) or (op == "/" and b.name in NUMBERS):
            return DURATION
    return None


def ordered(a: Type, b: Type) -> bool:
    """Whether `<` may be defined for operands of these types."""
    if not a.known or not b.known:
        return True
    return (a.name in NUMBERS and b.name in NUMBERS) or (a == b and a in (STRING, DURATION))
