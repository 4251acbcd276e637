"""A piece of the text of a program, as the lexers of all script languages cut it."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.text import Source, Span

_MARKS = {
    "newline": "the end of the line",
    "end": "the end of the file",
    "indent": "a deeper line",
    "dedent": "the end of the block",
}


class Token(NamedTuple):
    """A name, keyword, int, float, duration, string, fstring, op or a layout mark.

    Layout marks are ``newline``, ``indent``, ``dedent`` and ``end``.
    """

    kind: str
    text: str
    source: Source
    start: int
    end: int
    value: Any = None
    first: bool = False
    """Whether it is the first of its line, where the language wants to know."""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)

    @property
    def shown(self) -> str:
        """What a message calls it."""
        if self.kind == "end" and self.text:
            return f"`{self.text}`"
        return _MARKS.get(self.kind, f"`{self.text[:30]}`")

    def is_op(self, *texts: str) -> bool:
        """Whether it is one of these operators or keywords."""
        return self.text in texts and self.kind in ("op", "keyword")
