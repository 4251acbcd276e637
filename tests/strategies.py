"""What property tests draw from: our programs, and the same programs laid out by chance."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from hypothesis import strategies as st

from croupier.recycle.reader import tokens
from croupier.text import Source

ROOT = Path(__file__).parent.parent
PROGRAMS = sorted([*(ROOT / "tests/programs").glob("*.rcy"), *(ROOT / "src/croupier/library").glob("*.rcy")])
"""Every program that is kept with the project."""

WHOLE = bool(os.environ.get("CROUPIER_WHOLE"))
"""Whether laws are tested with all games instead of some: `CROUPIER_WHOLE=1 pytest`."""

Item = TypeVar("Item")


def some(items: Sequence[Item], first: int, every: int = 3) -> list[Item]:
    """Every third of some items, from the first on: laws begin with others, so that each item is in some."""
    return [*items] if WHOLE else [*items[first::every]]


def some_programs(first: int) -> list[Path]:
    """A third of the library, and all programs of the tests, which have every form in them."""
    library = [path for path in PROGRAMS if path.parent.name == "library"]
    return [path for path in PROGRAMS if path not in library] + some(library, first)


_GAPS = [
    " ",
    "\n",
    "\n\n\n",
    "\t",
    "\r\n",
    " ; behind\n",
    "\n;; before\n",
    "\n\n;;; far\n\n;\n",
    " ;; one\n;; two\n",
]
_BETWEEN = st.sampled_from([" ", "\n", "\n\n", "  ", "\r\n\r\n"])


def source_of(path: Path) -> Source:
    """A program of ours."""
    return Source.read(path)


@st.composite
def disarranged(draw: st.DrawFn) -> Source:
    """One of our programs with other white space, line breaks and comments between its tokens."""
    source = source_of(draw(st.sampled_from(PROGRAMS)))
    found = tokens(source.text)
    between = draw(_BETWEEN)
    odd = draw(st.dictionaries(st.integers(0, len(found) - 1), st.sampled_from(_GAPS), max_size=40))
    pieces = []
    for i, token in enumerate(found):
        pieces += [odd.get(i, between), source.text[token.start : token.end]]
        pieces += ["\n"] if token.kind == "comment" else []
    return Source(source.name, "".join(pieces))
