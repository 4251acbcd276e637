"""The types of the kernel language, and how LLVM sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from croupier.kernel.arrays import Array, Floats, Halves, Words


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """What fits into a register; every one exists once."""

    name: str
    ir: str


INT = Scalar("Int", "i64")
FLOAT = Scalar("Float", "double")
BOOL = Scalar("Bool", "i1")
TRUTH = Scalar("truth", "i1")
"""What ``and`` and ``or`` make of Ints: good for a condition only, since Python's value is another."""
NONE = Scalar("None", "void")

SCALARS = {each.name: each for each in (INT, FLOAT, BOOL)}


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """What an array is made of; every one exists once."""

    name: str
    ir: str
    size: int
    scalar: Scalar
    """The type of a value that is read or stored."""
    array: type[Array[int]] | type[Array[float]]
    """The class of such arrays outside kernels."""


WORDS = Element("Words", "i64", 8, INT, Words)
HALVES = Element("Halves", "i16", 2, INT, Halves)
FLOATS = Element("Floats", "double", 8, FLOAT, Floats)

ELEMENTS = {each.name: each for each in (WORDS, HALVES, FLOATS)}


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array of a length known to the translator, or of one that is passed along."""

    element: Element
    length: int | None

    @property
    def name(self) -> str:
        """As kernel text writes it."""
        return self.element.name if self.length is None else f"{self.element.name}[{self.length}]"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function."""

    name: str
    type: Scalar | ArrayType


class Value(NamedTuple):
    """What an expression is: its type, and its name in the code or, for a known Int, the number."""

    type: Scalar
    ref: str | int


class Block(NamedTuple):
    """An array in the code: its type, where it begins, and its length."""

    type: ArrayType
    pointer: str
    length: str | int
