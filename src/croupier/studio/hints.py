"""Hints: a strong player's advice on every option, as a page shows it."""

from __future__ import annotations

from typing import Any

from croupier.game.protocol import View
from croupier.players import PlayerError, advice
from croupier.studio.errors import Refused
from croupier.studio.seating import player_named

Message = dict[str, Any]

ADVISER = "strong"
"""The player that gives hints."""


def hint_data(view: View, adviser: str, seed: int) -> Message:
    """Advice for the seat of a view, by nothing but the view."""
    try:
        found = advice(view, player_named(adviser), seed)
    except PlayerError as problem:
        raise Refused("refused", f"There is no hint: {problem}.") from None
    if found.choice is None:
        raise Refused("refused", f"{found.adviser} cannot say: {found.problem}.")
    chosen = view.options[found.choice - 1]
    had = f"after {found.tries:,} tries " if found.tries is not None else ""
    words = f"{found.adviser} {had}would take “{chosen.text}”."
    if found.hasty:
        words = f"There was hardly time to think: {words}"
    return {
        "adviser": found.adviser,
        "best": found.choice - 1,
        "rows": [{"i": o.number - 1, "expected": o.expected, "tried": o.tried} for o in found.options],
        "line": list(found.line),
        "words": f"{words} Percentages tell how well you would end: 100 % best, 0 % worst.",
    }
