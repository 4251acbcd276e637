"""Text to tokens: comments and line ends, numbers, strings, names with dashes, and damage from scanning.

Damage is never mended in silence: an escaped bracket is a warning, a damaged quote or comment mark an error
after which the reading goes on as if it were whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from croupier.script.cardigan.codes import finding
from croupier.script.cardigan.tokens import KEYWORDS, OPERATORS
from croupier.script.tokens import Token
from croupier.text import Diagnostic, Source

_DASHED = re.compile(r"(?:^|[{};])[ \t]*([A-Za-z_]\w*(?:-\w+)+)[ \t]*=(?!=)", re.MULTILINE | re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_ELSE_IF = re.compile(r"else(?:[ \t]+|-)if\b", re.ASCII)
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_OPERATOR = re.compile("|".join(re.escape(op) for op in sorted(OPERATORS, key=len, reverse=True)))
_BLANK = re.compile(r"[ \t\r\f\v\u00a0]+")
_ESCAPED_BRACKET = re.compile(r"\\([{}\[\]])")
_LINE_ESCAPE = re.compile(r"\\[ \t\r]*(?://[^\n]*)?(?:\n|\Z)")
_STRAY = re.compile(r"[^\s\w\"'(){}\[\],:.=+*/%<>!?&|\\`$-]+|.", re.DOTALL)
_ESCAPES = {'"': '"', "n": "\n", "\\": "\\"}
_DAMAGED_COMMENT = "$/\\!/$"
LONGEST_NUMBER = 4000


@dataclass(slots=True)
class Lexed:
    """The tokens of a source, all comments apart, and what was wrong."""

    tokens: list[Token]
    comments: list[tuple[int, int]]
    findings: list[Diagnostic] = field(default_factory=list)


def lex(source: Source) -> Lexed:
    r"""Every token of a source, with a newline token at the end of each line that has any.

    >>> [t.text for t in lex(Source("demo", "a = b-4 // less")).tokens]
    ['a', '=', 'b', '-', '4', '\n', '']
    """
    return _Lexer(source).run()


class _Lexer:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.at = 0
        self.first = True
        self.found = Lexed([], [])
        names = sorted(set(_DASHED.findall(self.text)), key=len, reverse=True)
        self.dashed = re.compile("(?:" + "|".join(map(re.escape, names)) + r")(?!\w)") if names else None
        self.told: set[str] = set()

    def run(self) -> Lexed:
        """Read to the end."""
        while self.at < len(self.text):
            self._step()
        self._newline(self.at)
        self.found.tokens.append(Token("end", "", self.source, self.at, self.at, None, True))
        return self.found

    def _step(self) -> None:
        text, at = self.text, self.at
        char = text[at]
        if char == "\n":
            self._newline(at)
            self.at += 1
        elif match := _BLANK.match(text, at):
            self.at = match.end()
        elif text.startswith("//", at):
            self._comment(at)
        elif char in "\"'":
            self._string(at, at + 1, char)
        elif char.isascii() and (char.isalpha() or char == "_"):
            self._word(at)
        elif match := _NUMBER.match(text, at):
            self._number(match)
        elif char == "\\":
            self._backslash(at)
        elif match := _OPERATOR.match(text, at):
            self._add("op", match.end())
        else:
            self._junk(at)

    def _add(self, kind: str, end: int, text: str | None = None, value: object = None) -> None:
        shown = self.text[self.at : end] if text is None else text
        self.found.tokens.append(Token(kind, shown, self.source, self.at, end, value, self.first))
        self.first = False
        self.at = end

    def _newline(self, at: int) -> None:
        if self.found.tokens and self.found.tokens[-1].kind != "newline":
            self.found.tokens.append(Token("newline", "\n", self.source, at, at))
        self.first = True

    def _comment(self, at: int) -> None:
        end = self.text.find("\n", at)
        self.at = len(self.text) if end < 0 else end
        self.found.comments.append((at, self.at))

    def _word(self, at: int) -> None:
        if self.dashed is not None and (match := self.dashed.match(self.text, at)):
            name = match.group()
            if name not in self.told:
                self.told.add(name)
                self._find("W603", at, match.end(), name=name)
            self._add("name", match.end())
            return
        if match := _ELSE_IF.match(self.text, at):
            self._add("keyword", match.end(), "elseif")
            return
        match = _NAME.match(self.text, at)
        assert match is not None
        self._add("keyword" if match.group() in KEYWORDS else "name", match.end())

    def _number(self, match: re.Match[str]) -> None:
        digits = match.group()
        if len(digits) > LONGEST_NUMBER:
            self._find(
                "C101",
                match.start(),
                match.end(),
                text=f"{digits[:20]}…",
                hint="a number of so many digits cannot be kept",
            )
            self._add("int", match.end(), value=0)
        elif "." in digits:
            self._add("float", match.end(), value=float(digits))
        else:
            self._add("int", match.end(), value=int(digits))

    def _string(self, start: int, at: int, quote: str) -> None:
        """A string from its opening quote at ``start``; its characters begin at ``at``."""
        pieces: list[str] = []
        text = self.text
        while at < len(text) and text[at] not in (quote, "\n"):
            if text[at] != "\\" or at + 1 >= len(text) or text[at + 1] == "\n":
                pieces.append(text[at])
                at += 1
                continue
            follows = text[at + 1]
            if follows not in _ESCAPES and not (follows == "'" and quote == "'"):
                self._find("C104", at, at + 2, escape=text[at : at + 2])
            pieces.append(_ESCAPES.get(follows, follows))
            at += 2
        closed = at < len(text) and text[at] == quote
        if not closed:
            self._find("C103", start, at)
        elif quote == "'":
            self._find("W602", start, at + 1)
        self.at = start
        self._add("string", at + closed, value="".join(pieces))

    def _backslash(self, at: int) -> None:
        if match := _ESCAPED_BRACKET.match(self.text, at):
            self._find("W604", at, at + 2, bracket=match.group(1))
            self._add("op", at + 2, match.group(1))
        elif match := _LINE_ESCAPE.match(self.text, at):
            comment = self.text.find("//", at, match.end())
            if comment >= 0:
                self.found.comments.append((comment, match.end() - match.group().endswith("\n")))
            self.at = match.end()
        else:
            self._junk(at)

    def _junk(self, at: int) -> None:
        if self.text.startswith("``", at):
            self._find("C101", at, at + 2, text="``", hint='looks like a damaged quote: write "')
            self._string(at, at + 2, '"')
        elif self.text.startswith(_DAMAGED_COMMENT, at):
            end = at + len(_DAMAGED_COMMENT)
            self._find(
                "C101", at, end, text=_DAMAGED_COMMENT, hint="looks like a damaged comment mark: write //"
            )
            self._comment(at)
        else:
            match = _STRAY.match(self.text, at)
            assert match is not None
            hint = 'looks like a damaged quote: write "' if match.group()[0] in "`´“”„‘’" else None
            self._find("C101", at, match.end(), text=match.group()[:20], hint=hint)
            self.at = match.end()

    def _find(self, code: str, start: int, end: int, hint: str | None = None, **words: Any) -> None:
        self.found.findings.append(finding(code, self.source.span(start, end), hint=hint, **words))
