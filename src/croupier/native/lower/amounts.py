"""The code of integers and Booleans (§3.5, §3.6)."""

from __future__ import annotations

import re

from croupier.native.lower.lowering import Lowering, Points, SetPile, lowers
from croupier.native.lower.piles import (
    each,
    each_card,
    is_pile,
    is_set,
    mask_of,
    pile,
    single_lists,
    size_of,
)
from croupier.native.lower.points import are_counted, integer_table, score, set_score
from croupier.native.lower.scalars import each_scalar, unrolls
from croupier.recycle.constants import integer
from croupier.recycle.program import Expr

RANGE = "the result does not fit into 64 bits"

# Integers


@lowers("add", "multiply")
def _many(lo: Lowering, expr: Expr) -> str:
    constant = integer(expr, lo.bp.constants)
    if constant is not None:
        return lo.literal(constant)
    name = "add" if expr.form == "add" else "mul"
    first, *others = expr.args
    total = lo.number(first)
    for arg in others:
        other = lo.number(arg)
        lo.fail_if(f"{name}_overflows({total}, {other})", "RCY304", expr, RANGE)
        # The limits have been looked at: what wraps here is only what has failed already.
        total = lo.code.let("n", f"w{name}({total}, {other})")
    return total


@lowers("subtract")
def _subtract(lo: Lowering, expr: Expr) -> str:
    constant = integer(expr, lo.bp.constants)
    if constant is not None:
        return lo.literal(constant)
    a, b = lo.number(expr.part("left")), lo.number(expr.part("right"))
    lo.fail_if(f"sub_overflows({a}, {b})", "RCY304", expr, RANGE)
    return lo.code.let("n", f"wsub({a}, {b})")


@lowers("divide", "modulo")
def _divide(lo: Lowering, expr: Expr) -> str:
    constant = integer(expr, lo.bp.constants)
    if constant is not None:
        return lo.literal(constant)
    a, b = lo.number(expr.part("dividend")), lo.number(expr.part("divisor"))
    lo.fail_if(f"{b} == 0", "RCY304", expr, "division by 0")
    if expr.form == "modulo":
        return lo.code.let("n", f"remainder({a}, {b})")
    lo.fail_if(f"{b} == -1 and {a} == LEAST", "RCY304", expr, RANGE)
    return lo.code.let("n", f"quotient({a}, {b})")


@lowers("power")
def _power(lo: Lowering, expr: Expr) -> str:
    constant = integer(expr, lo.bp.constants)
    if constant is not None:
        return lo.literal(constant)
    base, exponent = lo.number(expr.part("base")), lo.number(expr.part("exponent"))
    lo.fail_if(f"{exponent} < 0", "RCY305", expr, "a negative exponent has no integer result")
    power = lo.code.let("n", "1")
    if_big = f"({base} > 1 or {base} < -1)"
    lo.fail_if(f"{if_big} and {exponent} > 63", "RCY304", expr, RANGE)
    left = lo.code.let("k", f"{exponent} if {if_big} else {exponent} & 1")
    with lo.code.block(f"if {base} == 0 and {exponent} > 0:"):
        lo.code(f"{left} = 1")
    with lo.code.loop(f"{left} > 0", short=True):
        lo.fail_if(f"mul_overflows({power}, {base})", "RCY304", expr, RANGE)
        lo.code(f"{power} = wmul({power}, {base})")
        lo.code(f"{left} -= 1")
    return power


@lowers("tri")
def _tri(lo: Lowering, expr: Expr) -> str:
    n = lo.number(expr.part("number"))
    # Half of the even one of n and n + 1, times the other.
    with lo.code.block(f"if {n} == GREATEST:"):
        lo.fail("RCY304", expr, RANGE)
    a = lo.code.let("a", f"{n} >> 1 if {n} & 1 == 0 else wadd({n}, 1) >> 1")
    b = lo.code.let("b", f"wadd({n}, 1) if {n} & 1 == 0 else {n}")
    lo.fail_if(f"mul_overflows({a}, {b})", "RCY304", expr, RANGE)
    return lo.code.let("n", f"wmul({a}, {b})")


@lowers("fib")
def _fib(lo: Lowering, expr: Expr) -> str:
    n = lo.number(expr.part("number"))
    lo.fail_if(f"{n} > 92", "RCY304", expr, RANGE)
    return lo.code.let("n", f"fibonacci({n})")


@lowers("random", "random.between")
def _random(lo: Lowering, expr: Expr) -> str:
    low = "0" if expr.form == "random" else lo.number(expr.part("low"))
    high = lo.number(expr.part("high"))
    lo.fail_if(f"{high} < {low}", "RCY304", expr, "there is no integer from {a} to {b}", low, high)
    return lo.code.let("n", f"wadd({low}, below_any(S, wadd(wsub({high}, {low}), 1)))")


@lowers("size", shared=True)
def _size(lo: Lowering, expr: Expr) -> str:
    return size_of(lo, expr.part("collection"))


