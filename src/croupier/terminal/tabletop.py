"""The table of a game as coloured lines: every seat, the places of the table, the hand with its options.

Made of the view of one seat, of the plan of the table, and of what everybody has seen happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from rich.text import Text

from croupier.game.cards import Pile, Slot, storage_id
from croupier.game.hosting import HostedGame
from croupier.game.protocol import Option
from croupier.game.screen import owner_name, owners
from croupier.game.transcript import Line
from croupier.terminal.card_names import CardNames, card_names
from croupier.wire.plan import Plan

DIM, STRONG, MARK = "dim", "bold", "bold reverse"
_IN_FRONT = ("trick", "played")
_GRID = ("tableau", "columns", "market", "centre", "down")
_COUNTED = ("stock", "won", "down", "held")
_UNSHOWN = ("hidden", "unused")
_GRID_ROW = 5
"""Single cards in a row of a grid, at most."""
_ROWS = {4: 2, 6: 3, 8: 4, 9: 3, 10: 5, 12: 4}
"""The cards in a row for grids of so many."""


@dataclass(frozen=True, slots=True)
class Seen:
    """All that a person sees at a moment, besides the cards themselves."""

    view: Any
    names: Sequence[str] = ()
    points: Sequence[int] | None = None
    """The points of every seat so far, where everybody can tell them."""
    tricks: Mapping[str, int] = field(default_factory=dict)
    """The tricks that seats and teams have taken, by their names in events."""
    everything: bool = False
    """Values that only steer the rules are shown, too."""


class Tabletop:
    """How the tables of one game are drawn."""

    def __init__(self, game: HostedGame, plan: Plan) -> None:
        self.game = game
        self.plan = plan

    @cached_property
    def names(self) -> CardNames:
        """The names of the cards."""
        return card_names(self.game.pack)

    def legend(self) -> Text | None:
        """The letters of the short names, and what they stand for."""
        if not self.names.legend:
            return None
        return Text(", ".join(f"{code} {word.casefold()}" for code, word in self.names.legend), DIM)

    def lines(self, seen: Seen) -> Iterator[Text]:
        """The table: all seats from one's own on, the teams, then what belongs to nobody."""
        for owner in owners(seen.view):
            kind, member = owner
            parts = list(self._owned(seen, owner))
            if not parts and kind != "player":
                continue
            mover = kind == "player" and member == seen.view.to_move
            name = owner_name(seen.view, owner, seen.names).removesuffix(", to move")
            head = Text("▸ " if mover else "  ").append(name, STRONG)
            facts = self._facts(seen, owner)
            if facts:
                head.append("  " + facts)
            yield from self._with_first(head, parts)

    def _with_first(self, head: Text, parts: list[Text]) -> Iterator[Text]:
        """The head of an owner with its short parts behind it, then the long ones below."""
        rest: list[Text] = []
        for part in parts:
            if not rest and len(head) + len(part) < 46 and "\n" not in part.plain:
                head.append("  ").append_text(part)
            else:
                rest.append(part)
        yield head
        for part in rest:
            for line in part.split("\n"):
                if line.plain:
                    yield Text("    ").append_text(line)

    def _facts(self, seen: Seen, owner: tuple[str, int]) -> str:
        """Points and tricks of an owner in a few words."""
        kind, member = owner
        found = []
        if kind == "player" and seen.points is not None:
            found.append(_counted(seen.points[member], "point"))
        key = str(member) if kind == "player" else f"T{member}" if kind == "team" else ""
        if key in seen.tricks:
            found.append(_counted(seen.tricks[key], "trick"))
        return ", ".join(found)

    def _owned(self, seen: Seen, owner: tuple[str, int]) -> Iterator[Text]:
        """The places and values of an owner, each as a part of the drawing, without one's own hand."""
        view = seen.view
        piles = [pile for pile in view.piles if (pile.owner, pile.member) == owner and pile.slots]
        laid = self._in_grid(owner[0], piles)
        if laid:
            yield self._grid(laid)
            piles = [pile for pile in piles if pile not in laid.values()]
        for name, group in groupby(piles, key=lambda pile: (pile.kind, pile.name)):
            role = self.plan.role(owner[0], *name)
            places = list(group)
            if role in _UNSHOWN and not seen.everything and owner[0] == "game":
                continue
            if role == "hand" and owner == ("player", view.seat) and not seen.everything:
                continue
            yield self._places(role, places)
        values = [
            (name, value)
            for (kind, member, name), value in view.stored
            if (kind, member) == owner and self._is_shown(seen, kind, member, name)
        ]
        if values:
            yield Text(
                ", ".join(f"{name} {self._value(seen, owner[0], name, value)}" for name, value in values)
            )

    def _is_shown(self, seen: Seen, kind: str, member: int, name: str) -> bool:
        role = self.plan.value_role(storage_id((kind, member, name)))
        if role == "score" and kind == "player" and seen.points is not None:
            return False
        return role not in _UNSHOWN or seen.everything

    def _value(self, seen: Seen, kind: str, name: str, value: int | str) -> str:
        who = self.plan.value_role(name if kind == "game" else f"0.{name}") == "who"
        if who and isinstance(value, int) and value < 0:
            return "nobody"
        if who and isinstance(value, int) and 0 <= value < seen.view.seats:
            return owner_name(seen.view, ("player", value), seen.names).removesuffix(", to move")
        return str(value)

    def _places(self, role: str, piles: Sequence[Pile]) -> Text:
        """Places of one name: counted, as cards, or as a grid."""
        lines = [self._place(role, pile, named=True) for pile in piles]
        return Text("\n").join(lines)

    def _place(self, role: str, pile: Pile, *, named: bool) -> Text:
        text = Text()
        if named and role not in _IN_FRONT:
            text.append(f"{pile.label} ", DIM)
        known = [slot for slot in pile.slots if not isinstance(slot, str)]
        if role == "hand" and not known:
            return Text(_counted(len(pile.slots), "card"))
        if role in _COUNTED and (not known or len(pile.slots) > _GRID_ROW):
            return text.append(_counted(len(pile.slots), "card"))
        if role == "note":
            text.append("noted ", DIM)
        if role == "pile" and known and not isinstance(pile.slots[-1], str):
            text.append_text(self.card(pile.slots[-1]))
            below = len(pile.slots) - 1
            return text.append(f" on {_counted(below, 'card')}", DIM) if below else text
        return text.append_text(self._cards(pile))

    def _cards(self, pile: Pile) -> Text:
        """The cards of a place; where its order means nothing they are sorted, and unknown ones counted."""
        slots = sorted(pile.slots, key=_sorting) if pile.free else pile.slots
        parts: list[Text] = []
        for hidden, run in groupby(slots, key=lambda slot: isinstance(slot, str)):
            same = list(run)
            if hidden and len(same) > 2:
                parts.append(Text(f"{len(same)} hidden", DIM))
            else:
                parts += [self.card(slot) for slot in same]
        return Text(" ").join(parts)

    def _in_grid(self, owner: str, piles: Sequence[Pile]) -> dict[int, Pile]:
        """Single cards with an index, open or face down, by their index; empty if there are few.

        Where two of them have the same index they lie in different rows, and that is no grid.
        """
        found: dict[int, Pile] = {}
        for pile in piles:
            role, indexed = self._laid(owner, pile)
            if indexed and role in _GRID and len(pile.slots) == 1:
                if pile.nth in found:
                    return {}
                found[pile.nth] = pile
        return found if len(found) > 1 else {}

    def _laid(self, owner: str, pile: Pile) -> tuple[str, bool]:
        """The role of a place, and whether it is one of several with an index."""
        for family in self.plan.families:
            if (family.owner, family.kind) == (owner, pile.kind) and pile.name in family.names:
                return family.role, family.indexed
        return "", False

    def _grid(self, laid: Mapping[int, Pile]) -> Text:
        """Single cards in rows, as they lie; a dot where none is."""
        places = max(laid) + 1
        cells = [self.card(laid[at].slots[0]) if at in laid else Text("·", DIM) for at in range(places)]
        wide = max(len(cell) for cell in cells)
        for cell in cells:
            cell.pad_right(wide - len(cell))
        across = _ROWS.get(places, min(_GRID_ROW, places))
        rows = [Text(" ").join(cells[at : at + across]) for at in range(0, places, across)]
        return Text("\n").join([Text(""), *rows]) if len(rows) > 1 else rows[0]

    def card(self, slot: Slot) -> Text:
        """A card by its short name, in its colour; a back for one that is not known."""
        if isinstance(slot, str):
            return Text("▒▒", DIM)
        name = self.names.names[slot[0]]
        return Text(name.text, f"bold {name.ink}".strip())

    # The hand, and what may be done

    def hand(self, view: Any, width: int) -> tuple[list[Text], set[int]]:
        """One's own cards, sorted, with the numbers of options below them; and the options so told."""
        told: set[int] = set()
        lines: list[Text] = []
        for pile in view.piles:
            if (pile.owner, pile.member) != ("player", view.seat):
                continue
            if self.plan.role("player", pile.kind, pile.name) != "hand" or not pile.slots:
                continue
            below = _numbers(pile, view.options)
            told |= {number for numbers in below.values() for number in numbers}
            # People sort their cards; an order that a rule reads is on the page of the whole table.
            order = [at for at, _ in sorted(enumerate(pile.slots), key=lambda pair: _sorting(pair[1]))]
            cells = [(self.card(pile.slots[at]), "/".join(map(str, below.get(at, ())))) for at in order]
            lines += _wrapped_cells(cells, width)
        return lines, told

    def options(self, view: Any, told: set[int], width: int) -> list[Text]:
        """The options that do not stand below a card, in columns where they are short."""
        digits = len(str(len(view.options)))
        texts = [
            Text(f"{option.index + 1:>{digits}}", MARK).append(f" {option.text}")
            for option in view.options
            if option.index + 1 not in told
        ]
        if not texts:
            return []
        widest = max(len(text) for text in texts) + 2
        across = max(1, min(width // widest, len(texts)))
        height = -(-len(texts) // across)
        lines = []
        for row in range(height):
            line = Text()
            for text in texts[row::height]:
                text.pad_right(widest - len(text))
                line.append_text(text)
            lines.append(line)
        return lines


def tricks_taken(heard: Sequence[Line], plan: Plan) -> dict[str, int]:
    """The tricks that every owner has taken since cards were last shuffled, where the plan knows tricks.

    All that counts is public: which places cards have left, and where they went.
    """
    found: dict[str, int] = {}
    if not any(family.role in _IN_FRONT for family in plan.families):
        return found
    before: tuple[str, str] | None = None
    for event in heard:
        if event["event"] == "shuffle":
            found.clear()
        moved = event["event"] == "move" and plan.place_role(event["public"]["from"]) in _IN_FRONT
        target = event["public"]["to"] if moved else ""
        taker, dot, _ = target.partition(".")
        if moved and dot and plan.place_role(target) not in _IN_FRONT:
            if before is None or before[0] != target:
                found[taker] = found.get(taker, 0) + 1
            before = target, event["public"]["from"]
        else:
            before = None
    return found


def _sorting(slot: Slot) -> tuple[bool, Slot]:
    """Known cards in the order of the pack, then the others."""
    return isinstance(slot, str), slot


def _numbers(pile: Pile, options: Sequence[Option]) -> dict[int, list[int]]:
    """The options that choose one card of a place and nothing else, by its slot, if all do the same."""
    found: dict[int, list[int]] = {}
    items = set()
    for option in options:
        cards = [target for target in option.targets if target.kind == "card" and target.place == pile.id]
        if len(cards) == 1 and len(option.picks) == 1 and cards[0].slot is not None:
            items.add(option.item)
            found.setdefault(cards[0].slot, []).append(option.index + 1)
    return found if len(items) == 1 and all(len(numbers) == 1 for numbers in found.values()) else {}


def _wrapped_cells(cells: Sequence[tuple[Text, str]], width: int) -> list[Text]:
    """Cards in rows as wide as there is room, numbers below them."""
    wide = max(max(len(card), len(number)) for card, number in cells) + 1
    across = max(1, width // wide)
    lines: list[Text] = []
    for start in range(0, len(cells), across):
        row = cells[start : start + across]
        cards, numbers = Text(), Text()
        for card, number in row:
            card.pad_right(wide - len(card))
            cards.append_text(card)
            numbers.append(number, MARK if number else "").append(" " * (wide - len(number)))
        lines.append(cards)
        if any(number for _, number in row):
            lines.append(numbers)
    return lines


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
