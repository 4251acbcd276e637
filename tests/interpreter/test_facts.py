"""Facts about the games of the library that anybody can count."""

from __future__ import annotations

import random

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import Status
from croupier.game.settings import ParameterError
from croupier.interpreter.on_table import GameOnTable


def decisions(game: GameOnTable, seed: int) -> list[tuple[int, int]]:
    """The seat and the number of options at every decision of a random game, forced ones included."""
    state = game.fresh(seed)
    met: list[tuple[int, int]] = []
    state.listen(lambda event, _: met.append((event[1], len(event[2]))) if event[0] == "decision" else None)
    state.begin()
    rng = random.Random(seed)
    while state.outcome is None:
        state.apply(rng.randrange(state.option_count))
    assert state.outcome.status is Status.FINISHED
    assert (state.decisions, state.option_total) == (len(met), sum(count for _, count in met))
    assert state.forced == sum(count == 1 for _, count in met)
    return met


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_agram_has_six_decisions_a_seat_and_the_leader_plays_any_card(seats: int) -> None:
    game = recycle_game("agram", seats=seats)
    for seed in range(20):
        met = decisions(game, seed)
        assert len(met) == 6 * seats
        for k in range(1, 7):
            trick = met[(k - 1) * seats : k * seats]
            assert trick[0][1] == 7 - k
            assert sorted(seat for seat, _ in trick) == list(range(seats))
            assert all(1 <= count <= 7 - k for _, count in trick)


def test_more_cards_than_there_are_cannot_be_dealt() -> None:
    with pytest.raises(ParameterError, match="6 seats are not possible: 2 to 5 are"):
        recycle_game("agram", seats=6)
    outcome = recycle_game("agram", settings={"HANDSIZE": 9}).start().outcome
    assert outcome is not None
    assert (outcome.status, outcome.reason) == (Status.FAILED, "there is no card to move")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gops_has_thirteen_bids_a_seat_with_one_card_less_each_time(seats: int) -> None:
    game = recycle_game("gops", seats=seats)
    for seed in range(10):
        expected = [13 - turn for turn in range(13) for _ in range(seats)]
        assert [count for _, count in decisions(game, seed)] == expected


def test_gops_for_two_has_26_decisions() -> None:
    counts = [count for _, count in decisions(recycle_game("gops"), 1)]
    assert counts[:6] == [13, 13, 12, 12, 11, 11]
    assert (len(counts), counts[-1]) == (26, 1)


def test_hearts_without_passing_has_52_decisions() -> None:
    game = recycle_game("hearts")
    for seed in range(10):
        met = decisions(game, seed)
        assert len(met) == 52
        # Whoever holds the two of clubs has to lead it.
        assert met[0][1] == 1


def test_hearts_with_passing_has_as_many_more_as_cards_are_passed() -> None:
    assert len(decisions(recycle_game("hearts", settings={"PASS": 3}), 1)) == 52 + 12


def test_whist_has_52_decisions() -> None:
    assert len(decisions(recycle_game("whist"), 1)) == 52
