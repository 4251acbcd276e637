"""The plan of a table for any game: which places lie where, and which values are shown.

A plan is made of what the rules tell, of a look at some random games, and of hints in the head of the file.
Places of one owner and visibility that differ only by index, whose names are values of one attribute, or
whose cards come from and go to the same places, are one family and have one role.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from croupier.game.capabilities import able
from croupier.game.cards import Pack
from croupier.game.hints import ROLES, VALUE_ROLES, TableHints, table_hints
from croupier.game.hosting import HostedGame
from croupier.game.table_facts import HasTableFacts, TableFacts
from croupier.wire.probe import Key, Probe, Use, named, probed
from croupier.wire.roles import Group, role_of

_OWNERS = ("player", "team", "game")


@dataclass(frozen=True, slots=True)
class Family:
    """Places that lie alike."""

    owner: str
    kind: str
    names: tuple[str, ...]
    role: str
    largest: int
    """The number of cards that one of them has had at most."""
    mean: float
    """The number of cards that one of them has at a decision, where it has some."""
    picked: bool
    free: bool
    indexed: bool

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "owner": self.owner,
            "kind": self.kind,
            "names": list(self.names),
            "role": self.role,
            "largest": self.largest,
            "mean": self.mean,
            "picked": self.picked,
            "free": self.free,
            "indexed": self.indexed,
        }


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A stored value, whoever owns it, and how it is shown."""

    owner: str
    name: str
    role: str

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"owner": self.owner, "name": self.name, "role": self.role}


@dataclass(frozen=True, slots=True)
class Plan:
    """How the table of a game is laid."""

    seats: int
    order: tuple[int, ...]
    """The seats clockwise."""
    families: tuple[Family, ...]
    values: tuple[ShownValue, ...]
    console: bool
    """Whether the game tells by printed text what there is to see."""

    def role(self, owner: str, kind: str, name: str) -> str:
        """The role of a place."""
        for family in self.families:
            if (family.owner, family.kind) == (owner, kind) and name in family.names:
                return family.role
        return "unused"

    def place_role(self, place: str) -> str:
        """The role of a place by its name in events; nothing if there is no such place."""
        owner, name, kind = named(place)
        for family in self.families:
            if family.owner == owner and name in family.names and kind in ("", family.kind):
                return family.role
        return ""

    def value_role(self, storage: str) -> str:
        """The role of a stored value by its name in events; nothing if there is no such value."""
        owner, name, _ = named(storage)
        return next((one.role for one in self.values if (one.owner, one.name) == (owner, name)), "")

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "seats": self.seats,
            "order": list(self.order),
            "families": [family.data() for family in self.families],
            "values": [value.data() for value in self.values],
            "console": self.console,
        }


def plan(game: HostedGame) -> Plan:
    """The plan of a game, the same on every machine and engine.

    >>> from croupier import load
    >>> for family in plan(load("agram", engine="interpreter")).families:
    ...     print(family.owner, *family.names, family.role, family.largest)
    player HAND hand 6
    player TRICK trick 1
    game STOCK stock 11
    game LEAD note 1
    game DISCARD centre 24
    """
    told = able(game, HasTableFacts)
    facts = TableFacts() if told is None else told.table_facts
    seen = probed(game, facts)
    hints = table_hints(game.source, None, game.seats)
    return Plan(
        game.seats,
        hints.order or tuple(range(game.seats)),
        tuple(_families(seen, facts, game.pack, hints)),
        tuple(_values(seen, facts, hints)),
        told is None,
    )


def _families(seen: Probe, facts: TableFacts, pack: Pack, hints: TableHints) -> Iterator[Family]:
    groups = _grouped(seen, facts, pack)
    # A place that comes from a hand is told by the role of that: hands have to be known first.
    hands = frozenset(key for group in groups for key in group.keys if group.is_hand(groups))
    for group in groups:
        role = role_of(group, hands, groups)
        hinted = {found for key in group.keys if (found := hints.role(key[0], key[2], ROLES)) is not None}
        use = group.use
        yield Family(
            group.owner,
            group.kind,
            tuple(key[2] for key in group.keys),
            hinted.pop() if len(hinted) == 1 else role,
            use.largest,
            round(use.mean, 1),
            use.picked > 0,
            use.free,
            use.indexed,
        )


def _grouped(seen: Probe, facts: TableFacts, pack: Pack) -> list[Group]:
    """All places in families, those of players first."""
    uses = {place.key: Use(indexed=place.indexed, free=place.free) for place in facts.places}
    for key, use in seen.uses.items():
        uses[key] = use.with_facts(uses.get(key))
    words = _words(pack)
    found: dict[tuple[object, ...], list[Key]] = {}
    for key, use in uses.items():
        found.setdefault((key[0], key[1], *_alike(key, use, words)), []).append(key)
    groups = [
        Group(keys[0][0], keys[0][1], tuple(keys), Use.together([uses[key] for key in keys]))
        for keys in found.values()
    ]
    order = {key: number for number, key in enumerate(uses)}
    return sorted(groups, key=lambda group: (_OWNERS.index(group.owner), order[group.keys[0]]))


def _alike(key: Key, use: Use, words: dict[str, str]) -> tuple[object, ...]:
    """Whatever places of one family have in common."""
    if key[2] in words:
        return "attribute", words[key[2]]
    if use.sources and use.targets:
        return "flows", frozenset(use.sources), frozenset(use.targets)
    return "name", key[2]


def _words(pack: Pack) -> dict[str, str]:
    """The attribute of which a word is a value, where there is only one."""
    found: dict[str, set[str]] = {}
    for kind in pack.kinds:
        for key, value in kind.attributes:
            found.setdefault(value, set()).add(key)
    return {value: keys.copy().pop() for value, keys in found.items() if len(keys) == 1}


def _values(seen: Probe, facts: TableFacts, hints: TableHints) -> Iterator[ShownValue]:
    for (owner, name), values in seen.stored().items():
        if (owner, name) in facts.scoring and not any(isinstance(value, str) for value in values):
            role = "score"
        elif not seen.changes(owner, name) or (owner == "game" and (owner, name) in facts.steering):
            role = "hidden"
        elif (owner, name) in facts.seats:
            role = "who"
        elif any(isinstance(value, str) for value in values):
            role = "tag"
        else:
            role = "strip" if owner == "game" else "chip"
        yield ShownValue(owner, name, hints.role(owner, name, VALUE_ROLES) or role)
