"""What a program does with an answer, found without running it: the ground for the answers that make sense.

Every language walks its own tree and puts down two things in a :class:`Flow`: where a value goes (from one
variable to another, into a parameter, through ``x - 1``), and how it is used there (compared with a literal,
as an index, as a number of things). What can be reached from a question are the uses of its answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from croupier.text import Span

Site = tuple[str, int]
"""Where a question stands: the name of its file and the offset in it."""
Holder = Hashable
"""Whatever holds a value: a variable, a parameter, an attribute by its name, what a function gives back."""

_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "=="}
_OTHERS = {"yes": "no", "no": "yes", "y": "n", "n": "y", "Yes": "No", "No": "Yes", "Y": "N", "N": "Y"}
_FORMS = 4
"""So many different sums are followed into one holder: `x = x - 1` in a loop would have no end."""


def site_of(span: Span) -> Site:
    """Where a question stands, from the place of its instruction."""
    return span.source.name, span.start


@dataclass(frozen=True, slots=True)
class Bound:
    """An answer is held against a constant: ``answer op value``."""

    op: str
    value: int


@dataclass(frozen=True, slots=True)
class Indexing:
    """``scale * answer + offset`` is an index of a collection, which is known by its text.

    >>> list(Indexing("hand").answers(3)), list(Indexing("hand", 1, -1).answers(3))
    ([0, 1, 2], [1, 2, 3])
    >>> list(Indexing("hand", -1, -1).answers(3))
    [-3, -2, -1]
    """

    of: str
    scale: int = 1
    offset: int = 0

    def answers(self, size: int) -> range:
        """The answers that mean an element of a collection of that size, ascending."""
        first, last = self.scale * -self.offset, self.scale * (size - 1 - self.offset)
        return range(min(first, last), max(first, last) + 1) if size > 0 else range(0)


@dataclass(frozen=True, slots=True)
class Uses:
    """How an answer is used."""

    literals: tuple[Any, ...] = ()
    """What it is compared with, each once, in the order of the text."""
    whole: bool = False
    """Whether it is an integer: declared or converted, computed with, or put in order with one."""
    bounds: tuple[Bound, ...] = ()
    indexes: tuple[Indexing, ...] = ()
    attributes: tuple[str | int, ...] = ()
    """The attributes that it is compared with, by name or by place."""
    count: bool = False
    """Whether it says how many: the end of a range, the turns of a loop, a divisor."""
    kind: str = "string"
    """What the answer is read as."""
    lines: tuple[int, ...] = ()
    """Where it is used."""

    @property
    def text(self) -> bool:
        """Whether nothing is known: any text may be meant."""
        return not (
            self.literals or self.whole or self.bounds or self.indexes or self.attributes or self.count
        )

    @property
    def interval(self) -> range | None:
        """The numbers between the outermost bounds; None if there is none on one of the sides.

        >>> Uses(bounds=(Bound("<", 1), Bound(">", 6))).interval
        range(1, 7)
        """
        cuts = {b.value + (b.op in ("<=", ">")) for b in self.bounds}
        return range(min(cuts), max(cuts)) if len(cuts) > 1 else None

    @property
    def otherwise(self) -> str | None:
        """An answer that is something else, where a program compares with one word only; None elsewhere.

        >>> Uses(("yes",)).otherwise, Uses(("hit",)).otherwise, Uses(("play", "draw")).otherwise
        ('no', 'not hit', None)
        """
        word = self.literals[0] if len(self.literals) == 1 else None
        only = isinstance(word, str) and not (self.indexes or self.attributes or self.whole)
        return _OTHERS.get(word, f"not {word}") if only and isinstance(word, str) else None

    def described(self) -> str:
        """What the answer may be, in words.

        >>> Uses(("play", "draw")).described()
        "'play' or 'draw'"
        >>> Uses((-1,), whole=True, indexes=(Indexing("player.hand"),)).described()
        '-1, or an index of player.hand'
        """
        said = [_either([repr(v) for v in self.literals])] if self.literals else []
        for found in self.indexes:
            through = "" if (found.scale, found.offset) == (1, 0) else f" ({_sum(found)})"
            said.append(f"an index of {found.of}{through}")
        said += [f"a value of {_attribute(a)}" for a in self.attributes]
        if self.count:
            said.append("how many")
        if self.interval is not None:
            said.append(f"a number from {self.interval[0]} to {self.interval[-1]}")
        if not said:
            said.append("a whole number" if self.whole else "any text")
        return ", or ".join(dict.fromkeys(said))


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _sum(found: Indexing) -> str:
    answer = "the answer" if found.scale == 1 else "minus the answer"
    return f"{answer} {'-' if found.offset < 0 else '+'} {abs(found.offset)}" if found.offset else answer


def _attribute(name: str | int) -> str:
    return name if isinstance(name, str) else f"[{name}]"


@dataclass(frozen=True, slots=True)
class Carried:
    """``scale * x + offset``, where x is what a holder holds."""

    holder: Holder
    scale: int = 1
    offset: int = 0
    converted: bool = False
    """Whether it went through `int(…)` or the like."""

    @property
    def plain(self) -> bool:
        """Whether nothing is added."""
        return (self.scale, self.offset) == (1, 0)

    def plus(self, offset: int, scale: int = 1) -> Carried:
        """The same, turned over if the scale is -1, and then with something added."""
        return replace(self, scale=self.scale * scale, offset=self.offset * scale + offset)

    def cast(self) -> Carried:
        """The same after a conversion."""
        return replace(self, converted=True)

    def of(self, inner: Carried) -> Carried:
        """The same with the sum that another one is in the place of what its holder holds."""
        return Carried(
            self.holder,
            inner.scale * self.scale,
            inner.offset * self.scale + self.offset,
            inner.converted or self.converted,
        )


@dataclass(frozen=True, slots=True)
class Note:
    """One use of what a holder holds: its sort, what belongs to it, and where it is."""

    sort: str
    """``literal``, ``whole``, ``cast`` (by a conversion), ``bound``, ``index``, ``attribute`` or ``count``; a
    language may note more for itself."""
    value: Any
    span: Span


class Flow:
    """Where values go, and how they are used."""

    def __init__(self) -> None:
        self.notes: dict[Holder, list[tuple[Carried, Note]]] = defaultdict(list)
        self.edges: dict[Holder, list[tuple[Carried, Holder]]] = defaultdict(list)

    def use(self, carried: Carried | None, sort: str, span: Span, value: Any = None) -> None:
        """Something is used in a way; None is nothing that is followed."""
        if carried is not None:
            self.notes[carried.holder].append((carried, Note(sort, value, span)))

    def go(self, carried: Carried | None, to: Holder) -> None:
        """Something goes to a holder."""
        if carried is not None:
            self.edges[carried.holder].append((carried, to))

    def reached(
        self, start: Holder, follows: Callable[[Carried, Holder], bool] | None = None
    ) -> Iterator[Carried]:
        """Every holder that a value comes to, and as which sum; perhaps only by ways that are followed."""
        forms: dict[Holder, set[Carried]] = defaultdict(set)
        todo = [Carried(start)]
        while todo:
            here = todo.pop()
            known = forms[here.holder]
            if here in known or len(known) >= _FORMS:
                continue
            known.add(here)
            yield here
            for step, to in reversed(self.edges.get(here.holder, ())):
                if follows is None or follows(step, to):
                    todo.append(replace(step.of(here), holder=to))

    def found(
        self, start: Holder, follows: Callable[[Carried, Holder], bool] | None = None
    ) -> Iterator[tuple[Carried, Note]]:
        """Every use of what a holder holds, and as which sum it is used."""
        for here in self.reached(start, follows):
            for carried, note in self.notes.get(here.holder, ()):
                yield carried.of(here), note

    def uses(self, start: Holder, kind: str = "string") -> Uses:
        """All uses of what a holder holds, as an answer that is read as a kind."""
        found = sorted(self.found(start), key=lambda pair: (site_of(pair[1].span), pair[1].sort))
        literals = [v for c, n in found if n.sort == "literal" for v in _answering(c, n.value)]
        if kind == "bool":
            literals += [True, False]
        return Uses(
            tuple(_once(literals)),
            kind == "int" or any(n.sort in _WHOLE or not c.plain for c, n in found),
            tuple(_once(_bound(c, n.value) for c, n in found if n.sort == "bound")),
            tuple(_once(_indexing(c, n.value) for c, n in found if n.sort == "index")),
            tuple(_once(n.value for _, n in found if n.sort == "attribute")),
            any(n.sort == "count" for _, n in found),
            kind,
            tuple(sorted({n.span.line for _, n in found})),
        )


_WHOLE = frozenset(("whole", "cast", "bound", "index", "count"))


def _answering(carried: Carried, value: Any) -> list[Any]:
    """The answer for which a sum has a value, if there is one."""
    if carried.plain:
        return [value]
    return [carried.scale * (value - carried.offset)] if type(value) is int else []


def _bound(carried: Carried, bound: Bound) -> Bound:
    op = bound.op if carried.scale == 1 else _TURNED[bound.op]
    return Bound(op, carried.scale * (bound.value - carried.offset))


def _indexing(carried: Carried, found: Indexing) -> Indexing:
    return Indexing(found.of, carried.scale * found.scale, carried.offset * found.scale + found.offset)


def summed(
    op: str, left: Carried | None, right: Carried | None, before: list[Any], after: list[Any]
) -> Carried | None:
    """``v + 1``, ``1 + v``, ``v - 1``, ``1 - v``: two sides, each with the constants that it can be."""
    sign = -1 if op == "-" else 1
    if len(after) == 1 and type(after[0]) is int:
        return left.plus(sign * after[0]) if left is not None else None
    if len(before) == 1 and type(before[0]) is int:
        return right.plus(before[0], sign) if right is not None else None
    return None


def turned(op: str) -> str:
    """A comparison with its sides exchanged.

    >>> turned("<"), turned(">=")
    ('>', '<=')
    """
    return _TURNED[op]


def _once(values: Iterable[Any]) -> list[Any]:
    """Each value once, in order; 1 and True are two."""
    return list({(type(v), v): v for v in values}.values())
