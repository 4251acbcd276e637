"""The protocol every game speaks, and the random stream."""

from croupier.game.outcome import Outcome, Status, competition_ranks, is_tied, shared_wins, with_forfeits
from croupier.game.protocol import Game, Option, State, View
from croupier.game.random import DEAL, PLAYER, SAMPLE, SCRATCH, Stream, game_seed, player_stream, seed_word
from croupier.game.transcript import Transcript, TranscriptError

__all__ = [
    "DEAL",
    "PLAYER",
    "SAMPLE",
    "SCRATCH",
    "Game",
    "Option",
    "Outcome",
    "State",
    "Status",
    "Stream",
    "Transcript",
    "TranscriptError",
    "View",
    "competition_ranks",
    "game_seed",
    "is_tied",
    "player_stream",
    "seed_word",
    "shared_wins",
    "with_forfeits",
]
