"""MCCFR with external sampling, for games whose tree is too large to be walked through.

An iteration goes through the game once for every seat. That seat tries all its options; chance and the
others do one thing. What was regretted is an unbiased estimate of what full sweeps would find, so the sum
over information sets of the largest regret, divided by the iterations, estimates an upper bound of the
exploitability (Lanctot et al., 2009). It is an estimate: sets that were never met count as 0, and chance may
have been kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Protocol

from croupier.game import Outcome, Status, Stream, game_seed
from croupier.game.recall import NOTHING_SEEN, Fingerprinted, chose, seen
from croupier.lab.solve.errors import SolveError
from croupier.text.errors import CroupierError

_FINE = 1 << 32


class Sampled(Protocol):
    """A game in progress, as sampling asks it."""

    @property
    def to_move(self) -> int | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def apply(self, option: Any) -> None: ...
    def view(self, seat: int) -> Any: ...
    def copy(self) -> Any: ...


class SampledGame(Protocol):
    """A game that can be sampled."""

    @property
    def seats(self) -> int: ...
    def start(self, seed: int = 0) -> Any: ...


@dataclass(slots=True)
class Met:
    """An information set that was met."""

    seat: int
    options: tuple[tuple[str, str], ...]
    regrets: list[float]
    sums: list[float]

    def strategy(self) -> list[float]:
        """As likely as it is regretted not to have taken each."""
        positive = [max(0.0, regret) for regret in self.regrets]
        total = sum(positive)
        return [one / total for one in positive] if total > 0 else [1 / len(positive)] * len(positive)

    def average(self) -> list[float]:
        """How likely each option is in the average of all iterations."""
        total = sum(self.sums)
        return [one / total for one in self.sums] if total > 0 else self.strategy()


class OutOfTime(CroupierError):
    """The time is over within an iteration."""


Worth = Callable[[Outcome], tuple[float, ...]]


@dataclass(slots=True)
class MCCFR:
    """How far sampling has come."""

    game: SampledGame
    worth: Worth
    seed: int
    late: Callable[[], bool]
    """Whether the time is over; asked at every decision."""
    iterations: int = 0
    sets: dict[bytes, Met] = field(default_factory=dict)

    def iterate(self) -> None:
        """Go through the game once for every seat; :class:`OutOfTime` if that takes too long."""
        for seat in range(self.game.seats):
            number = self.iterations * self.game.seats + seat
            state = self.game.start(game_seed(self.seed, number))
            stream = Stream.of(game_seed(self.seed, number), 3, seat)
            self._value(state, seat, (NOTHING_SEEN,) * self.game.seats, stream)
        self.iterations += 1

    def _value(self, state: Sampled, seat: int, recall: tuple[bytes, ...], stream: Stream) -> float:
        if self.late():
            raise OutOfTime
        while (outcome := state.outcome) is None:
            mover, recall, here = self._met(state, recall)
            strategy = here.strategy()
            if mover == seat:
                return self._all_options(state, seat, recall, here, stream)
            for option, likely in enumerate(strategy):
                here.sums[option] += likely
            option = drawn(strategy, stream)
            recall = after(recall, mover, here.options[option][0])
            state.apply(option)
        return self.worth(outcome)[seat]

    def _all_options(
        self, state: Sampled, seat: int, recall: tuple[bytes, ...], here: Met, stream: Stream
    ) -> float:
        strategy = here.strategy()
        values = []
        for option, (key, _) in enumerate(here.options):
            twin = state.copy()
            twin.apply(option)
            values.append(self._value(twin, seat, after(recall, seat, key), stream))
        mean = sum(likely * value for likely, value in zip(strategy, values, strict=True))
        for option, value in enumerate(values):
            here.regrets[option] += value - mean
        return mean

    def _met(self, state: Sampled, recall: tuple[bytes, ...]) -> tuple[int, tuple[bytes, ...], Met]:
        """Who decides, what all have seen, and the information set at hand."""
        mover = state.to_move
        assert mover is not None
        views = [state.view(seat) for seat in range(self.game.seats)]
        if not isinstance(views[0], Fingerprinted):
            raise SolveError("this game does not tell its views apart")
        recall = tuple(seen(before, view) for before, view in zip(recall, views, strict=True))
        here = self.sets.get(recall[mover])
        if here is None:
            options = tuple((option.key, option.text) for option in views[mover].options)
            here = Met(mover, options, [0.0] * len(options), [0.0] * len(options))
            self.sets[recall[mover]] = here
        return mover, recall, here

    def bound(self) -> float:
        """The estimate of an upper bound of the exploitability."""
        if not self.iterations:
            return float("inf")
        regrets = sum(max(0.0, *here.regrets) for here in self.sets.values())
        return regrets / self.iterations / self.game.seats

    def play(self, number: int) -> tuple[float, ...]:
        """What a game comes to if all play the average policy; every option alike where it knows nothing."""
        state = self.game.start(game_seed(self.seed + 1, number))
        stream = Stream.of(game_seed(self.seed + 1, number), 3)
        recall: tuple[bytes, ...] = (NOTHING_SEEN,) * self.game.seats
        while (outcome := state.outcome) is None:
            mover = state.to_move
            views = [state.view(seat) for seat in range(self.game.seats)]
            recall = tuple(seen(before, view) for before, view in zip(recall, views, strict=True))
            here = self.sets.get(recall[mover])
            count = len(views[mover].options)
            option = drawn(here.average() if here is not None else [1 / count] * count, stream)
            recall = after(recall, mover, views[mover].options[option].key)
            state.apply(option)
        return self.worth(outcome)

    def packed(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            key.hex(): [here.seat, here.options, here.regrets, here.sums] for key, here in self.sets.items()
        }

    def unpack(self, data: dict[str, Any], iterations: int) -> None:
        """Go on from plain data."""
        self.iterations = iterations
        self.sets = {
            bytes.fromhex(key): Met(seat, tuple((one, text) for one, text in options), regrets, sums)
            for key, (seat, options, regrets, sums) in data.items()
        }


def after(recall: tuple[bytes, ...], seat: int, key: str) -> tuple[bytes, ...]:
    """What all remember after a choice: only who chose knows of it at once."""
    return (*recall[:seat], chose(recall[seat], key), *recall[seat + 1 :])


def drawn(strategy: list[float], stream: Stream) -> int:
    """An option, as likely as a strategy says."""
    left = stream.below(_FINE) / _FINE
    taken = 0
    for option, likely in enumerate(strategy):
        if likely > 0:
            taken = option
            left -= likely
            if left < 0:
                break
    return taken


def worth_of(reward: str, *, highest_wins: bool) -> Worth:
    """What ends are worth, as `payoffs` has it for trees."""

    def worth(outcome: Outcome) -> tuple[float, ...]:
        if outcome.status is not Status.FINISHED or not outcome.ranks:
            raise SolveError(f"some of its games have no result ({outcome.status.value}: {outcome.reason})")
        if reward == "win":
            return tuple(outcome.wins)
        sign = 1.0 if highest_wins else -1.0
        scores = [sign * one for one in outcome.scores or (int(not rank) for rank in outcome.ranks)]
        if reward == "score" or len(scores) == 1:
            return tuple(scores)
        total = sum(scores)
        return tuple(one - (total - one) / (len(scores) - 1) for one in scores)

    return worth


def mean_with_interval(values: list[float]) -> dict[str, Any]:
    """A mean with its interval of 95 %."""
    n = len(values)
    mean = sum(values) / n
    spread = sqrt(sum((one - mean) ** 2 for one in values) / (n - 1) / n) if n > 1 else 0.0
    return {"mean": mean, "low": mean - 1.96 * spread, "high": mean + 1.96 * spread, "n": n}
