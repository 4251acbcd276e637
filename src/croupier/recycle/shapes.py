"""The one table of forms, as analysis and lowering read it: parts and traits by the checked form.

A checked form is named after its meaning, with the chosen word behind a dot where the signature offers
several (``cycle.next``). All of them are here, and so are the leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from croupier.recycle.form_table import LEAVES
from croupier.recycle.forms import FORMS, Form
from croupier.recycle.traits import Traits

OPPOSITE_SIGNS = {"!=": "==", ">=": "<", "<=": ">", "==": "!=", "<": ">=", ">": "<="}
"""A comparison, and the one that holds whenever it does not."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A form of a checked program: where its parts are, and its traits."""

    parts: tuple[str, ...]
    """The names of its parts, in order."""
    at: dict[str, int | slice]
    """Where each part is among the arguments: its index, or the stretch of a part that repeats."""
    traits: Traits
    sign: str = ""
    """The sign of a comparison or an operation, as it is written."""


def shape(names: str, traits: Traits, sign: str = "") -> Shape:
    """The shape of a form with these parts; one of them at most repeats.

    >>> shape("pairs* points", Traits()).at
    {'pairs': slice(0, -1, None), 'points': -1}
    """
    parts = names.split()
    repeated = next((i for i, name in enumerate(parts) if name.endswith("*")), len(parts))
    at: dict[str, int | slice] = {}
    for i, name in enumerate(parts):
        behind = len(parts) - 1 - i
        if name.endswith("*"):
            at[name[:-1]] = slice(i, -behind or None)
        else:
            at[name] = i if i < repeated else -behind - 1
    return Shape(tuple(name.removesuffix("*") for name in parts), at, traits, sign)


def checked_names(form: Form) -> Iterator[tuple[str, str]]:
    """The names that a form of the table has in checked programs, each with the word that was chosen."""
    if form.choice < 0:
        yield form.means, ""
        return
    for word in form.parts[form.choice].words:
        yield f"{form.means}.{word}", word


def _shapes() -> dict[str, Shape]:
    found: dict[str, Shape] = {}
    for form in FORMS.values():
        if form.meaning or form.traits is None:
            continue
        first = form.parts[0].words
        sign = first[0] if first and not first[0][0].isalpha() else ""
        for name, word in checked_names(form):
            traits = form.traits
            chosen = FORMS[word].traits if word in FORMS else None
            if traits.location is not None and chosen is not None and chosen.location is not None:
                # `(indexed OWNER iloc NAME)`: places that are seen as the word says.
                traits = replace(traits, location=replace(traits.location, seen=chosen.location.seen))
            found[name] = shape(form.names or "", traits, sign)
    for name, leaf in LEAVES.items():
        found[name] = shape(leaf["parts"], leaf["traits"])
    return found


SHAPES: dict[str, Shape] = _shapes()
"""The shape of every form that a checked program can have."""


TRAITS: dict[str, Traits] = {name: found.traits for name, found in SHAPES.items()}
"""The traits of every form that a checked program can have."""


def forms_that(test: Callable[[Traits], bool]) -> tuple[str, ...]:
    """The forms whose traits pass a test, in the order of the table.

    >>> forms_that(lambda traits: traits.draws is not None)
    ('shuffle', 'random', 'random.between', 'max', 'min')
    """
    return tuple(name for name, traits in TRAITS.items() if test(traits))


def _opposites() -> dict[str, str]:
    by_signature = {form.signature: form.name for form in FORMS.values()}
    return {
        form.name: by_signature[form.signature.replace(form.parts[0].words[0], opposite, 1)]
        for form in FORMS.values()
        if form.parts[0].words and (opposite := OPPOSITE_SIGNS.get(form.parts[0].words[0]))
    }


OPPOSITES: dict[str, str] = _opposites()
"""Every comparison with the one that holds whenever it does not."""
