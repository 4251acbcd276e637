"""What stands in the way of solving a game, in words."""

from __future__ import annotations

from croupier.text.errors import CroupierError


class SolveError(CroupierError, ValueError):
    """A game that cannot be solved; the message says why."""


class TooLarge(SolveError):
    """A game whose tree does not fit into the memory that is allowed."""
