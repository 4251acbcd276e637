"""One game in progress on the native engine: a block, and what Python may ask of it.

It answers whatever the interpreter's state answers, and with the same words: its table is the interpreter's,
read from the block when somebody asks. A game that leaves what the block has room for goes on, unnoticed, on
the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from croupier.game import DEAL, Option, Outcome, Status, Stream, competition_ranks, seed_word, shared_wins
from croupier.game.choosing import chosen_index
from croupier.game.screen import view_text
from croupier.game.transcript import Line
from croupier.interpreter.fault import Fault
from croupier.interpreter.flow import Choice, Frames
from croupier.interpreter.knowledge import Knowledge, known_cards
from croupier.interpreter.options import Path, describe, option_keys
from croupier.interpreter.picture import picture
from croupier.interpreter.record import Recorder
from croupier.interpreter.scoring import scored_now
from croupier.interpreter.state import TableState
from croupier.interpreter.table import Event, Table
from croupier.interpreter.together import Commitment, Joint, Together
from croupier.interpreter.view import View, frames_along, open_view, view_of
from croupier.interpreter.words import telling
from croupier.kernel import Halves, KernelFailure, Words, words
from croupier.native.block import Reader
from croupier.native.code import Code, Context
from croupier.native.lower.runtime import CODES, CONSTANTS
from croupier.native.offered import Offer, Offered
from croupier.native.search import Root
from croupier.native.view import KernelView
from croupier.recycle.codes import finding
from croupier.recycle.program import Expr
from croupier.text import Span

if TYPE_CHECKING:
    from croupier.native.game import NativeGame

RUNNING = 0
LOGS, LEARNS = CONSTANTS["LOGS"], CONSTANTS["LEARNS"] | CONSTANTS["INFERS"]

Listener = Callable[[Event, Expr], None]


class NativeState:
    """A RECYCLE game at a decision or at its end."""

    __slots__ = (
        "_before",
        "_block",
        "_count",
        "_described",
        "_drops",
        "_lists",
        "_offer",
        "_slow",
        "_stale",
        "_table",
        "_views",
        "choices",
        "game",
        "max_decisions",
        "max_steps",
        "outcome",
        "seed",
    )

    def __init__(
        self, game: NativeGame, seed: int, max_steps: int, max_decisions: int, *, views: bool
    ) -> None:
        self.game = game
        self.seed = seed
        self.max_steps, self.max_decisions = max_steps, max_decisions
        self.choices: list[int] = []
        self.outcome: Outcome | None = None
        self._block: Words
        self._lists: Halves
        self._block, self._lists = game.code.block()
        self._views = views
        self._count = 0
        self._described: tuple[Option, ...] | None = None
        self._offer: Offer | None = None
        """What describes the options, if somebody has been given them."""
        self._drops: dict[tuple[int, str], int] = {}
        self._slow: TableState | None = None
        """The interpreter's state, once the game has gone over to it."""
        self._table: Table | None = None
        self._stale = True
        self._before: int | None = None
        """While events are told, how many decisions there were before them: the block is ahead of them."""

    def __repr__(self) -> str:
        if self.outcome is not None:
            return f"<{self.game.name}: {self.outcome.status.value}, {self.outcome.reason}>"
        return f"<{self.game.name}: seat {self.to_move} to move, {self.option_count} options>"

    def __str__(self) -> str:
        return view_text(self.open_view(), self.outcome)

    def _repr_svg_(self) -> str:
        from croupier.game.table_picture import view_picture

        return view_picture(self.open_view(), self.outcome)

    # What can be asked

    @property
    def code(self) -> Code:
        """The machine code of the game."""
        return self.game.code

    @property
    def reader(self) -> Reader:
        """What reads the block."""
        return self.game.reader

    def _cell(self, name: str) -> int:
        found: int = self._block.cells[self.game.code.at[name]]
        return found

    @property
    def to_move(self) -> int | None:
        """The seat that decides, or None when the game is over."""
        if self.outcome is not None:
            return None
        if self._slow is not None:
            return self._slow.to_move
        if self._before is not None and self._table is not None:
            return self._table.players[-1][0]
        code, block = self.game.code, self._block.cells
        mover: int = block[code.movers[block[code.at["AT"]]]]
        return mover

    @property
    def option_count(self) -> int:
        """How many options there are, without describing them."""
        return self._slow.option_count if self._slow is not None else self._count

    @property
    def options(self) -> tuple[Option, ...]:
        """What that seat may do."""
        if self._slow is not None:
            return self._slow.options
        if self._count == 0:
            return ()
        if self._described is None:
            self._offer = Offer(self._describe)
            self._described = self._offer.options(self._count)
        return self._described

    def _describe(self) -> tuple[Option, ...]:
        """The options in words."""
        return describe(self.table, self._paths(), self.game.labels[id(self._choice)])

    @property
    def paths(self) -> list[Path]:
        """The options as the interpreter has them: the item, the elements, and what would happen."""
        return self._slow.paths if self._slow is not None else self._paths()

    @property
    def decisions(self) -> int:
        """How many choices have been met, forced ones included."""
        if self._before is not None:
            return self._before
        return self._slow.decisions if self._slow is not None else self._cell("DECISIONS")

    @property
    def forced(self) -> int:
        """How many of them had a single option."""
        return self._slow.forced if self._slow is not None else self._cell("FORCED")

    @property
    def option_total(self) -> int:
        """How many options they had together."""
        return self._slow.option_total if self._slow is not None else self._cell("OPTIONS")

    @property
    def way(self) -> tuple[int, ...]:
        """Where in the program the game stands; nowhere while events are told."""
        if self._slow is not None:
            return self._slow.way
        if self._before is not None:
            return ()
        return self.code.lowered.flow.spots[self._cell("AT")].way

    @property
    def drops(self) -> dict[tuple[int, str], int]:
        """How many options were dropped, by the offset of the form that is impossible and the reason."""
        return self._slow.table.drops if self._slow is not None else self._drops

    @property
    def table(self) -> Table:
        """The table as the interpreter has it: always the same object, brought up to date when asked for."""
        if self._table is None:
            stream = Stream.of(self.seed, DEAL)
            self._table = Table(self.game.layout, stream, self.max_steps)
            self._table.knowledge = Knowledge.of(self.game.layout) if self._views else None
        if self._slow is not None:
            return self._slow.table
        if self._stale:
            self.reader.fill(self._table, self._block, self._lists)
            self._table.drops = self._drops
            self._table.dropped = sum(self._drops.values())
            self._stale = False
        return self._table

    def view(self, seat: int) -> View:
        """All that a player in that seat is ever given: what the seat knows, and no way to the rest."""
        settled = self._slow is None and self._before is None and self._views
        root = Root.of(self, seat) if settled and self.to_move == seat else None
        if root is None:
            return view_of(self, seat)
        teams = self.code.lowered.bp.team_setups[self._cell("TEAMS")]
        return KernelView(self.game.facade(seat), root, teams)

    @classmethod
    def standing(
        cls, game: NativeGame, block: Words, lists: Halves, limits: tuple[int, int], options: int
    ) -> NativeState:
        """A game that stands at a decision with so many options, given by its block."""
        state = cls(game, 0, *limits, views=True)
        state._block, state._lists, state._count = block, lists, options
        return state

    def ensured(self) -> NativeState:
        """Itself; on the interpreter, if its options are more than the block has room for."""
        try:
            self._rebuild()
        except KernelFailure:
            self.leave()
        return self

    def leave(self) -> None:
        """Go on with the interpreter from this decision."""
        self.code.context.owner = None
        self._adopt(self._interpreted())

    @property
    def ended_in_order(self) -> bool:
        """Whether it is over, and on this engine: finished, or ended at a choice; it has not failed."""
        if self._slow is not None or self.outcome is None:
            return False
        return self._cell("STATUS") != CODES["FAILED"] and self._cell("FAULT") != CODES["OUT_OF_STEPS"]

    @property
    def arrays(self) -> tuple[Words, Halves]:
        """The block itself."""
        return self._block, self._lists

    def copy(self) -> NativeState:
        """A fork: both go on independently, with the same chances ahead."""
        twin = NativeState.__new__(NativeState)
        twin.game, twin.seed = self.game, self.seed
        twin.max_steps, twin.max_decisions = self.max_steps, self.max_decisions
        twin.choices, twin.outcome = self.choices[:], self.outcome
        twin._block, twin._lists = self._block.copy(), self._lists.copy()
        twin._views, twin._count, twin._described = self._views, self._count, None
        twin._offer = None
        twin._drops = self._drops.copy()
        twin._slow = self._slow.copy() if self._slow is not None else None
        twin._table, twin._stale, twin._before = None, True, None
        return twin

    def listen(self, listener: Listener | None) -> None:
        """Be told of everything that happens from now on."""
        self.table.listener = listener

    @property
    def listener(self) -> Listener | None:
        """Who is told of what happens."""
        return self._listener

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together."""
        return self.table.teams

    def recorder(self, sink: Callable[[Line], None], count: int = 0) -> Listener:
        """What turns events into lines of a transcript, after so many of them."""
        found = Recorder(self, sink)
        found.count = count
        return found

    def teller(self, tell: Callable[[str], None]) -> Listener:
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
        return replace(view_of(self, seat), options=())

    def open_view(self) -> View:
        """All of it with open cards, for looking at a game afterwards; it is nobody's view."""
        return open_view(self)

    @property
    def at(self) -> Span:
        """The place in the text at which the game stands."""
        if self._slow is not None:
            return self._slow.at
        return self.code.lowered.flow.spots[self._cell("AT")].expr.span

    def picture(self) -> str:
        """The table with open cards."""
        return picture(self.table)

    @property
    def _listener(self) -> Listener | None:
        """Who listens: whoever the table tells."""
        return self._table.listener if self._table is not None else None

    # Going on

    def begin(self) -> None:
        """Make the decks and go to the first decision."""
        self.game.forget()
        self._run()

    def apply(self, option: Option | int | str) -> None:
        """Do it, and go on to the next decision or to the end."""
        if isinstance(option, Offered) and option.is_of(self._offer):
            index = option.index
        else:
            index = chosen_index(self, option)
        self.choices.append(index)
        if self._slow is not None:
            self._slow.apply(index)
            self.outcome = self._slow.outcome
            return
        self._take(index)

    def _take(self, index: int) -> None:
        if self._listener is not None:
            assert self.to_move is not None
            # Described now, which also brings the table up to date: it follows the events from here on.
            offered = tuple(option.plain() for option in self.options)
            together = self._together()
            told = () if together is None else (together.public(),)
            self._listener(("decision", self.to_move, offered, index, *told), self._choice)
        if self.game.code.context.owner is not self:
            self._rebuild()
        self._run(index)

    def joint(self, seat: int) -> Joint | None:
        """What a seat may know of the choice of several that is in progress; None if there is none."""
        if self._slow is not None:
            return self._slow.joint(seat)
        together = self._together(seat)
        return None if together is None else together.seen_by(seat)

    def _together(self, *seats: int) -> Together | None:
        """The choice of several at which the game stands, with the answers of some seats."""
        at, block = self.code.at, self._block
        if not at["ASKS_OTHERS"] or self.outcome is not None or block[at["ASKED"]] == 0:
            return None
        asked = tuple(block[at["ASKED_SEATS"] : at["ASKED_SEATS"] + block[at["ASKED"]]])
        pending = block[at["PENDING"] : at["PENDING"] + block[at["WAITED_FOR"]]]
        mode = self._choice.form.partition(".")[2]
        found = Together(mode, asked, pending, block[at["OUTER"]])
        for seat in asked:
            if block[at["ANSWERED"]] >> seat & 1:
                known = self._answer(seat) if seat in seats else None
                found.committed[seat] = known or Commitment(Path(0, (), ()), "")
        return found

    def _answer(self, seat: int) -> Commitment:
        """What a seat has answered, as the interpreter has it: its options are still what they were."""
        at, twin = self.code.at, self.copy()
        start = at["ANSWERS"] + seat * at["ANSWER_WORDS"]
        record = self._block[start : start + 2 + 2 * self._block[start + 1]]
        index = twin._options_of(seat).index(record)
        paths = twin._paths()
        return Commitment(paths[index], option_keys(twin.table, paths)[index])

    def _options_of(self, seat: int) -> list[list[int]]:
        """The options of one of those who are asked, as they are recorded."""
        at, cells = self.code.at, self.code.context.cells
        spot = self.code.lowered.flow.spots[self._cell("AT")]
        self._block[at["PLAYERS"] + 2 * spot.players] = seat
        self._stale = True
        self._rebuild()
        starts = [at["RECORDS"] + start for start in cells[at["OPTION_AT"] : at["OPTION_AT"] + self._count]]
        return [cells[start : start + 2 + 2 * cells[start + 1]] for start in starts]

    def rejoin(self, joint: Joint, seat: int) -> None:
        """Stand in the middle of a choice of several, with no answer but the seat's own."""
        if self._slow is not None:
            self._slow.rejoin(joint, seat)
            return
        to_move, at, block = self.to_move, self.code.at, self._block
        assert to_move is not None
        others = [s for s in joint.asked if s != to_move and not (s == seat and joint.own)]
        pending = [to_move, *others]
        block[at["ASKED"]], block[at["WAITED_FOR"]] = len(joint.asked), len(pending)
        block[at["OUTER"]] = joint.outer
        block[at["ASKED_SEATS"] : at["ASKED_SEATS"] + len(joint.asked)] = list(joint.asked)
        block[at["PENDING"] : at["PENDING"] + len(pending)] = pending
        if joint.own:
            twin = self.copy()
            records = twin._options_of(seat)
            keys = option_keys(twin.table, twin._paths())
            if joint.own not in keys:
                raise Fault("RCY308", self._choice, "what was chosen is not possible with these cards")
            record = records[keys.index(joint.own)]
            start = at["ANSWERS"] + seat * at["ANSWER_WORDS"]
            block[start : start + len(record)] = record
            block[at["ANSWERED"]] = 1 << seat
        self._rebuild()

    def outcome_now(self) -> Outcome | None:
        """How it would end if it were over now, by its scoring; None if that has nothing to say yet."""
        if self._slow is not None:
            return self._slow.outcome_now()
        return self.outcome or scored_now(self.game.interpreter, self.table, self.chance)

    def finish_at_random(self, stream: Stream) -> Outcome:
        """How the game ends if every seat goes on by chance; it is not said where the state stands then."""
        if self.outcome is None and self._slow is None and self._listener is None:
            found = self._end_of_playout(stream)
            if found is not None:
                return found
        while self.outcome is None:
            self.apply(stream.below(self.option_count))
        return self.outcome

    def _end_of_playout(self, stream: Stream) -> Outcome | None:
        """The same by one call; None, with nothing drawn, if it does not end as games should."""
        context, at = self.code.context, self.code.at
        cells, drawn = context.cells, words(64)
        block, lists = self._block.copy(), self._lists.copy()
        drawn[:4] = [_signed(word) for word in stream.words]
        context.owner = None
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.max_steps, self.max_decisions
        cells[at["STEPS"]] = cells[at["DROPS"]] = cells[at["KEYING"]] = 0
        cells[at["FIRST"]] = -1
        try:
            self.code.going_on.playout(block, lists, context.trial, context.trial_lists, cells, drawn, 0)
        except KernelFailure:
            return None
        if block[at["STATUS"]] != CODES["FINISHED"]:
            return None
        a, b, c, d = drawn[:4]
        stream.words = a, b, c, d
        return self._finished(block)

    def _finished(self, block: Words) -> Outcome:
        first = self.code.at["SCORES"]
        scores = tuple(block[first : first + self.game.seats])
        if self.game.program.scoring.has("won"):
            wins = (float(block[self.code.at["WON"]]),) * len(scores)
            return Outcome(Status.FINISHED, "played to the end", scores, (0,) * len(scores), wins)
        ranks = competition_ranks(scores, highest_wins=self.game.highest_wins)
        return Outcome(Status.FINISHED, "played to the end", scores, ranks, shared_wins(ranks))

    def _arrays(self, context: Context) -> tuple[Words, Halves, Words, Halves, Words]:
        return self._block, self._lists, context.trial, context.trial_lists, context.cells

    def _run(self, taking: int | None = None) -> None:
        """Begin the game, or take an option, and go on to the next decision or to the end."""
        # Python calls this at every decision: cells are written where they lie, without being checked.
        code = self.game.code
        context, at, listener = code.context, code.at, self._listener
        cells, block = context.cells.cells, self._block.cells
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.max_steps, self.max_decisions
        cells[at["WATCH"]] = (LOGS if listener else 0) | (LEARNS if self._views else 0)
        cells[at["STOPPING"]] = int(listener is not None)
        cells[at["LOGGED"]] = cells[at["DROPS"]] = cells[at["OBSERVER"]] = 0
        before = (self._block.copy(), self._lists.copy(), self._count)
        decisions = block[at["DECISIONS"]] if taking is not None else 0
        context.owner = self
        if self._offer is not None:
            # Whoever still has an option of this decision may ask what it was.
            limits = (self.max_steps, self.max_decisions)
            self._offer.describe = partial(described_at, self.game, before, limits)
            self._offer = None
        self._described, self._count = None, 0
        arrays = self._block, self._lists, context.trial, context.trial_lists, context.cells
        try:
            if taking is None:
                code.call.fresh(self._block, self._lists, _signed(self.seed))
                code.call.begin(*arrays)
            else:
                code.call.apply(*arrays, taking)
            left = block[at["STATUS"]] == CODES["LEFT"]
        except KernelFailure:
            left = True
        if left:
            context.owner = None
            self._go_over(before, taking)
            return
        if cells[at["DROPS"]]:
            self._collect_drops(context)
        status = block[at["STATUS"]]
        count = cells[at["COUNT"]] if status == RUNNING else 0
        if listener is not None:
            self._before = decisions
            try:
                self._tell(list(cells[at["LOG"] : at["LOG"] + 8 * cells[at["LOGGED"]]]))
            finally:
                self._before = None
        self._stale, self._count = True, count
        if status != RUNNING:
            self.outcome = self._ended(status)
            if listener is not None:
                listener(("end", self.outcome), self.code.lowered.flow.spots[self._cell("AT")].expr)
        elif count == 1:
            # Only a listener is told of what is forced.
            self._block[at["FORCED"]] += 1
            self._take(0)

    def _tell(self, log: list[int]) -> None:
        """Let the table follow what has happened; it tells the listener."""
        table = self.table
        listener = table.listener
        assert listener is not None
        for event, expr, listed in self.reader.events(log):
            table.expr, table.steps = expr, 0
            if event[0] == "drop":
                listener(event, expr)
            elif event[0] == "acting":
                # One of several whose choices take effect.
                table.players[-1][0] = event[1]
            elif event[0] != "pick":
                follow(table, event, listed)

    def _collect_drops(self, context: Context) -> None:
        at, cells = self.code.at, context.cells
        for i in range(cells[at["DROPS"]]):
            start = at["DROP_TABLE"] + 4 * i
            site, a, b, times = cells[start : start + 4]
            spot = (self.reader.site(site)[0].expr.span.start, self.reader.words_for(site, a, b))
            self._drops[spot] = self._drops.get(spot, 0) + times

    @property
    def _choice(self) -> Expr:
        """The choice at which the game stands."""
        return self.code.lowered.flow.choices[self._cell("PC") - 1].expr

    def _rebuild(self) -> None:
        """Write the options down again, where another state has been at work since."""
        context, at = self.code.context, self.code.at
        cells = context.cells
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.max_steps, self.max_decisions
        cells[at["WATCH"]] = cells[at["DROPS"]] = 0
        context.owner = self
        self.code.call.rebuild(*self._arrays(context))
        self._count = cells[at["COUNT"]]

    def _paths(self) -> list[Path]:
        """The options as the interpreter has them."""
        context, at = self.code.context, self.code.at
        if context.owner is not self:
            self._rebuild()
        cells = context.cells
        cells[at["MAX_STEPS"]], cells[at["WATCH"]] = self.max_steps, 0
        found = []
        for index in range(self._count):
            self.code.call.preview(*self._arrays(context), index)
            log = cells[at["LOG"] : at["LOG"] + 8 * cells[at["LOGGED"]]]
            told = self.reader.events(log)
            found.append(
                Path(
                    cells[at["RECORDS"] + cells[at["OPTION_AT"] + index]],
                    tuple((event[1], event[2]) for event, _, _ in told if event[0] == "pick"),
                    tuple((event, expr) for event, expr, _ in told if event[0] != "pick"),
                )
            )
        return found

    def _ended(self, status: int) -> Outcome:
        """How the game has ended, in words."""
        at = self.code.at
        if status == CODES["FINISHED"]:
            return self._finished(self._block)
        spot = self.code.lowered.flow.spots[self._cell("AT")]
        if status == CODES["FAILED"]:
            site, by_chance = self.reader.site(self._cell("FAULT"))
            reason = self.reader.words_for(self._cell("FAULT"), self._cell("FAULT_A"), self._cell("FAULT_B"))
            code = "RCY308" if by_chance else site.code
            return Outcome(Status.FAILED, reason, finding=finding(code, site.expr.span, what=reason))
        if status == CODES["STUCK"]:
            seat = self._block[at["PLAYERS"] + 2 * spot.players]
            reason = f"seat {seat} has no option"
            return Outcome(Status.STUCK, reason, finding=finding("RCY310", self._choice.span, what=reason))
        if self._cell("FAULT") == CODES["OUT_OF_STEPS"]:
            reason, where = f"{self.max_steps:,} steps without a decision", spot.expr
        else:
            reason, where = f"{self.max_decisions:,} decisions", self._choice
        return Outcome(Status.UNFINISHED, reason, finding=finding("RCY311", where.span, what=reason))

    # Leaving to the interpreter, and coming from it

    def _go_over(self, before: tuple[Words, Halves, int], taking: int | None) -> None:
        """Go on with the interpreter from the last decision."""
        self._block, self._lists, self._count = before
        if taking is None:
            slow = self.game.interpreter.fresh(
                self.seed, max_steps=self.max_steps, max_decisions=self.max_decisions, views=self._views
            )
            self._adopt(slow)
            slow.begin()
        else:
            slow = self._interpreted()
            self._adopt(slow)
            slow.continue_with(taking)
        self.outcome = slow.outcome

    def _adopt(self, slow: TableState) -> None:
        """From now on this is the game; whoever holds the table finds it going on there."""
        if self._table is not None and slow.table is not self._table:
            listener = self._table.listener
            for name in Table.__slots__:
                setattr(self._table, name, getattr(slow.table, name))
            slow.table = self._table
            slow.listen(listener)
        self._slow = slow

    def _interpreted(self) -> TableState:
        """The same game at the same decision, on the interpreter."""
        frames = frames_along(self.game.body, self.way)
        table = self.reader.table(self._block, self._lists, self.max_steps)
        if self._views:
            table.knowledge = Knowledge.of(self.game.layout)
            self.reader.fill(table, self._block, self._lists)
        self.reader.variables(table, frames, self._block, self._lists)
        slow = TableState.resumed(
            self.game.interpreter, table, self.max_decisions, frames, self._cell("DECISIONS")
        )
        table.drops = self._drops
        table.dropped = sum(self._drops.values())
        slow.together = self._together(*range(self.game.seats))
        slow.forced, slow.option_total = self._cell("FORCED"), self._cell("OPTIONS")
        slow.choices, slow.seed = self.choices[:], self.seed
        return slow

    @staticmethod
    def resumed(
        game: NativeGame, table: Table, max_decisions: int, frames: Frames, decisions: int
    ) -> NativeState:
        """A game that goes on from a decision which has already been counted."""
        state = NativeState(game, 0, table.max_steps, max_decisions, views=table.knowledge is not None)
        blocks, index = frames[-1]
        choice = blocks[index]
        assert isinstance(choice, Choice)
        code, at = game.code, game.code.at
        chosen = next(c for c in code.lowered.flow.choices if c.expr is choice.expr)
        code.call.fresh(state._block, state._lists, 0)
        spot = code.lowered.flow.at_choice(chosen)
        try:
            game.reader.write(table, state._block, state._lists, spot)
            game.reader.write_variables(table, frames, state._block, state._lists)
            state._block[at["PC"]] = chosen.number
            state._block[at["DECISIONS"]] = decisions
            state._rebuild()
            state._collect_drops(code.context)
        except (LookupError, KernelFailure):
            code.context.owner = None
            state._slow = TableState.resumed(game.interpreter, table, max_decisions, frames, decisions)
            state._table = table
        return state

    @staticmethod
    def of(game: NativeGame, slow: TableState) -> NativeState:
        """A state of the interpreter, on the native engine."""
        if slow.outcome is not None:
            state = NativeState(game, slow.seed, slow.table.max_steps, slow.max_decisions, views=True)
            state._slow, state.outcome = slow, slow.outcome
            return state
        frames = frames_along(game.body, slow.way)
        state = NativeState.resumed(game, slow.table, slow.max_decisions, frames, max(1, slow.decisions))
        state.seed, state.choices = slow.seed, slow.choices[:]
        at = game.code.at
        state._block[at["FORCED"]], state._block[at["OPTIONS"]] = slow.forced, slow.option_total
        return state


