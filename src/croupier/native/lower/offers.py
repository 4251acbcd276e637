"""Counters of choices whose options are counted rather than listed.

What becomes of the conditions is kept in variables, and counted as soon as it is clear that the options need
not be listed after all: listing them counts for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from croupier.engine.rules import INNER, PARTS
from croupier.native.lower.counters import tested, tested_straight
from croupier.recycle.constants import constant
from croupier.recycle.program import Expr

if TYPE_CHECKING:
    from croupier.native.lower.lowering import Lowering

Noted = dict[int, tuple[Expr, str]]
"""Conditions, and the variable that is 1 if one was found to hold; by the form."""

OFFERED, CHOSEN, FORCED = range(3)


def notes(lo: Lowering, conditions: Iterable[Expr]) -> Noted:
    """A variable for everything that is counted of some conditions, 0 so far."""
    if lo.kit.counters is None:
        return {}
    return {id(part): (part, lo.code.let("b", "0")) for part in _parts(lo, conditions)}


def _parts(lo: Lowering, conditions: Iterable[Expr]) -> Iterable[Expr]:
    for condition in conditions:
        if condition.form in PARTS:
            yield from _parts(lo, condition.args)
        elif constant(condition, lo.bp.constants) is None:
            yield condition


def noted_test(lo: Lowering, condition: Expr, noted: Noted) -> str:
    """A condition; what becomes of it is noted."""
    if lo.kit.counters is None:
        return str(lo.value(condition))

    def told(part: Expr, holds: str) -> None:
        lo.code(f"{noted[id(part)][1]} = {holds}")

    return tested(lo, condition, told)


def straight_tests(lo: Lowering, conditions: Sequence[Expr]) -> tuple[list[str], Noted]:
    """Conditions without a jump, and what becomes of them."""
    if lo.kit.counters is None:
        return [lo.value(condition) for condition in conditions], {}
    noted: Noted = {}

    def told(part: Expr, holds: str) -> None:
        noted[id(part)] = part, holds

    given = "1"
    for condition in conditions:
        given = tested_straight(lo, condition, given, told)
    return [] if given == "1" else [f"{given} != 0"], noted


def count_offers(lo: Lowering, choice: Expr, items: Sequence[tuple[int, str, Noted]], total: str) -> None:
    """Count what the conditions came to, and what is offered: items by number, with how many options each."""
    counters, code = lo.kit.counters, lo.code
    if counters is None:
        return
    for number, count, noted in items:
        for part, holds in noted.values():
            code(f"{counters.cell('true', part)} += {holds}")
        code(f"{counters.option(choice, number, OFFERED)} += 1 if {count} > 0 else 0")
    with code.block(f"if {total} == 1:"):
        for number, count, _ in items:
            code(f"{counters.option(choice, number, FORCED)} += {count}")


def count_chosen(lo: Lowering, choice: Expr, items: Sequence[tuple[int, str]]) -> None:
    """Count that an option of one of some items is carried out: of the only one that has options."""
    counters = lo.kit.counters
    if counters is None:
        return
    if len(items) == 1:
        lo.code(f"{counters.option(choice, items[0][0], CHOSEN)} += 1")
        return
    for number, count in items:
        lo.code(f"{counters.option(choice, number, CHOSEN)} += 1 if {count} > 0 else 0")


def follows(lo: Lowering, body: Expr) -> bool:
    """Whether nothing has to be counted within what an item does: all of it follows from how often it is chosen."""
    return lo.kit.counters is None or all(inner.form not in INNER for inner in body.walk())
