"""Who decides: players by name, each with a stream of its own."""

from croupier.players.advice import Advice, Advised, advice
from croupier.players.assessment import Assessment, Estimates
from croupier.players.evaluating import evaluate
from croupier.players.failing import PlayerFailure, answering
from croupier.players.names import PLAYERS, Maker, kind_named, named, registered, seated, split
from croupier.players.player import Blindfold, BlindPlayer, Player, choice, decision
from croupier.players.random import RandomPlayer
from croupier.players.settings import PlayerError, Setting

__all__ = [
    "PLAYERS",
    "Advice",
    "Advised",
    "Assessment",
    "BlindPlayer",
    "Blindfold",
    "Estimates",
    "Maker",
    "Player",
    "PlayerError",
    "PlayerFailure",
    "RandomPlayer",
    "Setting",
    "advice",
    "answering",
    "choice",
    "decision",
    "evaluate",
    "kind_named",
    "named",
    "registered",
    "seated",
    "split",
]
