"""Definitions, uses and other names of variables, places, storages and attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from croupier.recycle.forms import OWNED_WORDS
from croupier.recycle.nodes import Atom, is_atom
from croupier.recycle.services.document import Document, Thing, stretch
from croupier.text.editing import Edit, RenameRefused, Stretch

_NAME = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)
_HINT = re.compile(r"^[ \t]*;+[ \t]*table:(.*)$", re.MULTILINE)
_BOUND = ("variable", "points", "key", "value")
"""Things that hints about the table do not name."""


def definition(document: Document, offset: int) -> Stretch | None:
    """Where the variable or name at a place comes from: what binds it, the deck, or the first mention."""
    atom, thing = _at(document, offset)
    if atom is None or thing is None:
        return None
    binding = document.binding(thing) if thing.kind == "variable" else None
    if binding is not None:
        return stretch(binding.node)
    atoms = document.places[thing]
    if thing.kind in ("key", "value"):
        atoms = [a for a in atoms if _in_deck(document, a)] or atoms
    return stretch(atoms[0])


def uses(document: Document, offset: int, *, with_definition: bool = True) -> list[Stretch]:
    """All places that mean the same as the one at a place."""
    atom, thing = _at(document, offset)
    if atom is None or thing is None:
        return []
    found = [stretch(a) for a in document.places[thing]]
    if not with_definition:
        here = definition(document, offset)
        found = [s for s in found if s != here]
    return found


def renamable(document: Document, offset: int) -> Stretch:
    """The name at a place, without the apostrophe of a variable."""
    atom, thing = _at(document, offset)
    if atom is None or thing is None:
        raise RenameRefused("there is no name here: variables, places, storages and attributes have one")
    return _bare(atom)


def rename(document: Document, offset: int, name: str) -> list[Edit]:
    """The edits that give the thing at a place another name."""
    renamable(document, offset)
    atom, thing = _at(document, offset)
    assert atom is not None
    assert thing is not None
    name = name.removeprefix("'")
    if not _NAME.fullmatch(name):
        raise RenameRefused(f"`{name}` is no name: names are capitals, digits and underscores, as in HAND_2")
    if name == thing.name:
        return []
    _refuse_clash(document, thing, name)
    return [*(Edit(_bare(a), name) for a in document.places[thing]), *_in_hints(document, thing, name)]


def _in_hints(document: Document, thing: Thing, name: str) -> Iterator[Edit]:
    """The edits of `;; table:` lines in the head, which name places and storages without their owners."""
    alike = [other for other in document.places if other.name == thing.name and other.kind not in _BOUND]
    if thing.kind in _BOUND or alike != [thing]:
        return
    for line in _HINT.finditer(document.source.text):
        for word in re.finditer(rf"\b{thing.name}\b", line[1]):
            start = line.start(1) + word.start()
            yield Edit(Stretch(start, start + len(thing.name)), name)


def _at(document: Document, offset: int) -> tuple[Atom | None, Thing | None]:
    atom = document.atom_at(offset)
    if atom is not None and atom not in document.things and offset == atom.start:
        # The cursor may stand at the end of the name before.
        atom = document.atom_at(offset - 1) if offset else None
    return atom, document.things.get(atom) if atom is not None else None


def _bare(atom: Atom) -> Stretch:
    return Stretch(atom.start + (atom.kind == "var"), atom.end)


def _in_deck(document: Document, atom: Atom) -> bool:
    node = document.parents.get(atom)
    while node is not None:
        if node.head == "deck":
            return True
        node = document.parents.get(node)
    return False


def _refuse_clash(document: Document, thing: Thing, name: str) -> None:
    if thing.kind in ("variable", "points"):
        _refuse_capture(document, thing, name)
        return
    other = Thing(thing.kind, name, thing.owner)
    if other in document.places:
        line = document.places[other][0].span.line
        raise RenameRefused(f"{name} is there already, in line {line}: the two would become one")
    computed = _computed(document, thing)
    if computed:
        raise RenameRefused(
            f"the name may be computed in line {computed[0]}, where it would stay: rename it by hand"
        )


def _computed(document: Document, thing: Thing) -> Sequence[int]:
    """The lines in which a name of this kind is not written but computed, so that it may be this one."""
    lines = []
    for node in document.lists:
        items = node.items
        word = items[1].word if len(items) > 2 else ""
        if word not in OWNED_WORDS or is_atom(items[2], "name"):
            continue
        if thing.kind == "value" or (word == thing.kind and document.owner(items[0]) in ("", thing.owner)):
            lines.append(node.span.line)
    if thing.kind == "value" and not any(
        t.name == thing.name and t.kind in OWNED_WORDS for t in document.places
    ):
        return []
    return lines


def _refuse_capture(document: Document, thing: Thing, name: str) -> None:
    """Refuse a name that a variable around or inside has, where the one could be taken for the other."""
    scopes = {b.slot: _scope(document, b.node) for b in document.bindings}
    mine = scopes.get(thing.slot, Stretch(0, len(document.text)))
    for binding in document.bindings:
        theirs = scopes[binding.slot]
        if binding.name == name and theirs.start <= mine.end and mine.start <= theirs.end:
            raise RenameRefused(
                f"'{name} is bound in line {binding.node.span.line}: the two would be confused"
            )
    if Thing("points", name) in document.places:
        raise RenameRefused(f"'{name} is a point map of the whole file")


def _scope(document: Document, node: object) -> Stretch:
    assert isinstance(node, Atom)
    parent = document.parents.get(node)
    if parent is None or parent.head == "declare":
        return Stretch(node.start, len(document.text))
    return Stretch(parent.start, parent.end)
