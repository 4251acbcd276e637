"""Static kinds: what is known about a value before the game begins."""

from __future__ import annotations

from dataclasses import dataclass

_DEEPEST = 3
"""How far elements of elements are followed."""


@dataclass(frozen=True, slots=True)
class Type:
    """A kind, with the kind of the elements and the ancestor in the library where they are known."""

    kind: str
    element: Type | None = None
    library: str | None = None
    """Of a struct: its ancestor, the empty string if it has none, None if that is not known."""

    def __str__(self) -> str:
        return self.kind

    @property
    def known(self) -> bool:
        """Whether the kind is known."""
        return self.kind != "any"

    @property
    def is_pile(self) -> bool:
        """Whether it is a collection, or a struct that passes on to one."""
        return self.kind == "collection" or self.library in ("Deck", "Hand")


ANY = Type("any")
INT = Type("int")
FLOAT = Type("float")
BOOL = Type("bool")
STRING = Type("string")
TUPLE = Type("tuple")
CARD = Type("card")
FUNCTION = Type("function")
NUMBERS = ("int", "float")
BY_NAME = {t.kind: t for t in (ANY, INT, FLOAT, BOOL, STRING, TUPLE, CARD, FUNCTION)}


def collection(element: Type | None) -> Type:
    """A collection of such elements."""
    return Type("collection", _cut(element, _DEEPEST))


def struct(library: str | None = "", element: Type | None = None) -> Type:
    """A struct with its ancestor in the library."""
    return Type("struct", _cut(element, _DEEPEST), library)


def join(one: Type | None, other: Type | None) -> Type | None:
    """What is known of a value that is one or the other; None is a value not met yet.

    >>> join(INT, INT) == INT, join(INT, STRING) == ANY, join(None, BOOL) == BOOL
    (True, True, True)
    """
    if one is None or other is None or one == other:
        return one or other
    if one.kind != other.kind:
        return ANY
    library = one.library if one.library == other.library else None
    return Type(one.kind, join(one.element, other.element), library)


def of_value(value: object) -> Type:
    """The kind of a literal."""
    if isinstance(value, bool):
        return BOOL
    return INT if isinstance(value, int) else FLOAT if isinstance(value, float) else STRING


def article(kind: str) -> str:
    """A kind as a sentence says it.

    >>> article("int"), article("card"), article("any")
    ('an int', 'a card', 'any value')
    """
    if kind == "any":
        return "any value"
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def fits(wanted: str, given: str) -> bool:
    """Whether a variable of a kind may take a value of another: an int becomes a float."""
    return wanted == given or "any" in (wanted, given) or (wanted, given) == ("float", "int")


def _cut(element: Type | None, depth: int) -> Type | None:
    if element is None or element.element is None:
        return element
    return Type(element.kind, _cut(element.element, depth - 1) if depth > 1 else ANY, element.library)
