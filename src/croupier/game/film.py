"""A recorded game as a row of pictures: one for every event, as one seat saw it or with open cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.game import Transcript
from croupier.game.hosting import Event, HostedGame, HostedState
from croupier.game.telling import told
from croupier.game.transcript import Line, seen_by


@dataclass(frozen=True, slots=True)
class Picture:
    """The table just after an event; at a decision before it is carried out."""

    view: Any
    event: Line
    """As the seat may know it."""

    @property
    def words(self) -> str:
        """What has happened."""
        return told(self.event, self.view.seat if self.view.seat >= 0 else None)


def films(
    game: HostedGame, transcript: Transcript, seats: Sequence[int | None]
) -> tuple[HostedState, list[list[Picture]]]:
    """The state at the end, and a film for each seat (None: with open cards); verified on the way.

    What happened after a transcript was cut off, up to the next decision, is not shown.
    """
    found: list[list[Picture]] = [[] for _ in seats]
    length = len(transcript.events)

    def watch(state: HostedState, line: Line, event: Event, _: Any) -> None:
        closing = event[0] == "end" and transcript.outcome is not None
        for seat, film in zip(seats, found, strict=True):
            if len(film) < length or closing:
                film.append(Picture(sight(state, seat), seen_by(line, seat)))

    return game.replay(transcript, watch), found


def story(transcript: Transcript, seat: int | None) -> list[str]:
    """A transcript in words, as a seat may know it, or with open cards."""
    closing = (transcript.outcome,) if transcript.outcome is not None else ()
    return [told(seen_by(event, seat), seat) for event in (*transcript.events, *closing)]


def sight(state: HostedState, seat: int | None) -> Any:
    """What a seat may know, or all of it."""
    return state.open_view() if seat is None else state.view(seat)


def decisions(film: Sequence[Picture]) -> list[int]:
    """The numbers of the pictures at which somebody decides."""
    return [number for number, picture in enumerate(film) if picture.event["event"] == "decision"]
