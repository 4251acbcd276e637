"""The canonical layout of the braces dialect: a statement a line, a brace a line, four blanks a level.

It works on tokens, so that nothing is lost: one blank around operators with two sides and after commas, none
inside of brackets, at most one empty line in a row, two blanks before a comment at a line's end.
"""

from __future__ import annotations

from croupier.script.ahod.parser import Parsed
from croupier.script.ahod.tokens import ends_operand
from croupier.script.tokens import Token

_STEP = "    "
_TIGHT = ("(", "[", ".", "!")
_CLOSERS = (")", "]", ",", ":", ";", ".")
_CALLED = ("Player", "Card", "PRINT", "push", "pop", "size")


def laid_out(parsed: Parsed) -> str:
    """The canonical text of a file whose text is without errors."""
    lines: list[str] = []
    level, last = 0, 0
    for row in _rows(parsed):
        number = parsed.source.position(row[0].start)[0]
        level -= row[0].text == "}"
        if lines and number > last + 1:
            lines.append("")
        lines.append(_STEP * max(0, level) + _line(row))
        level += row[0].text == "{"
        last = parsed.source.position(row[-1].start)[0]
    return "\n".join(lines) + "\n" if lines else ""


def _rows(parsed: Parsed) -> list[list[Token]]:
    """The tokens and comments line by line; a brace has its own, with the comment behind it."""
    rows: list[list[Token]] = [[]]
    words = [t for t in parsed.tokens if t.kind != "end"]
    for token in sorted([*words, *parsed.comments], key=lambda t: t.start):
        if token.kind == "newline":
            rows.append([])
            continue
        row = rows[-1]
        line = parsed.source.position(token.start)[0]
        fresh = bool(row) and line != parsed.source.position(row[-1].start)[0]
        brace = token.text in ("{", "}") and token.kind == "op"
        braced = bool(row) and row[0].kind == "op" and row[0].text in ("{", "}")
        if fresh or (row and brace) or (braced and token.kind != "comment"):
            rows.append([])
        rows[-1].append(token)
    return [row for row in rows if row]


def _line(row: list[Token]) -> str:
    pieces: list[str] = []
    before: Token | None = None
    previous: Token | None = None
    angles = 0
    for token in row:
        if previous is not None:
            pieces.append(_gap(before, previous, token, angles))
        angles += (token.text == "<" and previous is not None and previous.text == "series") - (
            token.text == ">" and angles > 0
        )
        pieces.append(token.text.rstrip() if token.kind == "comment" else token.text)
        before, previous = previous, token
    return "".join(pieces)


def _gap(before: Token | None, left: Token, right: Token, angles: int) -> str:
    """The blanks between two tokens of a line; ``angles`` are open brackets of a type."""
    if right.kind == "comment":
        return "  "
    if left.kind == "comment":
        return " "
    a = left.text if left.kind == "op" else ""
    b = right.text if right.kind == "op" else ""
    if angles or (left.text == "series" and b == "<"):
        return ""
    if a in _TIGHT or b in _CLOSERS:
        return ""
    if a == "-" and not ends_operand(before):
        return ""
    if b in ("(", "["):
        return "" if left.kind in ("name", "action") or left.text in _CALLED else " "
    return " "
