"""One game in progress: runs from decision to decision, and can be copied at each."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.game import SCRATCH, Option, Outcome, Status, Stream
from croupier.game.choosing import chosen_index
from croupier.game.screen import view_text
from croupier.game.transcript import Line
from croupier.interpreter.action import follow
from croupier.interpreter.arrange import enter
from croupier.interpreter.barring import bar
from croupier.interpreter.fault import Fault, OutOfSteps, TooLong
from croupier.interpreter.flow import Act, Block, Branch, Choice, End, Frames, Let, Stage
from croupier.interpreter.knowledge import known_cards
from croupier.interpreter.options import Path, describe, option_keys
from croupier.interpreter.picture import picture
from croupier.interpreter.record import Recorder
from croupier.interpreter.scoring import scored, scored_now
from croupier.interpreter.table import NOBODY, Event, Round, Table
from croupier.interpreter.together import Commitment, Joint, Together, answer_for, rejoin
from croupier.interpreter.view import View, open_view, view_of
from croupier.interpreter.words import telling
from croupier.recycle.codes import finding
from croupier.recycle.program import Expr
from croupier.text import Span

if TYPE_CHECKING:
    from croupier.interpreter.game import RecycleGame


@cache
def _scratch(decision: int) -> Stream:
    """The stream from which a decision's options draw: the same in every game, so that it tells nothing."""
    return Stream.of(0, SCRATCH, decision)


def _script(path: Path) -> list[Any]:
    """The elements of an option, to be taken one after the other."""
    return [list(pick) if isinstance(pick, list) else pick for _, pick in path.picks]


