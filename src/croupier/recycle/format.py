"""The one canonical layout of a program: comments kept, meaning untouched.

A list that fits stays on its line, unless it is one that always breaks; see ``boxes`` for how it breaks.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.recycle.boxes import Box, Remark, Shape, box_of, remark_of
from croupier.recycle.dialects import told_dialect
from croupier.recycle.forms import Dialect
from croupier.recycle.nodes import Comment, Node
from croupier.recycle.reader import Reading

WIDTH = 100
"""How long a line may be before it is broken."""
INDENT = 2


class _Page:
    """The text written so far."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.column = 0
        self.line = 0
        self.sealed = False
        """Whether the line ends with a comment, so that nothing more can stand on it."""

    def write(self, text: str) -> None:
        """Go on with the line."""
        self.pieces.append(text)
        self.column += len(text)

    def newline(self, indent: int, blank: bool = False) -> None:
        """Begin a line, behind an empty one if there is to be one; the first line is there already."""
        if self.pieces:
            self.pieces.append("\n\n" if blank else "\n")
            self.line += 1
        self.pieces.append(" " * indent)
        self.column = indent
        self.sealed = False

    def remark(self, remark: Remark, indent: int, blank: bool) -> None:
        """Write a comment on a line of its own; ``blank`` is whether an empty line may stand before it."""
        self.newline(indent, blank and remark.blank)
        self.pieces.append(remark.text)
        self.sealed = True

    def fits(self, box: Box, room: int) -> bool:
        """Whether a box and what stands behind it fit on the line."""
        return box.width is not None and self.column + box.width + room <= WIDTH


def formatted(reading: Reading) -> str:
    """The text of a reading in the canonical layout.

    >>> from croupier.recycle.reader import read
    >>> from croupier.text import Source
    >>> print(formatted(read(Source("demo", "(any (A B) 'X (set (game str S) 'X)) ; pick"))), end="")
    (any (A, B) 'X (set (game str S) 'X))  ; pick
    """
    house = told_dialect(reading).dialect is Dialect.HOUSE
    return layout(reading.forms, reading.tail, house=house)


def layout(forms: Sequence[Node], tail: Sequence[Comment], *, house: bool = False) -> str:
    """The text of some forms and of the comments behind them."""
    page = _Page()
    for form in forms:
        box = box_of(form, house=house)
        for remark in box.before:
            page.remark(remark, 0, True)
        page.newline(0, box.blank)
        _put(page, box, 0)
        _put_after(page, box)
    for comment in tail:
        page.remark(remark_of(comment), 0, True)
    return "".join([*page.pieces, "\n"]) if page.pieces else ""


def _put(page: _Page, box: Box, room: int) -> None:
    """Write a box where the page stands; ``room`` is what has to stand behind it on its last line."""
    if box.items is None:
        page.write(box.text)
    elif page.fits(box, room):
        page.write(_flat(box))
    elif box.shape is Shape.OPEN and _can_open(page, box):
        _put_open(page, box, room)
    else:
        _put_broken(page, box, room)


def _flat(box: Box) -> str:
    if box.items is None:
        return box.text
    return f"({' '.join(_flat(item) + ',' * item.comma for item in box.items)})"


def _can_open(page: _Page, box: Box) -> bool:
    """Whether all that stands before the list at the end fits on the head line."""
    assert box.items is not None
    heads = box.items[:-1]
    if any(head.width is None or head.before or head.after for head in heads):
        return False
    return page.column + sum(1 + (head.width or 0) for head in heads) + len(" (deck") <= WIDTH


def _put_open(page: _Page, box: Box, room: int) -> None:
    """``(do (`` with its items on the lines below."""
    assert box.items is not None
    column = page.column
    *heads, inner = box.items
    assert inner.items is not None
    opening = " ".join(_flat(head) for head in inner.items[: inner.lead])
    page.write(f"({' '.join(map(_flat, heads))} ({opening}")
    body = inner.items[inner.lead :]
    for i, item in enumerate(body):
        _put_on_line(page, item, column + INDENT, i > 0, room + 2 if item is body[-1] else 0)
    _close(page, inner, column, column + INDENT)
    _put_after(page, inner)
    _close(page, box, column, column + INDENT)


def _put_broken(page: _Page, box: Box, room: int) -> None:
    """Any other list: what leads on the head line, the rest below."""
    assert box.items is not None
    column, head_line = page.column, page.line
    indent = column + (1 if box.shape is Shape.FILLED else INDENT)
    page.write("(")
    following = False
    for i, (item, behind) in enumerate(zip(box.items, _rooms(box.items, room + 1), strict=True)):
        if i == 0 and box.lead and not item.before:
            _put(page, item, behind)
            _put_after(page, item)
            continue
        if _stays(page, box, i, behind, head_line):
            page.write(" ")
            if box.shape is Shape.ALIGNED and i == box.lead - 1:
                indent = page.column
            _put(page, item, behind)
            _put_after(page, item)
        else:
            _put_on_line(page, item, indent, following, behind)
            following = True
    _close(page, box, column, indent)


def _rooms(items: list[Box], room: int) -> list[int]:
    """What has to stand behind each item on its last line: comma, items that stay with it, parentheses."""
    rooms: list[int] = []
    for i in reversed(range(len(items))):
        if i + 1 == len(items):
            rooms.append(room)
        else:
            follower = items[i + 1]
            glued = 1 + (follower.width or 0) + rooms[-1] if follower.glued else 0
            rooms.append(items[i].comma + glued)
    return rooms[::-1]


def _stays(page: _Page, box: Box, i: int, room: int, head_line: int) -> bool:
    """Whether an item stays on the line of the one before it."""
    assert box.items is not None
    item = box.items[i]
    if page.sealed or item.before or i == 0:
        return False
    page.column += 1
    fits = page.fits(item, room)
    page.column -= 1
    if item.glued or box.shape is Shape.FILLED:
        return fits
    if i >= box.lead or page.line != head_line:
        return False
    # The first list may break where it stands; whatever comes behind it has to fit.
    return fits or all(earlier.items is None for earlier in box.items[:i])


def _put_on_line(page: _Page, item: Box, indent: int, following: bool, room: int) -> None:
    """Write an item on a line of its own below its comments; empty lines are kept between items."""
    for remark in item.before:
        page.remark(remark, indent, following)
        following = True
    page.newline(indent, following and item.blank)
    _put(page, item, room)
    _put_after(page, item)


def _put_after(page: _Page, box: Box) -> None:
    """Write the comma and the comment behind a box."""
    if box.comma:
        page.write(",")
    if box.after:
        page.write(f"  {box.after.text}")
        page.sealed = True


def _close(page: _Page, box: Box, column: int, indent: int) -> None:
    """Write the closing parenthesis, below the comments before it."""
    for remark in box.tail:
        page.remark(remark, indent, bool(box.items))
    if page.sealed:
        page.newline(column)
    page.write(")")