@lowers("sum", shared=True)
def _sum(lo: Lowering, expr: Expr) -> str:
    points: Points = lo.value(expr.part("points"))
    cards = expr.part("cards")
    if is_set(lo, cards) and are_counted(lo, points):
        found = pile(lo, cards)
        assert isinstance(found, SetPile)
        return lo.code.let("n", set_score(lo, points, found.word))
    total = lo.code.let("n", "0")
    for card in each_card(lo, cards):
        lo.code(f"{total} += {score(lo, points, card)}")
    return total


@lowers("scoremax", "scoremin")
def _scoremax(lo: Lowering, expr: Expr) -> str:
    points: Points = lo.value(expr.part("points"))
    # No score comes near the least and the greatest integer.
    worst, sign = ("LEAST", ">") if expr.form == "scoremax" else ("GREATEST", "<")
    best = lo.code.let("n", worst)
    for card in each_card(lo, expr.part("cards")):
        found = lo.code.let("v", score(lo, points, card))
        with lo.code.block(f"if {found} {sign} {best}:"):
            lo.code(f"{best} = {found}")
    lo.fail_if(f"{best} == {worst}", "RCY303", expr, "there are no cards to score")
    return best


@lowers("score", shared=True)
def _score(lo: Lowering, expr: Expr) -> str:
    card = lo.number(expr.part("card"))
    points: Points = lo.value(expr.part("points"))
    lo.fail_if(f"{card} < 0", "RCY303", expr, "there is no card to score")
    return lo.code.let("v", score(lo, points, card))


@lowers("actual", shared=True)
def _same(lo: Lowering, expr: Expr) -> str:
    (same,) = expr.args
    return str(lo.value(same))


@lowers("max.int", "min.int")
def _extreme(lo: Lowering, expr: Expr) -> str:
    constant = integer(expr, lo.bp.constants)
    if constant is not None:
        return lo.literal(constant)
    terms = [lo.number(arg) for arg in expr.args]
    return lo.code.let("n", f"{expr.form.partition('.')[0]}({', '.join(terms)})")


@lowers("max.over", "min.over")
def _extreme_over(lo: Lowering, expr: Expr) -> str:
    best, count = lo.code.let("n", "0"), lo.code.let("k", "0")
    word = expr.form.partition(".")[0]
    for _ in each(lo, expr):
        number = lo.number(expr.part("value"))
        lo.code(f"{best} = {number} if {count} == 0 else {word}({best}, {number})")
        lo.code(f"{count} = 1")
    lo.fail_if(f"{count} == 0", "RCY303", expr, f"there is nothing of which the {word} could be told")
    return best


@lowers("cardatt.int", shared=True)
def _attribute(lo: Lowering, expr: Expr) -> str:
    key, card = str(expr.part("key").value), lo.number(expr.part("card"))
    lo.fail_if(f"{card} < 0", "RCY303", expr, "there is no card")
    lacking = [int(key not in card) for card in lo.bp.layout.cards]
    if any(lacking):
        table = lo.kit.table(f"LACKS_{key}", (1, *lacking))
        lo.fail_if(f"{table}[{card} + 1] != 0", "RCY303", expr, f"{{card}} has no {key}", card)
    return f"{integer_table(lo.kit, key)}[{card} + 1]"


@lowers("unlimited")
def _unlimited(_: Lowering, __: Expr) -> str:
    return "GREATEST"


@lowers("all.sum")
def _all_sum(lo: Lowering, expr: Expr) -> str:
    total = lo.code.let("n", "0")
    for _ in each(lo, expr):
        number = lo.number(expr.part("value"))
        # Python's sum may leave 64 bits on the way and come back: that is for the interpreter.
        lo.give_up_if(f"add_overflows({total}, {number})")
        lo.code(f"{total} = wadd({total}, {number})")
    return total


# Booleans


@lowers("never")
def _never(_: Lowering, __: Expr) -> str:
    return "1 == 0"


@lowers("empty", shared=True)
def _empty(lo: Lowering, expr: Expr) -> str:
    return f"{size_of(lo, expr.part('collection'))} == 0"


@lowers("in")
def _in(lo: Lowering, expr: Expr) -> str:
    """Visited are the elements up to the first that is the same."""
    sought = lo.number(expr.part("element"))
    collection = expr.part("collection")
    found = lo.code.let("b", "0")
    if is_pile(collection.type):
        through = each_card(lo, collection, leaving=True)
    else:
        through = each_scalar(lo, collection, leaving=True)
    for element in through:
        lo.tick()
        with lo.code.block(f"if {element} == {sought}:"):
            lo.code(f"{found} = 1")
            lo.code("break")
    return f"{found} != 0"


@lowers("and", "or")
def _and(lo: Lowering, expr: Expr) -> str:
    word, (_, *later) = expr.form, expr.args
    first, *others = [lo.condition(arg) for arg in expr.args]
    lo.code.lines += first[0]
    if not any(lines for lines, _ in others):
        return f" {word} ".join(f"({found})" for _, found in (first, *others))
    # What follows is computed only if it matters.
    result = lo.code.let("b", "0" if word == "and" else "1")
    _chain(lo, result, word, [first[1]], later)
    return f"{result} != 0"


