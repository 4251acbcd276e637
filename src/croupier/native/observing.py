"""What a seat knows as a row of numbers: the same rule for every program.

Every number has a fixed column, and seats are told from the one that looks: +0 is that seat itself, +1 the
next. The row is made of a view and nothing else, so that equal views have equal rows. It is no view, though:
it leaves out the order of a place but for its top card, point maps, queued turns, and whatever lies in places
beyond those that the program is known to use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.interpreter.layout import Place
from croupier.native.lower.blueprint import Blueprint, Store
from croupier.native.numbering import Numbering
from croupier.recycle.facts import LOCATIONS
from croupier.recycle.program import Expr, blocks_in, blocks_of

if TYPE_CHECKING:
    from croupier.interpreter.view import View

LARGEST = 32_767
"""Numbers beyond this, or below its opposite, are told as this."""

Teams = tuple[tuple[int, ...], ...]
_OWNERS = ("game", "player", "team")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of the places or storages of one name: those of one member after those of another."""

    first: int
    each: int
    """How many columns a member has."""


class Observing:
    """The columns of an observation, and a view written into them."""

    def __init__(self, bp: Blueprint, numbering: Numbering) -> None:
        self.bp = bp
        self.numbering = numbering
        self.names: list[str] = []
        """A text for every column."""
        seats = range(bp.seats)
        self.decision = self._room(f"decision {n + 1}" for n in range(len(numbering.choices)))
        self.own_seat = self._room(f"you are seat {seat}" for seat in seats)
        self.mates = self._room(f"seat +{seat} is on your team" for seat in seats)
        self.turns = self._room(
            f"turn at level {level}: seat +{seat}" for level in range(self.player_levels) for seat in seats
        )
        self.team_turns = self._room(
            f"turn at level {level}: team +{team}" for level in range(self.team_levels) for team in seats
        )
        self.places: dict[tuple[str, str, str, int], Columns] = {}
        for family in sorted(bp.families.values(), key=lambda f: (_OWNERS.index(f.owner), f.name, f.kind)):
            for index in range(family.indices):
                self._add_place(family.owner, family.kind, family.name, index, ordered=not family.free)
        self.stores: dict[tuple[str, str, str], Columns] = {}
        self.strings: dict[tuple[str, str], tuple[str, ...]] = {}
        for kind, kept in (("int", bp.ints), ("str", bp.strs)):
            for (owner, name), _ in sorted(kept.items()):
                self._add_store(kind, owner, name)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.names)

    def _room(self, names: Any) -> int:
        first = len(self.names)
        self.names += names
        return first

    def _members(self, owner: str) -> list[str]:
        if owner == "game":
            return ["table"]
        return [f"{'seat' if owner == 'player' else 'team'} +{member}" for member in range(self.bp.seats)]

    def _add_place(self, owner: str, kind: str, name: str, index: int, *, ordered: bool) -> None:
        first = len(self.names)
        label = f"{name} {index}" if index else name
        if sum(k == (owner, kind2, name, 0) for k in self.places for kind2 in LOCATIONS):
            label = f"{label}:{kind}"
        for member in self._members(owner):
            self.names += [f"{member} {label} {card}" for card in self.kind_names]
            self.names += [f"{member} {label} hidden{f' {back}' if back else ''}" for back in self.backs]
            if ordered:
                self.names += [f"{member} {label} top {card}" for card in self.kind_names]
        each = (len(self.names) - first) // len(self._members(owner))
        self.places[owner, kind, name, index] = Columns(first, each)

    def _add_store(self, kind: str, owner: str, name: str) -> None:
        first = len(self.names)
        if kind == "str":
            self.strings[owner, name] = tuple(sorted(self._stored(owner, name) - {""}))
        for member in self._members(owner):
            if kind == "int":
                self.names.append(f"{member} {name}")
            else:
                self.names += [f"{member} {name} is {text}" for text in self.strings[owner, name]]
        each = (len(self.names) - first) // len(self._members(owner))
        self.stores[kind, owner, name] = Columns(first, each)

    def _stored(self, owner: str, name: str) -> set[str]:
        """Every string that a storage can hold."""
        traced, found = self.bp.traced, set[str]()
        for expr in self.bp.program.walk():
            if expr.form == "str" and (owner, name) in traced.owned(expr):
                found |= traced.strings(expr)
        return found

    @cached_property
    def kind_names(self) -> list[str]:
        """The kinds of cards; with the back where two kinds are called alike."""
        pack = self.bp.layout.pack
        backs = dict(zip(pack.kinds, pack.backs, strict=True))
        names = pack.kind_names
        return [f"{backs[k]} {name}" if names.count(name) > 1 else name for k, name in enumerate(names)]

    @cached_property
    def backs(self) -> list[str]:
        """The backs of the cards."""
        return sorted(set(self.bp.layout.pack.backs)) or [""]

    @cached_property
    def _depths(self) -> list[tuple[int, int]]:
        """How many stages of players and of teams are open at each choice."""
        found = []
        for choice in self.numbering.choices:
            exprs: tuple[Expr | None, ...] = blocks_of(self.bp.program.body)
            players = teams = 0
            for index in choice.way[:-1]:
                outer = exprs[index]
                assert outer is not None
                if outer.has("blocks"):
                    teams += outer.form.endswith("team")
                    players += not outer.form.endswith("team")
                exprs = blocks_in(outer)
            found.append((players, teams))
        return found

    @cached_property
    def player_levels(self) -> int:
        """The turns around the one in which a decision is made."""
        return max((players for players, _ in self._depths), default=0)

    @cached_property
    def team_levels(self) -> int:
        """The turns of teams; none if the program has no stage of teams."""
        deepest = max((teams for _, teams in self._depths), default=0)
        return deepest + 1 if deepest else 0

    # Where things are told

    def relative(self, owner: str, member: int, seat: int, teams: Teams) -> int:
        """Which owner a member is, seen from a seat; -1 if it is a team that does not exist."""
        if owner == "game":
            return 0
        if owner == "player":
            return (member - seat) % self.bp.seats
        return (member - team_of(seat, teams)) % len(teams) if member < len(teams) else -1

    def place_column(self, place: Place, seat: int, teams: Teams) -> int:
        """The first column of a place, seen from a seat; -1 if it has none."""
        columns = self.places.get((place.owner, place.kind, place.name, place.nth))
        member = self.relative(place.owner, place.member, seat, teams)
        return -1 if columns is None or member < 0 else columns.first + member * columns.each

    def store_column(self, kind: str, owner: str, name: str, member: int, seat: int, teams: Teams) -> int:
        """The first column of a storage, seen from a seat; -1 if it has none."""
        columns = self.stores.get((kind, owner, name))
        which = self.relative(owner, member, seat, teams)
        return -1 if columns is None or which < 0 else columns.first + which * columns.each

    def members(self, store: Store) -> Iterator[int]:
        """The members of a storage's owner."""
        yield from range(1 if store.owner == "game" else self.bp.seats)

    # A view

    def write(self, view: View, row: Any) -> None:
        """Write what a view tells into a row of zeros."""
        seat, teams, seats = view.seat, view.teams, self.bp.seats
        choice = self.numbering.by_way.get(view.way)
        if choice is not None:
            row[self.decision + choice] = 1
        row[self.own_seat + seat] = 1
        for mate in teams[team_of(seat, teams)]:
            row[self.mates + (mate - seat) % seats] = 1
        for level, (current, _) in enumerate(view.players[:-1]):
            if level < self.player_levels:
                row[self.turns + level * seats + (current - seat) % seats] = 1
        for level, (current, _) in enumerate(view.teams_turn[: self.team_levels]):
            if current < len(teams):
                row[self.team_turns + level * seats + self.relative("team", current, seat, teams)] = 1
        for place, slots in view.slots:
            self._write_place(place, slots, self.place_column(place, seat, teams), row)
        for (owner, member, name), content in view.stored:
            kind = "int" if isinstance(content, int) else "str"
            at = self.store_column(kind, owner, name, member, seat, teams)
            if at < 0:
                continue
            if isinstance(content, int):
                row[at] = min(max(content, -LARGEST), LARGEST)
            elif content in self.strings[owner, name]:
                row[at + self.strings[owner, name].index(content)] = 1

    def _write_place(self, place: Place, slots: tuple[Any, ...], at: int, row: Any) -> None:
        if at < 0 or not slots:
            return
        kinds = len(self.kind_names)
        for slot in slots:
            row[at + (kinds + self.backs.index(slot) if isinstance(slot, str) else slot[0])] += 1
        family = self.bp.families[place.kind, place.owner, place.name]
        if not family.free and not isinstance(slots[-1], str):
            row[at + kinds + len(self.backs) + slots[-1][0]] = 1


def team_of(seat: int, teams: Teams) -> int:
    """The team of a seat."""
    return next(number for number, members in enumerate(teams) if seat in members)
