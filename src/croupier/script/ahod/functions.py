"""What the built-in functions do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.script.ahod.kinds import type_name, with_article
from croupier.script.ahod.values import arithmetic, compared, converted, elements, interval, truth
from croupier.script.heap import Interval
from croupier.script.machine import Fault, Machine

Meaning = Callable[[Machine, Any, list[Any], str], Any]


def conversion(name: str) -> Meaning:
    """``int``, ``float``, ``string`` or ``bool``."""

    def convert(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
        value = converted(machine, args[0], name)
        if type(value) is str:
            machine.charge(1 + len(value) // 8)
        return value

    return convert


def range_(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """`range(n)` and `range(a, b)`."""
    return interval(0, args[0], False) if len(args) == 1 else interval(args[0], args[1], False)


def random(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """Some element, each equally likely."""
    values = elements(machine, args[0], "draw from")
    if not len(values):
        raise Fault("R401", f"{called} is empty, 1 wanted")
    return machine.draw(values, args[0])


def abs_(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """A number without its sign."""
    if type(args[0]) not in (int, float):
        raise Fault("R403", f"`abs` takes a number, this is {with_article(type_name(args[0]))}")
    return abs(args[0])


def least(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """The smallest value."""
    return _extreme(machine, args, "<", called)


def greatest(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """The largest value."""
    return _extreme(machine, args, ">", called)


def _extreme(machine: Machine, args: list[Any], op: str, called: str) -> Any:
    values = _bounded(machine, args[0]) if len(args) == 1 else args
    if not len(values):
        raise Fault("R401", f"{called} is empty, 1 wanted")
    best = values[0]
    for value in values:
        if compared(op, value, best):
            best = value
    return best


def _bounded(machine: Machine, value: Any) -> Any:
    """The elements of one argument; going through a very long range in one step would stop the clock."""
    found = elements(machine, value, "go through")
    if isinstance(found, Interval) and len(found) > machine.limits.memory:
        raise Fault("R411", f"a range of {len(found):,} elements is too long to be gone through")
    return found


def sum_(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """The sum of the elements."""
    total: Any = 0
    for value in _bounded(machine, args[0]):
        total = arithmetic(machine, "+", total, value)
    return total


def any_(machine: Machine, _: Any, args: list[Any], called: str) -> bool:
    """Whether some element is true."""
    return any(truth(machine, value) for value in _bounded(machine, args[0]))


def all_(machine: Machine, _: Any, args: list[Any], called: str) -> bool:
    """Whether every element is true."""
    return all(truth(machine, value) for value in _bounded(machine, args[0]))


def seats(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """How many take part, or else the default."""
    return machine.seats if machine.seats is not None else args[0]


def unreachable(machine: Machine, _: Any, args: list[Any], called: str) -> Any:
    """`input` is an instruction of its own, since it stops the machine."""
    raise AssertionError
