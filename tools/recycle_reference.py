"""The reference pages, made from the table of forms and from the findings.

``python tools/recycle_reference.py docs`` writes them into a directory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from croupier.recycle.codes import Code, codes
from croupier.recycle.form_words import STRUCTURE_PARTS, dialects_in_words, part_in_words, result_in_words
from croupier.recycle.forms import FORMS, KNOWN_WORDS, PART_TYPES, Form
from croupier.text.markdown import anchor
from form_traits import TRAITS_PAGE, traits_page
from pages import findings, generated, joined, table, written

COMMAND = "python tools/recycle_reference.py docs"
FORMS_PAGE = "recycle-forms.md"
FINDINGS_PAGE = "recycle-findings.md"

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
    values = {kind: part_in_words(kind) for kind in PART_TYPES if kind in used}
    yield "Parts that are values:"
    yield table(("Part", "Stands for"), ((f"`{kind}`", said) for kind, said in sorted(values.items())))
    yield "Parts that are pieces of a program:"
    structure = ((f"`{kind}`", said.replace("|", "\\|")) for kind, said in sorted(STRUCTURE_PARTS.items()))
    yield table(("Part", "Stands for"), structure)


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
    return {FORMS_PAGE: reference_page(), FINDINGS_PAGE: findings_page(), TRAITS_PAGE: traits_page(COMMAND)}


def main(arguments: list[str]) -> int:
    """Write the pages into the directory named on the command line."""
    return written(COMMAND, pages(), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
