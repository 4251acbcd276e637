"""The player who decides as the program says: some programs give their players strategies of their own."""

from __future__ import annotations

from croupier.game import Option, View
from croupier.game.capabilities import HasStrategies, able
from croupier.players.player import Player
from croupier.players.settings import PlayerError

_NONE = "this game knows no strategies"


class OwnPlayer(Player):
    """Plays by the strategy that the program itself gives the player of this seat."""

    strength = "as strong as the program makes it"
    cost = "one call of the strategy"

    def choose(self, view: View) -> Option:
        """What the strategy of the seat chooses, by what the seat may know."""
        own = able(view, HasStrategies)
        chosen = _NONE if own is None else own.own_choice(self.stream)
        if isinstance(chosen, str):
            raise PlayerError(_refusal(view, chosen))
        return view.options[chosen]


def objection(view: View) -> str:
    """Why a seat cannot play by a strategy of its own, as far as that shows before it is to move."""
    own = able(view, HasStrategies)
    missing = _NONE if own is None else own.own_missing
    return _refusal(view, missing) if missing else ""


def _refusal(view: View, why: str) -> str:
    return f"seat {view.seat} cannot play by a strategy of its own: {why}"
