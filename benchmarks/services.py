"""How long editors wait: every question about every library file; processor time in milliseconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from time import process_time

from croupier.catalog.languages import script_language
from croupier.recycle.services import RecycleServices
from croupier.text import Source
from croupier.text.editing import RenameRefused, Services
from croupier.text.positions import Positions

LIMIT = 50.0
"""What an answer may take on an idle machine."""
_CURSORS = 12


def opened(name: str, text: str) -> Services:
    """The answers for a text; making them is checking it."""
    language = script_language(name)
    source = Source(name, text)
    if language is None or language.services is None:
        return RecycleServices(source)
    return language.services(source)


def main() -> int:
    """Print the slowest file of every question; 1 if one takes longer than the limit."""
    worst: dict[str, tuple[float, str]] = {}

    def timed(what: str, name: str, question: Callable[[], object]) -> None:
        # The better of two, because other programs run as well.
        took = []
        for _ in range(2):
            start = process_time()
            question()
            took.append((process_time() - start) * 1000)
        worst[what] = max(worst.get(what, (0.0, "")), (min(took), name))

    names = sorted(
        e.name for e in files("croupier.library").iterdir() if e.name.endswith((".rcy", ".ah", ".cdg"))
    )
    for name in names:
        text = (files("croupier.library") / name).read_text(encoding="utf-8")
        timed("positions", name, partial(lambda text: Positions(text).at(len(text)), text))
        timed("findings", name, partial(opened, name, text))
        ask = opened(name, text)
        whole: dict[str, Callable[[], object]] = {
            "symbols": ask.symbols,
            "folds": ask.folds,
            "colours": ask.colours,
            "layout": ask.formatted,
            "remarks": partial(ask.remarks, 0, len(text)),
        }
        for what, question in whole.items():
            timed(what, name, question)
        for i in range(_CURSORS):
            at = len(text) * i // _CURSORS
            for what, about in (
                ("completion", ask.completions),
                ("hover", ask.hover),
                ("definition", ask.definition),
                ("uses", ask.uses),
                ("rename", partial(renamed, ask)),
                ("selections", ask.selections),
            ):
                timed(what, name, partial(about, at))
    for what, (took, name) in sorted(worst.items(), key=lambda item: -item[1][0]):
        print(f"{what:12} {took:7.1f} ms  {name}")
    return int(max(took for took, _ in worst.values()) > LIMIT)


def renamed(ask: Services, at: int) -> object:
    """The edits of a rename, or why there are none."""
    try:
        return ask.rename(at, "ANOTHER")
    except RenameRefused as why:
        return why


if __name__ == "__main__":
    sys.exit(main())
