"""What ``name = {…}`` holds: the statements of a function, or the entries of a struct."""

from __future__ import annotations

from croupier.script.cardigan.expressions import Expressions
from croupier.script.cardigan.tokens import CLOSERS
from croupier.script.tokens import Token


def holds_statements(parser: Expressions, name: str | None, *, only_called: bool) -> bool:
    """Whether the braces that come next are the body of a function."""
    if name == "play":
        return True
    shapes = _shapes(parser)
    if "," in shapes:
        return False
    return "statement" in shapes or (only_called and bool(shapes))


def _shapes(parser: Expressions) -> set[str]:
    """What stands in the braces: entries, statements, and commas between them."""
    shapes: set[str] = set()
    at, depth, fresh = parser.at + 1, 0, True
    while parser.tokens[at].kind != "end":
        token = parser.tokens[at]
        if depth == 0:
            if token.is_op("}"):
                break
            if token.is_op(","):
                shapes.add(",")
            if fresh and token.kind != "newline" and not token.is_op(","):
                shapes.add(_shape(parser, at))
            fresh = token.kind == "newline" or token.is_op(",")
        if token.kind == "op":
            depth += (token.text in CLOSERS) - (token.text in ")]}")
        at += 1
    return shapes


def _shape(parser: Expressions, at: int) -> str:
    token = parser.tokens[at]
    if token.kind != "name":
        return "statement"
    entry = parser.tokens[at + 1].is_op("=", ":") or parser.function_ahead(at)
    return "entry" if entry else "statement"


def too_early(tokens: list[Token]) -> str:
    """Which closer may be the one too many: the last that is indented deeper than what it closes."""
    open_: list[Token] = []
    found = ""
    for token in tokens:
        if token.is_op("{"):
            open_.append(token)
        elif token.is_op("}") and open_:
            opener = open_.pop()
            if token.first and _indentation(token) > _indentation(opener):
                found = f"; that of line {token.span.line} may close line {opener.span.line} too early"
    return found


def _indentation(token: Token) -> int:
    line = token.source.line(token.span.line)
    return len(line) - len(line.lstrip())
