"""The code of literals, variables, of what owners keep, and of the owners themselves (§3.1, §3.7)."""

from __future__ import annotations

from typing import Any

from croupier.interpreter.layout import owner_kind
from croupier.native.lower.awards import LARGEST_AWARD, award_parts, known
from croupier.native.lower.blueprint import is_fixed
from croupier.native.lower.gatherings import best_card
from croupier.native.lower.groups import place_tables
from croupier.native.lower.lowering import Listed, Loc, Lowering, Points, lowers
from croupier.native.lower.plain import holder_slot
from croupier.native.lower.room import add_word, open_list
from croupier.native.lower.rounds import next_player
from croupier.native.lower.scalars import current_of, queued_of, scalars, team_count, team_of
from croupier.recycle.constants import integer
from croupier.recycle.program import Expr
from croupier.recycle.types import Type
from croupier.recycle.values import MAX_INDEX


@lowers("int")
def _int(lo: Lowering, expr: Expr) -> str:
    return lo.literal(int(expr.value or 0))


@lowers("name")
def _name(lo: Lowering, expr: Expr) -> str:
    return str(lo.bp.string(str(expr.value)))


@lowers("var")
def _variable(lo: Lowering, expr: Expr) -> Any:
    constant = lo.bp.constants.get(expr.slot)
    if isinstance(constant, bool):
        return "1 == 1" if constant else "1 == 0"
    if isinstance(constant, int):
        return lo.literal(constant)
    if isinstance(constant, str):
        return str(lo.bp.string(constant))
    if isinstance(constant, tuple):
        return scalars(lo, expr)
    if expr.type is Type.TEAM and lo.bp.layout.regroups:
        team = lo.atom(lo.env[expr.slot])
        gone = "team {a} is gone: the teams have been made anew"
        lo.fail_if(f"{team} >= {team_count(lo)}", "RCY306", expr, gone, team)
        return team
    return lo.env[expr.slot]


@lowers("ints", listed=True)
def _ints(lo: Lowering, expr: Expr) -> Listed:
    numbers = [lo.number(arg) for arg in expr.args]
    room = open_list(lo)
    for number in numbers:
        add_word(lo, room, number)
    return room


@lowers("from", listed=True)
def _from(lo: Lowering, expr: Expr) -> Listed:
    first = somebody(lo, expr.part("player"))
    room = open_list(lo)
    at = lo.code.let("i", "0")
    with lo.code.loop(f"{at} < {lo.bp.seats}", short=True):
        add_word(lo, room, f"({first} + {at}) % {lo.bp.seats}")
        lo.code(f"{at} += 1")
    return room


@lowers("names", "range", "players", "teams", "players.other", "teams.other")
def _collection(lo: Lowering, expr: Expr) -> Any:
    return scalars(lo, expr)


# What owners keep


@lowers("sto", shared=True)
def _sto(lo: Lowering, expr: Expr) -> str:
    return f"S[{store_at(lo, expr)}]"


@lowers("str", shared=True)
def _str(lo: Lowering, expr: Expr) -> str:
    return f"S[{store_at(lo, expr)}]"


@lowers("who", shared=True)
def _who(lo: Lowering, expr: Expr) -> str:
    # A player is kept as the number of a string, of which the empty one is the first.
    return f"S[{store_at(lo, expr)}] - 1"


@lowers("nobody")
def _nobody(_: Lowering, __: Expr) -> str:
    return "-1"


def somebody(lo: Lowering, expr: Expr) -> str:
    """A player, a team or the game, where nobody would be impossible."""
    found = lo.number(expr)
    if lo.bp.may_be_nobody(expr):
        lo.fail_if(f"{found} < 0", "RCY320", expr, "nobody is no player")
    return found


def _kept(lo: Lowering, expr: Expr) -> dict[tuple[str, str], Any]:
    return lo.bp.stores_of(expr.type)


def _owner(lo: Lowering, expr: Expr) -> str:
    """Which member an owner is. There are at most sixteen; saying so spares the machine a check."""
    if expr.type is Type.GAME:
        return "0"
    found = somebody(lo, expr)
    return found if found.isdecimal() else lo.code.let("p", f"{found} & 15")


