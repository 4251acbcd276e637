"""Transcripts: a game as JSON lines, one event a line, readable up to wherever it was cut off.

The first line is the header (format, program, seats, parameters, players, seed), the last one the outcome;
between them every event has a ``public`` part that everyone may know and, where there is more to it, a
``private`` part with the seats that may know it (``seen_by``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.game.protocol import State
from croupier.text.errors import CroupierError

FORMAT = "croupier-transcript"
VERSION = 1

Line = dict[str, Any]


class TranscriptError(CroupierError):
    """A transcript that cannot be read, or that is not of this game: says what and in which line."""

    def __init__(
        self,
        name: str,
        line: int,
        message: str,
        *,
        veiled: str | None = None,
        seen_by: Collection[int] = (),
    ) -> None:
        super().__init__(f"{name}:{line}: {message}" if line else f"{name}: {message}")
        self.name = name
        self.line = line
        self.message = message
        self.veiled = veiled
        """The message without what is hidden; None if it tells nothing hidden."""
        self.seen_by = seen_by
        """The seats that may read the whole message, if it tells something hidden."""

    def as_told_to(self, seat: int) -> TranscriptError:
        """The same error without what a seat may not know."""
        if self.veiled is None or seat in self.seen_by:
            return self
        return TranscriptError(self.name, self.line, self.veiled)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A recorded game."""

    name: str
    header: Line
    events: tuple[Line, ...]
    outcome: Line | None
    """The closing line; None if the record was cut off before the end."""
    damaged_line: int | None = None
    """The number of a last line that is not whole."""
    numbers: tuple[int, ...] = ()
    """The number of every line that is not blank, from the header on."""
    searches: Mapping[int, Line] = field(default_factory=dict)
    """What players have noted about their search at some decisions, by the index of the event."""
    forfeits: Mapping[int, str] = field(default_factory=dict)
    """The seats that have forfeited, and why. The ranks of the outcome are by the rules all the same."""
    forfeited_at: Mapping[int, int] = field(default_factory=dict)
    """By seat the index of the decision at which its program failed, where that is noted."""
    taken_back: tuple[tuple[int, str], ...] = ()
    """Decisions taken back although something had been revealed: after which event (-1: none), and what."""

    @property
    def names(self) -> tuple[str, ...]:
        """What people are called, by seat; nothing for those who have no name."""
        found = self.header.get("names", ())
        whole = isinstance(found, list) and all(isinstance(name, str) for name in found)
        return tuple(found) if whole else ()

    @property
    def choices(self) -> Iterator[Line]:
        """The decisions that were not forced."""
        for event in self.events:
            if event["event"] == "decision" and not event.get("private", {}).get("forced"):
                yield event

    def line_of(self, index: int) -> int:
        """The number of the line of an event, or of the line behind the last one."""
        return self.numbers[index + 1] if index + 1 < len(self.numbers) else index + 2

    @staticmethod
    def read(path: str | Path) -> Transcript:
        """Read a file; a last line that was cut off is left out, anything else wrong is an error."""
        try:
            text = Path(path).read_bytes().decode("utf-8", "replace")
        except OSError as problem:
            raise TranscriptError(str(path), 0, problem.strerror or "cannot be read") from None
        return Transcript.parse(text, str(path))

    @staticmethod
    def parse(text: str, name: str = "<transcript>") -> Transcript:
        """The transcript in a text."""
        pieces = text.split("\n")
        lines: list[Line] = []
        numbers: list[int] = []
        damaged = None
        last = len(pieces) - 1 if pieces[-1].strip() else len(pieces) - 2
        for number, piece in enumerate(pieces, start=1):
            if not piece.strip():
                continue
            line = _line(piece)
            if line is None and number - 1 == last:
                damaged = number
                break
            if line is None:
                raise TranscriptError(name, number, "this line is not JSON")
            lines.append(line)
            numbers.append(number)
        if not lines or lines[0].get("format") != FORMAT:
            raise TranscriptError(name, 1, "this is not a transcript: its first line has no header")
        if lines[0].get("version") != VERSION:
            raise TranscriptError(
                name, 1, f"version {lines[0].get('version')} is not known here ({VERSION} is)"
            )
        closing = lines[-1] if lines[-1].get("event") == "end" else None
        events = lines[1 : len(lines) - (closing is not None)]
        for number, event in zip(numbers[1:], events, strict=False):
            if not _is_event(event):
                raise TranscriptError(name, number, "this line is not an event")
        # Of how somebody came to a decision the rules say nothing, and nobody else may know.
        searches = {index: event.pop("search") for index, event in enumerate(events) if "search" in event}
        forfeits: dict[int, str] = {}
        forfeited_at: dict[int, int] = {}
        for index, line in enumerate(lines[1:]):
            noted = _forfeits(line, lines[0].get("seats"))
            if noted is None:
                raise TranscriptError(
                    name, numbers[index + 1], "its forfeits are not seats of this game with reasons"
                )
            forfeits.update(noted)
            forfeited_at.update({seat: index for seat in noted if line is not closing})
        taken_back: list[tuple[int, str]] = []
        for index, line in enumerate(lines, start=-1):
            reasons = line.pop("taken_back", [])
            if not (isinstance(reasons, list) and all(isinstance(reason, str) for reason in reasons)):
                raise TranscriptError(name, numbers[index + 1], "what was taken back has no reasons in words")
            taken_back += [(index, reason) for reason in reasons]
        return Transcript(
            name,
            lines[0],
            tuple(events),
            closing,
            damaged,
            tuple(numbers),
            searches,
            forfeits,
            forfeited_at,
            tuple(taken_back),
        )


