"""One layout for all programs: lines stay lines, indentation follows brackets, blanks follow operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.script.cardigan.lexer import lex
from croupier.script.cardigan.parser import Reading, parse
from croupier.script.cardigan.tokens import CLOSERS, CONTINUING, UNFINISHED
from croupier.script.tokens import Token
from croupier.text import Diagnostic, Source

_INDENT = "    "
_TIGHT_BEFORE = frozenset((")", "]", ",", ".", "++", "--", ":"))
_TIGHT_AFTER = frozenset(("(", "[", ".", "!", ":"))
_OPERAND_ENDS = frozenset((")", "]", "}", "true", "false"))


@dataclass(slots=True)
class _Line:
    tokens: list[Token] = field(default_factory=list)
    comment: str = ""
    escaped: bool = False
    """Whether it ends in a backslash."""


def formatted(source: Source) -> tuple[str | None, Sequence[Diagnostic]]:
    r"""The text laid out anew; None with the errors if it cannot be read.

    >>> formatted(Source("demo", "if x==1{OUTPUT( 'a' )}"))[0]
    'if x == 1 { OUTPUT("a") }\n'
    """
    reading = parse(source)
    errors = [f for f in reading.findings if f.is_error]
    if errors:
        return None, errors
    text = laid_out(reading)
    # A layout that reads differently would be a mistake of ours; the text is then better left as it is.
    return (text if _same_tokens(source, Source(source.name, text)) else source.text), ()


def laid_out(reading: Reading) -> str:
    """The canonical text of a file without errors."""
    lines = _lines(reading)
    single = _single_line_structs(reading)
    out: list[str] = []
    open_: list[tuple[Token, int]] = []
    numbers = sorted(lines)
    last: Token | None = None
    for place, number in enumerate(numbers):
        line = lines[number]
        if place and number > numbers[place - 1] + 1 and out:
            out.append("")
        level = _level(line, open_, last)
        text = _spaced(line.tokens, open_, number, reading.struct_braces, single)
        text += " \\" if line.escaped else ""
        if line.comment:
            text += f"  {line.comment}" if text else line.comment
        out.append((_INDENT * level + text).rstrip())
        last = line.tokens[-1] if line.tokens else last
    return "\n".join(out) + "\n" if out else ""


def _lines(reading: Reading) -> dict[int, _Line]:
    """Tokens and comments by the number of their line."""
    source = reading.source
    lines: dict[int, _Line] = {}
    before: int | None = None
    for token in reading.lexed.tokens:
        if token.kind in ("newline", "end"):
            continue
        number = source.position(token.start)[0]
        if before is not None and number != before and not token.first:
            lines[before].escaped = True
        lines.setdefault(number, _Line()).tokens.append(token)
        before = number
    for start, end in reading.lexed.comments:
        number = source.position(start)[0]
        lines.setdefault(number, _Line()).comment = source.text[start:end].rstrip()
    return lines


def _single_line_structs(reading: Reading) -> set[int]:
    """The opening braces of structs that are closed on the same line."""
    found: set[int] = set()
    open_: list[Token] = []
    for token in reading.lexed.tokens:
        if token.kind != "op":
            continue
        if token.text in CLOSERS:
            open_.append(token)
        elif token.text in (")", "]", "}") and open_:
            opener = open_.pop()
            if opener.start in reading.struct_braces and opener.span.line == token.span.line:
                found.add(opener.start)
    return found


def _level(line: _Line, open_: list[tuple[Token, int]], last: Token | None) -> int:
    """How deep a line is indented: by the lines of the brackets that are still open behind its closers."""
    closing = 0
    for token in line.tokens:
        if token.kind != "op" or token.text not in (")", "]", "}"):
            break
        closing += 1
    left = open_[: len(open_) - closing] if closing else open_
    level = len({number for _, number in left})
    if not line.tokens or closing or (left and left[-1][0].text != "{"):
        return level
    goes_on = last is not None and last.kind in ("op", "keyword") and last.text in UNFINISHED
    first = line.tokens[0]
    continues = not first.first or (first.kind in ("op", "keyword") and first.text in CONTINUING)
    return level + (continues or goes_on)


def _spaced(
    tokens: list[Token],
    open_: list[tuple[Token, int]],
    number: int,
    structs: frozenset[int],
    single: set[int],
) -> str:
    """The tokens of a line with blanks between them; the open brackets are kept up to date."""
    pieces: list[str] = []
    before: Token | None = None
    earlier: Token | None = None
    waiting = ""
    """The keyword whose colon has a blank behind it: ``for`` or ``lambda``."""
    spaced_colon = False
    for token in tokens:
        if before is not None and (spaced_colon or _blank(before, token, earlier, open_, structs, single)):
            pieces.append(" ")
        spaced_colon = False
        pieces.append(_shown(token))
        if token.is_op("for", "lambda"):
            waiting = token.text
        elif token.is_op(":") and waiting:
            waiting, spaced_colon = "", True
        if token.kind == "op" and token.text in CLOSERS:
            open_.append((token, number))
        elif token.kind == "op" and token.text in (")", "]", "}") and open_:
            open_.pop()
        earlier, before = before, token
    return "".join(pieces)


def _blank(
    before: Token,
    token: Token,
    earlier: Token | None,
    open_: list[tuple[Token, int]],
    structs: frozenset[int],
    single: set[int],
) -> bool:
    """Whether a blank stands between two tokens of a line."""
    first, second = _op(before), _op(token)
    if second in ("{", "}") or first in ("{", "}"):
        return _blank_at_brace(before, token, structs)
    if second in _TIGHT_BEFORE or first in _TIGHT_AFTER:
        return False
    if "=" in (first, second) and open_ and open_[-1][0].start in single:
        return False
    if first == "-" and not _ends_operand(earlier):
        return False
    if second in ("(", "["):
        return not (_ends_operand(before) or first == "?")
    return True


def _blank_at_brace(before: Token, token: Token, structs: frozenset[int]) -> bool:
    first, second = _op(before), _op(token)
    if first == "{" and second == "}":
        return False
    if second == "}":
        return token.start not in structs
    if first == "{":
        return before.start not in structs and second not in (")", "]", ",")
    if second == "{":
        if token.start in structs:
            return not (before.kind == "name" or first in ("(", "[", ":", "!"))
        return first != "?"
    return second not in (")", "]", ",", ".", "(", "[")


def _op(token: Token) -> str:
    return token.text if token.kind in ("op", "keyword") else ""


def _ends_operand(token: Token | None) -> bool:
    """Whether a value can end with this token, so that an operator or a call may follow."""
    if token is None:
        return False
    return token.kind in ("name", "int", "float", "string") or _op(token) in _OPERAND_ENDS


def _shown(token: Token) -> str:
    """A token as it is written: strings in double quotes."""
    if token.kind == "string" and not token.text.startswith('"'):
        inner = token.value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{inner}"'
    return token.text


def _same_tokens(one: Source, other: Source) -> bool:
    return [(t.kind, t.value or t.text) for t in lex(one).tokens] == [
        (t.kind, t.value or t.text) for t in lex(other).tokens
    ]
