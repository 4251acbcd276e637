"""The code of actions, and of groups of them (§4).

An `any` in a choice asks the context which element is to be taken: by its index while options are built, by
its value when one is carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.native.lower.changes import CHANGES
from croupier.native.lower.counters import (
    condition_of,
    count_element,
    count_holding,
    count_turns,
    otherwise,
)
from croupier.native.lower.groups import fetched, groups, handle_of, snapshot_lists
from croupier.native.lower.lowering import FRESH, Listed, ListPile, Loc, Lowering, Points, SetPile
from croupier.native.lower.moving import MOVES, deal, deals, with_card_just_moved
from croupier.native.lower.open_cards import SHOWN
from croupier.native.lower.piles import (
    GROUPINGS,
    cards_in,
    is_pile,
    is_set,
    pile,
    size_of_pile,
)
from croupier.native.lower.room import add_card, new_list
from croupier.native.lower.scalars import each_scalar, scalars
from croupier.recycle.constants import constant, integer
from croupier.recycle.program import Expr, taken
from croupier.recycle.types import Type

HELD = (Type.CARDS, Type.COPIES, Type.GROUPS)
SCALARS = (Type.INTS, Type.STRINGS, Type.PLAYERS, Type.TEAMS)


def action(lo: Lowering, expr: Expr) -> None:
    """Write what an action does."""
    with lo.code.aside() as lines:
        ACTIONS[expr.form](lo, expr)
    if any("C[TOP]" in line for line in lines):
        top = lo.code.let("top", "C[TOP]")
        lo.code.lines += lines
        lo.code(f"release(C, {top})")
    else:
        lo.code.lines += lines


def _do(lo: Lowering, expr: Expr) -> None:
    before: Expr | None = None
    for arg in expr.args:
        action(lo, arg if before is None else with_card_just_moved(lo, before, arg))
        before = arg


def _if(lo: Lowering, expr: Expr) -> None:
    if lo.kit.counters is None and lo.bp.never(expr.part("condition")):
        return
    with lo.code.block(f"if {condition_of(lo, expr)}:"):
        count_holding(lo, expr)
        action(lo, expr.part("body"))
    otherwise(lo, expr)


def _if_else(lo: Lowering, expr: Expr) -> None:
    then, other = expr.parts("bodies")
    settled = constant(expr.part("condition"), lo.bp.constants) if lo.kit.counters is None else None
    if settled is not None:
        action(lo, then if settled else other)
        return
    with lo.code.block(f"if {condition_of(lo, expr)}:"):
        count_holding(lo, expr)
        action(lo, then)
    with lo.code.block("else:"):
        action(lo, other)


def _let(lo: Lowering, expr: Expr) -> None:
    named, bind, inner = expr.args
    content = snapshot(lo, named)
    with_variable(lo, bind.slot, content, named.type, lambda: action(lo, inner))


def snapshot(lo: Lowering, expr: Expr) -> Any:
    """A value as a variable keeps it: cards are copied, a location stays the location."""
    if expr.type in (Type.CARDS, Type.COPIES):
        cards = pile(lo, expr)
        made = expr.form in FRESH and isinstance(cards, ListPile)
        return cards if made else copied(lo, cards)
    found = groups(lo, expr) if expr.type in GROUPINGS else lo.value(expr)
    if expr.type is Type.GROUPS:
        return found if found.kind == "every" else snapshot_lists(lo, found, expr)
    if isinstance(found, Points):
        if found.fixed:
            return found
        words = lo.bp.award_words
        cells = lo.bp.names[lo.bp.passing_word("KEPT_POINTS", words)]
        lo.code(f"copy_words(S, {cells}, {found.at}, {words})")
        return Points(str(cells), found.fillers)
    if expr.type is Type.BOOL:
        return f"{lo.code.let('b', f'1 if {found} else 0')} != 0"
    return lo.code.let("x", found) if isinstance(found, str) else found


def copied(lo: Lowering, cards: Any) -> SetPile | ListPile:
    """Cards of their own, whatever happens to those that they come from."""
    if isinstance(cards, SetPile):
        return SetPile(lo.code.let("w", cards.word))
    twin = new_list(lo)
    for card in cards_in(lo, cards):
        add_card(lo, twin, card)
    return twin


def with_variable(lo: Lowering, slot: int, content: Any, type_: Type, inner: Callable[[], None]) -> None:
    """Write something in which a variable has a value."""
    outer = lo.env.get(slot)
    lo.env[slot] = content
    held = type_ in HELD
    if held:
        lo.held.append((type_.name, content))
    inner()
    lo.env[slot] = outer
    if held:
        lo.held.pop()


def _all(lo: Lowering, expr: Expr) -> None:
    collection, bind, inner = expr.args

    def body(element: Any) -> None:
        lo.tick()
        count_turns(lo, expr)
        with_variable(lo, bind.slot, element, bind.type, lambda: action(lo, inner))

    if is_pile(collection.type):
        found = pile(lo, collection)
        # What is gone through is what was there at the beginning.
        cards = found if isinstance(found, SetPile) else copied(lo, found)
        for card in cards_in(lo, cards):
            body(card)
    elif collection.type in GROUPINGS:
        listed = groups(lo, collection)
        index = lo.code.let("i", "0")
        with lo.code.loop(f"{index} < {listed.count}"):
            handle = handle_of(lo, listed, lo.code.let("k", index))
            lo.code(f"{index} += 1")
            body(fetched(lo, listed, handle, collection))
    elif collection.form != "var" and collection.traits.fixed:
        for element in each_scalar(lo, collection):
            body(element)
    else:
        listed = scalars(lo, collection)
        index = lo.code.let("i", "0")
        with lo.code.loop(f"{index} < {listed.count}", short=True):
            element = lo.code.let("e", f"C[{listed.at} + {index}]")
            lo.code(f"{index} += 1")
            body(element)


def _any(lo: Lowering, expr: Expr) -> None:
    """Take the element that is to be taken (§7); there is nothing to do if there was none to take."""
    collection, bind, inner = expr.args
    code = lo.code
    if not lo.choosing:
        snapshot(lo, collection)
        return
    depth = code.let("d", "C[DEPTH]")
    if is_pile(collection.type):
        if is_set(lo, collection):
            found = pile(lo, collection)
            assert isinstance(found, SetPile)
            word = code.let("w", found.word)
            count = code.let("n", f"popcount({word})")
            element = _taken(lo, expr, depth, count, f"nth_bit({word}, {{}})", f"shr({word}, {{}}) & 1 != 0")
        else:
            cards = copied(lo, pile(lo, collection))
            assert isinstance(cards, ListPile)
            count = code.let("n", f"L[{cards.at}]")
            element = _taken(
                lo, expr, depth, count, f"L[{cards.at} + 1 + {{}}]", f"list_has(L, {cards.at}, {{}})"
            )
        code(f"log_pick(C, {lo.kit.expr(expr)}, C[PICKS + 4 * {depth} + 1], {element})")
        with code.block(f"if C[PICKS + 4 * {depth} + 1] > 0:"):
            lo.tick()
            count_element(lo, expr)
            with_variable(lo, bind.slot, element, bind.type, lambda: action(lo, inner))
        return
    if collection.type in GROUPINGS:
        _any_group(lo, expr, depth)
        return
    listed = scalars(lo, collection)
    element = _taken(
        lo, expr, depth, listed.count, f"C[{listed.at} + {{}}]",
        f"words_have(C, {listed.at}, {listed.count}, {{}})",
    )  # fmt: skip
    code(f"log_pick(C, {lo.kit.expr(expr)}, C[PICKS + 4 * {depth} + 1], {element})")
    with code.block(f"if C[PICKS + 4 * {depth} + 1] > 0:"):
        lo.tick()
        count_element(lo, expr)
        with_variable(lo, bind.slot, element, bind.type, lambda: action(lo, inner))


def _taken(lo: Lowering, expr: Expr, depth: str, count: str, nth: str, there: str) -> str:
    """The element: the one at the index asked for, or the one that was taken, if it is still there."""
    code = lo.code
    element = code.let("x", "0")
    with code.block("if C[HOW] == EXPLORING:"):
        index = code.let("k", f"explored(C, {count})")
        with code.block(f"if {count} > 0:"):
            code(f"{element} = {nth.format(index)}")
            code(f"C[PICKS + 4 * {depth} + 2] = {element}")
            code(f"C[PICKS + 4 * {depth} + 3] = {lo.kit.expr(expr) + 1}")
    with code.block("else:"):
        code("taken(C)")
        with code.block(f"if C[PICKS + 4 * {depth} + 1] > 0:"):
            code(f"{element} = C[PICKS + 4 * {depth} + 2]")
            lo.fail_if(
                f"not ({there.format(element)})", "RCY308", expr, "chance has taken away what was chosen here"
            )
    return element


def _any_group(lo: Lowering, expr: Expr, depth: str) -> None:
    """As above; collections are told apart by a fingerprint of their cards, and found again by it.

    While the same `any` is gone through again and again, what it offers is written down once.
    """
    collection, bind, inner = expr.args
    code = lo.code
    lo.kit.groups = True
    at, count, base = (code.let(stem, "0") for stem in ("at", "n", "at"))
    fresh = code.let("b", f"1 if C[HOW] != EXPLORING or C[RESUMED] != {depth} else 0")
    site = lo.kit.expr(expr)
    with code.block(f"if C[PICKS + 4 * {depth} + 3] != {site + 1}:"):
        code(f"{fresh} = 1")
    with code.block(f"if {fresh} != 0:"):
        listed = groups(lo, collection)
        code(f"{at} = {listed.at}")
        code(f"{count} = {listed.count}")
        code(f"{base} = {listed.base or 0}")
        code(f"kept_offer(C, {depth}, {site + 1}, {at}, {count}, {base})")
    with code.block("else:"):
        code(f"{at} = C[OFFERS + 4 * {depth}]")
        code(f"{count} = C[OFFERS + 4 * {depth} + 1]")
        code(f"{base} = C[OFFERS + 4 * {depth} + 2]")
        code(f"C[TOP] = C[OFFERS + 4 * {depth} + 3]")
    there = Listed(at, count, listed.kind, base)
    handle = code.let("h", "0")
    with code.block("if C[HOW] == EXPLORING:"):
        index = code.let("k", f"explored(C, {count})")
        with code.block(f"if {count} > 0:"):
            code(f"{handle} = {handle_of(lo, there, index)}")
    with code.block("else:"):
        code("taken(C)")
        _find_again(lo, there, expr, depth, handle)
    with code.block(f"if C[PICKS + 4 * {depth} + 1] > 0:"):
        element = fetched(lo, there, handle, collection)
        if isinstance(element, Loc):
            code(f"C[PICKS + 4 * {depth} + 2] = {element.place}")
        else:
            code(f"C[PICKS + 4 * {depth} + 2] = fingerprint(L, {element.at})")
            with code.block("if C[KEYING] != 0:"):
                code(f"keep_group(L, C, {depth}, {element.at})")
            code(f"log_list(L, C, {element.at})")
        code(f"log_pick(C, {site}, {count}, {element.place if isinstance(element, Loc) else 0})")
        lo.tick()
        count_element(lo, expr)
        with_variable(lo, bind.slot, element, bind.type, lambda: action(lo, inner))
    with code.block("else:"):
        code(f"log_pick(C, {site}, 0, 0)")


def _find_again(lo: Lowering, there: Listed, expr: Expr, depth: str, handle: str) -> None:
    code = lo.code
    with code.block(f"if C[PICKS + 4 * {depth} + 1] > 0:"):
        index, found = code.let("i", "0"), code.let("b", "0")
        with code.loop(f"{index} < {there.count} and {found} == 0", short=True):
            each_handle = lo.atom(handle_of(lo, there, index))
            element = fetched(lo, there, each_handle, expr.part("collection"))
            mark = element.place if isinstance(element, Loc) else f"fingerprint(L, {element.at})"
            with code.block(f"if {mark} == C[PICKS + 4 * {depth} + 2]:"):
                code(f"{handle} = {each_handle}")
                code(f"{found} = 1")
            code(f"{index} += 1")
        lo.fail_if(f"{found} == 0", "RCY308", expr, "chance has taken away what was chosen here")


def _repeat(lo: Lowering, expr: Expr) -> None:
    times = integer(expr.part("times"), lo.bp.constants)
    if times is not None and 0 < times <= lo.bp.capacity and deals(lo, expr.part("body")):
        deal(lo, expr.part("body"), times)
        return
    left = lo.code.let("k", str(lo.value(expr.part("times"))))
    count_turns(lo, expr, f"max(0, {left})")
    with lo.code.loop(f"{left} > 0"):
        lo.code(f"{left} -= 1")
        lo.tick()
        action(lo, expr.part("body"))


def _repeat_all(lo: Lowering, expr: Expr) -> None:
    """Counts the source once, then moves that many times, each time evaluated anew (§4)."""
    source = taken(expr.part("body"))
    collection = next((arg for arg in source.args if arg.type not in (Type.INT, Type.INT_STORE)), None)
    if collection is None or source.form == "actual":
        card = lo.number(source)
        with lo.code.block(f"if {card} != -1:"):
            count_turns(lo, expr)
            action(lo, expr.part("body"))
        return
    left = lo.code.let("k", size_of_pile(pile(lo, collection)))
    with lo.code.loop(f"{left} > 0", short=True):
        lo.code(f"{left} -= 1")
        again = pile(lo, collection)
        with lo.code.block(f"if {size_of_pile(again)} == 0:"):
            lo.code("break")
        count_turns(lo, expr)
        action(lo, expr.part("body"))


ACTIONS: dict[str, Callable[[Lowering, Expr], None]] = {
    "do": _do,
    "else": _do,
    "if": _if,
    "if.else": _if_else,
    "let": _let,
    "all.do": _all,
    "any.do": _any,
    "repeat": _repeat,
    "repeat.all": _repeat_all,
    **MOVES,
    **SHOWN,
    **CHANGES,
}
"""The code of every action, by its name in the table of forms."""
