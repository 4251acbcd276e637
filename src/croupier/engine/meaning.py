"""The meaning of every value form (§3): each is turned into a function from the table to its value.

Cards, seats, teams and places are plain integers here; their types are known statically. A location's value
is the number of its place, so that a variable bound to it stays live; as a collection it is the list of its
cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any

from croupier.engine.fault import Fault
from croupier.engine.layout import Layout, Place, owner_kind
from croupier.engine.table import NO_CARD, NOBODY, Awards, Table
from croupier.recycle.constants import MAX_INT, MIN_INT, fibonacci, power, truncated
from croupier.recycle.facts import LOCATIONS
from croupier.recycle.program import Expr
from croupier.recycle.types import Type
from croupier.recycle.values import MAX_INDEX

Meaning = Callable[[Table], Any]
_Definition = Callable[[Layout, Expr], Meaning]

MAX_SUBSET_CARDS = 16
MAX_GROUPS = 100_000
"""How many collections one form may make."""

MEANINGS: dict[str, _Definition] = {}
"""The definition of every value form, by its name in the table of forms."""


def value(layout: Layout, expr: Expr) -> Meaning:
    """What a form means."""
    return MEANINGS[expr.form](layout, expr)


def means(*forms: str) -> Callable[[_Definition], _Definition]:
    """Register the definition of a form."""

    def register(definition: _Definition) -> _Definition:
        MEANINGS.update(dict.fromkeys(forms, definition))
        return definition

    return register


def cards(layout: Layout, expr: Expr) -> Callable[[Table], list[int]]:
    """A collection of cards as a list, not to be changed."""
    numbers = _numbers(layout, expr)
    if numbers is not None:
        # Places named in the text are on the table from the beginning.
        if expr.args[0].type is Type.GAME:
            return lambda t: t.cards[numbers[0]]
        owner = value(layout, expr.args[0])
        return lambda t: t.cards[numbers[owner(t)]]
    inner = value(layout, expr)
    if expr.type in (Type.LOCATION, Type.MEMORY):
        return lambda t: t.pile(inner(t))
    return inner


def _numbers(layout: Layout, expr: Expr) -> list[int] | None:
    """The numbers of a location's places, by owner, if its name and its index stand in the text."""
    if expr.form not in LOCATIONS or expr.args[1].form != "name" or expr.args[2].form != "int":
        return None
    kind, name, index = owner_kind(expr.args[0]), str(expr.args[1].value), int(expr.args[2].value or 0)
    owners = range(1 if kind == "game" else layout.seats)
    return [layout.number(Place(expr.form, kind, owner, name, index)) for owner in owners]


def contents(layout: Layout, expr: Expr) -> Callable[[Table], Sequence[Any]]:
    """The elements of any collection, not to be changed, and not to be kept while anything else changes."""
    if expr.type in (Type.LOCATION, Type.MEMORY):
        return cards(layout, expr)
    inner = value(layout, expr)
    if expr.type is Type.TEAM:
        return lambda t: t.teams[inner(t)]
    return inner


def elements(layout: Layout, expr: Expr) -> Callable[[Table], list[Any]]:
    """The elements of any collection, as they are at this moment."""
    listed = contents(layout, expr)
    return lambda t: list(listed(t))


def groups(layout: Layout, expr: Expr) -> Callable[[Table], list[list[int]]]:
    """A collection of card collections as a list of lists."""
    inner = value(layout, expr)
    if expr.type is Type.LOCATIONS:
        return lambda t: [t.pile(place) for place in inner(t)]
    return inner


# Literals and variables


_LITERALS = ("int", "name")


@means(*_LITERALS)
def _literal(_: Layout, expr: Expr) -> Meaning:
    literal = expr.value
    return lambda t: literal


@means("var")
def _variable(layout: Layout, expr: Expr) -> Meaning:
    slot = expr.slot
    declared = next((p.value for p in layout.program.parameters if p.slot == slot), None)
    if declared is not None:
        return lambda t: declared
    return lambda t: t.variables[slot]


