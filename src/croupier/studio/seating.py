"""Who sits where at a table: people and players, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from croupier.players import Maker, named

YOU = "you"
"""The page's word for somebody who sits before the screen."""
PERSON = "person"
"""The word of transcripts for the same."""
FIRST_NAMES = (
    "Ada", "Ben", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hana", "Ivo", "Juno", "Kai", "Lena", "Milo",
    "Nora", "Otto", "Pia", "Quinn", "Rosa", "Sven", "Tilda", "Umar", "Vera", "Wim", "Xenia", "Yara", "Zoe",
)  # fmt: skip
"""Players of ours get one of these, so that a log can be read."""
OPPONENTS = (
    ("strong", "thinks for a second"),
    ("medium", "thinks a little"),
    ("easy", "hardly thinks"),
    ("random", "takes anything"),
)
"""The players that a page offers, the default first."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a table."""

    who: str
    """A player as `--players` names it, or `you`."""
    name: str

    @property
    def is_person(self) -> bool:
        """Somebody sits here, before the screen."""
        return self.who == YOU

    def maker(self) -> Maker | None:
        """What makes its player; nothing where a person sits. An unknown name raises PlayerError."""
        return None if self.is_person else player_named(self.who)


def player_named(name: str) -> Maker:
    """The player of a name."""
    return named(name)


def seat_names(who: Sequence[str], seed: int) -> list[str]:
    """A name for every seat: first names for players, seats for people.

    >>> seat_names(["you", "strong", "random"], 7)
    ['Seat 0', 'Emil', 'Milo']
    """
    drawn = Random(seed).sample(FIRST_NAMES, len(FIRST_NAMES))
    return [f"Seat {seat}" if player == YOU else drawn[seat % len(drawn)] for seat, player in enumerate(who)]
