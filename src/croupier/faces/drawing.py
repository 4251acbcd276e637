"""Pieces of a drawing: texts that fit, and nothing in them that is markup."""

from __future__ import annotations

import re
import unicodedata
from html import escape

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
WIDE, HIGH = 240, 336
"""The size of a card."""

INK = "#1b1f24"
PAPER = "#fffdf7"
EDGE = "#958f80"

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NARROW = frozenset("ijltfrI.,:;'|!()[]{} ·")
_BROAD = frozenset("mwMW@%")


def clean(text: str) -> str:
    """A text as an element or attribute may hold it, with all markup as plain letters.

    >>> clean('<script>"')
    '&lt;script&gt;&quot;'
    """
    return escape(_UNPRINTABLE.sub("�", text), quote=True)


def breadth(text: str) -> float:
    """About how wide a bold text is, in the size of its letters.

    >>> breadth("Wi") < breadth("WW")
    True
    """
    total = 0.0
    for letter in text:
        if unicodedata.combining(letter):
            continue
        if letter in _NARROW:
            total += 0.36
        elif letter in _BROAD:
            total += 0.95
        elif unicodedata.east_asian_width(letter) in "WF":
            total += 1.05
        else:
            total += 0.72 if letter.isupper() else 0.62
    return total


def text(
    content: str,
    x: float,
    y: float,
    size: float,
    ink: str,
    width: float,
    *,
    weight: int = 700,
    more: str = "",
) -> str:
    """A line around a point that is never wider than allowed; its letters shrink."""
    natural = breadth(content)
    if natural * size > width:
        size = max(width / natural, 1)
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}" font-weight="{weight}" fill="{ink}"{more}>'
        f"{clean(content)}</text>"
    )


def box(x: float, y: float, wide: float, high: float, radius: float, paint: str) -> str:
    """A rectangle with round corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{radius:g}" {paint}/>'


def sheet_of_paper() -> str:
    """A card with nothing on it."""
    paint = f'fill="{PAPER}" stroke="{EDGE}" stroke-width="2.5"'
    return box(1.25, 1.25, WIDE - 2.5, HIGH - 2.5, 16, paint)


def lines_of(words: str, longest: int, most: int) -> list[str]:
    """Words in so many lines at most, each of so many letters; what is too long loses its middle.

    >>> lines_of("wild draw four", 9, 2)
    ['wild draw', 'four']
    """
    found: list[str] = []
    for word in words.split():
        word = shortened(word, longest)
        if found and len(found[-1]) + 1 + len(word) <= longest:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) > most:
        rest = " ".join(found[most - 1 :])
        found = [*found[: most - 1], shortened(rest, longest)]
    return found


def shortened(words: str, longest: int) -> str:
    """A text without its middle, if it is too long.

    >>> shortened("incomprehensible", 9)
    'inco…ible'
    """
    if len(words) <= longest:
        return words
    half = (longest - 1) // 2
    return f"{words[: longest - 1 - half]}…{words[-half:] if half else ''}"


def is_dark(colour: str) -> bool:
    """Whether white letters on a colour can be read better than dark ones."""
    return luminance(colour) < 0.36


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1, as contrasts are reckoned."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def darker(colour: str, share: float = 0.25) -> str:
    """A colour with so much black in it; a lighter one, if that is less than nothing."""
    channels = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(
        f"{min(255, round((c + 30 if share < 0 else c) * (1 - share))):02x}" for c in channels
    )


def legible(colour: str) -> str:
    """A colour that can be read on paper: darkened as far as it must be, and plain ink for white.

    >>> legible("#1b1f24"), luminance(legible("#edb200")) < 0.19
    ('#1b1f24', True)
    """
    if luminance(colour) > 0.7:
        return INK
    while luminance(colour) > 0.18:
        colour = darker(colour, 0.08)
    return colour
