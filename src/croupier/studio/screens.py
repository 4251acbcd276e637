"""The screens at a table: the owner's, one for every guest, and one for all who watch.

A screen is sent what the view of the seat before it holds, and no more. Before the owner's screen several
people may sit, with a curtain between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from croupier.game.hosting import HostedGame
from croupier.studio.people import LINK, OWNER, WATCH, YOU, seat_screen
from croupier.studio.seating import Seat
from croupier.terminal.session import Session
from croupier.wire.feed import Feed
from croupier.wire.plan import Plan
from croupier.wire.watching import WATCHER

Message = dict[str, Any]

MOST_EVENTS = 1000
"""A page that has missed more events than this gets the table as it stands instead."""


def screen_of(seat: int, seats: Sequence[Seat]) -> str:
    """The screen before which the person of a seat sits."""
    return OWNER if seats[seat].who == YOU else seat_screen(seat)


class Played(Protocol):
    """A table, as far as screens know it. Its game may go on in another session, on another engine."""

    game: HostedGame
    plan: Plan
    session: Session


class Screen:
    """One screen: the seats before it, and what it has been sent."""

    def __init__(self, name: str, table: Played) -> None:
        self.name = name
        self.table = table
        self.is_open = False
        """True while a page shows it, so that it is sent news."""
        self.seats: tuple[int, ...] = ()
        """The seats that belong to whoever is before it."""
        self.seated: int | None = None
        """The seat whose cards are on it, or `WATCHER`; None while a curtain covers them."""
        self._feed: Feed | None = None

    def place(self, seats: Sequence[Seat], *, shared: bool) -> None:
        """Say who sits where now; whoever looks at their cards goes on looking."""
        if self.name == OWNER:
            self.seats = tuple(seat for seat, one in enumerate(seats) if one.who == YOU)
        elif self.name != WATCH:
            number = int(self.name.removeprefix("seat "))
            self.seats = (number,) if number < len(seats) and seats[number].who == LINK else ()
        people = self.people
        if len(people) > 1:
            # The one who was looking may go on; anybody else lifts the curtain first.
            self.seated = self.seated if self.seated in people else None
        elif people:
            self.seated = people[0]
        elif len(self.seats) == 1:
            self.seated = self.seats[0]
        else:
            self.seated = WATCHER if shared or self.name != OWNER else self.seated or 0

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.table.session

    @property
    def people(self) -> tuple[int, ...]:
        """The seats before it at which people decide."""
        return tuple(seat for seat in self.session.people if seat in self.seats)

    @property
    def next_person(self) -> int | None:
        """Whoever a curtain waits for."""
        to_move = self.session.state.to_move
        return to_move if to_move in self.people else next(iter(self.people), None)

    def curtain_falls(self) -> bool:
        """Lower the curtain if somebody else before this screen is to decide; true if it is down."""
        to_move = self.session.state.to_move
        if to_move in self.people and len(self.people) > 1 and to_move != self.seated:
            self.seated = None
        return self.seated is None

    def shown(self) -> Message:
        """The table as it stands, with the whole log; or the curtain and nothing else."""
        if self.seated is None:
            return {
                "seat": None,
                "curtain": self.next_person,
                "snapshot": None,
                "log": [],
                "n": len(self.session.heard),
            }
        self._feed = self._new_feed()
        found = self._feed.update(self.session.state, self.session.heard)
        words = [event["words"] for event in found["events"] if event["event"] != "cycle"]
        return {
            "seat": self.seated,
            "curtain": None,
            "snapshot": found["snapshot"],
            "log": [word for word in words if word],
            "n": len(self.session.heard),
        }

    def since(self, number: int) -> Message:
        """All that has happened after so many events, or the table as it stands if that is too much."""
        missed = len(self.session.heard) - number
        if self.seated is None or not 0 <= missed <= MOST_EVENTS:
            return self.shown()
        self._feed = self._new_feed()
        self._feed.sent = number
        return self._updated(self._feed)

    def news(self) -> Message:
        """The events since the last message."""
        if self.seated is None:
            return {"n": len(self.session.heard), "curtain": self.next_person}
        if self._feed is None or self._feed.seat != self.seated:
            return self.shown()
        return self._updated(self._feed)

    def rename(self) -> None:
        """People have other names now: the next message is written with them."""
        before = self._feed
        if before is not None and before.seat == self.seated:
            self._feed = self._new_feed()
            self._feed.sent = before.sent

    def _updated(self, feed: Feed) -> Message:
        found = feed.update(self.session.state, self.session.heard)
        if found.pop("back", False):
            return self.shown()
        return {"n": len(self.session.heard), "seat": self.seated, **found}

    def _new_feed(self) -> Feed:
        assert self.seated is not None
        return Feed(self.table.game, self.seated, self.table.plan, self.session.names)
