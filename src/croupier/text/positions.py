"""Positions as editors count them: lines from 0, columns in UTF-16 units unless agreed otherwise."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable

_ENDS = re.compile(r"\r\n|\r|\n")
_UNITS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda c: 1 if c < "\x80" else 2 if c < "\u0800" else 3 if c < "\U00010000" else 4,
    "utf-16": lambda c: 2 if c > "\uffff" else 1,
    "utf-32": lambda c: 1,
}
"""How many units a character takes."""


class Positions:
    r"""Offsets into a text against lines and columns.

    Editors end lines at ``\n``, ``\r\n`` and a lone ``\r``. A position beyond a line means its end, one
    beyond the text the end of the text.

    >>> positions = Positions("a\n♠𝄞b")
    >>> positions.at(5), positions.offset(1, 3)
    ((1, 4), 4)
    >>> positions.offset(1, 99), positions.offset(7, 0)
    (5, 5)
    """

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.units = _UNITS[encoding]
        self.starts = [0]
        self.ends: list[int] = []
        for match in _ENDS.finditer(text):
            self.ends.append(match.start())
            self.starts.append(match.end())
        self.ends.append(len(text))

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset]
        return line, len(before) if before.isascii() else sum(map(self.units, before))

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column; inside of a character, the offset before it."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[line], self.ends[line]
        if self.text[start:end].isascii():
            return min(start + max(0, column), end)
        at, left = start, column
        while at < end:
            left -= self.units(self.text[at])
            if left < 0:
                break
            at += 1
        return at


class Units:
    """Offsets into a text against the UTF-16 units in which browsers count.

    >>> units = Units("a𝄞b")
    >>> units.of(2), units.offset(3), units.offset(2)
    (3, 2, 1)
    """

    def __init__(self, text: str) -> None:
        self._wide = [i for i, c in enumerate(text) if c > "\uffff"] if not text.isascii() else []
        """Where characters are that take two units."""
        self._starts = [i + number for number, i in enumerate(self._wide)]
        """Where they begin in units."""
        self._length = len(text)

    def of(self, offset: int) -> int:
        """The units before an offset."""
        return offset + bisect_left(self._wide, offset)

    def offset(self, units: int) -> int:
        """The offset behind so many units; inside of a character, the offset before it."""
        return max(0, min(units - bisect_left(self._starts, units), self._length))
