"""A program of a script language as a game that can be started."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.game import Status, Transcript
from croupier.game.cards import Pack
from croupier.game.counting import Counting
from croupier.game.hosting import Watcher
from croupier.game.transcript import Line
from croupier.script.as_game.codes import CODES
from croupier.script.as_game.moves import Moves
from croupier.script.as_game.piles import Look, pack_of
from croupier.script.as_game.record import header, replayed
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.as_game.seating import take_seats
from croupier.script.as_game.secrets import NotedStream, Past
from croupier.script.as_game.state import ScriptState
from croupier.script.codes import finding
from croupier.script.machine import Limits, Machine
from croupier.script.session import program_hash
from croupier.script.uses import Site, site_of
from croupier.text import Diagnostic, Source
from croupier.text.errors import CroupierError

if TYPE_CHECKING:
    from croupier.script.as_game.chance import ScriptChance

MAX_STEPS = 300_000
"""Steps (calls and turns of loops) between two decisions after which a game counts as unfinished."""
MAX_DECISIONS = 10_000
"""Decisions after which a game counts as unfinished."""
SEATS = 2
"""How many players there are where the program asks for their number and nobody says it."""
MOST_SEATS = 8
_UNKNOWN = 1_000
_BEGINNING = 100_000
"""So many instructions are run to see what a program states about itself."""
_LOOKED_AHEAD = 40
"""So many decisions are made to see how many players a program makes."""


class SeatsError(CroupierError, ValueError):
    """A number of seats with which a program cannot be played."""


class ScriptGame:
    """A checked program that can be played any number of times."""

    engine = "interpreter"
    """What plays it."""
    max_steps = MAX_STEPS
    max_decisions = MAX_DECISIONS
    cards = None
    """Its cards are objects like others: how many there are is told only by playing."""
    moves_quietly = True
    """A program tells what it likes of its moves."""
    search_seconds = 1.0
    """The seconds that a search takes for a decision if it is given neither a number nor a time."""

    def __init__(
        self,
        script: ScriptProgram,
        source: Source,
        sources: tuple[Source, ...],
        name: str,
        language: str,
        *,
        seats: int | None = None,
        settings: Mapping[str, Any] | None = None,
        findings: tuple[Diagnostic, ...] = (),
        filtered: bool = True,
    ) -> None:
        self.script = script
        self.source = source
        self.name = name
        self.language = language
        self.findings = findings
        self.settings = dict(settings or {})
        self.filtered = filtered
        self.note = ""
        """What there is to say about how it is played."""
        self.rules_hash = program_hash(sources)
        self.warnings: dict[tuple[str, Site], Diagnostic] = {}
        """Where something had to be guessed, as far as games have come there."""
        self.seats = seats or _UNKNOWN
        self.seats = self._counted(seats)
        self.warnings.clear()

    def __repr__(self) -> str:
        return f"<{self.name}: {self.seats} seats, {self.language}>"

    @property
    def guesses(self) -> tuple[Diagnostic, ...]:
        """Where something had to be guessed, as far as games have come there."""
        return tuple(self.warnings.values())

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Everybody plays alone."""
        return tuple((seat,) for seat in range(self.seats))

    @cached_property
    def title(self) -> str:
        """The first line of its comment up to a colon, or its name."""
        first = self.source.text.lstrip().split("\n", 1)[0]
        if not first.startswith("//"):
            return self.name
        return first.lstrip("/ ").split(":")[0].strip().rstrip(".") or self.name

    @cached_property
    def pack(self) -> Pack:
        """All kinds of cards that the program makes, as far as the beginning of one game shows them."""
        return replace(pack_of(self), game_text=self.source.text)

    @cached_property
    def card_numbers(self) -> dict[Look, int]:
        """The numbers of the kinds by what is printed on the cards."""
        return {kind.attributes: number for number, kind in enumerate(self.pack.kinds[:-1])}

    def start(
        self, seed: int = 0, *, max_steps: int = MAX_STEPS, max_decisions: int = MAX_DECISIONS
    ) -> ScriptState:
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
    ) -> ScriptState:
        """A game in which nothing has happened yet: listen to it, then `begin`."""
        machine = self.script.machine(seed=seed, seats=self.asked_seats, limits=Limits(steps=max_steps))
        state = ScriptState(self, seed, machine, max_steps, max_decisions)
        if self.script.draws:
            machine.stream = NotedStream.after(machine.stream)
            state.past = Past.of(machine)
        return state

    def counting(self) -> Counting:
        """The same game as one that counts what its rules do; one that does not pays nothing for it.

        >>> from croupier import load
        >>> [rule.what for rule in load("uno.ah").counting().rules if rule.kind == "option"]
        ['play', 'draw']
        """
        from croupier.script.as_game.counting import ScriptCounting

        return ScriptCounting(self)

    def explicit(self) -> ScriptChance:
        """The same game as one that lists what chance may do, instead of doing it."""
        from croupier.script.as_game.chance import ScriptChance

        return ScriptChance(self)

    def resumed(
        self, machine: Machine, decisions: int, limits: tuple[int, int], moves: Moves | None, mover: int
    ) -> ScriptState:
        """A game that goes on from a decision which has already been counted."""
        state = ScriptState(self, 0, machine, *limits)
        state.decisions = decisions
        state.stand_at(mover, moves)
        return state

    def replay(self, transcript: Transcript | str | Path, watch: Watcher | None = None) -> ScriptState:
        """The very same game, verified event by event; :class:`TranscriptError` names the first difference.

        A transcript that was cut off is played as far as it goes. `watch` is told of every event.
        """
        if not isinstance(transcript, Transcript):
            transcript = Transcript.read(transcript)
        return replayed(self, transcript, watch)

    def header(self, state: ScriptState, players: Iterable[str] = ()) -> Line:
        """The first line of a transcript."""
        return header(state, players)

    def arrange(
        self,
        places: Mapping[str, str],
        *,
        current: int | None = None,
        stored: Mapping[str, int | str] | None = None,
        line: int | None = None,
        seed: int = 0,
    ) -> ScriptState:
        """A position cannot be built from card texts: a program keeps its cards as it likes."""
        raise ValueError(f"{self.name}: positions of {self.language} programs cannot be arranged")

    @property
    def actions(self) -> None:
        """Events do not tell which of the rules were come to."""
        return

    @cached_property
    def chance_lines(self) -> list[int]:
        """The lines on which something is drawn or shuffled."""
        return self.script.chance_lines()

    def warn(self, code: str, machine: Machine, name: str = "") -> None:
        """Note that something had to be guessed at a question."""
        assert machine.pending is not None
        span = machine.pending.span
        key = (code, site_of(span))
        if key not in self.warnings:
            self.warnings[key] = finding(CODES, code, span, name=name)

    def _counted(self, seats: int | None) -> int:
        """How many players a program makes, with a number of seats that is asked for."""
        stated = self.script.default_seats
        self.asked_seats = seats if seats is not None else stated if stated is not None else SEATS
        state = self.fresh(0)
        possible = self._possible()
        if seats is None and stated is None and possible is not None:
            self.asked_seats = state.machine.seats = next((n for n in possible if n >= SEATS), possible[-1])
        if seats is not None and possible is not None and seats not in possible:
            raise SeatsError(f"{seats} seats are not possible: {_listed(possible)} are")
        most = 0
        for _ in range(_LOOKED_AHEAD):
            if state.to_move is None:
                break
            most = max(most, len(state.machine.seated), self._numbered(state))
            if len(state.machine.seated) > 1:
                break
            state.apply(0)
        take_seats(self.script, state.machine)
        most = max(most, len(state.machine.seated), 1)
        if seats is not None and most != seats:
            ended = state.outcome
            if ended is not None and ended.status is not Status.FINISHED:
                raise SeatsError(f"{seats} seats are not possible: {ended.reason}")
            plural = "" if most == 1 else "s"
            raise SeatsError(f"{seats} seats are not possible: this program makes {most} player{plural}")
        return most

    def _numbered(self, state: ScriptState) -> int:
        """How many seats there are at least, where a question names one by its number."""
        pending = state.machine.pending
        if pending is None or type(pending.by) is not int:
            return 0
        says = self.script.default_seats is not None or self._possible() is not None
        return max(pending.by + 1, self.asked_seats if says else 0)

    def _possible(self) -> tuple[int, ...] | None:
        """The numbers of seats that the program states, or that it may be answered when it asks for them."""
        machine = self.script.machine(limits=Limits(steps=_BEGINNING))
        machine.run()
        stated = self.script.stated(machine).seats
        if stated is None and self.script.default_seats is None and self.script.asks_seats:
            return tuple(range(SEATS, MOST_SEATS + 1))
        return stated


def _listed(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return " and ".join(map(str, numbers))
