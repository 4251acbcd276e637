"""A recorded game as pictures: one for every event, as one seat saw it or with open cards, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from croupier.game import Transcript
from croupier.game.capabilities import HasInterpreter, able
from croupier.game.hosting import Event, HostedGame, HostedState
from croupier.game.telling import told
from croupier.game.transcript import Line, TranscriptError, chosen, seen_by

EVERY = 50
"""So many events lie between two copies of the game, at least: a copy can be made only at a decision."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The table just after an event; at a decision before it is carried out."""

    view: Any
    event: Line
    """As the seat may know it."""
    names: Sequence[str] = ()
    """What people are called, by seat."""

    @property
    def words(self) -> str:
        """What has happened."""
        return told(self.event, self.view.seat if self.view.seat >= 0 else None, self.names)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A copy of the game at a decision."""

    events: int
    """The number of events before it."""
    state: HostedState
    choices: int
    """The number of choices before it that were not forced."""


class Replay:
    r"""A recorded game that has been verified, and can be looked at event by event in any order.

    What happened after a transcript was cut off, up to the next decision, is not shown.

    >>> import json
    >>> from croupier import load
    >>> game = load("kuhn_poker")
    >>> state, lines = game.fresh(seed=1), []
    >>> state.listen(state.recorder(lines.append))
    >>> state.begin()
    >>> while state.to_move is not None:
    ...     state.apply(0)
    >>> written = [json.dumps(line) for line in (game.header(state), *lines)]
    >>> replay = Replay(game, Transcript.parse("\n".join(written)))
    >>> [replay.at(number, 0).words for number in replay.decisions]
    ['you choose: check (2 options)', 'seat 1 decides']
    """

    def __init__(self, game: HostedGame, transcript: Transcript) -> None:
        self.transcript = transcript
        self.state = game.replay(transcript)
        """The game at its end, or where the record breaks off."""
        self.decisions = [
            number for number, event in enumerate(transcript.events) if event["event"] == "decision"
        ]
        """The numbers of the events at which somebody decides."""
        compiled = able(game, HasInterpreter)
        self.game: HostedGame = game if compiled is None else compiled.interpreter
        """The game that is played again for pictures: event by event, as machine code cannot do it."""
        self._choices = list(transcript.choices)
        self._marks: list[_Mark] = []
        self._part: tuple[int, int | None, list[Picture]] = (-1, None, [])
        """The pictures that were made last: from which mark, for which seat, and they themselves."""
        self._mark()

    def __len__(self) -> int:
        return len(self.transcript.events) + (self.transcript.outcome is not None)

    def at(self, number: int, seat: int | None) -> Picture:
        """The table just after an event, as a seat saw it (None: with open cards)."""
        if not 0 <= number < len(self):
            raise IndexError(f"there is no event {number}: they count from 0 to {len(self) - 1}")
        which = max(n for n, mark in enumerate(self._marks) if mark.events <= number)
        if self._part[:2] != (which, seat):
            self._part = which, seat, self._pictures(which, seat)
        return self._part[2][number - self._marks[which].events]

    def film(self, seat: int | None) -> Film:
        """All pictures of a seat as a sequence; each is made when it is looked at."""
        return Film(self, seat)

    def _mark(self) -> None:
        """Make copies of the game on a way through it."""
        count = 0
        lines: list[Line] = []
        state = self._fresh()
        self._marks.append(_Mark(0, state.copy(), 0))
        state.listen(state.recorder(lines.append))
        state.begin()
        for number, choice in enumerate(self._choices):
            if len(lines) - count >= EVERY:
                count = len(lines)
                self._marks.append(_Mark(count, state.copy(), number))
            state.apply(chosen(state, choice, _cannot_be))

    def _fresh(self) -> HostedState:
        header = self.transcript.header
        limits = {f"max_{key}": value for key, value in header.get("limits", {}).items()}
        return self.game.fresh(self.state.seed, **limits)

    def _pictures(self, which: int, seat: int | None) -> list[Picture]:
        """The pictures from one mark up to the next."""
        mark = self._marks[which]
        end = self._marks[which + 1].events if which + 1 < len(self._marks) else len(self)
        state = mark.state.copy() if which else self._fresh()
        found: list[Picture] = []
        lines: list[Line] = []
        recorder = state.recorder(lines.append, mark.events)
        names = self.transcript.names

        def heard(event: Event, place: Any) -> None:
            before = len(lines)
            recorder(event, place)
            if len(lines) > before and mark.events + len(found) < end:
                found.append(Picture(sight(state, seat), seen_by(lines[-1], seat), names))

        state.listen(heard)
        if not which:
            state.begin()
        choices = iter(self._choices[mark.choices :])
        while mark.events + len(found) < end:
            choice = next(choices, None)
            if choice is None:
                break
            state.apply(chosen(state, choice, _cannot_be))
        return found


class Film(Sequence[Picture]):
    """The pictures of one seat."""

    def __init__(self, replay: Replay, seat: int | None) -> None:
        self.replay = replay
        self.seat = seat

    def __len__(self) -> int:
        return len(self.replay)

    @overload
    def __getitem__(self, number: int) -> Picture: ...
    @overload
    def __getitem__(self, number: slice) -> list[Picture]: ...

    def __getitem__(self, number: int | slice) -> Picture | list[Picture]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        return self.replay.at(number if number >= 0 else number + len(self), self.seat)

    def __iter__(self) -> Iterator[Picture]:
        return (self[number] for number in range(len(self)))


def story(transcript: Transcript, seat: int | None) -> list[str]:
    """A transcript in words, as a seat may know it, or with open cards."""
    closing = (transcript.outcome,) if transcript.outcome is not None else ()
    lines = (*transcript.events, *closing)
    return [told(seen_by(event, seat), seat, transcript.names) for event in lines]


def sight(state: HostedState, seat: int | None) -> Any:
    """What a seat may know, or all of it."""
    return state.open_view() if seat is None else state.view(seat)


def _cannot_be(message: str, **_: Any) -> TranscriptError:
    """Says that a choice is not offered which was offered when the transcript was verified."""
    return TranscriptError("", 0, message)
