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
from croupier.script.as_game.moves import DEEPEST, DEPTH, Move, give, is_chain, too_deep
from croupier.script.as_game.results import outcome_of
from croupier.script.as_game.seating import asked, take_seats
from croupier.script.as_game.standing import same_place
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
class _Habit:
    """What a seat could answer at a question when it was last looked at."""

    moves: list[Move]
    sizes: list[tuple[Thing, int]]
    """The collections that answers were indexes of, and how long they were."""

    def holds(self, machine: Machine) -> bool:
        """Whether all of these collections are still as long as they were."""
        return all(len(machine.items(thing)) == size for thing, size in self.sizes)


class _Playout:
    """One game from a state to its end."""

    def __init__(self, state: ScriptState, stream: Stream) -> None:
        self.state = state
        self.game = state.game
        self.script = state.game.script
        self.machine: Machine = state.machine
        self.stream = stream
        self.habits: dict[tuple[Site, int, tuple[int, ...]], _Habit] = {}
        self._indexed: dict[tuple[Site, int], list[Thing]] = {}
        self.steady = True

    def finish(self) -> Outcome:
        """Decide and run until it is over."""
        state = self.state
        self.machine.hush()
        known = state.known_moves
        for _ in range(max(1, state.max_decisions - state.decisions)):
            machine = self.machine
            if machine.run() is not Stopped.ASKING:
                take_seats(self.script, machine)
                return outcome_of(self.script, machine, self.game.seats)
            if len(machine.frames) > DEEPEST:
                return Outcome(Status.UNFINISHED, too_deep(machine))
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
            return True
        while found:
            fork = machine.silent()
            if give(fork, found.pop(stream.below(len(found)))) is not None:
                continue
            if (
                self.state.imagined
                or fork.status is not Stopped.ASKING
                or not same_place(self.script.flow, fork, machine)
            ):
                self.machine = fork
                return True
        return False

    def _moves(self) -> list[Move]:
        """What might be answered, with chains as single moves."""
        machine = self.machine
        pending = machine.pending
        assert pending is not None
        if pending.options is not None:
            return self._branches((), machine, (), [])
        site, seat = site_of(pending.span), asked(self.script, machine).seat
        sizes = tuple(len(machine.items(thing)) for thing in self._indexed.get((site, seat), ()))
        habit = self.habits.get((site, seat, sizes))
        if habit is None or not habit.holds(machine):
            met: list[tuple[Thing, int]] = []
            self.steady = True
            habit = _Habit(self._branches((), machine, (), met), met)
            if self.steady:
                self._indexed[site, seat] = [thing for thing, _ in met]
                self.habits[site, seat, tuple(size for _, size in met)] = habit
        return habit.moves[:]

    def _branches(
        self,
        sites: tuple[Site, ...],
        machine: Machine,
        parts: tuple[Candidate, ...],
        met: list[tuple[Thing, int]],
    ) -> list[Move]:
        assert machine.pending is not None
        sites = (*sites, site_of(machine.pending.span))
        found: Domain = domain(self.script, machine)
        self.steady = self.steady and found.steady
        met += [(thing, len(machine.items(thing))) for thing in found.collections]
        moves: list[Move] = []
        for candidate in found.candidates:
            fork = machine.silent() if self._may_chain(sites, candidate) else None
            if fork is not None and self._leads_on(sites, machine, fork, candidate.answer):
                moves += self._branches(sites, fork, (*parts, candidate), met)
            else:
                moves.append(Move((*parts, candidate)))
        return moves

    def _may_chain(self, sites: tuple[Site, ...], candidate: Candidate) -> bool:
        """Whether an answer may be followed by another question at once: an index is not, as a rule."""
        return len(sites) < DEPTH and not candidate.element

    def _leads_on(self, sites: tuple[Site, ...], machine: Machine, fork: Machine, answer: str) -> bool:
        """Whether an answer is followed by another question of the same chain."""
        seat = asked(self.script, machine).seat
        try:
            fork.answer(answer)
        except BadAnswer:
            return False
        given = fork.res
        return (
            fork.run() is Stopped.ASKING
            and fork.pending is not None
            and site_of(fork.pending.span) not in sites
            and asked(self.script, fork).seat == seat
            and not same_place(self.script.flow, fork, machine)
            and is_chain(fork, machine, given)
        )
