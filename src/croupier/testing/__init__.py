"""Contract tests for anyone's player: it plays by the rules, and by nothing but what its seat may know."""

from croupier.testing.cheating import Comparison, assert_no_cheating, compare
from croupier.testing.contract import assert_plays

__all__ = ["Comparison", "assert_no_cheating", "assert_plays", "compare"]
