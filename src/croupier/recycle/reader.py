"""Text to nodes: lossless, and never at a loss, whatever the bytes are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from croupier.recycle.codes import finding
from croupier.recycle.nodes import Atom, Comment, List, Node
from croupier.recycle.repair import Repairs, mend
from croupier.text import Diagnostic, Fix, Source

MAX_DEPTH = 100
"""How deep parentheses may nest; published programs stay below 30."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>;[^\n]*)
      | (?P<open>\()
      | (?P<close>\))
      | (?P<comma>,)
      | (?P<int>-?[0-9]+(?![A-Za-z0-9_]))
      | (?P<var>['‘’`´][A-Za-z_][A-Za-z0-9_]*)
      | (?P<name>[A-Z][A-Z0-9_]*(?![a-z]))
      | (?P<word>[a-z]+(?![A-Za-z0-9_]) | \.\. | [=!<>]= | // | [-+*%^<>:])
      | (?P<junk>[A-Za-z0-9_'‘’`´]+ | [^\s();,])""",
    re.VERBOSE,
)


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
    findings: tuple[Diagnostic, ...]

    @property
    def comments(self) -> list[Comment]:
        """Every comment in text order."""
        found: list[Comment] = []
        stack: list[Node] = list(reversed(self.forms))
        while stack:
            node = stack.pop()
            found += node.before
            found += [node.after] if node.after else []
            if isinstance(node, List):
                found += node.tail
                stack += reversed(node.items)
        return sorted([*found, *self.tail], key=lambda c: c.start)


def tokens(text: str) -> list[Token]:
    """Every token but white space."""
    found: list[Token] = []
    lines = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "junk"
        if kind == "space":
            lines += match.group().count("\n")
        else:
            found.append(Token(kind, match.start(), match.end(), lines))
            lines = 0
    return found


def read(source: Source) -> Reading:
    """Read a whole text; damage is reported and mended as well as indentation allows."""
    toks = tokens(source.text)
    findings = _undecoded(source, toks)
    forms, tail, balanced, found = _build(source, toks, Repairs())
    if not balanced:
        repairs = mend(source, toks)
        forms, tail, _, found = _build(source, toks, repairs)
        findings += repairs.findings
    return Reading(source, tuple(forms), tuple(tail), tuple(findings + found))


def _build(
    source: Source, toks: list[Token], repairs: Repairs
) -> tuple[list[Node], list[Comment], bool, list[Diagnostic]]:
    """The nodes, the comments behind the last one, and whether the parentheses were in order."""
    text = source.text
    forms: list[Node] = []
    items = forms
    stack: list[List] = []
    pending: list[Comment] = []
    last: Node | None = None
    balanced, blank = True, False
    skipping = 0
    surplus: list[Token] = []
    findings: list[Diagnostic] = []
    for index, (kind, start, end, lines) in enumerate(toks):
        for _ in range(repairs.closes_before.get(index, 0)):
            # A parenthesis that the text forgot: it closes just behind what stands before it.
            closed = stack.pop()
            closed.end = last.end if last is not None else closed.start + 1
            last = closed
            items = stack[-1].items if stack else forms
        if skipping:
            skipping += (kind == "open") - (kind == "close")
            if not skipping:
                stack[-1].end = end
                last = stack.pop()
                items = stack[-1].items if stack else forms
            continue
        blank = blank or lines > 1
        if kind == "comment":
            comment = Comment(start, text[start:end], lines > 1)
            if lines == 0 and last is not None and last.after is None and not pending:
                last.after = comment
            else:
                pending.append(comment)
            continue
        if kind == "close":
            if not stack:
                surplus.append(toks[index])
                continue
            if index in repairs.ignored:
                continue
            closed = stack.pop()
            closed.end, closed.tail, pending = end, pending, []
            items = stack[-1].items if stack else forms
            last, blank = closed, False
            continue
        if kind == "comma":
            if last is not None:
                last.comma = True
            continue
        node: Node
        if kind == "open":
            node = List(source, start, end, [])
        else:
            node = Atom(source, start, end, kind, text[start:end])
            if kind == "junk" or (kind == "var" and not text[start + 1 : end].isupper()):
                findings.append(_strange(node))
            elif kind == "var" and text[start] != "'":
                findings.append(_curly(node))
        if not stack and forms:
            balanced = False
        node.before, pending = pending, []
        node.blank = blank or any(c.blank for c in node.before[:1])
        blank = False
        items.append(node)
        last = node
        if isinstance(node, List):
            stack.append(node)
            items = node.items
            last = None
            if len(stack) > MAX_DEPTH:
                findings.append(finding("RCY008", node.span, limit=MAX_DEPTH))
                skipping = 1
    if stack:
        balanced = False
        for open_list in stack:
            open_list.end = len(text.rstrip()) or len(text)
    if surplus and balanced and forms:
        first = source.span(surplus[0].start, surplus[-1].end)
        findings.append(
            finding(
                "RCY005",
                source.span(surplus[0].start, surplus[0].end),
                count=len(surplus),
                fixes=(Fix("delete it", first, ""),) if len(surplus) == 1 else (),
            )
        )
    elif surplus and not forms:
        findings.append(finding("RCY003", source.span(surplus[0].start, surplus[0].end), text=")"))
    return forms, pending, balanced, findings


def _strange(atom: Atom) -> Diagnostic:
    text = atom.text
    upper = text.lstrip("'‘’`´").upper()
    mark = "'" if text[0] in "'‘’`´" else ""
    if re.fullmatch(r"[A-Z][A-Z0-9_]*", upper):
        fix = Fix("write it in capitals", atom.span, mark + upper)
        return finding("RCY010", atom.span, text=text, suggestion=mark + upper, fixes=(fix,))
    return finding("RCY003", atom.span, text=text)


def _curly(atom: Atom) -> Diagnostic:
    right = "'" + atom.text[1:]
    fix = Fix("use a plain apostrophe", atom.span, right)
    found = finding("RCY013", atom.span, text=atom.text, suggestion=right, fixes=(fix,))
    atom.text = right
    return found


def _undecoded(source: Source, toks: list[Token]) -> list[Diagnostic]:
    """One finding for bytes that are not UTF-8; in comments they do no harm."""
    if not source.undecoded:
        return []
    offset, byte = source.undecoded[0]
    comments = [(t.start, t.end) for t in toks if t.kind == "comment"]
    bad = [o for o, _ in source.undecoded]
    outside = next((o for o in bad if not any(s <= o < e for s, e in comments)), None)
    if outside is not None:
        offset, byte = next(pair for pair in source.undecoded if pair[0] == outside)
    code = "RCY012" if outside is None else "RCY002"
    return [finding(code, source.span(offset, offset + 1), byte=f"0x{byte:02X}", count=len(bad))]
