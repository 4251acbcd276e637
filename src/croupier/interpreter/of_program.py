"""A RECYCLE program as a game, as far as no engine is needed to answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.game.table_facts import PlaceFact, TableFacts
from croupier.game.transcript import Line
from croupier.interpreter.record import header, program_hash, settings
from croupier.recycle.open_scoring import scores_openly
from croupier.recycle.outline import outline
from croupier.recycle.program import Program
from croupier.recycle.storage_use import storage_use
from croupier.recycle.traits import Draws
from croupier.text import Diagnostic, Source

if TYPE_CHECKING:
    from croupier.interpreter.on_table import OnTable


class OfProgram:
    """The answers that follow from the program alone: both engines give these, and neither changes one."""

    note = ""
    """The reason for another engine than was asked for, or whatever else there is to say about it."""

    def __init__(self, program: Program, name: str) -> None:
        self.program = program
        self.name = name
        self.highest_wins = program.scoring.form != "scoring.min"

    def __repr__(self) -> str:
        return f"<{self.name}: {self.seats} seats, {self.cards} cards>"

    def _repr_html_(self) -> str:
        return self.program._repr_html_()

    @property
    def seats(self) -> int:
        """How many players it has."""
        return self.program.seats

    @property
    def cards(self) -> int:
        """How many cards it has."""
        return self.program.cards

    @cached_property
    def table_facts(self) -> TableFacts:
        """Its places, and the stored values from which it is scored."""
        found = outline(self.program)
        places = (
            PlaceFact(place.owner, place.visibility, place.name, place.indexed, place.order_free)
            for place in found.locations
        )
        use = storage_use(self.program)
        scoring = tuple((read.owner, read.name) for read in found.scoring_reads)
        return TableFacts(tuple(places), scoring, use.steering, use.seats, scores_openly(self.program))

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
        """The findings of the check of its text."""
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
        return {expr.start: expr.span.line for expr in walked if expr.traits.event}

    @property
    def chance_lines(self) -> list[int]:
        """The lines on which something is drawn or shuffled, however the cards lie."""
        drawn = (expr for expr in self.program.walk() if expr.traits.draws is Draws.ALWAYS)
        return sorted({expr.span.line for expr in drawn})

    @cached_property
    def title(self) -> str:
        """The first line of its comment, or its name."""
        return self.program.title or self.name

    def header(self, state: OnTable, players: Iterable[str] = ()) -> Line:
        """The first line of a transcript."""
        return header(state, players)
