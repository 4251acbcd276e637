"""One table: a game that people play in browsers, against each other and against players of ours.

A table is asked by messages and tells by messages; every message names the screen that it comes from or goes
to. Its past is a transcript on disk, its seats a small file beside it: a table that was killed is the same
again when it is opened from these.
"""

from __future__ import annotations

import json
import os
import secrets
import time
import traceback
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from croupier.catalog.languages import script_language
from croupier.game import Transcript, game_seed
from croupier.game.capabilities import HasProgram, able
from croupier.game.hosting import HostedGame
from croupier.game.recording import TranscriptFile
from croupier.studio.about import faces_data, plan_of, rules_of
from croupier.studio.agreement import OPEN, UNDO, Proposal
from croupier.studio.changing_seats import take_seat
from croupier.studio.compiling import Compiling
from croupier.studio.errors import Refused
from croupier.studio.hints import ADVISER, hint_data
from croupier.studio.offered import offered
from croupier.studio.people import LINK, OWNER, WATCH, WORDS, YOU
from croupier.studio.screens import Screen, screen_of
from croupier.studio.seating import Makers, Seat
from croupier.terminal.session import Session
from croupier.wire.plan import Plan
from croupier.wire.snapshot import pack_data
from croupier.wire.watching import WATCHER

Message = dict[str, Any]

STEPS = 50_000
"""Steps between two decisions, after which a game counts as one that never ends: people wait for it."""
MOST_NOTES = 200
GUESSABLE = 2**64
"""Whoever has seen one hand can try all seeds below; where people play against each other ours are larger."""
CALLS_WITHIN = 10.0
"""Seconds in which one screen may call on all others so often, by words, names and requests:"""
MOST_CALLS = 5


