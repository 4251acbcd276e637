"""What a game can be asked to count of its rules, whatever language and engine it is in.

A program is a list of :class:`Rule`, each with its place in the text. What was counted is one flat list of
integers, so many a rule as its kind says, one rule after the other: lists of several games are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from croupier.game.outcome import Outcome
from croupier.game.protocol import State
from croupier.text import Span

COUNTED: dict[str, tuple[str, ...]] = {
    "action": ("times",),
    "loop": ("times", "turns"),
    "condition": ("true", "false"),
    "choice": ("times",),
    "option": ("offered", "chosen", "forced"),
}
"""The kinds of rules, and what is counted of each.

An action is carried out so many times, a loop is come to so many times and makes so many turns, a condition
is found true or false. A decision is made at a choice so many times; an option that stands in it is offered
at so many of them, chosen at so many, and at so many it was all that could be done.
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """A piece of a program of which is counted what becomes of it."""

    kind: str
    span: Span
    what: str
    """The word for it: what its form is called, or what the text itself calls the option."""
    within: int = -1
    """The number of the rule around it: an option's is its choice. -1 if there is none."""
    fixed: bool | None = None
    """The value that a condition has in every game, since only seats and settings decide it.

    False of an action: seats and settings keep what stands in it from ever happening.
    """


@dataclass(frozen=True, slots=True)
class Counted:
    """What some games came to."""

    counts: tuple[int, ...]
    games: int
    odd: tuple[int, ...] = ()
    """The indices of games that are not counted: they have to be played one by one."""


Choose = Callable[[State], int]
"""Decides: gives the index of an option."""


class Counting(Protocol):
    """A game that counts what its rules do: `game.counting()` gives one."""

    @property
    def rules(self) -> Sequence[Rule]:
        """What is counted, in the order of the text."""

    def play(
        self, seed: int, choose: Choose, *, max_steps: int, max_decisions: int
    ) -> tuple[tuple[int, ...], Outcome]:
        """Play one game to its end, and count."""

    def play_many(
        self, seed: int, first: int, count: int, *, max_steps: int, max_decisions: int
    ) -> Counted | None:
        """Games of random players by their indices, if there is a quick way to play them; else None."""


def starts(rules: Sequence[Rule]) -> list[int]:
    """Where the counts of each rule begin, and where those of the last one end.

    >>> from croupier.text import Source
    >>> span = Source("demo", "(a)").span(0, 3)
    >>> starts([Rule("condition", span, "a"), Rule("action", span, "a")])
    [0, 2, 3]
    """
    found = [0]
    for rule in rules:
        found.append(found[-1] + len(COUNTED[rule.kind]))
    return found


def following(choices: Sequence[int]) -> Choose:
    """Decides as somebody has decided before."""
    left = iter(choices)
    return lambda _: next(left)
