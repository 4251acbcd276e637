"""The actions of a program by fixed numbers: the item of a choice, and the element taken at each `any`.

A choice is numbered where that is possible before the game: its items take their elements one after the
other, each out of a range that is known (cards that the chooser sees, seats, strings, numbers, places). Items
that do the same share their numbers, whichever choice they stand in. The options of any other choice are told
by their index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

from croupier.interpreter.flow import Block, Choice, inside
from croupier.interpreter.options import Path
from croupier.interpreter.rules import done_in
from croupier.interpreter.table import Table
from croupier.native.lower.blueprint import Blueprint, Family, is_fixed
from croupier.native.lower.keys import how_told
from croupier.native.lower.plain import alike
from croupier.recycle.constants import constant
from croupier.recycle.places import is_place
from croupier.recycle.program import Expr, blocks_in, blocks_of, decides, is_choice
from croupier.recycle.types import Type

MOST_OF_ITEM = 8_192
"""An item with more possible actions is not numbered."""
MOST = 30_000
"""So many numbers a program can have."""

INTEGER, CARD, PLACE, PLAYER, STRING = 0, 1, 5, 6, 8
"""How an element is told, by the numbers of `croupier.native.lower.keys`."""

_THROUGH = ("if", "let")


@dataclass(frozen=True, slots=True)
class Pick:
    """An element as part of a number: how it is told, out of how many, and what each counts for."""

    how: int
    size: int
    stride: int = 0
    missing: int = 0
    """1 if there may be no element: that is the first of the range then."""
    low: int = 0
    """The smallest integer."""
    strings: tuple[str, ...] = ()
    family: Family | None = None

    @property
    def values(self) -> int:
        """How many elements there are, a missing one included."""
        return self.size + self.missing


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a choice: its first number, and the elements that it takes."""

    first: int
    picks: tuple[Pick, ...]
    expr: Expr
    shown: str = ""
    """What the program calls it, or its number in its choice."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(pick.values for pick in self.picks)


@dataclass(frozen=True, slots=True)
class ChoiceNumbers:
    """A choice: the way there, and its items; none where options are told by their index."""

    expr: Expr
    way: tuple[int, ...]
    items: tuple[Item | None, ...] | None
    """An item that is never offered is None."""


class Numbering:
    """The numbers of all actions of a program."""

    def __init__(self, bp: Blueprint, labels: dict[int, tuple[str, ...]]) -> None:
        self.bp = bp
        self.labels = labels
        self.fixed = 0
        """How many fixed numbers there are; those of indices come behind them."""
        self._known: list[Item] = []
        self.choices = [self._choice(expr, way) for expr, way in choices_of(blocks_of(bp.program.body))]
        self.by_way = {choice.way: number for number, choice in enumerate(self.choices)}

    @property
    def by_index(self) -> bool:
        """Whether some options are told by their index."""
        return any(choice.items is None for choice in self.choices)

    def _choice(self, expr: Expr, way: tuple[int, ...]) -> ChoiceNumbers:
        before = self.fixed, len(self._known)
        labels = self.labels.get(id(expr), ())
        found: list[Item | None] = []
        for number, item in enumerate(expr.args):
            if self._never(item):
                found.append(None)
                continue
            label = labels[number] if number < len(labels) else ""
            made = self._item(item, label or f"item {number}")
            if made is None:
                self.fixed = before[0]
                del self._known[before[1] :]
                return ChoiceNumbers(expr, way, None)
            found.append(made)
        return ChoiceNumbers(expr, way, tuple(found))

    def _never(self, expr: Expr) -> bool:
        return expr.form == "if" and (self.bp.never(expr.part("condition")) or self._never(expr.part("body")))

    def _item(self, expr: Expr, shown: str) -> Item | None:
        core = _core(expr)
        for known in self._known:
            if same_act(known.expr, core, {}):
                return known
        sites = list(_sites(core, pure=True))
        if any(site is None for site in sites):
            return None
        picks: list[Pick] = []
        for site in sites:
            assert site is not None
            pick = self._pick(site[0])
            if pick is None:
                return None
            picks.append(replace(pick, missing=int(not site[1])))
        stride = 1
        for i in reversed(range(len(picks))):
            picks[i] = replace(picks[i], stride=stride)
            stride *= picks[i].values
        if stride > MOST_OF_ITEM or self.fixed + stride > MOST:
            return None
        made = Item(self.fixed, tuple(picks), core, shown)
        self.fixed += stride
        self._known.append(made)
        return made

    def _pick(self, site: Expr) -> Pick | None:
        """The range of an `any`; None if it is not known before the game."""
        collection, bind, _ = site.args
        source = _source(collection)
        how = how_told(site)
        if bind.type is Type.CARD:
            return Pick(CARD, self.kinds) if self._named_by_kind(collection, source) else None
        if bind.type is Type.PLAYER:
            return Pick(PLAYER, self.bp.seats) if source.form in ("players", "players.other") else None
        if how == STRING:
            strings = tuple(sorted(self.bp.traced.strings(collection)))
            return Pick(STRING, len(strings), strings=strings) if strings else None
        if bind.type is Type.INT:
            values = constant(source, self.bp.constants)
            ints = [v for v in values if isinstance(v, int)] if isinstance(values, tuple) else []
            return Pick(INTEGER, max(ints) - min(ints) + 1, low=min(ints)) if ints else None
        if bind.type is Type.LOCATION:
            keys = self.bp.traced.sources(collection)
            family = self.bp.family_at(next(iter(keys))) if len(keys) == 1 else None
            if family is None or family.owner == "team":
                return None
            return Pick(PLACE, family.members * family.indices, family=family)
        return None

    @cached_property
    def kinds(self) -> int:
        """How many kinds of cards there are."""
        return 1 + max(self.bp.layout.pack.kinds, default=-1)

    def _named_by_kind(self, collection: Expr, source: Expr) -> bool:
        """Whether the chooser sees all the cards, and cards of the same kind are as good as one another."""
        for origin in self.bp.traced.origins(collection):
            if not origin.is_seen(trusted=True):
                return False
        if self.kinds == self.bp.cards:
            return True
        here = is_place(source) and is_fixed(source)
        return (
            here
            and source.part("owner").form in ("game.owner", "player.current")
            and self.bp.family_of(source).free
        )

    # Numbers of options

    def slot(self, pick: Pick, value: Any, mover: int) -> int:
        """The part of a number that an element is, from 0; -1 if it is not in the range."""
        if pick.how == CARD:
            return int(self.bp.layout.pack.kinds[value])
        if pick.how == PLAYER:
            return int(value - mover) % self.bp.seats
        if pick.how == STRING:
            return pick.strings.index(value) if value in pick.strings else -1
        if pick.how == INTEGER:
            nth: int = value - pick.low
            return nth if 0 <= nth < pick.size else -1
        assert pick.family is not None
        return self.place_slot(pick.family, value, mover)

    def place_slot(self, family: Family, place: int, mover: int) -> int:
        """The number of a place among those of its family, seen from a seat; -1 if it is not one of them."""
        nth = place - family.first
        if not 0 <= nth < family.members * family.indices:
            return -1
        index, member = divmod(nth, family.members)
        return index * family.members + ((member - mover) % family.members if family.owner == "player" else 0)

    def number(self, choice: ChoiceNumbers, path: Path, table: Table) -> int:
        """The fixed number of an option of the interpreter; -1 if it has none."""
        assert choice.items is not None
        item = choice.items[path.item]
        if item is None:
            return -1
        mover = table.players[-1][0]
        found = item.first
        for i, pick in enumerate(item.picks):
            value = path.picks[i][1] if i < len(path.picks) else None
            if value is None:
                if not pick.missing:
                    return -1
                continue
            if pick.how == CARD and not self.sees(table, mover, value):
                return -1
            if pick.how == PLACE:
                value = self.place_numbers.get(table.layout.places[value], -1)
            slot = self.slot(pick, value, mover)
            if slot < 0:
                return -1
            found += (slot + pick.missing) * pick.stride
        return found

    @cached_property
    def place_numbers(self) -> dict[Any, int]:
        """The number of each place in the block."""
        return {place: number for number, place in enumerate(self.bp.places)}

    @staticmethod
    def sees(table: Table, seat: int, card: int) -> bool:
        """Whether a seat sees a card where it lies."""
        where = table.where[card]
        return where < 0 or table.layout.sees(seat, table.layout.places[where], table.teams)

    # In words

    def describe(self) -> list[str]:
        """A text for every fixed number."""
        found = [""] * self.fixed
        for item in self._known:
            for k in range(item.size):
                parts, rest = [item.shown], k
                for pick in item.picks:
                    slot, rest = divmod(rest, pick.stride)
                    if slot >= pick.missing:
                        parts.append(self._shown(pick, slot - pick.missing))
                found[item.first + k] = " ".join(parts)
        return found

    def _shown(self, pick: Pick, slot: int) -> str:
        if pick.how == CARD:
            return self.bp.layout.pack.kind_names[slot]
        if pick.how == PLAYER:
            return f"seat +{slot}"
        if pick.how == STRING:
            return pick.strings[slot]
        if pick.how == INTEGER:
            return str(pick.low + slot)
        assert pick.family is not None
        index, member = divmod(slot, pick.family.members)
        owner = f"seat +{member} " if pick.family.owner == "player" else ""
        return f"{owner}{pick.family.name}{f' {index}' if pick.family.indices > 1 else ''}"


def labels_of(body: Sequence[Block]) -> dict[int, tuple[str, ...]]:
    """What the text itself calls the items of each choice, by the form."""
    found: dict[int, tuple[str, ...]] = {}
    waiting = list(body)
    while waiting:
        block = waiting.pop()
        if isinstance(block, Choice):
            found[id(block.expr)] = block.labels
        else:
            waiting += inside(block)
    return found


def choices_of(
    body: Sequence[Expr | None], way: tuple[int, ...] = ()
) -> Iterator[tuple[Expr, tuple[int, ...]]]:
    """Every choice of a program with the way there, in text order."""
    for index, expr in enumerate(body):
        here = (*way, index)
        if expr is None or not decides(expr):
            continue
        if is_choice(expr):
            yield expr, here
        yield from choices_of(blocks_in(expr), here)


def _core(expr: Expr) -> Expr:
    """What an item does, without the conditions under which it is offered."""
    while expr.form == "if" or (expr.form == "do" and len(expr.args) == 1):
        expr = done_in(expr)[0]
    return expr


def _source(collection: Expr) -> Expr:
    while collection.form == "filter":
        collection = collection.part("collection")
    return collection


def same_act(one: Expr, other: Expr, names: dict[int, int]) -> bool:
    """Whether two items do the same with the same elements, however these are filtered."""
    if one.form != other.form or one.type is not other.type or len(one.args) != len(other.args):
        return False
    if one.form == "bind":
        names[one.slot] = other.slot
        return True
    if one.form == "var":
        return names.get(one.slot, one.slot) == other.slot
    pairs = list(zip(one.args, other.args, strict=True))
    if one.form == "any.do":
        if not alike(_source(one.part("collection")), _source(other.part("collection")), names):
            return False
        del pairs[0]
    return one.value == other.value and all(same_act(a, b, names) for a, b in pairs)


def _sites(expr: Expr, *, pure: bool) -> Iterator[tuple[Expr, bool] | None]:
    """The `any`s of an item in the order in which they take elements, each with whether it surely takes one.

    None among them says that the order is not known before the game. Pure: nothing but these would be done.
    """
    if expr.form == "any.do":
        yield expr, pure
        yield from _sites(expr.part("body"), pure=pure)
        return
    if expr.form in _THROUGH or (expr.form == "do" and len(expr.args) == 1):
        yield from _sites(done_in(expr)[0], pure=pure)
        return
    if expr.form != "do":
        if any(inner.traits.chooses for inner in expr.walk()):
            yield None
        return
    choosing = [arg for arg in expr.args if any(inner.traits.chooses for inner in arg.walk())]
    for i, arg in enumerate(choosing):
        sites = list(_sites(arg, pure=False))
        # Whatever follows must find its place, whether or not elements were taken before.
        if i < len(choosing) - 1 and (arg.form != "any.do" or len(sites) != 1):
            yield None
            return
        yield from sites