def store_at(lo: Lowering, expr: Expr) -> str:
    """The word of a storage."""
    return _store(lo, expr, numbers=False)[0]


def store_to_change(lo: Lowering, expr: Expr) -> tuple[str, str]:
    """The word of a storage, and its number among all of them where somebody may want to know.

    Whose it is, is found out once: chance may have a say in that.
    """
    word, number = _store(lo, expr, numbers=not lo.quiet)
    return lo.atom(word), lo.atom(number)


def _store(lo: Lowering, expr: Expr, *, numbers: bool) -> tuple[str, str]:
    kind, kept = owner_kind(expr.part("owner")), _kept(lo, expr)
    size = 1 if expr.form != "points" else lo.bp.award_words
    owner = _owner(lo, expr.part("owner"))
    if expr.part("name").form == "name":
        store = kept[kind, str(expr.part("name").value)]
        return _plus(store.first, owner, size), _plus(store.number, owner) if numbers else "0"
    name = lo.number(expr.part("name"))
    stores = [kept.get((kind, string)) for string in lo.bp.strings]

    def found(what: str, firsts: list[int], size: int) -> str:
        table = lo.kit.table(f"{what}_{expr.form}_{kind}".upper(), tuple(firsts))
        first_of = lo.code.let("at", f"{table}[{name}]")
        lo.give_up_if(f"{first_of} < 0")
        return lo.code.let("at", f"{first_of} + {owner} * {size}")

    word = found("WORD", [store.first if store else -1 for store in stores], size)
    if not numbers:
        return word, "0"
    return word, found("NUMBER", [store.number if store else -1 for store in stores], 1)


def _plus(first: int, owner: str, size: int = 1) -> str:
    if owner.isdecimal():
        return str(first + int(owner) * size)
    return f"{first} + {owner}" if size == 1 else f"{first} + {owner} * {size}"


@lowers("points", shared=True)
def _points(lo: Lowering, expr: Expr) -> Points:
    kind, names = owner_kind(expr.part("owner")), set(lo.bp.possible(expr.part("name")))
    fillers = lo.bp.fillers_of(kind, names)
    return Points(lo.atom(store_at(lo, expr)), fillers)


@lowers("points.value")
def _made_points(lo: Lowering, expr: Expr) -> Points:
    """A map as a value: it has words of its own if a part of it is computed."""
    filler = lo.bp.filler(expr)
    if not lo.bp.computed_parts(expr):
        return Points("0", (filler,), fixed=True)
    computed = [word for word, part in award_words(lo, expr) if not known(part, lo.bp.constants)]
    at = lo.kit.made_points.get(id(expr))
    if at is None:
        name = lo.bp.passing_word("MADE_POINTS", lo.bp.award_words)
        at = lo.kit.made_points[id(expr)] = str(lo.bp.names[name])
    for i, word in enumerate((str(filler), *computed)):
        lo.code(f"S[{int(at) + i}] = {word}")
    return Points(at, (filler,))


def award_words(lo: Lowering, expr: Expr) -> list[tuple[str, Expr]]:
    """The parts of all awards of a form that fills a point map, as they are now."""
    found: list[tuple[str, Expr]] = []
    for award in lo.bp.awards(expr):
        for part in award_parts(award):
            if known(part, lo.bp.constants):
                found.append((str(lo.value(part)), part))
                continue
            word = lo.code.let("x", lo.value(part))
            found.append((word, part))
            if part is award.part("points"):
                lo.give_up_if(f"{word} > {LARGEST_AWARD} or {word} < -{LARGEST_AWARD}")
    return found


