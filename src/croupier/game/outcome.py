"""How a game ends: always in a named way, with its reason."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from croupier.text import Diagnostic


class Status(Enum):
    """The four ways in which a game ends."""

    FINISHED = "finished"
    STUCK = "stuck"
    UNFINISHED = "unfinished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. Only a finished one has scores, ranks and wins, unless nothing tells who has won."""

    status: Status
    reason: str
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """Competition ranks from 0: 0, 0, 2, 3."""
    wins: tuple[float, ...] = ()
    """1 for the winner; tied firsts share it."""
    finding: Diagnostic | None = None
    """Where in the program it ended, unless it finished."""


def competition_ranks(scores: Sequence[int], *, highest_wins: bool) -> tuple[int, ...]:
    """How many did better than each.

    >>> competition_ranks([5, 7, 7, 1], highest_wins=True)
    (2, 0, 0, 3)
    """
    return tuple(sum((o > s) if highest_wins else (o < s) for o in scores) for s in scores)


def shared_wins(ranks: Sequence[int]) -> tuple[float, ...]:
    """One win, shared among all who are first.

    >>> shared_wins((2, 0, 0, 3))
    (0.0, 0.5, 0.5, 0.0)
    """
    firsts = sum(r == 0 for r in ranks)
    return tuple(1 / firsts if r == 0 else 0.0 for r in ranks)


def is_tied(ranks: Sequence[int], teams: Sequence[Sequence[int]]) -> bool:
    """Whether a win is shared between teams; partners always share it.

    >>> is_tied((0, 1, 0, 1), ((0, 2), (1, 3))), is_tied((0, 0), ((0,), (1,)))
    (False, True)
    """
    return sum(any(ranks[seat] == 0 for seat in team) for team in teams) > 1 if ranks else False


def with_forfeits(
    outcome: Outcome, forfeits: Collection[int], teams: Sequence[Sequence[int]] = ()
) -> Outcome:
    """How a game counts in which some seats have forfeited: they come last, and so do their teams.

    The others are ranked among themselves, as they have finished. If all have forfeited nothing is changed.

    >>> end = Outcome(Status.FINISHED, "", scores=(9, 5, 5), ranks=(0, 1, 1), wins=(1.0, 0.0, 0.0))
    >>> with_forfeits(end, [0]).ranks, with_forfeits(end, [0]).wins
    ((2, 0, 0), (0.0, 0.5, 0.5))
    """
    last = set(forfeits).union(*(team for team in teams if set(team) & set(forfeits)))
    seats = range(len(outcome.ranks))
    rest = [seat for seat in seats if seat not in last]
    if outcome.status is not Status.FINISHED or not last or not rest:
        return outcome
    ranks = tuple(
        len(rest) if seat in last else sum(outcome.ranks[other] < outcome.ranks[seat] for other in rest)
        for seat in seats
    )
    return replace(outcome, ranks=ranks, wins=shared_wins(ranks))
