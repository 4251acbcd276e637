"""Who decides: players by name, each with a stream of its own."""

from croupier.players.names import PLAYERS, PlayerError, named, seated
from croupier.players.player import BlindPlayer, Maker, Player
from croupier.players.random import RandomPlayer

__all__ = ["PLAYERS", "BlindPlayer", "Maker", "Player", "PlayerError", "RandomPlayer", "named", "seated"]
