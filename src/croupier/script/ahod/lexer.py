"""From text to tokens: comments, literals, operators. Indentation is added by ``layout``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from croupier.script.ahod.codes import found
from croupier.script.ahod.numbers import LONGEST_LITERAL, integer
from croupier.script.ahod.tokens import CONSTANTS, KEYWORDS, OPERATORS, ends_operand
from croupier.script.heap import Duration
from croupier.script.tokens import Token
from croupier.text import Diagnostic, Source

_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:(ms|s|min)(?!\w))?")
_OPERATOR = re.compile("|".join(map(re.escape, OPERATORS)))
_BLANK = re.compile(r"[ \t\r\f\v]+")
_CONTINUED = re.compile(r"\\[ \t\r]*\n")
_OPERAND_COMMENT = re.compile(r"[ \t]*([0-9]+(?:\.[0-9]+)?|[A-Za-z_]\w*|\([^()]*\))[ \t\r]*")
_ESCAPES = {"'": "'", '"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_MS = {"ms": 1, "s": 1000, "min": 60_000}


@dataclass
class Lexed:
    """The tokens of a text (line ends included), its comments, and what is wrong with it."""

    source: Source
    tokens: list[Token] = field(default_factory=list)
    comments: list[Token] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)


def lexed(source: Source, start: int = 0, end: int | None = None) -> Lexed:
    """The tokens of a source, or of a piece of it (the expression in an f-string)."""
    lexer = _Lexer(source, start, len(source.text) if end is None else end)
    lexer.run()
    return lexer.out


class _Lexer:
    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source, self.text, self.at, self.end = source, source.text, start, end
        self.out = Lexed(source)
        self.previous: Token | None = None
        self.names: set[str] = set()

    def run(self) -> None:
        text, end = self.text, self.end
        while self.at < end:
            char = text[self.at]
            if char == "\n":
                self.add("newline", self.at + 1)
                self.previous = None
            elif (match := _BLANK.match(text, self.at, end)) or (
                match := _CONTINUED.match(text, self.at, end)
            ):
                self.at = match.end()
            elif text.startswith("//", self.at) and not self.is_division():
                self.line_comment()
            elif text.startswith("/*", self.at):
                self.block_comment()
            elif char in "'\"":
                self.string(self.at, self.at)
            elif char == "f" and text[self.at + 1 : self.at + 2] in ("'", '"') and self.at + 1 < end:
                self.string(self.at, self.at + 1)
            elif char.isdecimal() and char.isascii():
                self.number()
            elif match := _NAME.match(text, self.at, end):
                self.name(match.group(), match.end())
            elif match := _OPERATOR.match(text, self.at, end):
                if match.group() == "//":
                    self.report("W503", self.at, match.end())
                self.add("op", match.end())
            else:
                self.report("A102", self.at, self.at + 1, expected="a part of a program", found=f"`{char}`")
                self.at += 1

    def add(self, kind: str, end: int, value: object = None) -> None:
        self.previous = Token(kind, self.text[self.at : end], self.source, self.at, end, value)
        self.out.tokens.append(self.previous)
        self.at = end

    def report(self, code: str, start: int, end: int, **words: str) -> None:
        self.out.findings.append(found(code, self.source.span(start, end), hint=None, notes=(), **words))

    def is_division(self) -> bool:
        """`//` divides only where it is tight: an operand directly before and directly after it."""
        following = self.text[self.at + 2 : min(self.at + 3, self.end)]
        tight = ends_operand(self.previous) and self.previous is not None and self.previous.end == self.at
        return tight and (following.isalnum() or following in ("_", "(")) and following != ""

    def line_comment(self) -> None:
        end = self.text.find("\n", self.at, self.end)
        end = self.end if end < 0 else end
        match = _OPERAND_COMMENT.fullmatch(self.text, self.at + 2, end)
        if (
            match
            and ends_operand(self.previous)
            and self.previous is not None
            and self.seems_meant(match.group(1))
        ):
            left = self.previous.text
            self.report("W514", self.at, end, left=left, right=match.group(1))
        self.comment(end)

    def seems_meant(self, operand: str) -> bool:
        """Whether a comment of one word may be a divisor: a number, or a name that occurs before."""
        if operand[0].isdigit() or operand[0] == "(":
            return True
        return operand in self.names

    def block_comment(self) -> None:
        end = self.text.find("*/", self.at + 2, self.end)
        if end < 0:
            self.report("A103", self.at, self.at + 2, what="comment", closer="*/")
            self.comment(self.end)
        else:
            self.comment(end + 2)

    def comment(self, end: int) -> None:
        text = self.text[self.at : end]
        self.out.comments.append(Token("comment", text.rstrip("\r"), self.source, self.at, end))
        self.at = end

    def number(self) -> None:
        match = _NUMBER.match(self.text, self.at, self.end)
        assert match is not None
        digits, unit = match.groups()
        if len(digits) > LONGEST_LITERAL:
            expected = f"a number of at most {LONGEST_LITERAL:,} digits"
            self.report("A102", self.at, match.end(), expected=expected, found=f"one of {len(digits):,}")
            digits = "0"
        value = float(digits) if "." in digits else integer(digits)
        if unit:
            self.add("duration", match.end(), Duration(value * _MS[unit]))
        else:
            self.add("float" if "." in digits else "int", match.end(), value)

    def name(self, text: str, end: int) -> None:
        if not text.isascii():
            self.report(
                "A102", self.at, end, expected="a name of letters a to z, digits and _", found=f"`{text}`"
            )
        if text in CONSTANTS:
            self.add("keyword", end, CONSTANTS[text])
        else:
            self.names.add(text)
            self.add("keyword" if text in KEYWORDS else "name", end)

    def string(self, start: int, quote_at: int) -> None:
        """A string; in an f-string the braces are cut out as spans of expressions."""
        quote, formatted = self.text[quote_at], start != quote_at
        parts: list[str | tuple[int, int]] = []
        piece: list[str] = []
        at = quote_at + 1
        while at < self.end and self.text[at] not in (quote, "\n"):
            char = self.text[at]
            if char == "\\":
                at = self.escape(at, piece)
            elif formatted and self.text.startswith(("{{", "}}"), at):
                piece.append(char)
                at += 2
            elif formatted and char == "{":
                close = self.brace(at, quote)
                if close < 0:
                    self.report("A105", at, at + 1, bracket="{")
                    at += 1
                    continue
                parts += ["".join(piece), (at + 1, close)]
                piece = []
                at = close + 1
            elif formatted and char == "}":
                self.report("A102", at, at + 1, expected="`}}` for a brace in the text", found="`}`")
                at += 1
            else:
                piece.append(char)
                at += 1
        parts.append("".join(piece))
        closed = at < self.end and self.text[at] == quote
        if not closed:
            self.report("A103", start, quote_at + 1, what="string", closer=quote)
        self.add("fstring" if formatted else "string", at + closed, tuple(parts) if formatted else parts[0])

    def escape(self, at: int, piece: list[str]) -> int:
        char = self.text[at + 1 : at + 2]
        if char in _ESCAPES:
            piece.append(_ESCAPES[char])
            return at + 2
        shown = "\\" if char in ("", "\n") else f"\\{char}"
        self.report("A104", at, min(at + len(shown), self.end), escape=shown)
        return at + len(shown)

    def brace(self, at: int, quote: str) -> int:
        """Where the brace of an f-string closes, or -1; strings of the other kind are skipped."""
        depth, inner = 0, ""
        while at < self.end and self.text[at] not in ("\n", quote):
            char = self.text[at]
            if inner:
                inner = "" if char == inner else inner
            elif char in "'\"":
                inner = char
            elif char in "([{":
                depth += 1
            elif char in ")]}":
                depth -= 1
                if depth == 0:
                    return at if char == "}" else -1
            at += 1
        return -1