@lowers("vloc", "iloc", "hloc", "oloc", "tloc", "mem", shared=True)
def _location(lo: Lowering, expr: Expr) -> Loc:
    kind, form = owner_kind(expr.part("owner")), expr.form
    members = 1 if kind == "game" else lo.bp.seats
    if is_fixed(expr):
        family = lo.bp.family_of(expr)
        first = family.first + int(expr.part("index").value or 0) * members
        place = _plus(first, _owner(lo, expr.part("owner")))
        return Loc(lo.atom(place), form, family.as_set, family.free, family)
    nth = lo.number(expr.part("index"))
    lo.fail_if(
        f"{nth} < 0 or {nth} > {MAX_INDEX}", "RCY302", expr,
        f"there is no index {{a}}: they go from 0 to {MAX_INDEX}", nth,
    )  # fmt: skip
    owner = _owner(lo, expr.part("owner"))
    if expr.part("name").form == "name":
        family = lo.bp.family_of(expr)
        lo.give_up_if(f"{nth} >= {family.indices}")
        place = lo.code.let("p", f"{family.first} + {nth} * {members} + {owner}")
        return Loc(place, form, family.as_set, family.free, family)
    name = lo.number(expr.part("name"))
    first_of, number = place_tables(lo, form, kind)
    lo.give_up_if(f"{nth} >= {number}[{name}]")
    return Loc(lo.code.let("p", f"{first_of}[{name}] + {nth} * {members} + {owner}"), form)


# Players and teams


@lowers("player.current", "team.current", shared=True)
def _current(lo: Lowering, expr: Expr) -> str:
    return current_of(lo, expr.form.split(".")[0])


def _members(lo: Lowering, kind: str) -> str:
    return str(lo.bp.seats) if kind == "player" else team_count(lo)


@lowers("player.next", "team.next", shared=True)
def _next(lo: Lowering, expr: Expr) -> str:
    kind = expr.form.split(".")[0]
    if kind == "player":
        return next_player(lo)
    queued, current = queued_of(lo, kind), current_of(lo, kind)
    return lo.code.let("p", f"{queued} if {queued} >= 0 else ({current} + 1) % {_members(lo, kind)}")


@lowers("player.previous", "team.previous", shared=True)
def _previous(lo: Lowering, expr: Expr) -> str:
    kind = expr.form.split(".")[0]
    number = _members(lo, kind)
    return lo.code.let("p", f"({current_of(lo, kind)} + {number} - 1) % {number}")


@lowers("player.seat", "team.seat")
def _seat(lo: Lowering, expr: Expr) -> str:
    kind = expr.form.split(".")[0]
    number = lo.number(expr.part("number"))
    members = _members(lo, kind)
    lo.fail_if(
        f"{number} < 0 or {number} >= {members}", "RCY302", expr,
        f"there is no {kind} {{a}}: they count from 0 to {{b}}", number, f"{members} - 1",
    )  # fmt: skip
    return number


@lowers("after", shared=True)
def _after(lo: Lowering, expr: Expr) -> str:
    number, seats = lo.number(expr.part("number")), lo.bp.seats
    first = somebody(lo, expr.part("player"))
    constant_number = integer(expr.part("number"), lo.bp.constants)
    if constant_number is not None:
        return lo.code.let("p", f"({first} + {constant_number % seats}) % {seats}")
    return lo.code.let("p", f"({first} + ({number} % {seats})) % {seats}")


@lowers("owner", shared=True)
def _owner_of(lo: Lowering, expr: Expr) -> str:
    holders = holder_slot(expr.part("card"))
    if holders is not None and lo.quiet:
        return best_card(lo, expr.part("card"), holders)[1]
    card = lo.number(expr.part("card"))
    lo.fail_if(f"{card} < 0", "RCY303", expr, "there is no card whose owner could be told")
    place = lo.code.let("p", f"L[WHERE + {card}]")
    owners = tuple(place.member if place.owner == "player" else -1 for place in lo.bp.places)
    seat = lo.code.let("p", f"{lo.kit.table('OWNERS', owners)}[{place}]")
    lo.fail_if(f"{seat} < 0", "RCY303", expr, "a card that lies in {place} has no player as its owner", place)
    return seat


@lowers("team.of", shared=True)
def _team_of(lo: Lowering, expr: Expr) -> str:
    return team_of(lo, somebody(lo, expr.part("player")))


@lowers("pid", shared=True)
def _pid(lo: Lowering, expr: Expr) -> str:
    player = expr.part("player")
    return somebody(lo, player) if lo.bp.may_be_nobody(player) else str(lo.value(player))


@lowers("game.owner")
def _game(_: Lowering, __: Expr) -> str:
    return "0"
