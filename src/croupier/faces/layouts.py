"""Faces drawn: pips, courts, coloured cards, shapes, and whatever else there is."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from croupier.faces.drawing import (
    HIGH,
    INK,
    PAPER,
    WIDE,
    box,
    breadth,
    darker,
    is_dark,
    legible,
    lines_of,
    sheet_of_paper,
    text,
)
from croupier.faces.look import Look, Paint
from croupier.faces.suits import Suit
from croupier.faces.symbols import LYING, symbol
from croupier.faces.words import label

_MIDDLE = WIDE / 2
_LEFT, _RIGHT = 82, WIDE - 82
_TOP, _BOTTOM = 66, HIGH - 66
_PIP = 52
"""Pips stay 56 from the sides: the index is there, and shows when cards overlap."""

_FRAME = (46, 50, 148, 236)
_ART = (420, 660)
"""The grid of the vendored courts."""

_PAINTS = (
    'fill="#f2b632"',
    'fill="#c8202f"',
    'fill="#3450b4"',
    'fill="#1b1f24"',
    'fill="none" stroke="#3450b4" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"',
    'fill="none" stroke="#3450b4" stroke-linecap="round" stroke-linejoin="round"',
)
_COURTS = {"JACK": "J", "KNAVE": "J", "QUEEN": "Q", "KING": "K"}


def face(look: Look, contrast: bool = False) -> str:
    """The inside of a face, in a box of 240 by 336; with contrast, no colour tells anything alone."""
    if look.shape:
        colour = look.colour or look.tint
        return sheet_of_paper() + _shapes(look, colour.mark if contrast and colour is not None else "")
    if look.suit is not None:
        paper = sheet_of_paper() if look.colour is None else _framed(look.colour.colour)
        return paper + _suited(look, look.suit)
    if look.colour is not None:
        return _coloured(look, look.colour)
    return sheet_of_paper() + _plain(look)


def _framed(colour: str) -> str:
    """Paper within a broad frame."""
    return box(
        4.5, 4.5, WIDE - 9, HIGH - 9, 16, f'fill="{PAPER}" stroke="{legible(colour)}" stroke-width="9"'
    )


def _corners(index: str, ink: str, mark: str = "", sign: str = "", shift: float = 0, paint: str = "") -> str:
    """The index or sign at the top left, with a mark below it, and the same turned at the bottom right."""
    drawn, paint = "", paint or f'fill="{ink}"'
    if index:
        long = breadth(index)
        # Two digits are set closer, so that a ten is as large as a nine; and nothing is wider than what shows
        # of a card that lies under another.
        size = min(60.0, 60 / max(long, 1)) if len(index) < 2 else min(56.0, (68 - shift) / long)
        tight = ' letter-spacing="-3"' if len(index) > 1 else ""
        x = max(29.0, 8 + (long * size - 3 * len(index)) / 2)
        drawn += text(index, x + shift, 50 + shift, size, ink, 80, more=tight)
    elif sign:
        drawn += symbol(sign, 30 + shift, 32 + shift, 40, paint)
    if mark and mark != sign:
        top = 80 if index or sign else 34
        drawn += symbol(mark, 29 + shift, top + shift, 34 if index or sign else 40, paint)
    return f'<g>{drawn}</g><g transform="rotate(180 120 168)">{drawn}</g>' if drawn else ""


def _captions(words: tuple[str, ...], y: float, ink: str, most: int = 3, width: float = 148) -> str:
    """Words in the middle, clear of both corners; the first line stands at the height."""
    drawn, used = "", 0
    for caption in words:
        longest = 11 if len(caption) <= 22 else 18
        for line in lines_of(caption, longest, 2):
            if used == most:
                return drawn
            drawn += text(line, _MIDDLE, y + 25 * used, 24 if len(line) <= 11 else 19, ink, width, weight=600)
            used += 1
    return drawn


def _caption_height(words: tuple[str, ...]) -> int:
    return min(3, sum(len(lines_of(word, 11 if len(word) <= 22 else 18, 2)) for word in words)) * 25


# Suits


def _suited(look: Look, suit: Suit) -> str:
    corner = _corners(look.index, suit.ink, suit.symbol, look.sign)
    if look.court in _COURTS and suit.french:
        return corner + _art(look, suit) + _captions(look.captions, 270, INK, 1)
    if look.number == 1 and not look.captions:
        return corner + symbol(suit.symbol, _MIDDLE, 168, 128, f'fill="{suit.ink}"')
    if look.number is not None and 1 <= look.number <= 10 and not look.captions:
        return corner + _pips(look.number, suit)
    if look.court and look.number is None and look.index:
        return corner + _lettered(look, suit)
    big = look.index or (label(look.suit_word) if not look.sign else "")
    words = look.captions if look.index or look.sign else ()
    if not suit.known and look.index:
        words = (label(look.suit_word), *words)
    drawn = symbol(suit.symbol, _MIDDLE, 88, 54, f'fill="{suit.ink}"')
    if look.word and (look.sign or len(look.index) < len(look.word)):
        words = (look.word, *words)
    if look.sign:
        drawn = symbol(look.sign, _MIDDLE, 152, 112, f'fill="{suit.ink}"')
    else:
        drawn += text(big, _MIDDLE, 214, 124, suit.ink, 160)
    return corner + drawn + _captions(words, 250, suit.ink)


def _pips(number: int, suit: Suit) -> str:
    """Pips in the usual places."""
    ends = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}.get(number, 0)
    places: list[tuple[float, float]] = []
    for row in range(ends):
        y = _TOP + (_BOTTOM - _TOP) * row / (ends - 1)
        places += [(_LEFT, y), (_RIGHT, y)]
    step = (_BOTTOM - _TOP) / 2
    middle: dict[int, tuple[float, ...]] = {
        1: (168,), 2: (_TOP, _BOTTOM), 3: (_TOP, 168, _BOTTOM), 5: (168,), 7: (_TOP + step / 2,),
        8: (_TOP + step / 2, _BOTTOM - step / 2), 9: (168,),
        10: (_TOP + step / 3, _BOTTOM - step / 3),
    }  # fmt: skip
    places += [(_MIDDLE, y) for y in middle.get(number, ())]
    paint = f'fill="{suit.ink}"'
    return "".join(symbol(suit.symbol, x, y, _PIP, paint, turned=y > 169) for x, y in places)


@cache
def _courts() -> dict[str, list[str]]:
    """The vendored art: six paths for each court (see COURTS.md)."""
    text_ = (files("croupier.faces") / "courts.json").read_text(encoding="utf-8")
    found: dict[str, list[str]] = json.loads(text_)
    return found


def _art(look: Look, suit: Suit) -> str:
    x, y, wide, high = _FRAME
    name = _COURTS[look.court] + suit.symbol[0].upper()
    paths = "".join(f'<path {paint} d="{d}"/>' for paint, d in zip(_PAINTS, _courts()[name], strict=True))
    scale = f"scale({wide / _ART[0]:.4f} {high / _ART[1]:.4f})"
    # An id names all that there is to it, so that the same one twice on a page does no harm.
    return (
        f'<g id="croupier-court-{name}"><g transform="translate({x} {y}) {scale}">{paths}</g>'
        + symbol(suit.symbol, x + 22, y + 22, 30, f'fill="{suit.ink}"')
        + f'</g><use href="#croupier-court-{name}" transform="rotate(180 120 168)"/>'
        + box(x, y, wide, high, 0, 'fill="none" stroke="#3450b4" stroke-width="2"')
    )


def _lettered(look: Look, suit: Suit) -> str:
    """Our own courts: a frame with a large letter, the suit above and the word below."""
    x, y, wide, high = _FRAME
    word = label(look.court)
    field = f'fill="{suit.ink}" fill-opacity=".1" stroke="{suit.ink}" stroke-width="2.5"'
    drawn = box(x, y, wide, high, 8, field)
    drawn += box(x + 7, y + 7, wide - 14, high - 14, 4, f'fill="none" stroke="{suit.ink}" stroke-width="1.2"')
    drawn += symbol(suit.symbol, _MIDDLE, 92, 50, f'fill="{suit.ink}"')
    drawn += text(look.index, _MIDDLE, 210, 112, suit.ink, 120)
    return drawn + _captions((word, *look.captions), 248, suit.ink, 2, 128)


# Colours


def _coloured(look: Look, paint: Paint) -> str:
    """A coloured card with a light oval, as in many games of colours and numbers."""
    colour = paint.colour
    light = not is_dark(colour)
    on_colour = INK if light else "#ffffff"
    ink = legible(colour)
    drawn = (
        sheet_of_paper()
        + box(
            9,
            9,
            WIDE - 18,
            HIGH - 18,
            11,
            f'fill="{colour}" stroke="{darker(colour, 0.3)}" stroke-width="1.5"',
        )
        + f'<ellipse cx="120" cy="168" rx="84" ry="126" transform="rotate(24 120 168)" fill="{PAPER}"/>'
    )
    drawn += _corners(look.index, on_colour, paint.mark, look.sign, 5)
    words = (look.word, *look.captions) if look.word and look.word != look.index else look.captions
    if not look.index and not look.sign:
        words = (label(paint.value), *words)
        drawn += symbol(paint.mark, _MIDDLE, 146, 92, f'fill="{ink}"')
        return drawn + _captions(words, 228, ink, 2, 128)
    middle = 168 - _caption_height(words) / 2
    if look.sign:
        drawn += symbol(look.sign, _MIDDLE, middle, 96, f'fill="{ink}"')
        middle += 14
    else:
        size = 140 if len(look.index) < 2 else 116
        drawn += text(look.index, _MIDDLE, middle + size * 0.36, size, ink, 146)
    return drawn + _captions(words, middle + 66, ink, 2, 104)


# Shapes


def _shapes(look: Look, mark: str) -> str:
    """As many shapes as the number, and no corners but a mark of the colour, if there is to be one."""
    count = look.number if look.number is not None and 1 <= look.number <= 5 else 1
    colour = look.colour or look.tint
    ink = legible(colour.colour) if colour is not None else INK
    shown = look.number if look.number is not None and not 1 <= look.number <= 5 else None
    high = {1: 78.0, 2: 78.0, 3: 78.0, 4: 62.0, 5: 52.0}[count]
    step = {1: 0.0, 2: 104.0, 3: 98.0, 4: 74.0, 5: 60.0}[count]
    top = 168 - step * (count - 1) / 2 - (14 if look.captions else 0)
    paint, defs = f'fill="{ink}" stroke="{ink}" stroke-width="5"', ""
    if look.fill == "open":
        paint = f'fill="none" stroke="{ink}" stroke-width="5"'
    elif look.fill == "striped":
        name = f"croupier-stripes-{ink[1:]}"
        defs = (
            f'<defs><pattern id="{name}" width="9" height="9" patternUnits="userSpaceOnUse">'
            f'<rect width="3" height="9" fill="{ink}"/></pattern></defs>'
        )
        paint = f'fill="url(#{name})" stroke="{ink}" stroke-width="5"'
    drawn = defs
    size = 140 if look.shape in LYING else high * 1.15
    for at in range(count):
        drawn += symbol(look.shape, _MIDDLE, top + step * at, size * high / 78, paint)
    if mark:
        drawn += _corners("", ink, mark)
    if shown is not None:
        drawn += _corners(str(shown), ink)
    return drawn + _captions(look.captions, 290, ink, 1)


# All others


def _plain(look: Look) -> str:
    """A large index or sign and the words, in the colour of its tint."""
    tint = look.tint
    ink = legible(tint.colour if tint is not None else look.ink or INK)
    words = look.captions
    if look.word and look.word != look.index:
        words = (look.word, *words)
    if tint is not None and label(tint.value) != look.index:
        # A name comes before the class that it is of.
        words = (*words[:1], label(tint.value), *words[1:]) if look.captions else (label(tint.value), *words)
    if look.court:
        words = (*words, label(look.court))
    index = look.index
    if not index and not look.sign and tint is None and words:
        index = words[0][:1].upper() if len(words[0]) > 4 else ""
    mark = tint.mark if tint is not None else ""
    drawn = _corners(index, ink, mark, look.sign, paint=_styled(look, ink))
    banner = _banner(look, ink)
    top = 36 if banner else 0
    height = _caption_height(words)
    middle = 168 + top / 2 - height / 2
    if look.sign or (
        tint is not None and look.number is None and not (look.index[1:] or look.index.isdigit())
    ):
        drawn += symbol(look.sign or mark, _MIDDLE, middle, 104, _styled(look, ink))
        below = middle + 84
    elif look.index:
        size = 150 if len(look.index) < 3 else 116
        if tint is not None:
            drawn += symbol(mark, _MIDDLE, middle - 62, 44, f'fill="{ink}"')
            middle += 24
        drawn += text(look.index, _MIDDLE, middle + size * 0.36, size, ink, 210)
        below = middle + size * 0.36 + 42
    else:
        long = words[0] if words else "Card"
        lines = lines_of(long, 12, 4)
        size = 40 if max(map(breadth, lines)) <= 4.6 else 30
        start = 168 + top / 2 - (len(lines) - 1) * size * 0.55
        for at, line in enumerate(lines):
            drawn += text(line, _MIDDLE, start + at * size * 1.1, size, ink, 178)
        return drawn + banner + _captions(words[1:], start + len(lines) * size * 1.1 + 6, ink, 2)
    return drawn + banner + _captions(words, below, ink)


def _styled(look: Look, ink: str) -> str:
    """How the sign of a group is painted: full, as an outline, or pale within one."""
    if not look.group or look.group_number % 3 == 0:
        return f'fill="{ink}"'
    pale = ' fill-opacity=".3"' if look.group_number % 3 == 2 else ""
    return f'fill="{ink if pale else "none"}"{pale} stroke="{ink}" stroke-width="11"'


def _banner(look: Look, ink: str) -> str:
    """The group of a card as a band across its top: full, framed, or in between."""
    if not look.group:
        return ""
    x, y, wide, high = 54, 18, 132, 38
    style = (
        (f'fill="{ink}"', "#ffffff"),
        (f'fill="none" stroke="{ink}" stroke-width="3"', ink),
        (f'fill="{ink}" fill-opacity=".16" stroke="{ink}" stroke-width="1.5"', ink),
    )[look.group_number % 3]
    return box(x, y, wide, high, 19, style[0]) + text(look.group, _MIDDLE, y + 27, 22, style[1], wide - 20)
