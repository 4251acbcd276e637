"""Edits library files at random, asks everything after each edit, and compares with fresh answers.

``python benchmarks/editing_soak.py [EDITS]`` edits every file of the library that often (20 unless told).
"""

from __future__ import annotations

import random
import sys
from importlib.resources import files
from time import process_time

from croupier.lsp.conversion import (
    completions,
    diagnostics,
    edits,
    folds,
    hints,
    ranged,
    selection,
    symbols,
    tokens,
)
from croupier.lsp.settings import Settings
from croupier.lsp.texts import OpenText
from croupier.text.editing import RenameRefused, repairs

_TYPED = (
    "",
    "(",
    ")",
    "'",
    "'C",
    "{",
    "}",
    '"',
    "\r\n",
    "\r",
    "\n",
    "🂡",
    "\x0c",
    "\u2028",
    "; x",
    "// x",
    "hand",
    "(if ",
    "..",
)
_CUT = (0, 0, 1, 5, 60, 500)


def answers(text: OpenText, offset: int) -> list[object]:
    """Everything that an editor can ask at a place, as the protocol writes it."""
    settings = Settings()
    ask, at = text.services(settings), text.positions
    found: list[object] = [
        diagnostics(text, ask.findings, settings),
        completions(at, ask.completions(offset), snippets=True),
        symbols(at, ask.symbols()),
        folds(at, ask.folds()),
        tokens(at, ask.colours()),
        selection(at, ask.selections(offset)),
        edits(at, ask.formatted()),
        edits(at, ask.formatted_part(offset, offset + 200)),
        hints(at, ask.remarks(0, len(text.text))),
        [ranged(at, where) for where in ask.uses(offset)],
        ask.hover(offset),
        ask.definition(offset),
        [repair.title for repair in repairs(ask.findings, 0, len(text.text))],
    ]
    try:
        found.append(edits(at, ask.rename(offset, "ANOTHER_NAME")))
    except RenameRefused as why:
        found.append(str(why))
    return found


def main(arguments: list[str]) -> int:
    """Edit every file; an answer that differs, or an exception, ends it."""
    times = int(arguments[0]) if arguments else 20
    asked = slowest = 0.0
    names = sorted(
        e.name for e in files("croupier.library").iterdir() if e.name.endswith((".rcy", ".ah", ".cdg"))
    )
    for name in names:
        rng = random.Random(name)
        whole = (files("croupier.library") / name).read_text(encoding="utf-8")
        text = OpenText(f"file:///{name}", "", whole, 0)
        for version in range(times):
            start = rng.randrange(len(text.text) + 1)
            end = min(len(text.text), start + rng.choice(_CUT))
            where = (*text.positions.at(start), *text.positions.at(end))
            text.change([(where, rng.choice(_TYPED))], version)
            offset = min(start, len(text.text))
            begin = process_time()
            found = answers(text, offset)
            slowest = max(slowest, process_time() - begin)
            fresh = answers(OpenText(text.uri, "", text.text, version), offset)
            assert found == fresh, f"{name}, edit {version}: an answer is stale"
            asked += 1
    print(
        f"{asked:.0f} edits of {len(names)} files, no stale answer; {slowest * 1000:.0f} ms for all questions"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
