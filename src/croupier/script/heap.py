"""Values: handles of things, whose contents lie in the cells of a machine; intervals and durations.

A :class:`Thing` never changes, so that all copies of a machine share it. What it holds lies in the list of
cells of a machine, at the places that the thing names: its fields as a dict, its items as a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from croupier.script.terms import Hidden


class _Unset:
    """The value of a variable that has none yet."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = _Unset()


class Thing:
    """Anything with an identity: an object, a collection, a timer, a captured variable.

    ``kind`` belongs to the language; ``f`` is the cell of its fields and ``i`` that of its items, None for
    what it has not.
    """

    __slots__ = ("__weakref__", "f", "i", "kind")

    def __init__(self, kind: Any, f: int | None = None, i: int | None = None) -> None:
        self.kind = kind
        # Whoever reads a cell knows that there is one.
        self.f: Any = f
        self.i: Any = i


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


class Veil:
    """Stands in dry runs for whatever the seat does not see; whoever looks at it ends the run."""

    __slots__ = ()

    def _look(self, *_: Any) -> Any:
        raise Hidden

    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = _look
    __bool__ = __repr__ = __neg__ = __hash__ = _look


VEIL: Final = Veil()


class Probe:
    """Stands in dry runs for an answer that is not given yet: ``scale * answer + offset``.

    It is handed on like any value. Conditions on it are decided by its ``way``, which notes them.
    """

    __slots__ = ("offset", "scale", "way")

    def __init__(self, way: Way, scale: int = 1, offset: int = 0) -> None:
        self.way, self.scale, self.offset = way, scale, offset

    def answers(self, size: int) -> range:
        """The answers that are an index of a collection of that size."""
        first, last = self.scale * -self.offset, self.scale * (size - 1 - self.offset)
        return range(min(first, last), max(first, last) + 1) if size > 0 else range(0)

    def __eq__(self, other: object) -> bool:
        return self.way.decide()

    def __bool__(self) -> bool:
        return self.way.decide()

    def __lt__(self, other: object) -> bool:
        return self.way.compare(self, "<", other)

    def __gt__(self, other: object) -> bool:
        return self.way.compare(self, ">", other)

    def __le__(self, other: object) -> bool:
        return self.way.compare(self, "<=", other)

    def __ge__(self, other: object) -> bool:
        return self.way.compare(self, ">=", other)

    def __add__(self, other: Any) -> Probe:
        return Probe(self.way, self.scale, self.offset + other)

    def __radd__(self, other: Any) -> Probe:
        return Probe(self.way, self.scale, self.offset + other)

    def __sub__(self, other: Any) -> Probe:
        return Probe(self.way, self.scale, self.offset - other)

    def __rsub__(self, other: Any) -> Probe:
        return Probe(self.way, -self.scale, other - self.offset)

    def __neg__(self) -> Probe:
        return Probe(self.way, -self.scale, -self.offset)

    def __hash__(self) -> int:
        return hash((self.scale, self.offset))


class Way(Protocol):
    """How the conditions on a probe turn out, and what is noted of them."""

    def decide(self) -> bool:
        """Whether the next condition holds."""

    def compare(self, probe: Probe, op: str, other: object) -> bool:
        """Whether the next comparison holds."""

    def index(self, probe: Probe, collection: Any, items: Sequence[Any]) -> Any:
        """It is an index of a collection: nothing more can be told."""

    def among(self, items: Sequence[Any]) -> bool:
        """Whether it is one of some values."""


STRANGE: Final = frozenset((Veil, Probe))
"""What only dry runs meet."""
