"""The answers that editors get, as data: the same for every language. Places are offsets into the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from croupier.text.diagnostic import Diagnostic
from croupier.text.errors import CroupierError


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a text, from one offset up to another."""

    start: int
    end: int

    def touches(self, offset: int) -> bool:
        """Whether a cursor at an offset stands in it or at one of its ends."""
        return self.start <= offset <= self.end


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that can be typed at a place."""

    label: str
    kind: str
    """A form, word, variable, constant, place, storage, key, value, function or method."""
    insert: str
    """The text to insert; with ``snippet`` it has stops such as ``${1:Int}``."""
    where: Stretch
    """The beginning of the word that is replaced."""
    detail: str = ""
    doc: str = ""
    snippet: bool = False


@dataclass(frozen=True, slots=True)
class Hover:
    """What is to be said about a place, in Markdown."""

    text: str
    where: Stretch


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement."""

    where: Stretch
    text: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named part of a program, with the parts in it."""

    name: str
    kind: str
    """A game, setup, stage, choice, constant, deck, function, type or variable."""
    where: Stretch
    name_at: Stretch
    detail: str = ""
    inner: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Colour:
    """A piece of the text with what it is: one of :data:`COLOURS`."""

    where: Stretch
    kind: str
    is_definition: bool = False


COLOURS = (
    "keyword",
    "function",
    "method",
    "variable",
    "parameter",
    "property",
    "enumMember",
    "type",
    "number",
    "string",
    "comment",
    "operator",
)
"""The kinds of colours, by the names that editors know."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A few words shown in the line behind an offset, or in front of it."""

    at: int
    text: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair that an editor offers: its title, the finding that it mends, and the edits."""

    title: str
    finding: Diagnostic
    edits: tuple[Edit, ...]


class RenameRefused(CroupierError):
    """A name that cannot be changed, or cannot become that; the message says why."""


class Services(Protocol):
    """A text as an editor asks about it. No question ever fails, whatever the text is."""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that a check finds."""
        ...

    def completions(self, offset: int) -> list[Completion]:
        """What can stand at a place."""
        ...

    def hover(self, offset: int) -> Hover | None:
        """What is to be said about a place."""
        ...

    def definition(self, offset: int) -> Stretch | None:
        """Where the thing at a place is defined."""
        ...

    def uses(self, offset: int, *, definition: bool = True) -> list[Stretch]:
        """All places of the thing at a place, with or without its definition, in text order."""
        ...

    def renamable(self, offset: int) -> Stretch:
        """The name at a place; :class:`RenameRefused` if there is none that can be changed."""
        ...

    def rename(self, offset: int, name: str) -> list[Edit]:
        """The edits that give the thing at a place another name; else :class:`RenameRefused`."""
        ...

    def symbols(self) -> list[Symbol]:
        """The named parts of the program."""
        ...

    def folds(self) -> list[Stretch]:
        """What can be folded: every stretch goes over several lines."""
        ...

    def selections(self, offset: int) -> list[Stretch]:
        """What to select around a place, the smallest first."""
        ...

    def colours(self) -> list[Colour]:
        """What every piece of the text is, in text order."""
        ...

    def formatted(self) -> list[Edit]:
        """The edits that lay out the whole text; none where it has errors."""
        ...

    def formatted_part(self, start: int, end: int) -> list[Edit]:
        """The edits that lay out what stands between two offsets."""
        ...

    def remarks(self, start: int, end: int) -> list[Remark]:
        """What can be told in passing: the type of a variable, who sees a place."""
        ...


def repairs(findings: Sequence[Diagnostic], start: int, end: int) -> list[Repair]:
    """The repairs of the findings that touch a stretch."""
    return [
        Repair(
            f"{fix.message[:1].upper()}{fix.message[1:]} ({finding.code})",
            finding,
            (Edit(Stretch(fix.span.start, fix.span.end), fix.replacement),),
        )
        for finding in findings
        if finding.span.start <= end and start <= finding.span.end
        for fix in finding.fixes
    ]


def smallest_edit(old: str, new: str, start: int = 0) -> list[Edit]:
    """The edit that turns one text into another, without what both begin and end with.

    >>> smallest_edit("(a  b)", "(a b)")
    [Edit(where=Stretch(start=3, end=4), text='')]
    """
    if old == new:
        return []
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    tail = next((i for i in range(shorter - head) if old[-1 - i] != new[-1 - i]), shorter - head)
    return [Edit(Stretch(start + head, start + len(old) - tail), new[head : len(new) - tail])]
