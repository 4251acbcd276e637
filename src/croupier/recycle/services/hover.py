"""Hover: the documentation of a form, the type of a variable, what is known of a name."""

from __future__ import annotations

from croupier.recycle.facts import STORES
from croupier.recycle.form_words import dialects_in_words, result_in_words
from croupier.recycle.forms import FORMS, Form
from croupier.recycle.guesses import GUESSES
from croupier.recycle.nodes import Atom, List
from croupier.recycle.services.document import PLACES, Document, Thing, stretch
from croupier.recycle.shapes import SHAPES
from croupier.recycle.traits import Seen
from croupier.text.editing import Hover

_STORED = {
    "IntStore": "an integer, 0 until it is set",
    "StringStore": 'a string, "" until it is set',
    "PointStore": "a point map",
}
_WHOSE = {"game": "the game's ", "player": "each player's ", "team": "each team's "}


def hover(document: Document, offset: int) -> Hover | None:
    """What is to be said about a place, in Markdown."""
    atom = document.atom_at(offset)
    if atom is None:
        return None
    text = _said(document, atom)
    return Hover(text, stretch(atom)) if text else None


def _said(document: Document, atom: Atom) -> str:
    thing = document.things.get(atom)
    if thing is not None:
        return _variable(document, thing) if atom.kind == "var" else _name(document, thing)
    if atom.kind != "word":
        return ""
    form = document.checked.forms.get(atom)
    parent = document.parents.get(atom)
    if form is None and parent is not None:
        form = _form_of(document, parent, atom)
    if form is not None:
        return form_text(form)
    if atom.text in GUESSES:
        return f"RECYCLE has no word `{atom.text}`: {GUESSES[atom.text]}."
    named = [f for f in FORMS.values() if any(atom.text in part.words for part in f.parts)]
    return "\n\n".join(form_text(f, example=False) for f in named[:6])


def _form_of(document: Document, parent: List, atom: Atom) -> Form | None:
    form = document.checked.forms.get(parent)
    if form is not None and any(atom.text in part.words for part in form.parts):
        return form
    return None


def form_text(form: Form, *, example: bool = True) -> str:
    """A form in Markdown: signature, result, dialects, documentation, example."""
    gives = f"gives {result_in_words(form)}; {dialects_in_words(form)}"
    said = f"```recycle\n{form.signature}\n```\n{gives}.\n\n{form.doc}"
    return f"{said}\n\n```recycle\n{form.example}\n```" if example else said


def _variable(document: Document, thing: Thing) -> str:
    if thing.kind == "points":
        return f"`'{thing.name}`: a point map of the whole file"
    binding = document.binding(thing)
    if binding is None:
        return ""
    if binding.declared:
        value = " ".join(document.constants.get(thing.name, "").split())
        return (
            f"`'{thing.name}`: {binding.type.value}, declared as `{value}`; `--set {thing.name}=…` changes it"
        )
    return (
        f"`'{thing.name}`: {binding.type.value}, bound by `{binding.names}` in line {binding.node.span.line}"
    )


def _name(document: Document, thing: Thing) -> str:
    count = len(document.places[thing])
    uses = f"named {count} time{'s' if count > 1 else ''}"
    whose = _WHOSE.get(thing.owner, "")
    if thing.kind in PLACES:
        return f"`{thing.name}`: {whose}location; {seen_by(thing)}; {uses}"
    if thing.kind in STORES:
        stored = _STORED[FORMS[thing.kind].result]
        return f"`{thing.name}`: {whose}storage, {stored}; everyone reads it; {uses}"
    if thing.kind == "key":
        values = document.attributes.get(thing.name)
        return f"`{thing.name}`: an attribute of cards; " + (
            f"its values are {', '.join(values)}" if values else "no card has it"
        )
    keys = [key for key, values in document.attributes.items() if thing.name in values]
    if keys:
        return f"`{thing.name}`: a value of the attribute {' and '.join(keys)}; {uses}"
    return f"`{thing.name}`: a name; {uses}"


def seen_by(thing: Thing) -> str:
    """Who sees what lies in a place.

    >>> seen_by(Thing("iloc", "STOCK", "game")), seen_by(Thing("iloc", "HAND", "player"))
    ('nobody sees it', 'its owner sees it')
    """
    location = SHAPES[thing.kind].traits.location
    assert location is not None
    if location.seen is Seen.BY_ALL:
        return "everyone sees it"
    if location.seen is Seen.BY_NOBODY or (location.seen is Seen.BY_OWNER and thing.owner == "game"):
        return "nobody sees it"
    if location.seen is Seen.BY_OWNER:
        return "its members see it" if thing.owner == "team" else "its owner sees it"
    return "everyone sees it" if thing.owner == "game" else "everyone but its owner sees it"
