"""The code of actions that set storages, points, cycles and teams, and make decks (§4)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.native.lower.awards import known
from croupier.native.lower.events import EVENTS, note
from croupier.native.lower.keeping import award_words, somebody, store_to_change
from croupier.native.lower.lowering import Loc, Lowering
from croupier.native.lower.moving import put
from croupier.native.lower.piles import as_pile, size_of_pile
from croupier.native.lower.scalars import current_of, queued_of
from croupier.recycle.program import Expr
from croupier.recycle.types import Type


def _mark_set(lo: Lowering, number: str) -> None:
    """Storages that have been set are told in views, others are not."""
    if not lo.quiet:
        number = lo.atom(number)
        lo.code(f"S[HAS + ({number} >> 6)] |= wshl(1, {number} & 63)")


def _set(lo: Lowering, expr: Expr) -> None:
    at, store = store_to_change(lo, expr.part("storage"))
    number = lo.number(expr.part("value"))
    lo.code(f"S[{at}] = {number}")
    _stored(lo, expr, store, number)


def _stored(lo: Lowering, expr: Expr, number: str, content: str) -> None:
    if lo.quiet:
        lo.tick()
        return
    _mark_set(lo, number)
    note(lo, expr, "set", number, content)


def _change(lo: Lowering, expr: Expr) -> None:
    at, store = store_to_change(lo, expr.part("storage"))
    by = lo.number(expr.part("value"))
    name = "add" if expr.form == "inc" else "sub"
    lo.fail_if(f"{name}_overflows(S[{at}], {by})", "RCY304", expr, "the result does not fit into 64 bits")
    number = lo.code.let("n", f"w{name}(S[{at}], {by})")
    lo.code(f"S[{at}] = {number}")
    _stored(lo, expr, store, number)


def _set_points(lo: Lowering, expr: Expr) -> None:
    filler, found = lo.bp.filler(expr), award_words(lo, expr)
    parts = [word for word, _ in found]
    computed = [word for word, part in found if not known(part, lo.bp.constants)]
    at, number = store_to_change(lo, expr.part("storage"))
    lo.code(f"S[{at}] = {filler}")
    for i, word in enumerate(computed, 1):
        lo.code(f"S[{at} + {i}] = {word}")
    if lo.quiet:
        lo.tick()
        return
    _mark_set(lo, number)
    with lo.code.block("if C[NOTING] != 0:"):
        for i in range(0, len(parts), 5):
            five = [*parts[i : i + 5], *["0"] * 5][:5]
            lo.code(f"tell(C, {EVENTS.index('part')}, 0, {', '.join(five)})")
    note(lo, expr, "points", number, str(len(parts)))


def _turn(lo: Lowering, expr: Expr) -> None:
    kind = "team" if expr.part("member").type is Type.TEAM else "player"
    queues = expr.form == "cycle.next"
    member = somebody(lo, expr.part("member"))
    lo.code(f"{queued_of(lo, kind) if queues else current_of(lo, kind)} = {member}")
    note(lo, expr, "cycle", str(int(kind == "team")), str(int(queues)), member)


def _set_who(lo: Lowering, expr: Expr) -> None:
    """A player is kept as the number of a string: nobody as the empty one, which is the first."""
    at, store = store_to_change(lo, expr.part("storage"))
    number = lo.code.let("x", f"{lo.value(expr.part('value'))} + 1")
    lo.code(f"S[{at}] = {number}")
    _stored(lo, expr, store, number)


def _pass(lo: Lowering, expr: Expr) -> None:
    note(lo, expr, "pass")


def _create_teams(lo: Lowering, expr: Expr) -> None:
    """The teams begin anew; none that is gone may still have cards."""
    bp = lo.bp
    setup = 1 + next(i for i, known_ in enumerate(bp.creators) if known_ is expr)
    number = len(bp.team_setups[setup])
    before = lo.code.let("x", "S[TEAMS]")
    counts = lo.kit.table("TEAM_COUNTS", tuple(len(teams) for teams in bp.team_setups))
    owned = {place: i for i, place in enumerate(bp.places) if place.owner == "team" and place.kind != "mem"}
    ranks = {place: rank for rank, (_, place) in enumerate(bp.layout.ranked())}
    for i in sorted(owned.values(), key=lambda i: (ranks.get(bp.places[i], len(ranks)), bp.places[i])):
        place = bp.places[i]
        if place.member < number:
            continue
        family = bp.families[place.kind, place.owner, place.name]
        size = size_of_pile(as_pile(lo, Loc(str(i), place.kind, family.as_set, family.free)))
        with lo.code.block(f"if {place.member} < {counts}[{before}] and {size} > 0:"):
            lo.fail("RCY306", expr, f"team {place.member} is gone and still has cards in {place.name}")
    lo.code(f"S[TEAMS] = {setup}")
    for level in range(lo.team_level + 1):
        lo.code(f"S[TURNS + {2 * level}] = 0")
        lo.code(f"S[TURNS + {2 * level + 1}] = -1")
    note(lo, expr, "teams", str(setup), before)


def _create_deck(lo: Lowering, expr: Expr) -> None:
    """Every time that it runs it makes the next of its batches of cards."""
    loc: Loc = lo.value(expr.part("location"))
    batches = lo.bp.layout.pack.batches[expr.spot]
    made = lo.code.let("k", str(-1))
    for number, batch in enumerate(batches):
        if not batch:
            continue
        with lo.code.block(f"if {made} < 0 and L[WHERE + {batch[0]}] < 0:"):
            lo.code(f"{made} = {number}")
            table = lo.kit.table(f"BATCH_{expr.spot}", tuple(batch))
            index = lo.code.let("i", "0")
            with lo.code.loop(f"{index} < {len(batch)}", short=True):
                card = lo.code.let("c", f"{table}[{index}]")
                put(lo, loc, as_pile(lo, loc), card, "-1")
                lo.code(f"L[WHERE + {card}] = {loc.place}")
                lo.code(f"{index} += 1")
    note(lo, expr, "make", made, loc.place)


CHANGES: dict[str, Callable[[Lowering, Expr], None]] = {
    "set.int": _set,
    "inc": _change,
    "dec": _change,
    "set.str": _set,
    "set.points": _set_points,
    "set.who": _set_who,
    "cycle.next": _turn,
    "cycle.current": _turn,
    "pass": _pass,
    "create.teams": _create_teams,
    "create.deck": _create_deck,
}
"""The code of these actions, by their names in the table of forms."""
