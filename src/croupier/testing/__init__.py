"""Contract tests for anyone's player or game: it plays by the rules, and by what a seat may know."""

from croupier.testing.cheating import Comparison, assert_no_cheating, compare
from croupier.testing.contract import assert_plays
from croupier.testing.game_contract import assert_game

__all__ = ["Comparison", "assert_game", "assert_no_cheating", "assert_plays", "compare"]
