"""A recorded game as one page for a browser: nothing but the page itself is needed to look at it.

Every side (open cards, or a seat) has data of its own, made of its pictures alone: a page for one seat holds
nothing that the seat could not know.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any

from croupier.game.cards import Pack, Slot, storage_id
from croupier.game.film import Picture
from croupier.game.hosting import HostedGame

Data = dict[str, Any]


def page(game: HostedGame, films: Sequence[Sequence[Picture]]) -> str:
    """The page; the reader chooses among the films."""
    data = replay_data(game.seats, films)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # The text of a program could end the script element, or the line of a string in it.
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    template = resource("replay.html")
    own = {"title": html.escape(game.title), "style": resource("replay.css"), "script": resource("replay.js")}
    for name, part in own.items():
        template = template.replace(f"{{{{{name}}}}}", part)
    before, _, after = template.partition("{{data}}")
    return before + text + after


def resource(name: str) -> str:
    """A text that comes with the package: what a replay looks like, and how it moves."""
    return (files("croupier.report") / name).read_text(encoding="utf-8")


def replay_data(seats: int, films: Sequence[Sequence[Picture]]) -> Data:
    """What `replay.js` takes."""
    return {"seats": seats, "sides": [_side(film) for film in films if film]}


def _side(film: Sequence[Picture]) -> Data:
    """The steps of one film, each with what has changed since the one before."""
    seat = film[0].view.seat
    steps: list[Data] = []
    piles: Data = {}
    stored: Data = {}
    owners: Data = {}
    for picture in film:
        shown = picture.view.piles
        now = {pile.id: _cards(picture.view.pack, pile.slots) for pile in shown}
        values = {storage_id(key): value for key, value in picture.view.stored}
        for pile in shown:
            owners.setdefault(pile.id, [pile.owner, pile.member, pile.label, pile.kind])
        steps.append(_step(picture, _changes(piles, now), _changes(stored, values)))
        piles, stored = now, values
    teams = [list(team) for team in film[-1].view.teams]
    name = "Open cards" if seat < 0 else f"Seat {seat}"
    return {"name": name, "seat": seat, "teams": teams, "places": owners, "steps": steps}


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


def _cards(pack: Pack, slots: Sequence[Slot]) -> list[Any]:
    """Known cards by name, unknown ones as their number and back."""
    found: list[Any] = []
    for back, run in groupby(slots, key=lambda slot: slot if isinstance(slot, str) else None):
        if back is None:
            found += [pack.kinds[slot[0]].name for slot in run if not isinstance(slot, str)]
        else:
            found.append([len(list(run)), back])
    return found
