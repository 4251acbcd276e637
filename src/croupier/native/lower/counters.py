"""Counters in the code of a game: only where somebody wants to know what its rules do.

There are as few as will do, in the context `C`: a turn of a stage, a condition that holds, a loop whose
length is not known, what becomes of a choice. All else follows from them (`croupier.native.derive`), as long
as the game comes to an end where a game can end; the few that do not are left to the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from croupier.interpreter.rules import PARTS, Rules, guarded, is_guarding
from croupier.recycle.constants import constant, integer
from croupier.recycle.program import Expr

if TYPE_CHECKING:
    from croupier.native.lower.lowering import Lowering

OPTION_COUNTS = 2
"""What is kept of an item: how often it is offered; in one word, how often it is chosen and how often forced.

In games that run by themselves the first tells how often less than its guards hold.
"""

FORCED = 1 << 32
"""One that is forced, in the word of those that are chosen: 32 bits are enough for the games of one call."""

Told = Callable[[Expr, str], None]
"""Is told of a condition, and of the variable that is 1 if it holds and 0 if not."""


class Counters:
    """The counters of a program, numbered as the code is written."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size = 0
        self.plain: set[int] = set()
        """Choices whose options are counted rather than listed in games that run by themselves."""
        self.same: dict[int, tuple[Expr, bool]] = {}
        """Conditions that hold whenever another does, or whenever it does not: only the other is counted."""
        self.at_once = False
        """Whether the options that are being counted surely need not be listed."""
        self._numbers: dict[tuple[str, int], int] = {}

    def number(self, what: str, expr: Expr, size: int = 1) -> int:
        """The number of the first counter for something about a form."""
        found = self._numbers.get((what, id(expr)))
        if found is None:
            found = self._numbers[what, id(expr)] = self.size
            self.size += size
        return found

    def cell(self, what: str, expr: Expr, nth: int = 0) -> str:
        """The cell of a counter."""
        return f"C[COUNTS + {self.number(what, expr) + nth}]"

    def known(self, what: str, expr: Expr) -> int | None:
        """The number of a counter, if the code has it."""
        return self._numbers.get((what, id(expr)))

    def options(self, choice: Expr) -> int:
        """The first of the counters of a choice: two for every item."""
        return self.number("options", choice, OPTION_COUNTS * len(choice.parts("items")))

    def option(self, choice: Expr, item: int, what: int) -> str:
        """The cell of what becomes of an item: offered; chosen and forced."""
        return f"C[COUNTS + {self.options(choice) + OPTION_COUNTS * item + what}]"

    def is_guard(self, expr: Expr) -> bool:
        """Whether a form of an item only leads to what is done."""
        return id(expr) in self.rules.guards

    def tries(self, expr: Expr) -> bool:
        """Whether it has to be counted how often an `any` that leads to something is tried: guards follow."""
        inner = guarded(expr)
        while is_guarding(inner):
            if inner.form == "if":
                return True
            inner = guarded(inner)
        return False


def fixed_length(rules: Rules, expr: Expr) -> int | None:
    """How often what is in a loop is done each time, if that is always the same."""
    if expr.form == "repeat":
        times = integer(expr.part("times"), rules.constants)
        return None if times is None else max(0, times)
    if expr.form != "all.do":
        return None
    collection = expr.part("collection")
    if collection.form == "players":
        return rules.program.seats
    listed = constant(collection, rules.constants)
    return len(listed) if isinstance(listed, tuple) else None


def count(lo: Lowering, what: str, expr: Expr, amount: str = "1") -> None:
    """Count something that is carried out."""
    counters = lo.kit.counters
    if counters is None:
        return
    line = f"{counters.cell(what, expr)} += {amount}"
    if lo.choosing:
        with lo.code.block("if C[HOW] == TAKING:"):
            lo.code(line)
    else:
        lo.code(line)


def count_turns(lo: Lowering, expr: Expr, amount: str = "1") -> None:
    """Count how often what is in a loop is done, unless that is known."""
    counters = lo.kit.counters
    if counters is not None and fixed_length(counters.rules, expr) is None:
        count(lo, "body", expr, amount)


def count_element(lo: Lowering, expr: Expr) -> None:
    """Count that an `any` has an element: while options are built, if it leads to guards."""
    counters = lo.kit.counters
    if counters is None:
        return
    if not counters.is_guard(expr):
        count(lo, "body", expr)
    elif counters.tries(expr):
        _count_exploring(lo, "tries", expr, "1")


def _count_exploring(lo: Lowering, what: str, expr: Expr, amount: str) -> None:
    """Count something while options are built; not again on a way that goes on from an `any` behind it."""
    assert lo.kit.counters is not None
    with lo.code.block("if C[HOW] == EXPLORING and C[RESUMED] < 0:"):
        lo.code(f"{lo.kit.counters.cell(what, expr)} += {amount}")


