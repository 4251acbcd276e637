"""The reference pages, made from the table of forms and from the findings.

``python -m croupier.recycle.reference docs`` writes both into a directory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from croupier.pages import anchor, findings, generated, joined, table, written
from croupier.recycle.codes import Code, codes
from croupier.recycle.forms import FORMS, KNOWN_WORDS, PART_TYPES, Dialect, Form
from croupier.recycle.types import Type

COMMAND = "python -m croupier.recycle.reference docs"
FORMS_PAGE = "recycle-forms.md"
FINDINGS_PAGE = "recycle-findings.md"

STRUCTURE_PARTS: dict[str, str] = {
    "Attribute": "`(Key Group+)`",
    "Awards": "a list of awards, `(((RANK : ACE) 11) ((RANK : KING) 4))`; a single award may stand without "
    "the outer parentheses",
    "Block": "a stage, a choice, a `do`, or any action",
    "Body": "what `let` stands before: an action, or in a stage or in the game also a choice",
    "Constant": "a value that is known before the game begins: an integer, a name, a list of names, a range, "
    "a Boolean, or what can be computed from these and from earlier declares",
    "Create": "`(create players …)`, `(create teams …)`, `(create deck …)` or a `repeat` of a deck",
    "Declare": "`(declare Constant 'V)`",
    "Deck": "`(deck Attribute+)`",
    "End": "`(end Bool)`",
    "Group": "values of an attribute: `(NAME, NAME)`; one value with attributes of its own: "
    "`(NAME Attribute+)`; or a declared list: `('V)`",
    "Item": "an action, a condition with an action, a `do`, an `all` or `any` over items, or a `let`",
    "Items": "items in a list of their own: `(Item Item …)`",
    "Key": "the name of an attribute, such as `SUIT`",
    "MoveOrForget": "a `move` or a `forget`",
    "Name": "a name: capitals, digits and underscores",
    "Names": "names separated by commas",
    "Pair": "an attribute with the value it must have: `(KEY : VALUE)`, before 0.5.10 `(KEY (VALUE))`",
    "PointVariable": "a variable that names a point map in the whole file",
    "Scoring": "`(scoring max|min Int)`",
    "Seats": "the seats of one team: `(0, 2)`",
    "Setup": "`(setup Create+)`",
    "Target": "`current`, `next` or `previous`, a player, or a team",
    "Value": "any value",
}
"""Parts of a signature that are no values, in words; with :data:`PART_TYPES` these are all there are."""

_FURTHER: dict[str, str] = {
    "Cards": "a location, a `mem` location, or what is computed from them",
    "Collection": "of whatever: cards, copies, collections, players, teams, strings or integers",
    "Copy": "from a `mem` location",
    "Int": "a literal, a storage, or what is computed",
    "IntStore": "`(Owner sto String)`",
    "Location": "`(Owner vloc String)` or the same with `iloc`, `hloc`, `oloc`",
    "MemoryPlace": "`(top M)`, `(bottom M)` or `(Int M)` of a `mem` location M",
    "Place": "`(top L)`, `(bottom L)` or `(Int L)` of a location L",
    "PointStore": "`(Owner points String)`",
    "Points": "`(Owner points String)`, or in 0.4 the variable of a `put points`",
    "String": "a name, a storage, or an attribute of a card",
    "StringStore": "`(Owner str String)`",
}
"""What the name of a type leaves open."""
_RESULTS: dict[str, str] = {
    "Action": Type.ACTION.value,
    "Attribute": "an attribute of a deck",
    "Award": "an award",
    "Block": "a block",
    "Create": "a part of the setup",
    "Deck": "the cards of a deck",
    "Declare": "a declaration",
    "End": "an end condition",
    "Game": Type.GAME.value,
    "Ints": Type.INTS.value,
    "Joined": "a collection of cards (of remembered copies, if all of them are)",
    "Locations": Type.LOCATIONS.value,
    "Memories": Type.MEMORIES.value,
    "Memory": Type.MEMORY.value,
    "Players": Type.PLAYERS.value,
    "Program": "a program",
    "Scoring": "a scoring",
    "Setup": "a setup",
    "Strings": Type.STRINGS.value,
    "Teams": Type.TEAMS.value,
}
_RESULTS_BY_PART: dict[tuple[str, str], str] = {
    ("Element", "Cards"): "a card (of a `mem` location: a remembered copy)",
    ("Element", "Groups"): "a collection of cards (of `indexed`: a location or memory)",
    ("Filtered", "Cards"): "a collection of cards (of remembered copies, if they are copies)",
    ("Filtered", "Collection"): "a collection of the same kind (of a location: its cards)",
}
"""Results that depend on the collection that the form is given."""
_SECTIONS: dict[str, str] = {
    "Errors": "A program with an error does not run. An error cannot be allowed by a comment.",
    "Warnings": "A program with a warning runs, and is probably not what its author meant. `--strict` lets "
    "warnings fail.",
    "Notes": "Worth knowing, and often meant. `--strict` accepts notes.",
    "During play": "What can end one game, though the program is right as far as `check` can see.",
}
_APPENDED = ("how to read a signature", "all words")

_ABOUT_FORMS = """\
All {count} forms, as the reader knows them. [The language guide](recycle.md) tells what they mean together,
[the findings](recycle-findings.md) what can be wrong with them; `croupier explain move` shows a form in the
terminal."""
_ABOUT_FINDINGS = """\
`croupier explain CODE` shows the same in the terminal. An example is a piece of a program unless it holds a
whole `(game …)`; [the language guide](recycle.md#what-check-finds) tells how to accept a warning."""
_ABOUT_SIGNATURES = """\
Lower-case words and operators stand for themselves, and `next|current` for one of the two. `'V` is a variable
that the form binds for what follows it. A capitalised word is a part of that kind: `*` behind it means any
number of them, `+` one or more. A variable stands for whatever it is bound to."""


def reference_page() -> str:
    """Every form of the language, room by room."""
    rooms = dict.fromkeys(form.room for form in FORMS.values())
    lines = [
        generated("the table of forms, `src/croupier/recycle/form_table.py`", COMMAND),
        "# The forms of RECYCLE",
        _ABOUT_FORMS.format(count=len(FORMS)),
        "\n".join(f"- [{room.capitalize()}](#{anchor(room)})" for room in (*rooms, *_APPENDED)),
    ]
    for room in rooms:
        lines.append(f"## {room.capitalize()}")
        lines += [_entry(form) for form in FORMS.values() if form.room == room]
    return joined([*lines, *_signature_notes(), *_word_index()])


def findings_page() -> str:
    """Every finding of the checker, the errors first."""
    lines = [
        generated("the findings, `src/croupier/recycle/errors.py` and `warnings.py`", COMMAND),
        "# What `croupier check` finds",
        _ABOUT_FINDINGS,
    ]
    found = {section: [c for c in codes().values() if _section(c) == section] for section in _SECTIONS}
    return joined([*lines, *findings(_SECTIONS, found, "recycle")])


def result_in_words(form: Form) -> str:
    """What a form gives, as a sentence can say it.

    >>> result_in_words(FORMS["size"])
    'an integer'
    """
    if form.result in PART_TYPES:
        return PART_TYPES[form.result].value
    for part in form.parts:
        if (form.result, part.kind) in _RESULTS_BY_PART:
            return _RESULTS_BY_PART[form.result, part.kind]
    return _RESULTS[form.result]


def dialects_in_words(form: Form) -> str:
    """In which dialects a form is at home.

    >>> dialects_in_words(FORMS["swap.cards"]), dialects_in_words(FORMS["put.points"])
    ('since 0.6', 'only 0.4')
    """
    if form.until is None:
        return "all dialects" if form.since is Dialect.V04 else f"since {form.since.value}"
    if form.until is form.since:
        return f"only {form.since.value}"
    return f"{form.since.value} to {form.until.value}"


def _entry(form: Form) -> str:
    """One form: signature, result, dialects, doc."""
    doc = form.doc
    if form.until is not None and form.meaning:
        doc += f" Later dialects write `{FORMS[form.meaning].signature}`."
    return f"**`{form.signature}`** gives {result_in_words(form)}; {dialects_in_words(form)}.\\\n{doc}"


def _signature_notes() -> Iterator[str]:
    """How signatures are written, and every word that stands in them for something."""
    yield "## How to read a signature"
    yield _ABOUT_SIGNATURES
    used = {part.kind for form in FORMS.values() for part in form.parts}
    values = {kind: _part_in_words(kind) for kind in PART_TYPES if kind in used}
    yield "Parts that are values:"
    yield table(("Part", "Stands for"), ((f"`{kind}`", said) for kind, said in sorted(values.items())))
    yield "Parts that are pieces of a program:"
    structure = ((f"`{kind}`", said.replace("|", "\\|")) for kind, said in sorted(STRUCTURE_PARTS.items()))
    yield table(("Part", "Stands for"), structure)


def _part_in_words(kind: str) -> str:
    said = PART_TYPES[kind].value
    return f"{said}: {_FURTHER[kind]}" if kind in _FURTHER else said


def _word_index() -> Iterator[str]:
    """Every lower-case word with the rooms in which it occurs."""
    yield "## All words"
    rows = []
    for word in sorted(KNOWN_WORDS):
        rooms = dict.fromkeys(
            form.room for form in FORMS.values() if any(word in part.words for part in form.parts)
        )
        rows.append((f"`{word}`", ", ".join(f"[{room}](#{anchor(room)})" for room in rooms)))
    yield table(("Word", "Used in"), rows)


def _section(entry: Code) -> str:
    return "During play" if entry.frame == "run" else f"{entry.severity!s}s".capitalize()


def pages() -> dict[str, str]:
    """The pages by file name."""
    return {FORMS_PAGE: reference_page(), FINDINGS_PAGE: findings_page()}


def main(arguments: list[str]) -> int:
    """Write the pages into the directory named on the command line."""
    return written(COMMAND, pages(), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
