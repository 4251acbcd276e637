"""A RECYCLE program as a game that can be started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.game import DEAL, Stream, Transcript
from croupier.game.cards import Pack
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.interpreter.action import item
from croupier.interpreter.arrange import arranged
from croupier.interpreter.flow import Act, Block, Frames, blocks
from croupier.interpreter.knowledge import Knowledge
from croupier.interpreter.layout import Layout
from croupier.interpreter.meaning import Meaning, value
from croupier.interpreter.of_program import OfProgram
from croupier.interpreter.replay import Watcher, replayed
from croupier.interpreter.state import TableState
from croupier.interpreter.table import Table
from croupier.recycle.lint_sight import glimpses
from croupier.recycle.program import Program

if TYPE_CHECKING:
    from croupier.game.counting import Counting
    from croupier.interpreter.chance import ChanceGame
    from croupier.interpreter.counting import Tally
    from croupier.interpreter.loose import Watch
    from croupier.interpreter.on_table import OnTable


@dataclass(frozen=True)
class Compiled:
    """A program as functions of Python; they know of no game in progress, so that games may share them."""

    layout: Layout
    body: tuple[Block, ...]
    setup: tuple[Act, ...]
    score: Meaning
    won: Meaning
    """Whether a result that all have together is won."""

    @staticmethod
    def of(program: Program, tally: Tally | None = None, watch: Watch | None = None) -> Compiled:
        """The functions of a program; told to count, or to note what they depend on, if somebody asks."""
        layout = Layout(program, tally=tally, watch=watch)
        body = blocks(layout, program.body)
        setup = tuple(
            Act(expr, item(layout, expr).run)
            for expr in program.setup.args
            if expr.form not in ("create.players", "create.teams")
        )
        score = value(layout, program.scoring.part("value"))
        together = program.scoring.form == "scoring.together"
        won = value(layout, program.scoring.part("won")) if together else score
        return Compiled(layout, body, setup, score, won)


class RecycleGame(OfProgram):
    """A checked program that can be played any number of times."""

    engine = "interpreter"
    """What plays it."""

    state = TableState
    """What its games are."""

    def __init__(self, program: Program, name: str, compiled: Compiled | None = None) -> None:
        super().__init__(program, name)
        self.compiled = compiled or Compiled.of(program)
        self.layout, self.body = self.compiled.layout, self.compiled.body
        self.setup, self.score, self.won = self.compiled.setup, self.compiled.score, self.compiled.won

    def twin(self) -> RecycleGame:
        """The same game as another object, which shares its functions."""
        found = RecycleGame(self.program, self.name, self.compiled)
        found.note = self.note
        return found

    def facade(self, seat: int) -> RecycleGame:
        """The game as a player at that seat gets it; this one knows of no state, so that it is itself."""
        return self

    @cached_property
    def pack(self) -> Pack:
        """All kinds of its cards."""
        return replace(self.layout.pack.kinds_shown(), game_text=self.source.text)

    @cached_property
    def tells_by_options(self) -> bool:
        """Whether options may depend on cards that the chooser does not see (RCY117)."""
        return any(True for _ in glimpses(self.layout.facts))

    def start(
        self, seed: int = 0, *, max_steps: int = MAX_STEPS, max_decisions: int = MAX_DECISIONS
    ) -> TableState:
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
    ) -> TableState:
        """A game in which nothing has happened yet: listen to it, then `begin`.

        Without views it need not keep track of what the seats know, and plays faster.
        """
        table = Table(self.layout, Stream.of(seed, DEAL), max_steps)
        table.knowledge = Knowledge.of(self.layout) if views else None
        return self.state(self, seed, table, max_decisions)

    def resumed(self, table: Table, max_decisions: int, frames: Frames, decisions: int) -> TableState:
        """A game that goes on from a decision which has already been counted."""
        return TableState.resumed(self, table, max_decisions, frames, decisions)

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
    ) -> TableState:
        """A position built from card texts, for tests and puzzles.

        The game is played to its first decision; then every place named holds exactly the cards given for
        it, and the cards that lay there go where the others came from. `"0.HAND"` is a place of seat 0,
        `"T1.PILE"` of team 1, `"STOCK"` of the table, `"BED[2]"` an index; `"0.HAND:iloc"` tells two places
        of one name apart. `stored` sets integers and strings by the same names. The decision is the choice
        at a line of the program, with seat 0 current unless another is named; else the one that the game
        first comes to, with whoever is current and queued there.

        >>> from croupier import load
        >>> state = load("agram", seats=2).arrange({"0.HAND": "♥9 ♠3", "1.HAND": "♥10 ♠4"})
        >>> [option.text for option in state.options]
        ['lead ♥9', 'lead ♠3']
        """
        return arranged(self, places, current=current, stored=stored or {}, line=line, seed=seed)

    def counting(self) -> Counting:
        """The same game as one that counts what its rules do; one that does not pays nothing for it.

        >>> from croupier import load
        >>> [rule.what for rule in load("agram").counting().rules if rule.kind == "option"]
        ['lead', 'follow with', 'play']
        """
        from croupier.interpreter.counting import CountingGame

        return CountingGame(self.program, self.name)

    def explicit(self) -> ChanceGame:
        """The same game as one that lists what chance may do, instead of doing it.

        >>> from croupier import load
        >>> len(load("kuhn_poker").explicit().beginnings())
        6
        """
        from croupier.interpreter.chance import ChanceGame

        return ChanceGame(self.program, self.name)
