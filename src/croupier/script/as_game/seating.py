"""Who is asked, and at which seat that is (C4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.heap import Thing
from croupier.script.machine import Machine
from croupier.script.terms import Fault


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose decision it is."""

    seat: int
    how: str
    """How that was found."""
    guessed: bool = False


def take_seats(script: ScriptProgram, machine: Machine, player: Thing | None = None) -> None:
    """Give everybody a seat who has none; who has one keeps it."""
    if player is not None and player in machine.seated:
        return
    for one in script.company(machine, player):
        if one not in machine.seated:
            machine.seated = (*machine.seated, one)


def asked(script: ScriptProgram, machine: Machine) -> Asked:
    """Whose decision the pending question is."""
    pending = machine.pending
    assert pending is not None
    player, how = None, ""
    if type(pending.by) is int and pending.stated_by:
        return Asked(_numbered(script, machine, pending.by), "the seat whose number the question names")
    if script.is_player(pending.by) and pending.stated_by:
        player, how = pending.by, "the player that the question names"
    if player is None:
        turn = script.stated(machine).turn
        if turn is not None:
            player = _on_turn(script, machine, turn)
            how = "the player of `turn`"
    if player is None:
        player, how = script.decider(machine), "whoever acts"
    if player is None:
        return Asked(0, "seat 0, since nobody is named", guessed=True)
    if player not in machine.seated:
        take_seats(script, machine, player)
    return _asked(machine.seated.index(player), how)


@cache
def _asked(seat: int, how: str) -> Asked:
    """There are a few seats and ways, and many questions."""
    return Asked(seat, how)


def _numbered(script: ScriptProgram, machine: Machine, seat: int) -> int:
    """A seat number that a question names: players need not be there for it."""
    if not machine.seated:
        take_seats(script, machine)
    many = len(machine.seated)
    if seat < 0 or (many and seat >= many):
        known = f": they count from 0 to {many - 1}" if many else ""
        raise Fault("R403", f"there is no seat {seat}{known}")
    return seat


def _on_turn(script: ScriptProgram, machine: Machine, turn: object) -> Thing | None:
    try:
        found = script.consult(machine, turn)
    except Fault:
        return None
    if type(found) is int:
        company = script.company(machine, None)
        return company[found] if 0 <= found < len(company) else None
    return found if script.is_player(found) else None
