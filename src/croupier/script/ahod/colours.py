"""AHOD in colour, for whatever uses Pygments: documents, notebooks, terminals.

The lexer of the language cuts the text, and the table of built-ins says what its words are, so that nothing
about the language is written down a second time here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from croupier.script.ahod.braces.lexer import CONSTANTS as BRACE_CONSTANTS
from croupier.script.ahod.braces.lexer import TYPE_WORDS as BRACE_TYPES
from croupier.script.ahod.braces.lexer import lexed as lexed_braces
from croupier.script.ahod.builtins import FUNCTIONS, METHOD_NAMES
from croupier.script.ahod.dialects import Dialect, assumed
from croupier.script.ahod.kinds import BUILT_IN
from croupier.script.ahod.lexer import lexed
from croupier.script.ahod.tokens import CONSTANTS, TYPE_WORDS
from croupier.script.tokens import Token
from croupier.text import Source

_PLAIN = {
    "int": Number.Integer,
    "float": Number.Float,
    "duration": Number,
    "string": String,
    "fstring": String.Interpol,
    "comment": Comment,
    "newline": Whitespace,
}
_DEFINING = ("let", "when", "with", "be", "do")
_PUNCTUATION = ("(", ")", "[", "]", "{", "}", ",", ":", ";", ".")
_BEGINNING = re.compile(r"^(main:|when .*\bdo [A-Z_]+|let \w+.*\bbe \w+)", re.MULTILINE)


class AhodLexer(Lexer):  # type: ignore[misc]  # Pygments ships no types
    """The colours of AllHandsOnDeck."""

    name = "AllHandsOnDeck"
    aliases: ClassVar[list[str]] = ["ahod"]
    filenames: ClassVar[list[str]] = ["*.ah", "*.ahod"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Every piece of the text, in order, with its kind."""
        source = Source("", text)
        braces = assumed(source).dialect is Dialect.BRACE
        words = lexed_braces(source) if braces else lexed(source)
        at = 0
        previous: Token | None = None
        for token in sorted([*words.tokens, *words.comments], key=lambda t: t.start):
            if token.start > at:
                yield from _between(at, text[at : token.start])
            kind = _kind_in_braces(token, previous) if braces else _kind(token, previous)
            yield token.start, kind, text[token.start : token.end]
            at = token.end
            previous = token if token.kind != "comment" else previous
        if at < len(text):
            yield from _between(at, text[at:])

    @staticmethod
    def analyse_text(text: str) -> float:
        """How sure we are that a text is in this language."""
        return 0.6 if len(_BEGINNING.findall(text)) > 1 else 0


def _between(at: int, gap: str) -> Iterator[tuple[int, Any, str]]:
    """What is no token: blanks, or what does not belong into a program."""
    yield at, Whitespace if not gap.strip(" \t\r\f\v\n\\") else Error, gap


def _kind(token: Token, previous: Token | None) -> Any:
    text = token.text
    if token.kind in _PLAIN:
        return _PLAIN[token.kind]
    if token.kind == "op":
        return Punctuation if text in _PUNCTUATION else Operator
    if token.kind == "keyword":
        if text in CONSTANTS:
            return Keyword.Constant
        if text in TYPE_WORDS:
            return Keyword.Type
        return Keyword.Declaration if text in _DEFINING else Keyword
    if previous is not None and previous.text == "do":
        return Name.Function
    if text in ("main", "print", "include") and (previous is None or previous.kind == "newline"):
        return Keyword
    if text in BUILT_IN:
        return Name.Class
    if previous is not None and previous.text == ".":
        return Name.Builtin if text in METHOD_NAMES else Name.Attribute
    if text[:1].isupper() and not text.isupper():
        return Name.Class
    return Name.Builtin if text in FUNCTIONS else Name


def _kind_in_braces(token: Token, previous: Token | None) -> Any:
    text = token.text
    if token.kind == "action" or text == "PRINT":
        return Name.Function
    if token.kind != "keyword":
        attribute = token.kind == "name" and previous is not None and previous.text == "."
        return Name.Attribute if attribute else _kind(token, None)
    if text in BRACE_CONSTANTS:
        return Keyword.Constant
    if text in ("push", "pop", "size"):
        return Name.Builtin
    if text in ("Player", "Card"):
        return Name.Class
    return Keyword.Type if text in BRACE_TYPES else _kind(token, None)
