"""Suits: French, Latin, German and Swiss ones with their signs and inks, and any others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.faces.symbols import MARKS, TINTS
from croupier.faces.words import folded

RED, BLACK = "#c8202f", "#1b1f24"

_FRENCH = {
    "hearts": ("HEARTS", "HEART", "H", "♥", "♡"),
    "diamonds": ("DIAMONDS", "DIAMOND", "D", "♦", "♢"),
    "clubs": ("CLUBS", "CLUB", "C", "♣", "♧"),
    "spades": ("SPADES", "SPADE", "S", "♠", "♤"),
}
_LATIN = {
    "coins": ("COINS", "COIN", "PENTACLES", "DISKS", "DENARI", "OROS", "GOLDS"),
    "cups": ("CUPS", "CUP", "CHALICES", "COPPE", "COPAS"),
    "swords": ("SWORDS", "SWORD", "SPADE", "ESPADAS"),
    "batons": ("BATONS", "BATON", "CLUBS", "WANDS", "STAVES", "RODS", "BASTONI", "BASTOS"),
}
_GERMAN = {
    "acorns": ("ACORNS", "ACORN", "EICHEL", "EICHELN"),
    "leaves": ("LEAVES", "LEAF", "LAUB", "GRÜN", "BLATT"),
    "hearts": ("HEARTS", "HEART", "HERZ"),
    "bells": ("BELLS", "BELL", "SCHELLEN", "SCHELLE"),
    "shields": ("SHIELDS", "SHIELD", "SCHILTEN"),
    "roses": ("ROSES", "ROSE", "ROSEN"),
}
_INKS = {
    "hearts": RED, "diamonds": RED, "clubs": BLACK, "spades": BLACK, "coins": "#a86f08", "cups": "#a81e2c",
    "swords": "#1f4fa8", "batons": "#1d6b35", "acorns": "#6b4a12", "leaves": "#1d7a35", "bells": "#a87b00",
    "shields": "#1f4fa8", "roses": "#b3285a",
}  # fmt: skip
_FOUR_COLOURS = {"diamonds": "#1d5fc4", "clubs": "#1b7a36"}


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit as it is drawn."""

    symbol: str
    ink: str
    french: bool = False
    """Whether its courts are those of French cards."""
    known: bool = True
    """Whether its sign says its name."""


def is_suited(key: str, column: Sequence[str]) -> bool:
    """Whether an attribute is a suit: by its name, or because its values are suits.

    >>> is_suited("SUIT", ["STARS", "MOONS"]), is_suited("SIGN", ["♥", "♠"]), is_suited("RANK", ["A", "C"])
    (True, True, False)
    """
    values = {folded(value) for value in column if value}
    if folded(key) in ("SUIT", "SUITS"):
        return 2 <= len(values) <= len(MARKS)
    return len(values) >= 2 and any(
        # Single letters are too many other things.
        all(any(value in names and len(value.encode()) > 1 for names in family.values()) for value in values)
        for family in (_FRENCH, _LATIN, _GERMAN)
    )


def suits_of(values: Sequence[str], contrast: bool = False) -> Mapping[str, Suit]:
    """The suits that some values are."""
    words = {value: folded(value) for value in values}
    family = _family(list(words.values()))
    inks = _INKS | _FOUR_COLOURS if contrast and family is _FRENCH else _INKS
    found: dict[str, Suit] = {}
    strange = 0
    for value, word in words.items():
        symbol = next((name for name, names in family.items() if word in names), None)
        if symbol is not None:
            found[value] = Suit(symbol, inks[symbol], family is _FRENCH)
        else:
            # Behind the signs that a deck has anyway, such as the trumps of Tarot.
            mark = MARKS[(strange + 4) % len(MARKS)]
            found[value] = Suit(mark, TINTS[(strange + 3) % len(TINTS)], known=False)
            strange += 1
    return found


def _family(words: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The family that most of the suits are of; the French one if that is no help."""

    def fitting(family: Mapping[str, tuple[str, ...]]) -> int:
        return sum(any(word in names for names in family.values()) for word in words)

    return max((_FRENCH, _LATIN, _GERMAN), key=fitting)
