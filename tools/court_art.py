"""Makes `src/croupier/faces/courts.json` of the French courts that Adrian Kennard has drawn.

    npm pack @heruka_urgyen/react-playing-cards@0.5.0
    tar xzf heruka_urgyen-react-playing-cards-0.5.0.tgz
    python tools/court_art.py package/src/images/2color

Every court of that set is six paths, drawn once upright and once upside down. They are kept on a coarser
grid with relative coordinates: a third of a pixel of a card 240 wide, a tenth of the bytes. Suit signs, index
and frame are our own.
"""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parent.parent
TARGET = HERE / "src" / "croupier" / "faces" / "courts.json"

WIDE, HIGH = 420, 660
"""The grid; the paths come on one of 1300 by 2000."""

_SYMBOL = re.compile(r'<symbol id="\w\w\d"[^>]*>(<g transform="scale\(-1,1\)[^>]*>)?<path[^>]*?\bd="([^"]*)"')
_TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_SIZES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}

Point = tuple[float, float]
Segment = tuple[str, tuple[Point, ...]]


def segments(path: str) -> list[Segment]:
    """A path as moves, lines and curves between absolute points."""
    tokens = _TOKEN.findall(path)
    made: list[Segment] = []
    at = start = (0.0, 0.0)
    handle: Point | None = None
    command, i = "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        size = _SIZES[command.upper()]
        numbers = [float(token) for token in tokens[i : i + size]]
        i += size
        base = at if command.islower() else (0.0, 0.0)
        match command.upper():
            case "Z":
                made.append(("z", ()))
                at, handle = start, None
                continue
            case "H":
                points = [(base[0] + numbers[0], at[1])]
            case "V":
                points = [(at[0], base[1] + numbers[0])]
            case "A":
                # There are arcs in a few eyes only: on this grid a line is as good.
                points = [(base[0] + numbers[5], base[1] + numbers[6])]
            case _:
                points = [
                    (base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                ]
        if command.upper() == "S":
            mirrored = at if handle is None else (2 * at[0] - handle[0], 2 * at[1] - handle[1])
            points = [mirrored, *points]
        if command.upper() == "Q":
            raise SystemExit("a path with quadratic curves: this is another set of cards")
        handle = points[1] if len(points) == 3 else None
        kind = {1: "L", 3: "C"}[len(points)] if command.upper() != "M" else "M"
        made.append((kind, tuple(points)))
        at = points[-1]
        if kind == "M":
            start = at
            # Further pairs behind a move are lines.
            command = "l" if command == "m" else "L"
    return made


def on_grid(path: str, mirrored: bool) -> str:
    """A path in whole numbers, relative to each other; what is smaller than the grid is left out."""
    written: list[str] = []
    last = ""
    at = start = (0, 0)
    for kind, points in segments(path):
        if kind == "z":
            if last != "z":
                written.append("z")
            last, at = "z", start
            continue
        ends = [
            (round((1300 - x if mirrored else x) * WIDE / 1300), round(y * HIGH / 2000)) for x, y in points
        ]
        steps = [(x - at[0], y - at[1]) for x, y in ends]
        if kind != "M" and all(step == (0, 0) for step in steps):
            continue
        if kind == "C" and _is_straight([(0, 0), *steps]):
            kind, steps = "L", steps[-1:]
        letter = {"M": "m", "L": "l", "C": "c"}[kind]
        if kind == "L" and 0 in steps[0]:
            letter = "v" if steps[0][0] == 0 else "h"
            numbers = [steps[0][0] or steps[0][1]]
        else:
            numbers = [number for step in steps for number in step]
        text = "".join(f" {number}" if number >= 0 else str(number) for number in numbers).lstrip()
        same = letter == last and letter != "m"
        written.append((" " if same and not text.startswith("-") else "" if same else letter) + text)
        last, at = letter, ends[-1]
        if kind == "M":
            start = at
    return "".join(written)


def _is_straight(points: list[tuple[int, int]]) -> bool:
    """Whether a curve is so short that a line does as well."""
    return sum(abs(x - a) + abs(y - b) for (a, b), (x, y) in pairwise(points)) <= 3


def main() -> None:
    folder = Path(sys.argv[1])
    art = {}
    for rank in "JQK":
        for suit in "CDHS":
            paths = _SYMBOL.findall((folder / f"{rank}{suit}.svg").read_text(encoding="utf-8"))
            if len(paths) != 6:
                raise SystemExit(f"{rank}{suit}: there are {len(paths)} paths instead of 6")
            art[rank + suit] = [on_grid(path, bool(group)) for group, path in paths]
    TARGET.write_text(json.dumps(art, separators=(",", ":")).replace('],"', '],\n"') + "\n", encoding="utf-8")
    sys.stdout.write(f"{TARGET.relative_to(HERE)}: {TARGET.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
