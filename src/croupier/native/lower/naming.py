"""The code of values that name another, that are one thing or another, and of joined collections.

They come in every shape: a number, a place, cards, collections, a point map.
"""

from __future__ import annotations

from typing import Any

from croupier.native.lower.groups import groups, snapshot_lists
from croupier.native.lower.lowering import Listed, ListPile, Loc, Lowering, Points, SetPile, lowers
from croupier.native.lower.piles import GROUPINGS, each_card, is_pile, is_set, pile
from croupier.native.lower.room import add_card, add_word, new_list, open_list
from croupier.native.lower.scalars import scalars
from croupier.recycle.constants import constant
from croupier.recycle.program import Expr
from croupier.recycle.types import Type, is_a

_PLACES = (Type.LOCATION, Type.MEMORY)


@lowers("let.value", listed=True)
def _let(lo: Lowering, expr: Expr) -> Any:
    """Nothing changes while a value is computed, so that nothing has to be copied."""
    said, slot = expr.part("value"), expr.part("variable").slot
    content = held_value(lo, said)
    outer = lo.env.get(slot)
    lo.env[slot] = content
    found = _value(lo, expr.part("result"))
    lo.env[slot] = outer
    return found


def held_value(lo: Lowering, expr: Expr) -> Any:
    """A value that is computed once, and can be said again."""
    found = _value(lo, expr)
    if isinstance(found, SetPile):
        return SetPile(lo.atom(found.word))
    if not isinstance(found, str):
        return found
    if expr.type is Type.BOOL:
        return f"{lo.code.let('b', f'1 if {found} else 0')} != 0"
    return lo.atom(found)


def _value(lo: Lowering, expr: Expr) -> Any:
    """A value in the shape of its type."""
    if is_pile(expr.type):
        return lo.value(expr)
    if expr.type in GROUPINGS:
        return groups(lo, expr)
    if is_a(expr.type, Type.COLLECTION) and expr.type is not Type.TEAM:
        return scalars(lo, expr)
    return lo.value(expr)


@lowers("if.value", listed=True)
def _if(lo: Lowering, expr: Expr) -> Any:
    settled = constant(expr.part("condition"), lo.bp.constants)
    branches = expr.part("value"), expr.part("otherwise")
    same_type = all(branch.type is expr.type for branch in branches)
    if settled is not None and same_type:
        return _value(lo, branches[0] if settled else branches[1])
    test = lo.value(expr.part("condition"))
    if expr.type in _PLACES:
        return _place(lo, expr, test)
    if is_pile(expr.type):
        return _cards(lo, expr, test)
    if expr.type in GROUPINGS or (is_a(expr.type, Type.COLLECTION) and expr.type is not Type.TEAM):
        return _collection(lo, expr, test)
    if expr.type is Type.POINTS:
        return _points(lo, expr, test)
    result = lo.code.let("x", "0")

    def keep(branch: Expr) -> None:
        found = lo.value(branch)
        lo.code(f"{result} = 1 if {found} else 0" if expr.type is Type.BOOL else f"{result} = {found}")

    _either(lo, test, branches, keep)
    return f"{result} != 0" if expr.type is Type.BOOL else result


def _either(lo: Lowering, test: str, branches: tuple[Expr, Expr], keep: Any) -> None:
    with lo.code.block(f"if {test}:"):
        keep(branches[0])
    with lo.code.block("else:"):
        keep(branches[1])


def _branches(expr: Expr) -> tuple[Expr, Expr]:
    return expr.part("value"), expr.part("otherwise")


def _place(lo: Lowering, expr: Expr, test: str) -> Loc:
    place = lo.code.let("p", "0")
    _either(lo, test, _branches(expr), lambda branch: lo.code(f"{place} = {lo.value(branch).place}"))
    return Loc(place, "mem" if expr.type is Type.MEMORY else "vloc")


