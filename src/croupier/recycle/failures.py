"""When a form is impossible, as an expression over its parts.

An expression is written as in RECYCLE, with the parts of the form for variables: `(== 'divisor 0)`. Besides
the forms of the language it may say:

- `(none 'card)`: it is no card, as the top of an empty place is;
- `(empty 'cards)`: the collection has no element;
- `(beyond X)`: the integer X does not fit into 64 bits;
- `(elsewhere 'card)`: the card lies where no player owns it;
- `(unmade 'card)`: the card belongs to a deck that is yet to be made;
- `(live 'groups)`: the elements are places, not collections that were made of cards;
- `(gone team)`: the value is a team that is there no more, since teams have been made anew;
- `(held 'teams)`: a team that has cards is none of these;
- `seats` and `teams`: how many there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

Tree = int | str | tuple["Tree", ...]
"""An expression: an integer, a word, a part (with its quote), or a list of expressions."""

_TOKEN = re.compile(r"[()]|[^\s()]+")

_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


@dataclass(frozen=True)
class Failure:
    """One way to be impossible: the code that a run reports, and the condition.

    >>> seat = Failure("RCY302", "(or (< 'number 0) (>= 'number seats))")
    >>> seat.parts
    ('number',)
    >>> seat.holds({"number": 4, "seats": 4}), seat.holds({"number": 3, "seats": 4}), seat.holds({"seats": 4})
    (True, False, None)
    """

    code: str
    when: str

    @cached_property
    def tree(self) -> Tree:
        """The condition, taken apart."""
        found, rest = _tree(_TOKEN.findall(self.when))
        assert not rest, self.when
        return found

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts that it hangs on, in the order in which they are named first."""
        return tuple(dict.fromkeys(re.findall(r"'(\w+)", self.when)))

    @property
    def is_limit(self) -> bool:
        """Whether it is only too much for a computer: no game comes there but by mistake."""
        return self.code == "RCY307" or self.when.startswith("(beyond ")

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """The parts whose number of elements it hangs on."""
        return tuple(dict.fromkeys(re.findall(r"\(size '(\w+)\)", self.when)))

    @property
    def of_nothing(self) -> bool:
        """Whether it hangs on a collection that has no element."""
        return "(empty " in self.when

    def holds(self, known: Mapping[str, int]) -> bool | None:
        """Whether it is impossible with these numbers for its parts; None if they do not tell."""
        return _holds(self.tree, known)


def _tree(tokens: list[str]) -> tuple[Tree, list[str]]:
    first, *rest = tokens
    if first != "(":
        return int(first) if first.lstrip("-").isdecimal() else first, rest
    items: list[Tree] = []
    while rest[0] != ")":
        item, rest = _tree(rest)
        items.append(item)
    return tuple(items), rest[1:]


def _holds(tree: Tree, known: Mapping[str, int]) -> bool | None:
    assert isinstance(tree, tuple), tree
    head, *args = tree
    if head in ("and", "or"):
        decisive = head == "or"
        found = [_holds(arg, known) for arg in args]
        if decisive in found:
            return decisive
        return None if None in found else not decisive
    if head == "not":
        inner = _holds(args[0], known)
        return None if inner is None else not inner
    if head in _SIGNS:
        left, right = (_number(arg, known) for arg in args)
        return None if left is None or right is None else _SIGNS[str(head)](left, right)
    return None


def _number(tree: Tree, known: Mapping[str, int]) -> int | None:
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return known.get(tree.removeprefix("'"))
    if tree[0] != "-":
        return None
    left, right = (_number(arg, known) for arg in tree[1:])
    return None if left is None or right is None else left - right
