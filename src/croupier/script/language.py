"""A script language as the commands know it: what each language declares of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier.text import Diagnostic, Severity, Source
from croupier.text.editing import Services


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
    services: Callable[[Source], Services] | None = None
    """What editors ask about a text."""
