"""The designer's view of a table: open cards, the place in the program, runs to a line, cards laid anew.

It shows everything, and so it is refused where other people play, unless all have agreed to open cards.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from croupier.game import Option, game_seed
from croupier.game.hosting import Event, HostedState
from croupier.game.telling import told
from croupier.game.transcript import seen_by
from croupier.studio.errors import Refused
from croupier.studio.hints import hint_data
from croupier.studio.table import Table
from croupier.text import Span
from croupier.wire.snapshot import snapshot

Message = dict[str, Any]

MOST_EVENTS = 300
"""Events of the log that are told with their lines; earlier ones are in the replay."""
ADVISERS = ("medium", "strong", "pipmc:tests=100", "ismcts:iterations=500", "moismcts:iterations=500")
"""The players that are asked what they would do."""
TRIES = 30
"""Random games that are tried to come to a line."""
LONGEST_TRY = 2000
"""Decisions of each."""
PATIENCE = 6.0
"""Seconds for all of them."""
_OWNERS = {"game": "", "player": "{}.", "team": "T{}."}


def check_allowed(table: Table) -> None:
    """Refuse to open the cards where others play who have not agreed."""
    if table.shared and not table.is_over and not table.cards_are_open:
        raise Refused("refused", "Other people play at this table: ask them to open the cards first.")


def design_data(table: Table, request: Message) -> Message:
    """Everything about the game as it stands; with the program, if that is asked for."""
    check_allowed(table)
    session = table.session
    state = session.state
    first = max(0, len(session.heard) - MOST_EVENTS)
    found: Message = {
        "snapshot": snapshot(state.open_view(), state.outcome),
        **({} if state.to_move is None else {"lit": _lines(state.at)}),
        "events": [
            {"line": line.get("line"), "words": words}
            for line in session.heard[first:]
            if (words := told(seen_by(line, None), None, session.names))
        ],
        "maps": _maps(session.heard),
        "lays": _can_lay(table),
    }
    return {**found, "source": table.game.source.text} if request.get("source") else found


def _can_lay(table: Table) -> bool:
    """Cards can be laid anew in RECYCLE games, at a decision."""
    return table.takes_positions and table.session.state.to_move is not None


def _lines(span: Span) -> list[int]:
    return [span.line, span.line + span.text.count("\n")]


def _maps(heard: list[Message]) -> Message:
    """The last point map of each name that an event has told."""
    found: Message = {}
    for line in heard:
        points = line.get("public", {}).get("points")
        if isinstance(points, dict | list):
            found[str(line.get("public", {}).get("map", "points"))] = points
    return found


def opinions(table: Table) -> Message:
    """The choice of each of some players for whoever is to move, by what that seat may know."""
    check_allowed(table)
    state = table.session.state
    seat = state.to_move
    if seat is None:
        raise Refused("refused", "The game is over: nobody has anything to decide.")
    table.quicken()
    view = table.session.view(seat)
    rows = []
    for player in ADVISERS:
        try:
            found = hint_data(view, player, game_seed(state.seed, state.decisions))
        except Refused as refusal:
            rows.append({"player": player, "text": refusal.sentence, "expected": None})
        else:
            best = found["best"]
            expected = found["rows"][best]["expected"]
            rows.append({"player": player, "text": view.options[best].text, "expected": expected})
    return {"seat": seat, "rows": rows}


# Running to a line


def run_to(table: Table, request: Message) -> Message:
    """Let everybody decide at random until the program comes to a line; the way is tried out before."""
    check_allowed(table)
    line = request.get("line")
    state = table.session.state
    if not isinstance(line, int) or state.to_move is None:
        raise Refused("refused", "The game is over, or that is no line.")
    until = time.monotonic() + PATIENCE
    for attempt in range(TRIES):
        way = _way_to(state, line, Random(f"{state.seed} {state.decisions} {line} {attempt}"), until)
        if way is not None:
            for key in way:
                table.session.decide(next(one for one in table.session.state.options if one.key == key))
            table.note(f"{len(way)} decisions at random, to line {line} of the program.")
            return {"decisions": len(way)}
        if time.monotonic() > until:
            break
    raise Refused("refused", f"No game that was tried from here comes to line {line}.")


def _way_to(state: HostedState, line: int, chance: Random, until: float) -> list[str] | None:
    """Decisions at random after which something has happened at a line; None if they did not lead there."""
    twin = state.copy()
    hits: list[bool] = []

    def heard(event: Event, place: Any) -> None:
        first, last = _lines(place.span)
        hits.append(first == line or (event[0] != "decision" and first <= line <= last))

    twin.listen(heard)
    way: list[str] = []
    while twin.to_move is not None and len(way) < LONGEST_TRY and time.monotonic() < until:
        option: Option = chance.choice(twin.options)
        twin.apply(option)
        way.append(option.key)
        if any(hits) or (twin.to_move is not None and twin.at.line == line):
            return way
    return None


# Laying cards anew


def position(table: Table, request: Message) -> Message:
    """A position with the cards where somebody has laid them, at the decision that the game stands at."""
    check_allowed(table)
    if not _can_lay(table):
        raise Refused("refused", "Cards can be laid anew in RECYCLE games, as long as they are not over.")
    state = table.session.state
    shown = snapshot(state.open_view())
    lay = {place["id"]: list(map(_kind, place["slots"])) for place in shown["places"]}
    copies = {place["id"] for place in shown["places"] if place["kind"] == "mem"}
    asked = request.get("places")
    if not isinstance(asked, Mapping):
        raise Refused("nonsense", "A position names places with their cards.")
    changes = {str(place): [int(kind) for kind in kinds] for place, kinds in asked.items()}
    laid = {**lay, **{place: kinds for place, kinds in changes.items() if place not in copies}}
    if _cards(lay, copies) != _cards(laid, copies):
        raise Refused("refused", "A position has the very cards of the game, each once.")
    names = [kind.name for kind in table.game.pack.kinds]
    return {
        "position": {
            "places": {place: " ".join(names[kind] for kind in kinds) for place, kinds in laid.items()},
            "stored": {
                _OWNERS[one["owner"]].format(one["member"]) + one["name"]: one["value"]
                for one in shown["stored"]
            },
            "current": state.to_move,
            "line": state.at.line,
        }
    }


def _cards(places: Mapping[str, list[int]], copies: Collection[str]) -> Counter[int]:
    """The cards that lie anywhere; a memory only has copies."""
    return Counter(kind for place, kinds in places.items() if place not in copies for kind in kinds)


def _storage(stored: Message) -> str:
    return _OWNERS[stored["owner"]].format(stored["member"]) + str(stored["name"])


def _kind(slot: Any) -> int:
    """The kind of a card that lies open: alone, or with a number."""
    return int(slot["k"] if isinstance(slot, dict) else slot)
