"""Completion: forms that fit, variables in scope, constants, attributes, values, places and storages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.recycle.form_words import result_in_words
from croupier.recycle.forms import FORMS, OWNED_WORDS, Dialect, Form
from croupier.recycle.nodes import Atom, List, is_atom
from croupier.recycle.services.context import Context, context
from croupier.recycle.services.document import PLACES, Document
from croupier.recycle.services.fitting import fits
from croupier.recycle.services.hover import form_text
from croupier.recycle.types import Type, is_a
from croupier.text.editing import Completion, Stretch

_BEGINNING = frozenset((Type.PLAYER, Type.TEAM, Type.BOOL, Type.INT, Type.UNKNOWN))
_WITH_VALUES = ("Item", "Body", "Block", "Value", "Place", "MemoryPlace", "Target")
_DESTINATIONS = ("Place", "MemoryPlace")


def completions(document: Document, offset: int) -> list[Completion]:
    """What can stand at a place, the likeliest first; an editor filters it by what is typed."""
    where = context(document.source, offset)
    if where.in_comment:
        return []
    span = Stretch(where.start, offset)
    found: dict[tuple[str, str], Completion] = {}
    for item in _all(document, where, span):
        found.setdefault((item.label, item.kind), item)
    return list(found.values())


def _all(document: Document, where: Context, span: Stretch) -> Iterator[Completion]:
    if where.prefix[:1] in ("'", "‘", "’", "`", "´"):
        yield from _variables(document, where, span, every=True)
        return
    for part in where.parts:
        if part.kind == "word" and not where.is_head:
            yield from (Completion(word, "word", word, span, part_doc(word)) for word in part.words)
    if not where.is_head:
        yield from _names(document, where, span)
    yield from _variables(document, where, span, every=False)
    yield from _forms(where, span, document.spoken)
    if not where.is_head and any(is_a(Type.STRING, part.type) for part in where.parts if part.is_value):
        yield from _values(document, span, document.attributes)


def part_doc(word: str) -> str:
    """The first line of documentation that a word of the language has."""
    form = FORMS.get(word)
    return form.doc if form is not None else ""


def _variables(document: Document, where: Context, span: Stretch, *, every: bool) -> Iterator[Completion]:
    types = {b.node.start: b.type for b in document.bindings}
    declared = {b.name: b.type for b in document.bindings if b.declared}
    seen: set[str] = set()
    for atom in reversed(where.bound):
        type_ = types.get(atom.start, Type.UNKNOWN)
        if atom.text not in seen and (every or _fits(type_, where)):
            seen.add(atom.text)
            yield Completion(atom.text, "variable", atom.text, span, type_.words)
    for name, value in document.constants.items():
        type_ = declared.get(name, Type.UNKNOWN)
        if f"'{name}" not in seen and (every or _fits(type_, where)):
            yield Completion(f"'{name}", "constant", f"'{name}", span, " ".join(value.split()))


def _fits(type_: Type, where: Context) -> bool:
    if where.is_head:
        # What a variable can begin: `('P iloc HAND)`, `('CONDITION ACTION)`, `('N player)`.
        return type_ in _BEGINNING and any(part.is_value or part.kind in _WITH_VALUES for part in where.parts)
    return any(
        is_a(type_, part.type) or (part.kind in _DESTINATIONS and type_ in (Type.LOCATION, Type.MEMORY))
        for part in where.parts
        if part.is_value or part.kind in _DESTINATIONS
    ) or any(part.kind == "Value" for part in where.parts)


def _names(document: Document, where: Context, span: Stretch) -> Iterator[Completion]:
    """Names of places and storages behind their word; keys of attributes; values in comparison with one."""
    node = where.opened[-1] if where.opened else None
    if node is None:
        return
    items = node.items
    word = items[1].word if len(items) == 2 else items[2].word if len(items) == 3 else ""
    if word in OWNED_WORDS and (len(items) == 2) != (items[0].word == "indexed"):
        kind = "place" if word in PLACES else "storage"
        owner = document.owner(_known(document, items[len(items) - 2]))
        things = [t for t in document.places if t.kind == word]
        for thing in sorted(things, key=lambda t: (t.owner != owner, t.name)):
            said = {"game": "the game's", "player": "a player's", "team": "a team's"}.get(thing.owner, "")
            yield Completion(thing.name, kind, thing.name, span, f"{said} {word}".strip())
        return
    if items and items[0].word in ("cardatt", "partition") and len(items) == 1:
        for key, values in document.attributes.items():
            yield Completion(key, "key", key, span, ", ".join(values))
        return
    if items and items[0].word in ("==", "!=") and len(items) == 2 and isinstance(items[1], List):
        keys = [i for i in items[1].items[1:2] if items[1].head == "cardatt" and is_atom(i, "name")]
        yield from _values(document, span, [k.text for k in keys if isinstance(k, Atom)])
    if len(items) == 2 and items[1].word == ":" and isinstance(items[0], Atom):
        yield from _values(document, span, [items[0].text])


def _known(document: Document, node: object) -> Atom | List:
    """The node of the checked text that stands where one of the open lists does."""
    assert isinstance(node, (Atom, List))
    for known in document.parents:
        if known.start == node.start and known.end == node.end and isinstance(known, (Atom, List)):
            return known
    return node


def _values(document: Document, span: Stretch, keys: Iterable[str]) -> Iterator[Completion]:
    for key in keys:
        for value in document.attributes.get(key, ()):
            yield Completion(value, "value", value, span, f"a {key}")


def _forms(where: Context, span: Stretch, dialect: Dialect) -> Iterator[Completion]:
    for form in FORMS.values():
        if not form.native_to(dialect) or not any(fits(form, part) for part in where.parts):
            continue
        if form.signature[0] != "(":
            if not where.is_head:
                yield Completion(form.signature, "word", form.signature, span, form.doc)
            continue
        insert = form.example if form.name == "game" else _snippet(form)
        label = form.signature.strip("()") if where.is_head else form.signature
        if where.is_head:
            # An editor that closes parentheses by itself has typed the last one already.
            insert = insert[1:-1]
        detail = f"gives {result_in_words(form)}"
        yield Completion(label, "form", insert, span, detail, form_text(form), snippet=True)


def _snippet(form: Form) -> str:
    """The form with a stop for every part that is to be filled in."""
    pieces: list[str] = []
    stop = 0
    for part, text in zip(form.parts, form.signature.strip("()").split(), strict=True):
        if part.kind == "word" and len(part.words) == 1:
            pieces.append(text)
            continue
        stop += 1
        if part.kind == "Items":
            pieces.append(f"(\n\t${{{stop}:Item}})")
        elif part.words:
            pieces.append(f"${{{stop}|{','.join(part.words)}|}}")
        else:
            pieces.append(f"${{{stop}:{text.rstrip('*+')}}}")
    return f"({' '.join(pieces)})"
