"""Who decides: players by name, each with a stream of its own."""

from croupier.players.assessment import Assessment, Estimates
from croupier.players.evaluating import evaluate
from croupier.players.names import PLAYERS, Maker, kind_named, named, registered, seated, split
from croupier.players.player import BlindPlayer, Player, decision
from croupier.players.random import RandomPlayer
from croupier.players.settings import PlayerError, Setting

__all__ = [
    "PLAYERS",
    "Assessment",
    "BlindPlayer",
    "Estimates",
    "Maker",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "Setting",
    "decision",
    "evaluate",
    "kind_named",
    "named",
    "registered",
    "seated",
    "split",
]
