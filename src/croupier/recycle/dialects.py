"""Which dialect a program is written in: as it says, or as its forms tell (§3.5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from croupier.recycle.codes import finding
from croupier.recycle.forms import FORMS, Dialect
from croupier.recycle.nodes import List, Node, is_atom
from croupier.recycle.reader import Reading
from croupier.recycle.values import HOUSE_WORDS
from croupier.text import Diagnostic

_DIRECTIVE = re.compile(r";+\s*dialect:\s*(\S+)", re.IGNORECASE)
_LATER_HEADS = frozenset(
    form.parts[0].words[0]
    for form in FORMS.values()
    if form.since not in (Dialect.V04, Dialect.HOUSE) and form.parts and form.parts[0].kind == "word"
    if all(other.since is not Dialect.V04 for other in FORMS.values() if other.parts[:1] == form.parts[:1])
)
_LATER_SECONDS = frozenset({"points", "str", "oloc"})
_LATER_SHAPES = frozenset({("shuffle", 4), ("inc", 2), ("dec", 2), ("top", 3), ("bottom", 3)})
_HOUSE_WORDS = frozenset(
    word
    for form in FORMS.values()
    if form.since is Dialect.HOUSE
    for part in form.parts[1:]
    for word in part.words
    if not any(
        word in part.words
        for other in FORMS.values()
        if other.since is not Dialect.HOUSE
        for part in other.parts
    )
)
_INDEXED = frozenset({"vloc", "iloc", "hloc", "mem"})


@dataclass(frozen=True, slots=True)
class Told:
    """The dialect with the findings about it."""

    dialect: Dialect
    findings: tuple[Diagnostic, ...] = ()


def told_dialect(reading: Reading, chosen: Dialect | None = None) -> Told:
    """The dialect chosen by the caller, else named in a comment, else told by the forms."""
    findings: list[Diagnostic] = []
    named = None
    for comment in reading.comments:
        match = _DIRECTIVE.match(comment.text)
        if match is None:
            continue
        said = match.group(1).rstrip("+,.;")
        try:
            named = Dialect(said)
        except ValueError:
            span = reading.source.span(comment.start, comment.end)
            findings.append(finding("RCY120", span, found=said))
    if chosen or named:
        return Told(chosen or named or Dialect.V06, tuple(findings))
    house = next(filter(is_house_form, reading.lists), None)
    if house is not None:
        if house.head != "definitions":
            # A file of definitions can be in no other dialect.
            findings.append(read_as_house(house))
        return Told(Dialect.HOUSE, tuple(findings))
    old, later, ranges = _signs(reading)
    dialect = Dialect.V06 if later else Dialect.V04
    if old == later and ranges:
        why = (
            "the file has signs of 0.4 and of later dialects"
            if old
            else "nothing in the file tells its dialect"
        )
        for node in ranges:
            included = "left out" if dialect is Dialect.V04 else "included"
            findings.append(finding("RCY111", node.span, why=why, dialect=dialect.value, included=included))
    return Told(dialect, tuple(findings))


def read_as_house(node: Node) -> Diagnostic:
    """What is said of a form because of which a text is read in the house dialect."""
    first = node.span.text.split("\n")[0]
    at = node.source.span(node.start, node.start + len(first))
    return finding(
        "RCY125", at, what="this" if isinstance(node, List) and not node.head else f"`{first[:40]}`"
    )


def is_house_form(node: List) -> bool:
    """Whether a list is a form that only the house dialect has, as far as its words and shape tell."""
    items = node.items
    if not items:
        return False
    head = node.head
    if head in HOUSE_WORDS or any(item.word in _HOUSE_WORDS for item in items):
        return True
    return head == "declare" and len(items) == 4 and is_atom(items[2], "var")


def is_told(reading: Reading) -> bool:
    """Whether a comment of the text names its dialect."""
    return any(_DIRECTIVE.match(comment.text) for comment in reading.comments)


def spoken(reading: Reading, chosen: Dialect | None = None) -> Dialect:
    """The dialect to write in: that of the text, and the newest where nothing tells an older one."""
    told = told_dialect(reading, chosen).dialect
    if told is not Dialect.V04 or chosen is not None:
        return told
    old, _, _ = _signs(reading)
    return told if old or is_told(reading) else Dialect.V06


def _signs(reading: Reading) -> tuple[bool, bool, list[Node]]:
    """Whether there are signs of 0.4 and of later dialects, and every range."""
    old = later = False
    ranges: list[Node] = []
    for node in reading.lists:
        words = [item.word for item in node.items]
        head, second = (*words, "", "")[:2]
        if head in ("put", "mod"):
            old = True
        elif (
            head in _LATER_HEADS
            or ":" in words
            or second in _LATER_SECONDS
            or (second in _INDEXED and len(words) == 4)
            or (head, len(words)) in _LATER_SHAPES
        ):
            later = True
        if "using" in words and is_atom(node.items[-1], "var"):
            old = True
        if ".." in words and head != "random":
            ranges.append(node)
    return old, later, ranges