def condition_of(lo: Lowering, expr: Expr) -> str:
    """The condition of an `if`, counted."""
    counters = lo.kit.counters
    if counters is None:
        return str(lo.value(expr.part("condition")))
    if lo.choosing and counters.is_guard(expr):
        return told_condition(lo, expr.part("condition"), partial(_guard_told, lo), partial(_guard_begun, lo))
    if _is_single(lo, expr.part("condition")):
        return str(lo.value(expr.part("condition")))
    return told_condition(lo, expr.part("condition"), lambda part, holds: count(lo, "true", part, holds))


def count_holding(lo: Lowering, expr: Expr) -> None:
    """Within the code of an `if`: count that its condition holds, unless its parts are counted."""
    counters = lo.kit.counters
    if counters is None or (lo.choosing and counters.is_guard(expr)):
        return
    if _is_single(lo, expr.part("condition")):
        count(lo, "true", expr.part("condition"))


def _is_single(lo: Lowering, condition: Expr) -> bool:
    """Whether a condition has no parts, and is not fixed."""
    return condition.form not in PARTS and constant(condition, lo.bp.constants) is None


def _guard_begun(lo: Lowering, part: Expr) -> None:
    """A guard that is impossible drops its path: counted as such until it has come to something."""
    _count_exploring(lo, "fault", part, "1")


def _guard_told(lo: Lowering, part: Expr, holds: str) -> None:
    _count_exploring(lo, "fault", part, "-1")
    _count_exploring(lo, "true", part, holds)


def otherwise(lo: Lowering, expr: Expr) -> None:
    """Behind the code of an `if`: a guard may not hold any more when its option is carried out."""
    counters = lo.kit.counters
    if counters is not None and lo.choosing and counters.is_guard(expr):
        with lo.code.block("elif C[HOW] == TAKING:"):
            lo.code(f"{counters.cell('slip', expr)} += 1")


def end_of(lo: Lowering, stage: Expr) -> str:
    """Whether a stage is at its end; what it comes to follows from the turns, what its parts do does not."""
    end = stage.part("end")
    if stage.has("turns"):
        # Not every turn is followed by a test.
        count(lo, "tests", stage)
    elif end.form not in PARTS:
        return str(lo.value(end))
    if lo.kit.counters is None:
        return str(lo.value(end))
    return told_condition(lo, end, lambda part, holds: count(lo, "true", part, holds))


def told_condition(lo: Lowering, expr: Expr, told: Told, begun: Callable[[Expr], None] | None = None) -> str:
    """A condition, each part of which is told of; parts that do not matter are not evaluated."""
    code = lo.code
    if expr.form == "not":
        return f"not ({told_condition(lo, expr.part('condition'), told, begun)})"
    if expr.form in PARTS:
        both = expr.form == "and"
        result = code.let("b", "0" if both else "1")

        def chain(parts: tuple[Expr, ...]) -> None:
            test = told_condition(lo, parts[0], told, begun)
            with code.block(f"if {test}:" if both else f"if not ({test}):"):
                if parts[1:]:
                    chain(parts[1:])
                else:
                    code(f"{result} = {int(both)}")

        chain(expr.args)
        return f"{result} != 0"
    if constant(expr, lo.bp.constants) is not None:
        return str(lo.value(expr))
    if begun is not None:
        begun(expr)
    found = str(lo.value(expr))
    holds = code.let("b", f"1 if {found} else 0")
    told(expr, holds)
    return f"{holds} != 0"


def told_straight(lo: Lowering, expr: Expr, given: str, told: Told) -> str:
    """The same without a jump: 1 if `given` is 1 and the condition holds. All parts are evaluated."""
    code = lo.code
    if expr.form == "not":
        return code.let("b", f"{given} - {told_straight(lo, expr.part('condition'), given, told)}")
    if expr.form == "and":
        for part in expr.args:
            given = told_straight(lo, part, given, told)
        return given
    if expr.form == "or":
        left = given
        for part in expr.args:
            left = code.let("b", f"{left} - {told_straight(lo, part, left, told)}")
        return code.let("b", f"{given} - {left}")
    fixed = constant(expr, lo.bp.constants)
    if fixed is not None:
        return given if fixed else "0"
    found = lo.value(expr)
    holds = code.let(
        "b", f"1 if {found} else 0" if given == "1" else f"1 if {given} != 0 and ({found}) else 0"
    )
    told(expr, holds)
    return holds


def count_taking(lo: Lowering, choice: Expr) -> None:
    """Before an option is carried out: count what was offered, what is chosen, whether it was all."""
    if lo.kit.counters is not None:
        lo.code(f"count_taking(C, COUNTS + {lo.kit.counters.options(choice)})")