def _chain(lo: Lowering, result: str, word: str, found: list[str], rest: list[Expr]) -> None:
    test = found[0] if word == "and" else f"not ({found[0]})"
    with lo.code.block(f"if {test}:"):
        if rest:
            _chain(lo, result, word, [lo.value(rest[0])], rest[1:])
        else:
            lo.code(f"{result} = {1 if word == 'and' else 0}")


@lowers("not")
def _not(lo: Lowering, expr: Expr) -> str:
    return f"not ({lo.value(expr.part('condition'))})"


@lowers("less", "greater", "at.most", "at.least")
def _compare(lo: Lowering, expr: Expr) -> str:
    a, b = lo.value(expr.part("left")), lo.value(expr.part("right"))
    return f"{a} {expr.sign} {b}"


@lowers("equal.int", "equal.string", "equal.player", "equal.team")
def _equal(lo: Lowering, expr: Expr) -> str:
    a, b = lo.value(expr.part("left")), lo.value(expr.part("right"))
    return f"{a} == {b}"


@lowers("unequal.int", "unequal.string", "unequal.player", "unequal.team")
def _unequal(lo: Lowering, expr: Expr) -> str:
    a, b = lo.value(expr.part("left")), lo.value(expr.part("right"))
    return f"{a} != {b}"


@lowers("equal.card", "unequal.card")
def _same_card(lo: Lowering, expr: Expr) -> str:
    a, b = lo.number(expr.part("left")), lo.value(expr.part("right"))
    same = f"{a} == {b} and {a} >= 0"
    return same if expr.form == "equal.card" else f"not ({same})"


@lowers("all.bool", "any.bool")
def _every(lo: Lowering, expr: Expr) -> str:
    sought = expr.form == "any.bool"
    collection, bind, holds = expr.args
    if is_pile(collection.type) and is_set(lo, collection):
        found = mask_of(lo, holds, bind.slot)
        if found is not None:
            cards = pile(lo, collection)
            assert isinstance(cards, SetPile)
            word = lo.atom(cards.word)
            hits = lo.code.let("w", f"{word} & {found}" if sought else f"{word} & ~{found}")
            # Visited are those up to the first that decides.
            lo.tick(f"popcount({word} & ({hits} ^ wsub({hits}, 1))) if {hits} != 0 else popcount({word})")
            return f"{hits} != 0" if sought else f"{hits} == 0"
    if collection.form == "players" and lo.loose and unrolls(lo):
        told = [_of_seat(lo, expr, seat) for seat in range(lo.bp.seats)]
        if not any(lines for lines, _ in told):
            lo.tick(str(lo.bp.seats))
            return _at_once(lo, [test for _, test in told], sought=sought)
    result = lo.code.let("b", "0" if sought else "1")
    if collection.form == "players" and unrolls(lo):
        lo.unrolled = True
        _one_by_one(lo, expr, result, 0)
        lo.unrolled = False
        return f"{result} != 0"
    for _ in each(lo, expr, leaving=True):
        test = lo.value(holds)
        with lo.code.block(f"if {test}:" if sought else f"if not ({test}):"):
            lo.code(f"{result} = {1 if sought else 0}")
            lo.code("break")
    return f"{result} != 0"


_COUNT = re.compile(r"(L\[\d+\]|popcount\(S\[\d+\]\)) (==|!=) 0")


def _at_once(lo: Lowering, tests: list[str], *, sought: bool) -> str:
    """Whether one of some tests holds, or all; of counts without a jump: who is next is not foreseen."""
    found = [_COUNT.fullmatch(test) for test in tests]
    counts = [each.group(1) for each in found if each is not None]
    signs = {each.group(2) for each in found if each is not None}
    if len(counts) < len(tests) or len(signs) > 1:
        return (" or " if sought else " and ").join(f"({test})" for test in tests)
    if signs == {"!="} if sought else signs == {"=="}:
        return f"({' | '.join(counts)}) {'!=' if sought else '=='} 0"
    if lo.quiet and {f"L[{at}]" for at in single_lists(lo)} >= set(counts):
        return f"({' & '.join(counts)}) {'==' if sought else '!='} 0"
    # One less than nothing is the only number below 0 among them.
    return f"({' | '.join(f'({count} - 1)' for count in counts)}) {'<' if sought else '>='} 0"


def _of_seat(lo: Lowering, expr: Expr, seat: int) -> tuple[list[str], str]:
    """The lines that find out about one player, and what is asked about that player."""
    _, bind, holds = expr.args
    outer = lo.env.get(bind.slot)
    lo.env[bind.slot] = str(seat)
    found = lo.condition(holds)
    lo.env[bind.slot] = outer
    return found


def _one_by_one(lo: Lowering, expr: Expr, result: str, seat: int) -> None:
    """Ask for one player after the other, until it is decided."""
    sought = expr.form == "any.bool"
    lo.tick()
    lines, test = _of_seat(lo, expr, seat)
    lo.code.lines += lines
    with lo.code.block(f"if {test}:" if sought else f"if not ({test}):"):
        lo.code(f"{result} = {int(sought)}")
    if seat + 1 < lo.bp.seats:
        with lo.code.block("else:"):
            _one_by_one(lo, expr, result, seat + 1)
