"""The values of attributes as people read them: numbers, courts, colours, shapes, fills, words."""

from __future__ import annotations

import re

_UNITS = [
    "ZERO",
    "ONE",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "ELEVEN",
    "TWELVE",
    "THIRTEEN",
    "FOURTEEN",
    "FIFTEEN",
    "SIXTEEN",
    "SEVENTEEN",
    "EIGHTEEN",
    "NINETEEN",
]
_TENS = ["TWENTY", "THIRTY", "FORTY", "FIFTY", "SIXTY", "SEVENTY", "EIGHTY", "NINETY"]
_ORDINALS = [
    "FIRST",
    "SECOND",
    "THIRD",
    "FOURTH",
    "FIFTH",
    "SIXTH",
    "SEVENTH",
    "EIGHTH",
    "NINTH",
    "TENTH",
    "ELEVENTH",
    "TWELFTH",
    "THIRTEENTH",
]
_NUMBERS = {word: number for number, word in enumerate(_UNITS)}
_NUMBERS |= {word: 10 * number for number, word in enumerate(_TENS, start=2)}
_NUMBERS |= {word: number for number, word in enumerate(_ORDINALS, start=1)}
_NUMBERS |= {"HUNDRED": 100, "THOUSAND": 1000}
_PREFIXED = re.compile(r"[A-Z]?[_ ]?(-?\d{1,6})(?:ST|ND|RD|TH)?")
_SPLIT = re.compile(r"[_\s-]+")

COURTS = {
    "ACE": "A", "KING": "K", "QUEEN": "Q", "JACK": "J", "KNAVE": "J", "KNIGHT": "N", "CAVALIER": "C", "PAGE": "P",
    "VALET": "V", "OBER": "O", "UNTER": "U", "KÖNIG": "K", "DAUS": "A", "DEUCE": "A", "REY": "R", "CABALLO": "C",
    "SOTA": "S", "FANTE": "F", "CAVALLO": "C", "RE": "R", "A": "A", "K": "K", "Q": "Q",
    "J": "J",
}  # fmt: skip
"""The letter in the corner of cards that have no number."""

FACES = frozenset(COURTS) - {"ACE", "A", "DAUS", "DEUCE"}
"""Those of them that show somebody."""

COLOURS = {
    "RED": "#c8202f", "YELLOW": "#edb200", "GREEN": "#1d8a3c", "BLUE": "#1f62c4", "WHITE": "#f4f0e4",
    "BLACK": "#23282f", "ORANGE": "#e0680a", "PURPLE": "#7436b5", "VIOLET": "#7436b5", "PINK": "#e2599c",
    "BROWN": "#7a4a21", "GREY": "#7d8590", "GRAY": "#7d8590", "GOLD": "#c79a1c", "SILVER": "#aab2bd",
    "BRONZE": "#9c6a3c", "COPPER": "#b4632f", "CYAN": "#0f97ad", "TURQUOISE": "#12998c", "TEAL": "#0c7d77",
    "MAGENTA": "#c02184", "INDIGO": "#3d3aa8", "LIME": "#7fb41c", "OLIVE": "#77772a", "MAROON": "#7b1f2c",
    "NAVY": "#1e2f66", "BEIGE": "#dfcfae", "CREAM": "#f1e6c5", "CRIMSON": "#a3142d", "SCARLET": "#d12a1c",
    "AMBER": "#e39a08", "GINGER": "#c2571a", "TAN": "#c29a6b", "LAVENDER": "#a793d8", "AZURE": "#2b86d9",
    "EMERALD": "#11845a", "RUBY": "#a8123e", "SAPPHIRE": "#1b489f", "IVORY": "#f3eedb",
}  # fmt: skip
"""Colours by name. They differ in lightness too, where decks have them side by side."""

INITIALS = {
    "R": "RED", "Y": "YELLOW", "G": "GREEN", "B": "BLUE", "W": "WHITE", "K": "BLACK", "O": "ORANGE", "P": "PURPLE",
    "V": "VIOLET",
}  # fmt: skip
"""Colours by a letter, where all colours of a deck are letters."""

SHAPES = {
    "OVAL": "oval", "PILL": "oval", "CAPSULE": "oval", "WAVE": "wave", "SQUIGGLE": "wave", "TILDE": "wave",
    "DIAMOND": "lozenge", "RHOMBUS": "lozenge", "LOZENGE": "lozenge", "CIRCLE": "circle", "DISC": "circle",
    "SQUARE": "square", "TRIANGLE": "triangle", "STAR": "star", "CROSS": "plus", "PLUS": "plus",
    "HEXAGON": "hexagon", "DROP": "drop", "RING": "ring", "RECTANGLE": "rectangle", "HEART": "heart",
    "CRESCENT": "crescent", "MOON": "crescent",
}  # fmt: skip
"""Shapes by name, as `symbols` calls them."""

FILLS = {
    "OPEN": "open", "EMPTY": "open", "OUTLINE": "open", "OUTLINED": "open", "HOLLOW": "open", "CLEAR": "open",
    "STRIPED": "striped", "STRIPES": "striped", "SHADED": "striped", "HATCHED": "striped",
    "SOLID": "solid", "FILLED": "solid", "FULL": "solid",
}  # fmt: skip

SIGNS = {
    "SKIP": "no", "BLOCK": "no", "REVERSE": "reverse", "WILD": "wild", "WILDCARD": "wild", "WAGER": "coin",
    "STOP": "halt", "GO": "go", "COIN": "coin", "JOKER": "star", "FOOL": "star", "EXCUSE": "star",
}  # fmt: skip
"""Words that have a sign of their own, as `symbols` calls it."""

SHORT = {
    "DRAW_TWO": "+2", "DRAW2": "+2", "DRAW_2": "+2", "PLUS_TWO": "+2", "DRAW_FOUR": "+4", "WILD_DRAW_FOUR": "+4",
    "WILD_DRAW_4": "+4", "DRAW_FOUR_WILD": "+4", "DRAW_4": "+4", "DRAW4": "+4", "WILD4": "+4", "PLUS_FOUR": "+4", "DRAW_ONE": "+1",
}  # fmt: skip
"""Words that have a short form of their own."""


def folded(value: str) -> str:
    """A value as the tables of this module spell it.

    >>> folded("draw two"), folded("Flat-Tire")
    ('DRAW_TWO', 'FLAT_TIRE')
    """
    return _SPLIT.sub("_", value.strip()).upper()


def number_of(value: str) -> int | None:
    """The number that a value is, if it is one.

    >>> [number_of(word) for word in ("SEVEN", "N12", "FORTY_TWO", "third", "QUEEN")]
    [7, 12, 42, 3, None]
    """
    word = folded(value)
    match = _PREFIXED.fullmatch(word)
    if match is not None:
        return int(match[1])
    total = 0
    for part in word.split("_"):
        if part not in _NUMBERS:
            return None
        number = _NUMBERS[part]
        total = max(total, 1) * number if number in (100, 1000) else total + number
    return total


def label(value: str) -> str:
    """A value in words, as it is printed on a card.

    >>> label("FLAT_TIRE"), label("McCoy")
    ('Flat tire', 'McCoy')
    """
    words = " ".join(value.replace("_", " ").split())
    return words.capitalize() if words.isupper() and len(words) > 1 else words
