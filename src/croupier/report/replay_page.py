"""A recorded game as one page for a browser: nothing but the page itself is needed to look at it.

Every side (open cards, or a seat) has data of its own, made of its pictures alone: a page for one seat holds
nothing that the seat could not know. Cards are drawn once, as symbols of one drawing that nobody sees, and
lie on the table as its plan says.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any
from zlib import crc32

from croupier.faces import DeckFaces
from croupier.game.cards import Pile, Slot, storage_id
from croupier.game.film import Picture
from croupier.game.hosting import HostedGame
from croupier.text.shown import shown, shown_in
from croupier.wire.plan import Plan, plan

Data = dict[str, Any]


def page(game: HostedGame, films: Sequence[Sequence[Picture]], laid: Plan | None = None) -> str:
    """The page; the reader chooses among the films. The table is laid by its plan, if there is no other."""
    stage = Stage(game, laid)
    data = stage.replay(films)
    # The text of a program could end the script element, or the line of a string in it.
    text = json.dumps(shown_in(data), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = resource("replay.html")
    own = {
        "title": html.escape(shown(game.title)),
        "style": resource("replay.css"),
        "script": resource("replay.js"),
    }
    for name, part in own.items():
        template = template.replace(f"{{{{{name}}}}}", part)
    before, _, rest = template.partition("{{cards}}")
    between, _, after = rest.partition("{{data}}")
    return before + stage.cards() + between + text + after


def resource(name: str) -> str:
    """A text that comes with the package: what a replay looks like, and how it moves."""
    return (files("croupier.report") / name).read_text(encoding="utf-8")


class Stage:
    """The table and the cards of a game, on which its recorded games are shown."""

    def __init__(self, game: HostedGame, laid: Plan | None = None) -> None:
        self.game = game
        self.plan = laid or plan(game)
        self.faces: DeckFaces = game.pack.faces()
        # Several games can be on one page, as in a notebook: their cards must not be taken for each other's.
        self.prefix = f"c{crc32(game.rules_hash.encode()):08x}"
        self._used: set[int] = set()

    def replay(self, films: Sequence[Sequence[Picture]]) -> Data:
        """What `replay.js` takes."""
        sides = [self._side(film) for film in films if film]
        return self.around(self.game.seats, sides)

    def around(self, seats: int, sides: list[Data]) -> Data:
        """Everything that the sides of a replay have in common, and they themselves."""
        return {
            "seats": seats,
            "order": list(self.plan.order),
            "prefix": self.prefix,
            "backs": list(self.faces.backs),
            "words": {str(kind): self.faces.words(kind) for kind in sorted(self._used)},
            "values": {f"{value.owner}.{value.name}": value.role for value in self.plan.values},
            "sides": sides,
        }

    def cards(self) -> str:
        """The drawing that holds every card of the replays made so far, once."""
        return (
            f'<svg class="deck" width="0" height="0" aria-hidden="true">'
            f"{self.faces.symbols(self._used, self.prefix)}</svg>"
        )

    def _side(self, film: Sequence[Picture]) -> Data:
        """The steps of one film, each with what has changed since the one before."""
        seat = film[0].view.seat
        steps: list[Data] = []
        piles: Data = {}
        stored: Data = {}
        places: Data = {}
        for picture in film:
            shown: Sequence[Pile] = picture.view.piles
            copied = _copied(shown)
            now = {pile.id: list(self._slots(pile.slots, copied)) for pile in shown}
            values = {storage_id(key): value for key, value in picture.view.stored}
            for pile in shown:
                if pile.id not in places:
                    role = self.plan.role(pile.owner, pile.kind, pile.name)
                    places[pile.id] = [pile.owner, pile.member, pile.label, role]
            steps.append(_step(picture, _changes(piles, now), _changes(stored, values)))
            piles, stored = now, values
        teams = [list(team) for team in film[-1].view.teams]
        name = "Open cards" if seat < 0 else f"Seat {seat}"
        return {"name": name, "seat": seat, "teams": teams, "places": places, "steps": steps}

    def _slots(self, slots: Sequence[Slot], copied: set[int]) -> Iterator[Any]:
        """Cards for the page: a kind, [kind, number] where there are copies, {back: count} where unknown."""
        for back, run in groupby(slots, key=_back):
            if back is not None:
                yield {str(self.faces.backs.index(back)): len(list(run))}
                continue
            for slot in run:
                kind, number = int(slot[0]), int(slot[1])
                self._used.add(kind)
                yield [kind, number] if number in copied else kind


def _copied(piles: Sequence[Pile]) -> set[int]:
    """The cards of which somebody keeps copies."""
    notes = (pile for pile in piles if pile.kind == "mem")
    return {slot[1] for pile in notes for slot in pile.slots if not isinstance(slot, str)}


def _back(slot: Slot) -> str | None:
    return slot if isinstance(slot, str) else None


def _step(picture: Picture, piles: Data, stored: Data) -> Data:
    step: Data = {"w": picture.words, "p": piles}
    if stored:
        step["v"] = stored
    if picture.view.to_move is not None:
        step["t"] = picture.view.to_move
    if picture.event["event"] == "decision":
        step["d"] = 1
        private = picture.event.get("private")
        if private is not None:
            step |= {"o": private["options"], "c": private["choice"]}
    return step


def _changes(before: Data, now: Data) -> Data:
    """What is new or different; null for what is gone."""
    changed = {key: value for key, value in now.items() if before.get(key) != value}
    return changed | {key: None for key in before if key not in now}
