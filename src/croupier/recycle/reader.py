"""Text to nodes: lossless, and never at a loss, whatever the bytes are."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import starmap
from typing import NamedTuple

from croupier.recycle.codes import finding
from croupier.recycle.forms import KNOWN_WORDS
from croupier.recycle.nodes import Atom, Comment, List, Node
from croupier.recycle.repair import mend
from croupier.text import Diagnostic, Fix, Source, Span, undisturbed

MAX_DEPTH = 100
"""How deep parentheses may nest; published programs stay below 30."""

_TOKEN = re.compile(
    r"""[\s\ufeff]*(?:
        (?P<open>\()
      | (?P<close>\))
      | (?P<name>[A-Z][A-Z0-9_]*(?!\w))
      | (?P<int>-?[0-9]+(?!\w))
      | (?P<word>[a-z]+(?!\w) | \.\. | [=!<>]= | // | [-+*%^<>:])
      | (?P<var>['‘’`´][A-Za-z_][A-Za-z0-9_]*(?!\w))
      | (?P<comma>,)
      | (?P<comment>;[^\n]*)
      | (?P<junk>[^\s\ufeff();,]+))""",
    re.VERBOSE,
)
_NEITHER = "neither a name nor a word of the language"
_KINDS = ("", *_TOKEN.groupindex)


class Token(NamedTuple):
    """A piece of the text with its kind; ``lines`` counts the line ends since the token before it."""

    kind: str
    start: int
    end: int
    lines: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as read: the forms at top level and what was found on the way."""

    source: Source
    forms: tuple[Node, ...]
    tail: tuple[Comment, ...]
    """Comments behind the last form."""
    findings: tuple[Diagnostic, ...]
    lists: tuple[List, ...]
    """Every list at any depth, in text order."""
    comments: tuple[Comment, ...]
    """Every comment, in text order."""


def tokens(text: str) -> list[Token]:
    """Every token but white space."""
    return list(starmap(Token, _scan(text)))


def _scan(text: str) -> Iterator[tuple[str, int, int, int]]:
    behind = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastindex or 0
        start, end = match.span(kind)
        yield _KINDS[kind], start, end, text.count("\n", behind, start) if start > behind else 0
        behind = end


@undisturbed()
def read(source: Source) -> Reading:
    """Read a whole text; damage is reported and mended as well as indentation allows."""
    built = _build(source, _scan(source.text))
    repairs: list[Diagnostic] = []
    if not built.balanced:
        toks, repairs = mend(source, tokens(source.text))
        built = _build(source, toks)
    findings = (*_undecoded(source, built.comments), *repairs, *built.findings)
    return Reading(
        source, tuple(built.forms), tuple(built.tail), findings, tuple(built.lists), tuple(built.comments)
    )


@dataclass(slots=True)
class _Built:
    """What one pass over the tokens makes."""

    forms: list[Node] = field(default_factory=list)
    tail: list[Comment] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    lists: list[List] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    balanced: bool = True
    """Whether the parentheses were in order."""


def _build(source: Source, toks: Iterable[tuple[str, int, int, int]]) -> _Built:
    text = source.text
    built = _Built()
    forms, lists = built.forms, built.lists
    items: list[Node] = forms
    stack: list[List] = []
    pending: list[Comment] = []
    last: Node | None = None
    too_deep = 0
    surplus: list[Span] = []
    for kind, start, end, lines in toks:
        node: Node
        if kind == "close":
            if too_deep > 1:
                too_deep -= 1
                continue
            too_deep = 0
            if not stack:
                surplus.append(source.span(start, end))
                continue
            last = closed = stack.pop()
            closed.end = end
            if pending:
                closed.tail, pending = pending, []
            items = stack[-1].items if stack else forms
            continue
        if too_deep:
            too_deep += kind == "open"
            continue
        if kind == "open":
            node = opened = List(source, start, end, [])
            lists.append(opened)
        elif kind == "comment":
            comment = Comment(start, text[start:end], lines > 1)
            built.comments.append(comment)
            if lines == 0 and last is not None and last.after is None and not pending:
                last.after = comment
            else:
                pending.append(comment)
            continue
        elif kind == "comma":
            if last is not None:
                last.comma = True
            continue
        else:
            node = atom = Atom(source, start, end, kind, text[start:end])
            if kind == "junk":
                built.findings.append(_strange(atom, is_first=bool(stack) and not items))
            elif kind == "var":
                if not atom.text.isupper():
                    built.findings.append(_strange(atom))
                elif text[start] != "'":
                    built.findings.append(_curly(atom))
        if not stack and items:
            built.balanced = False
        if pending:
            node.before, pending = pending, []
        if lines > 1:
            node.blank = True
        items.append(node)
        last = node
        if kind == "open":
            stack.append(opened)
            items = opened.items
            last = None
            if len(stack) > MAX_DEPTH:
                built.findings.append(finding("RCY008", node.span, limit=MAX_DEPTH))
                items.append(Atom(source, end, end, "junk", ""))
                too_deep = 1
    built.tail = pending
    if stack:
        built.balanced = False
        for left_open in stack:
            left_open.end = len(text.rstrip())
    if surplus:
        _surplus(built, surplus)
    return built


def _surplus(built: _Built, surplus: list[Span]) -> None:
    """Parentheses that close nothing: behind a complete game they do no harm."""
    first = surplus[0]
    if not built.forms:
        built.findings.append(finding("RCY003", first, text=")"))
    elif built.balanced:
        fixes = (Fix("delete it", first, ""),) if len(surplus) == 1 else ()
        built.findings.append(finding("RCY005", first, count=len(surplus), fixes=fixes))


def _strange(atom: Atom, *, is_first: bool = False) -> Diagnostic:
    text = atom.text
    if is_first and text.lower() in KNOWN_WORDS:
        fix = Fix("write it in lower case", atom.span, text.lower())
        hint = f"words of the language are in lower case: `{text.lower()}`"
        return finding("RCY010", atom.span, text=text, hint=hint, fixes=(fix,), what=_NEITHER)
    upper = text.lstrip("'‘’`´").upper()
    mark = "'" if text[0] in "'‘’`´" else ""
    if re.fullmatch(r"[A-Z][A-Z0-9_]*", upper):
        fix = Fix("write it in capitals", atom.span, mark + upper)
        return finding("RCY010", atom.span, text=text, suggestion=mark + upper, fixes=(fix,), what=_NEITHER)
    return finding("RCY003", atom.span, text=text)


def _curly(atom: Atom) -> Diagnostic:
    right = "'" + atom.text[1:]
    fix = Fix("use a plain apostrophe", atom.span, right)
    found = finding("RCY013", atom.span, text=atom.text, suggestion=right, fixes=(fix,))
    atom.text = right
    return found


def _undecoded(source: Source, comments: list[Comment]) -> list[Diagnostic]:
    """One finding for bytes that are not UTF-8; in comments they do no harm."""
    if not source.undecoded:
        return []
    ends = [c.end for c in comments]
    starts = [c.start for c in comments]
    outside = [
        pair for pair in source.undecoded if bisect_right(starts, pair[0]) == bisect_right(ends, pair[0])
    ]
    offset, byte = (outside or source.undecoded)[0]
    code = "RCY002" if outside else "RCY012"
    return [finding(code, source.span(offset, offset + 1), byte=f"0x{byte:02X}", count=len(source.undecoded))]
