"""The meaning of cards and of collections of them (§3.2 to §3.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product
from math import comb
from typing import Any

from croupier.interpreter.fault import Fault
from croupier.interpreter.layout import Layout
from croupier.interpreter.table import NO_CARD, NOBODY, Awards, Table
from croupier.interpreter.valuing import (
    MAX_GROUPS,
    Meaning,
    cards,
    contents,
    each,
    elements,
    groups,
    in_range,
    means,
    scores_under,
    value,
)
from croupier.recycle.places import LIVE
from croupier.recycle.program import Expr
from croupier.recycle.types import Type, is_a

MAX_SUBSET_CARDS = 16
MAX_SUMMED = 64

# Aggregation


@means("filter")
def _filter(layout: Layout, expr: Expr) -> Meaning:
    through, holds = each(layout, expr), value(layout, expr.part("condition"))
    if expr.type is Type.GROUPS:
        return lambda t: [e for e in through(t) if e and holds(t)]
    if expr.type in LIVE:
        return lambda t: [e for e in through(t) if t.pile(e) and holds(t)]
    listed, slot = contents(layout, expr.part("collection")), expr.part("variable").slot

    def run(t: Table) -> list[Any]:
        # As `each` goes through them: most of the time of many games is spent here.
        outer, found = t.variables[slot], []
        for element in listed(t):
            t.tick()
            t.variables[slot] = element
            if holds(t):
                found.append(element)
        t.variables[slot] = outer
        return found

    return run


@means("all.sum")
def _all_sum(layout: Layout, expr: Expr) -> Meaning:
    through, number = each(layout, expr), value(layout, expr.part("value"))
    return lambda t: in_range(expr, sum(number(t) for _ in through(t)))


@means("all.collect")
def _all_collect(layout: Layout, expr: Expr) -> Meaning:
    through, pile = each(layout, expr), cards(layout, expr.part("cards"))
    return lambda t: [list(pile(t)) for _ in through(t)]


# What is named, and what is one thing or another


@means("let.value")
def _let(layout: Layout, expr: Expr) -> Meaning:
    said, slot = expr.part("value"), expr.part("variable").slot
    kept = elements(layout, said) if said.type in (Type.CARDS, Type.COPIES) else value(layout, said)
    inner = value(layout, expr.part("result"))

    def run(t: Table) -> Any:
        content, outer = kept(t), t.variables[slot]
        t.variables[slot] = content
        try:
            return inner(t)
        finally:
            t.variables[slot] = outer

    return run


@means("if.value")
def _if(layout: Layout, expr: Expr) -> Meaning:
    holds = value(layout, expr.part("condition"))
    # Two collections of cards are a snapshot, and a team may stand for its players.
    listed = is_a(expr.type, Type.COLLECTION) and expr.type not in (Type.GROUPS, Type.TEAM, Type.LOCATION)
    meaning = elements if listed and expr.type not in LIVE else groups if expr.type is Type.GROUPS else value
    then, otherwise = (meaning(layout, expr.part(name)) for name in ("value", "otherwise"))
    return lambda t: then(t) if holds(t) else otherwise(t)


@means("at.any")
def _element_at(layout: Layout, expr: Expr) -> Meaning:
    index, listed = value(layout, expr.part("index")), contents(layout, expr.part("collection"))

    def run(t: Table) -> Any:
        i, found = index(t), listed(t)
        if not 0 <= i < len(found):
            raise Fault("RCY302", expr, f"there is no element {i} among {len(found)}")
        return found[i]

    return run


@means("join")
def _join(layout: Layout, expr: Expr) -> Meaning:
    parts = [_joined(layout, arg) for arg in expr.args]
    return lambda t: [element for part in parts for element in part(t)]


def _joined(layout: Layout, expr: Expr) -> Callable[[Table], Sequence[Any]]:
    """What a part of `join` gives: one player is a collection, and nobody is none."""
    if expr.type in (Type.PLAYER, Type.PLAYER_STORE):
        player = value(layout, expr)
        return lambda t: [seat for seat in (player(t),) if seat != NOBODY]
    if is_a(expr.type, Type.GROUPS):
        return groups(layout, expr)
    return contents(layout, expr)


# Strings and cards


@means("cardatt")
def _cardatt(layout: Layout, expr: Expr) -> Meaning:
    name, card = value(layout, expr.part("key")), value(layout, expr.part("card"))
    attributes = layout.by_card(layout.cards)
    if expr.part("key").form == "name":
        key = str(expr.part("key").value)
        # NO_CARD counts from the end, and finds the "" that is put there.
        column = layout.by_card([*(attribute.get(key, "") for attribute in attributes), ""])
        return lambda t: column[card(t)]

    def run(t: Table) -> str:
        found = card(t)
        return "" if found == NO_CARD else attributes[found].get(name(t), "")

    return run


@means("top", "bottom")
def _top(layout: Layout, expr: Expr) -> Meaning:
    pile = cards(layout, expr.part("cards"))
    end = -1 if expr.form == "top" else 0

    def run(t: Table) -> int:
        found = pile(t)
        return found[end] if found else NO_CARD

    return run


@means("at")
def _at(layout: Layout, expr: Expr) -> Meaning:
    index, pile = value(layout, expr.part("index")), cards(layout, expr.part("cards"))

    def run(t: Table) -> int:
        i, found = index(t), pile(t)
        if 0 <= i < len(found):
            return found[i]
        if not found:
            return NO_CARD
        raise Fault("RCY302", expr, f"there is no card {i} among {len(found)}")

    return run


@means("max", "min")
def _max(layout: Layout, expr: Expr) -> Meaning:
    pile, awards = cards(layout, expr.part("cards")), value(layout, expr.part("points"))
    best = max if expr.form == "max" else min

    def run(t: Table) -> int:
        found, scores = pile(t), scores_under(t, awards(t))
        if not found:
            raise Fault("RCY303", expr, "there are no cards to choose from")
        score = best(scores[c] for c in found)
        tied = [c for c in found if scores[c] == score]
        return tied[t.stream.below(len(tied))]

    return run


@means("actual")
def _actual(layout: Layout, expr: Expr) -> Meaning:
    return value(layout, expr.part("card"))


# Card collections


@means("union")
def _union(layout: Layout, expr: Expr) -> Meaning:
    piles = [cards(layout, arg) for arg in expr.args]
    return lambda t: [c for pile in piles for c in pile(t)]


@means("union.groups")
def _union_groups(layout: Layout, expr: Expr) -> Meaning:
    members = groups(layout, expr.part("groups"))
    return lambda t: [c for pile in members(t) for c in pile]


def _in_every(piles: list[list[int]]) -> list[int]:
    seen = dict.fromkeys(c for pile in piles for c in pile)
    return [c for c in seen if all(c in pile for pile in piles)]


def _in_one(piles: list[list[int]]) -> list[int]:
    seen = dict.fromkeys(c for pile in piles for c in pile)
    return [c for c in seen if sum(c in pile for pile in piles) == 1]


@means("intersect", "disjunction")
def _intersect(layout: Layout, expr: Expr) -> Meaning:
    piles = [cards(layout, arg) for arg in expr.args]
    joined = _in_every if expr.form == "intersect" else _in_one
    return lambda t: joined([pile(t) for pile in piles])


@means("intersect.groups", "disjunction.groups")
def _intersect_groups(layout: Layout, expr: Expr) -> Meaning:
    members = groups(layout, expr.part("groups"))
    joined = _in_every if expr.form == "intersect.groups" else _in_one
    return lambda t: joined(members(t))


@means("sort")
def _sort(layout: Layout, expr: Expr) -> Meaning:
    pile, awards = cards(layout, expr.part("cards")), value(layout, expr.part("points"))

    def run(t: Table) -> list[int]:
        scores = scores_under(t, awards(t))
        return sorted(pile(t), key=lambda c: scores[c])

    return run


@means("top.some", "bottom.some")
def _some(layout: Layout, expr: Expr) -> Meaning:
    number, pile = value(layout, expr.part("number")), cards(layout, expr.part("cards"))
    if expr.form == "top.some":
        return lambda t: pile(t)[::-1][: max(0, number(t))]
    return lambda t: pile(t)[: max(0, number(t))]


@means("run.top", "run.bottom")
def _run(layout: Layout, expr: Expr) -> Meaning:
    least, pile, awards = (
        value(layout, expr.part("number")),
        cards(layout, expr.part("cards")),
        value(layout, expr.part("points")),
    )
    from_top = expr.form == "run.top"

    def run(t: Table) -> list[int]:
        scores, found, shortest = scores_under(t, awards(t)), pile(t), max(1, least(t))
        for length in range(len(found), shortest - 1, -1):
            stretch = sorted(
                found[len(found) - length :] if from_top else found[:length], key=lambda c: scores[c]
            )
            if all(scores[b] == scores[a] + 1 for a, b in pairwise(stretch)):
                return stretch
        return []

    return run


# Collections of card collections


@means("top.group", "bottom.group")
def _first_group(layout: Layout, expr: Expr) -> Meaning:
    members = value(layout, expr.part("groups"))
    end = 0 if expr.form == "top.group" else -1
    live = expr.type in (Type.LOCATION, Type.MEMORY)

    def run(t: Table) -> Any:
        found = members(t)
        if not found and live:
            raise Fault("RCY302", expr, "none of the indexed locations holds a card")
        return found[end] if found else []

    return run


@means("at.group")
def _group_at(layout: Layout, expr: Expr) -> Meaning:
    index, members = value(layout, expr.part("index")), value(layout, expr.part("groups"))

    def run(t: Table) -> Any:
        i, found = index(t), members(t)
        if not 0 <= i < len(found):
            raise Fault("RCY302", expr, f"there is no collection {i} among {len(found)}")
        return found[i]

    return run


def _levels(pile: list[int], scores: list[int]) -> dict[int, list[int]]:
    """The cards by score, rising; within a score in list order."""
    levels: dict[int, list[int]] = {}
    for card in pile:
        levels.setdefault(scores[card], []).append(card)
    return dict(sorted(levels.items()))


def _bounded(expr: Expr, found: Iterator[Any]) -> list[list[int]]:
    made: list[list[int]] = []
    for group in found:
        made.append(list(group))
        if len(made) > MAX_GROUPS:
            raise Fault("RCY307", expr, f"this makes more than {MAX_GROUPS:,} collections")
    return made


@means("tuples")
def _tuples(layout: Layout, expr: Expr) -> Meaning:
    number, pile, awards = (
        value(layout, expr.part("number")),
        cards(layout, expr.part("cards")),
        value(layout, expr.part("points")),
    )

    def run(t: Table) -> list[list[int]]:
        n, levels = number(t), _levels(pile(t), scores_under(t, awards(t)))
        if n < 1:
            return []
        # Levels with fewer cards have none; asked for a huge n, `combinations` would run out of memory first.
        large = (level for level in levels.values() if len(level) >= n)
        return _bounded(expr, (group for level in large for group in combinations(level, n)))

    return run


@means("partition")
def _partition(layout: Layout, expr: Expr) -> Meaning:
    name, piles = value(layout, expr.part("key")), [cards(layout, arg) for arg in expr.parts("cards")]
    attributes = layout.by_card(layout.cards)

    def run(t: Table) -> list[list[int]]:
        by = name(t)
        found: dict[str, list[int]] = {}
        for pile in piles:
            for card in pile(t):
                found.setdefault(attributes[card].get(by, ""), []).append(card)
        return list(found.values())

    return run


@means("subsets")
def _subsets(layout: Layout, expr: Expr) -> Meaning:
    pile = cards(layout, expr.part("cards"))

    def run(t: Table) -> list[list[int]]:
        found = pile(t)
        if len(found) > MAX_SUBSET_CARDS:
            raise Fault(
                "RCY307", expr, f"subsets of {len(found)} cards: at most {MAX_SUBSET_CARDS} are possible"
            )
        return [[c for i, c in enumerate(found) if number >> i & 1] for number in range(1 << len(found))]

    return run


@means("subsets.some")
def _some_subsets(layout: Layout, expr: Expr) -> Meaning:
    low, high = (value(layout, expr.part(name)) for name in ("low", "high"))
    pile = cards(layout, expr.part("cards"))

    def run(t: Table) -> list[list[int]]:
        found = pile(t)
        sizes = range(max(0, low(t)), min(high(t), len(found)) + 1)
        if sum(comb(len(found), size) for size in sizes) > MAX_GROUPS:
            raise Fault("RCY307", expr, f"this makes more than {MAX_GROUPS:,} collections")
        return [list(group) for size in sizes for group in combinations(found, size)]

    return run


@means("sums")
def _sums(layout: Layout, expr: Expr) -> Meaning:
    number, pile, awards = (
        value(layout, expr.part("number")),
        cards(layout, expr.part("cards")),
        value(layout, expr.part("points")),
    )

    def run(t: Table) -> list[list[int]]:
        wanted, found, scores = number(t), pile(t), scores_under(t, awards(t))
        if len(found) > MAX_SUMMED:
            raise Fault("RCY307", expr, f"sums of {len(found)} cards: at most {MAX_SUMMED} are possible")
        return [[found[i] for i in group] for group in _with_sum(expr, [scores[c] for c in found], wanted)]

    return run


def _with_sum(expr: Expr, scores: list[int], wanted: int) -> list[tuple[int, ...]]:
    """The places of all that add up to a number, by size, then in list order; a search with bounds."""
    # The least and the most that the scores from each place on can add.
    least, most = [0], [0]
    for score in reversed(scores):
        least.append(least[-1] + min(score, 0))
        most.append(most[-1] + max(score, 0))
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 0, wanted)]
    tried = 0
    while waiting:
        taken, at, left = waiting.pop()
        tried += 1
        if len(found) > MAX_GROUPS or tried > 50 * MAX_GROUPS:
            raise Fault("RCY307", expr, f"this makes more than {MAX_GROUPS:,} collections")
        if taken and left == 0:
            found.append(taken)
        rest = len(scores) - at
        if rest and least[rest] <= left <= most[rest]:
            waiting += [((*taken, i), i + 1, left - scores[i]) for i in range(at, len(scores))]
    return sorted(found, key=lambda group: (len(group), group))


@means("points.value")
def _points(layout: Layout, expr: Expr) -> Meaning:
    return awarded(layout, expr.parts("awards"))


def awarded(layout: Layout, exprs: Sequence[Expr]) -> Callable[[Table], Awards]:
    """A point map, as its awards are when the form runs."""
    awards = [_award(layout, expr) for expr in exprs]
    return lambda t: tuple(one for award in awards for one in award(t))


def _award(layout: Layout, expr: Expr) -> Callable[[Table], Awards]:
    if expr.form == "award.key":
        key = str(expr.value)
        values = sorted({int(card[key]) for card in layout.cards if key in card})
        fixed: Awards = tuple((((key, str(number)),), number) for number in values)
        return lambda t: fixed
    if expr.form == "award.map":
        inner: Callable[[Table], Awards] = value(layout, expr.part("points"))
        return inner
    pairs = [
        (value(layout, pair.part("key")), _words(layout, pair.part("value"))) for pair in expr.parts("pairs")
    ]
    points = value(layout, expr.part("points"))
    rising, each_own = expr.form == "award.rising", expr.form == "award.each"

    def run(t: Table) -> Awards:
        keys = [key(t) for key, _ in pairs]
        rows = list(product(*(words(t) for _, words in pairs)))
        number = points(t)
        if each_own and len(number) != len(rows):
            raise Fault("RCY322", expr, f"there are {len(rows)} values and {len(number)} numbers")
        return tuple(
            (tuple(zip(keys, row, strict=True)), number + i if rising else number[i] if each_own else number)
            for i, row in enumerate(rows)
        )

    return run


def _words(layout: Layout, expr: Expr) -> Callable[[Table], list[str]]:
    """The values of a pair: one, or those of a list."""
    if is_a(expr.type, Type.COLLECTION):
        listed = contents(layout, expr)
        return lambda t: [str(found) for found in listed(t)]
    one = value(layout, expr)
    return lambda t: [str(one(t))]


@means("runs.largest", "runs.all")
def _runs(layout: Layout, expr: Expr) -> Meaning:
    number, pile, awards = (
        value(layout, expr.part("number")),
        cards(layout, expr.part("cards")),
        value(layout, expr.part("points")),
    )
    largest = expr.form == "runs.largest"

    def chains(t: Table) -> Iterator[tuple[int, ...]]:
        least, levels = max(1, number(t)), _levels(pile(t), scores_under(t, awards(t)))
        for start in levels:
            if largest and start - 1 in levels:
                continue
            longest = 1
            while start + longest in levels:
                longest += 1
            for length in [longest] if largest else range(least, longest + 1):
                if length >= least:
                    yield from product(*(levels[start + i] for i in range(length)))

    return lambda t: _bounded(expr, chains(t))
