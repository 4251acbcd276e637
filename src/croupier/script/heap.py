"""Values on the heap: things with fields and items, cursors over them; how all of it is copied and hashed."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final


class _Unset:
    """The value of a variable that has none yet."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = _Unset()


class Thing:
    """Anything with an identity: an object, a collection, a timer, a captured variable.

    ``kind`` belongs to the language and never changes; ``items`` is None unless the thing is a collection.
    """

    __slots__ = ("fields", "items", "kind")

    def __init__(self, kind: Any, fields: dict[str, Any], items: list[Any] | None = None) -> None:
        self.kind = kind
        self.fields = fields
        self.items = items


class Cursor:
    """A loop in progress: what it runs over (a snapshot) and how far it has come."""

    __slots__ = ("at", "items")

    def __init__(self, items: Sequence[Any], at: int = 0) -> None:
        self.items = items
        self.at = at


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A length of time in milliseconds."""

    ms: int | float


@dataclass(frozen=True, slots=True)
class Interval(Sequence[Any]):
    """The values from a first one up to, but without, an end: numbers, or characters by their code.

    >>> list(Interval(1, 4)), list(Interval(65, 68, letters=True))
    ([1, 2, 3], ['A', 'B', 'C'])
    """

    first: int
    end: int
    letters: bool = False

    def __len__(self) -> int:
        # `len()` allows only machine integers; a longer interval behaves as a very long one.
        return min(max(0, self.end - self.first), (1 << 62))

    def __getitem__(self, at: Any) -> Any:
        if not 0 <= at < self.end - self.first:
            raise IndexError(at)
        value = self.first + at
        return chr(value) if self.letters else value

    def __contains__(self, value: object) -> bool:
        if self.letters:
            return isinstance(value, str) and len(value) == 1 and self.first <= ord(value) < self.end
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return value == int(value) and self.first <= value < self.end if abs(value) < 1e300 else False


class Copier:
    """Copies values so that what was one thing stays one thing; immutable values are shared."""

    def __init__(self) -> None:
        self._made: dict[int, Any] = {}
        self._todo: list[Thing] = []

    def value(self, value: Any) -> Any:
        """The copy of a value; fields and items follow in :meth:`finish`."""
        kind = type(value)
        if kind is Thing:
            made = self._made.get(id(value))
            if made is None:
                made = self._made[id(value)] = Thing(value.kind, value.fields, value.items)
                self._todo.append(made)
            return made
        if kind is Cursor:
            return Cursor(self.sequence(value.items), value.at)
        if kind is tuple:
            return tuple(map(self.value, value))
        return value

    def sequence(self, items: Sequence[Any]) -> Sequence[Any]:
        """A snapshot: a tuple is copied element by element, an interval or a text is shared."""
        return tuple(map(self.value, items)) if type(items) is tuple else items

    def values(self, values: Iterable[Any]) -> list[Any]:
        """The copies of some values."""
        value = self.value
        return [value(v) if type(v) in _DEEP else v for v in values]

    def finish(self) -> None:
        """Copy what is inside every thing met so far; a work list, so that depth does not matter."""
        todo, value = self._todo, self.value
        while todo:
            made = todo.pop()
            # Most things are cards, whose fields are plain: those are copied as they are.
            made.fields = fields = made.fields.copy()
            for name, held in fields.items():
                if type(held) in _DEEP:
                    fields[name] = value(held)
            if made.items is not None:
                made.items = self.values(made.items)


_DEEP = frozenset((Thing, Cursor, tuple))
"""What has something inside that may have to be copied, too."""


class Fingerprint:
    """A hash over values that is equal for states that cannot be told apart."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._numbers: dict[int, int] = {}
        self._todo: list[Thing] = []

    def add(self, value: Any) -> None:
        """Take in one value; things are numbered in the order in which they are met."""
        self._hash.update(self._word(value).encode("utf-8", "surrogatepass"))

    def _word(self, value: Any) -> str:
        if type(value) is Thing:
            number = self._numbers.get(id(value))
            if number is None:
                number = self._numbers[id(value)] = len(self._numbers)
                self._todo.append(value)
            return f"#{number};"
        if type(value) is Cursor:
            return f"@{value.at}{self._word(value.items)}"
        if type(value) is tuple:
            return f"({''.join(map(self._word, value))})"
        if type(value) is int:
            return f"{value:x};"  # decimal digits of a huge integer would be refused
        return f"{type(value).__name__}:{value!r};"

    def text(self) -> str:
        """The hash, after looking into every thing met."""
        at = 0
        while at < len(self._todo):
            thing = self._todo[at]
            at += 1
            self.add(str(thing.kind))
            for name in sorted(thing.fields):
                self.add(name)
                self.add(thing.fields[name])
            if thing.items is not None:
                self.add(len(thing.items))
                for item in thing.items:
                    self.add(item)
        return self._hash.hexdigest()


def things(values: Iterable[Any]) -> Iterator[Thing]:
    """Every thing behind some values, each once; what was found first is looked into first."""
    todo = deque(values)
    seen: set[int] = set()
    while todo:
        value = todo.popleft()
        if type(value) is Thing:
            if id(value) not in seen:
                seen.add(id(value))
                yield value
                todo += value.fields.values()
                todo += value.items or ()
        elif type(value) is Cursor and type(value.items) is tuple:
            todo += value.items
        elif type(value) is tuple:
            todo += value


def measure(values: Iterable[Any]) -> int:
    """How much is alive behind some values: things, their fields and items, characters."""
    seen: set[int] = set()
    todo = list(values)
    total = 0
    while todo:
        value = todo.pop()
        if type(value) is Thing:
            if id(value) in seen:
                continue
            seen.add(id(value))
            total += 8 + len(value.fields)
            todo += value.fields.values()
            if value.items is not None:
                todo += value.items
        elif type(value) is Cursor and type(value.items) is tuple:
            total += len(value.items)
            todo += value.items
        elif type(value) is tuple:
            todo += value
        elif type(value) is str:
            total += 1 + len(value) // 8
        elif type(value) is int:
            total += 1 + value.bit_length() // 64
        else:
            total += 1
    return total
