"""From answers to moves (C2): what the rules refuse is left out, and chains of questions become one move.

Every candidate is tried, up to the next question or the end, on machines that are sampled from what the
seat may know. It is left out only if in each of them it ends in an error, or changes nothing and leads back
to the same question. Questions to the same seat with nothing but output between them are one chain: 'play',
then which card, is offered as one move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from croupier.script.as_game.domain import Candidate, domain
from croupier.script.as_game.image import Trial, alike
from croupier.script.as_game.seating import asked
from croupier.script.as_game.sight import hidden, hidden_cards
from croupier.script.as_game.tongue import Tongue
from croupier.script.machine import Machine
from croupier.script.terms import BadAnswer, Status
from croupier.script.uses import Site, site_of

DEPTH = 3
"""So many questions make one move at most."""
STEPS = 200_000
"""So many instructions may follow an answer before it is taken for one that is fine."""
DEEPEST = 500
"""So many activations may be open at a question; a program with more calls itself without end."""
FEW = 2
"""If no more moves than that are fine, it is looked at whether they are fine whatever is hidden."""


_PLAIN = (int, float, str, bool, type(None))


class Verdict(Enum):
    """What became of an answer."""

    FINE = "fine"
    ERROR = "error"
    NOTHING = "nothing"
    CHAIN = "chain"


@dataclass(frozen=True, slots=True)
class Move:
    """The answers that make one move."""

    parts: tuple[Candidate, ...]

    @property
    def answers(self) -> tuple[str, ...]:
        """What is typed at each question."""
        return tuple(part.answer for part in self.parts)


@dataclass(frozen=True, slots=True)
class Moves:
    """What a seat may do."""

    moves: tuple[Move, ...]
    unsure: bool = False
    """Whether everything would have been left out, and is offered for that reason (W702)."""
    guessed: bool = False
    """Whether nothing in the program tells what may be answered."""


def plain_moves(tongue: Tongue, machine: Machine, seat: int, *, filtered: bool = True) -> Moves | None:
    """What may be done where nothing has to be tried; None where something has to.

    That is where the program itself states what may be answered, or nobody wants to know what it refuses, and
    no other question can follow at once.
    """
    pending = machine.pending
    assert pending is not None
    if pending.options is None and filtered:
        return None
    found = domain(tongue, machine)
    site = site_of(pending.span)
    if any(tongue.flow.may_chain((site,), candidate.literal) for candidate in found.candidates):
        return None
    moves = tuple(Move((candidate,)) for candidate in found.candidates)
    if any(type(candidate.shown) not in _PLAIN for candidate in found.candidates):
        secret = hidden_cards(hidden(tongue, machine, seat))
        moves = tuple(_veiled(move, secret) for move in moves)
    return Moves(moves, guessed=found.guessed)


def moves(
    tongue: Tongue,
    samples: Sequence[Callable[[], Machine]],
    seat: int,
    *,
    filtered: bool = True,
    nothings: bool = False,
) -> Moves:
    """What a seat may do at the question at which all of the samples stand.

    With `nothings`, answers that change nothing are offered as well: where there is something to be guessed,
    a wrong guess need not change anything.
    """
    first = samples[0]()
    secret = hidden_cards(hidden(tongue, first, seat))
    tree = _Expansion(tongue, first, seat, filtered)
    tree.expand((), 1)
    if secret:
        tree.leaves = [(_veiled(move, secret), verdict) for move, verdict in tree.leaves]
    if not filtered:
        return Moves(tuple(move for move, _ in tree.leaves), guessed=tree.guessed)
    kept = dict(tree.leaves)
    for make in samples[1:]:
        doubtful = [move for move, verdict in kept.items() if verdict is not Verdict.FINE]
        if not doubtful:
            break
        again = _Expansion(tongue, make(), seat, filtered)
        fine = [move for move, verdict in kept.items() if verdict is Verdict.FINE]
        # Where what is fine depends on what the seat does not know, a wrong guess may change nothing.
        if len(fine) <= FEW and any(again.verdict_of(move) is not Verdict.FINE for move in fine):
            nothings = True
        for move in doubtful:
            verdict = again.verdict_of(move)
            if verdict is Verdict.FINE or kept[move] is Verdict.ERROR:
                kept[move] = verdict
    wanted = (Verdict.FINE, Verdict.NOTHING) if nothings else (Verdict.FINE,)
    found = tuple(move for move, verdict in kept.items() if verdict in wanted)
    if found:
        return Moves(found, guessed=tree.guessed)
    return Moves(tuple(kept), unsure=True, guessed=tree.guessed)


def _veiled(move: Move, secret: set[int]) -> Move:
    """The same move, with a mark at every part that means a card which the seat does not see."""
    if not any(id(part.shown) in secret for part in move.parts):
        return move
    return Move(tuple(replace(p, hidden=True) if id(p.shown) in secret else p for p in move.parts))


class _Expansion:
    """The moves from one machine, found by trying on it."""

    def __init__(self, tongue: Tongue, machine: Machine, seat: int, filtered: bool) -> None:
        self.tongue = tongue
        self.machine = machine
        self.seat = seat
        self.filtered = filtered
        self.leaves: list[tuple[Move, Verdict]] = []
        self.guessed = False
        self.trials: list[Trial] = []
        self.sites: tuple[Site, ...] = ()

    def expand(self, parts: tuple[Candidate, ...], depth: int) -> None:
        """Every move that begins with some answers, which have been given."""
        assert self.machine.pending is not None
        within = self.trials[-1] if self.trials else None
        found = domain(self.tongue, self.machine, within)
        self.guessed = self.guessed or found.guessed
        before = self.sites
        self.sites = (*before, site_of(self.machine.pending.span))
        if (found.stated or not self.filtered) and not any(map(self._may_chain, found.candidates)):
            self.sites = before
            self.leaves += [(Move((*parts, candidate)), Verdict.FINE) for candidate in found.candidates]
            return
        trial = Trial(self.machine, within)
        self.trials.append(trial)
        for candidate in found.candidates:
            trial.begin()
            try:
                verdict = self._tried(candidate.answer, trial, self._may_chain(candidate))
                if verdict is Verdict.CHAIN:
                    self.expand((*parts, candidate), depth + 1)
                elif verdict is Verdict.FINE or not found.stated:
                    self.leaves.append((Move((*parts, candidate)), verdict))
                else:
                    # What the program itself offers is never left out.
                    self.leaves.append((Move((*parts, candidate)), Verdict.FINE))
            finally:
                trial.rewind()
        self.trials.pop()
        self.sites = before

    def _may_chain(self, candidate: Candidate) -> bool:
        return len(self.sites) < DEPTH and self.tongue.flow.may_chain(self.sites, candidate.literal)

    def verdict_of(self, move: Move) -> Verdict:
        """What becomes of a move that was found elsewhere."""
        verdict = Verdict.FINE
        begun = len(self.trials)
        try:
            for depth, part in enumerate(move.parts, start=1):
                trial = Trial(self.machine)
                self.trials.append(trial)
                trial.begin()
                verdict = self._tried(part.answer, trial, depth < len(move.parts))
                if verdict is not Verdict.CHAIN:
                    return verdict
            return Verdict.FINE
        finally:
            while len(self.trials) > begun:
                self.trials.pop().rewind()

    def _tried(self, answer: str, trial: Trial, may_chain: bool) -> Verdict:
        """What becomes of one answer to the pending question."""
        machine = self.machine
        try:
            machine.answer(answer)
        except BadAnswer:
            return Verdict.ERROR
        given = machine.frame.stack[-1]
        status = machine.run(STEPS)
        if status is Status.FAILED:
            return Verdict.ERROR
        if status is not Status.ASKING:
            return Verdict.FINE
        if asked(self.tongue, machine).seat != self.seat:
            return Verdict.FINE
        if any(one.same_place(self.tongue.flow) for one in self.trials):
            return Verdict.NOTHING
        return Verdict.CHAIN if may_chain and is_chain(trial, given) else Verdict.FINE


def too_deep(machine: Machine) -> str:
    """Say that a question is asked with too many activations open."""
    name = machine.frame.routine.name
    return f"more than {DEEPEST} activations are open at a question: `{name}` may call itself without end"


def is_chain(trial: Trial, given: Any) -> bool:
    """Whether nothing but output has happened since an answer, which may have gone into a variable."""
    machine = trial.machine
    if machine.stream != trial.rest["stream"] or machine.clock != trial.rest["clock"] or trial.things_changed:
        return False
    return all(
        now is then or alike(now, then) or _is_answer(now, given)
        for now, then in zip(machine.globals, trial.globals, strict=True)
    )


def _is_answer(value: Any, given: Any) -> bool:
    return value is given or (type(value) in (int, float, str, bool) and str(value) == str(given))


def give(machine: Machine, move: Move) -> str | None:
    """Answer the questions of a move one after the other; why that cannot be done, or None."""
    for number, answer in enumerate(move.answers):
        if number and machine.status is not Status.ASKING:
            return f"'{answer}' was not asked for any more"
        try:
            machine.answer(answer)
        except BadAnswer as bad:
            return str(bad)
        if machine.run() is Status.FAILED:
            assert machine.failure is not None
            return None if machine.failure.code == "R411" else machine.failure.message
    return None
