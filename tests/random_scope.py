"""What is known where an expression of a random program stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from croupier.recycle.types import Type

VARIABLES = ("'A", "'B", "'C", "'D", "'E", "'F")
"""Few names, so that an inner variable hides an outer one now and then."""


class Chance(Protocol):
    """Where the choices come from; 0 is always the simplest."""

    def below(self, n: int) -> int:
        """An integer from 0 to n - 1."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A location of the program: whose, how visible, what it is called."""

    owner: str
    kind: str
    name: str
    indexed: bool = False
    ordered: bool = True
    """Whether the program likes to look at its ends."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable in scope."""

    name: str
    type: Type
    exists: bool = True
    """Whether it is surely a card, not the top of nothing."""
    owned: bool = False
    """Whether it is a card that surely lies with a player."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known where an expression stands."""

    variables: tuple[Bound, ...] = ()
    safe: bool = True
    """Whether what is impossible here would end the game."""
    sure: tuple[tuple[str, bool], ...] = ()
    """Piles that surely hold a card, and whether they lie with a player."""
    room: int = 2000
    """How many elements the loops around this place may still visit together."""
    acting: bool = False
    """Whether things may have happened since the variables were bound."""

    def with_variable(self, bound: Bound) -> Scope:
        """The scope inside of a form that binds a variable."""
        others = tuple(v for v in self.variables if v.name != bound.name)
        return replace(self, variables=(*others, bound))

    def through(self, size: int) -> Scope:
        """The scope inside of a loop over so many elements."""
        return replace(self, room=self.room // max(1, size))

    def of(self, *types: Type) -> list[Bound]:
        """The variables of these types, the newest first."""
        return [v for v in reversed(self.variables) if v.type in types]
