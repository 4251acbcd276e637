"""What a terminal can show: its width, whether it has colours, and whether it knows more than ASCII."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from croupier.text.shown import painted

MIN_WIDTH = 40

_ASCII = str.maketrans(
    {"♥": "H", "♦": "D", "♣": "C", "♠": "S", "─": "-", "·": "-", "…": "...", "→": "->", "’": "'", "–": "-"}
)
_RED_CARD = re.compile(r"[♥♦](?:10|[2-9AKQJ])")
_BLACK_CARD = re.compile(r"[♣♠](?:10|[2-9AKQJ])")
_HIDDEN = re.compile(r"\b\d+ hidden\b")
_RED, _BOLD, _DIM = "31", "1", "2"


@dataclass(frozen=True, slots=True)
class Style:
    """How to write on a terminal.

    >>> Style(40, utf8=False).line("♥Q is yours")
    'HQ is yours'
    """

    width: int = 80
    colour: bool = False
    utf8: bool = True

    def line(self, text: str, *, heading: bool = False) -> str:
        """One line as the terminal can show it."""
        if self.colour:
            text = painted(text, _BOLD) if heading else _coloured(text)
        return text if self.utf8 else text.translate(_ASCII).encode("ascii", "replace").decode()

    def heading(self, text: str) -> list[str]:
        """A line that stands out."""
        return [self.line(part, heading=True) for part in self._wrapped(text, "")]

    def rule(self) -> str:
        """A line from edge to edge."""
        return self.line("─" * self.width)

    def paragraph(self, text: str, first: str = "", rest: str | None = None) -> list[str]:
        """A text over as many lines as it needs, the later ones indented as the first, or as `rest` says."""
        indent = " " * len(first) if rest is None else rest
        return [self.line(part) for part in self._wrapped(text, first, indent)]

    def columns(self, texts: Iterable[str], most: int) -> list[str]:
        """Short texts side by side, down each column, if they would otherwise take more lines than `most`."""
        items = list(texts)
        widest = max(map(len, items), default=0)
        # A dash of ASCII may be longer than the sign it stands for, so leave some room.
        number = max(1, min(self.width // (widest + 3), -(-len(items) // most)))
        if number == 1:
            return [
                part
                for text in items
                for part in self.paragraph(
                    text, rest=" " * (text.find("  ", 3) + 2 if "  " in text[3:] else 5)
                )
            ]
        height = -(-len(items) // number)
        rows = [items[row::height] for row in range(height)]
        return [self.line("".join(f"{text:<{widest + 3}}" for text in row).rstrip()) for row in rows]

    def _wrapped(self, text: str, first: str, rest: str = "") -> list[str]:
        if not self.utf8:
            # What stands for one sign in ASCII may be longer: it is to fit as well.
            text = text.replace("…", "...").replace("→", "->")
        return textwrap.wrap(
            text, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        ) or [first.rstrip()]


def _coloured(text: str) -> str:
    text = _RED_CARD.sub(lambda card: painted(card[0], _RED), text)
    text = _BLACK_CARD.sub(lambda card: painted(card[0], _BOLD), text)
    return _HIDDEN.sub(lambda backs: painted(backs[0], _DIM), text)
