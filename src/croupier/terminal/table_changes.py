"""Moves of a game whose events tell no cards: what a seat has seen change on the table after each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from croupier.game.capabilities import KeepsMovesQuiet, able
from croupier.game.cards import Pack, Pile, known_names
from croupier.game.move_words import Audience, place_words


def change_words(before: Sequence[Pile], after: Sequence[Pile], pack: Pack, to: Audience, mover: int) -> str:
    """The piles that somebody's move has changed, with the cards that have come to lie open."""
    earlier, later = ({pile.id: pile for pile in piles} for piles in (before, after))
    return "; ".join(
        f"{place_words(name.removeprefix(f'{mover}.'), to)} {len(old)} → {len(new)}{_arrived(old, new, pack)}"
        for name in dict.fromkeys((*earlier, *later))
        if (old := _slots(earlier.get(name))) != (new := _slots(later.get(name)))
        and (len(old) != len(new) or _arrived(old, new, pack))
    )


def _slots(pile: Pile | None) -> tuple[Any, ...]:
    return () if pile is None else pile.slots


def _arrived(old: tuple[Any, ...], new: tuple[Any, ...], pack: Pack) -> str:
    known = [Counter(name for name in known_names(pack, slots) if name is not None) for slots in (old, new)]
    come = [*(known[1] - known[0]).elements()]
    return f" ({', '.join(come)})" if come and len(come) <= max(1, len(new) - len(old)) else ""


class TableWatch:
    """What people have seen change, by the place among the events at which it was seen."""

    def __init__(self, people: Sequence[int]) -> None:
        self._tables: dict[int, Sequence[Pile]] = {}
        self._mover: int | None = None
        self._seen: dict[int, list[tuple[int, int, str]]] = {seat: [] for seat in people}
        """For each seat: the number of events before, who had moved, and the words."""

    def look(self, state: Any, heard: int, names: Sequence[str], mover: int | None = None) -> None:
        """Note what has changed since the last look; from now on it is somebody's move."""
        if able(state.game, KeepsMovesQuiet) is None:
            return
        for seat, found in self._seen.items():
            piles = state.view(seat).piles
            if self._mover is not None and seat in self._tables:
                to = Audience(seat, names)
                words = change_words(self._tables[seat], piles, state.game.pack, to, self._mover)
                if words:
                    found.append((heard, self._mover, words))
            self._tables[seat] = piles
        self._mover = mover if mover is not None else self._mover

    def forget(self, heard: int) -> None:
        """Go back to when there had been so many events."""
        for seat, found in self._seen.items():
            self._seen[seat] = [entry for entry in found if entry[0] <= heard]
        self._tables, self._mover = {}, None

    def of(self, seat: int, since: int, names: Sequence[str]) -> list[tuple[int, str]]:
        """What a seat has seen since so many events, each with the number of events before it."""
        to = Audience(seat, names)
        return [
            (heard, f"{'you' if mover == seat else to.who(mover)}: {words}")
            for heard, mover, words in self._seen.get(seat, ())
            if heard > since
        ]
