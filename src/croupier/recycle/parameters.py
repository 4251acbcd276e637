"""Values from outside for the constants that a program declares, held against what it declares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from croupier.game.settings import ParameterError
from croupier.recycle.constants import MAX_INT, MIN_INT
from croupier.recycle.decks import MAX_SEATS
from croupier.recycle.program import Constant, Parameter, Program
from croupier.recycle.types import Type
from croupier.text import did_you_mean

_EXPECTED = {
    Type.INT: "an integer such as 7",
    Type.BOOL: "TRUE or FALSE",
    Type.STRING: "a name such as HEARTS",
    Type.STRINGS: "a list of names such as A,B,C",
    Type.INTS: "a list of integers such as 1,2,3",
}

_INTEGER = re.compile(r"-?[0-9]{1,100}", re.ASCII)
_NAME = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)


class Chosen(NamedTuple):
    """What to check a program with: the number of seats, if it is another one, and other values by name."""

    seats: int | None
    settings: dict[str, Constant]


def chosen_values(
    program: Program, seats: int | None = None, settings: Mapping[str, Constant] | None = None
) -> Chosen:
    """The values with which to check the program again; :class:`ParameterError` if it cannot take them.

    The parameter that counts the seats may be set by either way.

    >>> from croupier import read
    >>> chosen_values(read("agram"), settings={"SEATS": 3, "HANDSIZE": 5})
    Chosen(seats=3, settings={'HANDSIZE': 5})
    >>> chosen_values(read("agram"), settings={"HANDSIZE": "MANY"})
    Traceback (most recent call last):
    croupier.game.settings.ParameterError: HANDSIZE takes an integer such as 7, not MANY (6 unless set)
    """
    known = {p.name: p for p in program.parameters}
    taken: dict[str, Constant] = {}
    for name, value in (settings or {}).items():
        if name not in known:
            raise ParameterError(_unknown(name, program))
        taken[name] = fitting(known[name], value)
    if program.seats_parameter in taken:
        said = taken.pop(str(program.seats_parameter))
        if seats is not None and said != seats:
            raise ParameterError(
                f"{seats} seats and {program.seats_parameter} = {said} contradict each other: give only one"
            )
        assert isinstance(said, int)
        seats = said
    if seats is not None:
        _possible_seats(program, seats)
    return Chosen(seats if program.seats_parameter else None, taken)


def fitting(parameter: Parameter, value: Constant) -> Constant:
    """The value as the parameter's type; :class:`ParameterError` if it is of another one, or not allowed."""
    found = _of_type(parameter, value)
    if parameter.limits is not None and found not in parameter.limits:
        told = limits_words(parameter.limits)
        raise ParameterError(
            f"{parameter.name} takes {told}, not {shown(value)} ({shown(parameter.value)} unless set)"
        )
    return found


def limits_words(limits: tuple[Constant, ...]) -> str:
    """The values that a parameter may have, in words.

    >>> limits_words((2, 3, 4, 5)), limits_words((0, 1)), limits_words(("A", "B", "C"))
    ('2 to 5', '0 or 1', 'A, B or C')
    """
    numbers = [value for value in limits if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) == len(limits) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    *first, last = map(shown, limits)
    return f"{', '.join(first)} or {last}" if first else last


def _of_type(parameter: Parameter, value: Constant) -> Constant:
    kind = parameter.type
    if kind is Type.BOOL and value in ("TRUE", "FALSE"):
        return value == "TRUE"
    if kind is Type.BOOL and isinstance(value, bool):
        return value
    if kind is Type.INT and isinstance(value, int) and not isinstance(value, bool):
        if MIN_INT <= value <= MAX_INT:
            return value
        raise ParameterError(f"{parameter.name} = {value} is beyond 64 bits")
    if kind is Type.STRING and isinstance(value, str):
        return value
    items = value if isinstance(value, tuple) else (value,)
    strings = tuple(v for v in items if isinstance(v, str))
    integers = tuple(v for v in items if isinstance(v, int) and not isinstance(v, bool))
    if kind is Type.STRINGS and len(strings) == len(items):
        return strings
    if kind is Type.INTS and len(integers) == len(items):
        return integers
    wanted = _EXPECTED.get(kind, kind.value)
    raise ParameterError(
        f"{parameter.name} takes {wanted}, not {shown(value)} ({shown(parameter.value)} unless set)"
    )


def shown(value: Constant) -> str:
    """A constant as it is written on the command line.

    >>> shown(("A", "B")), shown(7), shown(True)
    ('A,B', '7', 'TRUE')
    """
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def constant(text: str) -> Constant:
    """What is written so on the command line; :class:`ParameterError` if it is nothing of the kind.

    >>> constant("7"), constant("HEARTS"), constant("CLUBS,SPADES"), constant("1,2")
    (7, 'HEARTS', ('CLUBS', 'SPADES'), (1, 2))
    """
    pieces = [piece.strip() for piece in text.split(",")]
    if all(map(_INTEGER.fullmatch, pieces)):
        integers = tuple(map(int, pieces))
        return integers if len(integers) > 1 else integers[0]
    if all(map(_NAME.fullmatch, pieces)):
        return tuple(pieces) if len(pieces) > 1 else pieces[0]
    upper = text.upper()
    hint = f": names are upper case, as in {upper}" if all(map(_NAME.fullmatch, upper.split(","))) else ""
    raise ParameterError(f"the value is not an integer, a name or a list A,B,C{hint}")


def _unknown(name: str, program: Program) -> str:
    names = [p.name for p in program.parameters]
    near = did_you_mean(name, names)
    listed = ", ".join(f"{p.name} = {shown(p.value)}" for p in program.parameters)
    rest = f"Known are {listed}." if names else "The program declares none."
    return f"there is no parameter {name}: {near} {rest}" if near else f"there is no parameter {name}. {rest}"


def _possible_seats(program: Program, seats: int) -> None:
    if program.seats_parameter is None and seats != program.seats:
        raise ParameterError(
            f"the number of players is fixed at {program.seats}: the program does not declare it, "
            f"as `(declare {program.seats} 'SEATS)` with `(create players 'SEATS)` would"
        )
    if not 1 <= seats <= MAX_SEATS:
        raise ParameterError(f"{seats} seats are not possible: 1 to {MAX_SEATS} are")
