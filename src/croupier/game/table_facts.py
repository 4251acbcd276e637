"""What the rules of a game tell about its table before it is played: its places, and what scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class PlaceFact:
    """A place, whoever owns it and whatever its index."""

    owner: str
    kind: str
    """Who sees it: one of `croupier.game.cards.SIGHTS`."""
    name: str
    indexed: bool
    free: bool
    """Whether its order can never be observed."""

    @property
    def key(self) -> tuple[str, str, str]:
        """All but how it is used."""
        return self.owner, self.kind, self.name


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The places of a game, and the stored values from which it is scored."""

    places: tuple[PlaceFact, ...] = ()
    scoring: tuple[tuple[str, str], ...] = ()
    """The kind of owner and the name of every storage that the scoring reads."""
    steering: tuple[tuple[str, str], ...] = ()
    """The storages that only tell the rules how to go on."""
    seats: tuple[tuple[str, str], ...] = ()
    """The storages that hold the number of a seat."""
    scores_openly: bool = False
    """The scores at any moment follow from what everybody sees."""


@runtime_checkable
class HasTableFacts(Protocol):
    """A game whose rules tell about its table."""

    @property
    def table_facts(self) -> TableFacts:
        """The places, and what scores."""
