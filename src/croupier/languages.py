"""Which language a file is in: by its extension, so that every command treats them alike.

RECYCLE is not in the table: it is what a file is read as that no other language claims.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from croupier.script.table.codes import CODES
from croupier.text import Diagnostic, Severity, Source


class Entry(Protocol):
    """What a code means, in whatever language."""

    @property
    def code(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def wrong(self) -> str: ...
    @property
    def right(self) -> str: ...
    @property
    def severity(self) -> Severity: ...


class Found(Protocol):
    """What a check gives, in whatever language."""

    @property
    def findings(self) -> tuple[Diagnostic, ...]: ...


@dataclass(frozen=True)
class Language:
    """What the commands can ask of a language."""

    name: str
    title: str
    """What people call it."""
    check: Callable[[Source], Found]
    format: Callable[[Source], tuple[str | None, Sequence[Diagnostic]]]
    """The text laid out anew, or None with the errors because of which there is none."""
    outline: Callable[[Source], tuple[str, dict[str, Any]]]
    """What is in a program, as text and as data."""
    codes: Callable[[], dict[str, Any]]
    load: Callable[[Source], Any]
    """The checked program; its ``runnable`` gives a machine."""
    dialects: Mapping[str, Language] = field(default_factory=dict)
    """The language with every file read in one dialect, by the name of the dialect."""
    dialect_of: Callable[[Any], str | None] = lambda _: None
    """The dialect in which a checked program was read, if the language has more than one."""
    refused_as: Callable[[Any], str | None] = lambda _: None
    """The line with which another compiler of the language refuses a checked program, if there is one."""
    at_table: Callable[[Any], Any] | None = None
    """A runnable program as the table knows it (`croupier.script.table.tongue`)."""


_HOMES = {
    ".ah": "croupier.script.ahod.language",
    ".ahod": "croupier.script.ahod.language",
    ".cdg": "croupier.script.cardigan.language",
    ".cardigan": "croupier.script.cardigan.language",
}


def script_language(name: str) -> Language | None:
    """The language of a file by its extension; None if it is RECYCLE, or whatever is read as it.

    >>> script_language("uno.ah").name, script_language("hearts.rcy")
    ('ahod', None)
    """
    for extension, home in _HOMES.items():
        if name.lower().endswith(extension):
            return _load(home)
    return None


def language_named(name: str) -> Language | None:
    """A script language by its name; None if there is none of that name.

    >>> language_named("cardigan").title
    'Cardigan'
    """
    return next(
        (found for home in dict.fromkeys(_HOMES.values()) if (found := _load(home)).name == name), None
    )


@cache
def _load(home: str) -> Language:
    language = import_module(home).LANGUAGE
    assert isinstance(language, Language)
    return language


def script_codes() -> dict[str, Entry]:
    """The codes of all script languages; what only a run finds has the same codes in all of them."""
    found: dict[str, Entry] = {}
    for home in dict.fromkeys(_HOMES.values()):
        found = {**_load(home).codes(), **found}
    return dict(sorted({**found, **CODES}.items()))
