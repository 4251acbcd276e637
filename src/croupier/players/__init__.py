"""Who decides: players by name, each with a stream of its own."""

from croupier.players.advice import Advice, Advised, advice
from croupier.players.assessment import Assessment, Estimates
from croupier.players.evaluating import evaluate
from croupier.players.failing import PlayerFailure, answering
from croupier.players.files import bound
from croupier.players.maker import Maker, PlayerText
from croupier.players.names import (
    PLAYERS,
    Given,
    kind_named,
    named,
    player_text,
    player_texts,
    registered,
    seated,
    split,
    without_options,
)
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
    "Given",
    "Maker",
    "Player",
    "PlayerError",
    "PlayerFailure",
    "PlayerText",
    "RandomPlayer",
    "Setting",
    "advice",
    "answering",
    "bound",
    "choice",
    "decision",
    "evaluate",
    "kind_named",
    "named",
    "player_text",
    "player_texts",
    "registered",
    "seated",
    "split",
    "without_options",
]
