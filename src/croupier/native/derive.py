"""All counts of a program from the few that its machine code keeps.

What stands one after the other is done equally often. So it is enough to know how many turns a stage makes,
how often a condition holds, how often a loop of unknown length goes round, and what becomes of a choice. That
holds as long as a game ends where a game can: behind its last block, or at a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.interpreter.rules import PARTS, Rules, done_in, guarded, is_guarding
from croupier.native.lower.counters import FORCED, OPTION_COUNTS, Counters, fixed_length
from croupier.recycle.program import Expr, blocks_of, is_choice
from croupier.recycle.traits import Times


def derived(counters: Counters, kept: Sequence[int], games: int, *, alone: bool) -> list[int]:
    """The counts of all rules, from what the machine code has kept of so many games.

    In games that ran alone, by themselves, most options were not listed: an item was offered whenever its
    guards held, but for what was counted against that.
    """
    return _Derivation(counters, kept, games, alone).counts


class _Derivation:
    def __init__(self, counters: Counters, kept: Sequence[int], games: int, alone: bool) -> None:
        self.counters, self.kept, self.alone = counters, kept, alone
        self.rules: Rules = counters.rules
        self.counts = [0] * self.rules.size
        for expr in self.rules.set_up:
            self.action(expr, games)
        left = self.blocks(self.rules.program.body, games)
        scoring = self.rules.program.scoring
        self.counts[self.rules.blocks[id(scoring)]] = left * self.rules.program.seats

    def number(self, what: str, expr: Expr) -> int:
        """What was kept; 0 if the code has no such counter, since it never comes there."""
        at = self.counters.known(what, expr)
        return 0 if at is None else self.kept[at]

    def blocks(self, exprs: Iterable[Expr], times: int) -> int:
        """Blocks one after the other; gives how often the game went on behind them."""
        for expr in blocks_of(exprs):
            times = self.block(expr, times)
        return times

    def block(self, expr: Expr, times: int) -> int:
        """A block that was come to so many times; gives how often the game went on behind it."""
        if expr.has("blocks"):
            return self.stage(expr, times)
        if is_choice(expr):
            return self.choice(expr, times)
        if id(expr) not in self.rules.blocks:
            self.action(expr, times)
            return times
        self.counts[self.rules.blocks[id(expr)]] = times
        if not expr.has("condition"):
            return self.blocks(done_in(expr), times)
        then, *otherwise = done_in(expr)
        holds = self.condition(expr.part("condition"), times)
        return self.blocks((then,), holds) + self.blocks(otherwise, times - holds)

    def stage(self, expr: Expr, times: int) -> int:
        at, turns = self.rules.blocks[id(expr)], self.number("turn", expr)
        self.counts[at : at + 2] = times, turns
        left = self.blocks(expr.parts("blocks"), turns)
        if expr.has("turns"):
            # A turn that was not completed has ended the game; the end is not tested behind the last one.
            self.condition(expr.part("end"), self.number("tests", expr))
            return times - (turns - left)
        # The end is tested at the beginning and after every turn; whenever it does not hold there is another.
        tests = times + left
        self.condition(expr.part("end"), tests, tests - turns)
        return tests - turns

    def choice(self, expr: Expr, times: int) -> int:
        others = expr.has("players")
        decisions = self.number("asked", expr) if others else times - self.number("halted", expr)
        effects = self.counters.known("effects", expr)
        self.counts[self.rules.blocks[id(expr)]] = decisions
        first, unlisted = self.counters.options(expr), self.alone and id(expr) in self.counters.plain
        for number, item in enumerate(expr.parts("items")):
            kept = first + OPTION_COUNTS * number
            offered, forced, chosen = self.kept[kept], *divmod(self.kept[kept + 1], FORCED)
            # Of what others choose not everything takes effect.
            done = chosen if effects is None else self.kept[effects + number]
            guarded_by = self.item(item, decisions, done)
            at = self.rules.options[id(item)]
            self.counts[at : at + 3] = offered + (guarded_by if unlisted else 0), chosen, forced
        ended = self.number("stuck", expr) + (self.number("halted", expr) if others else 0)
        return (times if others else decisions) - ended

    def item(self, expr: Expr, tests: int, chosen: int) -> int:
        """An item whose guards were tested at so many decisions, and that was chosen at so many.

        Gives how often all its guards have held, if there are none behind an `any`.
        """
        item, held = expr, tests
        while is_guarding(expr):
            if expr.form == "if":
                tests = held = self.condition(expr.part("condition"), tests)
                chosen -= self.number("slip", expr)
            elif expr.form == "else":
                tests = held = self.number("tries", expr)
            elif expr.traits.chooses:
                tests = self.number("tries", expr)
            expr = guarded(expr)
        if expr is item:
            self.within(expr, chosen)
        else:
            self.action(expr, chosen)
        return held

    def action(self, expr: Expr, times: int) -> None:
        self.counts[self.rules.actions[id(expr)]] = times
        self.within(expr, times)

    def within(self, expr: Expr, times: int) -> None:
        if expr.has("bodies"):
            then, other = expr.parts("bodies")
            holds = self.condition(expr.part("condition"), times)
            self.action(then, holds)
            self.action(other, times - holds)
            return
        if expr.form == "if":
            times = self.condition(expr.part("condition"), times)
        elif (body := expr.traits.body) is not None and body.times is not Times.ONCE:
            turns = fixed_length(self.rules, expr)
            times = self.number("body", expr) if turns is None else times * turns
        for inner in done_in(expr):
            self.action(inner, times)

    def condition(self, expr: Expr, tests: int, holds: int | None = None) -> int:
        """A condition that was tested so many times; gives how often it was found to hold."""
        return self.tested(expr, tests, holds)[0]

    def tested(self, expr: Expr, tests: int, holds: int | None = None) -> tuple[int, int]:
        """The same, and how often it came to nothing: only guards do, whose path is then dropped."""
        found, lost = self.parts(expr, tests) or (
            self.holding(expr, tests) if holds is None else holds,
            self.number("fault", expr),
        )
        at = self.rules.conditions[id(expr)]
        self.counts[at : at + 2] = found, tests - found - lost
        return found, lost

    def holding(self, expr: Expr, tests: int) -> int:
        """How often a condition without parts held."""
        other, opposite = self.counters.same.get(id(expr), (expr, False))
        found = self.number("true", other)
        return tests - found if opposite else found

    def parts(self, expr: Expr, tests: int) -> tuple[int, int] | None:
        """The same of a condition that is made of others, or fixed; None if it is neither."""
        if expr.form == "not":
            found, lost = self.tested(expr.part("condition"), tests)
            return tests - found - lost, lost
        if expr.form in PARTS:
            left, all_found, all_lost = tests, 0, 0
            for part in expr.args:
                found, lost = self.tested(part, left)
                left = found if expr.form == "and" else left - found - lost
                all_found += found
                all_lost += lost
            return left if expr.form == "and" else all_found, all_lost
        fixed = self.rules.fixed(expr)
        return None if fixed is None else (tests if fixed else 0, 0)
