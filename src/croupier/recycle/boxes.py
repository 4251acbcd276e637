"""How each node of a program can be laid out: what the formatter measures and places.

How a list breaks follows from its row in the table of forms: what leads (a variable, a storage, a number of
times) stays on the head line, the body follows below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from croupier.recycle.forms import FORMS, MEMBER_WORDS, OWNED_WORDS, Form
from croupier.recycle.nodes import Atom, Comment, List, Node, is_atom, word
from croupier.recycle.values import looks_like_action

_BODIES = frozenset(
    {
        "Attribute",
        "Awards",
        "Block",
        "Body",
        "Content",
        "Create",
        "Defined",
        "Else",
        "Head",
        "Deck",
        "Declare",
        "End",
        "Item",
        "Items",
    }
    | {"MoveOrForget", "Scoring", "Seats", "Setup"}
)
"""Parts of a signature that follow on lines of their own."""
_LISTS = ("Items", "Awards", "Deck")
"""Parts that are lists opening on the head line."""
_GLUED = ("using", "..", ":")
"""Words that stay with what follows them."""


class Shape(Enum):
    """How a list breaks when it does not fit."""

    BODY = auto()
    """What does not lead follows indented."""
    ALIGNED = auto()
    """What does not lead stands under the last part that does."""
    OPEN = auto()
    """The list at its end opens on the head line; its items follow indented."""
    FILLED = auto()
    """As many as fit on each line, behind the parenthesis."""


class Remark(NamedTuple):
    """A comment, and whether an empty line stands before it."""

    text: str
    blank: bool


@dataclass(slots=True)
class Box:
    """A node that knows how it can be laid out."""

    text: str = ""
    """What an atom says; a list has items instead."""
    items: list[Box] | None = None
    shape: Shape = Shape.BODY
    lead: int = 0
    """How many items stand on the head line."""
    before: list[Remark] = field(default_factory=list)
    after: Remark | None = None
    tail: list[Remark] = field(default_factory=list)
    blank: bool = False
    glued: bool = False
    """Whether it stays on the line of the item before it."""
    comma: bool = False
    width: int | None = None
    """How long it is on one line; None if it cannot be on one."""


def box_of(node: Node, *, house: bool = False) -> Box:
    """The box of a node that stands by itself; in the house dialect commas tell lists from calls."""
    return _box(node, "", _behind(node), house)


def _box(node: Node, role: str, behind: list[Remark], house: bool) -> Box:
    """The box of a node.

    ``role`` says what it is to the list around it, where that matters; ``behind`` are the comments behind it
    and behind what closes with it, which go to the outermost parentheses.
    """
    box = Box(before=[remark_of(c) for c in node.before], blank=node.blank)
    box.after = behind[0] if behind else None
    if isinstance(node, Atom):
        box.text, box.width = node.text, len(node.text)
        return box
    assert isinstance(node, List)
    form = _form(node)
    box.shape, box.lead = _shape(node, role, form, house)
    box.tail = [remark_of(c) for c in node.tail]
    remarks = [_behind(item) for item in node.items]
    if remarks and not node.tail:
        remarks[-1] = behind[1:]
    moved = []
    if box.shape is Shape.OPEN:
        moved, remarks[-2] = remarks[-2][::-1], []
    box.items = [
        _box(item, _role(node, role, form, i), remarks[i], house) for i, item in enumerate(node.items)
    ]
    _glue(node, box)
    if role not in ("Items", "Awards"):
        _put_in_front(box)
    if box.shape is Shape.OPEN:
        _move_inside(box.items[-1], moved)
    box.width = None if _always_breaks(node, role) else _width(box)
    return box


def _behind(node: Node) -> list[Remark]:
    """The comments behind a node and behind what closes with it, the outermost first."""
    found = [remark_of(node.after)] if node.after else []
    while isinstance(node, List) and node.items and not node.tail:
        node = node.items[-1]
        found += [remark_of(node.after)] if node.after else []
    return found


def remark_of(comment: Comment) -> Remark:
    """What the layout needs of a comment."""
    return Remark(comment.text, comment.blank)


def _by_head() -> dict[str, tuple[Form, ...]]:
    found: dict[str, tuple[Form, ...]] = {}
    for form in FORMS.values():
        if form.signature.startswith("(") and form.parts[0].kind == "word":
            for head in form.parts[0].words:
                found[head] = (*found.get(head, ()), form)
    return found


_BY_HEAD = _by_head()


def _form(node: List) -> Form | None:
    """The row of the table that tells how a list breaks: rows of one head and second word break alike."""
    rows = _BY_HEAD.get(node.head, ()) if not _is_owned(node) else ()
    said = word(node.items[1]) if len(node.items) > 1 else ""
    rows = tuple(row for row in rows if len(row.parts) > 1 and said in row.parts[1].words) or rows
    if len(node.items) > 2 and is_atom(node.items[2], "var"):
        rows = tuple(row for row in rows if len(row.parts) > 2 and row.parts[2].kind == "Variable") or rows
    opening = (row for row in rows if row.parts[-1].kind in _LISTS and _opens(row, node.items[-1]))
    return next(opening, None) or next((row for row in rows if row.parts[-1].kind not in _LISTS), None)


def _is_owned(node: List) -> bool:
    """``(OWNER vloc NAME)``, ``(INT player)`` and their like."""
    said = word(node.items[1]) if len(node.items) > 1 else ""
    if said in OWNED_WORDS:
        return node.head != "put"
    return said in ("player", "team") and (not node.head or node.head in MEMBER_WORDS)


def _leading(form: Form) -> int | None:
    """How many parts stand before the body of a form; None if it has none."""
    for i, part in enumerate(form.parts):
        if part.kind in _BODIES:
            return i
    for i, part in enumerate(form.parts[:-1]):
        if part.kind == "Variable" or part.kind.endswith("Store"):
            return i + 1
    return None


def _shape(node: List, role: str, form: Form | None, house: bool) -> tuple[Shape, int]:
    """How a list breaks, and how many of its items stand on the head line."""
    items = node.items
    if role == "Award":
        return Shape.ALIGNED, 1
    if role in _LISTS:
        return Shape.BODY, int(role == "Deck")
    if (role == "Seats" and not is_atom(items[0], "var") and not node.head) or _is_names(node, house):
        return Shape.FILLED, len(items)
    if _is_owned(node):
        return Shape.BODY, 1
    leading = _leading(form) if form else None
    if form and leading is not None:
        if form.parts[-1].kind in _LISTS:
            return Shape.OPEN, len(items) - 1
        # A bare range is three items in the place of one part.
        ranged = form.arity[1] is not None and any(word(item) == ".." for item in items)
        surplus = len(items) - len(form.parts) if ranged else 0
        return Shape.BODY, leading + max(0, surplus)
    if items and (isinstance(items[0], List) or is_atom(items[0], "var")):
        # A value behind a condition stays with it, before its `else`.
        return Shape.BODY, 2 if len(items) > 2 and isinstance(items[1], Atom) else 1
    several = form is not None and form.arity[1] is None
    lead = 1
    while lead < len(items) and isinstance(items[lead], Atom) and (word(items[lead]) or not several):
        lead += 1
    return Shape.ALIGNED, lead + 1


def _opens(form: Form, last: Node) -> bool:
    """Whether the last item of ``do``, ``set`` or ``create`` is the list of items, awards or attributes."""
    if not isinstance(last, List):
        return False
    if form.parts[-1].kind == "Deck":
        return last.head == "deck"
    if form.parts[-1].kind == "Awards":
        return all(isinstance(n, List) and n.items and isinstance(n.items[0], List) for n in last.items)
    return not last.items or isinstance(last.items[0], List)


def _is_names(node: List, house: bool) -> bool:
    """``(A, B, C)``, or in the house dialect ``(1, 2, 3)``; without commas it can be a call there."""
    if house and (len(node.items) < 2 or not any(item.comma for item in node.items)):
        return False
    if house and all(is_atom(item, "int") for item in node.items):
        return True
    if not node.items or not is_atom(node.items[0], "name"):
        return False
    return all(isinstance(item, Atom) and item.kind != "word" for item in node.items)


def _role(node: List, role: str, form: Form | None, i: int) -> str:
    """What an item is to the list that it stands in."""
    if role == "Awards":
        return "Award"
    kind = form.parts[-1].kind if form else ""
    if kind == "Seats":
        return kind if i > 1 and isinstance(node.items[i], List) else ""
    return kind if kind in _LISTS and i == len(node.items) - 1 else ""


def _glue(node: List, box: Box) -> None:
    """Mark items that stay with the one before them, and commas."""
    assert box.items is not None
    owned = _is_owned(node)
    for i, item in enumerate(box.items):
        item.comma = box.shape is Shape.FILLED and i + 1 < len(box.items)
        before = word(node.items[i - 1]) if i else ""
        item.glued = owned or before in _GLUED or word(node.items[i]) in ("..", ":")


def _put_in_front(box: Box) -> None:
    """Move comments before the first item to before the list."""
    if not box.items or not box.items[0].before:
        return
    first, *rest = box.items[0].before
    if not box.before:
        first, box.blank = Remark(first.text, first.blank or box.blank), False
    box.before += [first, *rest]
    box.items[0].before = []


def _move_inside(inner: Box, moved: list[Remark]) -> None:
    """Move comments before a list that opens on the head line to before its first item."""
    assert inner.items is not None
    moved += inner.before
    inner.before = []
    for head in inner.items[: inner.lead]:
        moved += [head.after] if head.after else []
        head.after = None
    if not moved:
        return
    inner.width = None
    body = inner.items[inner.lead :]
    if body:
        body[0].before = moved + body[0].before
    else:
        inner.tail = moved + inner.tail


def _always_breaks(node: List, role: str) -> bool:
    """Whether a list is laid out on several lines however short it is."""
    if any(isinstance(item, List) and item.head == "else" and looks_like_action(item) for item in node.items):
        # `else` begins a line where it is an action.
        return role != "Items" or len(node.items) > 1
    if role in ("Items", "Awards") or node.head in ("game", "stage"):
        return (len(node.items) > 1 and not _is_owned(node)) or (
            role == "Items" and any(map(_holds, node.items))
        )
    if node.head == "setup":
        return len(node.items) > 2
    return _holds(node) and node.head not in ("do", "choice") and _holds(node.items[-1])


def _holds(node: Node) -> bool:
    """Whether an action holds another one: two levels of that are easier to read on lines of their own."""
    return (
        isinstance(node, List)
        and bool(node.items)
        and looks_like_action(node)
        and looks_like_action(node.items[-1])
    )


def _width(box: Box) -> int | None:
    """The length of a list on one line, if it can be on one."""
    assert box.items is not None
    if box.tail:
        return None
    total = 1 + max(1, len(box.items))
    for item in box.items:
        if item.width is None or item.before or item.after:
            return None
        total += item.width + item.comma
    return total
