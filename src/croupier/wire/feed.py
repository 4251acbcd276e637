"""Messages for the screen of a seat: first the table as it stands, then what happens, decision by decision.

Everything is made of the view of the seat and of events as the seat may know them. Several people at one
screen share a `HotSeat`: between two of them a curtain covers the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from croupier.game.hosting import HostedGame, HostedState
from croupier.game.transcript import Line
from croupier.wire.events import EventWriter
from croupier.wire.plan import Plan
from croupier.wire.snapshot import outcome_data, pack_data, snapshot
from croupier.wire.watching import WATCHER, watched_snapshot

Data = dict[str, Any]

PROTOCOL = 1
"""The version of the messages; `schema.json` describes them."""


def dumped(message: Data) -> bytes:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


class Feed:
    """The messages for one seat of one game, or for a `WATCHER`.

    >>> from croupier import load
    >>> from croupier.wire.plan import plan
    >>> game = load("kuhn_poker")
    >>> state, heard = game.fresh(seed=1), []
    >>> state.listen(state.recorder(heard.append))
    >>> state.begin()
    >>> feed = Feed(game, 1, plan(game))
    >>> feed.opening(state, heard)["snapshot"]["to_move"]
    0
    >>> state.apply("bet")
    >>> [event["words"] for event in feed.update(state, heard)["events"]][:2]
    ['seat 0 decides', "seat 0's CHIPS is -2"]
    """

    def __init__(self, game: HostedGame, seat: int, plan: Plan, names: Sequence[str] = ()) -> None:
        self.game = game
        self.seat = seat
        self.plan = plan
        self.names = list(names)
        self.sent = 0
        """The number of events that the seat has been sent, or need not be sent."""
        self._writer = EventWriter(game.pack, seat, names)

    def opening(self, state: HostedState, heard: Sequence[Line]) -> Data:
        """The first message: the plan of the table, all kinds of cards, and the table as it stands."""
        self.sent = len(heard)
        return {
            "protocol": PROTOCOL,
            "game": self.game.name,
            "title": self.game.title,
            "seat": self.seat,
            "seats": self.game.seats,
            "names": self.names,
            "plan": self.plan.data(),
            "kinds": pack_data(self.game.pack),
            "snapshot": self._snapshot(state),
        }

    def update(self, state: HostedState, heard: Sequence[Line]) -> Data:
        """The events since the last message, and the table as it stands now.

        If decisions were taken back there are fewer events than before: the message says so and has none.
        """
        message: Data = {"back": True} if len(heard) < self.sent else {}
        since, self.sent = self.sent, len(heard)
        return message | {"events": self._writer.write(heard[since:]), "snapshot": self._snapshot(state)}

    def _snapshot(self, state: HostedState) -> Data:
        if self.seat == WATCHER:
            return watched_snapshot(state, self.game.pack, self.game.seats)
        return snapshot(state.view(self.seat), state.outcome)


class HotSeat:
    """The messages for one screen at which several people sit in turn."""

    def __init__(
        self, game: HostedGame, people: Sequence[int], plan: Plan, names: Sequence[str] = ()
    ) -> None:
        self.people = tuple(people)
        self.feeds = {seat: Feed(game, seat, plan, names) for seat in people}
        self.seated: int | None = None
        """The seat whose cards may be on the screen; None as long as the curtain covers them."""
        self._opened: set[int] = set()

    def update(self, state: HostedState, heard: Sequence[Line]) -> Data:
        """What the screen is sent when somebody is to decide, or the game is over.

        For the same person as before that is an update, for another a curtain with nothing but the seat. At
        the end everybody may see how it ended, and nobody what others hold.
        """
        seat = state.to_move
        if seat is None:
            assert state.outcome is not None
            return {"over": outcome_data(state.outcome)}
        if seat not in self.feeds:
            return {"waiting": seat}
        if seat == self.seated:
            return self.feeds[seat].update(state, heard)
        self.seated = None
        return {"curtain": seat}

    def lift(self, state: HostedState, heard: Sequence[Line]) -> Data:
        """The curtain is lifted by whoever is to decide: what this seat is sent."""
        seat = state.to_move
        assert seat is not None, "the game is over"
        self.seated = seat
        if seat in self._opened:
            return self.feeds[seat].update(state, heard)
        self._opened.add(seat)
        return self.feeds[seat].opening(state, heard)
