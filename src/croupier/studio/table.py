"""One table: a game that people play in a browser, against each other and against players of ours.

A table is asked by messages and tells by messages. What it sends is made by `croupier.wire` of the view of
the seat that is before the screen. Its past is a transcript on disk, its seats a small file beside it: a
table that was killed is the same again when it is opened from these.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.catalog.loading import game_from
from croupier.catalog.origin import game_of
from croupier.catalog.shelf import find
from croupier.game import Transcript, game_seed
from croupier.game.hosting import HostedGame
from croupier.game.recording import TranscriptFile
from croupier.players import PlayerError, advice
from croupier.studio.about import faces_data, rules_of
from croupier.studio.errors import Refused
from croupier.studio.seating import OPPONENTS, PERSON, YOU, Seat, player_named, seat_names
from croupier.terminal.session import Session
from croupier.text.errors import CroupierError
from croupier.wire.feed import Feed
from croupier.wire.plan import Plan, plan

Message = dict[str, Any]
Tell = Callable[[Message], None]

ADVISER = "strong"
"""The player that gives hints."""


class Table:
    """A game in progress with its seats, its record, and the seat whose cards are on the screen."""

    def __init__(self, ident: str, folder: Path, game: HostedGame, seats: list[Seat], seed: int) -> None:
        self.ident = ident
        self.folder = folder
        self.game = game
        self.seats = seats
        self.seed = seed
        self.plan: Plan = plan(game)
        self.seated: int | None = None
        """The seat whose cards are on the screen; None while a curtain covers them."""
        people = [seat for seat, one in enumerate(seats) if one.is_person]
        others = {seat: maker for seat, one in enumerate(seats) if (maker := one.maker()) is not None}
        self.session = Session(
            game, seed=seed, people=people, others=others, names=[one.name for one in seats]
        )
        self._feeds: dict[int, Feed] = {}
        self._complained = ""
        self._forfeits: set[int] = set()

    # Opening and closing

    @staticmethod
    def new(ident: str, folder: Path, request: Message) -> Table:
        """A new table; what the game cannot take is refused with a sentence."""
        who = [str(seat.get("who", YOU)) for seat in request.get("seats", ())]
        game = game_from(find(request["game"]), seats=len(who) or None, settings=request.get("set") or None)
        who = who or [YOU, *[OPPONENTS[0][0]] * (game.seats - 1)]
        seed = int(request["seed"])
        names = seat_names(who, seed)
        for seat, asked in enumerate(request.get("seats", ())):
            names[seat] = str(asked.get("name") or names[seat])[:40]
        table = Table(ident, folder, game, [Seat(*one) for one in zip(who, names, strict=True)], seed)
        table._begin(TranscriptFile.create(table.record_path), None)
        return table

    @staticmethod
    def restored(ident: str, folder: Path) -> Table:
        """A table that was opened before, by what is on disk."""
        try:
            kept = json.loads((folder / f"{ident}.json").read_text(encoding="utf-8"))
            transcript = Transcript.read(folder / f"{ident}.jsonl")
            return Table._of_transcript(ident, folder, transcript, kept)
        except CroupierError as problem:
            raise Refused("damaged", f"This table cannot be opened again: {problem}") from problem
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise Refused("damaged", "This table cannot be opened again: its file is damaged.") from problem

    @staticmethod
    def forked(ident: str, folder: Path, transcript: Transcript, seats: list[Seat]) -> Table:
        """A table that goes on where a transcript ends."""
        kept = {"seats": [[one.who, one.name] for one in seats], "source": transcript.header.get("source")}
        return Table._of_transcript(ident, folder, transcript, kept)

    @staticmethod
    def _of_transcript(ident: str, folder: Path, transcript: Transcript, kept: Message) -> Table:
        game = game_of(transcript, kept.get("game"))
        game.replay(transcript)
        seats = [Seat(str(who), str(name)) for who, name in kept["seats"]]
        table = Table(ident, folder, game, seats, int(transcript.header["seed"]))
        path = table.record_path
        table._begin(
            TranscriptFile.reopen(path) if path.exists() else TranscriptFile.create(path), transcript
        )
        return table

    def _begin(self, file: TranscriptFile, transcript: Transcript | None) -> None:
        self.session.begin(transcript)
        self.session.record(file, [PERSON if one.is_person else one.who for one in self.seats])
        people = self.session.people
        self.seated = people[0] if len(people) == 1 else 0 if not people else None
        self.keep()

    @property
    def record_path(self) -> Path:
        """The transcript of the game."""
        return self.folder / f"{self.ident}.jsonl"

    def keep(self) -> None:
        """Write down who sits where, whole or not at all."""
        kept = {
            "game": self.game.source.name if os.path.isfile(self.game.source.name) else self.game.name,
            "title": self.game.title,
            "seats": [[one.who, one.name] for one in self.seats],
        }
        path = self.folder / f"{self.ident}.json"
        draft = path.with_suffix(".new")
        draft.write_text(json.dumps(kept), encoding="utf-8")
        draft.replace(path)

    def close(self) -> None:
        """Write what is left to write."""
        if self.session.file is not None:
            self.session.file.write()
            self.session.file.close()

    # Telling

    def feed(self, seat: int) -> Feed:
        """The messages for a seat."""
        if seat not in self._feeds:
            self._feeds[seat] = Feed(self.game, seat, self.plan, [one.name for one in self.seats])
        return self._feeds[seat]

    def seats_data(self) -> list[Message]:
        """The seats for the page."""
        return [
            {
                "seat": seat,
                "name": one.name,
                "who": one.who,
                "person": one.is_person,
                "problem": self.session.forfeits.get(seat, ""),
            }
            for seat, one in enumerate(self.seats)
        ]

    def joined(self) -> Message:
        """All that a page needs that has just been opened, or has lost its connection."""
        about = self.feed(self.seated if self.seated is not None else 0).opening(
            self.session.state, self.session.heard
        )
        shown = self._shown() if self.seated is not None else {"snapshot": None, "log": [], "n": 0}
        return {
            "table": self.ident,
            "game": self.game.name,
            "title": self.game.title,
            "seed": str(self.seed),
            "seats": self.seats_data(),
            "players": [{"name": name, "summary": summary} for name, summary in OPPONENTS],
            "kinds": about["kinds"],
            "plan": about["plan"],
            "faces": faces_data(self.game),
            "rules": rules_of(self.game),
            "seat": self.seated,
            "curtain": self._next_person() if self.seated is None else None,
            **shown,
        }

    def _shown(self) -> Message:
        """The table as it stands for whoever is before the screen, with the whole log."""
        assert self.seated is not None
        feed = Feed(self.game, self.seated, self.plan, [one.name for one in self.seats])
        events = feed.update(self.session.state, self.session.heard)
        self._feeds[self.seated] = feed
        words = [event["words"] for event in events["events"] if event["event"] != "cycle"]
        return {
            "snapshot": events["snapshot"],
            "log": [word for word in words if word],
            "n": len(self.session.heard),
        }

    def _next_person(self) -> int:
        """Whoever the curtain waits for."""
        to_move = self.session.state.to_move
        return to_move if to_move in self.session.people and to_move is not None else self.session.people[0]

    def news(self) -> Message:
        """What has happened since the last message, for whoever is before the screen; or a curtain."""
        to_move = self.session.state.to_move
        message: Message = {"ev": "table", "table": self.ident, "thinking": self.thinking}
        message["n"] = len(self.session.heard)
        new = set(self.session.forfeits) - self._forfeits
        if new:
            self._forfeits |= new
            message["seats"] = self.seats_data()
        if to_move in self.session.people and len(self.session.people) > 1 and to_move != self.seated:
            self.seated = None
            return {**message, "curtain": to_move}
        if self.seated is None:
            return message
        found = self.feed(self.seated).update(self.session.state, self.session.heard)
        if found.pop("back", False):
            return {**message, "seat": self.seated, **self._shown()}
        return {**message, "seat": self.seated, **found}

    @property
    def thinking(self) -> int | None:
        """The seat whose player is to decide."""
        seat = self.session.state.to_move
        return seat if seat is not None and seat not in self.session.people else None

    def complaint(self) -> str:
        """Says once that the record cannot be written, and again when the reason changes."""
        file = self.session.file
        problem = file.problem if file is not None else ""
        before, self._complained = self._complained, problem
        if not problem or problem == before:
            return ""
        return f"{self.record_path.name} cannot be written now: {problem}. Play goes on."

    # Deciding

    def choose(self, request: Message) -> Message:
        """Take the option that a person has chosen. It names the decision, so none is taken twice."""
        state, seat = self.session.state, request.get("seat")
        if seat != state.to_move or seat not in self.session.people or seat != self.seated:
            raise Refused("stale", "This has been decided already.")
        view: Any = self.session.view(seat)
        if request.get("at") != view.decisions:
            raise Refused("stale", "This has been decided already.")
        option = next((one for one in view.options if one.key == request.get("key")), None)
        if option is None:
            raise Refused("stale", "There is no such option now.")
        self.session.decide(option)
        return {}

    def undo(self, request: Message) -> Message:
        """Take the last decision of a person back, or say why that is not possible."""
        seat = self._own_seat(request)
        objection = self.session.objection(seat)
        if objection:
            raise Refused("refused", f"You cannot take that back: {objection}.")
        self.session.undo(seat)
        return {}

    def hint(self, request: Message) -> Message:
        """Advice for whoever is to move, by nothing but the view."""
        seat = self._own_seat(request)
        state = self.session.state
        if state.to_move != seat:
            raise Refused("refused", "It is not your turn.")
        seed = game_seed(state.seed, state.decisions)
        try:
            found = advice(self.session.view(seat), player_named(str(request.get("player") or ADVISER)), seed)
        except PlayerError as problem:
            raise Refused("refused", f"There is no hint: {problem}.") from None
        if found.choice is None:
            raise Refused("refused", f"{found.adviser} cannot say: {found.problem}.")
        chosen = self.session.view(seat).options[found.choice - 1]
        had = f"after {found.tries:,} tries " if found.tries is not None else ""
        words = f"{found.adviser} {had}would take “{chosen.text}”."
        if found.hasty:
            words = f"There was hardly time to think: {words}"
        return {
            "adviser": found.adviser,
            "best": found.choice - 1,
            "rows": [{"i": o.number - 1, "expected": o.expected, "tried": o.tried} for o in found.options],
            "line": list(found.line),
            "words": f"{words} Percentages tell how far up you would end: 100 % first, 0 % last.",
        }

    def look(self, request: Message) -> Message:
        """Lift the curtain: whoever is to decide is before the screen."""
        seat = request.get("seat")
        if seat not in self.session.people or seat != self._next_person():
            raise Refused("refused", "It is not your turn.")
        self.seated = seat
        return {"seat": seat, **self._shown()}

    def replace(self, request: Message) -> Message:
        """Give a seat to a player, or take it back for somebody before the screen."""
        seat, who = request.get("seat"), str(request.get("who", ""))
        if not isinstance(seat, int) or not 0 <= seat < self.game.seats:
            raise Refused("refused", f"There is no seat {seat}.")
        try:
            one = Seat(who, self.seats[seat].name)
            maker = one.maker()
        except PlayerError as problem:
            raise Refused("refused", f"{problem}.") from None
        self.seats[seat] = one
        self.session.seat(seat, maker)
        if self.seated is None and not self.session.people:
            self.seated = seat
        elif self.session.people and self.seated not in self.session.people:
            self.seated = self.session.people[0] if len(self.session.people) == 1 else None
        self.keep()
        return {"seats": self.seats_data()}

    def _own_seat(self, request: Message) -> int:
        seat = request.get("seat")
        if not isinstance(seat, int) or seat not in self.session.people or seat != self.seated:
            raise Refused("refused", "Nobody before this screen sits there.")
        return seat
