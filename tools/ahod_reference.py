"""The reference pages of AHOD that are made from its tables: built-ins and findings.

``python tools/ahod_reference.py docs`` writes them into a directory.
"""

from __future__ import annotations

import sys

from croupier.script.ahod.builtins import ALL, BuiltIn
from croupier.script.ahod.codes import codes
from croupier.script.codes import Code
from pages import findings, generated, joined, written

COMMAND = "python tools/ahod_reference.py docs"
BUILTINS_PAGE = "ahod-builtins.md"
FINDINGS_PAGE = "ahod-findings.md"

_SECTIONS = {
    "Errors": "A program with an error does not run. A121 to A126 and those from A601 are about programs in "
    "[the braces dialect](ahod-braces.md); from A601 the sentence is that of the language's own compiler, "
    "which `--compat-messages` prints alone.",
    "Warnings": "A program with a warning runs, and is perhaps not what its author meant. `--strict` lets "
    "warnings fail; a comment `// allow W506` (in braces `/* allow W517 */`), on the line or directly before "
    "it, accepts one.",
    "Notes": "Worth knowing. `--strict` accepts notes.",
    "While it runs": "What can end a run of a program in which `check` finds nothing. What was printed stays "
    "printed; the exit code is 3.",
}
_ROOMS = {
    "collection": "Of collections",
    "range": "Of ranges",
    "string": "Of strings",
    "timer": "Of timers",
    "": "Functions",
}


def builtins_page() -> str:
    """Everything that is built in, with an example and its result."""
    blocks = [
        generated("the table of built-ins, `src/croupier/script/ahod/builtins.py`", COMMAND),
        "# What is built into AllHandsOnDeck",
        "Helpers and functions only look; ACTIONS, in capitals, change what they are done to. Every ACTION "
        "has a lower-case twin, `deck.pop_top()` for `deck do POP_TOP`. An argument with `= …` may be "
        "left out. "
        "[The reference](ahod.md) tells the rest.",
    ]
    for room, title in _ROOMS.items():
        rows = [b for b in ALL if b.of == room]
        blocks.append(f"## {title}")
        blocks.append("\n".join(["| | | gives |", "|---|---|---|", *map(_row, rows)]))
    return joined(blocks)


def _row(built_in: BuiltIn) -> str:
    return f"| `{built_in.signature}` | {built_in.doc} | `{built_in.example}` gives `{built_in.gives}` |"


def findings_page() -> str:
    """Every finding, the errors first."""
    blocks = [
        generated(
            "the findings, `src/croupier/script/ahod/errors.py`, `warnings.py`, `faults.py` and "
            "`braces/errors.py`",
            COMMAND,
        ),
        "# What can be wrong with an AllHandsOnDeck program",
        "`croupier explain CODE` shows the same in the terminal.",
    ]
    found = {section: [c for c in codes().values() if _section(c) == section] for section in _SECTIONS}
    return joined([*blocks, *findings(_SECTIONS, found, "ahod")])


def _section(entry: Code) -> str:
    return "While it runs" if entry.running else f"{entry.severity!s}s".capitalize()


def pages() -> dict[str, str]:
    """The pages by file name."""
    return {BUILTINS_PAGE: builtins_page(), FINDINGS_PAGE: findings_page()}


def main(arguments: list[str]) -> int:
    """Write the pages into the directory named on the command line."""
    return written(COMMAND, pages(), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
