"""Choices of others, and of several at once: who is asked, who has answered, and what each seat knows.

Nothing happens on the table until all have answered, so that no option depends on another's answer. A seat
that has answered is known to have done so, and nobody but itself knows what.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.interpreter.fault import Fault
from croupier.interpreter.flow import Choice
from croupier.interpreter.options import Path, option_keys

if TYPE_CHECKING:
    from croupier.interpreter.state import TableState

PASSED = ("pass",)


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a seat has chosen, until it takes effect: an option, and the key by which samples find it."""

    path: Path
    key: str

    @property
    def passes(self) -> bool:
        """It is nothing but `(turn pass)`."""
        return [event for event, _ in self.path.actions] == [PASSED]


@dataclass(slots=True)
class Together:
    """A choice of others in progress."""

    mode: str
    """`among`: all that is chosen takes effect; `first`: the first that is no pass."""
    seats: tuple[int, ...]
    """Who is asked, in the order in which the answers take effect."""
    pending: list[int]
    """Who is still to answer, the one who is asked now first."""
    outer: int
    """Who is current outside of the choice."""
    committed: dict[int, Commitment] = field(default_factory=dict)

    def copy(self) -> Together:
        """The same, going on independently."""
        return Together(self.mode, self.seats, self.pending[:], self.outer, self.committed.copy())

    def public(self) -> dict[str, object]:
        """What everybody may know: who is asked, who has answered, and how answers count."""
        done = [seat for seat in self.seats if seat in self.committed]
        return {"asked": list(self.seats), "done": done, "mode": self.mode}

    def seen_by(self, seat: int) -> Joint:
        """What a seat may know of it."""
        own = self.committed.get(seat)
        done = tuple(s for s in self.seats if s in self.committed)
        return Joint(self.mode, self.seats, self.outer, own.key if own is not None else "", done)


@dataclass(frozen=True, slots=True)
class Joint:
    """A choice of several as one seat knows it."""

    mode: str
    asked: tuple[int, ...]
    outer: int
    own: str
    """The key of what the seat itself has chosen; nothing if it has not answered."""
    done: tuple[int, ...] = field(default=(), compare=False)
    """Who has answered. In a sample the others have not, whatever the truth is."""


def rejoin(state: TableState, joint: Joint, seat: int) -> None:
    """Let a sample stand in the middle of a choice of several: it holds no answer but the seat's own.

    All others who are asked are still to choose, the one who is to move first. Raises :class:`Fault` if the
    seat could not have chosen what it has with these cards.
    """
    to_move = state.to_move
    assert to_move is not None
    others = [s for s in joint.asked if s != to_move and not (s == seat and joint.own)]
    together = Together(joint.mode, joint.asked, [to_move, *others], joint.outer)
    if joint.own:
        together.committed[seat] = _again(state, seat, joint.own)
    state.together = together


def answer_for(state: TableState, seat: int, pick: Callable[[int], int]) -> bool:
    """Let a seat have answered already, with the option that `pick` gives for their number.

    Answers are given in any order: the one who is to move still is. False if the seat had no option.
    """
    together = state.together
    assert together is not None
    paths, keys = _options(state, seat)
    if not paths:
        return False
    index = pick(len(paths))
    together.committed[seat] = Commitment(paths[index], keys[index])
    together.pending.remove(seat)
    return True


def _again(state: TableState, seat: int, key: str) -> Commitment:
    """The option of a key, built once more for the seat that has chosen it."""
    paths, keys = _options(state, seat)
    if key not in keys:
        blocks, at = state.frames[-1]
        raise Fault("RCY308", blocks[at].expr, "what was chosen is not possible with these cards")
    return Commitment(paths[keys.index(key)], key)


def _options(state: TableState, seat: int) -> tuple[list[Path], list[str]]:
    """The options of one of those who are asked, and their keys, whoever is to move."""
    blocks, at = state.frames[-1]
    choice = blocks[at]
    assert isinstance(choice, Choice)
    cycle = state.table.players[-1]
    current, cycle[0] = cycle[0], seat
    try:
        paths = state.build(choice)
        return paths, option_keys(state.table, paths)
    finally:
        cycle[0] = current
