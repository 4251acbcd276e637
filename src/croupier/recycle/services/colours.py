"""What every piece of a text is, for an editor to colour."""

from __future__ import annotations

from croupier.recycle.forms import FORMS, KNOWN_WORDS, MEMBER_WORDS, OWNED_WORDS
from croupier.recycle.nodes import Atom
from croupier.recycle.services.document import Document, Thing, stretch
from croupier.text.editing import Colour, Stretch

_STRUCTURE = frozenset(
    form.parts[0].words[0]
    for form in FORMS.values()
    if form.room in ("program", "blocks") and form.parts[0].words
)


def colours(document: Document) -> list[Colour]:
    """Every atom and comment with its kind, in text order."""
    bound = {b.node for b in document.bindings}
    found = [
        Colour(stretch(atom), kind, is_definition=atom in bound)
        for atom in document.atoms
        if (kind := _kind(document, atom))
    ]
    found += [Colour(Stretch(c.start, c.end), "comment") for c in document.checked.reading.comments]
    return sorted(found, key=lambda colour: colour.where.start)


def _kind(document: Document, atom: Atom) -> str:
    if atom.kind == "int":
        return "number"
    if atom.kind == "word":
        return word_kind(atom.text)
    thing = document.things.get(atom)
    return _thing_kind(document, thing) if thing is not None else ""


def word_kind(word: str) -> str:
    """The colour of a word of the language; nothing for any other word.

    >>> [word_kind(word) for word in ("stage", "move", "iloc", "==", "hand")]
    ['keyword', 'function', 'type', 'operator', '']
    """
    if not word[0].isalpha():
        return "operator"
    if word in OWNED_WORDS:
        return "type"
    if word in _STRUCTURE or word in MEMBER_WORDS:
        return "keyword"
    return "function" if word in KNOWN_WORDS else ""


def _thing_kind(document: Document, thing: Thing) -> str:
    if thing.kind in ("variable", "points"):
        return "parameter" if thing.name in document.constants else "variable"
    return "enumMember" if thing.kind == "value" else "property"
