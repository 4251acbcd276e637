"""Diagnostics for people (plain or in colour) and for programs (JSON)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import wcwidth

from croupier.text.diagnostic import Diagnostic, Severity
from croupier.text.shown import painted
from croupier.text.source import Span

MOST_SHOWN = 500
"""So many findings are shown as text: nobody reads more, and a terminal takes minutes for them."""

_MARGIN = "  "
_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}


def render(finding: Diagnostic, *, colour: bool = False, width: int = 100) -> str:
    r"""One finding as text: place, severity, code, sentence, excerpt with caret, notes, hint.

    >>> from croupier.text import Source
    >>> demo = Source("demo.rcy", "(game\n  (shufle X))\n")
    >>> print(render(Diagnostic("RCY020", Severity.ERROR, demo.span(9, 15), "no such form",
    ...                         hint="did you mean `shuffle`?")))
    demo.rcy:2:4: error[RCY020]: no such form
      2 |   (shufle X))
        |    ^^^^^^
      hint: did you mean `shuffle`?
    """
    paint = _painter(colour)
    ink = _COLOURS[finding.severity]
    place = f"{printable(finding.span.source.name)}:{finding.span.line}:{finding.span.column}:"
    head = f"{finding.severity}[{finding.code}]:"
    lines = [f"{place} {paint(head, ink)} {paint(printable(finding.message), '1')}"]
    lines += _excerpt(finding.span, width, lambda caret: paint(caret, ink))
    for note in finding.notes:
        where = ""
        if note.span is not None:
            same = note.span.source is finding.span.source
            where = f"{'line' if same else note.span.source.name + ':'} {note.span.line}: "
        lines.append(f"{_MARGIN}{paint('note:', '1;36')} {where}{printable(note.message)}")
        if note.span is not None and note.span.line != finding.span.line:
            lines += _excerpt(note.span, width, lambda caret: paint(caret, "36"))
    if finding.hint:
        lines.append(f"{_MARGIN}{paint('hint:', '1;32')} {printable(finding.hint)}")
    return "\n".join(lines)


def render_all(findings: Iterable[Diagnostic], *, colour: bool = False, width: int = 100) -> str:
    """The findings one after the other; of more than `MOST_SHOWN` the rest is only counted."""
    found = list(findings)
    shown = [render(finding, colour=colour, width=width) for finding in found[:MOST_SHOWN]]
    if len(found) > MOST_SHOWN:
        shown.append(f"{len(found) - MOST_SHOWN:,} more findings are not shown; repair these first")
    return "\n".join(shown)


def summary(findings: Sequence[Diagnostic]) -> str:
    """How many of each severity, in words.

    >>> summary([])
    'no findings'
    """
    counts = {s: sum(f.severity is s for f in findings) for s in reversed(Severity)}
    words = [f"{n} {s}{'' if n == 1 else 's'}" for s, n in counts.items() if n]
    return ", ".join(words) or "no findings"


def as_json(finding: Diagnostic) -> dict[str, Any]:
    """One finding as plain data."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        **place(finding.span),
        "hint": finding.hint or None,
        "notes": [{"message": n.message, **(place(n.span) if n.span else {})} for n in finding.notes],
        "fixes": [
            {"message": f.message, "replacement": f.replacement, **place(f.span)} for f in finding.fixes
        ],
    }


def place(span: Span) -> dict[str, Any]:
    """Where a span is, as plain data."""
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
        "start": span.start,
        "end": span.end,
    }


def _excerpt(span: Span, width: int, paint: Any) -> list[str]:
    """The line of the span with carets below what it covers, cut to the width around them."""
    room = max(20, width - 12)
    begin, end = span.source.line_bounds(span.line)
    at = min(span.start, end)
    # Of a very long line only the neighbourhood of the span is looked at.
    first, last = max(begin, at - room), min(end, at + room)
    before = printable(span.source.text[first:at])
    behind = printable(span.source.text[at:last])
    covered = behind[: max(1, span.end - at)]
    if first > begin or last < end or columns(before + behind) > room:
        space = max(room // 3, room - columns(behind))
        if first > begin or columns(before) > space:
            before = "…" + fitting(before[::-1], space - 1)[::-1]
        space = room - columns(before)
        if last < end or columns(behind) > space:
            covered = fitting(covered, space - 1)
            behind = fitting(behind, space - 1) + "…"
    number = str(span.line)
    return [
        f"{_MARGIN}{number} | {before}{behind}",
        f"{_MARGIN}{' ' * len(number)} | {' ' * columns(before)}{paint('^' * max(1, columns(covered)))}",
    ]


def fitting(text: str, room: int) -> str:
    """As much of the beginning of a text as fits into some columns."""
    while text and columns(text) > room:
        text = text[: len(text) - max(1, (columns(text) - room) // 2)]
    return text


def columns(text: str) -> int:
    """How many terminal columns a printable text takes."""
    return len(text) if text.isascii() else max(0, wcwidth.wcswidth(text))


def printable(text: str) -> str:
    """Tabs as one blank; control characters and lone surrogates as a visible mark."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)


def _painter(colour: bool) -> Any:
    return painted if colour else (lambda text, ink: text)
