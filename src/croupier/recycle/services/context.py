"""What fits at a place: the open lists before it, and the parts that the table of forms has there.

Only the text before the cursor counts, so that what is being typed needs no closing parenthesis.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from croupier.recycle.capitals import possible_forms
from croupier.recycle.forms import FORMS, OWNED_WORDS, VALUE_FORMS, Part
from croupier.recycle.nodes import Atom, List, Node, is_atom
from croupier.recycle.reader import tokens
from croupier.recycle.services.fitting import fits
from croupier.text import Source

_PREFIX = re.compile(r"[‘’`´']?[A-Za-z0-9_.]*$|[=!<>/+*%^-]+$")
_BINDERS = ("let", "all", "any", "filter")
_LEAST_KNOWN = {"Items": "Item", "Awards": "Award"}
"""Lists without a head, and the part that each of their elements is."""


@dataclass(frozen=True, slots=True)
class Context:
    """Where a cursor stands."""

    start: int
    """Where the word that is being typed begins."""
    prefix: str
    opened: tuple[List, ...]
    """The lists that are open there, the outermost first, each with the items before the cursor."""
    parts: tuple[Part, ...]
    """The parts that can stand there, by the forms that the list around it may be."""
    is_head: bool
    """Whether it is the first in its list."""
    in_comment: bool = False
    bound: tuple[Atom, ...] = field(default=())
    """The variables that are bound there, the outermost first."""


def context(source: Source, offset: int) -> Context:
    """Where a cursor at an offset stands."""
    text = source.text[:offset]
    line = text[text.rfind("\n") + 1 :]
    if ";" in line:
        return Context(offset, "", (), (), is_head=False, in_comment=True)
    match = _PREFIX.search(text)
    start = match.start() if match is not None else offset
    opened = _opened(source, start)
    bound = [
        item
        for node in opened
        if node.head in _BINDERS
        for item in node.items[2:3]
        if isinstance(item, Atom) and is_atom(item, "var")
    ]
    if not opened:
        return Context(start, text[start:], (), (_named("Program"),), is_head=False)
    index = len(opened[-1].items)
    if index:
        parts = expected(opened, len(opened) - 1, index)
    else:
        parts = expected(opened, len(opened) - 2, len(opened[-2].items) - 1) if len(opened) > 1 else ()
        parts = parts or ((_named("Program"),) if len(opened) == 1 else ())
        inner = {_LEAST_KNOWN.get(part.kind, "") for part in parts} - {""}
        if inner:
            parts = tuple(_named(kind) for kind in sorted(inner))
        elif any(part.kind == "Item" for part in parts):
            # `(|`: an action, or a condition in front of one.
            parts = (*parts, _named("Bool"))
    return Context(start, text[start:], tuple(opened), parts, is_head=index == 0, bound=tuple(bound))


def _named(kind: str) -> Part:
    for form in FORMS.values():
        for part in form.parts:
            if part.kind == kind:
                return Part(kind, type=part.type, is_value=part.is_value)
    return Part(kind)


def _opened(source: Source, end: int) -> list[List]:
    """The lists that are open at a place, each an item of the one around it."""
    text = source.text[:end]
    stack: list[List] = []
    for kind, start, stop, _ in tokens(text):
        node: Node
        if kind == "close":
            if stack:
                stack.pop().end = stop
            continue
        if kind in ("comment", "comma"):
            continue
        if kind == "open":
            node = List(source, start, stop, [])
        else:
            node = Atom(source, start, stop, kind, text[start:stop])
        if stack:
            stack[-1].items.append(node)
        if isinstance(node, List):
            stack.append(node)
    return stack


def expected(opened: list[List] | tuple[List, ...], level: int, index: int) -> tuple[Part, ...]:
    """The parts that can stand at an index of one of the open lists; nothing if that cannot be told."""
    node = opened[level]
    forms = possible_forms(node)
    if node.head == "game" and level > 0:
        forms = ()
    if forms and not (isinstance(node.items[0], List) and index > 1 and node.items[1].word == ""):
        found: dict[Part, None] = {}
        for form in forms:
            least = max(index + 1, form.arity[0])
            # Parts that may be repeated or left out make room for several at one place.
            for count in range(least, least + 3):
                parts = form.laid_out(count)
                if parts is not None and _agrees(parts, node, index):
                    found[parts[index]] = None
        return tuple(found)
    role = _roles(opened, level)
    for kind, element in _LEAST_KNOWN.items():
        if kind in role:
            return (_named(element),)
    if "Award" in role:
        return (_named("Pair"), _named("Int"))
    if "Attribute" in role:
        return (_named("Group"),)
    if role & {"Item", "Block", "Body"}:
        return (_named("Item"),) if index else (_named("Bool"), _named("Item"))
    if role & {"Group", "Strings", "Constant", "Pair"}:
        return (_named("String"),)
    if role & {"Card", "Place"} and index == 1 and is_atom(node.items[0], "int"):
        return (_named("Cards"),)
    return _behind_owner(node, index, _role_parts(opened, level))


def _behind_owner(node: List, index: int, role: tuple[Part, ...]) -> tuple[Part, ...]:
    """The words that can stand behind an owner or a number: ``iloc`` and its like, ``player``, ``team``."""
    if index != 1:
        return ()
    first = node.items[0]
    words = [
        word
        for word in (*OWNED_WORDS, "player", "team")
        if (word in OWNED_WORDS) != is_atom(first, "int")
        if not role or any(fits(form, part) for form in VALUE_FORMS[word] for part in role)
    ]
    collection = (_named("Cards"),) if is_atom(first, "int") or is_atom(first, "var") else ()
    return (Part("word", tuple(words)), *collection)


def _roles(opened: list[List] | tuple[List, ...], level: int) -> set[str]:
    """The kinds of parts that an open list can be in the list around it."""
    return {part.kind for part in _role_parts(opened, level)}


def _role_parts(opened: list[List] | tuple[List, ...], level: int) -> tuple[Part, ...]:
    """The parts that an open list can be in the list around it."""
    if level == 0:
        return (_named("Program"),)
    return expected(opened, level - 1, len(opened[level - 1].items) - 1)


def _agrees(parts: tuple[Part, ...], node: List, index: int) -> bool:
    """Whether the words before an index are those of a signature."""
    return all(
        node.items[i].word in part.words
        for i, part in enumerate(parts[:index])
        if part.kind == "word" and i < len(node.items)
    )