@means("names")
def _names(_: Layout, expr: Expr) -> Meaning:
    listed = [arg.value for arg in expr.args]
    return lambda t: listed


@means("range")
def _range(layout: Layout, expr: Expr) -> Meaning:
    low, high = (value(layout, arg) for arg in expr.args)

    def run(t: Table) -> list[int]:
        first, last = low(t), high(t)
        if last - first >= MAX_GROUPS:
            raise Fault("RCY307", expr, f"a range of {last - first + 1:,} integers is too long")
        return list(range(first, last + 1))

    return run


# Integers


def _in_range(expr: Expr, number: int) -> int:
    if not MIN_INT <= number <= MAX_INT:
        raise Fault("RCY304", expr, "the result does not fit into 64 bits")
    return number


@means("add", "multiply")
def _many(layout: Layout, expr: Expr) -> Meaning:
    args = [value(layout, arg) for arg in expr.args]
    adds = expr.form == "add"

    def run(t: Table) -> int:
        result: int = args[0](t)
        for arg in args[1:]:
            result = _in_range(expr, result + arg(t) if adds else result * arg(t))
        return result

    return run


@means("subtract")
def _subtract(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: _in_range(expr, a(t) - b(t))


@means("divide", "modulo")
def _divide(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    which = 0 if expr.form == "divide" else 1

    def run(t: Table) -> int:
        dividend, divisor = a(t), b(t)
        if divisor == 0:
            raise Fault("RCY304", expr, "division by 0")
        return _in_range(expr, truncated(dividend, divisor)[which])

    return run


@means("power")
def _power(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)

    def run(t: Table) -> int:
        base, exponent = a(t), b(t)
        if exponent < 0:
            raise Fault("RCY304", expr, "a negative exponent has no integer result")
        if abs(base) > 1 and exponent > 63:
            raise Fault("RCY304", expr, "the result does not fit into 64 bits")
        return _in_range(expr, power(base, exponent))

    return run


@means("tri")
def _tri(layout: Layout, expr: Expr) -> Meaning:
    number = value(layout, expr.args[0])

    def run(t: Table) -> int:
        n = number(t)
        return _in_range(expr, n * (n + 1) // 2)

    return run


@means("fib")
def _fib(layout: Layout, expr: Expr) -> Meaning:
    n = value(layout, expr.args[0])
    return lambda t: _in_range(expr, fibonacci(n(t)))


@means("random", "random.between")
def _random(layout: Layout, expr: Expr) -> Meaning:
    bounds = [value(layout, arg) for arg in expr.args]

    def run(t: Table) -> int:
        low, high = (0, *(b(t) for b in bounds))[-2:]
        if high < low:
            raise Fault("RCY304", expr, f"there is no integer from {low} to {high}")
        return int(low + t.stream.below(high - low + 1))

    return run


@means("size")
def _size(layout: Layout, expr: Expr) -> Meaning:
    of = expr.args[0]
    if of.type in (Type.LOCATION, Type.MEMORY):
        pile = cards(layout, of)
        return lambda t: len(pile(t))
    listed = contents(layout, of)
    return lambda t: len(listed(t))


def _scores(t: Table, awards: Awards) -> list[int]:
    """What every card scores under a point map."""
    memo = t.layout.scores
    found = memo.get(awards)
    if found is None:
        found = memo[awards] = [
            sum(n for pairs, n in awards if all(card.get(key, "") == word for key, word in pairs))
            for card in t.layout.cards
        ]
    return found


@means("sum", "scoremax", "scoremin")
def _sum(layout: Layout, expr: Expr) -> Meaning:
    pile, awards = cards(layout, expr.args[0]), value(layout, expr.args[1])
    if expr.form == "sum":

        def total(t: Table) -> int:
            scores = _scores(t, awards(t))
            return _in_range(expr, sum(scores[c] for c in pile(t)))

        return total
    best = max if expr.form == "scoremax" else min

    def run(t: Table) -> int:
        scores, found = _scores(t, awards(t)), pile(t)
        if not found:
            raise Fault("RCY303", expr, "there are no cards to score")
        return _in_range(expr, best(scores[c] for c in found))

    return run


@means("score")
def _score(layout: Layout, expr: Expr) -> Meaning:
    card, awards = value(layout, expr.args[0]), value(layout, expr.args[1])

    def run(t: Table) -> int:
        found = card(t)
        if found == NO_CARD:
            raise Fault("RCY303", expr, "there is no card to score")
        return _in_range(expr, _scores(t, awards(t))[found])

    return run


@means("pid")
def _pid(layout: Layout, expr: Expr) -> Meaning:
    return value(layout, expr.args[0])


# What owners keep


def key(layout: Layout, expr: Expr) -> Callable[[Table], tuple[str, int, str]]:
    """Under which key a storage is kept: kind of owner, which one, name."""
    kind = owner_kind(expr.args[0])
    owner, name = value(layout, expr.args[0]), value(layout, expr.args[1])
    if expr.args[1].form == "name":
        fixed = str(expr.args[1].value)
        keys = [(kind, member, fixed) for member in range(max(1, layout.seats))]
        return lambda t: keys[owner(t)]
    return lambda t: (kind, owner(t), name(t))


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


@means("vloc", "iloc", "hloc", "oloc", "mem")
def _location(layout: Layout, expr: Expr) -> Meaning:
    kind, form = owner_kind(expr.args[0]), expr.form
    owner, name, index = (value(layout, arg) for arg in expr.args)
    numbers = _numbers(layout, expr)
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
    kind, form = owner_kind(expr.args[0]), expr.form.split(".")[1]
    owner, name = (value(layout, arg) for arg in expr.args[:2])

    def run(t: Table) -> list[int]:
        places = layout.indices.get((form, kind, owner(t), name(t)), {})
        return [place for _, place in sorted(places.items()) if t.pile(place)]

    return run


# Booleans


@means("and")
def _and(layout: Layout, expr: Expr) -> Meaning:
    args = [value(layout, arg) for arg in expr.args]
    if len(args) == 2:
        a, b = args
        return lambda t: a(t) and b(t)
    return lambda t: all(arg(t) for arg in args)


@means("or")
def _or(layout: Layout, expr: Expr) -> Meaning:
    args = [value(layout, arg) for arg in expr.args]
    if len(args) == 2:
        a, b = args
        return lambda t: a(t) or b(t)
    return lambda t: any(arg(t) for arg in args)


@means("not")
def _not(layout: Layout, expr: Expr) -> Meaning:
    arg = value(layout, expr.args[0])
    return lambda t: not arg(t)


@means("less")
def _less(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: a(t) < b(t)


@means("greater")
def _greater(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: a(t) > b(t)


@means("at.most")
def _at_most(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: a(t) <= b(t)


@means("at.least")
def _at_least(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: a(t) >= b(t)


@means("equal.int", "equal.string", "equal.player", "equal.team")
def _equal(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    if expr.args[1].form in _LITERALS:
        literal = expr.args[1].value
        return lambda t: a(t) == literal
    return lambda t: a(t) == b(t)


@means("unequal.int", "unequal.string", "unequal.player", "unequal.team")
def _unequal(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    if expr.args[1].form in _LITERALS:
        literal = expr.args[1].value
        return lambda t: a(t) != literal
    return lambda t: a(t) != b(t)


@means("equal.card", "unequal.card")
def _same_card(layout: Layout, expr: Expr) -> Meaning:
    """With no card on one side two cards are never the same (§3.2)."""
    a, b = (value(layout, arg) for arg in expr.args)
    wanted = expr.form == "equal.card"
    return lambda t: (a(t) == b(t) != NO_CARD) is wanted


@means("all.bool", "any.bool")
def _every(layout: Layout, expr: Expr) -> Meaning:
    listed, slot, holds = contents(layout, expr.args[0]), expr.args[1].slot, value(layout, expr.args[2])
    sought = expr.form == "any.bool"

    def run(t: Table) -> bool:
        outer = t.variables[slot]
        found = not sought
        for element in listed(t):
            t.tick()
            t.variables[slot] = element
            if bool(holds(t)) is sought:
                found = sought
                break
        t.variables[slot] = outer
        return found

    return run


# Aggregation


def each(layout: Layout, expr: Expr) -> Callable[[Table], Iterator[Any]]:
    """Go through a collection, binding the variable of a form to one element after the other."""
    listed, slot = contents(layout, expr.args[0]), expr.args[1].slot

    def run(t: Table) -> Iterator[Any]:
        outer = t.variables[slot]
        for element in listed(t):
            t.tick()
            t.variables[slot] = element
            yield element
        t.variables[slot] = outer

    return run


@means("filter")
def _filter(layout: Layout, expr: Expr) -> Meaning:
    through, holds = each(layout, expr), value(layout, expr.args[2])
    if expr.type is Type.GROUPS:
        return lambda t: [e for e in through(t) if e and holds(t)]
    if expr.type is Type.LOCATIONS:
        return lambda t: [e for e in through(t) if t.pile(e) and holds(t)]
    listed, slot = contents(layout, expr.args[0]), expr.args[1].slot

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
    through, number = each(layout, expr), value(layout, expr.args[2])
    return lambda t: _in_range(expr, sum(number(t) for _ in through(t)))


@means("all.collect")
def _all_collect(layout: Layout, expr: Expr) -> Meaning:
    through, pile = each(layout, expr), cards(layout, expr.args[2])
    return lambda t: [list(pile(t)) for _ in through(t)]


# Strings and cards


@means("cardatt")
def _cardatt(layout: Layout, expr: Expr) -> Meaning:
    name, card = value(layout, expr.args[0]), value(layout, expr.args[1])
    attributes = layout.cards
    if expr.args[0].form == "name":
        key = str(expr.args[0].value)
        # NO_CARD counts from the end, and finds the "" that is put there.
        column = [*(attribute.get(key, "") for attribute in attributes), ""]
        return lambda t: column[card(t)]

    def run(t: Table) -> str:
        found = card(t)
        return "" if found == NO_CARD else attributes[found].get(name(t), "")

    return run


@means("top", "bottom")
def _top(layout: Layout, expr: Expr) -> Meaning:
    pile = cards(layout, expr.args[0])
    end = -1 if expr.form == "top" else 0

    def run(t: Table) -> int:
        found = pile(t)
        return found[end] if found else NO_CARD

    return run


@means("at")
def _at(layout: Layout, expr: Expr) -> Meaning:
    index, pile = value(layout, expr.args[0]), cards(layout, expr.args[1])

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
    pile, awards = cards(layout, expr.args[0]), value(layout, expr.args[1])
    best = max if expr.form == "max" else min

    def run(t: Table) -> int:
        found, scores = pile(t), _scores(t, awards(t))
        if not found:
            raise Fault("RCY303", expr, "there are no cards to choose from")
        score = best(scores[c] for c in found)
        tied = [c for c in found if scores[c] == score]
        return tied[t.stream.below(len(tied))]

    return run


@means("actual")
def _actual(layout: Layout, expr: Expr) -> Meaning:
    return value(layout, expr.args[0])


# Card collections


@means("union")
def _union(layout: Layout, expr: Expr) -> Meaning:
    piles = [cards(layout, arg) for arg in expr.args]
    return lambda t: [c for pile in piles for c in pile(t)]


@means("union.groups")
def _union_groups(layout: Layout, expr: Expr) -> Meaning:
    members = groups(layout, expr.args[0])
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
    members = groups(layout, expr.args[0])
    joined = _in_every if expr.form == "intersect.groups" else _in_one
    return lambda t: joined(members(t))


@means("sort")
def _sort(layout: Layout, expr: Expr) -> Meaning:
    pile, awards = cards(layout, expr.args[0]), value(layout, expr.args[1])

    def run(t: Table) -> list[int]:
        scores = _scores(t, awards(t))
        return sorted(pile(t), key=lambda c: scores[c])

    return run


@means("top.some", "bottom.some")
def _some(layout: Layout, expr: Expr) -> Meaning:
    number, pile = value(layout, expr.args[0]), cards(layout, expr.args[1])
    if expr.form == "top.some":
        return lambda t: pile(t)[::-1][: max(0, number(t))]
    return lambda t: pile(t)[: max(0, number(t))]


@means("run.top", "run.bottom")
def _run(layout: Layout, expr: Expr) -> Meaning:
    least, pile, awards = (
        value(layout, expr.args[0]),
        cards(layout, expr.args[1]),
        value(layout, expr.args[2]),
    )
    from_top = expr.form == "run.top"

    def run(t: Table) -> list[int]:
        scores, found, shortest = _scores(t, awards(t)), pile(t), max(1, least(t))
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
    members = value(layout, expr.args[0])
    end = 0 if expr.form == "top.group" else -1
    live = expr.type is Type.LOCATION

    def run(t: Table) -> Any:
        found = members(t)
        if not found and live:
            raise Fault("RCY302", expr, "none of the indexed locations holds a card")
        return found[end] if found else []

    return run


@means("at.group")
def _group_at(layout: Layout, expr: Expr) -> Meaning:
    index, members = value(layout, expr.args[0]), value(layout, expr.args[1])

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
        value(layout, expr.args[0]),
        cards(layout, expr.args[1]),
        value(layout, expr.args[2]),
    )

    def run(t: Table) -> list[list[int]]:
        n, levels = number(t), _levels(pile(t), _scores(t, awards(t)))
        if n < 1:
            return []
        return _bounded(expr, (group for level in levels.values() for group in combinations(level, n)))

    return run


@means("partition")
def _partition(layout: Layout, expr: Expr) -> Meaning:
    name, piles = value(layout, expr.args[0]), [cards(layout, arg) for arg in expr.args[1:]]
    attributes = layout.cards

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
    pile = cards(layout, expr.args[0])

    def run(t: Table) -> list[list[int]]:
        found = pile(t)
        if len(found) > MAX_SUBSET_CARDS:
            raise Fault(
                "RCY307", expr, f"subsets of {len(found)} cards: at most {MAX_SUBSET_CARDS} are possible"
            )
        return [[c for i, c in enumerate(found) if number >> i & 1] for number in range(1 << len(found))]

    return run


@means("runs.largest", "runs.all")
def _runs(layout: Layout, expr: Expr) -> Meaning:
    number, pile, awards = (
        value(layout, expr.args[0]),
        cards(layout, expr.args[1]),
        value(layout, expr.args[2]),
    )
    largest = expr.form == "runs.largest"

    def chains(t: Table) -> Iterator[tuple[int, ...]]:
        least, levels = max(1, number(t)), _levels(pile(t), _scores(t, awards(t)))
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
    number, members = value(layout, expr.args[0]), _members(expr)
    kind = expr.form.split(".", maxsplit=1)[0]

    def run(t: Table) -> int:
        found: int = number(t)
        if not 0 <= found < members(t):
            raise Fault("RCY302", expr, f"there is no {kind} {found}: they count from 0 to {members(t) - 1}")
        return found

    return run


@means("owner")
def _owner(layout: Layout, expr: Expr) -> Meaning:
    card = value(layout, expr.args[0])

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
    player = value(layout, expr.args[0])
    return lambda t: t.team_of[player(t)]


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
