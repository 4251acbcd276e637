"""Ranks and wins, whatever the game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from croupier.game import competition_ranks, shared_wins

SCORES = st.lists(st.integers(-3, 3), min_size=1, max_size=16)


@given(SCORES, st.booleans())
def test_a_rank_is_how_many_did_better(scores: list[int], highest: bool) -> None:
    ranks = competition_ranks(scores, highest_wins=highest)
    order = sorted(scores, reverse=highest)
    assert ranks == tuple(order.index(score) for score in scores)


@given(SCORES, st.booleans())
def test_one_win_is_shared_by_those_who_are_first(scores: list[int], highest: bool) -> None:
    wins = shared_wins(competition_ranks(scores, highest_wins=highest))
    best = max(scores) if highest else min(scores)
    assert [win > 0 for win in wins] == [score == best for score in scores]
    assert abs(sum(wins) - 1) < 1e-9
    assert len({win for win in wins if win}) == 1
