"""Every finding about an AHOD program; the tables are in ``errors``, ``warnings``, ``faults``, ``braces``."""

from __future__ import annotations

from functools import cache

from croupier.script.codes import Code, finding
from croupier.text import Diagnostic, Note, Span


@cache
def codes() -> dict[str, Code]:
    """All codes: errors, warnings, and what can end a run."""
    from croupier.script.ahod.braces.errors import REFUSALS, SYNTAX
    from croupier.script.ahod.errors import ERRORS
    from croupier.script.ahod.faults import FAULTS
    from croupier.script.ahod.warnings import WARNINGS

    errors = sorted((*ERRORS, *SYNTAX, *REFUSALS), key=lambda c: c.code)
    return {c.code: c for c in (*errors, *WARNINGS, *FAULTS)}


def found(
    code: str, span: Span, *, hint: str | None = None, notes: tuple[Note, ...] = (), **words: object
) -> Diagnostic:
    """A finding with the sentence that its code has for it."""
    return finding(codes(), code, span, hint=hint, notes=notes, **words)
