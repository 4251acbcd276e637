"""What ends are worth: integers between 0 and a unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.game import Outcome, Status, competition_ranks
from croupier.players.reward import REWARDS, reward

pytestmark = pytest.mark.slow

_SCORES = st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=6)


def end(scores: list[int], *, highest_wins: bool = True) -> Outcome:
    """A finished game."""
    ranks = competition_ranks(scores, highest_wins=highest_wins)
    return Outcome(Status.FINISHED, "", tuple(scores), ranks)


@pytest.mark.parametrize("kind", REWARDS)
@given(scores=_SCORES, highest_wins=st.booleans())
def test_better_ranks_are_never_worth_less(kind: str, scores: list[int], highest_wins: bool) -> None:
    outcome = end(scores, highest_wins=highest_wins)
    worth = reward(kind, len(scores), [outcome])
    points = worth.of(outcome)
    assert all(0 <= got <= worth.unit for got in points)
    assert worth.unit % 2 == 0
    by_rank = sorted(zip(outcome.ranks, points, strict=True))
    assert [got for _, got in by_rank] == sorted(points, reverse=True)


def test_games_that_do_not_finish_are_worth_half_to_everybody() -> None:
    for kind in REWARDS:
        worth = reward(kind, 3)
        assert worth.of(Outcome(Status.STUCK, "")) == (worth.unit // 2,) * 3


def test_scores_lie_between_what_the_pilots_came_to() -> None:
    worth = reward("score", 2, [Outcome(Status.STUCK, ""), end([0, 0]), end([-2, 2]), end([1, -1])])
    assert worth.of(end([-1, 1])) == (256, 768)
    assert worth.of(end([-9, 9])) == (0, 1024)
    few_are_good = reward("score", 2, [end([0, 26], highest_wins=False)])
    assert few_are_good.of(end([13, 26], highest_wins=False)) == (512, 0)
    assert reward("score", 2, [end([3, 3])]).of(end([1, 2])) == (512, 512)
