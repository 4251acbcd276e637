"""The look of a kind of card: the values of its attributes, turned into what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.faces.hints import Hints
from croupier.faces.roles import BACK, Attributes, Roles
from croupier.faces.suits import Suit, suits_of
from croupier.faces.symbols import MARKS, NAMES, TINTS
from croupier.faces.words import (
    COLOURS,
    COURTS,
    FACES,
    FILLS,
    INITIALS,
    SHAPES,
    SHORT,
    SIGNS,
    folded,
    label,
    number_of,
)

_FRENCH_COURTS = {11: "JACK", 12: "QUEEN", 13: "KING", 14: "ACE", 1: "ACE"}
_FILLS = ("open", "striped", "solid")
_SHAPES = ("lozenge", "wave", "oval", "star", "circle", "triangle", "square", "plus", "hexagon", "drop")


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour, and the mark that says the same to those who do not see it."""

    colour: str
    mark: str
    value: str


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that a face shows."""

    suit: Suit | None = None
    suit_word: str = ""
    number: int | None = None
    """From 1 to 10 as pips, if there is a suit."""
    court: str = ""
    """`KING` and the like."""
    index: str = ""
    """The text of the corner."""
    sign: str = ""
    """A symbol instead of it."""
    word: str = ""
    """The index in words, where it is neither a number nor a court."""
    colour: Paint | None = None
    tint: Paint | None = None
    shape: str = ""
    fill: str = "solid"
    group: str = ""
    """What the tint is of, where that differs: hazard, remedy, safety."""
    group_number: int = 0
    captions: tuple[str, ...] = ()
    ink: str = ""
    """The colour that the game states for one of its values, where neither colour nor tint has it."""


class Looks:
    """How the values of a deck look."""

    def __init__(
        self, cards: Sequence[Attributes], roles: Roles, hints: Hints, contrast: bool = False
    ) -> None:
        self.roles, self.hints = roles, hints
        values: dict[str, list[str]] = {}
        for card in cards:
            for key, value in card.items():
                known = values.setdefault(key, [])
                if value and value not in known:
                    known.append(value)
        self._values = values
        self._suits: Mapping[str, Suit] = (
            suits_of(values[roles.suit], contrast) if roles.suit is not None else {}
        )
        self._colours = self._paints((roles.colour,)) if roles.colour is not None else {}
        self._tints = self._paints(roles.tint)
        numbers = [number_of(v) for key in roles.index for v in values[key]]
        whole = [number for number in numbers if number is not None]
        self._from_zero = bool(whole) and min(whole) == 0
        # Ranks from 1 to 13 of French cards are ace to king.
        french = bool(self._suits) and any(suit.french for suit in self._suits.values())
        self._numbered = french and bool(whole) and len(whole) == len(numbers) and max(whole) in (13, 14)

    def _paints(self, keys: Sequence[str]) -> dict[str, Paint]:
        """The colours and marks of all values of some attributes."""
        found: dict[str, Paint] = {}
        for key in keys:
            letters = all(folded(value) in INITIALS for value in self._values[key])
            for value in self._values[key]:
                if value in found:
                    continue
                at = len(found)
                tint = TINTS[at % len(TINTS)]
                word = INITIALS[folded(value)] if letters else folded(value)
                colour = self.hints.colours.get((key, value)) or COLOURS.get(word) or tint
                sign = self.hints.signs.get((key, value), "") or SIGNS.get(folded(value), "")
                mark = sign if sign in NAMES else MARKS[at % len(MARKS)]
                found[value] = Paint(colour, mark, value)
        return found

    def look(self, card: Attributes, extra: Sequence[str] = ()) -> Look:
        """The look of a card, with further attributes as captions."""
        roles = self.roles
        suit = card.get(roles.suit, "") if roles.suit is not None else ""
        colour = card.get(roles.colour, "") if roles.colour is not None else ""
        number, court, index, sign, word = self._index(card)
        group, tint = next(((key, card[key]) for key in roles.tint if card.get(key)), ("", ""))
        if tint and not index and not sign:
            index, sign = self._short(group, tint), self._sign(group, tint)
        captions = [label(card[key]) for key in roles.captions if card.get(key)]
        captions += [f"{label(key or 'back')} {label(card.get(key) or '–')}" for key in extra]
        if not index and not sign and roles.captions:
            # A name that is a number, or a short sign, is the best index there is.
            for key in roles.captions:
                if card.get(key) and (number_of(card[key]) is not None or len(card[key]) <= 2):
                    index = self._short(key, card[key])
                    captions.remove(label(card[key]))
                    break
        if len(roles.index) > 1 and not card.get(roles.index[0]):
            captions += [label(key) for key in roles.index[1:] if card.get(key)]
        return Look(
            suit=self._suits.get(suit),
            suit_word=suit,
            number=number,
            court=court,
            index=index,
            sign=sign,
            word=word,
            colour=self._colours.get(colour),
            tint=self._tints.get(tint),
            shape=self._shape(card),
            fill=self._fill(card),
            group=label(group) if len(roles.tint) > 1 else "",
            group_number=roles.tint.index(group) if group in roles.tint else 0,
            captions=tuple(captions),
            ink=next((c for pair, c in self.hints.colours.items() if pair in card.items()), ""),
        )

    def _index(self, card: Attributes) -> tuple[int | None, str, str, str, str]:
        """The number, the court, the text, the symbol and the word of a card's corner."""
        roles = self.roles
        if roles.sum:
            total = sum(number_of(card[key]) or 0 for key in roles.sum if card.get(key))
            return total, "", str(total), "", ""
        key, value = next(((key, card[key]) for key in roles.index if card.get(key)), ("", ""))
        word, number = folded(value), number_of(value)
        if self._numbered and number in _FRENCH_COURTS:
            word, number = _FRENCH_COURTS[number], None
        hinted = self.hints.signs.get((key, value))
        if not value or hinted:
            number = None
        elif word in ("ACE", "A"):
            return 1 if roles.suit is not None else None, "ACE", "A", "", ""
        elif word in FACES:
            return None, {"K": "KING", "Q": "QUEEN", "J": "JACK"}.get(word, word), COURTS[word], "", ""
        if number is None:
            return None, "", self._short(key, value), self._sign(key, value), label(value)
        # Numbers from 0 count shapes from 1.
        counted = number + 1 if self._from_zero and roles.shape is not None else number
        return counted, "", str(number), "", ""

    def _sign(self, key: str, value: str) -> str:
        """The symbol of a value, if it has one of its own."""
        hinted = self.hints.signs.get((key, value), "")
        if hinted:
            return hinted if hinted in NAMES else ""
        return SIGNS.get(folded(value), "")

    def _short(self, key: str, value: str) -> str:
        """A value for the corner: a number, a few characters, or the letter with which it begins."""
        hinted = self.hints.signs.get((key, value), "")
        if hinted:
            return "" if hinted in NAMES else hinted
        number = number_of(value)
        if number is not None:
            return str(number)
        word = folded(value)
        if word in COURTS or word in SHORT:
            return COURTS.get(word) or SHORT[word]
        if word in SIGNS:
            return ""
        # A word, however short, is better told by its letter and in full below.
        return (
            value
            if len(value) <= 2 or (len(value) == 3 and not value.isalpha())
            else label(value)[:1].upper()
        )

    def _shape(self, card: Attributes) -> str:
        key = self.roles.shape
        if key is None or not card.get(key):
            return ""
        value = card[key]
        hinted = self.hints.signs.get((key, value), "")
        known = SHAPES.get(folded(value), hinted if hinted in NAMES else "")
        return known or _SHAPES[self._values[key].index(value) % len(_SHAPES)]

    def _fill(self, card: Attributes) -> str:
        key = self.roles.fill
        if key is None or not card.get(key):
            return "solid"
        value = card[key]
        return FILLS.get(folded(value)) or _FILLS[self._values[key].index(value) % len(_FILLS)]

    def words(self, card: Attributes) -> str:
        """What a card is called when it is read aloud: `queen of hearts`."""
        roles = self.roles
        rank = next((card[key] for key in roles.index if card.get(key)), "")
        suit = card.get(roles.suit, "") if roles.suit is not None else ""
        if rank and suit:
            number = number_of(rank)
            court = _FRENCH_COURTS.get(number) if self._numbered and number is not None else None
            drawn = self._suits.get(suit)
            named = drawn.symbol if drawn is not None and drawn.known and len(suit) == 1 else label(suit)
            rest = [label(card[key]) for key in roles.captions if card.get(key)]
            return ", ".join([f"{label(court or rank).lower()} of {named.lower()}", *rest])
        if roles.sum:
            total = str(sum(number_of(card[key]) or 0 for key in roles.sum if card.get(key)))
            rest = [label(value) for key, value in card.items() if key not in roles.sum and key != BACK]
            return ", ".join([total, *rest])
        return ", ".join(self._word(key, value) for key, value in card.items() if value) or "card"

    def _word(self, key: str, value: str) -> str:
        """A value in words; the letter of a colour is told in full."""
        if key == self.roles.colour and all(folded(one) in INITIALS for one in self._values[key]):
            return label(INITIALS[folded(value)])
        return label(value)
