"""The screen of a seat, made of nothing but its view.

>>> from croupier import load
>>> for line in screen(load("kuhn_poker").start(seed=1).view(0), Style(40))[:6]:
...     print(line)
Kuhn Poker · you are seat 0 of 2
────────────────────────────────────────
You, to move
  HAND  JACK
  CHIPS -1
Seat 1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol

from croupier.game.capabilities import AsksByPrompt, able
from croupier.game.cards import SIGHTS, Pack, Pile, Slot, storage_id
from croupier.game.move_words import NO_ROLES, Roles
from croupier.game.outcome import Outcome
from croupier.game.protocol import Option
from croupier.text.style import Style

MAX_NEWS = 20
"""More news than that are cut, the oldest first."""
_LONG_LIST = 10
"""Options beyond that number are set in columns, if there is room for them."""

Owner = tuple[str, int]


class Shown(Protocol):
    """A view that can be shown: one of a seat, or one with open cards, whose seat is -1."""

    @property
    def game(self) -> Any: ...
    @property
    def seat(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def to_move(self) -> int | None: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def teams(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def pack(self) -> Pack: ...
    @property
    def piles(self) -> Sequence[Pile]: ...
    @property
    def stored(self) -> Sequence[tuple[tuple[str, int, str], int | str]]: ...


def view_text(view: Shown, outcome: Outcome | None = None) -> str:
    """The screen of a view as plain text, with its options, or with the outcome if the game is over.

    >>> from croupier import load
    >>> print(load("kuhn_poker").start(seed=1).view(0))
    Kuhn Poker · you are seat 0 of 2
    ────────────────────────────────────────────────────────────────────────────────
    You, to move
      HAND  JACK
      CHIPS -1
    Seat 1
      HAND  1 hidden
      CHIPS -1
    Table
      STOCK  1 hidden
      POT 2, WAITING 2
    You may
      1  check
      2  bet
    """
    style = Style()
    lines = screen(view, style)
    if view.options:
        lines += option_lines(view, style)
    if outcome is not None:
        lines += style.heading(f"{outcome.status.value.capitalize()}: {outcome.reason}")
        lines += [
            style.line(f"  seat {seat}: score {score}, rank {rank + 1}")
            for seat, (score, rank) in enumerate(zip(outcome.scores, outcome.ranks, strict=False))
        ]
    return "\n".join(line.rstrip() for line in lines)


def view_words(view: Shown) -> str:
    """A view in one line.

    >>> from croupier import load
    >>> load("kuhn_poker").start(seed=1).view(0)
    <kuhn_poker: what seat 0 knows, to move, 2 options>
    """
    who = "open cards" if view.seat < 0 else f"what seat {view.seat} knows"
    if view.to_move is None:
        return f"<{view.game.name}: {who}, over>"
    if view.to_move != view.seat:
        return f"<{view.game.name}: {who}, seat {view.to_move} to move>"
    return f"<{view.game.name}: {who}, to move, {len(view.options)} options>"


def screen(
    view: Shown,
    style: Style,
    news: Sequence[str] = (),
    names: Sequence[str] = (),
    roles: Roles = NO_ROLES,
) -> list[str]:
    """All that a seat is shown when it looks at the table: lines for a terminal; people by their names.

    With the roles of a table, values that only steer the rules are left out.
    """
    lines = [*style.heading(view_title(view)), style.rule()]
    for owner in owners(view):
        rows = list(_rows(view, owner, roles))
        if rows or owner[0] == "player":
            lines += style.heading(owner_name(view, owner, names))
            lines += _table(rows, style)
    if news:
        lines += [style.rule(), *style.heading("What has happened")]
        if len(news) > MAX_NEWS:
            lines += style.paragraph(f"… {len(news) - MAX_NEWS} things before that", "  ")
        for text in news[-MAX_NEWS:]:
            lines += style.paragraph(text, "  ", "    ")
    return lines


def option_lines(view: Shown, style: Style, chosen: int | None = None) -> list[str]:
    """What the seat may do, numbered from 1; with a mark at what it has chosen."""
    digits = len(str(len(view.options)))
    numbered = [
        f"{'>' if number - 1 == chosen else ' '} {number:>{digits}}  {option.text}"
        for number, option in enumerate(view.options, start=1)
    ]
    heading = (_question(view) or "You may") if view.seat >= 0 else "Options"
    return [*style.heading(heading), *style.columns(numbered, _LONG_LIST)]


def _question(view: Shown) -> str:
    """The question of the game, if it is one line: a program prints longer ones, which are shown as news."""
    asks = able(view, AsksByPrompt)
    lines = [] if asks is None else asks.prompt.strip().splitlines()
    return lines[0] if len(lines) == 1 else ""


def view_title(view: Shown) -> str:
    """The game, and who looks at it."""
    if view.seat < 0:
        return f"{view.game.title} · open cards"
    return f"{view.game.title} · you are seat {view.seat} of {view.seats}"


def owners(view: Shown) -> Iterator[Owner]:
    """Whose places are shown, and in which order: one's own, the others by seat, the teams, the table."""
    if view.seat >= 0:
        yield "player", view.seat
    for step in range(view.seats):
        seat = (view.seat + step) % view.seats if view.seat >= 0 else step
        if seat != view.seat:
            yield "player", seat
    yield from (("team", number) for number in range(len(view.teams)))
    yield "game", 0


