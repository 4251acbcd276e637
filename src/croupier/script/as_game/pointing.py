"""Moves that point at cards and seats, as the seat that is asked knows them.

A card is found by what is printed on it: in the piles of the seat first, then in the others that it sees. Of
equal cards the first one is meant, whichever the program takes.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from croupier.game.protocol import Target
from croupier.script.as_game.domain import Candidate
from croupier.script.as_game.piles import Look, holders
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.machine import Machine


class Pointer:
    """Points at what a seat sees on a machine; the identities of hidden cards are secret."""

    def __init__(self, script: ScriptProgram, machine: Machine, seat: int, secret: set[int]) -> None:
        self.script = script
        self.machine = machine
        self.seat = seat
        self.secret = secret

    def target(self, part: Candidate, meant: Any) -> tuple[Target, ...]:
        """The card, seat, number or word that an answer means."""
        shown = meant if meant is not None else part.shown if part.element else None
        if part.hidden or (shown is not None and id(shown) in self.secret):
            return (Target("number", number=part.value),) if type(part.value) is int else (Target("card"),)
        for value in (shown, part.value):
            found = self._thing(value)
            if found is not None:
                return (found,)
        if type(part.value) is int:
            return (Target("number", number=part.value),)
        return (Target("word", word=part.answer),)

    def _thing(self, value: Any) -> Target | None:
        if type(value) is str:
            return self._seat([value in self.machine.fields(one).values() for one in self.machine.seated])
        if value is None or type(value) in (int, float, bool):
            return None
        if self.script.is_player(value):
            said = self.script.label(self.machine, value)
            return self._seat([self.script.label(self.machine, one) == said for one in self.machine.seated])
        look = self.script.look(self.machine, value)
        where = None if look is None else self._places.get(look)
        return None if where is None else Target("card", *where)

    def _seat(self, fits: list[bool]) -> Target | None:
        """The only player who fits."""
        return Target("seat", number=fits.index(True)) if sum(fits) == 1 else None

    @cached_property
    def _places(self) -> dict[Look, tuple[str, int]]:
        """The first slot of every kind of card that the seat sees, its own piles first."""
        found: dict[Look, tuple[str, int]] = {}
        everywhere = holders(self.script, self.machine)
        everywhere.sort(key=lambda holder: (holder.owner, holder.member) != ("player", self.seat))
        for holder in everywhere:
            for at, card in enumerate(holder.cards):
                if id(card) not in self.secret:
                    look = self.script.look(self.machine, card)
                    if look is not None:
                        found.setdefault(look, (holder.id, holder.slot(at)))
        return found
