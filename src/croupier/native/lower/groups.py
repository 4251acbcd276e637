"""The code of collections of card collections (§3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.interpreter.layout import owner_kind
from croupier.native.lower.lowering import Listed, ListPile, Loc, Lowering, Points, lowers
from croupier.native.lower.piles import GROUPINGS, as_pile, cards_in, each, list_at, pile, size_of_pile
from croupier.native.lower.points import attribute_table, score
from croupier.native.lower.room import add_card, add_word, new_list, open_list
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

MAX_GROUPS = 100_000
MAX_SUBSET_CARDS = 16
MAX_SUMMED = 64
TOO_MANY = f"this makes more than {MAX_GROUPS:,} collections"


def groups(lo: Lowering, expr: Expr) -> Listed:
    """The collections, written down."""
    ready = lo.ready(expr)
    found: Listed = ready if ready is not None else lo.value(expr)
    return found


def each_group(lo: Lowering, expr: Expr) -> Iterator[Any]:
    """A loop over the collections, from which a `break` leaves."""
    listed = groups(lo, expr)
    at = lo.code.let("i", "0")
    with lo.code.loop(f"{at} < {listed.count}"):
        element = fetched(lo, listed, handle_of(lo, listed, at), expr)
        lo.code(f"{at} += 1")
        yield element


def handle_of(lo: Lowering, listed: Listed, index: str) -> str:
    """What stands for one of the collections."""
    return lo.code.let("h", index if listed.kind == "every" else f"C[{listed.at} + {index}]")


def fetched(lo: Lowering, listed: Listed, handle: str, expr: Expr) -> Any:
    """One of the collections: a place, or a list of its own."""
    if listed.kind == "place":
        return Loc(handle, "mem" if expr.type is Type.MEMORIES else "vloc")
    cards = new_list(lo)
    if listed.kind == "list":
        lo.code(f"fetch(L, C, {cards.at}, {2 * lo.bp.capacity}, {handle})")
    else:
        lo.code(f"fetch_subset(L, C, {cards.at}, {2 * lo.bp.capacity}, {listed.base}, {handle})")
    return cards


def stored(lo: Lowering, cards: ListPile) -> None:
    """Copy a list of cards to the top."""
    lo.kit.groups = True
    lo.code(f"store(L, C, {cards.at})")


def as_list(lo: Lowering, expr: Expr) -> ListPile:
    """A collection of cards as a list of its own."""
    found = pile(lo, expr)
    cards = new_list(lo)
    for card in cards_in(lo, found):
        add_card(lo, cards, card)
    return cards


def with_scores(lo: Lowering, cards: ListPile, points: Points) -> str:
    """Write down what each card scores; gives where, in `C`."""
    at = lo.code.let("at", "C[TOP]")
    lo.kit.groups = True
    number = lo.code.let("n", "0")
    for card in cards_in(lo, cards):
        lo.code(f"room(C, {at} + {number})")
        lo.code(f"C[{at} + {number}] = {score(lo, points, card)}")
        lo.code(f"{number} += 1")
    lo.code(f"C[TOP] = {at} + {number}")
    return at


def sorted_list(lo: Lowering, expr: Expr, points: Points) -> tuple[ListPile, str]:
    """Cards by rising score, and their scores."""
    cards = as_list(lo, expr)
    at = with_scores(lo, cards, points)
    lo.code(f"sort_cards(L, C, {cards.at}, {at})")
    return cards, at


def _handles(lo: Lowering, at: str, count: str) -> Listed:
    """Handles for lists that stand one behind the other."""
    handles = lo.code.let("at", "C[TOP]")
    lo.code(f"index_lists(C, {at}, {count})")
    return Listed(handles, count, "list")


@lowers("tuples")
def _tuples(lo: Lowering, expr: Expr) -> Listed:
    number = lo.number(expr.part("number"))
    points: Points = lo.value(expr.part("points"))
    cards, scores = sorted_list(lo, expr.part("cards"), points)
    at = lo.code.let("at", "C[TOP]")
    count = lo.code.let("n", f"make_tuples(L, C, {cards.at}, {scores}, {number})")
    lo.fail_if(f"{count} > {MAX_GROUPS}", "RCY307", expr, TOO_MANY)
    return _handles(lo, at, count)


@lowers("runs.largest", "runs.all")
def _runs(lo: Lowering, expr: Expr) -> Listed:
    least = lo.number(expr.part("number"))
    points: Points = lo.value(expr.part("points"))
    cards, scores = sorted_list(lo, expr.part("cards"), points)
    at = lo.code.let("at", "C[TOP]")
    largest = int(expr.form == "runs.largest")
    count = lo.code.let("n", f"make_runs(L, C, {cards.at}, {scores}, max(1, {least}), {largest})")
    lo.fail_if(f"{count} > {MAX_GROUPS}", "RCY307", expr, TOO_MANY)
    return _handles(lo, at, count)


@lowers("partition")
def _partition(lo: Lowering, expr: Expr) -> Listed:
    key = lo.number(expr.part("key"))
    cards = new_list(lo)
    for arg in expr.parts("cards"):
        for card in cards_in(lo, pile(lo, arg)):
            add_card(lo, cards, card)
    values = lo.code.let("at", "C[TOP]")
    lo.kit.groups = True
    number = lo.code.let("n", "0")
    for card in cards_in(lo, cards):
        lo.code(f"room(C, {values} + {number})")
        lo.code(f"C[{values} + {number}] = {attribute_table(lo.kit)}[{key} * {lo.bp.cards + 1} + {card} + 1]")
        lo.code(f"{number} += 1")
    lo.code(f"C[TOP] = {values} + {number}")
    at = lo.code.let("at", "C[TOP]")
    count = lo.code.let("n", f"make_parts(L, C, {cards.at}, {values})")
    return _handles(lo, at, count)


@lowers("subsets")
def _subsets(lo: Lowering, expr: Expr) -> Listed:
    cards = as_list(lo, expr.part("cards"))
    lo.fail_if(
        f"L[{cards.at}] > {MAX_SUBSET_CARDS}", "RCY307", expr,
        f"subsets of {{a}} cards: at most {MAX_SUBSET_CARDS} are possible", f"L[{cards.at}]",
    )  # fmt: skip
    base = lo.code.let("at", "C[TOP]")
    count = lo.code.let("n", f"wshl(1, L[{cards.at}])")
    stored(lo, cards)
    return Listed("0", count, "every", base)


@lowers("subsets.some")
def _some_subsets(lo: Lowering, expr: Expr) -> Listed:
    cards = as_list(lo, expr.part("cards"))
    low, high = lo.number(expr.part("low")), lo.number(expr.part("high"))
    lo.kit.groups = True
    lo.fail_if(f"count_subsets(L[{cards.at}], {low}, {high}) > {MAX_GROUPS}", "RCY307", expr, TOO_MANY)
    at = lo.code.let("at", "C[TOP]")
    count = lo.code.let("n", f"make_subsets(L, C, {cards.at}, {low}, {high})")
    return _handles(lo, at, count)


@lowers("sums")
def _sums(lo: Lowering, expr: Expr) -> Listed:
    wanted = lo.number(expr.part("number"))
    cards = as_list(lo, expr.part("cards"))
    points: Points = lo.value(expr.part("points"))
    lo.fail_if(
        f"L[{cards.at}] > {MAX_SUMMED}", "RCY307", expr,
        f"sums of {{a}} cards: at most {MAX_SUMMED} are possible", f"L[{cards.at}]",
    )  # fmt: skip
    scores = with_scores(lo, cards, points)
    at = lo.code.let("at", "C[TOP]")
    count = lo.code.let("n", f"make_sums(L, C, {cards.at}, {scores}, {wanted})")
    lo.fail_if(f"{count} > {MAX_GROUPS}", "RCY307", expr, TOO_MANY)
    return _handles(lo, at, count)


@lowers("all.collect")
def _all_collect(lo: Lowering, expr: Expr) -> Listed:
    _prepare(lo, expr.part("collection"))
    lo.kit.groups = True
    start = lo.code.let("at", "C[TOP]")
    end = lo.code.let("at", start)
    count = lo.code.let("n", "0")
    for _ in each(lo, expr):
        cards = as_list(lo, expr.part("cards"))
        lo.code(f"C[TOP] = {end}")
        stored(lo, cards)
        lo.code(f"{end} = C[TOP]")
        lo.code(f"{count} += 1")
    lo.code(f"C[TOP] = {end}")
    return _handles(lo, start, count)


def _prepare(lo: Lowering, expr: Expr) -> None:
    """Write down what is gone through before room is taken for what comes of it."""
    if expr.type in GROUPINGS:
        lo.prepared[id(expr)] = groups(lo, expr)
    elif expr.type in (Type.TEAM, Type.TEAMS, Type.PLAYERS, Type.INTS, Type.STRINGS):
        from croupier.native.lower.scalars import prepare

        prepare(lo, expr)


@lowers("indexed.vloc", "indexed.iloc", "indexed.hloc", "indexed.oloc", "indexed.mem")
def _indexed(lo: Lowering, expr: Expr) -> Listed:
    kind, owner = expr.form.split(".")[1], owner_kind(expr.part("owner"))
    member = lo.number(expr.part("owner")) if owner != "game" else "0"
    name = lo.number(expr.part("name"))
    room = open_list(lo, "place")
    index = lo.code.let("i", "0")
    first, number = place_tables(lo, kind, owner)
    members = 1 if owner == "game" else lo.bp.seats
    with lo.code.loop(f"{index} < {number}[{name}]", short=True):
        place = lo.code.let("p", f"{first}[{name}] + {index} * {members} + {member}")
        with lo.code.block(f"if L[{list_at(lo, Loc(place, kind))}] > 0:"):
            add_word(lo, room, place)
        lo.code(f"{index} += 1")
    return room


def place_tables(lo: Lowering, kind: str, owner: str) -> tuple[str, str]:
    """By name: the first place, and how many indices are provided for."""
    firsts, numbers = [], []
    for name in lo.bp.strings:
        family = lo.bp.families.get((kind, owner, name))
        listed = family is not None and not family.as_set
        firsts.append(family.first if family and listed else -1)
        numbers.append(family.indices if family and listed else 0)
    stem = f"{kind}_{owner}".upper()
    return lo.kit.table(f"FIRST_{stem}", tuple(firsts)), lo.kit.table(f"INDICES_{stem}", tuple(numbers))


def filtered(lo: Lowering, expr: Expr) -> Listed:
    """Those that hold cards and meet the condition."""
    collection, bind, holds = expr.args
    inner = groups(lo, collection)
    kind = "mask" if inner.kind == "every" else inner.kind
    room = open_list(lo, kind, inner.base)
    index = lo.code.let("i", "0")
    with lo.code.loop(f"{index} < {inner.count}"):
        handle = handle_of(lo, inner, index)
        element = fetched(lo, inner, handle, collection)
        lo.code(f"{index} += 1")
        lo.tick()
        with lo.code.block(f"if {size_of_pile(as_pile(lo, element))} > 0:"):
            outer = lo.env.get(bind.slot)
            lo.env[bind.slot] = element
            test = lo.value(holds)
            lo.env[bind.slot] = outer
            with lo.code.block(f"if {test}:"):
                add_word(lo, room, handle)
    return room


@lowers("top.group", "bottom.group")
def _first_group(lo: Lowering, expr: Expr) -> Any:
    listed = groups(lo, expr.part("groups"))
    live = expr.type in (Type.LOCATION, Type.MEMORY)
    if live:
        lo.fail_if(f"{listed.count} == 0", "RCY302", expr, "none of the indexed locations holds a card")
    index = "0" if expr.form == "top.group" else f"{listed.count} - 1"
    if live:
        return fetched(lo, listed, handle_of(lo, listed, index), expr.part("groups"))
    cards = new_list(lo)
    with lo.code.block(f"if {listed.count} > 0:"):
        found = as_pile(lo, fetched(lo, listed, lo.atom(handle_of(lo, listed, index)), expr.part("groups")))
        for card in cards_in(lo, found):
            add_card(lo, cards, card)
    return cards


@lowers("at.group")
def _group_at(lo: Lowering, expr: Expr) -> Any:
    index = lo.number(expr.part("index"))
    listed = groups(lo, expr.part("groups"))
    lo.fail_if(
        f"{index} < 0 or {index} >= {listed.count}", "RCY302", expr,
        "there is no collection {a} among {b}", index, listed.count,
    )  # fmt: skip
    return fetched(lo, listed, handle_of(lo, listed, index), expr.part("groups"))


def written_down(lo: Lowering, exprs: tuple[Expr, ...]) -> Listed:
    """Several collections of cards as one collection of collections."""
    start = lo.code.let("at", "C[TOP]")
    lo.kit.groups = True
    end = lo.code.let("at", start)
    for expr in exprs:
        cards = as_list(lo, expr)
        lo.code(f"C[TOP] = {end}")
        stored(lo, cards)
        lo.code(f"{end} = C[TOP]")
    return _handles(lo, start, lo.code.let("n", str(len(exprs))))


def joined(lo: Lowering, listed: Listed, expr: Expr, how: str) -> ListPile:
    """The cards of all collections, of every one, or of just one."""
    cards = new_list(lo)
    if listed.kind != "list":
        listed = _as_lists(lo, listed, expr)
    lo.code(f"{how}(L, C, {cards.at}, {2 * lo.bp.capacity}, {listed.at}, {listed.count})")
    return cards


def _as_lists(lo: Lowering, listed: Listed, expr: Expr) -> Listed:
    start = lo.code.let("at", "C[TOP]")
    index = lo.code.let("i", "0")
    with lo.code.loop(f"{index} < {listed.count}"):
        element = as_pile(lo, fetched(lo, listed, handle_of(lo, listed, index), expr))
        assert isinstance(element, ListPile)
        stored(lo, element)
        lo.code(f"{index} += 1")
    return _handles(lo, start, listed.count)


snapshot_lists = _as_lists
"""Collections of any kind, each as a list of its own."""
