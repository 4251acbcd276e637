"""From answers to moves (C2): what the rules refuse is left out, and chains of questions become one move.

Every answer is first run dry, on what the seat knows: a copy that can change nothing and draw nothing, with
a veil over whatever the seat does not see. If it comes back to the same question, or fails, it is refused for
certain; if it comes to another question of the same seat, both are a chain: 'play', then which card, is
offered as one move. What would change something, draw, or look behind the veil, is run on a sampled deal, and
left out only if it fails or changes nothing there, and on a second one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from croupier.script.as_game.domain import Candidate, domain
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.as_game.seating import asked
from croupier.script.as_game.standing import alike, same_place, things_changed
from croupier.script.heap import Veil
from croupier.script.machine import Machine
from croupier.script.terms import BadAnswer, Effect, Hidden, Status
from croupier.script.uses import Site, site_of

DEPTH = 3
"""So many questions make one move at most."""
STEPS = 200_000
"""So many instructions may follow an answer before it is taken for one that is fine."""
DEEPEST = 500
"""So many activations may be open at a question; a program with more calls itself without end."""
FEW = 2
"""If no more moves than that are fine, it is looked at whether they are fine whatever is hidden."""


class Verdict(Enum):
    """What became of an answer."""

    FINE = "fine"
    ERROR = "error"
    NOTHING = "nothing"
    CHAIN = "chain"


class Move:
    """The answers that make one move."""

    __slots__ = ("answers", "parts")

    def __init__(self, parts: tuple[Candidate, ...]) -> None:
        self.parts = parts
        self.answers = tuple([part.answer for part in parts])
        """What is typed at each question."""


@dataclass(frozen=True, slots=True)
class Moves:
    """What a seat may do."""

    moves: tuple[Move, ...]
    unsure: bool = False
    """Whether everything would have been left out, and is offered for that reason (W702)."""
    guessed: bool = False
    """Whether nothing in the program tells what may be answered."""


def plain_moves(script: ScriptProgram, machine: Machine, *, filtered: bool = True) -> Moves | None:
    """What may be done where nothing has to be tried; None where something has to.

    That is where the program itself states what may be answered, or nobody wants to know what it refuses, and
    no other question can follow at once.
    """
    pending = machine.pending
    assert pending is not None
    if (pending.options is None and filtered) or script.flow.may_chain(machine.frames):
        return None
    found = domain(script, machine)
    if any(type(candidate.shown) not in _PLAIN for candidate in found.candidates):
        return None
    return Moves(tuple(Move((candidate,)) for candidate in found.candidates), guessed=found.guessed)


_PLAIN = (int, float, str, bool, type(None))
"""Values that tell no hidden card."""


def moves(
    script: ScriptProgram,
    known: Machine,
    samples: Sequence[Callable[[], Machine]],
    seat: int,
    *,
    filtered: bool = True,
    nothings: bool = False,
) -> Moves:
    """What a seat may do at the question at which all of the samples stand.

    ``known`` stands there, too, with a veil over whatever the seat does not see. With `nothings`, answers
    that change nothing are offered as well: where there is something to be guessed, a wrong guess need not
    change anything.
    """
    tree = _Expansion(script, samples[0](), seat, filtered)
    tree.expand((), tree.machine, known)
    tree.drop_repeated()
    leaves = {_veiled(move, known): verdict for move, verdict in tree.leaves.items()}
    if not filtered:
        return Moves(tuple(leaves), guessed=tree.guessed)
    doubtful = [move for move in leaves if move.answers in tree.doubtful]
    for make in samples[1:] if doubtful else ():
        again = _Expansion(script, make(), seat, filtered)
        fine = [move for move, verdict in leaves.items() if verdict is Verdict.FINE]
        # Where what is fine depends on what the seat does not know, a wrong guess may change nothing.
        if len(fine) <= FEW and any(again.verdict_of(move) is not Verdict.FINE for move in fine):
            nothings = True
        for move in doubtful:
            verdict = again.verdict_of(move)
            if verdict is Verdict.FINE or leaves[move] is Verdict.ERROR:
                leaves[move] = verdict
    wanted = (Verdict.FINE, Verdict.NOTHING) if nothings else (Verdict.FINE,)
    found = tuple(move for move, verdict in leaves.items() if verdict in wanted)
    if found:
        return Moves(found, guessed=tree.guessed)
    return Moves(tuple(leaves), unsure=True, guessed=tree.guessed)


def _veiled(move: Move, known: Machine) -> Move:
    """The same move, with a mark at every part that means a card which the seat does not see."""
    if not any(part.where is not None and _is_veil(part, known) for part in move.parts):
        return move
    return Move(
        tuple(
            replace(part, hidden=True) if part.where is not None and _is_veil(part, known) else part
            for part in move.parts
        )
    )


def _is_veil(part: Candidate, known: Machine) -> bool:
    assert part.where is not None
    pile, place = part.where
    items = known.items(pile)
    return place < len(items) and type(items[place]) is Veil


class _Expansion:
    """The moves from one machine, found by trying on copies of it."""

    def __init__(self, script: ScriptProgram, machine: Machine, seat: int, filtered: bool) -> None:
        self.script = script
        self.machine = machine
        self.seat = seat
        self.filtered = filtered
        self.leaves: dict[Move, Verdict] = {}
        self.doubtful: set[tuple[str, ...]] = set()
        """Moves that were refused because of something that the seat does not know."""
        self.guessed = False
        self.ends: dict[tuple[str, ...], Machine] = {}
        """Where moves have led to that are fine."""
        self.chain: list[Machine] = []
        """The machines at the questions of the chain that is being followed."""

    def drop_repeated(self) -> None:
        """Leave out chains whose last answer alone leads to the very same: it was only asked for again."""
        for move, end in [(m, self.ends[m.answers]) for m in self.leaves if m.answers in self.ends]:
            direct = self.ends.get(move.answers[-1:])
            if len(move.parts) > 1 and direct is not None and self._same_end(end, direct):
                self.leaves[move] = Verdict.NOTHING

    def _same_end(self, one: Machine, other: Machine) -> bool:
        if one.status is not other.status:
            return False
        if one.status is Status.ASKING:
            return same_place(self.script.flow, one, other)
        return one.globals == other.globals and one.H == other.H

    def expand(self, parts: tuple[Candidate, ...], machine: Machine, known: Machine) -> None:
        """Every move that begins with some answers, after which the machines stand at the next question."""
        found = domain(self.script, machine)
        self.guessed = self.guessed or found.guessed
        self.chain.append(known)
        given = found.stated or not self.filtered
        tries = not given or self.script.flow.may_chain(machine.frames)
        for candidate in found.candidates:
            move = Move((*parts, candidate))
            if not tries:
                self.leaves[move] = Verdict.FINE
                continue
            dry = known.dry_run()
            verdict = self._dry(dry, candidate.answer)
            if verdict is Verdict.CHAIN:
                fork = machine.silent()
                fork.answer(candidate.answer)
                if fork.run() is Status.ASKING:
                    self.expand(move.parts, fork, dry)
                    continue
            if given:
                # What the program itself offers is never left out.
                verdict = Verdict.FINE
            elif verdict is None or verdict is Verdict.CHAIN:
                fork = machine.silent()
                verdict = self._tried(fork, machine, candidate.answer)
                if verdict is Verdict.FINE:
                    self.ends[move.answers] = fork
                else:
                    self.doubtful.add(move.answers)
            self.leaves[move] = verdict
        self.chain.pop()

    def _dry(self, dry: Machine, answer: str) -> Verdict | None:
        """What becomes of an answer on what the seat knows; None if it changes, draws or reads too much."""
        try:
            dry.answer(answer)
            given = dry.res
            dry.allow(STEPS)
            status = dry.run()
            if status is Status.FAILED:
                assert dry.failure is not None
                return None if dry.failure.code == "R411" else Verdict.ERROR
            if status is not Status.ASKING or asked(self.script, dry).seat != self.seat:
                return Verdict.FINE
            if any(same_place(self.script.flow, dry, one) for one in self.chain):
                return Verdict.NOTHING
            if len(self.chain) < DEPTH and not self._is_known(dry) and is_chain(dry, self.chain[-1], given):
                return Verdict.CHAIN
        except BadAnswer:
            return Verdict.ERROR
        except (Effect, Hidden):
            pass
        return None

    def verdict_of(self, move: Move) -> Verdict:
        """What becomes of a move that was found elsewhere."""
        machine = self.machine
        for part in move.parts[:-1]:
            machine = machine.silent()
            try:
                machine.answer(part.answer)
            except BadAnswer:
                return Verdict.ERROR
            if machine.run() is not Status.ASKING:
                return Verdict.ERROR if machine.status is Status.FAILED else Verdict.FINE
        return self._tried(machine.silent(), machine, move.parts[-1].answer)

    def _tried(self, fork: Machine, before: Machine, answer: str) -> Verdict:
        """What becomes of one answer on a sampled deal."""
        try:
            fork.answer(answer)
        except BadAnswer:
            return Verdict.ERROR
        fork.allow(STEPS)
        status = fork.run()
        if status is Status.FAILED:
            return Verdict.ERROR
        if status is not Status.ASKING or asked(self.script, fork).seat != self.seat:
            return Verdict.FINE
        flow = self.script.flow
        if same_place(flow, fork, before) or same_place(flow, fork, self.machine):
            return Verdict.NOTHING
        return Verdict.FINE

    def _is_known(self, fork: Machine) -> bool:
        """Whether the question at which a copy stands is in the chain already."""
        site = _site(fork)
        return any(_site(one) == site for one in self.chain)


def _site(machine: Machine) -> Site:
    assert machine.pending is not None
    return site_of(machine.pending.span)


def too_deep(machine: Machine) -> str:
    """Say that a question is asked with too many activations open."""
    name = machine.frame.routine.name
    return f"more than {DEEPEST} activations are open at a question: `{name}` may call itself without end"


def is_chain(now: Machine, then: Machine, given: Any) -> bool:
    """Whether nothing but output has happened since an answer, which may have gone into a variable."""
    if now.clock != then.clock or things_changed(now, then):
        return False
    return all(
        one is other or alike(now, one, then, other) or _is_answer(one, given)
        for one, other in zip(now.globals, then.globals, strict=True)
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