def _cards(lo: Lowering, expr: Expr, test: str) -> SetPile | ListPile:
    if is_set(lo, expr):
        word = lo.code.let("w", "0")

        def keep(branch: Expr) -> None:
            found = pile(lo, branch)
            assert isinstance(found, SetPile)
            lo.code(f"{word} = {found.word}")

        _either(lo, test, _branches(expr), keep)
        return SetPile(word)
    cards = new_list(lo)

    def copy(branch: Expr) -> None:
        for card in each_card(lo, branch):
            add_card(lo, cards, card)

    _either(lo, test, _branches(expr), copy)
    return cards


def _collection(lo: Lowering, expr: Expr, test: str) -> Listed:
    at, count = lo.code.let("at", "0"), lo.code.let("n", "0")
    kinds = set[str]()

    def keep(branch: Expr) -> None:
        listed = _as_lists(lo, branch) if expr.type is Type.GROUPS else _value(lo, branch)
        kinds.add(listed.kind)
        lo.code(f"{at} = {listed.at}")
        lo.code(f"{count} = {listed.count}")

    _either(lo, test, _branches(expr), keep)
    (kind,) = kinds
    return Listed(at, count, kind)


def _as_lists(lo: Lowering, expr: Expr) -> Listed:
    found = groups(lo, expr)
    return found if found.kind == "list" else snapshot_lists(lo, found, expr)


def _points(lo: Lowering, expr: Expr, test: str) -> Points:
    words = lo.bp.award_words
    at = lo.kit.made_points.get(id(expr))
    if at is None:
        at = lo.kit.made_points[id(expr)] = str(lo.bp.names[lo.bp.passing_word("MADE_POINTS", words)])
    cell, fillers = at, set[int]()

    def keep(branch: Expr) -> None:
        found: Points = lo.value(branch)
        fillers.update(found.fillers)
        copy_points(lo, cell, found)

    _either(lo, test, _branches(expr), keep)
    return Points(cell, tuple(sorted(fillers)))


def copy_points(lo: Lowering, at: str, points: Points) -> None:
    """Copy a point map to words of the state."""
    if points.fixed:
        lo.code(f"S[{at}] = {points.fillers[0]}")
    else:
        lo.code(f"copy_words(S, {at}, {points.at}, {lo.bp.award_words})")


# Joined collections, and elements of any


@lowers("join", listed=True, fresh=True)
def _join(lo: Lowering, expr: Expr) -> ListPile | Listed:
    if is_pile(expr.type):
        cards = new_list(lo)
        for arg in expr.args:
            for card in each_card(lo, arg):
                add_card(lo, cards, card)
        return cards
    if expr.type is Type.GROUPS:
        return _joined_groups(lo, expr)
    parts = [lo.number(arg) if is_a(arg.type, Type.PLAYER) else scalars(lo, arg) for arg in expr.args]
    room = open_list(lo)
    for part in parts:
        if isinstance(part, str):
            with lo.code.block(f"if {part} >= 0:"):
                add_word(lo, room, part)
            continue
        index = lo.code.let("i", "0")
        with lo.code.loop(f"{index} < {part.count}", short=True):
            add_word(lo, room, f"C[{part.at} + {index}]")
            lo.code(f"{index} += 1")
    return room


def _joined_groups(lo: Lowering, expr: Expr) -> Listed:
    """The handles of all lists, one part after the other."""
    parts = [_as_lists(lo, arg) for arg in expr.args]
    room = open_list(lo, "list")
    for part in parts:
        index = lo.code.let("i", "0")
        with lo.code.loop(f"{index} < {part.count}", short=True):
            add_word(lo, room, f"C[{part.at} + {index}]")
            lo.code(f"{index} += 1")
    return room


@lowers("at.any")
def _element_at(lo: Lowering, expr: Expr) -> str:
    index, collection = lo.number(expr.part("index")), expr.part("collection")
    missing = "there is no element {a} among {b}"
    listed = scalars(lo, collection)
    lo.fail_if(f"{index} < 0 or {index} >= {listed.count}", "RCY302", expr, missing, index, listed.count)
    return lo.code.let("x", f"C[{listed.at} + {index}]")
