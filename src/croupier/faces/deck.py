"""All the faces of a deck: its kinds in, drawings out.

>>> faces = DeckFaces([Kind({"SUIT": "HEARTS", "RANK": "QUEEN"}), Kind({"SUIT": "SPADES", "RANK": "TWO"})])
>>> faces.roles.text, faces.words(0)
('suit SUIT, index RANK', 'queen of hearts')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from croupier.faces.backs import back, edges
from croupier.faces.drawing import FONT, HIGH, WIDE, clean
from croupier.faces.hints import Hints
from croupier.faces.layouts import face
from croupier.faces.look import Look, Looks
from croupier.faces.roles import BACK, Attributes, Roles, roles_of
from croupier.faces.symbols import shared

LETTERING = f'font-family="{FONT}" text-anchor="middle"'
"""The attributes that every drawing with faces in it must have around them."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards that look alike: their attributes, and their back."""

    attributes: Mapping[str, str] = field(default_factory=dict)
    back: str = ""


class DeckFaces:
    """The faces and backs of the kinds of cards of one game.

    With contrast, the suits have four colours and every colour has a mark.
    """

    def __init__(self, kinds: Sequence[Kind], hints: Hints | None = None, *, contrast: bool = False) -> None:
        self.kinds = tuple(kinds)
        self.hints = hints or Hints()
        self.contrast = contrast
        self._cards = self._printed()
        self.roles: Roles = roles_of(self._cards, self.hints)
        self._looks = Looks(self._cards, self.roles, self.hints, contrast)

    def _printed(self) -> list[Attributes]:
        """The attributes of the kinds; with their backs, if some differ by nothing else."""
        plain: list[Attributes] = [kind.attributes for kind in self.kinds]
        if len({tuple(sorted(card.items())) for card in plain}) == len(plain):
            return plain
        return [{BACK: kind.back, **kind.attributes} for kind in self.kinds]

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The inside of every face by kind; all of them are different."""
        drawn = [self._face(card) for card in self._cards]
        for alike in _groups(drawn):
            keys = self._telling(alike)
            for kind in alike:
                drawn[kind] = self._face(self._cards[kind], keys)
        for alike in _groups(drawn):
            # Equal in all that fits on a card: they are numbered.
            for number, kind in enumerate(alike, start=1):
                drawn[kind] = self._face({**self._cards[kind], "no.": str(number)}, ("no.",))
        for number, (kept, card) in enumerate(zip(self.kinds, self._cards, strict=True)):
            # The middle says it in words, but under another card only the edge is seen.
            if kept.back and BACK in card:
                drawn[number] += edges(kept.back, self.hints.backs.get(kept.back))
        return tuple(drawn)

    def _face(self, card: Attributes, extra: Sequence[str] = ()) -> str:
        return face(self._looks.look(card, extra), self.contrast)

    def _telling(self, alike: Sequence[int]) -> tuple[str, ...]:
        """The attributes in which kinds differ that look alike."""
        keys = dict.fromkeys(key for kind in alike for key in self._cards[kind])
        return tuple(key for key in keys if len({self._cards[kind].get(key, "") for kind in alike}) > 1)

    @cached_property
    def backs(self) -> tuple[str, ...]:
        """The names of all backs."""
        return tuple(dict.fromkeys(kind.back for kind in self.kinds)) or ("",)

    def back(self, name: str) -> str:
        """The inside of a back."""
        return back(name, self.hints.backs.get(name), named=len(self.backs) > 1)

    def look(self, kind: int) -> Look:
        """Everything that the face of a kind shows."""
        return self._looks.look(self._cards[kind], ())

    def words(self, kind: int) -> str:
        """What a kind of card is called when it is read aloud."""
        return self._looks.words(self._cards[kind])

    def svg(self, kind: int, width: int = 120) -> str:
        """The face of a kind as a drawing of its own."""
        return card_svg(self.faces[kind], self.words(kind), width)

    def back_svg(self, name: str = "", width: int = 120) -> str:
        """A back as a drawing of its own."""
        return card_svg(self.back(name), f"back {name}".strip(), width)

    def symbols(self, kinds: Iterable[int], prefix: str = "") -> str:
        """Faces as symbols for `<use href="#PREFIXk7">`, and all backs as `#PREFIXb0`, `#PREFIXb1`, …

        Whatever is drawn several times, such as the pips of a suit, is there once.
        """
        named = [(f"{prefix}k{kind}", self.faces[kind]) for kind in sorted(set(kinds))]
        named += [(f"{prefix}b{number}", self.back(name)) for number, name in enumerate(self.backs)]
        drawn = "".join(
            f'<symbol id="{clean(name)}" viewBox="0 0 {WIDE} {HIGH}" text-anchor="middle">{inside}</symbol>'
            for name, inside in named
        )
        return shared(drawn, prefix)


def card_svg(inside: str, words: str, width: int) -> str:
    """A card as a drawing of its own."""
    height = round(width * HIGH / WIDE)
    title = clean(words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{title}" {LETTERING}>'
        f"<title>{title}</title>{inside}</svg>"
    )


def _groups(drawn: Sequence[str]) -> list[list[int]]:
    """The kinds with equal drawings, where there are several."""
    found: dict[str, list[int]] = {}
    for kind, drawing in enumerate(drawn):
        found.setdefault(drawing, []).append(kind)
    return [alike for alike in found.values() if len(alike) > 1]
