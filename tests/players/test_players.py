"""Players: at their seats, with streams of their own, and what they may record."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Option, Stream
from croupier.interpreter.view import View
from croupier.players import Player, PlayerError, RandomPlayer, decision, evaluate
from croupier.players.settings import whole


def player(seed: int = 1, seat: int = 0) -> RandomPlayer:
    """A random player at a seat of a game with that seed."""
    return RandomPlayer(seat, 4, Stream.of(seed, PLAYER, seat))


class Last(Player):
    """Takes the last option, and says that it wins."""

    settings = (whole("lives", 3, "Nothing."),)

    def choose(self, view: Any) -> Option:
        self.record([[float(seat == self.seat) for seat in range(self.seats)]] * len(view.options))
        return view.options[-1]  # type: ignore[no-any-return]


def first_view(game: str = "agram") -> View:
    state = recycle_game(game).start(seed=3)
    assert state.to_move is not None
    return state.view(state.to_move)


def test_a_random_player_takes_every_option_equally_often() -> None:
    one = player()
    counts = Counter(one.pick(5) for _ in range(10_000))
    assert set(counts) == set(range(5))
    # Five standard deviations: sqrt(10 000 · 0.2 · 0.8) = 40.
    assert all(abs(count - 2_000) < 200 for count in counts.values())


def test_choosing_and_picking_are_the_same() -> None:
    view = first_view()
    chooser, picker = player(), player()
    assert [chooser.choose(view) for _ in range(50)] == [picker.pick(6) for _ in range(50)]


def test_every_seat_draws_from_a_stream_of_its_own() -> None:
    draws = [[player(seat=seat).pick(1_000) for _ in range(3)] for seat in range(4)]
    assert len({tuple(drawn) for drawn in draws}) == 4


def test_a_player_of_your_own_has_options_and_records_estimates() -> None:
    view = first_view()
    one = Last(view.seat, view.seats, Stream.of(1), lives=9)
    assert one.options == {"lives": 9}
    assert decision(one, view) == view.options[-1]
    assert one.recorded == ((1.0, 0.0, 0.0, 0.0),) * len(view.options)
    with pytest.raises(PlayerError, match=r"no option 'live': did you mean `lives`\?"):
        Last(0, 2, Stream.of(1), live=1)


@pytest.mark.parametrize("estimates", [[[0.5] * 3], [[0.5, 0.5, 0.5, 1.5]], [[0.5, 0.5, 0.5, float("nan")]]])
def test_estimates_that_are_none_are_refused(estimates: list[list[float]]) -> None:
    with pytest.raises(PlayerError, match="estimates are 4 numbers from 0 to 1 for every option"):
        player().record(estimates)


def test_a_choice_that_is_not_offered_is_refused() -> None:
    class Inventor(Player):
        def choose(self, view: Any) -> Option:
            return Option(0, "mine", "mine")

    with pytest.raises(PlayerError, match=r"Inventor chose .* which is not an option here"):
        decision(Inventor(0, 4, Stream.of(1)), first_view())


def test_estimates_of_a_position_as_data() -> None:
    state = recycle_game("kuhn_poker").start(seed=1)
    found = evaluate(state, 0, "ismcts:iterations=40")
    assert sum(found.visits) == found.iterations == 40
    assert found.data()["estimates"] == [list(of_option) for of_option in found.estimates]
    assert found == evaluate(state, 0, "ismcts:iterations=40")
    with pytest.raises(ValueError, match="seat 1 is not to move: seat 0 is"):
        evaluate(state, 1)
    with pytest.raises(PlayerError, match="'random' makes no estimates"):
        evaluate(state, 0, "random")
