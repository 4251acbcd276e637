"""Something that all people at a table have to agree on: taking a decision back, or looking at open cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

UNDO = "undo"
OPEN = "open"


@dataclass
class Proposal:
    """A question to everybody else, who has said yes so far. One no is no."""

    what: str
    """`undo` or `open`."""
    asker: str
    """The screen of whoever asks."""
    seat: int
    """The seat that wants it; -1 for an owner who sits nowhere."""
    asked: dict[str, int]
    """The screens that have to agree, each with a seat before it."""
    agreed: set[str] = field(default_factory=set)

    @property
    def is_settled(self) -> bool:
        """All have said yes."""
        return self.agreed >= set(self.asked)

    def data(self, screen: str) -> dict[str, Any]:
        """The question as a screen is told of it, and whether that screen is to answer."""
        waiting = [seat for name, seat in self.asked.items() if name not in self.agreed]
        return {
            "what": self.what,
            "seat": self.seat,
            "waiting": waiting,
            "vote": screen in self.asked and screen not in self.agreed,
            "mine": screen == self.asker,
        }
