"""Sitting down and standing up: seats change hands between people and players in the middle of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.players import PlayerError
from croupier.studio.errors import Refused
from croupier.studio.people import LINK, OWNER, WATCH, YOU, tidy_name
from croupier.studio.seating import Seat

if TYPE_CHECKING:
    from croupier.studio.table import Table

Message = dict[str, Any]


def replace_player(table: Table, request: Message) -> Message:
    """Give a seat to a player, or take it back for the person it belongs to."""
    seat, who = request.get("seat"), str(request.get("who", ""))
    if not isinstance(seat, int) or not 0 <= seat < table.game.seats:
        raise Refused("refused", f"There is no seat {seat}.")
    before = table.seats[seat]
    if who == LINK and before.who != LINK:
        raise Refused("refused", "Invite somebody to that seat first.")
    if who == YOU and before.who != YOU and table.shared and not table.is_over:
        raise Refused("refused", "Nobody changes seats where others play: you would see two hands.")
    try:
        table.set_seat(seat, _seat_for(table, before, who))
    except PlayerError as problem:
        raise Refused("refused", f"{problem}.") from None
    if table.shared and table.seats[seat].stand_in:
        table.note(f"{table.seats[seat].stand_in} decides for {before.name}.")
    return {"seats": table.seats_data()}


def _seat_for(table: Table, before: Seat, who: str) -> Seat:
    if who in (YOU, LINK):
        return Seat(who, before.name)
    if before.who == LINK or (before.who == YOU and table.shared):
        return Seat(before.who, before.name, who)
    return Seat(who, before.name)


def invite(table: Table, request: Message) -> Message:
    """Keep a seat for somebody who comes by a link; whoever sat there plays until then."""
    seat = request.get("seat")
    if not isinstance(seat, int) or not 0 <= seat < table.game.seats:
        raise Refused("refused", f"There is no seat {seat}.")
    before = table.seats[seat]
    if before.who == LINK:
        return {}
    if before.who == YOU and not table.is_over and table.session.state.decisions:
        raise Refused("refused", "You have seen the cards of that seat. Start a new game with a guest there.")
    stand_in = "" if before.who == YOU else before.who
    table.shared = True
    table.set_seat(seat, Seat(LINK, tidy_name(request.get("name")) or before.name, stand_in))
    return {}


def take_seat(table: Table, name: str) -> None:
    """A guest is here and decides instead of a player that stood in."""
    seats = table.screen(name).seats
    if name in (OWNER, WATCH) or not seats or not table.seats[seats[0]].stand_in:
        return
    one = table.seats[seats[0]]
    table.set_seat(seats[0], Seat(one.who, one.name))
    table.note(f"{one.name} decides from now on.")


def name_seat(table: Table, request: Message, name: str) -> Message:
    """Somebody says what they are called."""
    called = tidy_name(request.get("name"))
    seats = table.screen(name).seats
    if not called or len(seats) != 1:
        raise Refused("refused", "That is no name for a seat of yours.")
    if called.casefold() in {one.name.casefold() for n, one in enumerate(table.seats) if n != seats[0]}:
        raise Refused("refused", "Somebody else is called so.")
    table.call(name)
    one = table.seats[seats[0]]
    table.set_seat(seats[0], Seat(one.who, called, one.stand_in))
    return {}
