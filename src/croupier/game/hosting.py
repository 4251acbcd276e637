"""What the lab and the table ask of a game besides the protocol: that it tells what happens in it.

Every game of ours has all of this, whatever language it is written in. Whoever has only views and states to
offer can be played, but not recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from croupier.game.cards import Pack
from croupier.game.chance import ExplicitGame
from croupier.game.counting import Counting
from croupier.game.outcome import Outcome
from croupier.game.protocol import Option, View
from croupier.game.random import Stream
from croupier.game.transcript import Line, Transcript
from croupier.text import Diagnostic, Source, Span

Event = tuple[Any, ...]
"""What happens: its kind, then whatever there is to say about it.

Every game has ``("decision", seat, options, index)`` and ``("end", outcome)``."""

Listener = Callable[[Event, Any], None]
"""Is told of an event and of its place in the program, which has a ``span`` and a ``start``."""

Sink = Callable[[Line], None]
Watcher = Callable[["HostedState", Line, Event, Any], None]
"""Is told of every event of a replay after it has been verified."""


class HostedState(Protocol):
    """A game in progress that keeps count, and can be listened to."""

    choices: list[int]
    """The options taken, by index, forced ones left out."""

    @property
    def seed(self) -> int:
        """Where its chance comes from."""

    @property
    def to_move(self) -> int | None: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def option_count(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def decisions(self) -> int:
        """How many choices have been met, forced ones included."""

    @property
    def forced(self) -> int:
        """How many of them had a single option."""

    @property
    def option_total(self) -> int:
        """How many options they had together."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together."""

    @property
    def drops(self) -> Mapping[tuple[int, str], int]:
        """How many options were dropped, by the offset in the program and the reason."""

    @property
    def listener(self) -> Listener | None:
        """Who is told of what happens."""

    def apply(self, option: Option | int | str) -> None: ...
    def view(self, seat: int) -> View: ...
    def copy(self) -> HostedState: ...
    def begin(self) -> None:
        """Go to the first decision."""

    def listen(self, listener: Listener | None) -> None:
        """Be told of everything that happens from now on."""

    @property
    def chance(self) -> Stream:
        """The stream from which its chance comes."""

    def knowledge(self, seat: int) -> frozenset[Hashable]:
        """What a seat knows, piece by piece: whether it has learnt something can be told from it."""

    def sight(self, seat: int) -> Hashable:
        """What a seat sees, whatever it may do; equal if it could not tell one from the other."""

    def open_view(self) -> Any:
        """All of it with open cards, for looking at a game afterwards; it is nobody's view (seat -1)."""

    def recorder(self, sink: Sink, count: int = 0) -> Listener:
        """What turns events into lines of a transcript, after so many of them, and hands each to a sink."""

    def teller(self, tell: Callable[[str], None]) -> Listener:
        """What tells events in words, with open cards."""

    @property
    def at(self) -> Span:
        """The place in the text at which the game stands. It is for designers: a branch may tell a card."""

    def picture(self) -> str:
        """A short picture of the table with open cards, for whoever wants to know why a game went wrong."""


class HostedGame(Protocol):
    """A game that can be recorded."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def seats(self) -> int: ...
    @property
    def source(self) -> Source:
        """Its text."""

    @property
    def engine(self) -> str:
        """What plays it."""

    @property
    def note(self) -> str:
        """What there is to say about that."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together when it starts."""

    @property
    def findings(self) -> Sequence[Diagnostic]:
        """What the check of its text has found."""

    @property
    def guesses(self) -> Sequence[Diagnostic]:
        """Where something had to be guessed to make a game of its text, as far as games have come there."""

    @property
    def cards(self) -> int | None:
        """How many cards it has, where that can be told before it is played."""

    @property
    def pack(self) -> Pack:
        """All kinds of its cards; none if it has no cards that can be shown."""

    @property
    def rules_hash(self) -> str:
        """A fingerprint of its rules."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The values of its declared constants."""

    @property
    def actions(self) -> Mapping[int, int] | None:
        """The lines of all that can be done, by the offset that events name; None if they do not tell."""

    @property
    def chance_lines(self) -> Sequence[int]:
        """The lines on which something is drawn or shuffled."""

    def start(self, seed: int = 0, *, max_steps: int = ..., max_decisions: int = ...) -> HostedState: ...
    def fresh(
        self, seed: int = 0, *, max_steps: int = ..., max_decisions: int = ..., views: bool = True
    ) -> HostedState:
        """A game in which nothing has happened yet: listen to it, then `begin`."""

    def header(self, state: Any, players: Iterable[str] = ()) -> Line:
        """The first line of a transcript."""

    def replay(self, transcript: Transcript | str | Path, watch: Any = None) -> HostedState:
        """The very same game, verified event by event."""

    def arrange(
        self,
        places: Mapping[str, str],
        *,
        current: int | None = None,
        stored: Mapping[str, int | str] | None = None,
        line: int | None = None,
        seed: int = 0,
    ) -> HostedState:
        """A position built from card texts; ValueError if the language cannot build one."""

    def counting(self) -> Counting:
        """The same game as one that counts what its rules do."""

    def explicit(self) -> ExplicitGame:
        """The same game as one that lists what chance may do, instead of doing it."""


def listen_too(state: HostedState, *listeners: Listener) -> None:
    """Let others hear what happens besides those who do already, in this order."""
    before = state.listener
    everybody = (*((before,) if before is not None else ()), *listeners)

    def all_of_them(event: Event, place: Any) -> None:
        for listener in everybody:
            listener(event, place)

    state.listen(all_of_them)
