"""The arrays that kernels read and write: the same objects for machine code and for CPython."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar, overload

from croupier.kernel.errors import BOUNDS, RANGE, KernelFailure

Cell = TypeVar("Cell", int, float)

LINE = 64
"""Bytes of a line of a processor's cache."""


class Array(Generic[Cell]):
    """A block of memory of fixed length, in elements of one kind.

    An index is never negative: outside the array it fails with BOUNDS, as in a kernel. Slices are Python's,
    and lists. For bulk work, ``cells`` is a memoryview of the same memory.

    >>> block = words(4)
    >>> block[1:3] = [5, 6]
    >>> block[1], block.tolist(), len(block)
    (5, [0, 5, 6, 0], 4)
    """

    __slots__ = ("address", "cells", "length")

    code: ClassVar[Literal["q", "h", "d"]]
    """The element, as `array` and `struct` call it."""
    size: ClassVar[int]
    """Bytes of an element."""

    def __init__(self, cells: memoryview[Any], address: int) -> None:
        self.cells = cells
        """The memory itself; keeps it alive."""
        self.address = address
        self.length = len(cells)

    @classmethod
    def of(cls, content: int | Iterable[Cell]) -> Self:
        """An array of so many zeros, or of these elements."""
        if isinstance(content, int):
            content = array(cls.code, bytes(content * cls.size))
        owner = array(cls.code, content)
        # An array without elements has no memory of its own.
        return cls(memoryview(owner), owner.buffer_info()[0])

    def __class_getitem__(cls, length: Any) -> Any:
        # So that CPython can read an annotation such as Words[120].
        return cls

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells.tolist())

    @overload
    def __getitem__(self, place: int) -> Cell: ...
    @overload
    def __getitem__(self, place: slice) -> list[Cell]: ...
    def __getitem__(self, place: int | slice) -> Cell | list[Cell]:
        if isinstance(place, slice):
            return list(self.cells[place])
        if 0 <= place < self.length:
            found: Cell = self.cells[place]
            return found
        raise KernelFailure(BOUNDS)

    @overload
    def __setitem__(self, place: int, value: Cell) -> None: ...
    @overload
    def __setitem__(self, place: slice, value: Iterable[Cell]) -> None: ...
    def __setitem__(self, place: int | slice, value: Any) -> None:
        if isinstance(place, slice):
            self.cells[place] = array(self.code, value)
        elif 0 <= place < self.length:
            try:
                self.cells[place] = value
            except ValueError:
                self._refuse(value)
        else:
            raise KernelFailure(BOUNDS)

    def _refuse(self, value: Any) -> None:
        raise OverflowError(f"{value} is beyond 64 bits: write wadd, wsub or wmul where it is meant to wrap")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.cells == other.cells

    # What can change has no hash: the linter wants that said, and the type checker knows no way to say it.
    __hash__ = None  # type: ignore[assignment]  # arrays change

    def __repr__(self) -> str:
        return f"{type(self).__name__.lower()}({self.tolist()})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_revived, (type(self), self.cells.tobytes()))

    def tolist(self) -> list[Cell]:
        """The elements."""
        return list(self.cells)

    def copy(self) -> Self:
        """An array of its own with the same elements."""
        owner = array(self.code, self.cells.tobytes())
        return type(self)(memoryview(owner), owner.buffer_info()[0])

    def part(self, start: int, n: int) -> Self:
        """The array of n elements from start on: the same memory, under another length."""
        if 0 <= n <= self.length and 0 <= start <= self.length - n:
            return type(self)(self.cells[start : start + n], self.address + start * self.size)
        raise KernelFailure(BOUNDS)


class Words(Array[int]):
    """Integers of 64 bits."""

    __slots__ = ()
    code, size = "q", 8


class Halves(Array[int]):
    """Integers of 16 bits; a value that does not fit fails with RANGE."""

    __slots__ = ()
    code, size = "h", 2

    def _refuse(self, value: Any) -> None:
        raise KernelFailure(RANGE)


class Floats(Array[float]):
    """Floating-point numbers of 64 bits."""

    __slots__ = ()
    code, size = "d", 8


ArrayKind = TypeVar("ArrayKind", bound="Array[Any]")


def _revived(kind: type[ArrayKind], memory: bytes) -> ArrayKind:
    return kind.of(array(kind.code, memory))


def words(content: int | Iterable[int]) -> Words:
    """An array of 64-bit integers: so many zeros, or these.

    >>> words([3, -4]).tolist()
    [3, -4]
    """
    return Words.of(content)


def halves(content: int | Iterable[int]) -> Halves:
    """An array of 16-bit integers: so many zeros, or these."""
    return Halves.of(content)


def floats(content: int | Iterable[float]) -> Floats:
    """An array of floating-point numbers: so many zeros, or these."""
    return Floats.of(content)


def side_by_side(*wanted: tuple[type[Array[Any]], int]) -> list[Any]:
    """Arrays of zeros in one block of memory, each at the beginning of a cache line.

    What was written a multiple of 4096 bytes away a processor takes, at first, for what it is about to read.
    Arrays that are used together are best kept together: elsewhere they may lie like that by chance.

    >>> [len(each) for each in side_by_side((Words, 3), (Halves, 5))]
    [3, 5]
    """
    owner = array("B", bytes(sum(kind.size * length + LINE for kind, length in wanted)))
    address, cells, found = owner.buffer_info()[0], memoryview(owner), []
    start = 0
    for kind, length in wanted:
        start += -(address + start) % LINE
        end = start + kind.size * length
        part: memoryview[Any] = cells[start:end]
        found.append(kind(part.cast(kind.code), address + start))
        start = end
    return found
