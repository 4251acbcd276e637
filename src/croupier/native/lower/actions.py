"""The code of actions (§4).

An `any` in a choice asks the context which element is to be taken: by its index while options are built, by
its value when one is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier.native.lower.blueprint import LARGEST_AWARD, award_parts, known
from croupier.native.lower.counters import (
    condition_of,
    count_element,
    count_holding,
    count_turns,
    otherwise,
)
from croupier.native.lower.groups import each_group, fetched, groups, handle_of, snapshot_lists
from croupier.native.lower.keeping import store_at, store_number
from croupier.native.lower.lowering import Listed, ListPile, Loc, Lowering, Points, SetPile
from croupier.native.lower.piles import (
    GROUPINGS,
    as_pile,
    cards_in,
    is_pile,
    is_set,
    list_at,
    pile,
    size_of_pile,
)
from croupier.native.lower.room import add_card, new_list
from croupier.native.lower.scalars import current_of, each_scalar, queued_of, scalars
from croupier.recycle.constants import integer
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

HELD = (Type.CARDS, Type.COPIES, Type.GROUPS)
SCALARS = (Type.INTS, Type.STRINGS, Type.PLAYERS, Type.TEAMS)
SIMPLE = ("players", "names", "range")
"""Collections that are the same whatever happens while one goes through them."""

EVENTS = (
    *("move", "remember", "forget", "swap", "swap cards", "shuffle", "faro", "make", "set", "points"),
    *("cycle", "pass", "teams", "part", "drop", "pick"),
)
"""The kinds of events, by number; `part` holds parts of the event that follows it."""


def action(lo: Lowering, expr: Expr) -> None:
    """Write what an action does."""
    with lo.code.aside() as lines:
        _ACTIONS[expr.form](lo, expr)
    if any("C[TOP]" in line for line in lines):
        top = lo.code.let("top", "C[TOP]")
        lo.code.lines += lines
        lo.code(f"release(C, {top})")
    else:
        lo.code.lines += lines


def note(lo: Lowering, expr: Expr, kind: str, *details: str) -> None:
    """Something has happened: count it, and tell those who listen."""
    if lo.quiet:
        lo.tick()
        return
    parts = [*details, *["0"] * (5 - len(details))]
    lo.code(f"note(S, L, C, {EVENTS.index(kind)}, {lo.kit.expr(expr)}, {', '.join(parts)})")


# Groups of actions


def _do(lo: Lowering, expr: Expr) -> None:
    for arg in expr.args:
        action(lo, arg)


def _if(lo: Lowering, expr: Expr) -> None:
    with lo.code.block(f"if {condition_of(lo, expr)}:"):
        count_holding(lo, expr)
        action(lo, expr.args[1])
    otherwise(lo, expr)


def _let(lo: Lowering, expr: Expr) -> None:
    named, bind, inner = expr.args
    content = snapshot(lo, named)
    with_variable(lo, bind.slot, content, named.type, lambda: action(lo, inner))


def snapshot(lo: Lowering, expr: Expr) -> Any:
    """A value as a variable keeps it: cards are copied, a location stays the location."""
    if expr.type in (Type.CARDS, Type.COPIES):
        return copied(lo, pile(lo, expr))
    found = groups(lo, expr) if expr.type in GROUPINGS else lo.value(expr)
    if expr.type is Type.GROUPS:
        return found if found.kind == "every" else snapshot_lists(lo, found, expr)
    if isinstance(found, Points):
        words = lo.bp.award_words
        cells = lo.bp.names[lo.bp.word("KEPT_POINTS", words)]
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
        with lo.code.block(f"while {index} < {listed.count}:"):
            handle = handle_of(lo, listed, lo.code.let("k", index))
            lo.code(f"{index} += 1")
            body(fetched(lo, listed, handle, collection))
    elif collection.form in SIMPLE:
        for element in each_scalar(lo, collection):
            body(element)
    else:
        listed = scalars(lo, collection)
        index = lo.code.let("i", "0")
        with lo.code.block(f"while {index} < {listed.count}:"):
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
        with code.block(f"while {index} < {there.count} and {found} == 0:"):
            each_handle = lo.atom(handle_of(lo, there, index))
            element = fetched(lo, there, each_handle, expr.args[0])
            mark = element.place if isinstance(element, Loc) else f"fingerprint(L, {element.at})"
            with code.block(f"if {mark} == C[PICKS + 4 * {depth} + 2]:"):
                code(f"{handle} = {each_handle}")
                code(f"{found} = 1")
            code(f"{index} += 1")
        lo.fail_if(f"{found} == 0", "RCY308", expr, "chance has taken away what was chosen here")


def _repeat(lo: Lowering, expr: Expr) -> None:
    left = lo.code.let("k", str(lo.value(expr.args[0])))
    count_turns(lo, expr, f"max(0, {left})")
    with lo.code.block(f"while {left} > 0:"):
        lo.code(f"{left} -= 1")
        lo.tick(sure=integer(expr.args[0], lo.bp.constants) is None)
        action(lo, expr.args[1])


def _repeat_all(lo: Lowering, expr: Expr) -> None:
    """Counts the source once, then moves that many times, each time evaluated anew (§4)."""
    source = expr.args[0].args[0]
    collection = next((arg for arg in source.args if arg.type not in (Type.INT, Type.INT_STORE)), None)
    if collection is None or source.form == "actual":
        card = lo.number(source)
        with lo.code.block(f"if {card} != -1:"):
            count_turns(lo, expr)
            action(lo, expr.args[0])
        return
    left = lo.code.let("k", size_of_pile(pile(lo, collection)))
    with lo.code.block(f"while {left} > 0:"):
        lo.code(f"{left} -= 1")
        again = pile(lo, collection)
        with lo.code.block(f"if {size_of_pile(again)} == 0:"):
            lo.code("break")
        count_turns(lo, expr)
        action(lo, expr.args[0])


# Primitive actions


def _target(lo: Lowering, expr: Expr) -> tuple[Loc, str]:
    """A destination: the place, and the index at which a card goes in (-1: on top)."""
    loc: Loc = lo.value(expr.args[-1])
    if expr.form == "place.top":
        return loc, "-1"
    if expr.form == "place.bottom":
        return loc, "0"
    index = lo.number(expr.args[0])
    # An index of -1 is no way to say "on top": there is no such place.
    return loc, "(0 - 1)" if index == "-1" else index


def _move(lo: Lowering, expr: Expr) -> None:
    source, place = expr.args
    card = lo.number(source)
    loc, at = _target(lo, place)
    lo.fail_if(f"{card} < 0", "RCY301", expr, "there is no card to move")
    if loc.kind == "mem":
        lo.fail("RCY301", expr, "a memory holds only copies: no card can be moved there")
        return
    target = as_pile(lo, loc)
    origin = f"L[WHERE + {card}]"
    if not lo.quiet or at not in ("-1", "0"):
        origin = lo.code.let("p", origin)
    if at not in ("-1", "0"):
        _fits(lo, expr, at, f"{size_of_pile(target)} - (1 if {origin} == {loc.place} else 0)")
    index = _taken_out(lo, source, card, origin)
    put(lo, loc, target, card, at)
    if not lo.quiet or lo.kit.matters(loc.family):
        lo.code(f"L[WHERE + {card}] = {loc.place}")
    strike(lo, card)
    note(lo, expr, "move", card, origin, index, loc.place, at)


def _taken_out(lo: Lowering, source: Expr, card: str, origin: str) -> str:
    """Take a card out of its place; gives where in it the card was."""
    if source.form == "top" and source.args[0].form in ("vloc", "iloc", "hloc", "oloc"):
        loc: Loc = lo.value(source.args[0])
        if not loc.as_set:
            at = list_at(lo, loc)
            lo.code(f"L[{at}] = L[{at}] - 1")
            return f"L[{at}]"
    known = lo.origins.pop(card, None)
    if known is not None and lo.quiet:
        lo.code(f"{known} &= ~wshl(1, {card})")
        return "0"
    return lo.code.let("i", f"take_out(S, L, {card}, {origin})")


def _fits(lo: Lowering, expr: Expr, at: str, size: str) -> None:
    number = lo.code.let("n", size)
    lo.fail_if(
        f"{at} < 0 or {at} > {number}", "RCY302", expr, "there is no place {a} among {b} cards", at, number
    )


def put(lo: Lowering, loc: Loc, target: SetPile | ListPile, card: str, at: str) -> None:
    """Put a card into a place, in the order that the place keeps."""
    if isinstance(target, SetPile):
        lo.code(f"{target.word} |= wshl(1, {card})")
        return
    into = lo.atom(target.at)
    if loc.free is None:
        with lo.code.block(f"if {_free_table(lo)}[{loc.place}] != 0:"):
            lo.code(f"insert_sorted(L, {into}, {card})")
        with lo.code.block("else:"):
            lo.code(f"insert(L, {into}, {at}, {card})")
    elif loc.free:
        lo.code(f"insert_sorted(L, {into}, {card})")
    elif at == "-1":
        lo.code(f"append(L, {into}, {lo.bp.capacity}, {card})")
    else:
        lo.code(f"insert(L, {into}, {at}, {card})")


def _free_table(lo: Lowering) -> str:
    families = sorted(lo.bp.families.values(), key=lambda family: family.first)
    return lo.kit.table("FREE", tuple(int(f.free) for f in families for _ in range(f.members * f.indices)))


def strike(lo: Lowering, card: str) -> None:
    """A card that is moved leaves the collections that variables hold (§3.3)."""
    for _, content in lo.held:
        if isinstance(content, SetPile):
            lo.code(f"{content.word} &= ~wshl(1, {card})")
        elif isinstance(content, ListPile):
            lo.code(f"strike(L, {content.at}, {card})")
        elif isinstance(content, Listed) and content.kind == "list":
            lo.code(f"strike_lists(C, {content.at}, {content.count}, {card})")
        elif isinstance(content, Listed):
            lo.code(f"strike_base(C, {content.base}, {card})")
        else:
            lo.code(f"strike_saved(S, {content.at}, {card})")


def _remember(lo: Lowering, expr: Expr) -> None:
    card = lo.number(expr.args[0])
    loc, at = _target(lo, expr.args[1])
    lo.fail_if(f"{card} < 0", "RCY301", expr, "there is no card to remember")
    target = as_pile(lo, loc)
    if at not in ("-1", "0"):
        _fits(lo, expr, at, size_of_pile(target))
    put(lo, loc, target, card, at)
    note(lo, expr, "remember", card, loc.place, at)


def _forget(lo: Lowering, expr: Expr) -> None:
    """The copy is removed from the memory in which its form finds it; of equal copies the topmost."""
    copy = expr.args[0]
    if copy.form in ("top", "bottom", "at") and copy.args[-1].type is Type.MEMORY:
        _forget_at(lo, expr, copy)
        return
    card = lo.number(copy)
    done = lo.code.let("b", "0")
    for memory in lo.bp.layout.facts.memories(copy):
        with lo.code.block(f"if {done} == 0:"):
            for loc in _memories(lo, memory):
                at = list_at(lo, loc)
                index = lo.code.let("i", f"last_of(L, {at}, {card})")
                with lo.code.block(f"if {index} >= 0 and {done} == 0:"):
                    _forgotten(lo, expr, loc, at, index)
                    lo.code(f"{done} = 1")
    lo.fail_if(f"{done} == 0", "RCY301", expr, "there is no copy to forget")


def _memories(lo: Lowering, expr: Expr) -> Iterator[Loc]:
    """A memory, or a loop over a collection of memories."""
    if expr.type is Type.MEMORIES:
        yield from each_group(lo, expr)
    else:
        yield lo.value(expr)


def _forget_at(lo: Lowering, expr: Expr, copy: Expr) -> None:
    index = lo.number(copy.args[0]) if copy.form == "at" else "0"
    loc: Loc = lo.value(copy.args[-1])
    at = list_at(lo, loc)
    size = lo.code.let("n", f"L[{at}]")
    lo.fail_if(f"{size} == 0", "RCY301", copy, "there is no copy to forget")
    if copy.form == "at":
        lo.fail_if(
            f"{index} < 0 or {index} >= {size}", "RCY302", copy, "there is no copy {a} among {b}", index, size
        )
    _forgotten(lo, expr, loc, at, f"{size} - 1" if copy.form == "top" else index)


def _forgotten(lo: Lowering, expr: Expr, loc: Loc, at: str, index: str) -> None:
    index = lo.atom(index)
    card = lo.code.let("c", f"L[{at} + 1 + {index}]")
    lo.code(f"remove_at(L, {at}, {index})")
    for kind, content in lo.held:
        if kind != "COPIES":
            continue
        if isinstance(content, ListPile):
            lo.code(f"forget_last(L, {content.at}, {card})")
        elif isinstance(content, SetPile):
            lo.code(f"{content.word} &= ~wshl(1, {card})")
    note(lo, expr, "forget", card, loc.place, index)


def _swap_locations(lo: Lowering, expr: Expr) -> None:
    a, b = (lo.value(arg) for arg in expr.args)
    one, other = list_at(lo, a), list_at(lo, b)
    with lo.code.block(f"if {a.place} != {b.place}:"):
        lo.code(f"swap_lists(L, {one}, {other})")
        settle(lo, a, one)
        settle(lo, b, other)
    note(lo, expr, "swap", a.place, b.place)


def settle(lo: Lowering, loc: Loc, at: str) -> None:
    """The cards of a place are where they are, in the order that the place keeps."""
    free = f"{_free_table(lo)}[{loc.place}]" if loc.free is None else str(int(loc.free))
    lo.code(f"settle(L, {at}, {loc.place}, {free})")


def _swap_cards(lo: Lowering, expr: Expr) -> None:
    one, other = lo.number(expr.args[0]), lo.number(expr.args[1])
    lo.fail_if(f"{one} < 0 or {other} < 0", "RCY301", expr, "there is no card to swap")
    first, second = lo.code.let("p", f"L[WHERE + {one}]"), lo.code.let("p", f"L[WHERE + {other}]")
    lo.code(f"exchange(S, L, {one}, {other})")
    note(lo, expr, "swap cards", one, other, first, second)


def _shuffle(lo: Lowering, expr: Expr) -> None:
    loc: Loc = lo.value(expr.args[0])
    if loc.as_set or loc.free:
        lo.code("draw(S)")
    elif loc.free is None:
        with lo.code.block(f"if {_free_table(lo)}[{loc.place}] != 0:"):
            lo.code("draw(S)")
        with lo.code.block("else:"):
            lo.code(f"shuffle(S, L, {list_at(lo, loc)})")
    elif lo.quiet and (lazy := lo.kit.lazy(loc.family)) is not None:
        lo.code(f"shuffle_later(S, L, {lazy}, {list_at(lo, loc)})")
    else:
        lo.code(f"shuffle(S, L, {list_at(lo, loc)})")
    if not lo.quiet and not loc.as_set:
        lo.code(f"log_list(L, C, {list_at(lo, loc)})")
    note(lo, expr, "shuffle", loc.place)


def _riffle(lo: Lowering, expr: Expr) -> None:
    a, b = (lo.value(arg) for arg in expr.args)
    one, other = list_at(lo, a), list_at(lo, b)
    added = lo.code.let("h", f"fingerprint(L, {other}) if {a.place} != {b.place} else 0")
    with lo.code.block(f"if {a.place} != {b.place}:"):
        if not lo.quiet:
            lo.code(f"log_list(L, C, {other})")
            with lo.code.block("if C[NOTING] & LEARNS != 0:"):
                lo.code(f"carried(S, L, {b.place}, {b.place}, {a.place})")
        lo.code(f"riffle(L, {one}, {other}, {lo.kit.buffer(2 * lo.bp.capacity)})")
        settle(lo, a, one)
    note(lo, expr, "faro", a.place, b.place, added)


def _mark_set(lo: Lowering, number: str) -> None:
    """Storages that have been set are told in views, others are not."""
    if not lo.quiet:
        number = lo.atom(number)
        lo.code(f"S[HAS + ({number} >> 6)] |= wshl(1, {number} & 63)")


def _set(lo: Lowering, expr: Expr) -> None:
    at = lo.atom(store_at(lo, expr.args[0]))
    number = lo.number(expr.args[1])
    lo.code(f"S[{at}] = {number}")
    _stored(lo, expr, number)


def _stored(lo: Lowering, expr: Expr, content: str) -> None:
    if lo.quiet:
        lo.tick()
        return
    number = lo.atom(store_number(lo, expr.args[0]))
    _mark_set(lo, number)
    note(lo, expr, "set", number, content)


def _change(lo: Lowering, expr: Expr) -> None:
    at = lo.atom(store_at(lo, expr.args[0]))
    by = lo.number(expr.args[1])
    name = "add" if expr.form == "inc" else "sub"
    lo.fail_if(f"{name}_overflows(S[{at}], {by})", "RCY304", expr, "the result does not fit into 64 bits")
    number = lo.code.let("n", f"w{name}(S[{at}], {by})")
    lo.code(f"S[{at}] = {number}")
    _stored(lo, expr, number)


def _set_points(lo: Lowering, expr: Expr) -> None:
    filler = next(i for i, known_ in enumerate(lo.bp.fillers, 1) if known_ is expr)
    computed: list[str] = []
    parts: list[str] = []
    for award in expr.args[1:]:
        for part in award_parts(award):
            if known(part, lo.bp.constants):
                parts.append(str(lo.value(part)))
            else:
                computed.append(lo.code.let("x", lo.value(part)))
                parts.append(computed[-1])
                if part is award.args[-1]:
                    lo.give_up_if(f"{computed[-1]} > {LARGEST_AWARD} or {computed[-1]} < -{LARGEST_AWARD}")
    at = lo.atom(store_at(lo, expr.args[0]))
    lo.code(f"S[{at}] = {filler}")
    for i, word in enumerate(computed, 1):
        lo.code(f"S[{at} + {i}] = {word}")
    if lo.quiet:
        lo.tick()
        return
    number = lo.atom(store_number(lo, expr.args[0]))
    _mark_set(lo, number)
    with lo.code.block("if C[NOTING] != 0:"):
        for i in range(0, len(parts), 5):
            five = [*parts[i : i + 5], *["0"] * 5][:5]
            lo.code(f"tell(C, {EVENTS.index('part')}, 0, {', '.join(five)})")
    note(lo, expr, "points", number, str(len(parts)))


def _turn(lo: Lowering, expr: Expr) -> None:
    kind = "team" if expr.args[0].type is Type.TEAM else "player"
    queues = expr.form == "cycle.next"
    member = lo.number(expr.args[0])
    lo.code(f"{queued_of(lo, kind) if queues else current_of(lo, kind)} = {member}")
    note(lo, expr, "cycle", str(int(kind == "team")), str(int(queues)), member)


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
    loc: Loc = lo.value(expr.args[0])
    batches = lo.bp.layout.pack.batches[expr.span.start]
    made = lo.code.let("k", str(-1))
    for number, batch in enumerate(batches):
        if not batch:
            continue
        with lo.code.block(f"if {made} < 0 and L[WHERE + {batch[0]}] < 0:"):
            lo.code(f"{made} = {number}")
            table = lo.kit.table(f"BATCH_{expr.span.start}", tuple(batch))
            index = lo.code.let("i", "0")
            with lo.code.block(f"while {index} < {len(batch)}:"):
                card = lo.code.let("c", f"{table}[{index}]")
                put(lo, loc, as_pile(lo, loc), card, "-1")
                lo.code(f"L[WHERE + {card}] = {loc.place}")
                lo.code(f"{index} += 1")
    note(lo, expr, "make", made, loc.place)


_ACTIONS: dict[str, Callable[[Lowering, Expr], None]] = {
    "do": _do,
    "if": _if,
    "let": _let,
    "all.do": _all,
    "any.do": _any,
    "repeat": _repeat,
    "repeat.all": _repeat_all,
    "move": _move,
    "remember": _remember,
    "forget": _forget,
    "swap.locations": _swap_locations,
    "swap.cards": _swap_cards,
    "shuffle": _shuffle,
    "shuffle.faro": _riffle,
    "set.int": _set,
    "inc": _change,
    "dec": _change,
    "set.str": _set,
    "set.points": _set_points,
    "cycle.next": _turn,
    "cycle.current": _turn,
    "pass": _pass,
    "create.teams": _create_teams,
    "create.deck": _create_deck,
}
"""The code of every action, by its name in the table of forms."""
