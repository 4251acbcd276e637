"""The options of players: what each takes, in text and as values, and what is wrong with anything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.text import did_you_mean
from croupier.text.errors import CroupierError

_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(ms|s|min|)", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "min": 60.0}
_MOST = 10**12
_LEAST_SECONDS, _MOST_SECONDS = 1e-6, 600_000.0
"""No system waits for longer than a few weeks."""


class PlayerError(CroupierError, ValueError):
    """Players that cannot be seated; the message says what is possible."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One option of a player."""

    name: str
    default: Any
    about: str
    takes: str
    """What it takes, in words."""
    read: Callable[[str], Any]
    """The value of a text; ValueError if it is none."""
    fits: Callable[[Any], bool]
    """Whether a value is possible."""
    shown: Callable[[Any], str] = str
    """A value as text."""

    def value_of(self, given: Any) -> Any:
        """The value of a text, or a value itself; :class:`PlayerError` if it is not possible."""
        try:
            value = self.read(given.strip()) if isinstance(given, str) else given
            possible = self.fits(value)
        except (TypeError, ValueError):
            possible = False
        if not possible:
            raise PlayerError(f"{self.name}={given} is not possible: it takes {self.takes}")
        return value


def whole(name: str, default: int | None, about: str, least: int = 1, most: int = _MOST) -> Setting:
    """An integer from a least one to a greatest, which is 10¹² if nothing else is said.

    >>> whole("iterations", 1000, "").value_of("2000")
    2000
    >>> whole("iterations", 1000, "").value_of("0")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    croupier.players.settings.PlayerError: iterations=0 is not possible: it takes an integer from 1 to ...
    """

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,13}", text, re.ASCII):
            raise ValueError(text)
        return int(text)

    def fits(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    return Setting(name, default, about, f"an integer from {least} to {most:,}", read, fits)


def number(name: str, default: float | None, about: str, low: float, high: float) -> Setting:
    """A number between two others, which are possible themselves."""
    return Setting(
        name,
        default,
        about,
        f"a number from {low:g} to {high:g}",
        float,
        lambda value: isinstance(value, int | float) and low <= value <= high,
    )


def seconds(name: str, default: float | None, about: str) -> Setting:
    """A time: 500ms, 0.5s, 2min; a number alone counts seconds.

    >>> seconds("time", None, "").value_of("500ms")
    0.5
    """

    def read(text: str) -> float:
        match = _DURATION.fullmatch(text)
        if match is None:
            raise ValueError(text)
        return float(match.group(1)) * _SECONDS[match.group(2)]

    return Setting(
        name,
        default,
        about,
        "a time from 0.001ms to 10000min, such as 200ms, 0.5s or 2min",
        read,
        lambda value: isinstance(value, int | float) and _LEAST_SECONDS <= value <= _MOST_SECONDS,
        lambda value: f"{value:g}s",
    )


def one_of(name: str, words: Iterable[str], about: str) -> Setting:
    """One of some words; the first is the default."""
    known = tuple(words)
    return Setting(name, known[0], about, " or ".join(known), str, lambda value: value in known)


def no_such_option(player: str, name: str, known: Iterable[str]) -> PlayerError:
    """What is said of an option that there is not."""
    options = list(known)
    hint = did_you_mean(name, options)
    there = f"its options are {', '.join(options)}" if options else "it has none"
    return PlayerError(f"{player} has no option {name!r}{f': {hint}' if hint else ';'} {there}")


def values(player: str, settings: Iterable[Setting], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every option, given or not; :class:`PlayerError` names an option that there is not."""
    known = {setting.name: setting for setting in settings}
    for name in given:
        if name not in known:
            raise no_such_option(player, name, known)
    found = {}
    for name, setting in known.items():
        try:
            found[name] = setting.value_of(given[name]) if name in given else setting.default
        except PlayerError as problem:
            raise PlayerError(f"{player}: {problem}") from None
    return found