class TableState:
    """A RECYCLE game at a decision or at its end.

    >>> from croupier import load
    >>> state = load("agram").start(seed=1)
    >>> state.to_move, len(state.options)
    (0, 6)
    """

    __slots__ = (
        "_described",
        "_frames",
        "_paths",
        "choices",
        "decisions",
        "forced",
        "game",
        "max_decisions",
        "option_total",
        "outcome",
        "seed",
        "table",
        "together",
    )

    def __init__(self, game: RecycleGame, seed: int, table: Table, max_decisions: int) -> None:
        self.game = game
        self.seed = seed
        self.table = table
        self.max_decisions = max_decisions
        self.decisions = 0
        """How many choices have been met, forced ones included."""
        self.forced = 0
        """How many of them had a single option."""
        self.option_total = 0
        """How many options they had together."""
        self.choices: list[int] = []
        """The options taken, by index, forced ones left out: with the seed they give the game again."""
        self.outcome: Outcome | None = None
        self._frames: Frames = [(game.body, 0)]
        """Where the game stands: from the outermost block to the innermost, each with the block at hand."""
        self.together: Together | None = None
        """The choice of several that is in progress, if one is."""
        self._paths: list[Path] = []
        self._described: tuple[Option, ...] | None = None

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
        return None if self.outcome is not None else self.table.players[-1][0]

    @property
    def options(self) -> tuple[Option, ...]:
        """What that seat may do."""
        if not self._paths:
            # A listener may ask while the game is running on to the next decision.
            return ()
        if self._described is None:
            blocks, index = self._frames[-1]
            choice = blocks[index] if index < len(blocks) else None
            labels = choice.labels if isinstance(choice, Choice) else ()
            self._described = describe(self.table, self._paths, labels)
        return self._described

    @property
    def option_count(self) -> int:
        """How many options there are, without describing them."""
        return len(self._paths)

    @property
    def paths(self) -> list[Path]:
        """The options as they were built: the item, the elements, and what would happen."""
        return self._paths

    def apply(self, option: Option | int | str) -> None:
        """Do it, and go on to the next decision or to the end."""
        index = chosen_index(self, option)
        self.choices.append(index)
        self._go_on(lambda: self._take(index))

    def continue_with(self, index: int) -> None:
        """Go on with an option that has been noted, and told, already."""
        self._go_on(lambda: self._take(index, told=True))

    def copy(self) -> TableState:
        """A fork: both go on independently, with the same chances ahead."""
        twin = TableState(self.game, self.seed, self.table.copy(), self.max_decisions)
        twin.decisions, twin.forced, twin.option_total = self.decisions, self.forced, self.option_total
        twin.outcome, twin._frames, twin._paths = self.outcome, self._frames[:], self._paths
        twin.choices, twin._described = self.choices[:], self._described
        twin.together = self.together.copy() if self.together is not None else None
        return twin

    def view(self, seat: int) -> View:
        """All that a player in that seat is ever given: what the seat knows, and no way to the rest."""
        return view_of(self, seat)

    @property
    def way(self) -> tuple[int, ...]:
        """Where in the program the game stands: the block at hand at each level, from the outermost in."""
        return tuple(index for _, index in self._frames)

    @property
    def frames(self) -> Frames:
        """The same with the blocks themselves."""
        return self._frames

    def rewrite(self, changed: Callable[[Path], Path]) -> None:
        """Change every option, when cards have changed places; they are not described any more."""
        self._paths, self._described = [changed(path) for path in self._paths], None
        if self.together is not None:
            for seat, found in self.together.committed.items():
                self.together.committed[seat] = Commitment(changed(found.path), found.key)

    def rebuild(self) -> None:
        """Build the options of the decision at hand again, when cards have changed places."""
        blocks, index = self._frames[-1]
        choice = blocks[index]
        assert isinstance(choice, Choice)
        self.decisions -= 1
        self._paths, self._described = self.build(choice), None
        self.decisions += 1

    @staticmethod
    def resumed(
        game: RecycleGame,
        table: Table,
        max_decisions: int,
        frames: Frames,
        decisions: int,
    ) -> TableState:
        """A game that goes on from a decision which has already been counted."""
        state = TableState(game, 0, table, max_decisions)
        state._frames = frames
        state.decisions = decisions
        state.rebuild()
        return state

    def joint(self, seat: int) -> Joint | None:
        """What a seat may know of the choice of several that is in progress; None if there is none."""
        return self.together.seen_by(seat) if self.together is not None else None

    def rejoin(self, joint: Joint, seat: int) -> None:
        """Stand in the middle of a choice of several, with no answer but the seat's own."""
        rejoin(self, joint, seat)

    def answer_for(self, seat: int, pick: Callable[[int], int]) -> bool:
        """Let a seat that is asked have answered before the one to move; False if it had no option."""
        return answer_for(self, seat, pick)

    def listen(self, listener: Callable[[Event, Expr], None] | None) -> None:
        """Be told of everything that happens from now on."""
        self.table.listener = listener

    @property
    def listener(self) -> Callable[[Event, Expr], None] | None:
        """Who is told of what happens."""
        return self.table.listener

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together."""
        return self.table.teams

    @property
    def drops(self) -> dict[tuple[int, str], int]:
        """How many options were dropped, by the offset of the form that is impossible and the reason."""
        return self.table.drops

    def recorder(self, sink: Callable[[Line], None], count: int = 0) -> Callable[[Event, Expr], None]:
        """What turns events into lines of a transcript, after so many of them."""
        found = Recorder(self, sink)
        found.count = count
        return found

    def teller(self, tell: Callable[[str], None]) -> Callable[[Event, Expr], None]:
        """What tells events in words, with open cards."""
        return telling(self.table, tell)

    @property
    def chance(self) -> Stream:
        """The stream from which its chance comes."""
        return self.table.stream

    def knowledge(self, seat: int) -> frozenset[Hashable]:
        """The cards that a seat sees, or knows where they are."""
        return known_cards(self.table, seat)

    def sight(self, seat: int) -> Hashable:
        """What a seat sees, whatever it may do."""
        return replace(self.view(seat), options=())

    def open_view(self) -> View:
        """All of it with open cards, for looking at a game afterwards; it is nobody's view."""
        return open_view(self)

    def picture(self) -> str:
        """The table with open cards."""
        return picture(self.table)

    def stand_at(self, way: list[tuple[tuple[Block, ...], int]] | None) -> None:
        """Build the options of the choice at the end of a way, or of the present one, when arranged."""
        if self.together is not None:
            self.table.players[-1][0], self.together = self.together.outer, None
        enter(self.table, way or self._frames, anew=way is not None)
        self._frames, self._paths, self._described = way or self._frames[:], [], None
        self.decisions = self.forced = self.option_total = 0
        self._go_on(lambda: None)

    # Running

    def begin(self) -> None:
        """Make the decks and go to the first decision."""
        self._go_on(self._set_up)

    def _set_up(self) -> None:
        for act in self.game.setup:
            act.run(self.table)

    def _go_on(self, first: Callable[[], None]) -> None:
        """Do something, then everything up to the next decision; whatever happens has a name (§9)."""
        self._described = None
        self.table.steps = 0
        try:
            first()
            while self.outcome is None and not self._paths:
                self._step()
        except Fault as fault:
            self._end(Outcome(Status.FAILED, fault.what, finding=fault.finding))
        except OutOfSteps as problem:
            at = self._at()
            reason = f"{problem.limit:,} steps without a decision"
            self._end(Outcome(Status.UNFINISHED, reason, finding=finding("RCY311", at.span, what=reason)))

    @property
    def at(self) -> Span:
        """The place in the text at which the game stands: the block at hand."""
        return self._at().span

    def _at(self) -> Expr:
        """The block at hand."""
        blocks, index = self._frames[-1]
        if index < len(blocks):
            return blocks[index].expr
        return self._outer().expr if len(self._frames) > 1 else self.game.program.scoring

    def _outer(self) -> Block:
        """The block whose body is at hand."""
        blocks, index = self._frames[-2]
        return blocks[index]

    def _step(self) -> None:
        blocks, index = self._frames[-1]
        if index == len(blocks):
            self._leave()
            return
        at = blocks[index]
        if isinstance(at, Act):
            at.run(self.table)
            self._advance()
        elif isinstance(at, Choice):
            self._decide(at)
        elif isinstance(at, Stage):
            self._enter(at)
        elif isinstance(at, Let):
            self._bind(at)
        elif isinstance(at, Branch):
            self._branch(at)
        else:
            assert isinstance(at, End)
            self._leave()

    def _advance(self) -> None:
        blocks, index = self._frames[-1]
        self._frames[-1] = (blocks, index + 1)

    def _enter(self, stage: Stage) -> None:
        """§6: a copy of the cycle with nothing queued; skipped without trace if the end holds."""
        cycles, t = self._cycles(stage), self.table
        first = cycles[-1][0]
        if stage.turns is not None:
            left = stage.turns(t)
            if stage.among is not None and left > 0:
                first = t.member_from(first, t.members(stage.among, len(cycles)))
            if left <= 0 or first == NOBODY:
                self._advance()
                return
            t.rounds.append(Round(left, stage.among, len(cycles)))
        cycles.append([first, NOBODY])
        t.tick()
        if stage.end(t):
            self._over(stage)
        else:
            self._frames.append((stage.body, 0))

    def _over(self, stage: Stage) -> None:
        """Leave a stage: the outer current member is what it was."""
        self._cycles(stage).pop()
        if stage.turns is not None:
            self.table.rounds.pop()
        self._advance()

    def _cycles(self, stage: Stage) -> list[list[int]]:
        return self.table.teams_turn if stage.teams else self.table.players

    def _bind(self, let: Let) -> None:
        content = let.named(self.table)
        self.table.variables[let.slot] = content
        if let.held:
            self.table.snapshots.append(content)
        self._frames.append((let.body, 0))

    def _branch(self, branch: Branch) -> None:
        first = 0 if branch.condition(self.table) else branch.otherwise
        self._frames.append((branch.body, first))

    def _leave(self) -> None:
        """The end of a body: of a variable's scope, of a turn of a stage, or of the game."""
        if len(self._frames) == 1:
            self._finish()
            return
        outer = self._outer()
        if isinstance(outer, Branch):
            self._frames.pop()
            self._advance()
            return
        if isinstance(outer, Let):
            self._frames.pop()
            self.table.variables[outer.slot] = None
            if outer.held:
                self.table.snapshots.pop()
            self._advance()
            return
        assert isinstance(outer, Stage)
        cycles, t = self._cycles(outer), self.table
        over = False
        if outer.turns is not None:
            t.rounds[-1].left -= 1
            over = t.rounds[-1].left <= 0
        if not over:
            # §6: the end is tested while the member who just played is still current.
            t.tick()
            over = outer.end(t)
        following = NOBODY if over else self._following(outer)
        if following == NOBODY:
            if not over and t.layout.tally is not None:
                t.layout.tally.nobody_left(outer.expr)
            self._frames.pop()
            self._over(outer)
            return
        cycles[-1] = [following, NOBODY]
        self._frames[-1] = (outer.body, 0)

    def _following(self, stage: Stage) -> int:
        """Who takes the next turn of a stage; nobody if no member is left."""
        if not stage.teams:
            return self.table.next_player()
        current, queued = self.table.teams_turn[-1]
        return queued if queued != NOBODY else (current + 1) % len(self.table.teams)

    def _decide(self, choice: Choice) -> None:
        """Build the options; take a single one at once, stop for more, end the game for none."""
        if self.decisions >= self.max_decisions:
            reason = f"{self.max_decisions:,} decisions"
            self._end(
                Outcome(Status.UNFINISHED, reason, finding=finding("RCY311", choice.expr.span, what=reason))
            )
            return
        if choice.among is not None and not self._asks(choice, choice.among):
            return
        self._paths = self.build(choice)
        self.decisions += 1
        self.option_total += len(self._paths)
        if not self._paths:
            seat = self.table.players[-1][0]
            reason = f"seat {seat} has no option"
            self._end(Outcome(Status.STUCK, reason, finding=finding("RCY310", choice.expr.span, what=reason)))
        elif len(self._paths) == 1:
            self.forced += 1
            self._take(0)

    def _asks(self, choice: Choice, among: Callable[[Table], list[int]]) -> bool:
        """Let the next of several be the one who chooses; False if nobody is asked."""
        t = self.table
        if self.together is None:
            t.tick()
            seats = tuple(dict.fromkeys(among(t)))
            if not seats:
                self._advance()
                return False
            self.together = Together(choice.mode, seats, list(seats), t.players[-1][0])
        t.players[-1][0] = self.together.pending[0]
        return True

    def _resolve(self, choice: Choice, together: Together) -> None:
        """All have answered: the answers take effect in the order of the players."""
        chosen = [(seat, together.committed[seat]) for seat in together.seats]
        if together.mode == "first":
            chosen = [one for one in chosen if not one[1].passes][:1]
        cycle = self.table.players[-1]
        for seat, commitment in chosen:
            cycle[0] = seat
            self._effect(choice, seat, commitment)
        cycle[0] = together.outer
        self.together = None
        self._advance()

    def _effect(self, choice: Choice, seat: int, commitment: Commitment) -> None:
        """Run what a seat has chosen; what has become impossible is void as a whole."""
        t, run = self.table, choice.items[commitment.path.item].run
        problem = self._void(run, commitment.path)
        t.expr = choice.expr
        if problem is not None:
            spot = (problem.expr.span.start, f"void: {problem.what}")
            t.drops[spot] = t.drops.get(spot, 0) + 1
            t.happened("void", seat)
            return
        t.script = _script(commitment.path)
        try:
            run(t)
        except Fault as fault:
            raise Fault("RCY308", fault.expr, f"chance has made a choice impossible: {fault.what}") from None
        finally:
            t.script = None

    def _void(self, run: Callable[[Table], None], path: Path) -> Fault | None:
        """Why a choice has become impossible, found out by a trial that changes nothing."""
        t = self.table
        stream, steps = t.stream, t.steps
        tally = t.layout.tally
        counted = tally.counts[:] if tally is not None else []
        t.stream, t.journal, t.path, t.script = _scratch(self.decisions).copy(), [], [], _script(path)
        try:
            run(t)
        except Fault as fault:
            return fault
        finally:
            t.rollback(0)
            t.path.clear()
            t.stream, t.steps, t.journal, t.script = stream, steps, None, None
            if tally is not None:
                tally.counts[:] = counted
        return None

    def build(self, choice: Choice) -> list[Path]:
        """Every option of a choice, without changing anything observable (§7)."""
        t = self.table
        true_stream, scratch = t.stream, _scratch(self.decisions)
        found: dict[tuple[Event, ...], Path] = {}
        t.journal, t.path, t.picks = [], [], []
        try:
            for number, item in enumerate(choice.items):
                if found and choice.expr.parts("items")[number].form == "else":
                    continue

                def complete(number: int = number) -> None:
                    if t.path:
                        events = tuple([event for event, _ in t.path])
                        if events not in found:
                            found[events] = Path(number, tuple(t.picks), tuple(t.path))

                t.stream = scratch.copy()
                try:
                    follow(t, item, complete)
                except TooLong:
                    raise Fault(
                        "RCY307", choice.expr.parts("items")[number], "its paths are too long"
                    ) from None
                t.rollback(0)
                t.path.clear()
                t.picks.clear()
        finally:
            t.rollback(0)
            t.forks.clear()
            t.journal, t.stream = None, true_stream
        return list(found.values())

    def _take(self, index: int, *, told: bool = False) -> None:
        """Run an option: its item again, with the elements that were chosen."""
        path = self._paths[index]
        blocks, at = self._frames[-1]
        choice = blocks[at]
        assert isinstance(choice, Choice)
        t = self.table
        together = self.together
        if t.listener is not None and not told:
            told_to_all = () if together is None else (together.public(),)
            t.listener(("decision", t.players[-1][0], self.options, index, *told_to_all), choice.expr)
        if together is not None:
            seat = together.pending.pop(0)
            keys = option_keys(t, self._paths) if t.knowledge is not None else ()
            together.committed[seat] = Commitment(path, keys[index] if keys else "")
            self._paths, self._described = [], None
            t.steps = 0
            if not together.pending:
                self._resolve(choice, together)
            return
        self._paths, self._described = [], None
        t.steps = 0
        if t.knowledge is not None and t.layout.exclusions:
            bar(t, choice.expr, path)
        t.script = [pick for _, pick in path.picks]
        choice.items[path.item].run(t)
        t.script = None
        self._advance()

    def _finish(self) -> None:
        self._end(scored(self.game, self.table))

    def outcome_now(self) -> Outcome | None:
        """How it would end if it were over now, by its scoring; None if that has nothing to say yet."""
        return self.outcome or scored_now(self.game, self.table, self.table.stream)

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self._paths = []
        if self.table.listener is not None:
            self.table.listener(("end", outcome), self._at())
