"""The words of AHOD: what a token is, and which names are reserved."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.text import Source, Span

SEED_KEYWORDS = (
    "bool float int string const True False None not let be do if elif else for in range while break "
    "continue times return when with new"
)
KEYWORDS = frozenset(f"{SEED_KEYWORDS} and or is".split())
TYPE_WORDS = frozenset({"int", "float", "string", "bool"})
TYPE_ALIASES = {"String": "string", "Boolean": "bool"}
CALLABLE_WORDS = TYPE_WORDS | {"range"}
CONSTANTS = {"True": True, "False": False, "None": None}
_LONG_OPERATORS = (
    "...",
    "**=",
    "..",
    "**",
    "//",
    "==",
    "!=",
    "<=",
    ">=",
    "&&",
    "||",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
)
OPERATORS = (*_LONG_OPERATORS, *"+-*/%<>&|!=()[],:.")
STATEMENT_WORDS = frozenset(["when", "let", "while", "return", "elif", "else", "break", "continue"])
"""Words that can only begin a statement: where one begins a line inside of a bracket, that was forgotten."""


class Token(NamedTuple):
    """A piece of the text: a name, keyword, int, float, duration, string, fstring, op or a layout mark.

    Layout marks are ``newline``, ``indent``, ``dedent`` and ``end``.
    """

    kind: str
    text: str
    source: Source
    start: int
    end: int
    value: Any = None

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)

    @property
    def shown(self) -> str:
        """What a message calls it."""
        if self.kind == "end" and self.text:
            return f"`{self.text}`"
        named = {"newline": "the end of the line", "end": "the end of the file", "indent": "a deeper line"}
        return named.get(
            self.kind, "the end of the block" if self.kind == "dedent" else f"`{self.text[:30]}`"
        )


def ends_operand(token: Token | None) -> bool:
    """Whether a value can end with this token, so that an operator may follow."""
    if token is None:
        return False
    if token.kind in ("name", "int", "float", "duration", "string", "fstring"):
        return True
    return token.text in (")", "]") or token.text in CONSTANTS
