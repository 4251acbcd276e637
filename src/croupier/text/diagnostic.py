"""What is wrong with a text, as data: rendering is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from croupier.text.source import Span


class Severity(IntEnum):
    """How bad a finding is; an error stops the program, the others never do."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that helps to understand a finding."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """A repair: replace the span by the text, for the reason given."""

    message: str
    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: its code, how bad it is, where, and one sentence; then what helps to mend it."""

    code: str
    severity: Severity
    span: Span
    message: str
    hint: str = ""
    notes: tuple[Note, ...] = ()
    fixes: tuple[Fix, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether the program cannot run."""
        return self.severity is Severity.ERROR

    @property
    def sort_key(self) -> tuple[int, int, int, str]:
        """By position; at one place the worst first."""
        return (self.span.start, -self.severity, self.span.end, self.code)
