"""The verdicts on ten games of the library, as texts to be read for sense.

``python tools/verdicts.py`` plays them anew and compares them with `tests/golden/verdicts.txt`; with
``write`` it writes that file. It takes half a minute of processor time; the suite checks two of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.catalog.loading import find_source
from croupier.lab import analyze
from croupier.lab.simulate import Plan

FILE = Path(__file__).parent.parent / "tests" / "golden" / "verdicts.txt"

GAMES = (
    "agram",
    "kuhn_poker",
    "war",
    "hearts",
    "crazy_eights",
    "gops",
    "blackjack",
    "cuckoo",
    "lama",
    "stealing_bundles",
)


def verdict_text(name: str) -> str:
    """The verdict on one game, with the name above and what to look at below."""
    plan = Plan(find_source(name), name, engine="native")
    found = analyze(plan, games="4000,40,80,40,3", players="pipmc:tests=8", workers=1, progress=False)
    items = [f"- {item}" for item in found.verdict.look_at]
    return "\n".join([f"# {name}", *found.verdict.sentences, *items]) + "\n"


def kept(text: str) -> dict[str, str]:
    """The verdicts of the file, by game."""
    parts = [part.strip() + "\n" for part in text.split("\n\n") if part.strip()]
    return {part.split()[1]: part for part in parts}


def main(arguments: list[str]) -> int:
    """Plays all games; tells which verdicts have changed."""
    found = {name: verdict_text(name) for name in GAMES}
    if arguments == ["write"]:
        FILE.write_text("\n".join(found.values()), encoding="utf-8")
        return 0
    known = kept(FILE.read_text(encoding="utf-8"))
    changed = [name for name in GAMES if known.get(name) != found[name]]
    for name in changed:
        sys.stdout.write(f"{found[name]}\n")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