def described_at(
    game: NativeGame, block: tuple[Words, Halves, int], limits: tuple[int, int]
) -> tuple[Option, ...]:
    """The options of a decision that a game has passed, in words."""
    words_, lists, count = block
    return NativeState.standing(game, words_, lists, limits, count)._describe()


def follow(table: Table, event: Event, listed: list[int]) -> None:
    """Do at a table what has been done on a block."""
    kind = event[0]
    if kind == "move":
        table.move(event[1], event[4], event[5])
    elif kind == "remember":
        table.remember(*event[1:])
    elif kind == "forget":
        table.forget(event[2], event[3])
    elif kind == "swap":
        table.swap_piles(*event[1:])
    elif kind == "swap cards":
        table.swap_cards(event[1], event[2])
    elif kind == "faro":
        table.riffle(event[1], event[2])
    elif kind == "make":
        table.make(event[1], event[2])
    elif kind == "set":
        if isinstance(event[2], int):
            table.set_int(event[1], event[2])
        else:
            table.set_str(event[1], event[2])
    elif kind == "points":
        table.set_points(event[1], event[2])
    elif kind == "teams":
        table.new_teams(event[1])
    elif kind == "gather":
        table.gather(*event[1:])
    elif kind in ("show", "hide"):
        table.show(list(event[1]), up=kind == "show")
    elif kind == "look":
        table.look(list(event[1]), list(event[2]))
    else:
        if kind == "shuffle":
            table.face_down(table.pile(event[1]))
            table.pile(event[1])[:] = listed or table.pile(event[1])
        table.happened(*event)


def _signed(seed: int) -> int:
    seed = seed_word(seed)
    return seed - (1 << 64) if seed >> 63 else seed
