"""The table of a view as a drawing, for notebooks: its piles with faces, its stored values, its options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from croupier.faces.deck import LETTERING, DeckFaces
from croupier.faces.drawing import box, clean, shortened
from croupier.game.cards import SIGHTS, Pile, Slot
from croupier.game.outcome import Outcome
from croupier.game.screen import Owner, Shown, owner_name, owners, view_title, view_words

WIDE = 760
MOST_OPTIONS = 24
"""Further options are counted."""

_CARD = 46.0
_MARGIN = 14.0
_INK, _SOFT, _PAPER, _PANEL, _MARK = "#1d2420", "#55615b", "#eef1ec", "#ffffff", "#1b7f5c"
_SPREAD = 8
"""More cards than that lie on each other, unless somebody holds them."""


@dataclass
class _Sheet:
    """A drawing in progress, from top to bottom."""

    faces: DeckFaces
    prefix: str
    parts: list[str] = field(default_factory=list)
    kinds: set[int] = field(default_factory=set)
    y: float = _MARGIN

    def text(self, words: str, x: float, size: float, ink: str = _INK, weight: int = 400) -> None:
        """A line that begins at a place."""
        longest = int((WIDE - x - _MARGIN) / (size * 0.56))
        self.parts.append(
            f'<text x="{x:g}" y="{self.y:g}" font-size="{size:g}" font-weight="{weight}" text-anchor="start" '
            f'fill="{ink}">{clean(shortened(words, max(longest, 4)))}</text>'
        )

    def card(self, slot: Slot, x: float, wide: float) -> None:
        """A face or a back at a place."""
        if isinstance(slot, str):
            name = f"b{self.faces.backs.index(slot)}"
        else:
            self.kinds.add(slot[0])
            name = f"k{slot[0]}"
        place = f'x="{x:.4g}" y="{self.y:g}" width="{wide:g}" height="{wide * 1.4:g}"'
        self.parts.append(f'<use href="#{self.prefix}{name}" {place}/>')


def view_picture(view: Shown, outcome: Outcome | None = None) -> str:
    """A view as SVG: what the seat sees, and what it may do; or how the game has ended."""
    faces = view.pack.faces()
    sheet = _Sheet(faces, f"v{crc32(repr(view.pack.kinds).encode('utf-8', 'replace')):08x}")
    sheet.y += 8
    sheet.text(view_title(view), _MARGIN, 15, weight=700)
    sheet.y += 12
    for owner in owners(view):
        _owner(sheet, view, owner)
    lines = _ending(outcome) if outcome is not None else _options(view)
    for words, strong in lines:
        sheet.y += 18
        sheet.text(words, _MARGIN, 13, weight=600 if strong else 400)
    high = sheet.y + _MARGIN
    title = clean(view_words(view))
    ground = box(0, 0, WIDE, high, 10, f'fill="{_PAPER}"')
    cards = faces.symbols(sheet.kinds, sheet.prefix) if view.piles else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{high:g}" '
        f'viewBox="0 0 {WIDE} {high:g}" role="img" aria-label="{title}" {LETTERING}>'
        f"<title>{title}</title>{cards}{ground}{''.join(sheet.parts)}</svg>"
    )


def _owner(sheet: _Sheet, view: Shown, owner: Owner) -> None:
    """Everything that somebody has, in a panel."""
    piles = [pile for pile in view.piles if (pile.owner, pile.member) == owner and pile.slots]
    piles.sort(key=lambda pile: (SIGHTS.index(pile.kind), pile.name, pile.nth))
    stored = [f"{name} {value}" for (kind, who, name), value in view.stored if (kind, who) == owner]
    if not piles and not stored and owner[0] != "player":
        return
    at, top = len(sheet.parts), sheet.y
    sheet.y += 20
    moves = owner == ("player", view.to_move)
    sheet.text(owner_name(view, owner), _MARGIN + 10, 14, _MARK if moves else _INK, 700)
    if stored:
        sheet.y += 17
        sheet.text(" · ".join(stored), _MARGIN + 10, 12.5, _SOFT)
    sheet.y += 8
    x, row = _MARGIN + 10, 0.0
    for pile in piles:
        wide = _CARD * 1.2 if owner == ("player", view.seat) else _CARD
        room = _room(pile, wide)
        if x > _MARGIN + 10 and x + room > WIDE - _MARGIN - 8:
            sheet.y += row
            x, row = _MARGIN + 10, 0.0
        _pile(sheet, pile, x, wide, room)
        x += room + 14
        row = max(row, wide * 1.4 + 22)
    sheet.y += row
    edge = f'stroke="{_MARK}" stroke-width="2"' if moves else 'stroke="#d3dbd5"'
    panel = box(_MARGIN, top, WIDE - 2 * _MARGIN, sheet.y - top, 9, f'fill="{_PANEL}" {edge}')
    sheet.parts.insert(at, panel)
    sheet.y += 8


def _is_stacked(pile: Pile) -> bool:
    held = pile.owner == "player" and pile.kind in ("iloc", "oloc")
    return len(pile.slots) > _SPREAD and not held


def _room(pile: Pile, wide: float) -> float:
    """How wide a pile is drawn."""
    if _is_stacked(pile):
        return wide + 26
    most = WIDE - 2 * _MARGIN - 20
    count = len(pile.slots)
    return min(most, wide + (count - 1) * min(wide + 4, max((most - wide) / max(count - 1, 1), wide * 0.28)))


def _pile(sheet: _Sheet, pile: Pile, x: float, wide: float, room: float) -> None:
    """The cards of a place, side by side or on each other, above its name."""
    slots: Sequence[Slot] = pile.slots
    if _is_stacked(pile):
        for below in (4.0, 2.0):
            sheet.card(slots[-1], x + below, wide)
        sheet.card(slots[-1], x, wide)
    else:
        step = (room - wide) / max(len(slots) - 1, 1)
        for number, slot in enumerate(slots):
            sheet.card(slot, x + number * step, wide)
    count = f" {len(slots)}" if len(slots) > 3 else ""
    noted = " (noted)" if pile.kind == "mem" else ""
    before = sheet.y
    sheet.y += wide * 1.4 + 13
    name = shortened(f"{pile.label}{noted}", max(12 - len(count), int(room / 6.5) - len(count))) + count
    sheet.text(name, x, 11, _SOFT)
    sheet.y = before


def _options(view: Shown) -> Iterator[tuple[str, bool]]:
    if view.options:
        yield "You may" if view.seat >= 0 else "Options", True
        for number, option in enumerate(view.options[:MOST_OPTIONS], start=1):
            yield f"{number}  {option.text}", False
        if len(view.options) > MOST_OPTIONS:
            yield f"… and {len(view.options) - MOST_OPTIONS} more", False


def _ending(outcome: Outcome) -> Iterator[tuple[str, bool]]:
    yield f"{outcome.status.value.capitalize()}: {outcome.reason}", True
    for seat, (score, rank) in enumerate(zip(outcome.scores, outcome.ranks, strict=False)):
        yield f"seat {seat}: score {score}, rank {rank + 1}", False
