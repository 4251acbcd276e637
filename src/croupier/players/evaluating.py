"""What a player thinks of a position, as data."""

from __future__ import annotations

from croupier.game import State
from croupier.players.assessment import Assessment
from croupier.players.names import named
from croupier.players.player import choice
from croupier.players.settings import PlayerError


def evaluate(state: State, seat: int | None = None, player: str = "ismcts", *, seed: int = 0) -> Assessment:
    """What a searching player finds at a seat's decision, by nothing but that seat's view.

    >>> from croupier import load
    >>> from croupier.players import evaluate
    >>> state = load("kuhn_poker").start(seed=1)
    >>> found = evaluate(state, 0, "pipmc:tests=50")
    >>> found.iterations, [len(of_option) for of_option in found.estimates]
    (50, [2, 2])
    """
    if state.to_move is None:
        raise ValueError("the game is over: there is nothing to decide")
    seat = state.to_move if seat is None else seat
    view = state.view(seat)
    if state.to_move != seat:
        raise ValueError(f"seat {seat} is not to move: seat {state.to_move} is")
    make = named(player)
    one = make(seat, view.seats, make.stream(seed, seat))
    one.explains = True
    try:
        chosen = choice(one, view)
    finally:
        one.close()
    if one.forfeited:
        raise PlayerError(f"the player {player!r} has failed: {one.forfeited}")
    if one.assessment is not None:
        return one.assessment
    if one.recorded is not None:
        return Assessment(chosen, one.recorded, (0,) * len(view.options), 0)
    raise PlayerError(f"the player {player!r} makes no estimates")
