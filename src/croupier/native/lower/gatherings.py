"""The code of cards and of collections of them (§3.2, §3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.native.lower import groups as grouping
from croupier.native.lower.blueprint import is_fixed
from croupier.native.lower.lowering import Listed, ListPile, Loc, Lowering, Pile, Points, SetPile, lowers
from croupier.native.lower.piles import (
    GROUPINGS,
    as_pile,
    cards_in,
    each,
    each_card,
    hoist,
    is_pile,
    is_set,
    mask_of,
    pile,
    size_of_pile,
)
from croupier.native.lower.points import attribute_table, score
from croupier.native.lower.room import add_card, new_list
from croupier.native.lower.scalars import scalars
from croupier.recycle.places import is_location
from croupier.recycle.program import Expr


@lowers("filter", shared=True, fresh=True)
def _filter(lo: Lowering, expr: Expr) -> Pile | Listed:
    collection, bind, holds = expr.args
    if expr.type in GROUPINGS:
        return grouping.filtered(lo, expr)
    if not is_pile(collection.type):
        return scalars(lo, expr)
    if is_set(lo, collection):
        found = pile(lo, collection)
        assert isinstance(found, SetPile)
        mask = mask_of(lo, holds, bind.slot)
        word = lo.code.let("w", found.word)
        lo.tick(f"popcount({word})")
        if mask is not None:
            return SetPile(lo.code.let("w", f"{word} & {mask}"))
        kept = lo.code.let("w", "0")
        hoist(lo, expr)
        for card in cards_in(lo, SetPile(word)):
            outer = lo.env.get(bind.slot)
            lo.env[bind.slot] = card
            with lo.code.block(f"if {lo.value(holds)}:"):
                lo.code(f"{kept} |= wshl(1, {card})")
            lo.env[bind.slot] = outer
        return SetPile(kept)
    cards = new_list(lo)
    for card in each_card(lo, expr):
        add_card(lo, cards, card)
    return cards


@lowers("cardatt", shared=True)
def _cardatt(lo: Lowering, expr: Expr) -> str:
    name, card = expr.args
    if name.form == "name":
        column = tuple(lo.bp.column(str(name.value)))
        table = lo.kit.table(f"ATT_{name.value}", column)
        return f"{table}[{lo.value(card)} + 1]"
    found = lo.number(card)
    with lo.code.aside() as lines:
        key = lo.value(name)
    if not lines:
        return f"{attribute_table(lo.kit)}[{key} * {lo.bp.cards + 1} + {found} + 1]"
    # The name is looked at only if there is a card.
    result = lo.code.let("s", "0")
    with lo.code.block(f"if {found} >= 0:"):
        key = lo.value(name)
        lo.code(f"{result} = {attribute_table(lo.kit)}[{key} * {lo.bp.cards + 1} + {found} + 1]")
    return result


@lowers("top", "bottom", shared=True)
def _top(lo: Lowering, expr: Expr) -> str:
    found = lo.value(expr.part("cards"))
    cards = as_pile(lo, found)
    if lo.quiet and isinstance(found, Loc) and isinstance(cards, ListPile):
        lazy = lo.kit.lazy(found.family)
        if lazy is not None:
            lo.code(f"settle_top(S, L, {lazy}, {cards.at})")
    if isinstance(cards, SetPile):
        word = lo.atom(cards.word)
        end = f"63 - clz({word})" if expr.form == "top" else f"ctz({word})"
        return lo.code.let("c", f"{end} if {word} != 0 else -1")
    at = lo.atom(cards.at)
    if cards.single:
        return lo.code.let("c", f"L[{at} + 1] if L[{at}] != 0 else -1")
    end = f"L[{at} + L[{at}]]" if expr.form == "top" else f"L[{at} + 1]"
    return lo.code.let("c", f"{end} if L[{at}] > 0 else -1")


@lowers("at")
def _at(lo: Lowering, expr: Expr) -> str:
    index = lo.number(expr.part("index"))
    cards = pile(lo, expr.part("cards"))
    size = lo.code.let("n", size_of_pile(cards))
    lo.fail_if(
        f"({index} < 0 or {index} >= {size}) and {size} > 0", "RCY302", expr,
        "there is no card {a} among {b}", index, size,
    )  # fmt: skip
    card = f"nth_bit({cards.word}, {index})" if isinstance(cards, SetPile) else f"L[{cards.at} + 1 + {index}]"
    return lo.code.let("c", f"{card} if {size} > 0 else -1")


@lowers("max", "min")
def _max(lo: Lowering, expr: Expr) -> str:
    return best_card(lo, expr)[0]


def best_card(lo: Lowering, expr: Expr, holders: int | None = None) -> tuple[str, str]:
    """The card of a `max` or `min`, and what a variable was when it was found.

    The first pass finds the best score and how many have it; only a tie needs a second one (§3.2).
    """
    points: Points = lo.value(expr.part("points"))
    source = expr.part("cards")
    if source.form == "filter" or any(e.traits.draws for e in source.walk()):
        cards: Pile | None = pile(lo, source)
        if isinstance(cards, SetPile):
            cards = SetPile(lo.atom(cards.word))
    else:
        cards = None
    # No score comes near the least and the greatest integer.
    worst, sign = ("LEAST", ">") if expr.form == "max" else ("GREATEST", "<")
    best, ties, card_found = lo.code.let("v", worst), lo.code.let("n", "0"), lo.code.let("c", "-1")
    holder = lo.code.let("p", "-1") if holders is not None else ""

    def keep(card: str) -> None:
        lo.code(f"{card_found} = {card}")
        if holders is not None:
            lo.code(f"{holder} = {lo.env[holders]}")

    apart = _single_cards(lo, source) if cards is None else None
    if apart is not None:
        # Without jumps: which is best nobody can foresee. What lies where there is no card does not count.
        for card, there in apart:
            found = lo.code.let("v", f"{score(lo, points, card)} if {there} else {worst}")
            lo.code(f"{ties} = 1 if {found} {sign} {best} else {ties} + (1 if {found} == {best} else 0)")
            lo.code(f"{card_found} = {card} if {found} {sign} {best} else {card_found}")
            if holders is not None:
                lo.code(f"{holder} = {lo.env[holders]} if {found} {sign} {best} else {holder}")
            lo.code(f"{best} = {'max' if sign == '>' else 'min'}({best}, {found})")
    else:
        for card in each_card(lo, source) if cards is None else cards_in(lo, cards):
            found = lo.code.let("v", score(lo, points, card))
            with lo.code.block(f"if {found} {sign} {best}:"):
                lo.code(f"{best} = {found}")
                keep(card)
                lo.code(f"{ties} = 1")
            with lo.code.block(f"elif {found} == {best}:"):
                lo.code(f"{ties} += 1")
    lo.fail_if(f"{best} == {worst}", "RCY303", expr, "there are no cards to choose from")
    with lo.code.block(f"if {ties} > 1:"):
        left = lo.code.let("k", f"below(S, {ties})")
        steps = lo.code.let("st", lo.steps)
        # Rare: not worth being written out for every player.
        unrolled, lo.unrolled = lo.unrolled, True
        for card in each_card(lo, source) if cards is None else cards_in(lo, cards):
            with lo.code.block(f"if {score(lo, points, card)} == {best}:"):
                with lo.code.block(f"if {left} == 0:"):
                    keep(card)
                lo.code(f"{left} -= 1")
        lo.unrolled = unrolled
        lo.code(f"{lo.steps} = {steps}")
    return card_found, holder


def _single_cards(lo: Lowering, source: Expr) -> Iterator[tuple[str, str]] | None:
    """What lies in places that hold one card at most, and whether it is there; None if they may hold more."""
    if source.form != "union.groups" or source.part("groups").form != "all.collect":
        return None
    place = source.part("groups").part("cards")
    if not is_location(place) or not is_fixed(place) or not lo.quiet:
        return None
    if not lo.kit.single(lo.bp.family_of(place)):
        return None

    def through() -> Iterator[tuple[str, str]]:
        for _ in each(lo, source.part("groups")):
            cards = pile(lo, place)
            assert isinstance(cards, ListPile)
            at = lo.atom(cards.at)
            yield lo.code.let("c", f"L[{at} + 1]"), f"L[{at}] != 0"

    return through()


@lowers("union", fresh=True)
def _union(lo: Lowering, expr: Expr) -> ListPile:
    cards = new_list(lo)
    for arg in expr.args:
        for card in each_card(lo, arg):
            add_card(lo, cards, card)
    return cards


@lowers("union.groups", fresh=True)
def _union_groups(lo: Lowering, expr: Expr) -> ListPile:
    if expr.part("groups").form == "all.collect":
        cards = new_list(lo)
        for card in each_card(lo, expr):
            add_card(lo, cards, card)
        return cards
    return grouping.joined(lo, grouping.groups(lo, expr.part("groups")), expr.part("groups"), "join_lists")


@lowers("intersect", "disjunction")
def _intersect(lo: Lowering, expr: Expr) -> ListPile:
    how = "in_every" if expr.form == "intersect" else "in_one"
    return grouping.joined(lo, grouping.written_down(lo, expr.args), expr, how)


@lowers("intersect.groups", "disjunction.groups")
def _intersect_groups(lo: Lowering, expr: Expr) -> ListPile:
    how = "in_every" if expr.form == "intersect.groups" else "in_one"
    return grouping.joined(lo, grouping.groups(lo, expr.part("groups")), expr.part("groups"), how)


@lowers("sort")
def _sort(lo: Lowering, expr: Expr) -> ListPile:
    points: Points = lo.value(expr.part("points"))
    return grouping.sorted_list(lo, expr.part("cards"), points)[0]


@lowers("top.some", "bottom.some")
def _some(lo: Lowering, expr: Expr) -> ListPile:
    found = grouping.as_list(lo, expr.part("cards"))
    number = lo.number(expr.part("number"))
    cards = new_list(lo)
    size = lo.code.let("n", f"min(max(0, {number}), L[{found.at}])")
    index = lo.code.let("i", "0")
    with lo.code.loop(f"{index} < {size}", short=True):
        at = f"L[{found.at}] - {index}" if expr.form == "top.some" else f"1 + {index}"
        add_card(lo, cards, f"L[{found.at} + {at}]")
        lo.code(f"{index} += 1")
    return cards


@lowers("run.top", "run.bottom")
def _run(lo: Lowering, expr: Expr) -> ListPile:
    points: Points = lo.value(expr.part("points"))
    found = grouping.as_list(lo, expr.part("cards"))
    least = lo.number(expr.part("number"))
    scores = grouping.with_scores(lo, found, points)
    cards = new_list(lo)
    top = int(expr.form == "run.top")
    lo.code(f"stretch(L, C, {cards.at}, {found.at}, {scores}, max(1, {least}), {top})")
    return cards
