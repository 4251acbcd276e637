"""Replaying a transcript: the very same game again, verified event by event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.engine.record import Recorder, header, program_hash
from croupier.engine.table import Event
from croupier.game.transcript import Line, Transcript, TranscriptError
from croupier.recycle.program import Expr

if TYPE_CHECKING:
    from croupier.engine.game import RecycleGame
    from croupier.engine.state import TableState

Watcher = Callable[["TableState", Line, Event, Expr], None]
"""Is told of every event after it has been verified."""


def replayed(game: RecycleGame, transcript: Transcript, watch: Watcher | None = None) -> TableState:
    """Play a transcript again; :class:`TranscriptError` names the first difference.

    A transcript that was cut off is played as far as it goes: the state then stands at the next decision.
    """
    _same_game(game, transcript)
    limits = transcript.header.get("limits", {})
    state = game.fresh(
        int(transcript.header.get("seed", 0)),
        max_steps=int(limits.get("steps", 1_000_000)),
        max_decisions=int(limits.get("decisions", 10_000)),
    )
    verifier = _Verifier(state, transcript, watch)
    state.listen(verifier)
    state.begin()
    for choice in transcript.choices:
        if state.outcome is not None:
            raise verifier.error("the transcript goes on, but the game is over")
        state.apply(_chosen(state, choice, verifier))
    if state.outcome is not None and transcript.outcome is None and transcript.damaged_line is None:
        raise verifier.error("the game is over, but the transcript does not say so")
    if state.outcome is None and transcript.outcome is not None:
        raise verifier.error("the transcript is over, but the game is not")
    if verifier.at < len(transcript.events) and state.outcome is not None:
        raise verifier.error("the transcript goes on, but the game is over")
    state.listen(None)
    return state


def _same_game(game: RecycleGame, transcript: Transcript) -> None:
    expected = header(game.fresh())
    found = transcript.header
    if found.get("program") != program_hash(game.program):
        raise TranscriptError(transcript.name, 1, f"this is a game of another program ({found.get('game')!r}, not {game.name!r})")
    for part in ("seats", "settings"):
        if found.get(part) != expected[part]:
            raise TranscriptError(transcript.name, 1, f"{part} differ: {found.get(part)} in the transcript, {expected[part]} here")


def _chosen(state: TableState, choice: Line, verifier: _Verifier) -> int:
    private = choice.get("private", {})
    key = private.get("key")
    for option in state.options:
        if option.key == key:
            return option.index
    offered = ", ".join(option.key for option in state.options)
    raise verifier.error(f"the choice {key!r} is not offered here (there are {offered})", choice)


class _Verifier:
    """Compares what happens with what the transcript says."""

    def __init__(self, state: TableState, transcript: Transcript, watch: Watcher | None) -> None:
        self.state = state
        self.transcript = transcript
        self.watch = watch
        self.at = 0
        self.happened: Line = {}
        self.recorder = Recorder(state, self._note)

    def _note(self, line: Line) -> None:
        self.happened = line

    def __call__(self, event: Event, expr: Expr) -> None:
        if event[0] == "drop":
            return
        self.recorder(event, expr)
        if event[0] == "end":
            if self.transcript.outcome is not None and self.transcript.outcome != self.happened:
                raise self.error(_difference(self.transcript.outcome, self.happened), None)
        elif self.at < len(self.transcript.events):
            recorded = self.transcript.events[self.at]
            if recorded != self.happened:
                raise self.error(_difference(recorded, self.happened), recorded)
            self.at += 1
        elif self.transcript.outcome is not None:
            raise self.error(f"the transcript ends, but the game goes on with {self.happened['event']!r}")
        if self.watch is not None:
            self.watch(self.state, self.happened, event, expr)

    def error(self, message: str, recorded: Line | None = None) -> TranscriptError:
        """An error at the line that is being compared."""
        events = self.transcript.events
        index = events.index(recorded) if recorded in events else min(self.at, len(events))
        return TranscriptError(self.transcript.name, index + 2, message)


def _difference(recorded: Line, happened: Line) -> str:
    """The first part in which two lines differ, in words."""
    for key in dict.fromkeys((*recorded, *happened)):
        a, b = recorded.get(key), happened.get(key)
        if a == b:
            continue
        if isinstance(a, dict) and isinstance(b, dict):
            inner = _difference(a, b)
            return f"{happened.get('event', 'end')}, {key}: {inner}" if "event" in happened else inner
        return f"{key} is {a!r} in the transcript, {b!r} by the rules"
    return "the lines differ"
