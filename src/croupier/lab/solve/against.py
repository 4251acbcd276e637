"""How exploitable a player is: its policy at every information set, and the best answers to it.

A player is asked at every information set, once a seed. How often it takes an option is its policy. A best
response to that policy is exact. The intervals draw the seeds of every information set again from those
there are, many times (bootstrap): they tell how much it could be with other seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from croupier.game import PLAYER, SAMPLE, Stream, game_seed
from croupier.game.hosting import HostedGame
from croupier.interpreter.game import RecycleGame
from croupier.interpreter.view import View
from croupier.lab.solve.errors import SolveError
from croupier.lab.solve.positions import MOST_VIEWS
from croupier.lab.solve.sequences import Form, Numbers
from croupier.lab.solve.solution import Solution
from croupier.lab.solve.tree import InformationSet
from croupier.native.game import NativeGame
from croupier.players import Maker, Player, RandomPlayer, answering, decision, named
from croupier.players.policy import Policy
from croupier.players.solved import SolvedPlayer

REPLICATES = 200
"""So often the seeds are drawn again."""

SEEDS = 40

Asking = Callable[[int, int], None]
"""Is told how many information sets have been asked about, of how many."""


@dataclass(frozen=True, slots=True)
class Measure:
    """An estimate with its interval of 95 %; with one seed, or a policy that is known, the value alone."""

    value: float
    low: float
    high: float
    n: int

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


@dataclass(frozen=True, slots=True)
class Weakness:
    """How exploitable a player is."""

    player: str
    seeds: int
    exploitability: Measure
    """What a best response wins more than it would against itself, in the mean of the seats."""
    loss: Measure
    """What the player loses against the solution, in the mean of the seats: less than it could have."""
    responses: list[float]
    """By seat, what a best response wins if all others are this player."""
    known: bool
    """Whether its policy is known exactly, so that no seeds were drawn."""

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "player": self.player,
            "exploitability": self.exploitability.data(),
            "loss": self.loss.data(),
            "best_response": self.responses,
        }


def against(
    solution: Solution,
    game: HostedGame,
    player: str,
    *,
    seeds: int = SEEDS,
    seed: int = 1,
    progress: Asking | None = None,
) -> Weakness:
    """Ask a player at every information set of a solved game, and answer its policy as well as can be.

    >>> from croupier import load
    >>> from croupier.lab.solve import solve
    >>> game = load("kuhn_poker")
    >>> found = against(solve(game), game, "random")
    >>> round(found.exploitability.value, 4)
    0.4583
    """
    form, tree = solution.form, solution.tree
    if form is None or tree is None:
        raise SolveError("only a game whose whole tree is walked through tells how exploitable a player is")
    maker = named(player)
    known = _known_policy(maker, solution)
    if known is not None:
        found = _measured(form, solution, [known], seeds=0)
        return Weakness(player, 0, *found[:2], found[2], known=True)
    if not tree.has_views:
        raise SolveError(
            f"{len(tree.sets):,} information sets are too many to ask a player about: "
            f"only {MOST_VIEWS:,} views are kept"
        )
    chosen = _asked(form, game, solution, maker, seeds, seed, progress)
    rng = np.random.default_rng(seed)
    policies = [[one.mean(axis=0) for one in chosen]]
    policies += [[_drawn_again(one, rng) for one in chosen] for _ in range(REPLICATES if seeds > 1 else 0)]
    flat = [_strategies(form, policy) for policy in policies]
    found = _measured(form, solution, flat, seeds=seeds)
    return Weakness(player, seeds, *found[:2], found[2], known=False)


def _known_policy(maker: Maker, solution: Solution) -> list[Numbers] | None:
    """The policy of a player that need not be asked: every option alike, or a file."""
    form = solution.form
    assert form is not None
    if issubclass(maker.kind, RandomPlayer):
        return [decisions.uniform() for decisions in form.decisions]
    if not issubclass(maker.kind, SolvedPlayer):
        return None
    policy = Policy.read(maker.options["file"])
    if policy.ignoring != solution.ignoring or policy.restarts:
        return None
    return [
        decisions.normalised(np.array([chance for here in decisions.sets for chance in _row(policy, here)]))
        for decisions in form.decisions
    ]


def _row(policy: Policy, here: InformationSet) -> list[float]:
    row = policy.chances.get(here.key.hex())
    if row is None and policy.complete:
        raise SolveError(f"the policy of {policy.game} does not know this game")
    return [0.0 if row is None else row.get(key, 0.0) for key, _ in here.options]


def _asked(
    form: Form,
    game: HostedGame,
    solution: Solution,
    maker: Maker,
    seeds: int,
    seed: int,
    progress: Asking | None,
) -> list[Numbers]:
    """By information set, in the order of the sweeps: a row a seed, 1 at the option that was taken."""
    sets = [here for decisions in form.decisions for here in decisions.sets]
    found = []
    for number, here in enumerate(sets):
        views = [_playable(view, game, solution) for view in views_before(here)]
        rows = np.zeros((seeds, len(here.options)))
        for k in range(seeds):
            stream = Stream.of(game_seed(seed, k), PLAYER, here.seat)
            rows[k, _choice(maker(here.seat, solution.seats, stream), views)] = 1.0
        found.append(rows)
        if progress is not None:
            progress(number + 1, len(sets))
    return found


def views_before(here: InformationSet) -> list[Any]:
    """The views of the seat before others decided, and last its own."""
    views, before = [here.view], here.watched
    while before is not None:
        before, view = before
        views.append(view)
    return views[::-1]


def _playable(view: Any, game: HostedGame, solution: Solution) -> Any:
    """The view as the engine that plays gives it, with what its kernels need."""
    if not isinstance(view, View) or not isinstance(game, RecycleGame | NativeGame) or solution.ignoring:
        return view
    twin = replace(view, game=game)
    state = twin.sample(Stream.of(0, SAMPLE))
    found = state.view(view.seat)
    return found if found == view else view


def _choice(player: Player, views: Sequence[Any]) -> int:
    try:
        if player.watches:
            for view in views[:-1]:
                with answering(player):
                    player.watch(view)
        return decision(player, views[-1]).index
    finally:
        player.close()


def _drawn_again(rows: Numbers, rng: np.random.Generator) -> Numbers:
    return np.asarray(rng.multinomial(len(rows), rows.mean(axis=0)) / len(rows), dtype=np.float64)


def _strategies(form: Form, policy: Sequence[Numbers]) -> list[Numbers]:
    """Rows by information set as strategies by seat."""
    found, at = [], 0
    for decisions in form.decisions:
        rows = policy[at : at + len(decisions.sets)]
        found.append(np.concatenate(rows) if rows else np.zeros(0))
        at += len(decisions.sets)
    return found


def _measured(
    form: Form, solution: Solution, policies: Sequence[Sequence[Numbers]], *, seeds: int
) -> tuple[Measure, Measure, list[float]]:
    """Exploitability and loss of the first policy, with the intervals that the others make."""
    exploited, lost = [], []
    first: list[float] = []
    for policy in policies:
        plans = [one.plan(strategy) for one, strategy in zip(form.decisions, policy, strict=True)]
        responses = form.responses(plans)
        first = first or responses
        exploited.append(max(0.0, (sum(responses) - sum(form.values(plans))) / form.seats))
        lost.append(_loss(form, solution, plans))
    return _measure(exploited, seeds), _measure(lost, seeds), first


def _loss(form: Form, solution: Solution, plans: Sequence[Numbers]) -> float:
    """How much less a seat gets with its plan than with the solution, among others that play the solution."""
    total = 0.0
    for seat in range(form.seats):
        gains = form.gains(seat, solution.plans)
        total += float(gains @ solution.plans[seat]) - float(gains @ plans[seat])
    return total / form.seats


def _measure(values: Sequence[float], seeds: int) -> Measure:
    low, high = values[0], values[0]
    if len(values) > 1:
        low, high = (float(edge) for edge in np.percentile(values[1:], (2.5, 97.5)))
    return Measure(values[0], low, high, seeds)
