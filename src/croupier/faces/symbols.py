"""Symbols as paths, each in a square from -50 to 50: suits, shapes, signs and marks."""

from __future__ import annotations

import re

_HEART = "M0 46C-10 24-46 6-46-20C-46-36-34-46-22-46C-11-46-3-39 0-30C3-39 11-46 22-46C34-46 46-36 46-20C46 6 10 24 0 46Z"

PATHS = {
    "hearts": _HEART,
    "diamonds": "M0-50C10-30 22-14 38 0C22 14 10 30 0 50C-10 30-22 14-38 0C-22-14-10-30 0-50Z",
    "spades": "M0-48C-8-28-44-10-44 14C-44 28-34 34-24 34C-15 34-8 30-4 22C-5 34-10 42-20 47H20C10 42 5 34 4 22"
    "C8 30 15 34 24 34C34 34 44 28 44 14C44-10 8-28 0-48Z",
    "clubs": "M0-48A20 20 0 0 1 16-16A20 20 0 1 1 6 14C7 30 12 40 22 47H-22C-12 40-7 30-6 14A20 20 0 1 1-16-16"
    "A20 20 0 0 1 0-48Z",
    "coins": "M0-46A46 46 0 1 1 0 46A46 46 0 1 1 0-46ZM0-36A36 36 0 1 0 0 36A36 36 0 1 0 0-36ZM0-26L7-8L26 0L7 8"
    "L0 26L-7 8L-26 0L-7-8Z",
    "cups": "M-34-46H34C36-14 24 6 7 12V30C18 32 25 38 27 47H-27C-25 38-18 32-7 30V12C-24 6-36-14-34-46Z"
    "M-26-38H26V-30H-26Z",
    "swords": "M0-50L11-36V12H34V24H11V33A11 11 0 1 1-11 33V24H-34V12H-11V-36Z",
    "batons": "M-12-46C-4-50 8-50 14-46L9-30C16-24 18-16 10-12L12 8C19 14 18 22 11 26L13 44C6 49-6 49-12 46"
    "L-10 28C-18 24-19 16-11 11L-11-8C-18-13-17-22-9-27Z",
    "acorns": "M-30-12H30C38-12 38-30 28-34C18-40 6-40 4-42V-50H-4V-42C-6-40-18-40-28-34C-38-30-38-12-30-12ZM-27-6H27"
    "C30 18 14 34 0 48C-14 34-30 18-27-6Z",
    "leaves": "M0-48C8-30 44-22 40 6C38 22 18 26 5 18C5 30 8 40 14 48H-14C-8 40-5 30-5 18C-18 26-38 22-40 6"
    "C-44-22-8-30 0-48Z",
    "bells": "M0-48A9 9 0 0 1 8-36C32-30 34-6 36 14L46 26H-46L-36 14C-34-6-32-30-8-36A9 9 0 0 1 0-48ZM-12 32H12"
    "A12 14 0 0 1-12 32Z",
    "shields": "M-38-44H38V0C38 24 18 40 0 49C-18 40-38 24-38 0Z",
    "roses": "M0-14A16 16 0 1 1 14-4A16 16 0 1 1 8 14A16 16 0 1 1-8 14A16 16 0 1 1-14-4A16 16 0 1 1 0-14Z",
    "circle": "M0-42A42 42 0 1 1 0 42A42 42 0 1 1 0-42Z",
    "square": "M-37-37H37V37H-37Z",
    "triangle": "M0-44L46 38H-46Z",
    "rhombus": "M0-48L40 0L0 48L-40 0Z",
    "lozenge": "M0-29L52 0L0 29L-52 0Z",
    "star": "M0-48L13-15L48-15L20 7L31 42L0 20L-31 42L-20 7L-48-15L-13-15Z",
    "plus": "M-15-46H15V-15H46V15H15V46H-15V15H-46V-15H-15Z",
    "hexagon": "M-24-42H24L48 0L24 42H-24L-48 0Z",
    "drop": "M0-48C14-20 36-2 36 18A36 32 0 0 1-36 18C-36-2-14-20 0-48Z",
    "ring": "M0-46A46 46 0 1 1 0 46A46 46 0 1 1 0-46ZM0-22A22 22 0 1 0 0 22A22 22 0 1 0 0-22Z",
    "crescent": "M12-46A46 46 0 1 0 44 24A38 38 0 1 1 12-46Z",
    "heart": _HEART,
    "oval": "M-25-27H25A27 27 0 0 1 25 27H-25A27 27 0 0 1-25-27Z",
    "wave": "M-50 12C-54-16-34-32-12-24C4-18 18-20 30-28C44-36 54-18 49-2C43 20 24 30 4 22C-8 17-18 18-30 27C-40 34-48 26-50 12Z",
    "rectangle": "M-48-30H48V30H-48Z",
    "no": "M0-46A46 46 0 1 1 0 46A46 46 0 1 1 0-46ZM-17-26L26 17A31 31 0 0 0-17-26ZM17 26L-26-17A31 31 0 0 0 17 26Z",
    "reverse": "M-40-8V-16C-40-30-30-36-20-36H18V-50L46-27L18-4V-18H-20C-23-18-23-16-23-14V-8ZM40 8V16C40 30 30 36 20 36"
    "H-18V50L-46 27L-18 4V18H20C23 18 23 16 23 14V8Z",
    "wild": "M0-50L10-18L35-35L18-10L50 0L18 10L35 35L10 18L0 50L-10 18L-35 35L-18 10L-50 0L-18-10L-35-35L-10-18Z",
    "coin": "M0-46A46 46 0 1 1 0 46A46 46 0 1 1 0-46ZM0-36A36 36 0 1 0 0 36A36 36 0 1 0 0-36ZM-7-22H7V-7H22V7H7V22H-7"
    "V7H-22V-7H-7Z",
    "halt": "M-20-46H20L46-20V20L20 46H-20L-46 20V-20ZM-28 -7V7H28V-7Z",
    "go": "M-40-40L44 0L-40 40L-26 0Z",
}
"""The symbols by name. Where a path crosses itself, what it holds twice is a hole (`evenodd`)."""

