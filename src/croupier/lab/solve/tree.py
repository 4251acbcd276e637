"""The tree of a game as flat arrays: its histories, and what each seat can tell apart.

A *history* is a node: everything that chance and the seats have done so far. An *information set* holds all
histories at which a seat decides and has seen the same. What a seat has done so far is a *sequence*: the
last information set it has decided at, and the option that it took there; sequence 0 is to have done nothing.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from croupier.interpreter.view import View

CHANCE, END = -1, -2
"""The marks of nodes at which chance decides, and of ends; other marks are numbers of information sets."""

NODE_BYTES, END_BYTES, SET_BYTES = 48, 88, 900
"""What a node, an end and an information set take, with what the sweeps need; measured, and rounded up."""


def sight_text(view: Any) -> str:
    """The cards that a seat sees, by place; of a script what it is asked."""
    if isinstance(view, str):
        return view
    if not isinstance(view, View):
        return str(view.prompt).strip() if view is not None else ""
    names, found = view.game.layout.pack.kind_names, []
    for place, slots in view.slots:
        known = [names[slot[0]] for slot in slots if not isinstance(slot, str)]
        if known:
            found.append(f"{place} {' '.join(known)}")
    return ", ".join(found)


@dataclass(slots=True)
class InformationSet:
    """All histories at which a seat decides and has seen the same."""

    seat: int
    key: bytes
    """What the seat has seen, as `croupier.game.recall` puts it."""
    before: int
    """The sequence that has led the seat here."""
    first: int
    """The sequence of its first option; the others follow."""
    level: int
    """At how many information sets the seat has decided before."""
    options: tuple[tuple[str, str], ...]
    """Key and text of every option."""
    histories: int = 0
    view: Any = None
    """The view that the seat has here; of large games only what it sees, in words."""
    watched: Any = None
    """Its views before others decided: those before, and the last of them; None if there are none."""


@dataclass(slots=True)
class Tree:
    """All histories of a game."""

    seats: int
    parent: array[int] = field(default_factory=lambda: array("q"))
    edge: array[int] = field(default_factory=lambda: array("l"))
    """Which option, or which result of chance, has led here."""
    mark: array[int] = field(default_factory=lambda: array("l"))
    share: array[int] = field(default_factory=lambda: array("l"))
    """By node the number of its weight, if chance has led here; else 0."""
    shares: list[Fraction] = field(default_factory=lambda: [Fraction(1)])
    """The weights that occur."""
    sets: list[InformationSet] = field(default_factory=list)
    sequences: list[int] = field(default_factory=list)
    """How many sequences every seat has."""
    ends: array[int] = field(default_factory=lambda: array("q"))
    """The nodes that are ends."""
    reach: array[float] = field(default_factory=lambda: array("d"))
    """How likely chance is to let the game come to each end, if everybody wants it."""
    targets: array[int] = field(default_factory=lambda: array("q"))
    """What each end is: -1 - n for end n of the game, or the position at which the walk stopped."""
    scores: list[array[int]] = field(default_factory=list)
    """By seat, the score at each end of the game."""
    wins: list[array[float]] = field(default_factory=list)
    """By seat, the share of the win at each end of the game."""
    last: list[array[int]] = field(default_factory=list)
    """By seat, its sequence at each end."""
    highest_wins: bool = True
    chances: int = 0
    """How many results chance has, all chance nodes together."""
    has_views: bool = False
    """Whether all information sets have their view, and those before."""

    def __post_init__(self) -> None:
        self.sequences = [1] * self.seats
        for _ in range(self.seats):
            self.scores.append(array("q"))
            self.wins.append(array("d"))
            self.last.append(array("q"))

    @property
    def histories(self) -> int:
        """How many nodes there are, the beginning among them."""
        return len(self.mark)

    @property
    def information_sets(self) -> list[int]:
        """How many information sets every seat has."""
        found = [0] * self.seats
        for one in self.sets:
            found[one.seat] += 1
        return found

    @property
    def memory(self) -> int:
        """How many bytes it takes, with what the sweeps need."""
        return self.histories * NODE_BYTES + len(self.ends) * END_BYTES + len(self.sets) * SET_BYTES

    @property
    def is_open(self) -> bool:
        """Whether every seat always knows all that has happened: each information set is one history."""
        return all(one.histories == 1 for one in self.sets)

    def add(
        self, parent: int, edge: int, mark: int, share: Fraction | None, shares: dict[Fraction, int]
    ) -> int:
        """A new node; returns its number."""
        self.parent.append(parent)
        self.edge.append(edge)
        self.mark.append(mark)
        if share is None:
            self.share.append(0)
        else:
            number = shares.get(share)
            if number is None:
                number = shares[share] = len(self.shares)
                self.shares.append(share)
            self.share.append(number)
        return len(self.mark) - 1
