"""Contact sheets of every deck of the library, to be looked at: ``python tools/contact_sheets.py FOLDER``.

One PNG for ten decks, on white and on dark paper, and all of them small, 40 pixels a card. Games whose cards
are the same share a row.
"""

from __future__ import annotations

import sys
from pathlib import Path

import vl_convert

from croupier import load
from croupier.catalog import shelf
from croupier.faces import DeckFaces, contact_sheet

ROWS = 10
LIBRARY = Path(__file__).parent.parent / "src" / "croupier" / "library"


def decks() -> list[tuple[str, DeckFaces]]:
    """The decks of the library with the names of the games that have them."""
    found: dict[tuple[str, ...], tuple[list[str], DeckFaces]] = {}
    scripts = sorted(path for ending in ("ah", "cdg") for path in LIBRARY.glob(f"*.{ending}"))
    for name in (*shelf.names(), *map(str, scripts)):
        faces = load(name, engine=None if name in map(str, scripts) else "interpreter").pack.faces()
        found.setdefault(tuple(sorted((*faces.faces, *faces.backs))), ([], faces))[0].append(Path(name).name)
    return [
        (", ".join(names[:8]) + (" …" if len(names) > 8 else ""), faces) for names, faces in found.values()
    ]


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    every = decks()
    for theme in ("light", "dark"):
        for start in range(0, len(every), ROWS):
            drawn = contact_sheet(every[start : start + ROWS], theme=theme)
            path = folder / f"{theme}-{start // ROWS + 1}.png"
            path.write_bytes(vl_convert.svg_to_png(drawn))
            sys.stdout.write(f"{path}\n")
        path = folder / f"{theme}-small.png"
        path.write_bytes(vl_convert.svg_to_png(contact_sheet(every, width=40, columns=28, theme=theme)))
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
