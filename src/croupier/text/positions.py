"""Positions as editors count them: lines from 0, columns in UTF-16 units, both ways."""

from __future__ import annotations

import re
from bisect import bisect_right

_ENDS = re.compile(r"\r\n|\r|\n")


class Positions:
    r"""Offsets into a text against lines and UTF-16 columns.

    Editors end lines at ``\n``, ``\r\n`` and a lone ``\r``. A position beyond a line means its end, one
    beyond the text the end of the text.

    >>> positions = Positions("a\n♠𝄞b")
    >>> positions.at(5), positions.offset(1, 3)
    ((1, 4), 4)
    >>> positions.offset(1, 99), positions.offset(7, 0)
    (5, 5)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        self.ends: list[int] = []
        for match in _ENDS.finditer(text):
            self.ends.append(match.start())
            self.starts.append(match.end())
        self.ends.append(len(text))
        self.plain = text.isascii()

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the UTF-16 column of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        column = offset - self.starts[line]
        if not self.plain:
            column += _wide(self.text, self.starts[line], offset)
        return line, column

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a UTF-16 column; inside of a character, the offset before it."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[line], self.ends[line]
        if self.plain or self.text[start:end].isascii():
            return min(start + max(0, column), end)
        at, left = start, column
        while at < end:
            left -= 2 if self.text[at] > "\uffff" else 1
            if left < 0:
                break
            at += 1
        return at


def _wide(text: str, start: int, end: int) -> int:
    """The number of characters that take two UTF-16 units."""
    piece = text[start:end]
    return 0 if piece.isascii() else sum(c > "\uffff" for c in piece)
