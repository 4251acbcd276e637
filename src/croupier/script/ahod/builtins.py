"""The one table of what is built in: checker, machine, reference page and lexer all read it.

Every row has an example with its exact result; the tests run them and the reference page prints them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from croupier.script.ahod import functions as f
from croupier.script.ahod import piles as c

Meaning = Callable[..., Any]


@dataclass(frozen=True)
class BuiltIn:
    """Something built in; ``parameters`` reads like ``n?`` (may be left out) or ``values…`` (any number)."""

    name: str
    of: str
    """What it belongs to: ``collection``, ``range``, ``string``, ``timer``, or nothing for a function."""
    parameters: str
    result: str
    doc: str
    example: str
    gives: str
    meaning: Meaning = field(repr=False)
    action: bool = False

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of its parameters."""
        return tuple(p.rstrip("?…") for p in self.parameters.split())

    @cached_property
    def least(self) -> int:
        """How many arguments it needs."""
        return sum("?" not in p and "…" not in p for p in self.parameters.split()) + (
            self.parameters == "elements…"
        )

    @cached_property
    def most(self) -> int | None:
        """How many arguments it takes, or None if there is no bound."""
        return None if "…" in self.parameters else len(self.names)

    @property
    def signature(self) -> str:
        """How it is written."""
        told = ", ".join(p.replace("?", " = …") for p in self.parameters.split())
        return f"{self.name}({told})" if told or not self.action else self.name


def _look(name: str, index: int, example: str, gives: str) -> BuiltIn:
    doc = "the element at this end, without taking it; with n a Series of n elements in the order of taking"
    return BuiltIn(name, "collection", "n?", "element", doc, example, gives, c.looking(index))


def _take(name: str, index: int, example: str, gives: str) -> BuiltIn:
    doc = "takes the element at this end and gives it; with num a Series of that many in the order of taking"
    return BuiltIn(name, "collection", "num?", "element", doc, example, gives, c.taking(index), action=True)


def _put(name: str, index: int, example: str, gives: str) -> BuiltIn:
    doc = "puts elements on this end, one after the other; a collection or range is spread"
    return BuiltIn(
        name, "collection", "elements…", "self", doc, example, gives, c.putting(index), action=True
    )


def _of_sequences(
    name: str, result: str, doc: str, rows: dict[str, tuple[str, str]], meaning: Meaning
) -> list[BuiltIn]:
    """The same thing for everything that has elements."""
    return [BuiltIn(name, of, "", result, doc, *rows[of], meaning) for of in rows]


