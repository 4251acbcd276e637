"""Recorded games in a page: verified once, then looked at event by event, and played on from any decision."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from croupier.catalog.origin import game_of
from croupier.game import Transcript
from croupier.game.film import Replay, story
from croupier.studio.about import faces_data
from croupier.studio.errors import Refused
from croupier.studio.people import PERSON, YOU
from croupier.studio.seating import OPPONENTS, Seat, seat_names
from croupier.text.errors import CroupierError
from croupier.wire.plan import plan
from croupier.wire.snapshot import pack_data, snapshot

Message = dict[str, Any]


class Recorded:
    """A recorded game that a page looks at."""

    def __init__(self, ident: str, transcript: Transcript, problem: str = "") -> None:
        self.ident = ident
        game = game_of(transcript)
        self.replay = Replay(game, transcript)
        self.problem = problem
        header = transcript.header
        players = [str(name) for name in header.get("players") or [""] * game.seats]
        names = list(transcript.names) or seat_names(
            [YOU if name == PERSON else name for name in players], self.replay.state.seed
        )
        self.seats = [
            Seat(YOU if who == PERSON else who, name) for who, name in zip(players, names, strict=True)
        ]

    @staticmethod
    def read(ident: str, path: Path) -> Recorded:
        """A transcript from a file; one that breaks the rules is refused with its first difference."""
        try:
            # Only the line is told: the name of our own copy means nothing to anybody.
            return Recorded(
                ident, Transcript.parse(path.read_bytes().decode("utf-8", "replace"), "the record")
            )
        except (OSError, CroupierError) as problem:
            raise Refused("transcript", str(problem)) from None

    def joined(self) -> Message:
        """All that a page needs to show it."""
        game = self.replay.game
        return {
            "replay": self.ident,
            "title": game.title,
            "name": game.name,
            "length": len(self.replay),
            "decisions": self.replay.decisions,
            "problem": self.problem,
            "seats": [
                {"seat": seat, "name": one.name, "who": one.who, "person": one.is_person, "problem": ""}
                for seat, one in enumerate(self.seats)
            ],
            "kinds": pack_data(game.pack),
            "faces": faces_data(game),
            "plan": plan(game).data(),
        }

    def words(self, seat: int | None) -> list[str]:
        """Every event in words, as a seat may know it."""
        return story(self.replay.transcript, seat)

    def at(self, number: int, seat: int | None) -> Message:
        """The table after so many events."""
        length = len(self.replay)
        if not 0 <= number <= length:
            raise Refused("refused", f"There is no event {number}: there are {length}.")
        if number == length:
            state = self.replay.state
            return {
                "snapshot": snapshot(state.open_view() if seat is None else state.view(seat), state.outcome)
            }
        return {"snapshot": snapshot(self.replay.at(number, seat).view)}

    def cut(self, number: int) -> Transcript:
        """The record up to an event, to go on from there otherwise."""
        whole = self.replay.transcript
        return replace(whole, events=whole.events[:number], outcome=None, searches={}, forfeits={})

    def fork_seats(self, seat: int) -> list[Seat]:
        """The seats of a game that goes on: the one who asks, and strong players."""
        return [
            Seat(YOU, one.name) if number == seat else Seat(OPPONENTS[0][0], one.name)
            for number, one in enumerate(self.seats)
        ]
