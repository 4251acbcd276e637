"""What every game can be asked, whatever language or engine is behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from croupier.game.outcome import Outcome
from croupier.game.random import Stream


@dataclass(frozen=True, slots=True)
class Target:
    """Something that an option points at, as the view of the chooser knows it.

    `kind` is `card`, `place`, `seat`, `team`, `number` or `word`. A card is told by its place and its slot
    among the slots of the view; without a slot it is any card of the place, without a place any card at all.
    """

    kind: str
    place: str = ""
    slot: int | None = None
    number: int = 0
    """The seat, the team or the number."""
    word: str = ""


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card that goes to a place, as far as the chooser can know it before choosing."""

    card: Target
    to: str
    """The name of the place; nothing where it cannot be known."""
    at: int | None = None
    """Its index there, 0 at the bottom; None for the top."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that the player to move may do.

    Key and text are made of what the chooser can see. The key stays the same when hidden cards are dealt
    anew; the text names the option among its siblings. What an option points at is no part of its identity.
    """

    index: int
    key: str
    text: str
    picks: tuple[tuple[Target, ...], ...] = field(default=(), compare=False, repr=False)
    """What is chosen, choice by choice; a set of cards is one choice of several targets."""
    moves: tuple[CardMove, ...] = field(default=(), compare=False, repr=False)
    """The cards that it moves."""
    item: int = field(default=0, compare=False, repr=False)
    """The group to which it belongs: the item of a choice, or the first answer of a chain."""
    label: str = field(default="", compare=False, repr=False)
    """What the game calls this group; nothing if it has no name for it."""

    @property
    def targets(self) -> tuple[Target, ...]:
        """Everything that it points at: what is chosen, then the cards that it moves."""
        chosen = tuple(target for pick in self.picks for target in pick)
        return (*chosen, *(move.card for move in self.moves if move.card not in chosen))

    def __str__(self) -> str:
        return self.text

    def plain(self) -> Option:
        """The option as nothing but its values: some engines make them when they are read."""
        return self


class State(Protocol):
    """One game in progress; it always stands at a decision or at the end."""

    @property
    def to_move(self) -> int | None:
        """The seat that decides, or None when the game is over."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What that seat may do: two things at least, since a single one is taken without asking."""

    @property
    def option_count(self) -> int:
        """How many options there are, without describing them."""

    def apply(self, option: Option | int | str) -> None:
        """Do it, and go on to the next decision or to the end.

        An option is named by itself, its index, its text or key, or the beginning of its text if that is
        enough; `croupier.game.choosing` has the errors for a wrong choice.
        """

    def view(self, seat: int) -> View:
        """All that a player in that seat is ever given."""

    def copy(self) -> State:
        """A fork: both go on independently, with the same chances ahead."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""


class View(Protocol):
    """What one seat may know of a state. Views are equal if the seat could not tell one from the other."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    @property
    def seats(self) -> int:
        """How many players there are."""

    @property
    def to_move(self) -> int | None:
        """The seat that decides, or None when the game is over."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What the seat may do, if it is to move."""

    @property
    def option_count(self) -> int:
        """How many options there are, without describing them."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together; every seat is in one team, alone if it plays for itself."""

    def sample(self, rng: Stream) -> State:
        """A complete, playable state that agrees with the view: the only way from a view to a state."""

    def __hash__(self) -> int: ...


class Game(Protocol):
    """A game that can be started any number of times."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def seats(self) -> int:
        """How many players it has."""

    def start(self, seed: int = 0) -> State:
        """A new game; the same seed and choices give the same game."""

    def arrange(self, places: Mapping[str, str], *, current: int = 0, seed: int = 0) -> State:
        """A position built from card texts, for tests and puzzles."""
