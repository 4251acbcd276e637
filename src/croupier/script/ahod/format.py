"""The canonical layout: lines stay lines and comments stay; indentation and blanks follow one rule.

It works on tokens, so that nothing is lost: four blanks a level, one blank around binary operators and after
commas, none inside of brackets, at most one empty line in a row, two blanks before a comment at a line's end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.script.ahod.braces.format import laid_out as braces_laid_out
from croupier.script.ahod.braces.parser import parse as parse_braces
from croupier.script.ahod.check import MAX_FINDINGS
from croupier.script.ahod.dialects import Dialect, assumed, with_reason
from croupier.script.ahod.parser import Parsed, parse
from croupier.script.ahod.tokens import ends_operand
from croupier.script.tokens import Token
from croupier.text import Diagnostic, Source

_STEP = "    "
_TIGHT = ("..", "...", ".", "//")
_UNARY = ("-", "+", "!")


@dataclass
class _Row:
    """One line of the text: its tokens and comments, and how deep it stands."""

    level: int = 0
    tokens: list[Token] = field(default_factory=list)
    brackets: int = 0
    """How many brackets are open where it begins."""


def formatted(source: Source, dialect: Dialect | None = None) -> tuple[str | None, Sequence[Diagnostic]]:
    """The text laid out anew; None with the errors if it cannot be read."""
    why = assumed(source, dialect)
    braces = why.dialect is Dialect.BRACE
    parsed = parse_braces(source) if braces else parse(source)
    errors = with_reason([f for f in parsed.findings if f.is_error], why)
    if errors:
        return None, errors[:MAX_FINDINGS]
    return (braces_laid_out(parsed) if braces else laid_out(parsed)), ()


def laid_out(parsed: Parsed) -> str:
    """The canonical text of a file without errors."""
    rows = _rows(parsed)
    _place_comments(parsed, rows)
    lines: list[str] = []
    previous = 0
    source = parsed.source
    for number in sorted(rows):
        row = rows[number]
        if lines and number > previous + 1:
            lines.append("")
        lines.append(_line(row))
        last = row.tokens[-1]
        previous = source.position(max(last.start, last.end - 1))[0]
    return "\n".join(lines) + "\n" if lines else ""


def _rows(parsed: Parsed) -> dict[int, _Row]:
    """The tokens line by line, with their level and the brackets open before them."""
    rows: dict[int, _Row] = {}
    level = depth = 0
    for token in parsed.tokens:
        if token.kind == "indent":
            level += 1
        elif token.kind == "dedent":
            level -= 1
        elif token.kind not in ("newline", "end") and token.end > token.start:
            number = parsed.source.position(token.start)[0]
            if number not in rows:
                closing = token.text in (")", "]") and token.kind == "op"
                rows[number] = _Row(level, [], max(0, depth - closing))
            rows[number].tokens.append(token)
            if token.kind == "op":
                depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
    _continued(parsed, rows)
    return rows


def _continued(parsed: Parsed, rows: dict[int, _Row]) -> None:
    r"""A line that goes on behind `\` is one line."""
    source = parsed.source
    for number in sorted(rows, reverse=True):
        if number - 1 not in rows:
            continue
        before = source.line(number - 1).rstrip(" \t\r")
        end = source.line_starts[number - 2] + len(before) - 1
        if before.endswith("\\") and not _in_comment(parsed, end):
            rows[number - 1].tokens += rows[number].tokens
            del rows[number]


def _in_comment(parsed: Parsed, offset: int) -> bool:
    return any(c.start <= offset < c.end for c in parsed.comments)


def _place_comments(parsed: Parsed, rows: dict[int, _Row]) -> None:
    """A comment behind a line stays there; one on lines of its own stands as deep as what follows it."""
    numbers = sorted(rows)
    for comment in parsed.comments:
        number = parsed.source.position(comment.start)[0]
        if number in rows and rows[number].tokens[0].start < comment.start:
            row = rows[number]
            at = next((i for i, t in enumerate(row.tokens) if t.start > comment.start), len(row.tokens))
            row.tokens.insert(at, comment)
            continue
        if number in rows:
            rows[number].tokens.insert(sum(t.start < comment.start for t in rows[number].tokens), comment)
            continue
        at = bisect_right(numbers, number)
        after = rows[numbers[at]] if at < len(numbers) else _Row()
        row = _Row(after.level, [], after.brackets)
        row.tokens.append(comment)
        rows[number] = row


def _line(row: _Row) -> str:
    pieces = [_STEP * (row.level + row.brackets)]
    previous: Token | None = None
    before: Token | None = None
    for token in row.tokens:
        text = token.text.replace("\r\n", "\n")
        if token.kind == "comment" and text.startswith("//"):
            text = text.rstrip()
        if previous is not None:
            pieces.append(_gap(before, previous, token))
        pieces.append(text)
        before, previous = previous, token
    return "".join(pieces).rstrip(" \t")


def _gap(before: Token | None, left: Token, right: Token) -> str:
    """The blanks between two tokens of a line."""
    if right.kind == "comment":
        return "  "
    if left.kind == "comment":
        return " "
    a = left.text if left.kind == "op" else ""
    b = right.text if right.kind == "op" else ""
    if a in ("(", "[") or b in (")", "]", ",", ":"):
        return ""
    if a in _TIGHT or b in _TIGHT:
        # `1 .. -2`: a sign belongs to what follows it, not to the dots; digits before a dot need a blank.
        return ""
    if a in _UNARY and (not ends_operand(before) or (before is not None and before.text == "print")):
        return ""
    if b in ("(", "["):
        return "" if _calls(left) else " "
    return " "


def _calls(left: Token) -> bool:
    """Whether a bracket after this token belongs to it."""
    return (ends_operand(left) and left.text != "print") or left.text in (
        "int",
        "float",
        "string",
        "bool",
        "range",
    )
