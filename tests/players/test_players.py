"""Players: by name, at their seats, with streams of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import load
from croupier.game import PLAYER, Option, Stream
from croupier.players import PLAYERS, Player, PlayerError, RandomPlayer, named, seated


def player(seed: int = 1, seat: int = 0) -> RandomPlayer:
    """A random player at a seat of a game with that seed."""
    return RandomPlayer(seat, 4, Stream.of(seed, PLAYER, seat))


def test_a_random_player_takes_every_option_equally_often() -> None:
    one = player()
    counts = Counter(one.pick(5) for _ in range(10_000))
    assert set(counts) == set(range(5))
    # Five standard deviations: sqrt(10 000 · 0.2 · 0.8) = 40.
    assert all(abs(count - 2_000) < 200 for count in counts.values())


def test_choosing_and_picking_are_the_same() -> None:
    options = tuple(Option(i, f"key {i}", f"text {i}") for i in range(7))
    chooser, picker = player(), player()
    assert [chooser.choose(options).index for _ in range(50)] == [picker.pick(7) for _ in range(50)]


def test_every_seat_draws_from_a_stream_of_its_own() -> None:
    draws = [[player(seat=seat).pick(1_000) for _ in range(3)] for seat in range(4)]
    assert len({tuple(drawn) for drawn in draws}) == 4


def test_a_player_chooses_among_the_options_of_a_real_game() -> None:
    state = load("agram").start(seed=3)
    players = [player(3, seat) for seat in range(4)]
    while (seat := state.to_move) is not None:
        state.apply(players[seat].choose(state.options))
    assert state.outcome is not None
    assert sum(state.outcome.wins) == 1


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_has_a_name(name: str) -> None:
    assert isinstance(named(name)(0, 2, Stream.of(1)), Player)


def test_an_unknown_player_gets_a_suggestion_and_all_that_is_possible() -> None:
    with pytest.raises(PlayerError, match="no player 'randm': did you mean `random`"):
        named("randm")
    with pytest.raises(PlayerError, match="Known are: random"):
        named("")


def test_one_name_is_for_all_seats() -> None:
    assert seated(["random"], 3) == ("random",) * 3
    assert seated(["random"] * 3, 3) == ("random",) * 3


def test_a_wrong_number_of_players_says_what_is_possible() -> None:
    with pytest.raises(
        PlayerError, match="2 players for 3 seats: give one for all, or 3 separated by commas"
    ):
        seated(["random", "random"], 3)
