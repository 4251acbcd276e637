"""Playing on at random, for the searches: cheaper than looking for all options at every decision.

Every answer that comes to mind is equally likely, chains of questions counted as single moves, and what the
program does not take, or what changes nothing, is taken back: so that each option has the same chance. Since
the state is one that somebody imagines, there is nothing hidden in it that this could tell. Which collection
a player's answer is an index of is looked for once in a playout, and then taken to be the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.game import Outcome, Status, Stream
from croupier.script.as_game.domain import Candidate, Domain, domain
from croupier.script.as_game.image import Trial
from croupier.script.as_game.moves import DEEPEST, DEPTH, Move, give, is_chain, too_deep
from croupier.script.as_game.results import outcome_of
from croupier.script.as_game.seating import asked, take_seats
from croupier.script.heap import Thing
from croupier.script.machine import Machine
from croupier.script.terms import BadAnswer
from croupier.script.terms import Status as Stopped
from croupier.script.uses import Site, site_of

if TYPE_CHECKING:
    from croupier.script.as_game.state import ScriptState


def finish_at_random(state: ScriptState, stream: Stream) -> Outcome:
    """Play a state to its end; the state itself is used up."""
    return _Playout(state, stream).finish()


@dataclass(slots=True)
class _Branch:
    """An answer, and what may be answered to the question that follows at once, if one does."""

    candidate: Candidate
    after: list[_Branch] | None = None


@dataclass(slots=True)
class _Habit:
    """What a seat could answer at a question when it was last looked at."""

    moves: list[Move]
    sizes: list[tuple[Thing, int]]
    """The collections that answers were indexes of, and how long they were."""

    @property
    def holds(self) -> bool:
        """Whether all of these collections are still as long as they were."""
        return all(thing.items is not None and len(thing.items) == size for thing, size in self.sizes)


class _Playout:
    """One game from a state to its end."""

    def __init__(self, state: ScriptState, stream: Stream) -> None:
        self.state = state
        self.game = state.game
        self.tongue = state.game.tongue
        self.machine: Machine = state.machine
        self.stream = stream
        self.trial: Trial | None = None
        self.before: Trial | None = None
        """The trial in which the last move was made, if it was made in one."""
        self.habits: dict[tuple[Site, int, tuple[int, ...]], _Habit] = {}
        self._indexed: dict[tuple[Site, int], list[Thing]] = {}
        self.steady = True

    def finish(self) -> Outcome:
        """Decide and run until it is over."""
        state, machine = self.state, self.machine
        machine.hush(swift=True)
        known = state.known_moves
        for _ in range(max(1, state.max_decisions - state.decisions)):
            if machine.run() is not Stopped.ASKING:
                take_seats(self.tongue, machine)
                return outcome_of(self.tongue, machine, self.game.seats)
            if len(machine.frames) > DEEPEST:
                return Outcome(Status.UNFINISHED, too_deep(machine))
            # What was printed is never read.
            machine.output, machine.asked_at = [], 0
            self.trial = None
            if not self._taken(list(known) if known is not None else self._moves()):
                return Outcome(Status.UNFINISHED, "nothing that can be answered leads on")
            known = None
        return Outcome(Status.UNFINISHED, f"{state.max_decisions:,} decisions")

    def _taken(self, found: list[Move]) -> bool:
        """Take any of the moves that the program accepts; whether there is one."""
        machine, stream = self.machine, self.stream
        assert machine.pending is not None
        if machine.pending.options is not None and len(found[0].parts) == 1:
            machine.answer(found[stream.below(len(found))].answers[0])
            self.before = None
            return True
        trial = self._root()
        trial.begin()
        while found:
            if give(machine, found.pop(stream.below(len(found)))) is not None:
                trial.rewind()
                trial.begin()
            elif (
                self.state.imagined
                or machine.status is not Stopped.ASKING
                or not trial.same_place(self.game.tongue.flow)
            ):
                self.before = trial
                return True
            else:
                trial.again()
        return False

    def _root(self) -> Trial:
        if self.trial is None:
            self.trial = Trial(self.machine, after=self.before)
        return self.trial

    def _moves(self) -> list[Move]:
        """What might be answered, with chains as single moves."""
        machine = self.machine
        pending = machine.pending
        assert pending is not None
        if pending.options is not None:
            return _flat(self._branches((), False, []))
        site, seat = site_of(pending.span), asked(self.tongue, machine).seat
        sizes = tuple(len(thing.items or ()) for thing in self._indexed.get((site, seat), ()))
        habit = self.habits.get((site, seat, sizes))
        if habit is None or not habit.holds:
            met: list[tuple[Thing, int]] = []
            self.steady = True
            habit = _Habit(_flat(self._branches((), False, met)), met)
            if self.steady:
                self._indexed[site, seat] = [thing for thing, _ in met]
                self.habits[site, seat, tuple(size for _, size in met)] = habit
        return habit.moves[:]

    def _branches(self, sites: tuple[Site, ...], inside: bool, met: list[tuple[Thing, int]]) -> list[_Branch]:
        machine, flow = self.machine, self.tongue.flow
        assert machine.pending is not None
        sites = (*sites, site_of(machine.pending.span))
        trial: Trial | None = None
        found: Domain = domain(self.tongue, machine, self.trial if inside else None)
        self.steady = self.steady and found.steady
        met += [(thing, len(thing.items)) for thing in found.collections if thing.items is not None]
        branches = []
        for candidate in found.candidates:
            branch = _Branch(candidate)
            branches.append(branch)
            if len(sites) < DEPTH and flow.may_chain(sites, candidate.literal):
                trial = trial or (Trial(machine, self.trial) if inside else self._root())
                trial.begin()
                try:
                    if self._leads_on(trial, candidate.answer):
                        branch.after = self._branches(sites, True, met)
                finally:
                    trial.rewind()
        return branches

    def _leads_on(self, trial: Trial, answer: str) -> bool:
        """Whether an answer is followed by another question of the same chain."""
        machine, tongue = trial.machine, self.tongue
        seat = asked(tongue, machine).seat
        try:
            machine.answer(answer)
        except BadAnswer:
            return False
        given = machine.frame.stack[-1]
        return (
            machine.run() is Stopped.ASKING
            and asked(tongue, machine).seat == seat
            and not trial.same_place(self.game.tongue.flow)
            and is_chain(trial, given)
        )


def _flat(branches: list[_Branch], parts: tuple[Candidate, ...] = ()) -> list[Move]:
    found: list[Move] = []
    for branch in branches:
        if branch.after is None:
            found.append(Move((*parts, branch.candidate)))
        else:
            found += _flat(branch.after, (*parts, branch.candidate))
    return found
