"""Names in lower case, reported once and then read as if they were in capitals.

Names in mixed case are reported by the reader; here they are only read so.

A word is taken for a name where no form of the table has a word. Where one is possible, a misspelt word is as
likely; the checker then says what belongs there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from croupier.recycle.codes import finding
from croupier.recycle.forms import (
    ACTION_FORMS,
    FORMS,
    KNOWN_WORDS,
    MEMBER_WORDS,
    OWNED_WORDS,
    VALUE_FORMS,
    Form,
)
from croupier.recycle.guesses import GUESSES
from croupier.recycle.nodes import Atom, List, Node
from croupier.text import Diagnostic, Fix

_BARE = ("player", "team", "game")
_NAME = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)
_PROGRAM = {
    head: tuple(form for form in FORMS.values() if form.parts[0].words == (head,))
    for head in ("game", "declare", "setup", "stage", "end", "scoring", "deck", "create")
}


def small_names(lists: Iterable[List]) -> list[Diagnostic]:
    """A finding for every name in lower case; the atoms are names afterwards."""
    found = []
    for node in lists:
        for atom in _small(node):
            found.append(_reported(atom))
        for item in node.items:
            if isinstance(item, Atom) and item.kind in ("junk", "var"):
                _capitalize(item, is_first=item is node.items[0])
    return found


def _capitalize(atom: Atom, *, is_first: bool) -> None:
    """Read what the reader has found not to be in capitals as what it most probably is."""
    upper = atom.text.upper()
    if atom.kind == "var":
        atom.text = upper
    elif is_first and atom.text.lower() in KNOWN_WORDS:
        atom.kind, atom.text = "word", atom.text.lower()
        atom.word = atom.text
    elif _NAME.fullmatch(upper):
        atom.kind, atom.text = "name", upper


def _small(node: List) -> Iterator[Atom]:
    items = node.items
    rows: tuple[Form, ...] | None = None
    for i, item in enumerate(items):
        if not item.word or not item.word[0].isalpha() or not isinstance(item, Atom):
            continue
        if i == 0:
            if _is_first_name(node, item):
                yield item
            elif node.head == "deck":
                yield from _keys(items[1:])
            continue
        known = item.word in KNOWN_WORDS
        if known and not (i == 2 and items[1].word in OWNED_WORDS) and items[0].word != "cardatt":
            continue
        if rows is None:
            rows = possible_forms(node)
        if known:
            # Only where nothing but a string can stand is a word of the language a name.
            if rows and all(len(row.parts) > i and row.parts[i].kind == "String" for row in rows):
                yield item
        elif i == 1 and items[0].word in ("", *_BARE):
            continue  # a misspelt `iloc`, `sto` or `player`
        elif not any(len(row.parts) > i and row.parts[i].kind == "word" for row in rows):
            yield item


def possible_forms(node: List) -> tuple[Form, ...]:
    """The forms that a list may be, by the words that tell them."""
    head = node.head
    second = node.items[1].word if len(node.items) > 1 else ""
    if second in OWNED_WORDS and head not in ("put", "indexed"):
        return VALUE_FORMS[second]
    if head in MEMBER_WORDS:
        return VALUE_FORMS["player"] + VALUE_FORMS["team"]
    return VALUE_FORMS.get(head, ()) + ACTION_FORMS.get(head, ()) + _PROGRAM.get(head, ())


def _is_first_name(node: List, first: Atom) -> bool:
    """Whether the first word of a list is one of several names, or the key of an award."""
    if first.word in KNOWN_WORDS or first.word in GUESSES:
        return False
    return first.comma or (len(node.items) == 3 and node.items[1].word == ":")


def _keys(attributes: Iterable[Node]) -> Iterator[Atom]:
    """The keys of a deck's attributes, and lists of a single value."""
    for attribute in attributes:
        if not isinstance(attribute, List) or not attribute.items:
            continue
        key, *groups = attribute.items
        if isinstance(key, Atom) and key.word and key.word[0].isalpha():
            yield key
        for group in groups:
            if not isinstance(group, List) or not group.items:
                continue
            first = group.items[0]
            # Several values are told by their commas.
            if isinstance(first, Atom) and first.word and not first.comma and first.word != "range":
                yield first
            yield from _keys(group.items[1:])


def _reported(atom: Atom) -> Diagnostic:
    text, right = atom.text, atom.text.upper()
    atom.kind, atom.text, atom.word = "name", right, ""
    what = "a word of the language" if text in KNOWN_WORDS else "neither a name nor a word of the language"
    fix = Fix("write it in capitals", atom.span, right)
    return finding("RCY010", atom.span, text=text, what=what, suggestion=right, fixes=(fix,))
