"""The shape of a text: symbols, what can be folded, what to select around a place."""

from __future__ import annotations

from itertools import groupby

from croupier.recycle.nodes import Atom, List, Node
from croupier.recycle.services.document import Document, stretch
from croupier.text.editing import Stretch, Symbol

_KINDS = {
    "game": "game",
    "declare": "constant",
    "setup": "setup",
    "stage": "stage",
    "choice": "choice",
    "scoring": "function",
}
_LONGEST = 60


def symbols(document: Document) -> list[Symbol]:
    """The game with its constants, its setup, its stages and choices, and its scoring."""
    return [s for form in document.checked.reading.forms for s in _symbols(document, form)]


def _symbols(document: Document, node: Node) -> list[Symbol]:
    if not isinstance(node, List) or not node.items:
        return []
    inner = [s for item in node.items for s in _symbols(document, item)]
    head = node.head
    kind = _KINDS.get(head, "") if head != "game" or node not in document.parents else ""
    if head == "create" and len(node.items) > 1 and node.items[1].word in ("deck", "players", "teams"):
        kind = "deck"
    if not kind:
        return inner
    name, detail = _called(node)
    remark = node.before[-1].text.lstrip("; ") if node.before else ""
    return [
        Symbol(name, kind, stretch(node), stretch(node.items[0]), remark[:_LONGEST] or detail, tuple(inner))
    ]


def _called(node: List) -> tuple[str, str]:
    """A symbol's name, and what else is to be said."""
    items = node.items
    head = node.head
    if head == "declare" and isinstance(items[-1], Atom):
        return items[-1].text.lstrip("'") or head, _short(items[1]) if len(items) == 3 else ""
    if head in ("stage", "create") and len(items) > 1:
        name = f"{head} {items[1].word}".strip()
        return name, _short(items[2]) if len(items) > 2 else ""
    return head, ""


def _short(node: Node) -> str:
    text = " ".join(node.span.text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def folds(document: Document) -> list[Stretch]:
    """Every list over several lines, the outermost of each line; and comments of several lines."""
    line = document.source.position
    found: dict[int, Stretch] = {}
    for node in document.lists:
        first = line(node.start)[0]
        if first < line(node.end)[0]:
            found.setdefault(first, stretch(node))
    comments = [
        (line(c.start)[0], c)
        for c in document.checked.reading.comments
        if not document.source.line(line(c.start)[0])[: line(c.start)[1] - 1].strip()
    ]
    for _, run in groupby(enumerate(comments), key=lambda pair: pair[1][0] - pair[0]):
        block = [comment for _, (_, comment) in run]
        if len(block) > 1:
            found.setdefault(line(block[0].start)[0], Stretch(block[0].start, block[-1].end))
    return sorted(found.values(), key=lambda s: s.start)


def selections(document: Document, offset: int) -> list[Stretch]:
    """The atom at a place, then each list around it: its inside, and with its parentheses."""
    found: dict[Stretch, None] = {}
    atom = document.atom_at(offset)
    if atom is not None:
        found[stretch(atom)] = None
    for node in document.around(offset):
        if node.items and document.text[node.end - 1] == ")":
            inside = Stretch(node.items[0].start, max(node.items[-1].end, node.items[0].start))
            if inside.touches(offset):
                found[inside] = None
        found[stretch(node)] = None
    whole = Stretch(0, len(document.text))
    found[whole] = None
    kept: list[Stretch] = []
    for one in found:
        if not kept or (one.start <= kept[-1].start and kept[-1].end <= one.end and one != kept[-1]):
            kept.append(one)
    return kept
