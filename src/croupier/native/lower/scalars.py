"""Collections of integers, strings, players and teams."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.native.lower.lowering import LISTED, LOWERED, Listed, Lowering
from croupier.native.lower.room import add_word, open_list
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

MAX_RANGE = 100_000


MOST_UNROLLED = 4


def unrolls(lo: Lowering) -> bool:
    """Whether a loop over the players is written out: where speed counts, for few, and not within another.

    What is done once in a game is not worth the time that it takes to compile more of it.
    """
    again = lo.player_level + lo.team_level > 0
    return lo.quiet and again and lo.bp.seats <= MOST_UNROLLED and not lo.unrolled


def each_scalar(lo: Lowering, expr: Expr, *, leaving: bool = False) -> Iterator[str]:
    """A loop over the elements, from which a `break` may leave, if it says so."""
    code, bp = lo.code, lo.bp
    element = code.fresh("e")
    constant = bp.constants.get(expr.slot) if expr.form == "var" else None
    if isinstance(constant, tuple) or expr.form == "names":
        values = constant if isinstance(constant, tuple) else tuple(str(a.value) for a in expr.args)
        numbers = tuple(bp.string(v) if isinstance(v, str) else v for v in values)
        yield from _table(lo, element, lo.kit.table("LISTED", numbers), str(len(numbers)))
    elif expr.form == "range":
        low, high = lo.number(expr.part("low")), lo.number(expr.part("high"))
        _bounded(lo, expr, low, high)
        at, left = code.let("i", low), code.let("n", f"{high} - {low} + 1")
        with code.loop(f"{left} > 0", short=True):
            code(f"{element} = {at}")
            # Behind the greatest integer it wraps, and the loop is over.
            code(f"{at} = wadd({at}, 1)")
            code(f"{left} -= 1")
            yield element
    elif expr.form == "players" and unrolls(lo) and not leaving:
        lo.unrolled = True
        for seat in range(bp.seats):
            yield str(seat)
        lo.unrolled = False
    elif expr.form == "players":
        at = code.let("i", "0")
        with code.loop(f"{at} < {bp.seats}", short=True):
            code(f"{element} = {at}")
            code(f"{at} += 1")
            yield element
    elif expr.form == "filter":
        bind, holds = expr.part("variable"), expr.part("condition")
        for found in each_scalar(lo, expr.part("collection"), leaving=leaving):
            lo.tick()
            outer = lo.env.get(bind.slot)
            lo.env[bind.slot] = found
            test = lo.value(holds)
            with code.block(f"if {test}:"):
                lo.env[bind.slot] = outer
                yield found
    else:
        listed = scalars(lo, expr)
        at = code.let("i", "0")
        with code.loop(f"{at} < {listed.count}", short=True):
            code(f"{element} = C[{listed.at} + {at}]")
            code(f"{at} += 1")
            yield element


def prepare(lo: Lowering, expr: Expr) -> None:
    """Write down what a filter goes through, where that takes room, before room is taken for its result."""
    if expr.form == "filter":
        prepare(lo, expr.part("collection"))
    elif not expr.traits.fixed:
        lo.prepared[id(expr)] = scalars(lo, expr)


def _table(lo: Lowering, element: str, table: str, length: str) -> Iterator[str]:
    at = lo.code.let("i", "0")
    with lo.code.loop(f"{at} < {length}", short=True):
        lo.code(f"{element} = {table}[{at}]")
        lo.code(f"{at} += 1")
        yield element


def _bounded(lo: Lowering, expr: Expr, low: str, high: str) -> None:
    """A range that is too long is a fault; one whose length does not even fit is left to the interpreter."""
    lo.give_up_if(f"sub_overflows({high}, {low}) or wsub({high}, {low}) == GREATEST")
    lo.fail_if(
        f"{high} - {low} >= {MAX_RANGE}", "RCY307", expr, "a range of {a:,} integers is too long",
        f"{high} - {low} + 1",
    )  # fmt: skip


def scalars(lo: Lowering, expr: Expr) -> Listed:
    """The elements, written down in `C`."""
    code, bp = lo.code, lo.bp
    ready = lo.ready(expr)
    if ready is not None:
        return ready
    if expr.form in LISTED:
        found: Listed = LOWERED[expr.form](lo, expr)
        return found
    if expr.form == "filter":
        prepare(lo, expr.part("collection"))
    room = open_list(lo)
    if expr.type is Type.TEAM:
        team = lo.number(expr)
        for i in range(bp.seats):
            seat = code.let(
                "e", f"{team_table(lo, 'MEMBERS')}[(S[TEAMS] * {bp.seats} + {team}) * {bp.seats} + {i}]"
            )
            with code.block(f"if {seat} >= 0:"):
                add_word(lo, room, seat)
    elif expr.form in ("players.other", "teams.other"):
        kind = expr.form.split("s.")[0]
        current = code.let("p", current_of(lo, kind))
        number = str(bp.seats) if kind == "player" else team_count(lo)
        at = code.let("i", "0")
        with code.loop(f"{at} < {number}", short=True):
            with code.block(f"if {at} != {current}:"):
                add_word(lo, room, at)
            code(f"{at} += 1")
    elif expr.form == "teams":
        at = code.let("i", "0")
        with code.loop(f"{at} < {team_count(lo)}", short=True):
            add_word(lo, room, at)
            code(f"{at} += 1")
    else:
        for element in each_scalar(lo, expr):
            add_word(lo, room, element)
    return room


def current_of(lo: Lowering, kind: str) -> str:
    """Who is current in the innermost cycle."""
    return f"S[PLAYERS + {2 * lo.player_level}]" if kind == "player" else f"S[TURNS + {2 * lo.team_level}]"


def queued_of(lo: Lowering, kind: str) -> str:
    """Who is queued in the innermost cycle."""
    level = lo.player_level if kind == "player" else lo.team_level
    return f"S[{'PLAYERS' if kind == 'player' else 'TURNS'} + {2 * level + 1}]"


def team_table(lo: Lowering, which: str) -> str:
    """Tables about the teams, by setup."""
    bp = lo.bp
    values: list[int] = []
    for teams in bp.team_setups:
        if which == "MEMBERS":
            for team in range(bp.seats):
                members = teams[team] if team < len(teams) else ()
                values += [*members, *([-1] * (bp.seats - len(members)))]
        elif which == "TEAM_OF":
            of = [0] * bp.seats
            for number, members in enumerate(teams):
                for seat in members:
                    of[seat] = number
            values += of
        else:
            values.append(len(teams))
    return lo.kit.table(which, tuple(values))


def team_count(lo: Lowering) -> str:
    """How many teams there are now."""
    if len(lo.bp.team_setups) == 1:
        return str(len(lo.bp.team_setups[0]))
    return f"{team_table(lo, 'TEAM_COUNTS')}[S[TEAMS]]"


def team_of(lo: Lowering, seat: str) -> str:
    """The team of a seat."""
    if len(lo.bp.team_setups) == 1:
        return f"{team_table(lo, 'TEAM_OF')}[{seat}]"
    return f"{team_table(lo, 'TEAM_OF')}[S[TEAMS] * {lo.bp.seats} + {seat}]"
