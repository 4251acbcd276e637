"""Deals that are weighed by what the other seats have chosen since one's own last decision.

Plain samples take every deal that agrees with the view for equally likely. Here deals are drawn from the view
at one's last decision and played forward: whatever the others did has to lead to what was seen before every
later decision, and a deal counts by how likely its players were to choose so.

* `uniform`: the others choose anything; a deal counts by the share of options that would have looked so;
* `pipmc`: the others prefer what pure Monte Carlo finds good from their own view (softmax, temperature 0.1).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, fsum

from croupier.game import PLAYER, SAMPLE, SCRATCH, State, Stream, View
from croupier.players.reward import reward
from croupier.players.rollout import finish, random_policy
from croupier.players.sums import partners

BELIEFS = ("none", "uniform", "pipmc")

POOL = 32
"""So many deals are kept for a decision; the iterations of a search share them in turn."""
TRIES = 256
"""So many deals are tried for them."""
TESTS = 2
TEMPERATURE = 0.1

Deal = Callable[[int], State]
Model = Callable[[State, Stream], list[float]]
"""How likely the mover is to take each option."""


class Past:
    """What a seat has seen since its last decision."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.begun: View | None = None
        """The view at its last decision; None before the first."""
        self.chosen = ""
        """The key of the option that it took there."""
        self.sights: list[View] = []
        """The views before every decision of others since."""

    def decided(self, view: View, key: str) -> None:
        """The seat has decided: from here on things are seen anew."""
        self.begun, self.chosen, self.sights = view, key, []

    def seen(self, view: View) -> None:
        """Another seat is about to decide."""
        self.sights.append(view)

    def played_forward(self, view: View, model: Model, key: int, k: int) -> tuple[State, float] | None:
        """Deal k of the past, led to the present, and how likely that was; None if it does not lead there."""
        states = self._beginning(Stream.of(key, SAMPLE, k))
        if states is None:
            return None
        state, weight, stream = states, 1.0, Stream.of(key, SCRATCH, k)
        for sight, after in zip(self.sights, (*self.sights[1:], view), strict=True):
            if state.to_move is None or state.view(self.seat) != sight:
                return None
            # First what looks right, which most deals fail; only then how likely it was.
            fits = []
            for option in range(state.option_count):
                twin = state.copy()
                twin.apply(option)
                if twin.to_move is not None and twin.view(self.seat) == after:
                    fits.append((option, twin))
            if not fits:
                return None
            likely = model(state, stream)
            weight *= fsum(likely[option] for option, _ in fits)
            state = fits[stream.below(len(fits))][1]
        return state, weight

    def _beginning(self, rng: Stream) -> State | None:
        """A deal of the first thing seen, with one's own decision taken."""
        if self.begun is None:
            return self.sights[0].sample(rng)
        state = self.begun.sample(rng)
        own = next((option for option in state.options if option.key == self.chosen), None)
        if own is None:
            return None
        state.apply(own)
        return state


def model_named(belief: str, teams: tuple[tuple[int, ...], ...]) -> Model:
    """What is believed of others, by name."""
    return uniform if belief == "uniform" else by_tests(teams)


def believed(past: Past, view: View, model: Model, key: int, plain: Deal) -> Deal:
    """Deals of a view by a belief; plain ones where nothing was seen, or no deal led to the present."""
    if not past.sights:
        return plain
    led = (past.played_forward(view, model, key, k) for k in range(TRIES))
    found = [pair for pair in led if pair is not None and pair[0].option_count == len(view.options)]
    total = fsum(weight for _, weight in found)
    if not total:
        return plain
    stream, pool = Stream.of(key, SCRATCH, TRIES), list[State]()
    for _ in range(POOL):
        at = stream.next() / 2**64 * total
        reached = 0.0
        for state, weight in found:
            reached += weight
            if at < reached:
                pool.append(state)
                break
    return lambda k: pool[k % len(pool)].copy()


def uniform(state: State, _: Stream) -> list[float]:
    """Every option is equally likely."""
    return [1 / state.option_count] * state.option_count


def by_tests(teams: tuple[tuple[int, ...], ...]) -> Model:
    """Options are the likelier the better they do in a few tests, from what the mover itself can see."""

    def model(state: State, stream: Stream) -> list[float]:
        assert state.to_move is not None
        view = state.view(state.to_move)
        worth, key = reward("rank", view.seats), stream.next()
        team, points = partners(view.seat, teams), [0] * state.option_count
        for k in range(TESTS):
            sample = view.sample(Stream.of(key, SAMPLE, k))
            for option in range(min(sample.option_count, len(points))):
                twin = sample.copy()
                twin.apply(option)
                got = worth.of(finish(twin, Stream.of(key, PLAYER, k), random_policy))
                points[option] += sum(got[seat] for seat in team)
        unit = worth.unit * len(team) * TESTS * TEMPERATURE
        strengths = [exp(total / unit) for total in points]
        return [strength / fsum(strengths) for strength in strengths]

    return model
