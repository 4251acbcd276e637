"""Tallies and worlds as plain data, and back: what is stored of games that were played.

The data follows the types of the fields, so that a field that is added needs nothing here; one that an older
file does not have gets its default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from croupier.lab.heuristic import HeuristicError
from croupier.lab.statistics import Moments, Ratio
from croupier.lab.tally import Tally
from croupier.lab.world import Observation, World

Kind = TypeVar("Kind")

_COMPACT = (Moments, Ratio)
"""There are hundreds of these in a world: their numbers are written without names."""

_PLAIN = (str, int, float, bool, NoneType)

_UNSTORED = {"rows"}
"""Raw rows have tables of their own."""


def tally_data(tally: Tally) -> Any:
    """A tally as plain data."""
    return _writer(Tally)(tally)


def tally_of(data: Any) -> Tally:
    """And back.

    >>> tally_of(tally_data(Tally(wins=(3, 1)))) == Tally(wins=(3, 1))
    True
    """
    return value_of(Tally, data)


def world_data(world: World) -> Any:
    """A world as plain data, without raw rows."""
    return _writer(World)(world)


def world_of(data: Any) -> World:
    """And back."""
    return value_of(World, data)


def value_of(kind: type[Kind], data: Any) -> Kind:
    """The value of a type that plain data stand for; TypeError or ValueError if it is none.

    >>> value_of(tuple[int, ...], [1, 2])
    (1, 2)
    """
    wanted: Any = kind
    found: Kind = _reader(wanted)(data)
    return found


@cache
def _hints(kind: type) -> dict[str, Any]:
    # Modules that import each other name this one for checkers only.
    return get_type_hints(kind, localns={"Observation": Observation})


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """What turns a value of a type into plain data."""
    if kind in _PLAIN:
        return lambda value: value
    if kind in _COMPACT:
        names = [entry.name for entry in fields(kind)]
        return lambda value: [getattr(value, name) for name in names]
    if is_dataclass(kind):
        return _record_writer(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: value.value
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        [some] = [part for part in inner if part is not NoneType]
        return lambda value: None if value is None else _writer(some)(value)
    if origin is tuple and (len(inner) != 2 or inner[1] is not ...):
        return lambda value: [_writer(part)(held) for part, held in zip(inner, value, strict=True)]
    if origin in (tuple, frozenset):
        write = _writer(inner[0])
        return lambda value: [write(held) for held in (sorted(value) if origin is frozenset else value)]
    if origin in (Mapping, Counter):
        key, held = inner if origin is Mapping else (inner[0], int)
        return lambda value: [[_writer(key)(k), _writer(held)(v)] for k, v in value.items()]
    return _anything


def _record_writer(kind: Any) -> Callable[[Any], Any]:
    hints = _hints(kind)
    names = [entry.name for entry in fields(kind) if entry.name not in _UNSTORED]

    # Not before it is used: a world may hold worlds.
    def write(value: Any) -> Any:
        return {name: _writer(hints[name])(getattr(value, name)) for name in names}

    return write


def _anything(value: Any) -> Any:
    """Whatever a heuristic counts: numbers, texts, and tuples of them."""
    if isinstance(value, tuple):
        return [_anything(part) for part in value]
    if isinstance(value, _PLAIN):
        return value
    raise HeuristicError(
        f"a {type(value).__name__} was counted, and only numbers, texts and tuples of them can be stored"
    )


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What turns plain data back into a value of a type; TypeError or ValueError if it is none."""
    if kind in _PLAIN:
        return _plain_reader(kind)
    if kind in _COMPACT:
        kinds = [_reader(_hints(kind)[entry.name]) for entry in fields(kind)]
        return lambda data: kind(*(read(held) for read, held in zip(kinds, data, strict=True)))
    if is_dataclass(kind):
        return _record_reader(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        [some] = [part for part in inner if part is not NoneType]
        return lambda data: None if data is None else _reader(some)(data)
    if origin is tuple and (len(inner) != 2 or inner[1] is not ...):
        return lambda data: tuple(_reader(part)(held) for part, held in zip(inner, data, strict=True))
    if origin in (tuple, frozenset):
        read = _reader(inner[0])
        return lambda data: origin(map(read, data))
    if origin in (Mapping, Counter):
        key, held = inner if origin is Mapping else (inner[0], int)
        made = Counter if held is int else dict
        return lambda data: made({_reader(key)(k): _reader(held)(v) for k, v in data})
    return _thing


def _plain_reader(kind: type) -> Callable[[Any], Any]:
    allowed = (int, float) if kind is float else kind

    def read(data: Any) -> Any:
        if not isinstance(data, allowed):
            raise TypeError(f"{str(data)[:40]!r} is not of type {kind.__name__}")
        return data

    return read


def _record_reader(kind: Any) -> Callable[[Any], Any]:
    hints = _hints(kind)
    names = [entry.name for entry in fields(kind) if entry.name not in _UNSTORED]
    needed = {e.name for e in fields(kind) if e.default is MISSING and e.default_factory is MISSING}

    def read(data: Any) -> Any:
        # A field less is an older file's; a field more is nobody's.
        if not isinstance(data, dict) or not data.keys() <= set(names):
            raise TypeError(f"{str(data)[:40]!r} is not a {kind.__name__}")
        return kind(
            **{name: _reader(hints[name])(data[name]) for name in names if name in data or name in needed}
        )

    return read


def _thing(data: Any) -> Hashable:
    return tuple(map(_thing, data)) if isinstance(data, list) else data
