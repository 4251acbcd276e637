"""Replaying a transcript: the very same game again, verified event by event."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.game.transcript import Line, Transcript, TranscriptError, chosen
from croupier.interpreter.record import Recorder, header, program_hash
from croupier.interpreter.table import Event
from croupier.recycle.program import Expr

if TYPE_CHECKING:
    from croupier.interpreter.on_table import GameOnTable, OnTable

Watcher = Callable[[Any, Line, Event, Expr], None]
"""Is told of every event after it has been verified, with the state first."""


def replayed(game: GameOnTable, transcript: Transcript | str | Path, watch: Watcher | None = None) -> OnTable:
    """Play a transcript, or the one of a file, again; :class:`TranscriptError` names the first difference.

    A transcript that was cut off is played as far as it goes: the state then stands at the next decision.
    """
    if not isinstance(transcript, Transcript):
        transcript = Transcript.read(transcript)
    _same_game(game, transcript)
    limits = transcript.header.get("limits", {})
    if not isinstance(limits, dict):
        raise TranscriptError(transcript.name, 1, f"limits {limits!r} are not what a header holds")
    state = game.fresh(
        _number(transcript, "seed", transcript.header.get("seed", 0)),
        max_steps=_number(transcript, "steps", limits.get("steps", 1_000_000)),
        max_decisions=_number(transcript, "decisions", limits.get("decisions", 10_000)),
    )
    verifier = _Verifier(state, transcript, watch)
    state.listen(verifier)
    state.begin()
    for choice in transcript.choices:
        if state.outcome is not None:
            raise verifier.error("the transcript goes on, but the game is over")
        state.apply(chosen(state, choice, verifier.error))
    if state.outcome is None and transcript.outcome is not None:
        raise verifier.error("the transcript is over, but the game is not")
    if verifier.at < len(transcript.events):
        by_the_rules = "the game is over" if state.to_move is None else f"seat {state.to_move} is to decide"
        raise verifier.error(f"the transcript goes on, but by the rules {by_the_rules}")
    state.listen(None)
    return state


def _same_game(game: GameOnTable, transcript: Transcript) -> None:
    expected = header(game.fresh())
    found = transcript.header
    if found.get("program") != program_hash(game.program):
        raise TranscriptError(
            transcript.name,
            1,
            f"this is a game of another program ({found.get('game')!r}, not {game.name!r})",
        )
    for part in ("seats", "settings"):
        if found.get(part) != expected[part]:
            raise TranscriptError(
                transcript.name,
                1,
                f"{part} differ: {found.get(part)} in the transcript, {expected[part]} here",
            )


def _number(transcript: Transcript, what: str, number: object) -> int:
    if not isinstance(number, int):
        raise TranscriptError(transcript.name, 1, f"{what} is {number!r}, which is no number")
    return number


class _Verifier:
    """Compares what happens with what the transcript says."""

    def __init__(self, state: OnTable, transcript: Transcript, watch: Watcher | None) -> None:
        self.state = state
        self.transcript = transcript
        self.watch = watch
        self.at = 0
        self.happened: Line = {}
        self.recorder = Recorder(state, self._note)
        # The same rules may be laid out anew; their lines are then others.
        self.same_lines = transcript.header.get("text") == header(state)["text"]

    def _note(self, line: Line) -> None:
        self.happened = line

    def __call__(self, event: Event, expr: Expr) -> None:
        if event[0] == "drop":
            return
        self.recorder(event, expr)
        if event[0] == "end":
            if self.transcript.outcome is not None:
                self._compare(self.transcript.outcome)
        elif self.at < len(self.transcript.events):
            self._compare(self.transcript.events[self.at])
            self.at += 1
        elif self.transcript.outcome is not None:
            raise self.error(f"the transcript ends, but the game goes on with {self.happened['event']!r}")
        if self.watch is not None:
            self.watch(self.state, self.happened, event, expr)

    def _compare(self, recorded: Line) -> None:
        happened = self.happened
        if not self.same_lines:
            recorded = {key: part for key, part in recorded.items() if key != "line"}
            happened = {key: part for key, part in happened.items() if key != "line"}
        if recorded != happened:
            told, true = _for_everyone(recorded), _for_everyone(happened)
            if told != true:
                raise self.error(_difference(told, true))
            same_line = recorded.get("line") == happened.get("line")
            raise self.error(
                _difference(recorded, happened),
                veiled=_difference(recorded, happened, values=False),
                seen_by=happened.get("private", {}).get("seen_by", ()) if same_line else (),
            )

    def error(
        self, message: str, *, veiled: str | None = None, seen_by: Collection[int] = ()
    ) -> TranscriptError:
        """An error at the line that is being compared; `veiled` says it to seats that may not see it."""
        at = self.transcript.line_of(self.at)
        return TranscriptError(self.transcript.name, at, message, veiled=veiled, seen_by=seen_by)


def _for_everyone(line: Line) -> Line:
    # Which of two branches was taken may tell a card, so the line of the program is not for everyone.
    return {key: part for key, part in line.items() if key not in ("line", "private")}


def _difference(recorded: Line, happened: Line, *, values: bool = True) -> str:
    """The first part in which two lines differ, in words."""
    for key in dict.fromkeys((*recorded, *happened)):
        a, b = recorded.get(key), happened.get(key)
        if a == b:
            continue
        if isinstance(a, dict) and isinstance(b, dict):
            inner = _difference(a, b, values=values)
            return f"{happened.get('event', 'end')}, {key}: {inner}" if "event" in happened else inner
        if not values:
            return f"{key} is not what it is by the rules"
        return f"{key} is {a!r} in the transcript, {b!r} by the rules"
    return "the lines differ"
