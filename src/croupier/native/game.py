"""A RECYCLE program as a game that runs as machine code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.game.cards import Pack
from croupier.game.counting import Counting
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.transcript import Transcript
from croupier.interpreter.flow import Block, Frames
from croupier.interpreter.game import RecycleGame
from croupier.interpreter.layout import Layout
from croupier.interpreter.of_program import OfProgram
from croupier.interpreter.replay import Watcher, replayed
from croupier.interpreter.table import Table
from croupier.native.block import Reader
from croupier.native.code import Code
from croupier.native.house import refuse
from croupier.native.lower import Lowered, lower
from croupier.native.numbering import labels_of
from croupier.native.sketch import Sketch, keep_sketch, kept_sketch
from croupier.native.state import NativeState
from croupier.recycle.program import Program

if TYPE_CHECKING:
    from croupier.game.contest import Searcher
    from croupier.interpreter.chance import ChanceGame
    from croupier.interpreter.on_table import OnTable
    from croupier.interpreter.rules import Rules
    from croupier.native.batch import Batches
    from croupier.native.contests import Contests
    from croupier.native.lower.measuring import Asked
    from croupier.native.measuring import NativeMeasuring
    from croupier.native.vectors import NativeRows


class NativeGame(OfProgram):
    """A checked program, compiled; plays the very same games as the interpreter, much faster.

    It has the interpreter's game, to which games go over that leave what a block has room for. Its states are
    no `TableState`: they answer whatever that answers (`tests/native` compares them), but keep a block.
    """

    engine = "native"
    handed = False
    """It is a façade: a game that was made for a player."""

    def __init__(
        self,
        program: Program,
        name: str,
        *,
        counted: Rules | None = None,
        asked: tuple[Asked, ...] = (),
        interpreter: RecycleGame | None = None,
    ) -> None:
        super().__init__(program, name)
        self.interpreter = interpreter or RecycleGame(program, name)
        """The same game on the interpreter."""
        self.counted = counted
        """The rules that its machine code counts, if it does."""
        self.asked = asked
        """What its machine code measures, if it does."""
        self._facades: dict[int, NativeGame] = {}

    @property
    def layout(self) -> Layout:
        """Its places, cards and variables."""
        return self.interpreter.layout

    @property
    def pack(self) -> Pack:
        """All kinds of its cards."""
        return self.interpreter.pack

    @property
    def body(self) -> tuple[Block, ...]:
        """Its rules, as functions of Python."""
        return self.interpreter.body

    @property
    def tells_by_options(self) -> bool:
        """Options may depend on cards that the chooser does not see (RCY117)."""
        return self.interpreter.tells_by_options

    @cached_property
    def lowered(self) -> Lowered:
        """Its kernel text."""
        return lower(self.layout, self.counted, self.asked)

    @cached_property
    def code(self) -> Code:
        """Its machine code."""
        return Code(lambda: self.lowered, self.name, self.sketch)

    @cached_property
    def sketch(self) -> Sketch:
        """Enough of its kernel text to find its machine code; :class:`Unlowered` if there is none.

        It comes from the cache where the program was lowered before, and is kept there otherwise.
        """
        refuse(self.program)
        if self.counted is not None or self.asked:
            return Sketch.of(self.lowered)
        found = kept_sketch(self.program)
        if found is None:
            found = Sketch.of(self.lowered)
            keep_sketch(self.program, self.lowered)
        return found

    @cached_property
    def reader(self) -> Reader:
        """What reads and writes its blocks."""
        return Reader(self.layout, self.lowered, self.body)

    def facade(self, seat: int) -> NativeGame:
        """The game as a player at that seat gets it: the same rules and machine code, other memory.

        In the memory of a game's machine code lies the state that was worked with last. A player works in
        memory of its own, which no other seat shares; there it finds only what it has put there itself.
        """
        if self.handed:
            return self
        found = self._facades.get(seat)
        if found is None:
            found = self._facades.setdefault(seat, self._apart())
        return found

    def _apart(self) -> NativeGame:
        """A façade; nothing leads from it to this game."""
        found = NativeGame(self.program, self.name, counted=self.counted, interpreter=self.interpreter.twin())
        found.lowered, found.code, found.labels = self.lowered, self.code.apart(), self.labels
        found.note, found.handed = self.note, True
        return found

    def forget(self) -> None:
        """Let go of the states with which players at all seats have worked in this thread: a game begins."""
        for found in self._facades.values():
            found.code.forget()

    @cached_property
    def labels(self) -> dict[int, tuple[str, ...]]:
        """What the text itself calls the items of each choice, by the form."""
        return labels_of(self.body)

    def start(
        self, seed: int = 0, *, max_steps: int = MAX_STEPS, max_decisions: int = MAX_DECISIONS
    ) -> NativeState:
        """A new game at its first decision; the same seed and choices give the same game."""
        state = self.fresh(seed, max_steps=max_steps, max_decisions=max_decisions)
        state.begin()
        return state

    def fresh(
        self,
        seed: int = 0,
        *,
        max_steps: int = MAX_STEPS,
        max_decisions: int = MAX_DECISIONS,
        views: bool = True,
    ) -> NativeState:
        """A game in which nothing has happened yet: listen to it, then `begin`."""
        return NativeState(self, seed, max_steps, max_decisions, views=views)

    def resumed(self, table: Table, max_decisions: int, frames: Frames, decisions: int) -> NativeState:
        """A game that goes on from a decision which has already been counted."""
        return NativeState.resumed(self, table, max_decisions, frames, decisions)

    def counting(self) -> Counting:
        """The same game as one that counts what its rules do, compiled by itself."""
        from croupier.native.counting import NativeCounting

        return NativeCounting(self)

    def measuring(self, asked: Sequence[Asked], *, max_steps: int, max_decisions: int) -> NativeMeasuring:
        """Takes measures of games, as machine code compiled for them; :class:`Unlowered` if it cannot."""
        from croupier.native.measuring import NativeMeasuring

        return NativeMeasuring(self, asked, max_steps=max_steps, max_decisions=max_decisions)

    def batches(self, *, max_steps: int, max_decisions: int) -> Batches:
        """Plays games of random players by the indices of an experiment, and sums them up."""
        from croupier.native.batch import Batches

        return Batches(self, max_steps=max_steps, max_decisions=max_decisions)

    def side_by_side(
        self,
        rows: int,
        width: int,
        *,
        seed: int,
        observation: bool,
        threads: int,
        reward: str,
        limits: tuple[int, int],
    ) -> NativeRows:
        """Many games side by side, decision by decision, with so many actions by the index of an option."""
        from croupier.native.encoder import Encoder
        from croupier.native.vectors import NativeRows

        encoder = Encoder(self, width, self.lowered.bp)
        return NativeRows(
            self, encoder, rows,
            seed=seed, observation=observation, threads=threads, reward=reward, limits=limits,
        )  # fmt: skip

    def contests(
        self, seatings: Sequence[Sequence[Searcher]], *, max_steps: int, max_decisions: int
    ) -> Contests | None:
        """Plays whole games among searching players; None where kernels cannot search."""
        from croupier.native.contests import Contests, can_contest

        if self.handed or not can_contest(self, seatings):
            return None
        return Contests(self, seatings, max_steps=max_steps, max_decisions=max_decisions)

    def explicit(self) -> ChanceGame:
        """The same game as one that lists what chance may do; the interpreter runs it."""
        return self.interpreter.explicit()

    def replay(self, transcript: Transcript | str | Path, watch: Watcher | None = None) -> OnTable:
        """The very same game, verified event by event; :class:`TranscriptError` names the first difference.

        A transcript that was cut off is played as far as it goes. `watch` is told of every event.
        """
        return replayed(self, transcript, watch)

    def arrange(
        self,
        places: Mapping[str, str],
        *,
        current: int | None = None,
        stored: Mapping[str, int | str] | None = None,
        line: int | None = None,
        seed: int = 0,
    ) -> NativeState:
        """A position built from card texts, for tests and puzzles."""
        slow = self.interpreter.arrange(places, current=current, stored=stored, line=line, seed=seed)
        return NativeState.of(self, slow)