def owner_name(view: Shown, owner: Owner, names: Sequence[str] = ()) -> str:
    """The heading of everything that an owner has."""
    kind, member = owner
    if kind == "game":
        return "Table"
    if kind == "team":
        seats = "+".join(map(str, view.teams[member]))
        return f"Team {member}, seats {seats}{' (yours)' if view.seat in view.teams[member] else ''}"
    mates = [team for team in view.teams if member in team and len(team) > 1]
    called = names[member] if member < len(names) else ""
    name = "You" if member == view.seat else called or f"Seat {member}"
    name += f" (team {view.teams.index(mates[0])})" if mates else ""
    return f"{name}, to move" if member == view.to_move else name


def _rows(view: Shown, owner: Owner, roles: Roles) -> Iterator[tuple[str, str]]:
    """What an owner has: places with their cards, then stored values."""
    piles = [pile for pile in view.piles if (pile.owner, pile.member) == owner and pile.slots]
    piles.sort(key=lambda pile: (SIGHTS.index(pile.kind), pile.name, pile.nth))
    for pile in piles:
        yield pile.label, pile_words(view.pack, pile)
    stored = ", ".join(
        f"{name} {content}"
        for (kind, who, name), content in view.stored
        if (kind, who) == owner and roles.value_role(storage_id((kind, who, name))) != "hidden"
    )
    if stored:
        yield "", stored


def pile_words(pack: Pack, pile: Pile) -> str:
    """The cards of a place: known ones by name, unknown ones counted; from bottom to top where it matters."""
    slots, free = pile.slots, pile.free
    told = {} if free and not pile.told else dict(enumerate(pile.told))
    numbered = list(enumerate(_sorted(slots) if free and not pile.told else slots))
    runs = groupby(numbered, lambda found: (_alike(found[1]), told.get(found[0], "")))
    words = ", ".join(
        _run(pack, [slot for _, slot in run], spread=free) + (f" {about}" if about else "")
        for (_, about), run in runs
    )
    if pile.kind == "mem":
        return f"noted: {words}"
    if len(slots) > 1 and not free and any(not isinstance(slot, str) for slot in slots):
        words += " (top)"
    return words


def _sorted(slots: Sequence[Slot]) -> list[Slot]:
    """In deck order, the unknown ones last."""
    return sorted(slots, key=lambda slot: (isinstance(slot, str), slot))


def _alike(slot: Slot) -> str | None:
    return slot if isinstance(slot, str) else None


def _run(pack: Pack, run: list[Slot], *, spread: bool) -> str:
    """Cards side by side of which all or none are known."""
    first = run[0]
    if isinstance(first, str):
        return f"{len(run)} hidden{f' {first}' if first else ''}"
    kinds = [slot[0] for slot in run if not isinstance(slot, str)]
    names = [pack.kinds[kind].name for kind in kinds]
    if any(" " in name for name in names):
        return ", ".join(names)
    # A gap between the suits of a sorted hand, if the deck itself goes suit by suit.
    suits = [suit for suit, _ in groupby(pack.names, _suit)]
    if not spread or len(set(suits)) < len(suits):
        return " ".join(names)
    return "  ".join(" ".join(group) for _, group in groupby(names, _suit))


def _suit(name: str) -> str:
    return name[0] if name[0] in "♥♦♣♠" else ""


def _table(rows: Sequence[tuple[str, str]], style: Style) -> Iterator[str]:
    margin = max((len(name) for name, _ in rows if len(name) <= 14), default=0)
    for name, words in rows:
        if name:
            indent = " " * (margin + 4)
            # The gaps between suits would be lost in a paragraph: it breaks at any white space.
            first = f"  {name:<{margin}}  "
            whole = first + words
            yield from (
                [style.line(whole)] if len(whole) <= style.width else style.paragraph(words, first, indent)
            )
        else:
            yield from style.paragraph(words, "  ")
