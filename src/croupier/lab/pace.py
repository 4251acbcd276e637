"""How fast games are played, and how much of several games fits into some time: the same of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import process_time

from croupier.lab.effort import FEWEST, MOST, Effort, Sizes, fitting, guessed_rungs, rungs_that_fit
from croupier.lab.experiment import Experiment
from croupier.lab.heuristic import Heuristic
from croupier.lab.ladder import budget_of
from croupier.lab.simulate import Plan
from croupier.lab.tally import Tally
from croupier.lab.world import MIXED, RANDOM, SKILLED

TRIAL_SECONDS = 0.1
"""A trial that takes so long tells the pace."""

LONGEST_START = 60.0
"""A first deal that takes longer than this has not taken it for being compiled."""

LONGEST_GAME = 1800.0
"""Nothing is begun of which a single game would take longer than this many seconds."""

LONGEST_WATCH = 10.0
"""Fewer random games are observed if it would take longer than so many seconds a game."""

HELPFUL = 0.8
"""What a further process adds, since each has to start and to be told."""

LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class Pace:
    """How many seconds of processor time one deal takes; 0 for what is not played."""

    counted: float
    """A random game of which only the result is wanted."""
    observed: float
    """A random game that is observed decision by decision."""
    mixed: float = 0.0
    ai: float = 0.0

    def seconds(self, sizes: Sizes, seats: int, budget: int, workers: int) -> dict[str, float]:
        """How long each series of these sizes may take."""
        observed = min(sizes.observed or 0, sizes.random or 0)
        rungs = sum(guessed_rungs(self.ai, budget=budget, seats=seats, cap=sizes.cap or 0)) if budget else 0.0
        alone = {
            RANDOM: observed * self.observed + ((sizes.random or 0) - observed) * self.counted,
            MIXED: (sizes.mixed or 0) * self.mixed,
            SKILLED: (sizes.ai or 0) * self.ai,
            LADDER: (sizes.ladder or 0) * rungs,
        }
        return {name: seconds / strength(workers) for name, seconds in alone.items()}


def strength(workers: int) -> float:
    """How many times as fast so many processes are."""
    return 1 + HELPFUL * (workers - 1)


def pace_of(plan: Plan, player: str, heuristics: tuple[Heuristic, ...], needed: Iterable[str]) -> Pace:
    """Play a few deals of every needed series, and see how long they take."""

    def trial(series: str, watched: bool = True) -> tuple[float, Tally]:
        # The first deal is not timed: something may have to be compiled.
        done, more, tally = 0, 1, Tally()
        while True:
            deals = done + more
            experiment = Experiment(plan, series, player, deals, heuristics, observed=deals if watched else 0)
            start = process_time()
            result = experiment.run(done)
            took = process_time() - start
            tally += result.world.tally
            if result.interrupted:
                raise KeyboardInterrupt
            if (took >= TRIAL_SECONDS and done) or took > LONGEST_START or deals >= MOST:
                return took / more, tally
            done, more = deals, more if not done else 4 * more

    counted, _ = trial(RANDOM, watched=False)
    observed, tally = trial(RANDOM)
    if not tally.finished or ai_game_seconds(tally, counted, player) > LONGEST_GAME:
        return Pace(counted, observed)
    mixed = trial(MIXED)[0] if MIXED in needed and plan.game.seats > 1 else 0.0
    ai = trial(SKILLED)[0] if SKILLED in needed or LADDER in needed else 0.0
    return Pace(counted, observed, mixed, ai)


def ai_game_seconds(tally: Tally, seconds: float, player: str) -> float:
    """How long a game among AIs may take if a random one takes so many seconds.

    At each decision every option is tried again and again, and about half of a game is left to play then.
    """
    budget = budget_of(player)
    if budget is None or not tally.finished:
        return 0.0
    options = (tally.options.things - tally.forced.things) / tally.finished
    return options * budget * seconds / 2


def needed_series(heuristics: Sequence[Heuristic]) -> frozenset[str]:
    """What has to be played for these heuristics; random games always: whether any finishes must be known."""
    ladder = any(heuristic.name in ("depth", "skilltrace") for heuristic in heuristics)
    series = {name for heuristic in heuristics for name in heuristic.series}
    return frozenset({RANDOM, *series, *((LADDER,) if ladder else ())})


def common_sizes(
    paces: Sequence[Pace],
    effort: Effort,
    *,
    seats: int,
    player: str,
    workers: int,
    needed: Iterable[str],
) -> Sizes:
    """As much of every game as fits into the time that the effort takes for all of them together.

    All are played equally much: only then is a difference between them one of the games.
    """
    count, power = len(paces), strength(workers)

    def fit(seconds: float, of: Callable[[Pace], float], fewest: int) -> int:
        together = sum(map(of, paces))
        return fitting(seconds * count * power, 1, together, fewest) if together else fewest

    observed = min(effort.observed, fit(LONGEST_WATCH, lambda pace: pace.observed, 5))
    random = observed + fit(effort.part(RANDOM), lambda pace: pace.counted, 0)
    mixed = fit(effort.part(MIXED), lambda pace: pace.mixed, 2 * FEWEST[MIXED]) if MIXED in needed else 0
    ai = fit(effort.part(SKILLED), lambda pace: pace.ai, 2 * FEWEST[SKILLED]) if SKILLED in needed else 0
    cap = ladder = 0
    budget = budget_of(player)
    if LADDER in needed and budget is not None:
        a_game = sum(pace.ai for pace in paces) / count
        rungs = guessed_rungs(a_game, budget=budget, seats=seats, cap=effort.cap)
        cap, ladder = rungs_that_fit(effort.part(LADDER) * workers, rungs)
    return Sizes(min(MOST, random), mixed, ai, ladder, cap, observed)
