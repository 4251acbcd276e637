"""Cardigan for Pygments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from croupier.script.cardigan.lexer import lex
from croupier.script.cardigan.names import COMMON, FUNCTIONS, LIBRARY, METHODS
from croupier.script.tokens import Token
from croupier.text import Source

_BEGINNING = re.compile(r"^\s*play\s*(\(\s*\))?\s*=\s*\\?\{", re.MULTILINE)
_CONSTANTS = ("true", "false")
_WORDS = ("not", "and", "or", "xor", "in", "UNION")


class CardiganLexer(Lexer):  # type: ignore[misc]  # Pygments ships no types
    """Tokens of a Cardigan program, for Pygments.

    >>> [text for kind, text in CardiganLexer().get_tokens("if x { OUTPUT(1) }") if kind in Keyword]
    ['if']
    """

    name = "Cardigan"
    aliases: ClassVar[list[str]] = ["cardigan"]
    filenames: ClassVar[list[str]] = ["*.cdg", "*.cardigan"]
    mimetypes: ClassVar[list[str]] = ["text/x-cardigan"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Every piece of the text with its kind and place; together they are the text."""
        found = lex(Source("", text))
        pieces = [(t.start, t.end, t) for t in found.tokens if t.end > t.start and t.kind != "newline"]
        comments = [(start, end, None) for start, end in found.comments]
        at, before = 0, ""
        for start, end, token in sorted((*pieces, *comments), key=lambda piece: piece[0]):
            yield from _between(text, at, start)
            yield start, Comment.Single if token is None else _kind(token, before), text[start:end]
            at, before = end, "" if token is None else token.text
        yield from _between(text, at, len(text))

    @staticmethod
    def analyse_text(text: str) -> float:
        """How probable it is that a text is a Cardigan program."""
        return 0.5 if _BEGINNING.search(text) else 0.0


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, Any, str]]:
    """What lies between tokens: blanks, and what does not belong into a program."""
    for match in re.finditer(r"\s+|\S+", text[start:end]):
        piece = match.group()
        kind = Whitespace if piece.isspace() else Punctuation if piece == "\\" else Error
        yield start + match.start(), kind, piece


def _kind(token: Token, before: str) -> Any:
    """What Pygments calls a token."""
    if token.kind == "keyword":
        return (
            Keyword.Constant
            if token.text in _CONSTANTS
            else Operator.Word
            if token.text in _WORDS
            else Keyword
        )
    if token.kind == "name":
        if before == "." and (token.text in METHODS or token.text in COMMON):
            return Name.Function.Magic
        if token.text in LIBRARY:
            return Name.Builtin if token.text in FUNCTIONS else Name.Class
        return Name.Function if token.text == "play" else Name
    plain = {"int": Number.Integer, "float": Number.Float, "string": String.Double}
    if token.kind in plain:
        return plain[token.kind]
    return Punctuation if token.text in "()[]{},:." else Operator
