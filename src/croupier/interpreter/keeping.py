"""The meaning of literals, variables, of what owners keep, and of the owners themselves (§3.1, §3.7)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.interpreter.fault import Fault
from croupier.interpreter.layout import Layout, Place, owner_kind
from croupier.interpreter.table import NO_CARD, NOBODY, Table
from croupier.interpreter.valuing import (
    LITERALS,
    MAX_GROUPS,
    Meaning,
    fixed_places,
    key,
    means,
    owner_of,
    seat_in,
    value,
)
from croupier.recycle.constants import MAX_INT
from croupier.recycle.program import Expr
from croupier.recycle.types import Type
from croupier.recycle.values import MAX_INDEX

# Literals and variables


@means("never")
def _never(_: Layout, __: Expr) -> Meaning:
    return lambda t: False


@means("unlimited")
def _unlimited(_: Layout, __: Expr) -> Meaning:
    return lambda t: MAX_INT


@means(*LITERALS)
def _literal(_: Layout, expr: Expr) -> Meaning:
    literal = expr.value
    return lambda t: literal


@means("var")
def _variable(layout: Layout, expr: Expr) -> Meaning:
    slot = expr.slot
    declared = next((p.value for p in layout.program.parameters if p.slot == slot), None)
    if declared is not None:
        return lambda t: declared
    if expr.type is Type.TEAM and layout.regroups:
        return _team(expr)
    return lambda t: t.variables[slot]


def _team(expr: Expr) -> Meaning:
    """A variable that holds a team, which may be gone since: then there is nothing that it could mean."""
    slot = expr.slot

    def run(t: Table) -> int:
        team: int = t.variables[slot]
        if team >= len(t.teams):
            raise Fault("RCY306", expr, f"team {team} is gone: the teams have been made anew")
        return team

    return run


@means("names")
def _names(_: Layout, expr: Expr) -> Meaning:
    listed = [arg.value for arg in expr.args]
    return lambda t: listed


@means("ints")
def _ints(layout: Layout, expr: Expr) -> Meaning:
    numbers = [value(layout, arg) for arg in expr.args]
    return lambda t: [number(t) for number in numbers]


@means("range")
def _range(layout: Layout, expr: Expr) -> Meaning:
    low, high = (value(layout, arg) for arg in expr.args)

    def run(t: Table) -> list[int]:
        first, last = low(t), high(t)
        if last - first >= MAX_GROUPS:
            raise Fault("RCY307", expr, f"a range of {last - first + 1:,} integers is too long")
        return list(range(first, last + 1))

    return run


# What owners keep


@means("sto")
def _sto(layout: Layout, expr: Expr) -> Meaning:
    at = key(layout, expr)
    return lambda t: t.ints.get(at(t), 0)


@means("str")
def _str(layout: Layout, expr: Expr) -> Meaning:
    at = key(layout, expr)
    return lambda t: t.strs.get(at(t), "")


@means("points")
def _points(layout: Layout, expr: Expr) -> Meaning:
    at = key(layout, expr)
    return lambda t: t.points.get(at(t), ())


@means("who")
def _who(layout: Layout, expr: Expr) -> Meaning:
    at = key(layout, expr)
    return lambda t: seat_in(t.strs.get(at(t), ""))


@means("shown")
def _shown(layout: Layout, expr: Expr) -> Meaning:
    card = value(layout, expr.part("card"))
    return lambda t: card(t) in t.faces


@means("nobody")
def _nobody(_: Layout, __: Expr) -> Meaning:
    return lambda t: NOBODY


@means("vloc", "iloc", "hloc", "oloc", "tloc", "mem")
def _location(layout: Layout, expr: Expr) -> Meaning:
    kind, form = owner_kind(expr.part("owner")), expr.form
    owner = owner_of(layout, expr.part("owner"))
    name, index = value(layout, expr.part("name")), value(layout, expr.part("index"))
    numbers = fixed_places(layout, expr)
    if numbers is not None:
        return lambda t: numbers[owner(t)]

    def run(t: Table) -> int:
        at = index(t)
        if not 0 <= at <= MAX_INDEX:
            raise Fault("RCY302", expr, f"there is no index {at}: they go from 0 to {MAX_INDEX}")
        number = layout.number(Place(form, kind, owner(t), name(t), at))
        t.pile(number)
        return number

    return run


@means("indexed.vloc", "indexed.iloc", "indexed.hloc", "indexed.oloc", "indexed.mem")
def _indexed(layout: Layout, expr: Expr) -> Meaning:
    kind, form = owner_kind(expr.part("owner")), expr.form.split(".")[1]
    owner, name = owner_of(layout, expr.part("owner")), value(layout, expr.part("name"))

    def run(t: Table) -> list[int]:
        places = layout.indices.get((form, kind, owner(t), name(t)), {})
        return [place for _, place in sorted(places.items()) if t.pile(place)]

    return run


# Players and teams


def _cycle(expr: Expr) -> Callable[[Table], list[list[int]]]:
    return (lambda t: t.players) if expr.form.startswith("player") else (lambda t: t.teams_turn)


def _members(expr: Expr) -> Callable[[Table], int]:
    return (lambda t: t.layout.seats) if expr.form.startswith("player") else (lambda t: len(t.teams))


@means("player.current", "team.current")
def _current(_: Layout, expr: Expr) -> Meaning:
    if expr.form == "player.current":
        return lambda t: t.players[-1][0]
    return lambda t: t.teams_turn[-1][0]


@means("player.next", "team.next")
def _next(_: Layout, expr: Expr) -> Meaning:
    """The queued member if there is one, else the next seat (§6)."""
    if expr.form == "player.next":
        return lambda t: t.next_player()
    cycle, members = _cycle(expr), _members(expr)

    def run(t: Table) -> int:
        current, queued = cycle(t)[-1]
        return queued if queued != NOBODY else (current + 1) % members(t)

    return run


@means("player.previous", "team.previous")
def _previous(_: Layout, expr: Expr) -> Meaning:
    cycle, members = _cycle(expr), _members(expr)
    return lambda t: (cycle(t)[-1][0] - 1) % members(t)


@means("player.seat", "team.seat")
def _seat(layout: Layout, expr: Expr) -> Meaning:
    number, members = value(layout, expr.part("number")), _members(expr)
    kind = expr.form.split(".", maxsplit=1)[0]

    def run(t: Table) -> int:
        found: int = number(t)
        if not 0 <= found < members(t):
            raise Fault("RCY302", expr, f"there is no {kind} {found}: they count from 0 to {members(t) - 1}")
        return found

    return run


@means("owner")
def _owner(layout: Layout, expr: Expr) -> Meaning:
    card = value(layout, expr.part("card"))

    def run(t: Table) -> int:
        found = card(t)
        if found == NO_CARD:
            raise Fault("RCY303", expr, "there is no card whose owner could be told")
        place = t.layout.places[t.where[found]]
        if place.owner != "player":
            raise Fault("RCY303", expr, f"a card that lies in {place} has no player as its owner")
        return place.member

    return run


@means("team.of")
def _team_of(layout: Layout, expr: Expr) -> Meaning:
    player = owner_of(layout, expr.part("player"))
    return lambda t: t.team_of[player(t)]


@means("after")
def _after(layout: Layout, expr: Expr) -> Meaning:
    number, player = value(layout, expr.part("number")), owner_of(layout, expr.part("player"))
    seats = layout.seats
    return lambda t: (player(t) + number(t)) % seats


@means("from")
def _from(layout: Layout, expr: Expr) -> Meaning:
    player, seats = owner_of(layout, expr.part("player")), layout.seats
    rows = [[(first + i) % seats for i in range(seats)] for first in range(seats)]
    return lambda t: rows[player(t)]


@means("players")
def _players(layout: Layout, _: Expr) -> Meaning:
    everyone = list(range(layout.seats))
    return lambda t: everyone


@means("teams")
def _teams(_: Layout, __: Expr) -> Meaning:
    return lambda t: list(range(len(t.teams)))


@means("players.other")
def _other_players(_: Layout, __: Expr) -> Meaning:
    return lambda t: [seat for seat in range(t.layout.seats) if seat != t.players[-1][0]]


@means("teams.other")
def _other_teams(_: Layout, __: Expr) -> Meaning:
    return lambda t: [team for team in range(len(t.teams)) if team != t.teams_turn[-1][0]]


@means("game.owner")
def _game(_: Layout, __: Expr) -> Meaning:
    return lambda t: 0
