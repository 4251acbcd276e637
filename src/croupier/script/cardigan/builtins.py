"""The functions of the library."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from croupier.script.cardigan.kinds import article
from croupier.script.cardigan.names import STRUCTS
from croupier.script.cardigan.piles import whole
from croupier.script.cardigan.values import (
    BLANK,
    DEFAULT_HAND,
    collection,
    compare,
    copied,
    items_of,
    kind_of,
    pile_of,
    text,
    truth,
    tuple_of,
)
from croupier.script.heap import Probe, Thing
from croupier.script.machine import NOBODY, Fault, Machine, Pause, Speaker, Status

LARGEST = 13_000
"""So many bits an int may have; it can still be written with fewer than 4000 digits."""


def library_thing(machine: Machine, name: str) -> Thing:
    """A new struct of the library."""
    fields: dict[str, Any] = {BLANK: True}
    for field, kind in STRUCTS[name].items():
        if kind == "collection":
            fields[field] = collection(machine, [])
        elif kind == "struct":
            fields[field] = library_thing(machine, "Hand")
        else:
            fields[field] = {"id": -1, "name": "", "score": 0}[field]
    if name == "Player":
        fields[DEFAULT_HAND] = True
    return machine.thing(name, fields)


def _elements(machine: Machine, value: Any, function: str) -> list[Any]:
    items = items_of(machine, value)
    if items is None:
        raise Fault("R403", f"{function} takes collections, not {article(kind_of(value))}")
    return items


def _cartesian(machine: Machine, arguments: list[Any]) -> Any:
    if len(arguments) == 1:
        inner = _elements(machine, arguments[0], "cartesian")
        groups = (
            [_elements(machine, v, "cartesian") for v in inner]
            if inner and items_of(machine, inner[0]) is not None
            else [inner]
        )
    else:
        groups = [_elements(machine, v, "cartesian") for v in arguments]
    machine.charge(math.prod(map(len, groups)) * (len(groups) + 8))
    rows: list[list[Any]] = [[]]
    for group in groups:
        rows = [[*row, item] for row in rows for item in group]
    return collection(machine, [tuple_of(machine, row, "row") for row in rows])


def _copy(machine: Machine, arguments: list[Any]) -> Any:
    value, count = arguments[0], whole(arguments[1], "a number of copies")
    if count < 0:
        raise Fault("R403", f"copy takes no negative number, got {count}")
    items = items_of(machine, value)
    sources = [value] if items is None else items
    machine.charge(count * (len(sources) + 1))
    return collection(machine, [_fresh(machine, item) for _ in range(count) for item in sources])


def _fresh(machine: Machine, value: Any) -> Any:
    if type(value) is Thing and value.kind in ("tuple", "row"):
        return tuple_of(machine, list(machine.items(value)), value.kind)
    return copied(machine, value)


def _range(machine: Machine, arguments: list[Any]) -> Any:
    return numbers(machine, arguments[0], whole(arguments[1], "the end of a range") + 1)


def numbers(machine: Machine, first: Any, end: Any) -> Thing:
    """The ints from a first one up to an end, without it, as a collection."""
    low, high = whole(first, "the beginning of a range"), whole(end, "the end of a range")
    machine.charge(max(0, high - low))
    return collection(machine, list(range(low, high)))


def output(machine: Machine, arguments: list[Any], speaker: Speaker = NOBODY) -> Any:
    """OUTPUT."""
    machine.write(text(machine, arguments[0]) + "\n", speaker)
    return False


def converted(machine: Machine, value: Any, kind: str) -> Any:
    """A value as an int, float, bool or string; of a string what is written in it."""
    if type(value) is Probe:
        return value
    if kind == "string":
        return text(machine, value)
    if kind == "bool":
        if type(value) is not str:
            return truth(machine, value)
        word = value.strip().lower()
        if word in ("true", "false"):
            return word == "true"
        raise Fault("R408", f"cannot read '{value[:60]}' as bool", "`true` or `false`")
    if type(value) is bool:
        return int(value) if kind == "int" else float(value)
    if type(value) not in (int, float, str):
        raise Fault("R408", f"{article(kind_of(value))} cannot become {article(kind)}")
    try:
        if kind == "float":
            found = float(value)
            if not math.isfinite(found):
                raise ValueError
            return found
        if type(value) is str and ("_" in value or len(value) > 3000):
            raise ValueError
        return int(value)
    except (ValueError, OverflowError):
        raise Fault("R408", f"cannot read '{text(machine, value)[:60]}' as {kind}") from None


def _cast(kind: str) -> Callable[[Machine, list[Any]], Any]:
    return lambda machine, arguments: converted(machine, arguments[0], kind)


def _extreme(name: str, sign: int) -> Callable[[Machine, list[Any]], Any]:
    def find(machine: Machine, arguments: list[Any]) -> Any:
        values = _elements(machine, arguments[0], name) if len(arguments) == 1 else arguments
        if not values:
            raise Fault("R401", f"{name} of an empty collection")
        best = values[0]
        for value in values[1:]:
            if compare(machine, value, best) * sign > 0:
                best = value
        return best

    return find


def _abs(machine: Machine, arguments: list[Any]) -> Any:
    if type(arguments[0]) not in (int, float):
        raise Fault("R403", f"abs takes a number, not {article(kind_of(arguments[0]))}")
    return abs(arguments[0])


def _random(machine: Machine, arguments: list[Any]) -> Any:
    items = arguments[0] if type(arguments[0]) is str else _elements(machine, arguments[0], "random")
    if not items:
        raise Fault("R401", "random of an empty collection")
    return machine.draw(items, pile_of(machine, arguments[0]))


def _exit(machine: Machine, arguments: list[Any]) -> Any:
    machine.status = Status.FINISHED
    raise Pause


FUNCTIONS: dict[str, Callable[[Machine, list[Any]], Any]] = {
    "cartesian": _cartesian,
    "copy": _copy,
    "range": _range,
    "OUTPUT": output,
    "int": _cast("int"),
    "float": _cast("float"),
    "bool": _cast("bool"),
    "string": _cast("string"),
    "min": _extreme("min", -1),
    "max": _extreme("max", 1),
    "abs": _abs,
    "random": _random,
    "exit": _exit,
}
