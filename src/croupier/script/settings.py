"""Constants from outside: which names of a program can be set, and values held against what they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.game.settings import ParameterError
from croupier.text import Span, did_you_mean

_EXPECTED = {
    "int": "an integer such as 7",
    "float": "a number such as 0.5",
    "bool": "true or false",
    "string": "a text",
    "ints": "a list of integers such as 1,2,3",
    "strings": "a list of texts such as A,B,C",
}
_RULE = "such a name is assigned exactly once, at top level, from a literal"
_KINDS = {int: "int", float: "float", bool: "bool", str: "string"}


@dataclass(frozen=True, slots=True)
class Setting:
    """A name that is assigned exactly once, at top level, from a literal."""

    name: str
    value: Any
    """What it is unless set; a list is a tuple."""
    kind: str
    """``int``, ``float``, ``bool``, ``string``, ``ints`` or ``strings``."""
    span: Span


def listed(settings: Sequence[Setting]) -> list[dict[str, Any]]:
    """Constants as data, for the outline of a program."""
    return [{"name": s.name, "value": s.value, "kind": s.kind, "line": s.span.line} for s in settings]


def told(constants: Sequence[Mapping[str, Any]]) -> list[str]:
    """Constants as text, one each."""
    return [f"{c['name']} = {shown(c['value'])}" for c in constants]


def kind_of_literal(value: Any) -> str | None:
    """The kind of a value that can be set; None for all others.

    >>> kind_of_literal(7), kind_of_literal(("R", "G")), kind_of_literal((1, "G"))
    ('int', 'strings', None)
    """
    if isinstance(value, tuple):
        kinds = {_KINDS.get(type(item)) for item in value}
        return {"int": "ints", "string": "strings"}.get(kinds.pop() or "") if len(kinds) == 1 else None
    return _KINDS.get(type(value))


def fitted(
    settings: Sequence[Setting], values: Mapping[str, Any], others: Mapping[str, str]
) -> dict[str, Any]:
    """The values as the program takes them; :class:`ParameterError` if it cannot take one.

    ``others`` are names of the program that cannot be set, with the reason.
    """
    known = {setting.name: setting for setting in settings}
    found = {}
    for name, value in values.items():
        if name not in known:
            raise ParameterError(_unknown(name, settings, others))
        found[name] = _fitting(known[name], value)
    return found


def _fitting(setting: Setting, value: Any) -> Any:
    """A value as the kind that a setting has; text is read, as it comes from the command line."""
    items = value if isinstance(value, tuple) else value.split(",") if isinstance(value, str) else (value,)
    read = _READERS[setting.kind.removesuffix("s")]
    try:
        if setting.kind in ("ints", "strings"):
            return tuple(read(item.strip() if isinstance(item, str) else item) for item in items)
        if not isinstance(value, tuple):
            return read(value)
    except (ValueError, TypeError):
        pass
    usual = f"({shown(setting.value)} unless set)"
    raise ParameterError(f"{setting.name} takes {_EXPECTED[setting.kind]}, not {shown(value)} {usual}")


def _int(value: Any) -> int:
    if isinstance(value, bool | float):
        raise ValueError
    return int(value)


def _float(value: Any) -> float:
    if isinstance(value, bool):
        raise ValueError
    return float(value)


def _bool(value: Any) -> bool:
    word = str(value).lower()
    if word not in ("true", "false"):
        raise ValueError
    return word == "true"


_READERS: dict[str, Any] = {"int": _int, "float": _float, "bool": _bool, "string": str}


def shown(value: Any) -> str:
    """A value as it is written on the command line.

    >>> shown(("A", "B")), shown(True)
    ('A,B', 'true')
    """
    if isinstance(value, tuple):
        return ",".join(map(shown, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unknown(name: str, settings: Sequence[Setting], others: Mapping[str, str]) -> str:
    """Why a name cannot be set, and which can."""
    names = [setting.name for setting in settings]
    listed = ", ".join(f"{s.name} = {shown(s.value)}" for s in settings)
    rest = f"Known are {listed}." if names else f"The program has none: {_RULE}."
    if name in others:
        return f"{name} cannot be set: {others[name]}. {rest}"
    near = did_you_mean(name, names)
    return f"there is no constant {name}: {near} {rest}" if near else f"there is no constant {name}. {rest}"
