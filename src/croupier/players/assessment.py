"""What a search has found out about a decision, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Estimates = tuple[tuple[float, ...], ...]
"""For every option the expected standing of every seat, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """A decision as a search sees it."""

    choice: int
    """The index of the option that it would take."""
    estimates: Estimates
    visits: tuple[int, ...]
    """How often each option was tried."""
    iterations: int
    """How many iterations (tests, for `pipmc`) were done: with that number it comes to the same again."""
    squares: Estimates | None = field(default=None, repr=False)
    """For every option the mean of the squared standing of every seat: how far tries differ."""
    line: tuple[str, ...] = ()
    """How the game might go on, in words, on one of the deals that agree with the view."""
    scores: tuple[int, int] | None = None
    """The lowest and the highest score that estimates lie between, if they are reckoned by score."""

    def data(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "choice": self.choice,
            "estimates": [list(of_option) for of_option in self.estimates],
            "visits": list(self.visits),
            "iterations": self.iterations,
            "line": list(self.line),
        }
