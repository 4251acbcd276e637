"""Playing on at random, for the searches: cheaper than looking for all options at every decision.

Every answer that comes to mind is equally likely, chains of questions counted as single moves, and what the
program does not take, or what changes nothing, is taken back: so that each option has the same chance.
Since the state is one that somebody imagines, there is nothing hidden in it that this could tell.
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
from croupier.script.uses import Site, site_of

if TYPE_CHECKING:
    from croupier.script.table.game import ScriptGame
    from croupier.script.table.state import ScriptState


def finish_at_random(state: ScriptState, stream: Stream) -> Outcome:
    """Play a state to its end; the state itself is used up."""
    game, machine = state.game, state.machine
    machine.hush()
    known = state.known_moves
    for _ in range(max(1, state.max_decisions - state.decisions)):
        if machine.run() is not Stopped.ASKING:
            take_seats(game.tongue, machine)
            return outcome_of(game.tongue, machine, game.seats)
        # What was printed is never read.
        machine.output, machine.asked_at = [], 0
        turn = _Turn(game, machine, state.imagined)
        if known is None:
            turn.look()
        else:
            turn.found = list(known)
            known = None
        if not turn.taken(stream):
            return Outcome(Status.UNFINISHED, "nothing that can be answered leads on")
    return Outcome(Status.UNFINISHED, f"{state.max_decisions:,} decisions")


class _Turn:
    """One decision: what might be answered, and one of it that the program takes."""

    def __init__(self, game: ScriptGame, machine: Machine, imagined: bool) -> None:
        self.game = game
        self.machine = machine
        self.imagined = imagined
        self.found: list[Move] = []
        self.trial: Trial | None = None

    def look(self) -> None:
        """What might be answered, with chains as single moves."""
        self._expand((), ())

    def taken(self, stream: Stream) -> bool:
        """Take any of the moves that the program accepts; whether there is one."""
        machine, found = self.machine, self.found
        assert machine.pending is not None
        if machine.pending.options is not None and len(found[0].parts) == 1:
            machine.answer(found[stream.below(len(found))].answers[0])
            return True
        trial = self._trial()
        while found:
            move = found.pop(stream.below(len(found)))
            trial.begin()
            if give(machine, move) is None and (
                self.imagined
                or machine.status is not Stopped.ASKING
                or not trial.same_place(self.game.is_live)
            ):
                return True
            trial.rewind()
        return False

    def _trial(self) -> Trial:
        if self.trial is None:
            self.trial = Trial(self.machine)
        return self.trial

    def _expand(self, sites: tuple[Site, ...], parts: tuple[Candidate, ...]) -> None:
        machine, flow = self.machine, self.game.tongue.flow
        assert machine.pending is not None
        sites = (*sites, site_of(machine.pending.span))
        trial: Trial | None = None
        for candidate in domain(self.game.tongue, machine, self.trial if parts else None).candidates:
            if len(sites) < DEPTH and flow.may_chain(sites, candidate.literal):
                trial = trial or (Trial(machine, self.trial) if parts else self._trial())
                trial.begin()
                try:
                    if self._leads_on(trial, candidate.answer):
                        self._expand(sites, (*parts, candidate))
                        continue
                finally:
                    trial.rewind()
            self.found.append(Move((*parts, candidate)))

    def _leads_on(self, trial: Trial, answer: str) -> bool:
        """Whether an answer is followed by another question of the same chain."""
        machine, tongue = trial.machine, self.game.tongue
        seat = asked(tongue, machine).seat
        try:
            machine.answer(answer)
        except BadAnswer:
            return False
        given = machine.frame.stack[-1]
        return (
            machine.run() is Stopped.ASKING
            and asked(tongue, machine).seat == seat
            and not trial.same_place(self.game.is_live)
            and is_chain(trial, given)
        )
