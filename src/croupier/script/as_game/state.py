"""One game of a program in progress: from decision to decision, and it can be copied at each."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from croupier.game import SCRATCH, Option, Outcome, Status, Stream
from croupier.game.choosing import chosen_index
from croupier.game.hosting import Listener
from croupier.game.screen import view_text
from croupier.game.transcript import Line
from croupier.script.as_game.moves import DEEPEST, Move, Moves, give, moves, plain_moves, too_deep
from croupier.script.as_game.piles import drawn_openly, piles
from croupier.script.as_game.playout import finish_at_random
from croupier.script.as_game.record import recorder, teller
from croupier.script.as_game.results import failed, outcome_of
from croupier.script.as_game.seating import asked, take_seats
from croupier.script.as_game.secrets import Past, ways
from croupier.script.as_game.sight import cover
from croupier.script.as_game.standing import same_question
from croupier.script.as_game.view import OpenView, ScriptView, dealt, veiled
from croupier.script.as_game.wording import described
from croupier.script.machine import Machine, Speaker
from croupier.script.terms import Fault
from croupier.script.terms import Status as Stopped
from croupier.script.uses import site_of
from croupier.text import Diagnostic, Severity, Span

if TYPE_CHECKING:
    from croupier.script.as_game.game import ScriptGame

SAMPLES = 2
"""On so many deals that a seat thinks possible its answers are tried."""
ROUNDS = 100
"""So often a seat may come back to the same question with nothing changed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the program something happens."""

    span: Span

    @property
    def start(self) -> int:
        """The offset in the text."""
        return self.span.start


class ScriptState:
    """A program at a decision or at its end.

    >>> from croupier import load
    >>> state = load("uno.ah").start(seed=1)
    >>> state.to_move, [option.text for option in state.options][-1]
    (3, 'draw')
    """

    def __init__(
        self, game: ScriptGame, seed: int, machine: Machine, max_steps: int, max_decisions: int
    ) -> None:
        self.game = game
        self.seed = seed
        self.machine = machine
        self.max_steps = max_steps
        """So many instructions may follow each other without a decision."""
        self.max_decisions = max_decisions
        self.decisions = 0
        """How many choices have been met, forced ones included."""
        self.forced = 0
        """How many of them had a single option."""
        self.option_total = 0
        """How many options they had together."""
        self.choices: list[int] = []
        """The options taken, by index, forced ones left out: with the seed they give the game again."""
        self.listener: Listener | None = None
        self._outcome: Outcome | None = None
        self._mover: int | None = None
        self._moves: Moves | None = None
        self._described: tuple[Option, ...] | None = None
        self._settled = False
        self._on_its_way = False
        self._rounds = 0
        self.past: Past | None = None
        """What has happened since the last number was drawn that nobody knows, where numbers are drawn."""
        self.alternatives: list[Machine] | None = None
        """Where it is imagined: all that it might be instead, as long as nothing has happened since."""
        self.imagined = False
        """Whether somebody imagines it who does not know a number that was drawn."""
        self._refused: frozenset[tuple[str, ...]] = frozenset()
        """What was tried at this decision and could not be done after all."""

    def __repr__(self) -> str:
        if self.outcome is not None:
            return f"<{self.game.name}: {self.outcome.status.value}, {self.outcome.reason}>"
        return f"<{self.game.name}: seat {self.to_move} to move, {self.option_count} options>"

    def __str__(self) -> str:
        return view_text(self.open_view(), self.outcome)

    def _repr_svg_(self) -> str:
        from croupier.game.table_picture import view_picture

        return view_picture(self.open_view(), self.outcome)

    @property
    def to_move(self) -> int | None:
        """The seat that decides, or None when the game is over."""
        self._settle()
        return self._mover

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        self._settle()
        return self._outcome

    @property
    def moves(self) -> Moves | None:
        """What the seat may do, as answers to the program's questions."""
        self._settle()
        return self._moves

    @property
    def known_moves(self) -> tuple[Move, ...] | None:
        """The moves at this decision, if they have been looked for already."""
        return self._moves.moves if self._moves is not None else None

    @property
    def options(self) -> tuple[Option, ...]:
        """What that seat may do."""
        self._settle()
        if self._moves is None:
            return ()
        if self._described is None:
            assert self._mover is not None
            # By a copy in which nothing is left that the seat does not know: so words cannot tell it.
            known, _ = veiled(self.game, self.machine, self._mover)
            self._described = described(self.game.script, known, self._mover, self._moves.moves)
        return self._described

    @property
    def option_count(self) -> int:
        """How many options there are, without describing them."""
        self._settle()
        return 0 if self._moves is None else len(self._moves.moves)

    @property
    def prompt(self) -> str:
        """What the program has printed since the last question."""
        self._settle()
        return self.machine.prompt()

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Everybody plays alone."""
        return self.game.teams

    @property
    def drops(self) -> dict[tuple[int, str], int]:
        """Nothing is dropped: what cannot be done is no option."""
        return {}

    @property
    def at(self) -> Span:
        """The question at which the program stands."""
        return self._place().span

    def picture(self) -> str:
        """What is to be known of a game that went wrong: the last lines that it has printed."""
        lines = "".join(self.machine.output).splitlines()
        return "\n".join(line[:100] for line in lines[-8:])

    def listen(self, listener: Listener | None) -> None:
        """Be told of everything that happens from now on (`croupier.script.as_game.record` puts it down)."""
        self.listener = listener

    @property
    def chance(self) -> Stream:
        """The stream from which its chance comes."""
        return self.machine.stream

    def knowledge(self, seat: int) -> frozenset[Hashable]:
        """What a seat has been told: how much was printed."""
        return frozenset(range(len(self.machine.output)))

    def sight(self, seat: int) -> Hashable:
        """What a seat sees, whatever it may do."""
        return self.view(seat).known

    def open_view(self) -> OpenView:
        """What there is to see of a program with everything open."""
        shown = piles(self.game.script, self.machine, self.game.card_numbers, {})
        return OpenView(self.game, self.to_move, self.options, decisions=self.decisions, piles=shown)

    def recorder(self, sink: Callable[[Line], None], count: int = 0) -> Listener:
        """What turns events into lines of a transcript, after so many of them."""
        return recorder(sink, count)

    def teller(self, tell: Callable[[str], None]) -> Listener:
        """What tells events in words, with all that is printed to whomever."""
        return teller(tell)

    def view(self, seat: int) -> ScriptView:
        """All that a player in that seat is ever given: what the seat knows, and no way to the rest."""
        return ScriptView(self.game, self, seat)

    def copy(self) -> ScriptState:
        """A fork: both go on independently, with the same chances ahead."""
        twin = object.__new__(ScriptState)
        twin.__dict__.update(self.__dict__)
        twin.machine = self.machine.copy()
        twin.choices = self.choices[:]
        twin.listener, twin._on_its_way = None, False
        return twin

    def begin(self) -> None:
        """Go to the first decision."""
        self._settle()

    def apply(self, option: Option | int | str) -> None:
        """Do it, and go on to the next decision or to the end.

        An answer that the program cannot take after all, because of something that the seat could not know,
        is taken back, and the seat decides again without it.
        """
        index = chosen_index(self, option)
        self.choices.append(index)
        self._take(index)
        if self.listener is not None:
            self._settle()

    def stand_at(self, mover: int, found: Moves | None) -> None:
        """Stand at a decision that has been counted already, with moves that are known."""
        if found is None:
            found = self._found(mover)
        self._mover, self._moves, self._settled = mover, found, True

    def finish_at_random(self, stream: Stream) -> Outcome:
        """Play on to the end, every seat by chance, without looking for all options at each decision.

        Every answer that comes to mind is equally likely; what the program does not take is taken back.
        """
        if self._settled and self._outcome is not None:
            return self._outcome
        return finish_at_random(self, stream)

    def end(self, outcome: Outcome) -> None:
        """The game is over."""
        self._outcome, self._mover, self._moves, self._settled = outcome, None, None, True
        if self.listener is not None:
            self.listener(("end", outcome), self._place())

    # Running

    def _settle(self) -> None:
        """Run on to a decision with at least two options, or to the end."""
        # Whoever listens may ask for something while the game is on its way to the next decision.
        if self._on_its_way:
            return
        self._on_its_way = True
        try:
            while not self._settled:
                self._step()
        finally:
            self._on_its_way = False

    def _step(self) -> None:
        machine = self.machine
        machine.allow(self.max_steps)
        status = machine.run()
        if status is not Stopped.ASKING:
            take_seats(self.game.script, machine)
            self._tell_output(None)
            self.end(outcome_of(self.game.script, machine, self.game.seats))
            return
        try:
            who = asked(self.game.script, machine)
        except Fault as fault:
            machine.abandon(fault)
            self.end(outcome_of(self.game.script, machine, self.game.seats))
            return
        if who.guessed:
            self.game.warn("W701", machine)
        if self.decisions >= self.max_decisions:
            self.end(failed(self._at("R411", f"{self.max_decisions:,} decisions")))
            return
        if len(machine.frames) > DEEPEST:
            self.end(failed(self._at("R411", too_deep(machine))))
            return
        if who.seat >= self.game.seats:
            reason = f"seat {who.seat} is asked, but there are {self.game.seats} seats"
            self.end(Outcome(Status.FAILED, reason, finding=self._at("R403", reason)))
            return
        open_ = drawn_openly(self.game.script, machine) if machine.drawn else None
        if open_ is not None:
            self.game.warn("W704", machine, name=open_)
        found = self._found(who.seat)
        if found.unsure:
            self.game.warn("W702", machine)
        if found.guessed:
            self.game.warn("W703", machine)
        self.decisions += 1
        self.option_total += len(found.moves)
        self._mover, self._moves, self._described, self._settled = who.seat, found, None, True
        self._tell_output(who.seat)
        if len(found.moves) == 1:
            self.forced += 1
            self._take(0)

    def _found(self, seat: int) -> Moves:
        """What a seat may do: a function of what it knows, and of nothing else."""
        game = self.game
        found = plain_moves(game.script, self.machine, filtered=game.filtered)
        if found is None:
            found = self._tried(seat)
        assert self.machine.pending is not None
        if not self.machine.seated and type(self.machine.pending.by) is not int:
            found = self._with_players(found)
        left = tuple(move for move in found.moves if move.answers not in self._refused)
        return Moves(left, found.unsure, found.guessed) if left else found

    def _tried(self, seat: int) -> Moves:
        game = self.game
        known = [veiled(game, way, seat) for way in self.ways()[:SAMPLES]]
        scratch = Stream.of(self.machine.answers, SCRATCH)

        def sample(number: int) -> Machine:
            """The first deal has everything in its fixed order, so that nothing has to be dealt."""
            way = known[number % len(known)]
            return dealt(game, *way, scratch) if number else way[0]

        samples = [partial(sample, number) for number in range(SAMPLES)]
        return moves(
            game.script,
            cover(*known[0]),
            samples,
            seat,
            filtered=game.filtered,
            nothings=self.imagined or len(known) > 1,
        )

    def ways(self) -> list[Machine]:
        """The machine and all others that nobody could tell from it."""
        if self.alternatives is not None:
            return self.alternatives
        return [self.machine] if self.past is None else ways(self.game.script, self.past, self.machine)

    def _with_players(self, found: Moves) -> Moves:
        """Before there are players: only those answers that make as many as there are seats, if some do."""
        fitting = []
        for move in found.moves:
            fork = self.machine.silent()
            if give(fork, move) is None:
                take_seats(self.game.script, fork)
                fitting += [move] if len(fork.seated) == self.game.seats else []
        return Moves(tuple(fitting), found.unsure, found.guessed) if fitting else found

    def _take(self, index: int) -> None:
        """Give the answers of a move; if that fails, take them back."""
        assert self._moves is not None
        assert self._mover is not None
        move, many = self._moves.moves[index], len(self._moves.moves)
        if self.listener is not None:
            self.listener(("decision", self._mover, self.options, index), self._place())
        machine, seat = self.machine, self._mover
        before = self._remembered(move, seat)
        then = machine.copy()
        then.counts, then.code = machine.counts, machine.code
        refused = give(machine, move)
        if refused is not None and many > 1:
            self.machine = then
            self._refused = self._refused | {move.answers}
            self._mover, self._moves, self._described, self._settled = None, None, None, False
            return
        if refused is not None and machine.status is not Stopped.FAILED:
            machine.abandon(Fault("R408", refused))
        self._refused, self.past, self.alternatives = frozenset(), before, None
        again = machine.status is Stopped.ASKING and same_question(self.game.script.flow, machine, then)
        self._rounds = self._rounds + 1 if again else 0
        self._mover, self._moves, self._described, self._settled = None, None, None, False
        if self._rounds >= ROUNDS:
            reason = f"seat {seat} came back to the same question {ROUNDS} times with nothing changed"
            self.end(failed(self._at("R411", reason)))

    def _remembered(self, move: Move, seat: int) -> Past | None:
        """What has happened, with a move that is about to be made; nothing if everything is known."""
        if self.past is None:
            return None
        assert self.machine.pending is not None
        past = self.past if len(self.ways()) > 1 else Past.of(self.machine)
        return past.with_answers(move.answers, site_of(self.machine.pending.span), seat)

    def _tell_output(self, seat: int | None) -> None:
        if self.listener is not None:
            said = spoken(self.machine)
            if said != ("", ""):
                self.listener(("output", seat, *said), self._place())

    def _place(self) -> Place:
        pending = self.machine.pending
        return Place(pending.span if pending is not None else self.game.source.span(0, 0))

    def _at(self, code: str, reason: str) -> Diagnostic:
        return Diagnostic(code, Severity.ERROR, self._place().span, reason)


def spoken(machine: Machine) -> tuple[str, str]:
    """What was printed since the last question: to all, and to whoever is now asked.

    What the very activation has printed that now asks is part of the question. But an activation that has
    asked before, and comes to the question by going back in a loop, has first told what came of the answer:
    that is for all.
    """
    pieces = machine.output[machine.asked_at :]
    speakers = machine.speakers[-len(pieces) :] if pieces else []
    private = [machine.pending is not None and _is_question(machine, speaker) for speaker in speakers]
    public = "".join(piece for piece, own in zip(pieces, private, strict=False) if not own)
    own = "".join(piece for piece, own in zip(pieces, private, strict=False) if own)
    return public, own


def _is_question(machine: Machine, speaker: Speaker) -> bool:
    number, at = speaker
    frame = machine.frame
    if number != frame.number:
        return False
    asker, went_on = machine.answered
    repeats = asker == number and went_on >= frame.pc
    return not (repeats and at >= went_on)
