"""RECYCLE in colour, for whatever uses Pygments: documents, notebooks, terminals.

The reader cuts the text into tokens and the table of forms says what its words are, so that nothing
about the language is written down a second time here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, Whitespace

from croupier.recycle.forms import FORMS, KNOWN_WORDS, MEMBER_WORDS, OWNED_WORDS
from croupier.recycle.reader import tokens

_PLAIN = {
    "open": Punctuation,
    "close": Punctuation,
    "comma": Punctuation,
    "int": Number.Integer,
    "name": Name.Constant,
    "junk": Error,
}
_STRUCTURE = ("program", "blocks")
_SPOKEN_TO_CROUPIER = re.compile(r";+\s*(dialect:|allow:?\s+RCY)", re.IGNORECASE)
_BEGINNING = re.compile(r"\s*(?:;[^\n]*\s*)*\(\s*game\b")


def _word_tokens() -> dict[str, Any]:
    """What each lower-case word of the language is, the most telling use first."""
    found: dict[str, Any] = dict.fromkeys(OWNED_WORDS, Keyword.Type)
    found |= dict.fromkeys((*MEMBER_WORDS, *_bare_words()), Name.Builtin.Pseudo)
    for form in FORMS.values():
        first = form.parts[0]
        for word in first.words if first.kind == "word" else ():
            found.setdefault(word, Keyword if form.room in _STRUCTURE else Name.Builtin)
    return {word: found.get(word, Keyword) for word in KNOWN_WORDS}


def _bare_words() -> tuple[str, ...]:
    """Words that are a form all by themselves: the players, the teams, the table."""
    return tuple(
        form.signature for form in FORMS.values() if form.signature.islower() and form.signature.isalpha()
    )


_WORDS = _word_tokens()


class RecycleLexer(Lexer):  # type: ignore[misc]  # Pygments ships no types
    """Tokens of a RECYCLE program, for Pygments.

    >>> [text for kind, text in RecycleLexer().get_tokens("(shuffle (game iloc STOCK))") if kind in Keyword]
    ['iloc']
    """

    name = "RECYCLE"
    aliases: ClassVar[list[str]] = ["recycle"]
    filenames: ClassVar[list[str]] = ["*.rcy", "*.gdl"]
    mimetypes: ClassVar[list[str]] = ["text/x-recycle"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Every piece of the text with its kind and place; together they are the text."""
        at = 0
        for kind, start, end, _ in tokens(text):
            if start > at:
                yield at, Whitespace, text[at:start]
            yield start, _token(kind, text[start:end]), text[start:end]
            at = end
        if at < len(text):
            yield at, Whitespace, text[at:]

    @staticmethod
    def analyse_text(text: str) -> float:
        """How probable it is that a text is a RECYCLE program."""
        return 0.9 if _BEGINNING.match(text) else 0.0


def _token(kind: str, text: str) -> Any:
    """What Pygments calls a token of the reader."""
    if kind == "comment":
        return Comment.Special if _SPOKEN_TO_CROUPIER.match(text) else Comment.Single
    if kind == "var":
        return Name.Variable if text[1:].isupper() else Error
    if kind == "word":
        return _WORDS.get(text, Error) if text.isalpha() else Operator
    return _PLAIN[kind]
