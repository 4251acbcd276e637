"""Every finding about a Cardigan program, as a table."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.script.codes import Code
from croupier.script.codes import finding as shared_finding
from croupier.text import Diagnostic, Note, Span


@cache
def codes() -> dict[str, Code]:
    """All codes: syntax, names, kinds, warnings, and what only a run can find."""
    from croupier.script.cardigan.errors import ERRORS
    from croupier.script.cardigan.running import RUNNING
    from croupier.script.cardigan.warnings import WARNINGS

    return {c.code: c for c in (*ERRORS, *WARNINGS, *RUNNING)}


def finding(
    code: str, span: Span, *, hint: str | None = None, notes: tuple[Note, ...] = (), **words: Any
) -> Diagnostic:
    """A finding with the sentence that its code has for it."""
    return shared_finding(codes(), code, span, hint=hint, notes=notes, **words)


def place(span: Span | None) -> str:
    """Line and column as messages say them."""
    return f"{span.line}:{span.column}" if span is not None else "the library"
