"""Whether a player plays at all: legal choices to the end of a game, and estimates that are some."""

from __future__ import annotations

from collections.abc import Callable

from croupier.game import Game, Stream, player_stream
from croupier.players import Player, decision, named
from croupier.testing.requiring import require


def assert_plays(
    player: str | Callable[[int, int, Stream], Player], game: Game, *, seeds: range = range(2)
) -> None:
    """Fail unless a player plays games to their end, and plays the same again with the same seed.

    >>> from croupier import load
    >>> assert_plays("pipmc:tests=2", load("kuhn_poker"))
    """
    make = named(player) if isinstance(player, str) else player
    for seed in seeds:
        once, again = ([*_played(make, game, seed)] for _ in range(2))
        require(once == again, f"with seed {seed} it played {once}, and then {again}")


def _played(make: Callable[[int, int, Stream], Player], game: Game, seed: int) -> list[int]:
    state, choices, outcome = game.start(seed), [], None
    players = [make(seat, game.seats, player_stream(seed, seat)) for seat in range(game.seats)]
    try:
        while (seat := state.to_move) is not None:
            view = state.view(seat)
            chosen = decision(players[seat], view)
            require(not players[seat].forfeited, f"it has forfeited: {players[seat].forfeited}")
            choices.append(chosen.index)
            state.apply(chosen)
        outcome = state.outcome
    finally:
        for player in players:
            player.close(outcome)
    return choices
