"""Counters of choices whose options are counted rather than listed.

What becomes of the conditions is kept in variables, and counted as soon as it is clear that the options need
not be listed after all: listing them counts for itself. To be quick, little is counted that is the rule, and
more that is the exception: an item is offered if its guards hold, unless there is nothing to take.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.interpreter.rules import PARTS
from croupier.native.lower.counters import FORCED, Counters, told_condition, told_straight
from croupier.native.lower.plain import Plain, PlainItem, alike
from croupier.recycle.constants import constant
from croupier.recycle.program import Expr
from croupier.recycle.shapes import OPPOSITES

if TYPE_CHECKING:
    from croupier.native.lower.lowering import Lowering

OFFERED, CHOSEN = range(2)

_NEGATED = ("!=", ">=", "<=")
"""The signs of comparisons that are read as the opposite of another one."""


@dataclass
class Seen:
    """What becomes of the conditions of an item: variables that are 1 if something was found to hold."""

    parts: dict[int, tuple[Expr, str]] = field(default_factory=dict)
    """By the form."""
    all_hold: str = ""
    """All of them together; nothing if nothing is counted."""


Offer = tuple[PlainItem, str, Seen]
"""An item, how many options it has, and what becomes of its conditions."""


def unseen(lo: Lowering, conditions: Iterable[Expr]) -> Seen:
    """A variable for everything that is counted of some conditions, 0 so far."""
    if lo.kit.counters is None:
        return Seen()
    if lo.kit.counters.at_once:
        return Seen(all_hold=lo.code.let("b", "0"))
    parts = {id(part): (part, lo.code.let("b", "0")) for part in _parts(lo, conditions)}
    return Seen(parts, lo.code.let("b", "0"))


def _parts(lo: Lowering, conditions: Iterable[Expr]) -> Iterable[Expr]:
    for condition in conditions:
        if condition.form in PARTS:
            yield from _parts(lo, condition.args)
        elif constant(condition, lo.bp.constants) is None:
            yield condition


def seen_test(lo: Lowering, condition: Expr, seen: Seen) -> str:
    """A condition; what becomes of it is kept."""
    if lo.kit.counters is None:
        return str(lo.value(condition))

    def told(part: Expr, holds: str) -> None:
        if id(part) in seen.parts:
            lo.code(f"{seen.parts[id(part)][1]} = {holds}")
        else:
            _count_part(lo, part, holds)

    return told_condition(lo, condition, told)


def _count_part(lo: Lowering, part: Expr, holds: str) -> None:
    counters = lo.kit.counters
    assert counters is not None
    if id(part) not in counters.same:
        lo.code(f"{counters.cell('true', part)} += {holds}")


def straight_tests(lo: Lowering, conditions: Sequence[Expr]) -> tuple[list[str], Seen]:
    """Conditions without a jump, and what becomes of them."""
    if lo.kit.counters is None:
        return [lo.value(condition) for condition in conditions], Seen()
    seen = Seen(all_hold="1")

    def told(part: Expr, holds: str) -> None:
        seen.parts[id(part)] = part, holds

    for condition in conditions:
        seen.all_hold = told_straight(lo, condition, seen.all_hold, told)
    return [] if seen.all_hold == "1" else [f"{seen.all_hold} != 0"], seen


def begin_offers(lo: Lowering, choice: Expr, items: Sequence[PlainItem], *, surely: bool) -> None:
    """Before the options of a choice are counted: at once, if they surely need not be listed."""
    counters = lo.kit.counters
    if counters is not None:
        counters.plain.add(id(choice))
        counters.at_once = surely
        _find_the_same(counters, items)


def count_offers(lo: Lowering, choice: Expr, offers: Sequence[Offer]) -> None:
    """Count what the conditions came to, and where there is nothing to take although they hold."""
    counters, code = lo.kit.counters, lo.code
    if counters is None:
        return
    items = [item for item, _, _ in offers]
    for _, _, seen in offers:
        for part, holds in seen.parts.values():
            _count_part(lo, part, holds)
    empty = [
        (item, f"{seen.all_hold} > {count}") for item, count, seen in offers if _may_be_empty(lo, item, items)
    ]
    if empty:
        with code.block(f"if {' or '.join(test for _, test in empty)}:"):
            for item, test in empty:
                with code.block(f"if {test}:"):
                    code(f"{counters.option(choice, item.number, OFFERED)} -= 1")


def _may_be_empty(lo: Lowering, item: PlainItem, items: Sequence[PlainItem]) -> bool:
    """Whether there may be nothing to take although the conditions hold.

    Not if one of them says that there is; nor if nothing else can be offered then, since the game would be
    stuck, and such games are played again, step by step.
    """
    plain = Plain(lo.bp)
    alone = all(plain.exclude(item, other) for other in items if other is not item)
    if item.choosing is None or alone:
        return False
    filled = [
        condition.part("left").part("collection")
        for condition in item.conditions
        if condition.form in ("unequal.int", "greater")
        and condition.part("left").form == "size"
        and (condition.part("right").form, condition.part("right").value) == ("int", 0)
    ]
    return not any(alike(collection, item.choosing.part("collection")) for collection in filled)


def discount_offers(lo: Lowering, choice: Expr, offers: Sequence[Offer]) -> None:
    """The options are listed after all, and what is offered is counted then: not because guards hold."""
    if lo.kit.counters is not None:
        for item, _, seen in offers:
            lo.code(f"{lo.kit.counters.option(choice, item.number, OFFERED)} -= {seen.all_hold}")


def _find_the_same(counters: Counters, items: Sequence[PlainItem]) -> None:
    """Conditions that say the same as one of an item before, or the opposite, behind conditions that do."""
    known: list[tuple[tuple[Expr, ...], Expr]] = []
    for item in items:
        for at, part in enumerate(item.conditions):
            before = item.conditions[:at]
            if part.form in PARTS:
                continue
            for others, other in known:
                agree = len(others) == len(before) and all(map(alike, others, before))
                if agree and alike(*_plainly(other, part)):
                    counters.same[id(part)] = other, other.form != part.form
                    break
            else:
                known.append((before, part))


def _plainly(one: Expr, other: Expr) -> tuple[Expr, Expr]:
    """Two conditions in the same form, if one is the opposite of the other's form."""
    forms = [OPPOSITES[expr.form] if expr.sign in _NEGATED else expr.form for expr in (one, other)]
    if forms[0] != forms[1]:
        return one, other
    first, second = (Expr(forms[0], expr.type, expr.args) for expr in (one, other))
    return first, second


def count_chosen(lo: Lowering, choice: Expr, items: Sequence[tuple[int, str]], total: str) -> None:
    """Count that an option of one of some items is carried out: of the only one that has options."""
    counters, code = lo.kit.counters, lo.code
    if counters is None:
        return
    first, *others = (counters.options(choice) + 2 * number + CHOSEN for number, _ in items)
    at = f"COUNTS + {first}"
    for other, (_, count) in zip(others, items[1:], strict=True):
        at = code.let("i", f"COUNTS + {other} if {count} > 0 else {at}")
    code(f"C[{at}] += {1 + FORCED} if {total} == 1 else 1")


def follows(lo: Lowering, body: Expr) -> bool:
    """Whether nothing has to be counted within what an item does: all follows from how often it is chosen."""
    return lo.kit.counters is None or all(
        inner.traits.body is None or inner.traits.body.part == "items" for inner in body.walk()
    )
