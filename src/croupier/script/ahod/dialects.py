"""Which dialect a text is in: the indented one, or the one with braces of the language's later compiler."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from croupier.text import Diagnostic, Note, Source, Span


class Dialect(Enum):
    """The dialects by the names that ``--dialect`` knows."""

    SEED = "seed"
    BRACE = "brace"

    @property
    def title(self) -> str:
        """What people call it."""
        return "the indented dialect" if self is Dialect.SEED else "the braces dialect"

    @property
    def other(self) -> Dialect:
        """The one that it is not."""
        return Dialect.BRACE if self is Dialect.SEED else Dialect.SEED


@dataclass(frozen=True)
class Assumed:
    """A dialect, and why a text is read in it."""

    dialect: Dialect
    reason: str
    span: Span | None = None
    """The line that told."""

    @property
    def note(self) -> Note:
        """The same as part of a finding."""
        other = f"`--dialect {self.dialect.other.value}` reads it in the other one"
        return Note(f"read in {self.dialect.title}, because {self.reason}; {other}", self.span)


_NO_CODE = r"""//[^\n]*|'[^'\n]*'|"[^"\n]*"|"""
_OVER_LINES = re.compile(_NO_CODE + r"/\*.*?\*/", re.DOTALL)
_WITHIN_LINES = re.compile(_NO_CODE + r"/\*[^\n]*?(?:\*/|(?=\n)|\Z)")
_HEADER = re.compile(r"^[ \t]*((?:main[ \t]*|when\b[^\n]*):)[ \t\r]*$", re.MULTILINE)
_VISIBLE = re.compile(r"[^\n]")


def assumed(source: Source, chosen: Dialect | None = None) -> Assumed:
    r"""The dialect that was chosen, or the one that the first header, `main:` or `when …:`, tells.

    >>> assumed(Source("a.ah", "main:\n{\n}\n")).dialect, assumed(Source("b.ah", "main:\n  x = 1")).dialect
    (<Dialect.BRACE: 'brace'>, <Dialect.SEED: 'seed'>)
    """
    if chosen is not None:
        return Assumed(chosen, "`--dialect` says so")
    for text in (_over_lines(source.text), _blanked(_WITHIN_LINES, source.text)):
        header = _HEADER.search(text)
        if header is not None:
            line = source.span(*header.span(1))
            if text[header.end() :].lstrip().startswith("{"):
                return Assumed(Dialect.BRACE, "a line with `{` follows this one", line)
            return Assumed(Dialect.SEED, "no line with `{` follows this one", line)
    return Assumed(Dialect.SEED, "it has no line `main:` or `when …:` with a line `{` behind it")


def _over_lines(text: str) -> str:
    """Without comments, as the indented dialect has them: up to their end, also over lines."""
    # Behind the last `*/` no comment has an end: looking for one again and again would take for ever.
    last = text.rfind("*/")
    line_end = text.find("\n", last)
    end = 0 if last < 0 else len(text) if line_end < 0 else line_end
    return _blanked(_OVER_LINES, text[:end]) + _blanked(_WITHIN_LINES, text[end:])


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """Blanks instead of whatever is no code; every line stays where it is."""
    return pattern.sub(lambda m: _VISIBLE.sub(" ", m.group()), text)


def with_reason(findings: list[Diagnostic], why: Assumed) -> list[Diagnostic]:
    """The findings; the first one that a wrong guess of the dialect can explain tells what was assumed."""
    for i, finding in enumerate(findings):
        if finding.is_error and (why.dialect is Dialect.BRACE or _is_brace(finding)):
            told = replace(finding, notes=(*finding.notes, why.note))
            return [*findings[:i], told, *findings[i + 1 :]]
    return findings


def _is_brace(finding: Diagnostic) -> bool:
    """Whether it is about a brace where no brace can be, and not about one in an f-string."""
    if finding.code != "A102" or finding.span.text not in ("{", "}"):
        return False
    begin, end = finding.span.source.line_bounds(finding.span.line)
    line = _blanked(_WITHIN_LINES, finding.span.source.text[begin:end])
    return line[finding.span.start - begin] == finding.span.text
