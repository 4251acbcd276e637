"""The limits after which a game counts as unfinished, unless others are given."""

MAX_STEPS = 1_000_000
"""The steps between two decisions."""

MAX_DECISIONS = 10_000
"""The decisions of one game."""
