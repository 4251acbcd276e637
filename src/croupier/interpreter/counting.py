"""A game on the interpreter that counts what its rules do: the definition of the counts.

The functions that a program becomes are made once more, with counters in them; other games have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from croupier.game import Outcome, State
from croupier.game.counting import Choose, Counted, Rule
from croupier.interpreter.action import Item, item, uncounted
from croupier.interpreter.flow import Branch, Choice, Let, Stage
from croupier.interpreter.game import Compiled, RecycleGame
from croupier.interpreter.layout import Layout
from croupier.interpreter.meaning import Meaning, value
from croupier.interpreter.rules import PARTS, Rules, is_guarding
from croupier.interpreter.state import TableState
from croupier.interpreter.table import Table
from croupier.recycle.program import Expr, Program


class Tally:
    """Counts what is carried out."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.counts = [0] * rules.size

    def item(self, layout: Layout, expr: Expr) -> Item:
        """An action that counts how often it is carried out."""
        made, at = uncounted(layout, expr), self.rules.actions.get(id(expr))
        if at is None:
            # What is done is an option itself, which is counted as such.
            return made
        counts = self.counts

        def run(t: Table) -> None:
            counts[at] += 1
            made.run(t)

        return Item(run, made.explore)

    def tested(self, layout: Layout, expr: Expr) -> tuple[Meaning, Meaning]:
        """The condition of an `if`: when it is carried out, and while options are built."""
        return self.condition(layout, expr), value(layout, expr)

    def condition(self, layout: Layout, expr: Expr) -> Meaning:
        """A condition that counts what it comes to, and so do its parts."""
        counts, at, holds = self.counts, self.rules.conditions[id(expr)], self._put_together(layout, expr)

        def run(t: Table) -> bool:
            found = bool(holds(t))
            counts[at if found else at + 1] += 1
            return found

        return run

    def _put_together(self, layout: Layout, expr: Expr) -> Meaning:
        if expr.form not in PARTS:
            return value(layout, expr)
        parts = [self.condition(layout, part) for part in expr.args]
        if expr.form == "not":
            return lambda t: not parts[0](t)
        if expr.form == "and":
            return lambda t: all(part(t) for part in parts)
        return lambda t: any(part(t) for part in parts)

    def ends(self, layout: Layout, stage: Expr) -> Meaning:
        """The end of a stage; if it does not hold, there is another turn."""
        counts, at, holds = (
            self.counts,
            self.rules.blocks[id(stage)],
            self.condition(layout, stage.part("end")),
        )

        def run(t: Table) -> bool:
            found: bool = holds(t)
            counts[at + 1] += not found
            return found

        return run

    def nobody_left(self, stage: Expr) -> None:
        """The end of a stage does not hold, and yet there is no other turn."""
        self.counts[self.rules.blocks[id(stage)] + 1] -= 1

    def option(self, layout: Layout, expr: Expr) -> Item:
        """An item of a choice: its guards count while options are built."""
        guarding = copy(layout)
        guarding.tally = _Guards(self, layout)
        return item(guarding, expr)


class _Guards(Tally):
    """Counts what guards come to, while options are built; what they lead to is counted when carried out."""

    def __init__(self, tally: Tally, counted: Layout) -> None:
        self.rules, self.counts = tally.rules, tally.counts
        self._counted = counted
        self._plain = copy(counted)
        self._plain.tally = None

    def item(self, layout: Layout, expr: Expr) -> Item:
        if is_guarding(expr):
            return uncounted(layout, expr)
        return Item(item(self._counted, expr).run, item(self._plain, expr).explore)

    def tested(self, layout: Layout, expr: Expr) -> tuple[Meaning, Meaning]:
        return value(layout, expr), self.condition(layout, expr)


class CountingState(TableState):
    """One game of which is counted what becomes of its choices and stages."""

    __slots__ = ()
    game: CountingGame

    def _enter(self, stage: Stage) -> None:
        self._count(self._rules.blocks[id(stage.expr)])
        super()._enter(stage)

    def _bind(self, let: Let) -> None:
        self._count(self._rules.blocks[id(let.expr)])
        super()._bind(let)

    def _branch(self, branch: Branch) -> None:
        self._count(self._rules.blocks[id(branch.expr)])
        super()._branch(branch)

    def _decide(self, choice: Choice) -> None:
        if self.decisions < self.max_decisions:
            self._count(self._rules.blocks[id(choice.expr)])
        super()._decide(choice)

    def _take(self, index: int, *, told: bool = False) -> None:
        blocks, at = self._frames[-1]
        items = blocks[at].expr.parts("items")
        for number in {path.item for path in self._paths}:
            self._count(self._rules.options[id(items[number])])
        chosen = self._rules.options[id(items[self._paths[index].item])]
        self._count(chosen + 1)
        if len(self._paths) == 1:
            self._count(chosen + 2)
        super()._take(index, told=told)

    def _finish(self) -> None:
        super()._finish()
        self._count(self._rules.blocks[id(self.game.program.scoring)], self.game.seats)

    @property
    def _rules(self) -> Rules:
        return self.game.tally.rules

    def _count(self, at: int, times: int = 1) -> None:
        self.game.tally.counts[at] += times


class CountingGame(RecycleGame):
    """A game that counts what its rules do."""

    state = CountingState

    def __init__(self, program: Program, name: str, rules: Rules | None = None) -> None:
        self.tally = Tally(rules or Rules(program))
        super().__init__(program, name, Compiled.of(program, tally=self.tally))

    @property
    def rules(self) -> Sequence[Rule]:
        """What is counted, in the order of the text."""
        return self.tally.rules.listed

    def play(
        self, seed: int, choose: Choose, *, max_steps: int, max_decisions: int
    ) -> tuple[tuple[int, ...], Outcome]:
        """Play one game to its end, and count."""
        counts = self.tally.counts
        counts[:] = [0] * len(counts)
        state = self.fresh(seed, max_steps=max_steps, max_decisions=max_decisions, views=False)
        state.begin()
        outcome = played_out(state, choose)
        return tuple(counts), outcome

    def play_many(
        self, seed: int, first: int, count: int, *, max_steps: int, max_decisions: int
    ) -> Counted | None:
        """There is no quick way to play many games."""
        return None


def played_out(state: State, choose: Choose) -> Outcome:
    """Play a game to its end."""
    while state.outcome is None:
        state.apply(choose(state))
    return state.outcome
