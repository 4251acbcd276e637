"""The names of the library and of the methods, with how many arguments they take."""

from __future__ import annotations

from dataclasses import dataclass

MANY = 1_000


@dataclass(frozen=True, slots=True)
class Callee:
    """A function of the library or a method: how it is written, and what it gives."""

    name: str
    fewest: int
    most: int
    result: str
    """A kind, or ``any``, ``element`` (of the receiver), ``self`` (the receiver)."""
    signature: str
    doc: str


def _table(*rows: Callee) -> dict[str, Callee]:
    return {row.name: row for row in rows}


FUNCTIONS = _table(
    Callee(
        "cartesian",
        1,
        MANY,
        "collection",
        "cartesian(c1, c2, …)",
        "all rows of one element each; the last varies fastest",
    ),
    Callee("copy", 2, 2, "collection", "copy(x, n)", "n copies; of a collection its elements, n times"),
    Callee("range", 2, 2, "collection", "range(a, b)", "the ints from a to b, with b"),
    Callee("INPUT", 0, 3, "any", "INPUT(x)", "asks; see the section on input"),
    Callee("OUTPUT", 1, 1, "bool", "OUTPUT(x)", "prints one line"),
    Callee(
        "int", 1, 1, "int", "int(x)", "as an int: of a float without its fraction, of a string its digits"
    ),
    Callee("float", 1, 1, "float", "float(x)", "as a float"),
    Callee(
        "bool",
        1,
        1,
        "bool",
        "bool(x)",
        "as a bool: of a string `true` or `false`, else whether it counts as true",
    ),
    Callee("string", 1, 1, "string", "string(x)", "as text"),
    Callee("min", 1, MANY, "any", "min(a, b, …)", "the smallest of several values, or of one collection"),
    Callee("max", 1, MANY, "any", "max(a, b, …)", "the largest of several values, or of one collection"),
    Callee("abs", 1, 1, "any", "abs(x)", "a number without its sign"),
    Callee("random", 1, 1, "any", "random(c)", "one element by chance; nothing is taken away"),
    Callee("exit", 0, 0, "bool", "exit()", "ends the program"),
)

METHODS = _table(
    Callee("append", 1, 1, "self", "append(x)", "add one element at the end"),
    Callee("push", 1, 1, "self", "push(x)", "the same"),
    Callee("add", 1, 1, "self", "add(x)", "add all elements of a collection, or one element"),
    Callee(
        "pop",
        0,
        1,
        "element",
        "pop()",
        "take from the end; `pop(n)` a collection of n, in the order of taking",
    ),
    Callee("peek", 0, 0, "element", "peek()", "the last element, which stays"),
    Callee("dequeue", 0, 1, "element", "dequeue()", "take from the front; `dequeue(n)` a collection of n"),
    Callee("take", 1, 1, "element", "take(i)", "take the element at an index"),
    Callee("remove", 1, 1, "element", "remove(i)", "the same"),
    Callee(
        "delete",
        1,
        1,
        "bool",
        "delete(x)",
        "take out the first identical element, else the first equal one; gives a bool",
    ),
    Callee(
        "sort",
        0,
        1,
        "self",
        "sort(f)",
        "in place, ascending, by the key that f gives, if any; equal ones keep their order",
    ),
    Callee("reverse", 0, 0, "self", "reverse()", "in place"),
    Callee("shuffle", 0, 0, "self", "shuffle()", "in place"),
    Callee("size", 0, 0, "int", "size", "how many; also `size()`"),
    Callee("show", 0, 0, "string", "show()", "numbered lines `0: …`"),
    Callee(
        "deal",
        2,
        2,
        "self",
        "deal(players, n)",
        "n rounds, one from the end to each player's `hand`, or `cards`",
    ),
    Callee("insert", 2, 2, "self", "insert(i, x)", "put in before the element at an index"),
    Callee("clear", 0, 0, "self", "clear()", "take out all"),
    Callee("contains", 1, 1, "bool", "contains(x)", "whether an element equals x"),
    Callee("find", 1, 1, "int", "find(x)", "the index of the first element that equals x, or -1"),
)

COMMON = _table(
    Callee("toString", 0, 0, "string", "toString()", "as text"),
    Callee("equals", 1, 1, "bool", "equals(x)", "the same as `==`"),
)
"""Methods of every value."""

STRUCTS: dict[str, dict[str, str]] = {
    "Deck": {"cards": "collection", "labels": "collection"},
    "Hand": {"cards": "collection", "labels": "collection"},
    "Player": {"id": "int", "name": "string", "hand": "struct", "score": "int"},
    "Game": {},
}
"""The structs of the library: the kinds of their fields, in the order in which bare entries fill them."""
ALIASES = {"player": "Player", "hand": "Hand"}
PILES = ("Deck", "Hand")
"""Structs that pass on to their cards what they are asked as collections."""
LIBRARY = frozenset((*FUNCTIONS, *STRUCTS, *ALIASES))


def library_struct(name: str) -> str | None:
    """The struct of the library that a name means.

    >>> library_struct("player"), library_struct("table")
    ('Player', None)
    """
    name = ALIASES.get(name, name)
    return name if name in STRUCTS else None
