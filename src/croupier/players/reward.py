"""What the end of a game is worth to every seat: integers, so that sums are exact in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import lcm

from croupier.game import Outcome, Status

REWARDS = ("auto", "rank", "places", "inverse", "score")
SCORE_UNIT = 1024
_WIDEST = 1 << 40


@dataclass(frozen=True, slots=True)
class Reward:
    """A way to reward seats: points from 0 to `unit`, which is even."""

    unit: int
    points: Callable[[Outcome], tuple[int, ...]]
    """The points of every seat of a finished game."""
    seats: int
    kind: str = "rank"
    worth: tuple[int, ...] = ()
    """For `score`: the worst score, the lowest, the highest, the shift and the span (docs/players.md)."""

    @property
    def scores(self) -> tuple[int, int] | None:
        """The lowest and the highest score that points are reckoned by; None if they are by places."""
        return (self.worth[1], self.worth[2]) if self.worth else None

    def of(self, outcome: Outcome) -> tuple[int, ...]:
        """The points of every seat; half of all to everybody if the game did not finish, or has no result."""
        if outcome.status is not Status.FINISHED or not outcome.ranks:
            return (self.unit // 2,) * self.seats
        return self.points(outcome)


def reward(
    kind: str, seats: int, pilots: Iterable[Outcome] = (), *, highest_wins: bool | None = None
) -> Reward:
    """A reward by name; `auto` has to be decided before (`game_kind.py`).

    `rank`: 2(n-1-r) of 2(n-1), where r is the 0-based competition rank; alone at the table, 2 of 2.
    `places`: the same, less one point for every other seat of the same rank: shared places are split.
    `inverse`: 2L/(r+1) of 2L, where L is the least common multiple of 1 to n.
    `score`: where the score lies between the lowest and the highest that the pilot games came to.

    >>> from croupier.game import Outcome, Status
    >>> end = Outcome(Status.FINISHED, "", scores=(5, 7, 7, 1), ranks=(2, 0, 0, 3))
    >>> reward("rank", 4).of(end), reward("inverse", 4).of(end), reward("score", 4, [end]).of(end)
    ((2, 6, 6, 0), (8, 24, 24, 6), (682, 1024, 1024, 0))
    >>> reward("places", 4).of(end)
    (2, 5, 5, 0)
    """
    if kind == "inverse":
        unit = 2 * lcm(*range(1, seats + 1))
        return Reward(unit, lambda end: tuple(unit // (r + 1) for r in end.ranks), seats, kind)
    if kind == "score":
        finished = [end for end in pilots if end.status is Status.FINISHED and end.ranks]
        if highest_wins is None:
            highest_wins = _direction(finished)
        return reward_by_scores(seats, [end.scores for end in finished], highest_wins)
    if seats == 1:
        return Reward(2, lambda _: (2,), seats)
    most = 2 * (seats - 1)
    if kind == "places":
        return Reward(most, lambda end: tuple(map(partial(_split, most, end.ranks), end.ranks)), seats, kind)
    return Reward(most, lambda end: tuple(most - 2 * r for r in end.ranks), seats)


def _split(most: int, ranks: tuple[int, ...], rank: int) -> int:
    """The points of a rank: those of the places that its seats share, divided among them."""
    return most - 2 * rank - (ranks.count(rank) - 1)


def _direction(finished: Iterable[Outcome]) -> bool | None:
    """Whether many points are good, by the first game in which the seats differ; None if none does."""
    unequal = next((end for end in finished if max(end.ranks) > 0), None)
    if unequal is None:
        return None
    first, last = unequal.ranks.index(0), unequal.ranks.index(max(unequal.ranks))
    return unequal.scores[first] > unequal.scores[last]


def reward_by_scores(seats: int, scores: Sequence[Sequence[int]], highest_wins: bool | None) -> Reward:
    """The reward `score`, by the scores of pilots that have finished; even if they tell nothing."""
    low, high = (edge((score for end in scores for score in end), default=0) for edge in (min, max))
    if highest_wins is None or low == high:
        even = SCORE_UNIT // 2
        worth = (low, low, high, 0, 0) if low == high else ()
        return Reward(SCORE_UNIT, lambda _: (even,) * seats, seats, "even", worth)
    worst = low if highest_wins else high
    # Halved until the product below fits into 64 bits.
    shift = 0
    while (high - low) >> shift >= _WIDEST:
        shift += 1
    span = (high - low) >> shift

    def points(end: Outcome) -> tuple[int, ...]:
        inside = (min(max(score, low), high) for score in end.scores)
        return tuple(min((abs(score - worst) >> shift) * SCORE_UNIT // span, SCORE_UNIT) for score in inside)

    return Reward(SCORE_UNIT, points, seats, "score", (worst, low, high, shift, span))
