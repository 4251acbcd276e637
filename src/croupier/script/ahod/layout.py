"""Indentation: blocks from the columns at which lines begin, as in Python, with leave for small slips."""

from __future__ import annotations

import re
from dataclasses import dataclass

from croupier.script.ahod.codes import found
from croupier.script.ahod.lexer import Lexed
from croupier.script.ahod.tokens import STATEMENT_WORDS
from croupier.script.tokens import Token
from croupier.text import Diagnostic, Source, Span

_PAIRS = {")": "(", "]": "["}
_LEAD = re.compile(r"[ \t\f\v]*")


@dataclass
class _Level:
    """One open level of indentation: its column, and the same with tabs counted as one blank."""

    column: int
    narrow: int


def laid_out(lexed: Lexed) -> tuple[list[Token], list[Diagnostic]]:
    """The tokens with ``indent`` and ``dedent`` marks, without line ends that do not count."""
    return _Layout(lexed).run()


class _Layout:
    def __init__(self, lexed: Lexed) -> None:
        self.source: Source = lexed.source
        self.tokens = lexed.tokens
        self.out: list[Token] = []
        self.findings: list[Diagnostic] = []
        self.levels = [_Level(0, 0)]
        self.brackets: list[Token] = []

    def run(self) -> tuple[list[Token], list[Diagnostic]]:
        fresh = True
        for token in self.tokens:
            if token.kind == "newline":
                if (
                    not self.brackets
                    and self.out
                    and self.out[-1].kind not in ("newline", "indent", "dedent")
                ):
                    self.out.append(token)
                fresh = True
                continue
            if fresh and self.brackets and self.begins_statement(token):
                self.give_up_brackets(token)
            if fresh and not self.brackets:
                self.begin_line(token)
            fresh = False
            self.out.append(self.bracket(token))
        self.finish()
        return self.out, self.findings

    def begins_statement(self, token: Token) -> bool:
        """Whether a line inside of brackets can only be a statement, so that a bracket was forgotten."""
        return token.text in STATEMENT_WORDS and token.kind == "keyword"

    def give_up_brackets(self, token: Token) -> None:
        """Close what is open, so that the rest of the file is still read."""
        for opener in reversed(self.brackets):
            self.findings.append(found("A105", opener.span, bracket=opener.text))
            self.out.append(self.mark("op", token, ")" if opener.text == "(" else "]"))
        self.brackets.clear()
        self.out.append(self.mark("newline", token))

    def bracket(self, token: Token) -> Token:
        """Keep track of brackets; one that is closed by the wrong kind is closed by its own."""
        if token.kind != "op":
            return token
        if token.text in ("(", "["):
            self.brackets.append(token)
        elif token.text in _PAIRS and self.brackets:
            opener = self.brackets.pop()
            if opener.text != _PAIRS[token.text]:
                self.findings.append(found("A105", opener.span, bracket=opener.text))
                return token._replace(text=")" if opener.text == "(" else "]")
        return token

    def mark(self, kind: str, at: Token, text: str = "") -> Token:
        return Token(kind, text, self.source, at.start, at.start)

    def begin_line(self, token: Token) -> None:
        """Compare the column of a line with the open levels."""
        start = self.source.line_starts[self.source.position(token.start)[0] - 1]
        match = _LEAD.match(self.source.text, start)
        lead = match.group() if match else ""
        here = _Level(len(lead.expandtabs(8)), len(lead))
        last = self.levels[-1]
        if (here.column > last.column) != (here.narrow > last.narrow) and "\t" in lead + self.lead_of(last):
            self.findings.append(
                found("A101", self.blank(token, start), what="tabs and blanks are mixed", hint=_MIXED)
            )
        if here.column > last.column:
            self.levels.append(here)
            self.out.append(self.mark("indent", token))
            return
        while self.levels[-1].column > here.column:
            if len(self.levels) == 1:
                # A slip had moved the outermost level; here it comes back.
                self.levels[0] = here
                return
            outer = self.levels[-2]
            if outer.column < here.column:
                self.between(token, start, here, outer)
                return
            self.levels.pop()
            self.out.append(self.mark("dedent", token))

    def between(self, token: Token, start: int, here: _Level, outer: _Level) -> None:
        """A column between two levels is taken for the nearer one, and that level moves there."""
        inner = self.levels[-1]
        if here.column - outer.column < inner.column - here.column:
            self.levels.pop()
            self.out.append(self.mark("dedent", token))
        level = self.levels[-1]
        self.findings.append(found("W501", self.blank(token, start), column=here.column, taken=level.column))
        level.column, level.narrow = here.column, here.narrow

    def lead_of(self, level: _Level) -> str:
        return "\t" if level.column != level.narrow else ""

    def blank(self, token: Token, start: int) -> Span:
        return self.source.span(start, max(token.start, start + 1))

    def finish(self) -> None:
        end = len(self.source.text)
        for opener in reversed(self.brackets):
            self.findings.append(found("A105", opener.span, bracket=opener.text))
            self.out.append(Token("op", ")" if opener.text == "(" else "]", self.source, end, end))
        if self.out and self.out[-1].kind not in ("newline", "indent", "dedent"):
            self.out.append(Token("newline", "", self.source, end, end))
        for _ in self.levels[1:]:
            self.out.append(Token("dedent", "", self.source, end, end))
        self.out.append(Token("end", "", self.source, end, end))


_MIXED = "indent with blanks only; `croupier fmt` does it once this is mended"
