"""One game among players: each is asked through its one door, and some look on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.game import State
from croupier.players.failing import answering
from croupier.players.player import Blindfold, Player, choice

Told = Callable[[int, Player], None]
"""Hears who has just decided, before anything happens: what the player recorded is still there."""


def play_to_the_end(state: State, players: Sequence[Player], told: Told | None = None) -> None:
    """Let the players decide until the game is over; each is shown the view of its seat and nothing else."""
    watchers = [player for player in players if player.watches]
    while (seat := state.to_move) is not None:
        player = players[seat]
        for watcher in watchers:
            if watcher is not player:
                view = state.view(watcher.seat)
                with answering(watcher):
                    watcher.watch(view)
        chosen = asked(player, state, seat)
        if told is not None:
            told(seat, player)
        state.apply(chosen)


def asked(player: Player, state: State, seat: int) -> int:
    """The index of the option that a player chooses for a seat, shown no more than it looks at."""
    if player.blind:
        return choice(player, Blindfold(seat, player.seats, state.option_count))
    return choice(player, state.view(seat))
