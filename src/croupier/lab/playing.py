"""One game among players: who is asked, who may look on, and what becomes of those who forfeit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.game import Option, State
from croupier.players import BlindPlayer, Player, answering, decision, picked
from croupier.players.searching import SearchPlayer

Told = Callable[[int, Player], None]
"""Is told who has just decided, before anything happens: what the player recorded is still there."""


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


def asked(player: Player, state: State, seat: int) -> Option | int:
    """What a player decides, from no more than it needs to be shown."""
    if isinstance(player, BlindPlayer):
        return picked(player, state.option_count)
    if isinstance(player, SearchPlayer) and player.glances:
        glimpse = getattr(state, "glimpse", None)
        seen = glimpse(seat) if glimpse is not None else None
        if seen is not None:
            return player.glance(seen, lambda: state.view(seat))
    return decision(player, state.view(seat))
