"""The reference pages of Cardigan that are made from its tables: library and findings.

``python -m croupier.script.cardigan.reference docs`` writes them into a directory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.script.cardigan.codes import codes
from croupier.script.cardigan.names import COMMON, FUNCTIONS, METHODS, STRUCTS, Callee
from croupier.script.codes import Code

COMMAND = "python -m croupier.script.cardigan.reference docs"
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
        _generated("the tables of `src/croupier/script/cardigan/names.py`"),
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
    return _joined(blocks)


def _callees(rows: Iterable[Callee]) -> str:
    lines = (f"| `{c.signature}` | {c.doc} | {_RESULTS.get(c.result, c.result)} |" for c in rows)
    return "\n".join(["| | | gives |", "|---|---|---|", *lines])


def _struct(name: str) -> str:
    fields = ", ".join(f"`{field}` ({kind})" for field, kind in STRUCTS[name].items())
    return f"| `{name}` | {fields or 'none of its own'} |"


def findings_page() -> str:
    """Every finding, the errors first."""
    blocks = [
        _generated("the findings, `src/croupier/script/cardigan/errors.py`, `warnings.py` and `running.py`"),
        "# What can be wrong with a Cardigan program",
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
            yield f"{word}:\n\n```cardigan\n{example.rstrip()}\n```"


def _anchor(heading: str) -> str:
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c == "-")


def _generated(what: str) -> str:
    return f"<!-- Generated from {what} by `{COMMAND}`; changes made here are lost. -->"


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def write_pages(directory: Path) -> list[Path]:
    """Write the pages into a directory, and tell which files they are."""
    pages = {LIBRARY_PAGE: library_page(), FINDINGS_PAGE: findings_page()}
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
