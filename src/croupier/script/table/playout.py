"""Playing on at random, for the searches: cheaper than looking for all options at every decision.

Every answer that comes to mind is equally likely, chains of questions counted as single moves, and what the
program does not take, or what changes nothing, is taken back: so that each option has the same chance. Since
the state is one that somebody imagines, there is nothing hidden in it that this could tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import Outcome, Status, Stream
from croupier.script.machine import Machine
from croupier.script.table.domain import Candidate, domain
from croupier.script.table.image import Trial
from croupier.script.table.moves import DEPTH, Move, give, is_chain
from croupier.script.table.results import outcome_of
from croupier.script.table.seating import asked, take_seats
from croupier.script.terms import BadAnswer
from croupier.script.terms import Status as Stopped
from croupier.script.uses import site_of

if TYPE_CHECKING:
    from croupier.script.table.game import ScriptGame
    from croupier.script.table.state import ScriptState


def finish_at_random(state: ScriptState, stream: Stream) -> Outcome:
    """Play a state to its end; the state itself is used up."""
    game, machine = state.game, state.machine
    known = state.known_moves
    for _ in range(max(1, state.max_decisions - state.decisions)):
        if machine.run() is not Stopped.ASKING:
            take_seats(game.tongue, machine)
            return outcome_of(game.tongue, machine, game.seats)
        found = _moves(game, machine) if known is None else list(known)
        known = None
        if not _taken(game, machine, found, stream):
            return Outcome(Status.UNFINISHED, "nothing that can be answered leads on")
    return Outcome(Status.UNFINISHED, f"{state.max_decisions:,} decisions")


def _taken(game: ScriptGame, machine: Machine, found: list[Move], stream: Stream) -> bool:
    """Take any of some moves that the program accepts; whether there is one."""
    pending = machine.pending
    assert pending is not None
    if pending.options is not None and len(found[0].parts) == 1:
        machine.answer(found[stream.below(len(found))].answers[0])
        return True
    trial = Trial(machine)
    while found:
        move = found.pop(stream.below(len(found)))
        trial.begin()
        if give(machine, move) is None and not _nothing_happened(game, trial):
            return True
        trial.rewind()
    return False


def _nothing_happened(game: ScriptGame, trial: Trial) -> bool:
    machine = trial.machine
    return machine.status is Stopped.ASKING and trial.same_place(game.is_live)


def _moves(game: ScriptGame, machine: Machine) -> list[Move]:
    """What might be answered, with chains as single moves."""
    found: list[Move] = []
    _expand(game, machine, (), found)
    return found


def _expand(game: ScriptGame, machine: Machine, parts: tuple[Candidate, ...], found: list[Move]) -> None:
    assert machine.pending is not None
    site = site_of(machine.pending.span)
    trial: Trial | None = None
    for candidate in domain(game.tongue, machine).candidates:
        if len(parts) + 1 < DEPTH and game.tongue.flow.may_chain(site, candidate.literal):
            trial = trial or Trial(machine)
            trial.begin()
            try:
                if _leads_on(game, trial, candidate.answer):
                    _expand(game, machine, (*parts, candidate), found)
                    continue
            finally:
                trial.rewind()
        found.append(Move((*parts, candidate)))


def _leads_on(game: ScriptGame, trial: Trial, answer: str) -> bool:
    """Whether an answer is followed by another question of the same chain."""
    machine = trial.machine
    seat = asked(game.tongue, machine).seat
    try:
        machine.answer(answer)
    except BadAnswer:
        return False
    given = machine.frame.stack[-1]
    return (
        machine.run() is Stopped.ASKING
        and asked(game.tongue, machine).seat == seat
        and not trial.same_place(game.is_live)
        and is_chain(trial, given)
    )
