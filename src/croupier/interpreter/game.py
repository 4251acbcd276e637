"""A RECYCLE program as a game that can be started."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.game import DEAL, Stream, Transcript
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.transcript import Line
from croupier.interpreter.action import item
from croupier.interpreter.arrange import arranged
from croupier.interpreter.flow import Act, Block, Frames, block
from croupier.interpreter.knowledge import Knowledge
from croupier.interpreter.layout import Layout
from croupier.interpreter.meaning import Meaning, value
from croupier.interpreter.record import header, program_hash, settings
from croupier.interpreter.replay import Watcher, replayed
from croupier.interpreter.state import TableState
from croupier.interpreter.table import Table
from croupier.recycle.lint_sight import glimpses
from croupier.recycle.program import Program
from croupier.text import Diagnostic, Source

if TYPE_CHECKING:
    from croupier.game.counting import Counting
    from croupier.interpreter.chance import ChanceGame
    from croupier.interpreter.counting import Tally
    from croupier.interpreter.loose import Watch

_CHANCE = ("shuffle", "random", "random.between")
_ACTIONS = frozenset(
    (
        "move", "swap.locations", "swap.cards", "remember", "forget", "shuffle", "shuffle.faro", "set.int",
        "inc", "dec", "set.str", "set.points", "cycle.next", "cycle.current", "pass", "create.teams",
    )
)  # fmt: skip
"""What leaves a trace when it is done."""


class RecycleGame:
    """A checked program that can be played any number of times."""

    engine = "interpreter"
    """What plays it."""
    note = ""
    """Why it is not the engine that was asked for, or what else there is to say about it."""

    state = TableState
    """What its games are."""

    def __init__(
        self, program: Program, name: str, tally: Tally | None = None, watch: Watch | None = None
    ) -> None:
        self.program = program
        self.name = name
        self.layout = Layout(program, tally=tally, watch=watch)
        self.body: tuple[Block, ...] = tuple(block(self.layout, expr) for expr in program.body)
        self.setup: tuple[Act, ...] = tuple(
            Act(expr, item(self.layout, expr).run)
            for expr in program.setup.args
            if expr.form not in ("create.players", "create.teams")
        )
        self.score: Meaning = value(self.layout, program.scoring.args[0])
        self.highest_wins = program.scoring.form == "scoring.max"

    def __repr__(self) -> str:
        return f"<{self.name}: {self.seats} seats, {len(self.layout.cards)} cards>"

    @property
    def seats(self) -> int:
        """How many players it has."""
        return self.program.seats

    @property
    def cards(self) -> int:
        """How many cards it has."""
        return self.program.cards

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together when it starts."""
        return self.program.teams

    @property
    def source(self) -> Source:
        """Its text."""
        return self.program.source

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What the check of its text has found."""
        return tuple(self.program.findings)

    @property
    def guesses(self) -> tuple[Diagnostic, ...]:
        """Nothing has to be guessed."""
        return ()

    @cached_property
    def rules_hash(self) -> str:
        """A fingerprint of its rules."""
        return program_hash(self.program)

    @property
    def settings(self) -> dict[str, Any]:
        """The values of its declared constants."""
        return settings(self.program)

    @property
    def actions(self) -> dict[int, int]:
        """The lines of everything that can be done, by the offset in the text."""
        walked = (expr for block in self.program.body for expr in block.walk())
        return {expr.start: expr.span.line for expr in walked if expr.form in _ACTIONS}

    @property
    def chance_lines(self) -> list[int]:
        """The lines on which something is drawn or shuffled."""
        return sorted({expr.span.line for expr in self.program.walk() if expr.form in _CHANCE})

    def facade(self, seat: int) -> RecycleGame:
        """The game as a player at that seat gets it; this one knows of no state, so that it is itself."""
        return self

    def header(self, state: TableState, players: Iterable[str] = ()) -> Line:
        """The first line of a transcript."""
        return header(state, players)

    @cached_property
    def tells_by_options(self) -> bool:
        """Whether options may depend on cards that the chooser does not see (RCY117)."""
        return any(True for _ in glimpses(self.layout.facts))

    @cached_property
    def title(self) -> str:
        """The first line of its comment, or its name."""
        return self.program.title or self.name

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
        table.knowledge = Knowledge(self.seats) if views else None
        return self.state(self, seed, table, max_decisions)

    def resumed(self, table: Table, max_decisions: int, frames: Frames, decisions: int) -> TableState:
        """A game that goes on from a decision which has already been counted."""
        return TableState.resumed(self, table, max_decisions, frames, decisions)

    def replay(self, transcript: Transcript | str | Path, watch: Watcher | None = None) -> TableState:
        """The very same game, verified event by event; :class:`TranscriptError` names the first difference.

        A transcript that was cut off is played as far as it goes. `watch` is told of every event.
        """
        if not isinstance(transcript, Transcript):
            transcript = Transcript.read(transcript)
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
