"""The reference pages of AHOD that are made from its tables: built-ins and findings.

``python -m croupier.script.ahod.reference docs`` writes them into a directory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.script.ahod.builtins import ALL, BuiltIn
from croupier.script.ahod.codes import codes
from croupier.script.codes import Code

COMMAND = "python -m croupier.script.ahod.reference docs"
BUILTINS_PAGE = "ahod-builtins.md"
FINDINGS_PAGE = "ahod-findings.md"

_SECTIONS = {
    "Errors": "A program with an error does not run.",
    "Warnings": "A program with a warning runs, and is perhaps not what its author meant. `--strict` lets "
    "warnings fail; a comment `// allow W506`, on the line or directly before it, accepts one.",
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
        _generated("the table of built-ins, `src/croupier/script/ahod/builtins.py`"),
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
    return _joined(blocks)


def _row(built_in: BuiltIn) -> str:
    return f"| `{built_in.signature}` | {built_in.doc} | `{built_in.example}` gives `{built_in.gives}` |"


def findings_page() -> str:
    """Every finding, the errors first."""
    blocks = [
        _generated("the findings, `src/croupier/script/ahod/errors.py`, `warnings.py` and `faults.py`"),
        "# What can be wrong with an AllHandsOnDeck program",
        "`croupier explain CODE` shows the same in the terminal.",
    ]
    for section, meaning in _SECTIONS.items():
        entries = [code for code in codes().values() if _section(code) == section]
        blocks += [f"## {section}", meaning, _table(entries)]
        blocks += [block for entry in entries for block in _finding(entry)]
    return _joined(blocks)


def _section(entry: Code) -> str:
    return "While it runs" if entry.running else f"{entry.severity!s}s".capitalize()


def _table(entries: Iterable[Code]) -> str:
    rows = (f"| [{e.code}](#{_anchor(f'{e.code} {e.title}')}) | {e.title} |" for e in entries)
    return "\n".join(["| Code | What |", "|---|---|", *rows])


def _finding(entry: Code) -> Iterator[str]:
    yield f"### {entry.code} {entry.title}"
    yield entry.rule
    for word, example in (("Wrong", entry.wrong), ("Right", entry.right)):
        if example:
            yield f"{word}:\n\n```ahod\n{example.rstrip()}\n```"


def _anchor(heading: str) -> str:
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c == "-")


def _generated(what: str) -> str:
    return f"<!-- Generated from {what} by `{COMMAND}`; changes made here are lost. -->"


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def write_pages(directory: Path) -> list[Path]:
    """Write the pages into a directory, and tell which files they are."""
    pages = {BUILTINS_PAGE: builtins_page(), FINDINGS_PAGE: findings_page()}
    for name, text in pages.items():
        (directory / name).write_text(text, encoding="utf-8", newline="\n")
    return [directory / name for name in pages]


def main(arguments: list[str]) -> int:
    """Write the pages into the directory named on the command line."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.stderr.write(f"usage: {COMMAND}   (the directory must exist)\n")
        return 2
    for path in write_pages(Path(arguments[0])):
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
