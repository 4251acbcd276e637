"""The reference pages of Cardigan that are made from its tables: library and findings.

``python tools/cardigan_reference.py docs`` writes them into a directory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from croupier.script.cardigan.codes import codes
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS, STRUCTS, Callee
from croupier.script.cardigan.stating import STATED
from croupier.script.codes import Code
from pages import findings, generated, joined, written

COMMAND = "python tools/cardigan_reference.py docs"
LIBRARY_PAGE = "cardigan-library.md"
FINDINGS_PAGE = "cardigan-findings.md"

_SECTIONS = {
    "Errors": "A program with an error does not run.",
    "Warnings": "A program with a warning runs, and is perhaps not what its author meant. `--strict` lets "
    "warnings fail; a comment `// allow W606`, on the line or directly before it, accepts one.",
    "Notes": "Worth knowing. `--strict` accepts notes.",
    "While it runs": "What can end a run of a program in which `check` finds nothing. What was printed stays "
    "printed; the exit code is 3.",
}
_RESULTS = {"self": "the collection itself", "element": "an element", "any": "whatever is found"}


def library_page() -> str:
    """Everything that is built in."""
    blocks = [
        generated("the tables of `src/croupier/script/cardigan/names.py`", COMMAND),
        "# What is built into Cardigan",
        "All these names may be used for variables, too. [The reference](cardigan.md) tells the rest.",
        "## Methods of collections, decks and hands",
        "Index 0 is the front and the bottom; the end is the top of a stack and the back of a queue.",
        _callees(METHODS.values()),
        "## Methods of every value",
        _callees(COMMON.values()),
        "## Functions",
        _callees(FUNCTIONS.values()),
        "## Structs",
        "\n".join(["| Struct | Fields |", "|---|---|", *map(_struct, STRUCTS)]),
    ]
    return joined(blocks)


def _callees(rows: Iterable[Callee]) -> str:
    lines = (f"| `{c.signature}` | {c.doc} | {_RESULTS.get(c.result, c.result)} |" for c in rows)
    return "\n".join(["| | | gives |", "|---|---|---|", *lines])


def _struct(name: str) -> str:
    fields = ", ".join(f"`{field}` ({kind})" for field, kind in STRUCTS[name].items())
    if name == "Game":
        given = (f"`{field}({', '.join(parameters)})`" for field, parameters in STATED.items())
        fields = f"none of its own; it may state `seats`, {', '.join(given)}"
    return f"| `{name}` | {fields} |"


def findings_page() -> str:
    """Every finding, the errors first."""
    blocks = [
        generated(
            "the findings, `src/croupier/script/cardigan/errors.py`, `warnings.py` and `running.py`", COMMAND
        ),
        "# What can be wrong with a Cardigan program",
        "`croupier explain CODE` shows the same in the terminal.",
    ]
    found = {section: [c for c in codes().values() if _section(c) == section] for section in _SECTIONS}
    return joined([*blocks, *findings(_SECTIONS, found, "cardigan")])


def _section(entry: Code) -> str:
    return "While it runs" if entry.running else f"{entry.severity!s}s".capitalize()


def pages() -> dict[str, str]:
    """The pages by file name."""
    return {LIBRARY_PAGE: library_page(), FINDINGS_PAGE: findings_page()}


def main(arguments: list[str]) -> int:
    """Write the pages into the directory named on the command line."""
    return written(COMMAND, pages(), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
