"""The words of Cardigan: what a token is, and which names are reserved."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.text import Source, Span

KEYWORDS = frozenset(
    [
        "if",
        "elseif",
        "else",
        "while",
        "for",
        "return",
        "true",
        "false",
        "not",
        "and",
        "or",
        "xor",
        "in",
        "lambda",
        "UNION",
    ]
)
OPERATORS = [
    "...",
    "++",
    "--",
    "==",
    "!=",
    "<=",
    ">=",
    "&&",
    "||",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<",
    ">",
    "!",
    "=",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ".",
    "?",
]
CONTINUING = frozenset(
    ["&&", "||", "and", "or", "xor", "==", "!=", "<=", ">=", "<", ">", "*", "/", "%", ".", "UNION", "in"]
)
"""A line that begins with one of these can only go on with the line above."""
UNFINISHED = frozenset(
    [
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "&&",
        "||",
        "and",
        "or",
        "xor",
        "in",
        "UNION",
        ".",
        "...",
        "=",
        ",",
        ":",
        "!",
        "not",
        "(",
        "[",
    ]
)
"""A line that ends in one of these goes on with the line below."""
STATEMENT_WORDS = frozenset(("if", "while", "for", "return", "?"))
CLOSERS = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    """A piece of the text: ``kind`` is name, keyword, int, float, string, op, newline or end."""

    kind: str
    text: str
    source: Source
    start: int
    end: int
    value: Any = None
    first: bool = False
    """Whether it is the first of its line."""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)

    @property
    def shown(self) -> str:
        """What a message calls it."""
        named = {"newline": "the end of the line", "end": "the end of the file"}
        return named.get(self.kind, f"`{self.text[:30]}`")

    def is_op(self, *texts: str) -> bool:
        """Whether it is one of these operators or keywords."""
        return self.text in texts and self.kind in ("op", "keyword")