class Table:
    """A game in progress with its seats, its record, and the screens before which people sit."""

    def __init__(self, ident: str, folder: Path, game: HostedGame, seats: list[Seat], seed: int) -> None:
        self.ident = ident
        self.folder = folder
        self.game = game
        self.seats = seats
        self.seed = seed
        self.plan: Plan = plan_of(game)
        self.shared = any(one.who == LINK for one in seats)
        """True where people sit who come by links; a table that was shared once stays so."""
        self.played_before = False
        """True if this very deal has been played before."""
        self.paused = False
        """True while the owner lets everybody wait."""
        self.position: Message | None = None
        """The cards as somebody has laid them, if the game does not begin with its deal."""
        self.cards_are_open = False
        """True once all have agreed that the owner looks at open cards."""
        self.undone = 0
        """How often something was taken back: a page that knows fewer has another past."""
        self.notes: list[tuple[int, str]] = []
        """Lines of the log that are not of the game, each after so many events."""
        self.proposal: Proposal | None = None
        """Something that all people are asked just now."""
        people = [seat for seat, one in enumerate(seats) if one.is_person]
        self.session = Session(
            game,
            seed=seed,
            people=people,
            others=Makers(seats),
            names=[one.name for one in seats],
            max_steps=STEPS,
        )
        self.screens: dict[str, Screen] = {}
        self._compiling: Compiling | None = None
        """The game in machine code, while it is made."""
        self._complained = ""
        self._forfeits: set[int] = set()
        self._told: tuple[object, ...] = ()
        self._fresh_notes: list[str] = []
        self._people_changed = False
        self._calls: dict[str, list[float]] = {}
        self._fresh_words: list[Message] = []
        self._hints: dict[tuple[int, int, int], Message] = {}
        self._hint_seed = secrets.randbits(64)

    # Opening and closing

    def compile_later(self, make: Callable[[], HostedGame]) -> None:
        """Have machine code made at once where players think; where only people play, when it is needed."""
        self._compiling = Compiling(self.game, make)
        if not all(one.is_person for one in self.seats):
            self._compiling.begin()

    @property
    def is_compiling(self) -> bool:
        """Machine code of the game is still being made."""
        return self._compiling is not None and not self._compiling.is_done

    @property
    def waits_for_machine_code(self) -> bool:
        """A player is to decide that thinks far better in machine code, which is being made."""
        seat = self.thinking
        return seat is not None and self.is_compiling and self.seats[seat].player != "random"

    def quicken(self) -> None:
        """Go on in machine code, as soon as there is some."""
        if self._compiling is None:
            return
        game, self._compiling = self._compiling.game(), None
        if game is self.game:
            return
        try:
            self.session = self.session.moved_to(game)
        except Exception:
            # What the interpreter has played so far stands.
            traceback.print_exc()
        else:
            self.game = game

    def begin(self, file: TranscriptFile, transcript: Transcript | None) -> None:
        self.session.begin(transcript)
        self.session.record(file, [one.player for one in self.seats])
        self.keep()

    def stand_at(self, position: Message, transcript: Transcript | None, file: TranscriptFile) -> None:
        """Begin with cards that somebody has laid, and play what a transcript tells from there."""
        state = self.game.arrange(
            position["places"],
            current=position["current"],
            stored=position["stored"],
            line=position["line"],
            seed=self.seed,
        )
        self.position = position
        self.session.stand_at(state, transcript)
        self.session.record(file, [one.player for one in self.seats])
        self.keep()

    @property
    def takes_positions(self) -> bool:
        """Cards can be laid in this game as somebody likes."""
        return able(self.game, HasProgram) is not None

    @property
    def record_path(self) -> Path:
        """The transcript of the game."""
        return self.folder / f"{self.ident}.jsonl"

    def keep(self) -> None:
        """Write down who sits where, whole or not at all."""
        kept = {
            "game": self.game.source.name if os.path.isfile(self.game.source.name) else self.game.name,
            "title": self.game.title,
            "seats": [one.data() for one in self.seats],
            "shared": self.shared,
            "played_before": self.played_before,
            "open": self.cards_are_open,
            "paused": self.paused,
            "position": self.position,
            "undone": self.undone,
            "notes": self.notes,
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
        # Screens and listeners lead back here: without them the memory is free at once.
        self.screens.clear()
        self.session.state.listen(None)

    # Telling

    def screen(self, name: str) -> Screen:
        """The screen of a name, with the seats as they are now."""
        if name not in self.screens:
            self.screens[name] = Screen(name, self)
            self.screens[name].place(self.seats, shared=self.shared)
        return self.screens[name]

    def seats_data(self) -> list[Message]:
        """The seats for the page."""
        return [
            {
                "seat": seat,
                "name": one.name,
                "who": one.who,
                "person": one.is_person,
                "stand_in": one.stand_in,
                "problem": self.session.forfeits.get(seat, ""),
            }
            for seat, one in enumerate(self.seats)
        ]

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.session.state.to_move is None

    def joined(self, name: str = OWNER) -> Message:
        """All that a page needs that has just been opened. A guest who comes back takes the seat again."""
        take_seat(self, name)
        screen = self.screen(name)
        screen.is_open = True
        screen.curtain_falls()
        return {
            "table": self.ident,
            "game": self.game.name,
            "title": self.game.title,
            "players": offered(own=script_language(self.game.source.name) is not None),
            "words": list(WORDS),
            "kinds": pack_data(self.game.pack),
            "plan": self.plan.data(),
            "faces": self._faces,
            "rules": rules_of(self.game),
            **self._about(screen),
            **self._with_notes(screen.shown()),
        }

    @cached_property
    def _faces(self) -> Message:
        """All faces, drawn once for all who come."""
        return faces_data(self.game)

    def resumed(self, request: Message, name: str = OWNER) -> Message:
        """All that a page has missed while it had no connection; it has the rest already."""
        take_seat(self, name)
        screen = self.screen(name)
        screen.is_open = True
        number = request.get("n")
        same_past = request.get("undone") == self.undone and request.get("seat") == screen.seated
        if screen.curtain_falls() or not same_past or not isinstance(number, int):
            return {**self._about(screen), **self._with_notes(screen.shown())}
        return {**self._about(screen), **self._with_notes(screen.since(number))}

    def _about(self, screen: Screen) -> Message:
        """All that may change at the table besides the game."""
        own = {YOU} if screen.name == OWNER else {LINK}
        return {
            "role": "owner" if screen.name == OWNER else "watcher" if screen.name == WATCH else "guest",
            "own": [seat for seat in screen.seats if self.seats[seat].who in own],
            # Whoever knows the seed knows all cards.
            "seed": "" if self.shared and not self.is_over else str(self.seed),
            "deal_may_be_known": self.played_before or self.seed < GUESSABLE,
            "shared": self.shared,
            "paused": self.paused,
            "seats": self.seats_data(),
            "thinking": self.thinking,
            "undone": self.undone,
            "proposal": None if self.proposal is None else self.proposal.data(screen.name),
        }

    def _with_notes(self, shown: Message) -> Message:
        """The log with the notes in it; they stand at its end, because events without words have no line."""
        if "log" not in shown or not self.notes or shown["seat"] is None:
            return shown
        return {**shown, "log": [*shown["log"], *(words for _, words in self.notes)]}

    def news(self, name: str = OWNER) -> Message:
        """What has happened since the last message, for one screen; or a curtain."""
        screen = self.screen(name)
        screen.curtain_falls()
        message: Message = {"ev": "table", "table": self.ident, "screen": name, "thinking": self.thinking}
        message["undone"] = self.undone
        if self.shared and self.is_over:
            message["seed"] = str(self.seed)
        return {**message, **self._with_notes(screen.news())}

    def changes(self) -> list[Message]:
        """All that has changed since this was asked last, for every screen that a page shows."""
        found: list[Message] = []
        shown = [(name, screen) for name, screen in self.screens.items() if screen.is_open]
        mark, self._told = self._told, self._mark()
        if mark != self._told:
            found += [self.news(name) for name, _ in shown]
        for seat in set(self.session.forfeits) - self._forfeits:
            why = self.session.forfeits[seat]
            self.note(f"The program at seat {seat} has failed: {why}. It plays at random now.")
        if self._people_changed or set(self.session.forfeits) != self._forfeits:
            notes, self._fresh_notes = self._fresh_notes, []
            self._people_changed, self._forfeits = False, set(self.session.forfeits)
            found += [
                {
                    "ev": "table.seats",
                    "table": self.ident,
                    "screen": name,
                    **self._about(screen),
                    "notes": notes,
                }
                for name, screen in shown
            ]
        words, self._fresh_words = self._fresh_words, []
        found += [
            {"ev": "table.word", "table": self.ident, "screen": name, **word}
            for word in words
            for name, _ in shown
        ]
        return found

    def _mark(self) -> tuple[object, ...]:
        """Differs whenever the game stands elsewhere, or somebody else decides."""
        return len(self.session.heard), self.undone, self.session.people, self.thinking

    def about(self) -> Message:
        """All that the server asks before it lets the owner look at the record."""
        return {
            "over": self.is_over,
            "shared": self.shared,
            "open": self.cards_are_open,
            "arranged": self.position is not None,
            "seats": [one.data() for one in self.seats],
        }

    def left(self, name: str) -> Message:
        """No page shows this screen any more."""
        self.screen(name).is_open = False
        return {}

    @property
    def thinking(self) -> int | None:
        """The seat whose player is to decide."""
        seat = self.session.state.to_move
        waits = seat is None or seat in self.session.people or self.paused
        return None if waits else seat

    def pause(self, request: Message) -> Message:
        """Let everybody wait, or go on."""
        self.paused = request.get("paused") is True and not self.is_over
        self._people_changed = True
        self.keep()
        return {}

    def complaint(self) -> str | None:
        """The reason why the record cannot be written now, empty once it can; None if nothing has changed."""
        file = self.session.file
        problem = file.problem if file is not None else ""
        before, self._complained = self._complained, problem
        if problem == before:
            return None
        return f"{self.record_path.name} cannot be written now: {problem}. Play goes on." if problem else ""

    def note(self, words: str, *, kept: bool = True) -> None:
        """Tell everybody what has happened at the table besides the game, and keep it in the log."""
        self._fresh_notes.append(words)
        self._people_changed = True
        if kept:
            self.notes = [*self.notes, (len(self.session.heard), words)][-MOST_NOTES:]
            self.keep()

    def _propose(self, proposal: Proposal | None) -> None:
        self._people_changed |= self.proposal is not None or proposal is not None
        self.proposal = proposal

    def say(self, request: Message, name: str = OWNER) -> Message:
        """Send one of the fixed words to everybody at the table."""
        seats, word = self.screen(name).seats, request.get("word")
        if not isinstance(word, int) or not 0 <= word < len(WORDS) or not seats:
            raise Refused("refused", "That cannot be said at this table.")
        self.call(name)
        seat = request.get("seat")
        self._fresh_words.append({"seat": seat if seat in seats else seats[0], "word": word})
        return {}

    def call(self, name: str) -> None:
        """Let a screen call on all others, but not without end."""
        now = time.monotonic()
        times = [at for at in self._calls.get(name, ()) if now - at < CALLS_WITHIN]
        if len(times) >= MOST_CALLS:
            raise Refused("refused", "One thing after the other: wait a moment.")
        self._calls[name] = [*times, now]

    # Deciding

    def choose(self, request: Message, name: str = OWNER) -> Message:
        """Take the option that a person has chosen. It names the decision, so none is taken twice.

        Somebody who has lost the connection before the answer came may say the same again.
        """
        state, seat = self.session.state, request.get("seat")
        screen = self.screen(name)
        if seat not in screen.people or seat != screen.seated:
            raise Refused("stale", "This has been decided already.")
        if self.paused:
            raise Refused("refused", "The table is paused.")
        if seat != state.to_move or request.get("at") != state.decisions:
            if self._was_chosen(request):
                return {"already": True}
            raise Refused("stale", "This has been decided already.")
        view: Any = self.session.view(seat)
        option = next((one for one in view.options if one.key == request.get("key")), None)
        if option is None:
            raise Refused("stale", "There is no such option now.")
        self._propose(None)
        self.session.decide(option)
        return {}

    def _was_chosen(self, request: Message) -> bool:
        """True if this very decision has been taken so by the same seat."""
        at = request.get("at")
        decisions = [line for line in self.session.heard if line["event"] == "decision"]
        if not isinstance(at, int) or not 1 <= at <= len(decisions):
            return False
        line = decisions[at - 1]
        return bool(
            line["public"].get("seat") == request.get("seat")
            and line["private"].get("key") == request.get("key")
        )

    def undo(self, request: Message, name: str = OWNER) -> Message:
        """Take the last decision of a person back, or ask the others whether they agree, or say why not."""
        seat = self._own_seat(request, name)
        asked = self._others(name)
        objection = self.session.objection(seat, agreed=bool(asked))
        if objection:
            raise Refused("refused", f"You cannot take that back: {objection}.")
        if not asked:
            self._take_back(seat)
            return {}
        self.call(name)
        self._propose(Proposal(UNDO, name, seat, asked))
        return {"asked": True}

    def open_cards(self, name: str = OWNER) -> Message:
        """Ask everybody whether the owner may look at open cards."""
        asked = self._others(name)
        if not asked or self.is_over:
            return {}
        seats = self.screen(name).seats
        self._propose(Proposal(OPEN, name, seats[0] if seats else WATCHER, asked))
        return {"asked": True}

    def vote(self, request: Message, name: str) -> Message:
        """Answer what everybody is asked. One no is no, and whoever asks may say it, too."""
        proposal = self.proposal
        if proposal is None or (name not in proposal.asked and name != proposal.asker):
            raise Refused("stale", "Nothing is asked of you now.")
        self._people_changed = True
        if request.get("yes") is not True:
            self._propose(None)
            if name != proposal.asker:
                what = "taking back" if proposal.what == UNDO else "open cards"
                self.note(f"{self.seats[proposal.asked[name]].name} says no to {what}.", kept=False)
            return {}
        proposal.agreed.add(name)
        if proposal.is_settled:
            self._propose(None)
            self._agreed(proposal)
        return {}

    def _agreed(self, proposal: Proposal) -> None:
        if proposal.what == OPEN:
            self.cards_are_open = True
            self.note("All have agreed that the owner of the table looks at open cards.")
            return
        objection = self.session.objection(proposal.seat, agreed=True)
        if objection:
            raise Refused("refused", f"That cannot be taken back any more: {objection}.")
        self._take_back(proposal.seat)
        self.note(f"{self.seats[proposal.seat].name} takes the last decision back; all have agreed.")

    def _take_back(self, seat: int) -> None:
        # The number is on disk before the decision is gone: a page with the old past never gets pieces of it.
        self.undone += 1
        self.keep()
        self.session.undo(seat)

    def _others(self, name: str) -> dict[str, int]:
        """The other screens before which people sit, each with one of their seats."""
        found = {screen_of(seat, self.seats): seat for seat in reversed(self.session.people)}
        return {screen: seat for screen, seat in found.items() if screen != name}

    def hint(self, request: Message, name: str = OWNER) -> Message:
        """Advice for whoever is to move, by nothing but the view; the same answer if it is asked again."""
        seat = self._own_seat(request, name)
        state = self.session.state
        if state.to_move != seat:
            raise Refused("refused", "It is not your turn.")
        # What was asked before something was taken back is another decision of the same number.
        key = (seat, state.decisions, self.undone)
        if key not in self._hints or request.get("player"):
            self.quicken()
            # Advice must not go by the seed where others do not know it.
            seed = game_seed(self._hint_seed if self.shared else state.seed, state.decisions)
            adviser = str(request.get("player") or ADVISER)
            self._hints = {key: hint_data(self.session.view(seat), adviser, seed)}
        return self._hints[key]

    def look(self, request: Message, name: str = OWNER) -> Message:
        """Lift the curtain: whoever is to decide is before the screen."""
        seat, screen = request.get("seat"), self.screen(name)
        if seat not in screen.people or seat != screen.next_person:
            raise Refused("refused", "It is not your turn.")
        screen.seated = seat
        return self._with_notes(screen.shown())

    def set_seat(self, seat: int, one: Seat) -> None:
        """Let somebody else decide at a seat, or be called otherwise."""
        maker = one.maker()
        before, self.seats[seat] = self.seats[seat], one
        if one.player != before.player:
            self.session.seat(seat, maker)
        self.session.names = tuple(other.name for other in self.seats)
        self._propose(None)
        self._people_changed = True
        for screen in self.screens.values():
            screen.place(self.seats, shared=self.shared)
            screen.rename()
        self.keep()

    def _own_seat(self, request: Message, name: str) -> int:
        seat, screen = request.get("seat"), self.screen(name)
        if not isinstance(seat, int) or seat not in screen.people or seat != screen.seated:
            raise Refused("refused", "Nobody before this screen sits there.")
        return seat
