"""The solution of a game that is cut into subgames, since its tree is large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from croupier.game.hosting import HostedGame
from croupier.game.recall import NOTHING_SEEN, after_glance
from croupier.lab.solve.open_cards import induction_by_position
from croupier.lab.solve.payoffs import payoffs
from croupier.lab.solve.positions import Positions
from croupier.lab.solve.solution import Keeper, Listener, Settings, Solution
from croupier.lab.solve.subgames import Subgames, solved_subgames
from croupier.lab.solve.tree import InformationSet

METHOD = "subgames"
"""Under this name a run keeps how far it has come."""


def solution_by_subgames(
    game: HostedGame,
    settings: Settings,
    positions: Positions,
    roots: Sequence[int],
    histories: int,
    *,
    listener: Listener,
    keeper: Keeper | None,
    begun: float,
) -> Solution:
    """Solve subgame after subgame; by backward induction if all of them are single decisions."""
    common: dict[str, Any] = {
        "game": game.name,
        "seats": game.seats,
        "reward": settings.reward,
        "histories": histories,
        "restarts": _restarts(positions, roots),
        "notes": [
            f"Solved by positions, however many histories lead to each: there are {len(positions):,}. At "
            f"{len(roots):,} of them every seat knows by what it sees where the game stands. What was before "
            "does not matter there, so information sets are counted from there on."
        ],
    }
    if len(roots) == len(positions):
        return _open(positions, settings, common, begun)
    return _hidden(positions, settings, common, listener, keeper, begun)


def _restarts(positions: Positions, roots: Sequence[int]) -> frozenset[bytes]:
    """The views with which what was before can be forgotten."""
    return frozenset(positions.glances[views[root]] for views in positions.views for root in roots)


def _open(positions: Positions, settings: Settings, common: dict[str, Any], begun: float) -> Solution:
    found = induction_by_position(positions, settings.reward)
    policy: list[tuple[InformationSet, Sequence[float]]] = []
    worth: list[float | None] = []
    firsts, sets = [1] * positions.seats, [0] * positions.seats
    for position, choice in enumerate(found.choices):
        seat, options = positions.mover[position], positions.options[position]
        key = after_glance(NOTHING_SEEN, positions.glances[positions.views[seat][position]])
        here = InformationSet(seat, key, 0, firsts[seat], 0, options, 1, positions.view(seat, position))
        firsts[seat] += len(options)
        sets[seat] += 1
        policy.append((here, [float(k == choice) for k in range(len(options))]))
        worth.append(float(found.values[position][seat]))
    value = [float(one) for one in found.value]
    if positions.seats > 2 or not _constant_sum(positions, settings.reward):
        common["notes"].append(
            "Every seat does what is best for itself, and of equal options takes the first. Where seats "
            "have several best options, another choice among them may be worth something else to others."
        )
    return Solution(
        method="backward induction",
        information_sets=sets,
        value=value,
        exploitability=0.0,
        iterations=0,
        seconds=perf_counter() - begun,
        stopped="exact",
        policy=policy,
        worth=worth,
        responses=value,
        zero_sum=_constant_sum(positions, settings.reward),
        line=found.line,
        exact=[str(one) for one in found.value],
        **common,
    )


def _constant_sum(positions: Positions, reward: str) -> bool:
    return bool(np.ptp(np.sum(payoffs(positions, reward), axis=0)) <= 1e-9)


def _hidden(
    positions: Positions,
    settings: Settings,
    common: dict[str, Any],
    listener: Listener,
    keeper: Keeper | None,
    begun: float,
) -> Solution:
    work = Subgames(positions, settings.reward, settings.memory)
    before = keeper.kept(METHOD, work) if keeper is not None else 0.0
    started = perf_counter()

    def tell(done: int, of: int) -> None:
        listener.subgames(done, of)
        if keeper is not None:
            keeper.keep(METHOD, work, perf_counter() - started + before)

    stopped = solved_subgames(
        work, settings.precision, max(0.0, settings.seconds - before), settings.iterations, tell
    )
    if keeper is not None:
        keeper.keep(METHOD, work, perf_counter() - started + before, last=True)
    policy, worth = _policy(work)
    sets = [0] * positions.seats
    for here, _ in policy:
        sets[here.seat] += 1
    constant = _constant_sum(positions, settings.reward)
    if positions.seats > 2 or not constant:
        common["notes"].append(
            "Predictive CFR+ need not come to an equilibrium with more than two seats, or where one seat's "
            "loss is not the other's gain. What is proven is what was measured: no seat can win more than "
            "its best response wins, as long as the others play like this."
        )
    return Solution(
        method="predictive cfr+ by subgames",
        information_sets=sets,
        value=[float(one[-1]) for one in work.worth],
        exploitability=work.exploitability,
        iterations=work.iterations,
        seconds=perf_counter() - begun,
        stopped=stopped,
        policy=policy,
        worth=worth,
        responses=[float(one[-1]) for one in work.best],
        zero_sum=constant,
        **common,
    )


def _policy(work: Subgames) -> tuple[list[tuple[InformationSet, Sequence[float]]], list[float | None]]:
    """How every subgame is played; the numbers of sequences go on from one to the next."""
    policy: list[tuple[InformationSet, Sequence[float]]] = []
    worth: list[float | None] = []
    past = [0] * work.positions.seats
    for roots in reversed(work.heights):
        batch = work.batch(roots)
        chances = [work.play[root].chances for root in roots]
        strategies = batch.strategies(chances)
        plans = batch.plans(strategies)
        values = {}
        for seat, decisions in enumerate(batch.form.decisions):
            _, gained = decisions.worth(batch.form.gains(seat, plans), strategies[seat])
            _, reached = decisions.worth(batch.form.reached(seat, plans), strategies[seat])
            for here, value, reach in zip(decisions.sets, gained, reached, strict=True):
                values[id(here)] = float(value / reach) if reach > 0 else None
        for number, rows in enumerate(chances):
            for here, row in zip(batch.sets_of(number), rows, strict=True):
                shift = past[here.seat]
                moved = replace(
                    here, first=here.first + shift, before=here.before + shift if here.before else 0
                )
                policy.append((moved, [float(one) for one in row]))
                worth.append(values[id(here)])
        for seat, decisions in enumerate(batch.form.decisions):
            past[seat] += decisions.options
    return policy, worth
