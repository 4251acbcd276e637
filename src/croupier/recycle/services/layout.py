"""Layout of a whole text or of a part, as edits of the gaps between its tokens.

Both give the same: the canonical layout of the whole text. A part takes only the gaps inside it.
"""

from __future__ import annotations

from itertools import pairwise

from croupier.recycle.format import formatted
from croupier.recycle.reader import read, tokens
from croupier.text import Source
from croupier.text.editing import Edit, Stretch, smallest_edit


def layout(source: Source, start: int = 0, end: int | None = None) -> list[Edit]:
    """The edits that lay out a text between two offsets; none where its parentheses or names have errors."""
    old = source.text
    end = len(old) if end is None else end
    reading = read(source)
    if any(finding.is_error for finding in reading.findings):
        return []
    new = formatted(reading)
    if "\r\n" in old:
        new = new.replace("\n", "\r\n")
    if old == new:
        return []
    before, after = _pieces(old), _pieces(new)
    if [_said(old, piece) for piece in before] != [_said(new, piece) for piece in after]:
        # Something but the gaps has changed, such as an apostrophe: all or nothing.
        return smallest_edit(old, new) if start <= 0 and len(old) <= end else []
    ends_before = [(0, 0), *before, (len(old), len(old))]
    ends_after = [(0, 0), *after, (len(new), len(new))]
    found = []
    for (one, other), (mine, yours) in zip(pairwise(ends_before), pairwise(ends_after), strict=True):
        gap, wanted = old[one[1] : other[0]], new[mine[1] : yours[0]]
        if gap != wanted and start <= one[1] and other[0] <= end:
            found.append(Edit(Stretch(one[1], other[0]), wanted))
    return found


def _pieces(text: str) -> list[tuple[int, int]]:
    """Where the tokens stand that layout keeps: all but commas, comments without the blanks behind."""
    return [
        (token.start, token.start + len(text[token.start : token.end].rstrip()))
        for token in tokens(text)
        if token.kind != "comma"
    ]


def _said(text: str, piece: tuple[int, int]) -> str:
    return text[piece[0] : piece[1]]
