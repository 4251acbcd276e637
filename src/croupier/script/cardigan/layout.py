"""Which brackets belong together, and which line ends end a statement."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from croupier.script.cardigan.codes import finding
from croupier.script.cardigan.lexer import Lexed
from croupier.script.cardigan.tokens import CLOSERS, CONTINUING, STATEMENT_WORDS, UNFINISHED
from croupier.script.tokens import Token
from croupier.text import Diagnostic, Note, Source

_MOST = 50
"""More openers without a closer are not told about."""
_OPENERS = {closer: opener for opener, closer in CLOSERS.items()}


@dataclass(slots=True)
class Layout:
    """Tokens of which only those newlines are left that end a statement."""

    tokens: list[Token]
    unclosed: list[Token] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)


def laid_out(source: Source, lexed: Lexed) -> Layout:
    """Leave out the newlines inside brackets and after or before whatever can only continue."""
    partner, unclosed = _pairs(lexed.tokens)
    kept, findings = _kept(lexed.tokens, partner, {id(t) for t in unclosed if t.text != "{"})
    pairs = [(lexed.tokens[opener], lexed.tokens[closer]) for closer, opener in partner.items()]
    findings += [_unclosed(source, kept, opener, pairs) for opener in unclosed[:_MOST]]
    return Layout(kept, unclosed, findings)


def _pairs(tokens: list[Token]) -> tuple[dict[int, int], list[Token]]:
    """The position of the opener for that of each closer that has one; the openers that have no closer."""
    partner: dict[int, int] = {}
    open_: list[int] = []
    unclosed: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind != "op":
            continue
        if token.text in CLOSERS:
            open_.append(at)
        elif token.text in _OPENERS:
            found = _opener(tokens, open_, _OPENERS[token.text])
            if found is not None:
                unclosed += open_[found + 1 :]
                partner[at] = open_[found]
                del open_[found:]
    return partner, [tokens[at] for at in sorted(unclosed + open_)]


def _opener(tokens: list[Token], open_: list[int], wanted: str) -> int | None:
    """Where the opener of a closer lies; round and square ones are never looked for outside of a block."""
    for place in range(len(open_) - 1, -1, -1):
        text = tokens[open_[place]].text
        if text == wanted:
            return place
        if text == "{":
            return None
    return None


def _kept(
    tokens: list[Token], partner: dict[int, int], unclosed: set[int]
) -> tuple[list[Token], list[Diagnostic]]:
    kept: list[Token] = []
    findings: list[Diagnostic] = []
    open_: list[tuple[int, Token]] = []
    for at, token in enumerate(tokens):
        if token.kind == "newline":
            follows = tokens[at + 1]
            if unclosed:
                open_ = [entry for entry in open_ if not _given_up(tokens, at + 1, entry[1], unclosed)]
            if open_ and open_[-1][1].text != "{":
                continue
            last = kept[-1] if kept else None
            if last is not None and (last.text in UNFINISHED and last.kind in ("op", "keyword")):
                continue
            if follows.text in CONTINUING and follows.kind in ("op", "keyword"):
                findings.append(finding("W601", follows.span, word=follows.text))
                continue
            if kept and kept[-1].kind != "newline":
                kept.append(token)
            continue
        if token.kind == "op" and token.text in CLOSERS:
            open_.append((at, token))
        elif at in partner:
            while open_ and open_[-1][0] >= partner[at]:
                open_.pop()
        kept.append(token)
    return kept, findings


def _given_up(tokens: list[Token], at: int, opener: Token, unclosed: set[int]) -> bool:
    """Whether the line that begins there shows that a round or square bracket was forgotten."""
    if id(opener) not in unclosed:
        return False
    token = tokens[at]
    if token.text in STATEMENT_WORDS and token.kind in ("op", "keyword"):
        return True
    return token.kind == "name" and at + 1 < len(tokens) and tokens[at + 1].is_op("=", "(", ".")


def _unclosed(
    source: Source, tokens: list[Token], opener: Token, pairs: list[tuple[Token, Token]]
) -> Diagnostic:
    """C105; for a block, with the line before which its closer seems to be missing."""
    closer = CLOSERS[opener.text]
    line = None
    if opener.text == "{":
        line = _suspect(source, tokens, opener) or _displaced(source, tokens, opener, pairs)
    if line is None:
        return finding("C105", opener.span, bracket=opener.text, hint="")
    start = source.line_starts[line - 1]
    note = Note(
        "this line is not indented as a part of it", source.span(start, start + len(source.line(line)))
    )
    hint = f"a `{closer}` seems to be missing before line {line}"
    return finding("C105", opener.span, bracket=opener.text, hint=hint, notes=(note,))


def _suspect(source: Source, tokens: list[Token], opener: Token) -> int | None:
    """The first later line of statements that is not indented deeper than the opener's, nor closes it."""
    own = opener.span.line
    depth = _indentation(source.line(own))
    for before, token in pairwise(tokens):
        begins = token.first and (before.kind == "newline" or before.text in ("{", "}"))
        if begins and token.kind != "end" and token.start > opener.start and token.text != "}":
            line = token.span.line
            if line > own and _indentation(source.line(line)) <= depth:
                return line
    return None


def _displaced(
    source: Source, tokens: list[Token], opener: Token, pairs: list[tuple[Token, Token]]
) -> int | None:
    """Where the closer of an inner block is missing that now takes the closer of an outer one."""
    for inner, closer in sorted(pairs, key=lambda pair: pair[0].start):
        if inner.text == "{" and inner.start > opener.start and closer.first:
            own = _indentation(source.line(inner.span.line))
            if _indentation(source.line(closer.span.line)) < own:
                found = _suspect(source, tokens, inner)
                return found if found is not None and found < closer.span.line else None
    return None


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
