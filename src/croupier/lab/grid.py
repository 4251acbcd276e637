"""The grid of a sweep: which values each rule constant takes, and all their combinations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from croupier.game.settings import ParameterError
from croupier.recycle.parameters import constant, shown
from croupier.recycle.program import Constant
from croupier.text.errors import CroupierError

SEATS = "seats"
"""The axis that is no constant of the program but the number of players."""

MANY = 100
"""A grid of more combinations has to be asked for."""

_RANGE = re.compile(r"(-?[0-9]{1,18})\s*\.\.\s*(-?[0-9]{1,18})(?:\s*\.\.\s*(-?[0-9]{1,18}))?", re.ASCII)
_LONGEST = 10_000
"""No axis has more values than this, whatever is asked for."""


class GridError(CroupierError, ValueError):
    """A grid that is not possible; the message says what is."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A rule constant, or the seats, and the values that it takes one after the other."""

    name: str
    values: tuple[Constant, ...]

    def __str__(self) -> str:
        return f"{self.name}={self._as_range() or ','.join(map(written, self.values))}"

    def _as_range(self) -> str:
        """The values as a range, if they are one of three at least."""
        numbers = [value for value in self.values if isinstance(value, int)]
        if not self.numeric or len(numbers) < 3:
            return ""
        step = numbers[1] - numbers[0]
        if step < 1 or numbers != list(range(numbers[0], numbers[-1] + 1, step)):
            return ""
        return f"{numbers[0]}..{numbers[-1]}" + (f"..{step}" if step > 1 else "")

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers that have an order."""
        return all(isinstance(value, int) and not isinstance(value, bool) for value in self.values)


@dataclass(frozen=True, slots=True)
class Grid:
    """All combinations of the values of some axes."""

    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """How many combinations there are."""
        return prod(len(axis.values) for axis in self.axes)

    @property
    def moving(self) -> tuple[Axis, ...]:
        """The axes that have more than one value."""
        return tuple(axis for axis in self.axes if len(axis.values) > 1)

    @property
    def words(self) -> list[str]:
        """The options of a command that ask for this grid."""
        return [
            word
            for axis in self.axes
            for word in (
                ("--seats", str(axis).partition("=")[2]) if axis.name == SEATS else ("--set", str(axis))
            )
        ]

    def __iter__(self) -> Iterator[dict[str, Constant]]:
        """Every combination, the last axis moving fastest."""
        names = [axis.name for axis in self.axes]
        for values in product(*(axis.values for axis in self.axes)):
            yield dict(zip(names, values, strict=True))

    def check(self, most: int = MANY) -> None:
        """Whether there is anything to sweep, and not too much; :class:`GridError` otherwise."""
        if not self.moving:
            raise GridError(
                "there is nothing to sweep: give a constant several values, as in --set HANDSIZE=4..8, or "
                "--seats 2..5"
            )
        if self.size > most:
            sizes = " × ".join(f"{axis.name} {len(axis.values):,}" for axis in self.moving)
            raise GridError(
                f"the grid has {self.size:,} combinations ({sizes}), and more than {most:,} have to be asked "
                f"for: --max-points {self.size}"
            )


def grid_of(settings: Mapping[str, Iterable[Constant] | Constant], seats: Iterable[int] | int | None) -> Grid:
    """The grid of constants with their values, and of numbers of seats.

    >>> grid_of({"HANDSIZE": range(4, 7), "PASS": 3}, [2, 3]).size
    6
    """
    axes = [Axis(name, _several(values)) for name, values in settings.items()]
    if seats is not None:
        axes.append(Axis(SEATS, _several(seats)))
    for axis in axes:
        if not axis.values:
            raise GridError(f"{axis.name} has no values")
    return Grid(tuple(axes))


def _several(values: Iterable[Constant] | Constant) -> tuple[Constant, ...]:
    if isinstance(values, str | int):
        return (values,)
    return tuple(dict.fromkeys(values))


def values_of(text: str) -> tuple[Constant, ...]:
    """The values that a text lists: `4..8`, `0..100..25`, `1,2,5`, `HEARTS,SPADES`, `(A,B),(C)`.

    A list that is one value stands in parentheses.

    >>> values_of("4..8"), values_of("0..10..5,20"), values_of("(CLUBS,SPADES),(HEARTS)")
    ((4, 5, 6, 7, 8), (0, 5, 10, 20), (('CLUBS', 'SPADES'), ('HEARTS',)))
    """
    found: dict[Constant, None] = {}
    for piece in _pieces(text):
        if not piece:
            raise GridError(f"{text!r} has an empty value: values are written as 4..8 or 1,2,5")
        for value in _range(piece) if ".." in piece else (_value(piece),):
            found[value] = None
    return tuple(found)


def _pieces(text: str) -> list[str]:
    """A text cut at its commas, but not within parentheses."""
    return [piece.strip() for piece in re.split(r",(?![^(]*\))", text)]


def _value(piece: str) -> Constant:
    in_list = piece.startswith("(") and piece.endswith(")")
    try:
        value = constant(piece[1:-1] if in_list else piece)
    except ParameterError as problem:
        raise GridError(f"{piece!r}: {problem}, or a range such as 4..8") from None
    return (value,) if in_list and isinstance(value, str) else value


def _range(piece: str) -> Sequence[int]:
    match = _RANGE.fullmatch(piece)
    if match is None:
        raise GridError(f"{piece!r} is not a range such as 4..8, or 0..100..25 in steps of 25")
    first, last, step = int(match.group(1)), int(match.group(2)), int(match.group(3) or 1)
    if step <= 0:
        raise GridError(f"{piece!r}: the step is {step}, but it has to be 1 at least")
    if last < first:
        raise GridError(f"{piece!r} runs backwards: write {last}..{first}")
    found = range(first, last + 1, step)
    if len(found) > _LONGEST:
        raise GridError(
            f"{piece!r} has {len(found):,} values; {_LONGEST:,} are the most that an axis can have"
        )
    return found


def written(value: Constant) -> str:
    """A value as it is written in a list of values."""
    return f"({shown(value)})" if isinstance(value, tuple) else shown(value)


def point_text(point: Mapping[str, Constant]) -> str:
    """A combination in a few words.

    >>> point_text({"HANDSIZE": 4, "seats": 2})
    'HANDSIZE=4 seats=2'
    """
    return " ".join(f"{name}={written(value)}" for name, value in point.items())
