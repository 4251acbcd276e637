"""Trying an item out: what it writes, and how that is taken back.

The paths of an item are tried on the state itself. Actions on cards are noted in a journal
(`runtime/undoing.py`), from which they are taken back; storages, cycles and the random stream are few words,
which are saved before and copied back after every path. An item that does something for which there is no
way back is tried on a copy of the whole state.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.interpreter.layout import owner_kind
from croupier.native.lower.blueprint import Blueprint
from croupier.native.lower.lowering import Lowering
from croupier.recycle.program import Expr
from croupier.recycle.traits import World
from croupier.recycle.types import Type

UNDONE = ("move", "remember", "forget", "shuffle", "swap cards", "swap")
"""The events on cards that can be taken back, in the order of their numbers in a journal."""

CONSTANTS = {f"UNDO_{event.replace(' ', '_').upper()}": kind for kind, event in enumerate(UNDONE)}

JOURNAL_WORDS = 1 << 14
"""Room for the journal of one path; a game that needs more goes on with the interpreter."""

ONE_BY_ONE = 8
"""So many words that stand side by side are copied one by one; more, in one go."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What has to be saved before an item is tried: words by where they begin and how many they are."""

    saved: tuple[tuple[str, int], ...]

    def copied(self, into: str, out_of: str) -> list[str]:
        """The lines that save these words, or bring them back."""
        lines = []
        for at, count in self.saved:
            if count > ONE_BY_ONE:
                lines.append(f"copy({into}, {at}, {out_of}, {at}, {count})")
            else:
                lines += [f"{into}[{at} + {i}] = {out_of}[{at} + {i}]" for i in range(count)]
        return lines


def trial(lo: Lowering, item: Expr) -> Trial | None:
    """How an item is tried in the state itself; None if it takes a copy of the state."""
    if lo.held:
        # A card that is moved leaves what the variables around the choice hold.
        return None
    saved: dict[tuple[str, int], None] = {}
    if lo.bp.layout.has_open_cards:
        saved["FACES", (lo.bp.cards + 63) // 64 or 1] = None
    for expr in item.walk():
        if expr.traits.draws:
            saved["RNG", 4] = None
        if expr.form == "let" and expr.part("value").type in (Type.POINTS, Type.POINT_STORE):
            return None
        written = {each.what: each.part for each in expr.traits.writes}
        if World.TEAMS in written or (World.PLACES in written and expr.traits.event not in UNDONE):
            return None
        if World.STORAGES in written:
            saved.update(dict.fromkeys(_storages(lo.bp, expr.part(written[World.STORAGES]))))
        if World.TURNS in written:
            teams = expr.part(written[World.TURNS]).type is Type.TEAM
            level = lo.team_level if teams else lo.player_level
            saved[f"{'TURNS' if teams else 'PLAYERS'} + {2 * level}", 2] = None
    if any(at.isdecimal() for at, _ in saved):
        # Which storages have been set; how many words that takes is known when all are numbered.
        saved["HAS", 1 + lo.bp.stored // 64] = None
    return Trial(tuple(saved))


def _storages(bp: Blueprint, storage: Expr) -> list[tuple[str, int]]:
    """The words of every storage that a form can mean."""
    kept = bp.stores_of(storage.type)
    owner = owner_kind(storage.part("owner"))
    size = bp.award_words if storage.type is Type.POINT_STORE else 1
    members = 1 if owner == "game" else bp.seats
    found = [kept.get((owner, name)) for name in bp.possible(storage.part("name"))]
    return [(str(store.first), members * size) for store in found if store is not None]
