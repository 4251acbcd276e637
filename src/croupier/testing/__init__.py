"""Contract tests for anyone's player or game: it plays by the rules, and by what a seat may know."""

from croupier.testing.cheating import Comparison, assert_no_cheating, compare
from croupier.testing.contract import assert_plays
from croupier.testing.game_contract import assert_game
from croupier.testing.leaks import LeakError, LeakTest

__all__ = [
    "Comparison",
    "LeakError",
    "LeakTest",
    "assert_game",
    "assert_no_cheating",
    "assert_plays",
    "compare",
]