MARKS = ("circle", "triangle", "square", "rhombus", "star", "plus", "hexagon", "drop", "ring", "crescent")
"""Symbols for values that have none of their own."""

LYING = frozenset(("oval", "wave", "lozenge", "rectangle"))
"""Shapes that are wider than high."""

TINTS = (
    "#0b65a3", "#b8480a", "#14694b", "#7a35b8", "#8a6100", "#a3195b", "#3d5a73", "#0d7783", "#5c3317", "#1d2420",
)  # fmt: skip
"""Colours for such values: dark enough to be read on paper, and never without their mark."""

NAMES = frozenset(PATHS)


_SYMBOL = re.compile(
    r'<path transform="(?P<place>[^"]*)" fill-rule="evenodd" (?P<paint>[^>]*?) d="(?P<path>[^"]*)"/>'
)


def symbol(name: str, x: float, y: float, size: float, paint: str, turned: bool = False) -> str:
    """A symbol as an element: its centre, its width, and its paint as attributes."""
    scale = f"{size / 100:.3f}".rstrip("0").rstrip(".")
    turn = f"-{scale}" if turned else scale
    return f'<path transform="matrix({turn} 0 0 {turn} {x:g} {y:g})" fill-rule="evenodd" {paint} d="{PATHS[name]}"/>'


def shared(drawing: str, prefix: str = "") -> str:
    """A drawing in which every symbol is defined once, in front, and used from there."""
    names = {path: name for name, path in PATHS.items()}
    used: dict[str, None] = {}

    def use(match: re.Match[str]) -> str:
        name = names[match["path"]]
        used[name] = None
        return f'<use href="#{prefix}{name}" transform="{match["place"]}" {match["paint"]}/>'

    rest = _SYMBOL.sub(use, drawing)
    defined = (f'<path id="{prefix}{name}" fill-rule="evenodd" d="{PATHS[name]}"/>' for name in used)
    return f"<defs>{''.join(defined)}</defs>{rest}"
