"""Findings of the script languages as tables: a code's sentence, its rule, a wrong and a right example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.text import Diagnostic, Note, Severity, Span


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means; ``message`` and ``hint`` are filled in with the words of the case at hand."""

    code: str
    title: str
    message: str
    rule: str
    wrong: str
    right: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    answers: tuple[str, ...] = ()
    """What is answered when the wrong example is run; only findings of a run need it."""
    running: bool = False
    """Whether it is found by running the program and not by checking it."""


def finding(
    table: Mapping[str, Code],
    code: str,
    span: Span,
    *,
    hint: str | None = None,
    notes: tuple[Note, ...] = (),
    **words: object,
) -> Diagnostic:
    """A finding with the sentence that its code has for it."""
    entry = table[code]
    said = entry.hint.format(**words) if hint is None else hint
    return Diagnostic(code, entry.severity, span, entry.message.format(**words), said, notes)
