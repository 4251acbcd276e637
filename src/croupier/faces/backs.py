"""Backs of cards: one pattern, its colour by the name of the back."""

from __future__ import annotations

from zlib import crc32

from croupier.faces.drawing import HIGH, PAPER, WIDE, box, darker, is_dark, sheet_of_paper, text
from croupier.faces.symbols import TINTS
from croupier.faces.words import COLOURS, folded, label

PLAIN = "#23506f"
"""The colour of a back without a name."""

_INSET = 13
_STEP = 14


def back(name: str, colour: str | None = None, named: bool = False) -> str:
    """The inside of a back, in a box of 240 by 336; with its name in the middle, if it is to be told."""
    ground = _ground(name, colour)
    line = darker(ground, -0.35) if is_dark(ground) else darker(ground, 0.22)
    wide, high = WIDE - 2 * _INSET, HIGH - 2 * _INSET
    drawn = (
        sheet_of_paper()
        + box(_INSET, _INSET, wide, high, 9, f'fill="{ground}"')
        + f'<path d="{_lattice()}" fill="none" stroke="{line}" stroke-width="2.4"/>'
        + box(
            _INSET + 6, _INSET + 6, wide - 12, high - 12, 5, f'fill="none" stroke="{line}" stroke-width="3"'
        )
    )
    if named and name:
        drawn += box(30, 140, 180, 56, 10, f'fill="{PAPER}" stroke="{darker(ground)}"')
        drawn += text(label(name)[:40], 120, 179, 32, "#1b1f24", 164)
    return drawn


def edges(name: str, colour: str | None = None) -> str:
    """Bands in the colour of a back along both sides of a face, for cards that differ by nothing else."""
    return "".join(box(at, 10, 10, HIGH - 20, 4, f'fill="{_ground(name, colour)}"') for at in (3, WIDE - 13))


def _ground(name: str, colour: str | None) -> str:
    return colour or COLOURS.get(folded(name)) or (_by_name(name) if name else PLAIN)


def _by_name(name: str) -> str:
    return TINTS[crc32(folded(name).encode("utf-8", "replace")) % len(TINTS)]


def _lattice() -> str:
    """Crossing lines within the frame."""
    left, top = _INSET + 8, _INSET + 8
    right, bottom = WIDE - left, HIGH - top
    drawn = []
    for start in range(-(bottom - top), right - left, 2 * _STEP):
        # From the left or the upper side down to the right, and mirrored.
        x, y = (left + start, top) if start >= 0 else (left, top - start)
        length = min(right - x, bottom - y)
        drawn.append(f"M{x} {y}l{length} {length}M{WIDE - x} {y}l-{length} {length}")
    return "".join(drawn)
