"""From text to tokens, as the language's later compiler cuts it: the longest match wins."""

from __future__ import annotations

import re

from croupier.script.ahod.codes import found
from croupier.script.ahod.lexer import Lexed
from croupier.script.ahod.numbers import LONGEST_LITERAL, integer
from croupier.script.ahod.tokens import ends_operand
from croupier.script.tokens import Token
from croupier.text import Source

TYPE_WORDS = ("int", "float", "bool", "string", "void", "series", "Player", "Card")
CONSTANTS = {"true": True, "false": False}
_STATEMENTS = ("main", "when", "do", "if", "else", "for", "while", "return", "PRINT", "push", "pop", "size")
KEYWORDS = frozenset((*TYPE_WORDS, *CONSTANTS, *_STATEMENTS, "and", "or", "not"))
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_ACTION = re.compile(r"Player|Card|[A-Z][A-Z0-9_]*")
_WORD = re.compile(r"[A-Za-z0-9_]+")
_FLOAT = re.compile(r"-?[0-9]+\.(?!\.)[0-9]*(?:[eE][+-]?[0-9]+)?")
_INT = re.compile(r"[0-9]+")
_STRING = re.compile(r'"[^"\n]*"?')
_QUOTED = re.compile(r"'[^'\n]*'?")
_COMMENT = re.compile(r"/\*[^\n]*?(?:\*/|(?=\n)|\Z)")
_LINE = re.compile(r"[^\n]*")
_BLANK = re.compile(r"[ \r\t]+")
_OPERATOR = re.compile(r"==|!=|<=|>=|&&|\|\||[-+*/<>=!&|()\[\]{},:;.]")
_FOREIGN = re.compile(r"\*\*=?|[-+*/%]=|%|\.\.\.?")
_INSTEAD = {
    "%": "what is left of a / b is a - a / b * b",
    ".": "count: `for (i = 1; i < 10; i = i + 1):`",
    "=": "write the variable on both sides:   x = x + 1",
}


def lexed(source: Source) -> Lexed:
    """The tokens of a source; a line end is one token, however many empty lines follow it."""
    lexer = _Lexer(source)
    lexer.run()
    return lexer.out


class _Lexer:
    def __init__(self, source: Source) -> None:
        self.source, self.text, self.at = source, source.text, 0
        self.out = Lexed(source)

    @property
    def previous(self) -> Token | None:
        return self.out.tokens[-1] if self.out.tokens else None

    def run(self) -> None:
        text = self.text
        while self.at < len(text):
            char = text[self.at]
            if char == "\n":
                self.line_end()
            elif match := _BLANK.match(text, self.at):
                self.at = match.end()
            elif match := _COMMENT.match(text, self.at):
                said = match.group().rstrip("\r")
                self.out.comments.append(Token("comment", said, self.source, self.at, match.end()))
                self.at = match.end()
            elif text.startswith("//", self.at):
                self.foreign(_LINE, "a comment from `//`", "write /* … */, on one line")
            elif char == '"':
                self.string()
            elif char == "'" or text.startswith(("f'", 'f"'), self.at):
                self.quoted(char)
            elif char in "-0123456789" and self.number():
                pass
            elif (match := _NAME.match(text, self.at)) or (match := _ACTION.match(text, self.at)):
                self.word(match.group(), match.end())
            elif text.startswith("*/", self.at):
                hint = "a comment ends with its line; begin every line of it with /*"
                words = {"expected": "a part of a program", "found": "`*/`"}
                self.report("A102", self.at, self.at + 2, hint=hint, **words)
                self.at += 2
            elif match := _FOREIGN.match(text, self.at):
                sign = match.group()
                self.foreign(_FOREIGN, f"`{sign}`", _INSTEAD.get(sign, _INSTEAD.get(sign[-1], "")))
            elif match := _OPERATOR.match(text, self.at):
                self.add("op", match.end())
            else:
                self.report("A102", self.at, self.at + 1, expected="a part of a program", found=f"`{char}`")
                self.at += 1

    def add(self, kind: str, end: int, value: object = None) -> None:
        self.out.tokens.append(Token(kind, self.text[self.at : end], self.source, self.at, end, value))
        self.at = end

    def report(self, code: str, start: int, end: int, hint: str | None = None, **words: object) -> None:
        self.out.findings.append(found(code, self.source.span(start, end), hint=hint, notes=(), **words))

    def line_end(self) -> None:
        if self.previous is not None and self.previous.kind != "newline":
            self.add("newline", self.at + 1)
        else:
            self.at += 1

    def string(self) -> None:
        match = _STRING.match(self.text, self.at)
        assert match is not None
        said = match.group()
        if len(said) == 1 or not said.endswith('"'):
            self.report("A103", self.at, self.at + 1, what="string", closer='"')
        for i, char in enumerate(said):
            if char in "'\\":
                self.report("A126", self.at + i, self.at + i + 1, char=char)
                break
        self.add("string", match.end(), said[1:].removesuffix('"'))

    def quoted(self, char: str) -> None:
        """A string as the other dialect writes it."""
        if char == "'":
            self.foreign(_QUOTED, "a string in `'`", 'write "…"', "string")
            return
        self.report("A124", self.at, self.at + 2, hint="print its parts one by one", what="an f-string")
        self.at += 1

    def foreign(self, pattern: re.Pattern[str], what: str, hint: str, kind: str = "") -> None:
        """What only the other dialect has; reading goes on behind it."""
        match = pattern.match(self.text, self.at)
        assert match is not None
        self.report("A124", self.at, match.end(), hint=hint, what=what)
        if kind:
            self.add(kind, match.end(), "")
        self.at = match.end()

    def number(self) -> bool:
        """An int, or a float with the sign before it; False if a `-` is no part of a number."""
        match = _FLOAT.match(self.text, self.at)
        if match is not None and self.text[self.at] == "-" and ends_operand(self.previous):
            # The later compiler takes the sign for a part of the number here, and then fails.
            what = f"`{match.group()}` behind a value"
            self.report(
                "W517",
                self.at,
                match.end(),
                what=what,
                better=f"put a blank behind the `-`: {match.group().replace('-', '- ', 1)}",
            )
            match = None
        if match is not None:
            self.add("float", match.end(), float(match.group()))
        elif (match := _INT.match(self.text, self.at)) is not None:
            digits = match.group()
            if len(digits) > LONGEST_LITERAL:
                expected = f"a number of at most {LONGEST_LITERAL:,} digits"
                self.report("A102", self.at, match.end(), expected=expected, found=f"one of {len(digits):,}")
                digits = "0"
            self.add("int", match.end(), integer(digits))
        else:
            return False
        self.glued(self.out.tokens[-1])
        return True

    def word(self, text: str, end: int) -> None:
        if text in KEYWORDS:
            self.add("keyword", end, CONSTANTS.get(text))
        else:
            self.add("name" if text[0].islower() else "action", end)
        self.glued(self.out.tokens[-1])

    def glued(self, token: Token) -> None:
        """A letter directly behind a word: capitals and small letters do not go together."""
        match = _WORD.match(self.text, token.end)
        if match is not None:
            whole = self.text[token.start : match.end()]
            self.out.tokens[-1] = Token("strange", whole, self.source, token.start, match.end())
            self.at = match.end()