_ROWS: tuple[BuiltIn, ...] = (
    *_of_sequences(
        "size", "int", "how many elements there are",
        {
            "collection": ("[4, 5].size()", "2"), "range": ("(1..9).size()", "9"),
            "string": ("'RYGB'.size()", "4"),
        },
        c.size,
    ),
    *_of_sequences(
        "empty", "bool", "whether there is none",
        {
            "collection": ("[].empty()", "True"), "range": ("(1...1).empty()", "True"),
            "string": ("''.empty()", "True"),
        },
        c.empty,
    ),
    BuiltIn("copy", "collection", "", "self", "a new collection of the same type with the same elements",
            "[4, 5].copy()", "[4, 5]", c.copy),
    BuiltIn("shuffled", "collection", "", "self", "a shuffled copy", "[4].shuffled()", "[4]", c.shuffled),
    BuiltIn("contains", "collection", "x", "bool", "whether some element equals x", "[4, 5].contains(5)",
    "True",
            c.contains_),
    BuiltIn("index", "collection", "x", "", "the first index of an element that equals x, or None", "[4, "
    "5].index(5)",
            "1", c.index),
    _look("top", 0, "Stack(4, 5, 6).top()", "4"),
    _look("front", 0, "[4, 5, 6].front(2)", "[4, 5]"),
    _look("bottom", -1, "Stack(4, 5, 6).bottom()", "6"),
    _look("back", -1, "[4, 5, 6].back(2)", "[6, 5]"),
    _put("PUSH_TOP", 0, "Stack(4) do PUSH_TOP(5, 6)", "[6, 5, 4]"),
    _put("PUSH_FRONT", 0, "[4] do PUSH_FRONT([5, 6])", "[6, 5, 4]"),
    _put("PUSH_BOTTOM", -1, "Stack(4) do PUSH_BOTTOM(5, 6)", "[4, 5, 6]"),
    _put("PUSH_BACK", -1, "[4] do PUSH_BACK(5, 6)", "[4, 5, 6]"),
    _take("POP_TOP", 0, "Stack(4, 5) do POP_TOP", "4"),
    _take("POP_FRONT", 0, "[4, 5] do POP_FRONT(2)", "[4, 5]"),
    _take("POP_BOTTOM", -1, "Stack(4, 5) do POP_BOTTOM", "5"),
    _take("POP_BACK", -1, "[4, 5] do POP_BACK(2)", "[5, 4]"),
    BuiltIn("POP", "collection", "i", "element", "takes the element at an index and gives it", "[4, 5] do "
    "POP(1)", "5",
            c.pop, action=True),
    BuiltIn("REMOVE", "collection", "x", "", "takes the first element that equals x and gives it, or None",
            "[4, 5] do REMOVE(4)", "4", c.remove, action=True),
    BuiltIn("SORT", "collection", "key?", "self", "puts the elements in ascending order, by the attribute "
    "named key if "
            "given; equal ones keep their order", "[5, 4] do SORT", "[4, 5]", c.sort, action=True),
    BuiltIn("SHUFFLE", "collection", "", "self", "puts the elements into a random order", "[4] do "
    "SHUFFLE", "[4]",
            c.shuffle, action=True),
    BuiltIn("CLEAR", "collection", "", "self", "takes all elements and gives them as a copy of the "
    "collection",
            "[4, 5] do CLEAR", "[4, 5]", c.clear, action=True),
    BuiltIn("START", "timer", "", "None", "lets the timer run from now; a running one goes on",
            "Timer(5ms) do START", "None", c.start, action=True),
    BuiltIn("STOP", "timer", "", "None", "stops the timer", "Timer(5ms) do STOP", "None", c.stop,
    action=True),
    BuiltIn("RESTART", "timer", "", "None", "lets the timer run anew from now", "Timer(5ms) do RESTART",
    "None",
            c.restart, action=True),
    BuiltIn("int", "", "x", "int", "as an int: text is read, a fraction is cut off", "int('12') + "
    "int(3.9)", "15",
            f.conversion("int")),
    BuiltIn("float", "", "x", "float", "as a float", "float('1.5') + float(1)", "2.5", f.conversion("float")),
    BuiltIn("string", "", "x", "string", "as text, the way print shows it", "string(5) + 'x'", "5x",
            f.conversion("string")),
    BuiltIn("bool", "", "x", "bool", "as True or False; the texts 'False', 'no', '0' and '' are False",
    "bool('no')",
            "False", f.conversion("bool")),
    BuiltIn("range", "", "a b?", "Range", "the range 0...a, or a...b", "range(3)", "0..2", f.range_),
    BuiltIn("random", "", "c", "element", "some element of a collection, range or string, each equally "
    "likely",
            "random([7])", "7", f.random),
    BuiltIn("abs", "", "x", "number", "without its sign", "abs(-3)", "3", f.abs_),
    BuiltIn("min", "", "values…", "element", "the smallest of two or more values, or of one collection",
    "min(4, 2)", "2",
            f.least),
    BuiltIn("max", "", "values…", "element", "the largest of two or more values, or of one collection",
    "max([4, 2])",
            "4", f.greatest),
    BuiltIn("sum", "", "c", "number", "the sum of a collection or range", "sum(1..4)", "10", f.sum_),
    BuiltIn("any", "", "c", "bool", "whether some element is true", "any([0, 5])", "True", f.any_),
    BuiltIn("all", "", "c", "bool", "whether every element is true", "all([0, 5])", "False", f.all_),
    BuiltIn("seats", "", "default", "int", "how many players take part: --seats, or else the default",
    "seats(4)", "4",
            f.seats),
    BuiltIn("input", "", "prompt? options? by?", "string", "an answer as text; with options one of these "
    "values",
            "input()", "blue", f.unreachable),
)  # fmt: skip

FUNCTIONS: dict[str, BuiltIn] = {b.name: b for b in _ROWS if not b.of}
METHODS: dict[tuple[str, str], BuiltIn] = {(b.of, b.name): b for b in _ROWS if b.of and not b.action}
ACTIONS: dict[tuple[str, str], BuiltIn] = {(b.of, b.name): b for b in _ROWS if b.action}
TWINS: dict[str, str] = {name.lower(): name for _, name in ACTIONS}
"""The lower-case name of every built-in ACTION."""
ALL = _ROWS
METHOD_NAMES = frozenset(name for _, name in METHODS) | TWINS.keys()
ACTION_NAMES = frozenset(name for _, name in ACTIONS)
_VERTICAL = {"top": "front", "bottom": "back"}


def other_word(name: str, kind: str) -> str:
    """What a word for the other kind of collection is called in a ``Stack`` or ``Series``, or nothing.

    >>> other_word("pop_bottom", "Series"), other_word("front", "Stack"), other_word("top", "Stack")
    ('pop_back', 'top', '')
    """
    pairs = _VERTICAL if kind == "Series" else {v: k for k, v in _VERTICAL.items()}
    head, _, tail = name.lower().rpartition("_")
    if tail not in pairs or (kind not in ("Series", "Stack")):
        return ""
    right = f"{head}_{pairs[tail]}" if head else pairs[tail]
    return right.upper() if name.isupper() else right


@cache
def method(of: str, name: str) -> BuiltIn | None:
    """A built-in helper or the twin of a built-in ACTION."""
    return METHODS.get((of, name)) or ACTIONS.get((of, TWINS.get(name, "")))
