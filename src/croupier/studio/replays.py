"""Recorded games in a page: verified once, then looked at event by event, and played on from any decision."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from croupier.catalog.origin import game_of
from croupier.game import Transcript, TranscriptError, game_seed
from croupier.game.capabilities import HasInterpreter, able
from croupier.game.film import Replay, story
from croupier.game.hosting import HostedGame, HostedState
from croupier.game.transcript import Line
from croupier.players import advice
from croupier.studio.about import faces_data, plan_of
from croupier.studio.errors import Refused
from croupier.studio.offered import LEVELS
from croupier.studio.people import PERSON, YOU
from croupier.studio.seating import Seat, player_named, seat_names
from croupier.text.errors import CroupierError
from croupier.wire.snapshot import pack_data, snapshot

Message = dict[str, Any]

_NAME = "the record"


JUDGE = "ismcts:iterations=400"
"""Estimates what every seat can expect at a decision, the same on every machine: it counts iterations."""
SLOW_JUDGE = "ismcts:iterations=40"
"""The same for games without machine code."""


class Recorded:
    """A recorded game that a page looks at."""

    def __init__(self, ident: str, transcript: Transcript, damage: TranscriptError | None = None) -> None:
        self.ident = ident
        game = game_of(transcript)
        self.replay, difference = _as_far_as_it_goes(game, transcript)
        self.problem = difference or damage
        """The first difference from the rules: the record is shown up to it."""
        self.game = game
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
        """A transcript from a file. One that breaks the rules is shown up to there, if there is anything."""
        try:
            text = path.read_bytes().decode("utf-8", "replace")
            # Only the line is told: the name of our own copy means nothing to anybody.
            try:
                return Recorded(ident, Transcript.parse(text, _NAME))
            except TranscriptError as problem:
                if problem.line < 2:
                    raise
                lines = text.split("\n")[: problem.line - 1]
                return Recorded(ident, Transcript.parse("\n".join(lines), _NAME), problem)
        except (OSError, CroupierError) as problem:
            raise Refused("transcript", str(problem)) from None

    def joined(self) -> Message:
        """All that a page needs to show it."""
        game = self.replay.game
        return {
            "replay": self.ident,
            "title": game.title,
            "name": game.name,
            "seed": str(self.replay.state.seed),
            "length": len(self.replay),
            "decisions": self.replay.decisions,
            "problem": "" if self.problem is None else str(self.problem),
            "seats": [
                {"seat": seat, "name": one.name, "who": one.who, "person": one.is_person, "problem": ""}
                for seat, one in enumerate(self.seats)
            ],
            "kinds": pack_data(game.pack),
            "faces": faces_data(game),
            "plan": plan_of(game).data(),
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

    @cached_property
    def _turns(self) -> list[tuple[int, HostedState, Line]]:
        """Every decision that was not forced: its event, the game before it, the choice."""
        transcript = self.replay.transcript
        limits = {f"max_{key}": value for key, value in transcript.header.get("limits", {}).items()}
        state = self.game.fresh(self.replay.state.seed, **limits)
        state.begin()
        found = []
        numbers = {id(transcript.events[number]): number for number in self.replay.decisions}
        for choice in transcript.choices:
            found.append((numbers[id(choice)], state.copy(), choice))
            key = choice["private"]["key"]
            state.apply(next(option for option in state.options if option.key == key))
        return found

    def expected(self, number: int, seat: int | None) -> Message:
        """What every seat could expect at a decision, as whoever decides there would judge it.

        A judgement is made of the view of the one who decides. So a page that shows what one seat knew gets
        the judgements of that seat alone.
        """
        if not 0 <= number < len(self._turns):
            return {"total": len(self._turns), "row": None}
        event, state, choice = self._turns[number]
        mover = state.to_move
        assert mover is not None
        row: Message | None = None
        if seat in (None, mover):
            judge = JUDGE if able(self.game, HasInterpreter) is not None else SLOW_JUDGE
            found = advice(state.view(mover), player_named(judge), game_seed(state.seed, state.decisions))
            taken = next(option for option in state.options if option.key == choice["private"]["key"])
            best = None if found.choice is None else found.options[found.choice - 1]
            if best is not None and best.expected is not None:
                row = {
                    "n": event,
                    "seat": mover,
                    "expected": list(best.of_seats),
                    "tried": found.tries,
                    "best": best.text,
                    "taken": taken.text,
                    "of_taken": found.options[taken.index].expected,
                    "judge": judge,
                }
        return {"total": len(self._turns), "row": row}

    def cut(self, number: int) -> Transcript:
        """The record up to an event, to go on from there otherwise."""
        return _cut(self.replay.transcript, number)

    def fork_seats(self, seat: int) -> list[Seat]:
        """The seats of a game that goes on: the one who asks, and strong players."""
        return [
            Seat(YOU, one.name) if number == seat else Seat(LEVELS[0][0], one.name)
            for number, one in enumerate(self.seats)
        ]


def _cut(transcript: Transcript, number: int) -> Transcript:
    return replace(transcript, events=transcript.events[:number], outcome=None, searches={}, forfeits={})


def _as_far_as_it_goes(game: HostedGame, transcript: Transcript) -> tuple[Replay, TranscriptError | None]:
    """A record up to the first event that breaks the rules, and what that is."""
    try:
        return Replay(game, transcript), None
    except TranscriptError as problem:
        good = sum(number < problem.line for number in transcript.numbers[1:])
        if problem.line < 2 or good == 0:
            raise
        return Replay(game, _cut(transcript, min(good, len(transcript.events)))), problem