def with_names(header: Line, names: Sequence[str]) -> Line:
    """The header of a transcript, with what people are called, if anybody has a name."""
    return {**header, "names": list(names)} if any(names) else header


def with_forfeits_noted(closing: Line, forfeits: Mapping[int, str]) -> Line:
    """The closing line of a transcript, with who has forfeited, if anybody has."""
    noted = [{"seat": seat, "reason": reason} for seat, reason in sorted(forfeits.items())]
    return {**closing, "forfeits": noted} if noted else closing


def with_forfeit(decision: Line, reason: str) -> Line:
    """The decision at which the program of a seat failed; whoever goes on with the game knows of it."""
    return {**decision, "forfeit": reason}


def with_taken_back(line: Line, reasons: Sequence[str]) -> Line:
    """The last line before decisions that were taken back although something had been revealed."""
    return {**line, "taken_back": list(reasons)} if reasons else line


def _forfeits(line: Line, seats: Any) -> dict[int, str] | None:
    """The forfeits of a line, which are taken out of it; None if that is not what is there."""
    noted = line.pop("forfeits", []) if line.get("event") == "end" else []
    if "forfeit" in line:
        noted = [{"seat": line["public"].get("seat"), "reason": line.pop("forfeit")}]
    try:
        found = [(one["seat"], one["reason"]) for one in noted]
    except (KeyError, TypeError):
        return None
    whole = all(
        type(seat) is int and type(seats) is int and 0 <= seat < seats and isinstance(reason, str)
        for seat, reason in found
    )
    return dict(found) if whole and len(dict(found)) == len(found) else None


def _is_event(line: Line) -> bool:
    parts = (line.get("public"), line.get("private", {}))
    return isinstance(line.get("event"), str) and all(isinstance(part, dict) for part in parts)


def _line(piece: str) -> Line | None:
    try:
        line = json.loads(piece)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) else None


def dump(line: Line) -> str:
    """One line of a transcript, without its line end."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def chosen(state: State, choice: Line, error: Callable[..., TranscriptError]) -> int:
    """The index of the option that was chosen there; what `error` makes of it if there is none."""
    key = choice.get("private", {}).get("key")
    for option in state.options:
        if option.key == key:
            return option.index
    offered = ", ".join(option.key for option in state.options)
    raise error(
        f"the choice {key!r} is not offered here (there are {offered})",
        veiled="the choice is not offered here",
        seen_by=() if state.to_move is None else (state.to_move,),
    )


def seen_by(event: Line, seat: int | None, *, maps: bool = True) -> Line:
    """An event as a seat may know it (None: as it was).

    The private part is left out where it is not for the seat, and always the line of the program: which of
    two branches was taken may tell a card. Without maps it is only told that a point map is set, not to what.
    """
    if not maps and "awards" in event.get("public", ()):
        lean = {key: part for key, part in event["public"].items() if key != "awards"}
        event = {**event, "public": lean}
    if seat is None or event["event"] == "end":
        return event
    hidden = {"line"} if seat in event.get("private", {}).get("seen_by", ()) else {"line", "private"}
    return {key: part for key, part in event.items() if key not in hidden}
