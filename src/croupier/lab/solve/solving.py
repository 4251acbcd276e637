"""Solving a game: how large it is, by which method it is solved, and what comes of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter, process_time
from typing import Any

import numpy as np

from croupier.game.chance import ExplicitGame, TooManyOutcomes
from croupier.game.hosting import HostedGame
from croupier.lab.solve.by_subgames import solution_by_subgames
from croupier.lab.solve.cfr import CFRPlus
from croupier.lab.solve.errors import TooLarge
from croupier.lab.solve.open_cards import induction
from croupier.lab.solve.payoffs import payoffs
from croupier.lab.solve.positions import Positions, found_positions
from croupier.lab.solve.sampling import sampled
from croupier.lab.solve.sequences import Form, Numbers, form_of
from croupier.lab.solve.size import Size, estimated, time_text
from croupier.lab.solve.solution import Keeper, Listener, Settings, Silent, Solution
from croupier.lab.solve.subgames import roots_of
from croupier.lab.solve.tree import NODE_BYTES, InformationSet, Tree
from croupier.lab.solve.walk import tree_of

WALK = 10.0
"""A walk that takes so many times the allowed seconds is given up; by the time of the processor."""

MERGED = 10.0
"""A walk that comes to equal positions often may be so many times faster than was estimated, hardly more."""

HOPEFUL = 3.0
"""A walk goes on if, by what part is done, it will take at most so many times what it may: it gets faster."""

WHOLE = 150_000
"""Up to so many histories the whole tree is solved, even if the game can be cut into subgames."""

AT_LEAST, EFFORT = 1000, 10_000_000
"""So many iterations are made in any case, fewer where they go over more ends than this together."""


def solve(
    game: HostedGame,
    settings: Settings | None = None,
    *,
    listener: Listener | None = None,
    keeper: Keeper | None = None,
) -> Solution:
    """Solve a game: walk through its tree, and find its value and how to play.

    >>> from croupier import load
    >>> found = solve(load("kuhn_poker"))
    >>> found.method, found.information_sets, round(found.value[0], 3)
    ('cfr+', [6, 6], -0.056)
    """
    settings, listener = settings or Settings(), listener or Silent()
    begun = perf_counter()
    explicit = game.explicit()
    size = _size(game, explicit, settings)
    if size is not None:
        listener.size(size)
    try:
        if settings.sample:
            raise TooLarge("sampling was asked for")
        positions = _positions(game, explicit, settings, size, listener)
        found = _solved(game, settings, positions, listener, keeper, begun)
    except TooLarge as problem:
        return sampled(game, settings, listener, keeper, size, str(problem))
    found.ignoring = explicit.ignoring
    return found


def _size(game: HostedGame, explicit: ExplicitGame, settings: Settings) -> Size | None:
    """An estimate; None where chance has too many results even for one of them to be drawn."""
    try:
        return estimated(explicit, game.seats, settings.seed)
    except TooManyOutcomes:
        return None


def _positions(
    game: HostedGame,
    explicit: ExplicitGame,
    settings: Settings,
    size: Size | None,
    listener: Listener,
) -> Positions:
    """The positions; :class:`TooLarge` if they take too much memory or time."""
    limit, started = WALK * max(settings.seconds, 1.0), process_time()
    if size is None:
        raise TooLarge("chance has too many results to be listed")
    if size.seconds > MERGED * limit:
        raise TooLarge(f"the walk would take about {time_text(size.seconds)}")

    def told(found: int, part: float) -> None:
        listener.searching(found, part)
        took = process_time() - started
        likely = took / part if part > 0 else limit + 1
        if took > limit or (took > settings.seconds and likely > HOPEFUL * limit):
            raise TooLarge(
                f"the walk takes too long: {found:,} positions in {took:.0f} s, after {part:.1%} of all games"
            )

    return found_positions(explicit, game.seats, memory=settings.memory, progress=told)


def _solved(
    game: HostedGame,
    settings: Settings,
    positions: Positions,
    listener: Listener,
    keeper: Keeper | None,
    begun: float,
) -> Solution:
    """The solution by the whole tree; if that is large and there are subgames, by these."""
    histories = positions.histories()
    if histories > WHOLE and not settings.whole:
        roots = roots_of(positions)
        if len(roots) > 1:
            return solution_by_subgames(
                game, settings, positions, roots, histories, listener=listener, keeper=keeper, begun=begun
            )
    if histories * NODE_BYTES > settings.memory:
        raise TooLarge(f"the tree would take more than {settings.memory / 1024**2:,.0f} MB")
    tree = tree_of(positions, memory=settings.memory, progress=lambda done: listener.walking(done, histories))
    return _Solving(game, settings, tree, listener, keeper, begun).solved()


class _Solving:
    def __init__(
        self,
        game: HostedGame,
        settings: Settings,
        tree: Tree,
        listener: Listener,
        keeper: Keeper | None,
        begun: float,
    ) -> None:
        self.game, self.settings, self.tree = game, settings, tree
        self.listener, self.keeper, self.begun = listener, keeper, begun
        self.payoffs = payoffs(tree, settings.reward)

    def solved(self) -> Solution:
        if self.tree.is_open:
            return self._open()
        form = form_of(self.tree, self.payoffs)
        return self._alone(form) if self.tree.seats == 1 else self._equilibrium(form)

    def _solution(self, method: str, value: list[float], exploitability: float, **more: Any) -> Solution:
        return Solution(
            game=self.game.name,
            seats=self.tree.seats,
            method=method,
            reward=self.settings.reward,
            histories=self.tree.histories,
            information_sets=self.tree.information_sets,
            value=value,
            exploitability=exploitability,
            tree=self.tree,
            seconds=perf_counter() - self.begun,
            **more,
        )

    def _open(self) -> Solution:
        found = induction(self.tree, self.settings.reward)
        form = form_of(self.tree, self.payoffs)
        policy = [
            (here, [float(k == choice) for k in range(len(here.options))])
            for here, choice in zip(self.tree.sets, found.choices, strict=True)
        ]
        value = [float(one) for one in found.value]
        notes = []
        if self.tree.seats > 2 or form.total is None:
            notes.append(
                "Every seat does what is best for itself, and of equal options takes the first. Where seats "
                "have several best options, another choice among them may be worth something else to others."
            )
        return self._solution(
            "backward induction",
            value,
            0.0,
            iterations=0,
            stopped="exact",
            policy=policy,
            worth=[float(values[one.seat]) for one, values in zip(self.tree.sets, found.values, strict=True)],
            responses=value,
            zero_sum=form.total is not None,
            notes=notes,
            line=found.line,
            exact=[str(one) for one in found.value],
            form=form,
            plans=_plans(form, policy),
        )

    def _alone(self, form: Form) -> Solution:
        decisions = form.decisions[0]
        value, strategy = decisions.best(form.gains(0, [decisions.plan(decisions.uniform())]))
        return self._solution(
            "best response",
            [value],
            0.0,
            iterations=0,
            stopped="exact",
            responses=[value],
            form=form,
            plans=[decisions.plan(strategy)],
            **_told(form, [strategy]),
        )

    def _equilibrium(self, form: Form) -> Solution:
        cfr, settings = CFRPlus(form), self.settings
        before = self.keeper.kept("cfr+", cfr) if self.keeper is not None else 0.0
        begun = perf_counter()
        exploitability, stopped = form.exploitability(cfr.average()), "time"
        try:
            at_least = min(AT_LEAST, EFFORT // len(form.reach))
            most = settings.iterations or sys.maxsize
            check = min(most, max(10, cfr.iterations))
            while True:
                took = perf_counter() - begun
                if exploitability <= settings.precision and cfr.iterations >= at_least:
                    stopped = "precision"
                    break
                if took + before > settings.seconds:
                    break
                if cfr.iterations >= most:
                    stopped = "iterations"
                    break
                while cfr.iterations < check and perf_counter() - begun + before <= settings.seconds:
                    cfr.iterate()
                # Checked less and less often, so that checks take a tenth of the time at most.
                check = min(most, cfr.iterations + max(10, cfr.iterations // 20))
                exploitability = form.exploitability(cfr.average())
                self.listener.iterating(cfr.iterations, exploitability)
                if self.keeper is not None:
                    self.keeper.keep("cfr+", cfr, perf_counter() - begun + before)
        except KeyboardInterrupt:
            stopped, exploitability = "interrupted", form.exploitability(cfr.average())
        if self.keeper is not None:
            self.keeper.keep("cfr+", cfr, perf_counter() - begun + before, last=True)
        plans, strategies = cfr.average(), cfr.strategies()
        return self._solution(
            "cfr+",
            form.values(plans),
            exploitability,
            iterations=cfr.iterations,
            stopped=stopped,
            responses=form.responses(plans),
            zero_sum=form.total is not None,
            notes=_caution(form),
            form=form,
            plans=plans,
            **_told(form, strategies),
        )


def _caution(form: Form) -> list[str]:
    if form.seats == 2 and form.total is not None:
        return []
    why = "with more than two seats" if form.seats > 2 else "where one seat's loss is not the other's gain"
    return [
        f"CFR+ need not come to an equilibrium {why}. What is proven is what was measured: no seat can win "
        "more than its best response wins, as long as the others play like this. Other equilibria may be "
        "worth something else, and nothing is said about seats that change their play together."
    ]


def _told(form: Form, strategies: Sequence[Numbers]) -> dict[str, Any]:
    """Strategies by information set, and what the game is worth at each."""
    policy: list[tuple[InformationSet, Sequence[float]]] = []
    worth: list[float | None] = []
    plans = [one.plan(strategy) for one, strategy in zip(form.decisions, strategies, strict=True)]
    for seat, decisions in enumerate(form.decisions):
        _, values = decisions.worth(form.gains(seat, plans), strategies[seat])
        _, reached = decisions.worth(form.reached(seat, plans), strategies[seat])
        at = 0
        for here, value, reach in zip(decisions.sets, values, reached, strict=True):
            policy.append((here, [float(p) for p in strategies[seat][at : at + len(here.options)]]))
            worth.append(float(value / reach) if reach > 0 else None)
            at += len(here.options)
    return {"policy": policy, "worth": worth}


def _plans(form: Form, policy: Sequence[tuple[InformationSet, Sequence[float]]]) -> list[Numbers]:
    """The plans of all seats that take options like that."""
    by_key = {here.key: chances for here, chances in policy}
    return [
        decisions.plan(np.array([p for here in decisions.sets for p in by_key[here.key]], dtype=np.float64))
        for decisions in form.decisions
    ]
