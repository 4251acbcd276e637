"""The meaning of integers and Booleans (§3.5, §3.6)."""

from __future__ import annotations

from croupier.interpreter.fault import Fault
from croupier.interpreter.layout import Layout
from croupier.interpreter.table import NO_CARD, Table
from croupier.interpreter.valuing import (
    LITERALS,
    Meaning,
    cards,
    contents,
    each,
    in_range,
    means,
    owner_of,
    scores_under,
    value,
)
from croupier.recycle.constants import fibonacci, power, truncated
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

# Integers


@means("add", "multiply")
def _many(layout: Layout, expr: Expr) -> Meaning:
    args = [value(layout, arg) for arg in expr.args]
    adds = expr.form == "add"

    def run(t: Table) -> int:
        result: int = args[0](t)
        for arg in args[1:]:
            result = in_range(expr, result + arg(t) if adds else result * arg(t))
        return result

    return run


@means("subtract")
def _subtract(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    return lambda t: in_range(expr, a(t) - b(t))


@means("divide", "modulo")
def _divide(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    which = 0 if expr.form == "divide" else 1

    def run(t: Table) -> int:
        dividend, divisor = a(t), b(t)
        if divisor == 0:
            raise Fault("RCY304", expr, "division by 0")
        return in_range(expr, truncated(dividend, divisor)[which])

    return run


@means("power")
def _power(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)

    def run(t: Table) -> int:
        base, exponent = a(t), b(t)
        if exponent < 0:
            raise Fault("RCY305", expr, "a negative exponent has no integer result")
        if abs(base) > 1 and exponent > 63:
            raise Fault("RCY304", expr, "the result does not fit into 64 bits")
        return in_range(expr, power(base, exponent))

    return run


@means("tri")
def _tri(layout: Layout, expr: Expr) -> Meaning:
    number = value(layout, expr.part("number"))

    def run(t: Table) -> int:
        n = number(t)
        return in_range(expr, n * (n + 1) // 2)

    return run


@means("fib")
def _fib(layout: Layout, expr: Expr) -> Meaning:
    n = value(layout, expr.part("number"))
    return lambda t: in_range(expr, fibonacci(n(t)))


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
    of = expr.part("collection")
    if of.type in (Type.LOCATION, Type.MEMORY):
        pile = cards(layout, of)
        return lambda t: len(pile(t))
    listed = contents(layout, of)
    return lambda t: len(listed(t))


@means("sum", "scoremax", "scoremin")
def _sum(layout: Layout, expr: Expr) -> Meaning:
    pile, awards = cards(layout, expr.part("cards")), value(layout, expr.part("points"))
    if expr.form == "sum":

        def total(t: Table) -> int:
            scores = scores_under(t, awards(t))
            return in_range(expr, sum(scores[c] for c in pile(t)))

        return total
    best = max if expr.form == "scoremax" else min

    def run(t: Table) -> int:
        scores, found = scores_under(t, awards(t)), pile(t)
        if not found:
            raise Fault("RCY303", expr, "there are no cards to score")
        return in_range(expr, best(scores[c] for c in found))

    return run


@means("score")
def _score(layout: Layout, expr: Expr) -> Meaning:
    card, awards = value(layout, expr.part("card")), value(layout, expr.part("points"))

    def run(t: Table) -> int:
        found = card(t)
        if found == NO_CARD:
            raise Fault("RCY303", expr, "there is no card to score")
        return in_range(expr, scores_under(t, awards(t))[found])

    return run


@means("pid")
def _pid(layout: Layout, expr: Expr) -> Meaning:
    return owner_of(layout, expr.part("player"))


@means("max.int", "min.int")
def _extreme(layout: Layout, expr: Expr) -> Meaning:
    terms = [value(layout, arg) for arg in expr.args]
    best = max if expr.form == "max.int" else min
    return lambda t: best([term(t) for term in terms])


@means("max.over", "min.over")
def _extreme_over(layout: Layout, expr: Expr) -> Meaning:
    through, number = each(layout, expr), value(layout, expr.part("value"))
    best = max if expr.form == "max.over" else min

    def run(t: Table) -> int:
        found: list[int] = [number(t) for _ in through(t)]
        if not found:
            raise Fault("RCY303", expr, f"there is nothing of which the {best.__name__} could be told")
        return best(found)

    return run


@means("cardatt.int")
def _attribute(layout: Layout, expr: Expr) -> Meaning:
    key, card = str(expr.part("key").value), value(layout, expr.part("card"))
    column = layout.by_card([int(found) if (found := card.get(key)) else None for card in layout.cards])

    def run(t: Table) -> int:
        found = card(t)
        number: int | None = None if found == NO_CARD else column[found]
        if number is None:
            what = "there is no card" if found == NO_CARD else f"{layout.names[found]} has no {key}"
            raise Fault("RCY303", expr, what)
        return number

    return run


# Booleans


@means("empty")
def _empty(layout: Layout, expr: Expr) -> Meaning:
    listed = contents(layout, expr.part("collection"))
    return lambda t: not listed(t)


@means("in")
def _in(layout: Layout, expr: Expr) -> Meaning:
    sought, listed = value(layout, expr.part("element")), contents(layout, expr.part("collection"))
    is_card = expr.part("element").type in (Type.CARD, Type.COPY)

    def run(t: Table) -> bool:
        wanted = sought(t)
        for element in listed(t):
            t.tick()
            if element == wanted:
                return not is_card or wanted != NO_CARD
        return False

    return run


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
    arg = value(layout, expr.part("condition"))
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
    if expr.part("right").form in LITERALS:
        literal = expr.part("right").value
        return lambda t: a(t) == literal
    return lambda t: a(t) == b(t)


@means("unequal.int", "unequal.string", "unequal.player", "unequal.team")
def _unequal(layout: Layout, expr: Expr) -> Meaning:
    a, b = (value(layout, arg) for arg in expr.args)
    if expr.part("right").form in LITERALS:
        literal = expr.part("right").value
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
    listed, slot, holds = (
        contents(layout, expr.part("collection")),
        expr.part("variable").slot,
        value(layout, expr.part("condition")),
    )
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
