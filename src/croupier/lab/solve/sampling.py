"""Games that are too large to be walked through: sampled, with a bound that is estimated."""

from __future__ import annotations

from time import perf_counter

from croupier.game import Stream
from croupier.game.hosting import HostedGame
from croupier.lab.solve.errors import SolveError
from croupier.lab.solve.mccfr import MCCFR, OutOfTime, mean_with_interval, worth_of
from croupier.lab.solve.size import Size
from croupier.lab.solve.solution import Keeper, Listener, Settings, Solution
from croupier.lab.solve.tree import InformationSet
from croupier.native.game import NativeGame

PILOTS = 20
"""So many random games are played to see whether many or few points are good."""

CHECKED = 0.5
"""After so many seconds the bound is told again."""

PLAYED, FEWEST = 0.1, 200
"""For so much of the time the average policy is played, to see what it comes to; at least so many games.

If iterations were not ended by the time it is just so many, since one seed gives one result then."""


def sampled(
    game: HostedGame,
    settings: Settings,
    listener: Listener,
    keeper: Keeper | None,
    size: Size | None,
    why: str,
) -> Solution:
    """What sampling finds in the time; :class:`SolveError` if that is not even one iteration."""
    listener.sampling(why)
    begun = perf_counter()
    worth = worth_of(settings.reward, highest_wins=_highest_wins(game, settings.seed))
    # Views of every seat at every decision: the interpreter has them at hand.
    played = game.interpreter if isinstance(game, NativeGame) else game
    work = MCCFR(played, worth, settings.seed, lambda: perf_counter() > ends)
    before = keeper.kept("mccfr", work) if keeper is not None else 0.0
    ends = begun + max(0.0, settings.seconds - before)
    stopped = _iterated(work, settings, listener, keeper, before)
    if not work.iterations:
        raise SolveError(
            f"{why}, and not even one iteration of sampling could be finished in {settings.seconds:g} s: "
            "in each, one seat tries everything that it may do"
        )
    values = _played(work, game.seats, settings.seconds * PLAYED if stopped == "time" else 0.0)
    if keeper is not None:
        keeper.keep("mccfr", work, perf_counter() - begun + before, last=True)
    sets = [0] * game.seats
    for here in work.sets.values():
        sets[here.seat] += 1
    return Solution(
        game=game.name,
        seats=game.seats,
        method="mccfr",
        reward=settings.reward,
        histories=round(size.histories) if size is not None and size.histories < 1e15 else None,
        information_sets=sets,
        value=[one["mean"] for one in values],
        estimates=values,
        exploitability=work.bound(),
        iterations=work.iterations,
        seconds=perf_counter() - begun + before,
        stopped=stopped,
        policy=[
            (InformationSet(here.seat, key, 0, 0, 0, here.options), here.average())
            for key, here in work.sets.items()
        ],
        complete=False,
        notes=[
            f"Sampled, since {why}. The exploitability is an estimate of an upper bound, from the regrets of "
            "the information sets that were met; those that were not count as 0. The value is that of the "
            "average policy, from games that were played."
        ],
    )


def _iterated(
    work: MCCFR, settings: Settings, listener: Listener, keeper: Keeper | None, before: float
) -> str:
    """Iterate until something says stop; returns what."""
    begun = told = perf_counter()
    try:
        while not work.late():
            if settings.iterations is not None and work.iterations >= settings.iterations:
                return "iterations"
            work.iterate()
            now = perf_counter()
            if now - told > CHECKED:
                told, bound = now, work.bound()
                listener.iterating(work.iterations, bound)
                if keeper is not None:
                    keeper.keep("mccfr", work, now - begun + before)
                if bound <= settings.precision:
                    return "precision"
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        return "interrupted"
    return "time"


def _played(work: MCCFR, seats: int, seconds: float) -> list[dict[str, float]]:
    ends = perf_counter() + seconds
    found: list[tuple[float, ...]] = []
    while len(found) < FEWEST or perf_counter() < ends:
        found.append(work.play(len(found)))
    return [mean_with_interval([one[seat] for one in found]) for seat in range(seats)]


def _highest_wins(game: HostedGame, seed: int) -> bool:
    for pilot in range(PILOTS):
        state, stream = game.start(seed + pilot), Stream.of(seed, 3, pilot)
        while (outcome := state.outcome) is None:
            state.apply(stream.below(state.option_count))
        if outcome.scores and outcome.ranks and max(outcome.ranks) > 0:
            first, last = outcome.ranks.index(0), outcome.ranks.index(max(outcome.ranks))
            return outcome.scores[first] > outcome.scores[last]
    return True
