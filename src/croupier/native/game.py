"""A RECYCLE program as a game that runs as machine code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.game.counting import Counting
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.interpreter.flow import Block, Choice, Frames, Let, Stage
from croupier.interpreter.game import RecycleGame
from croupier.interpreter.table import Table
from croupier.native.block import Reader
from croupier.native.code import Code
from croupier.native.lower import Lowered, lower
from croupier.native.state import NativeState

if TYPE_CHECKING:
    from croupier.native.batch import Batches

_APART = ("_facades", "handed")
"""What belongs to one object only, and not to another with the same rules."""


class NativeGame(RecycleGame):
    """A checked program, compiled; plays the very same games as the interpreter, much faster.

    Its states are no `TableState`: they answer whatever that answers (`tests/native` compares them), but keep
    a block. Hence the overrides, of which the type checker would have that they return the same kind.
    """

    engine = "native"
    handed = False
    """Whether it is a façade: a game that was made for a player."""

    @cached_property
    def lowered(self) -> Lowered:
        """Its kernel text."""
        return lower(self.layout)

    @cached_property
    def code(self) -> Code:
        """Its machine code."""
        return Code(self.lowered, self.name)

    @cached_property
    def reader(self) -> Reader:
        """What reads and writes its blocks."""
        return Reader(self, self.lowered)

    @cached_property
    def interpreter(self) -> RecycleGame:
        """The same game on the interpreter."""
        twin = RecycleGame.__new__(RecycleGame)
        twin.__dict__.update(
            (name, value)
            for name, value in self.__dict__.items()
            if name not in ("code", "lowered", "reader", *_APART)
        )
        return twin

    def facade(self, seat: int) -> NativeGame:
        """The game as a player at that seat gets it: the same rules and machine code, other memory.

        In the memory of a game's machine code lies the state that was worked with last. A player works in
        memory of its own, which no other seat shares; there it finds only what it has put there itself.
        """
        if self.handed:
            return self
        found = self._facades.get(seat)
        if found is None:
            found = NativeGame.__new__(NativeGame)
            apart = ("reader", "interpreter", *_APART)
            found.__dict__.update((k, v) for k, v in self.__dict__.items() if k not in apart)
            found.code, found.lowered, found.handed = self.code.apart(), self.lowered, True
            found = self._facades.setdefault(seat, found)
        return found

    @cached_property
    def _facades(self) -> dict[int, NativeGame]:
        return {}

    def forget(self) -> None:
        """Let go of the states with which players at all seats have worked in this thread: a game begins."""
        for found in self._facades.values():
            found.code.forget()

    @cached_property
    def labels(self) -> dict[int, tuple[str, ...]]:
        """What the text itself calls the items of each choice, by the form."""
        found: dict[int, tuple[str, ...]] = {}
        waiting: list[Block] = list(self.body)
        while waiting:
            block = waiting.pop()
            if isinstance(block, Choice):
                found[id(block.expr)] = block.labels
            elif isinstance(block, Stage | Let):
                waiting += block.body
        return found

    def start(  # type: ignore[override]
        self, seed: int = 0, *, max_steps: int = MAX_STEPS, max_decisions: int = MAX_DECISIONS
    ) -> NativeState:
        """A new game at its first decision; the same seed and choices give the same game."""
        state = self.fresh(seed, max_steps=max_steps, max_decisions=max_decisions)
        state.begin()
        return state

    def fresh(  # type: ignore[override]
        self,
        seed: int = 0,
        *,
        max_steps: int = MAX_STEPS,
        max_decisions: int = MAX_DECISIONS,
        views: bool = True,
    ) -> NativeState:
        """A game in which nothing has happened yet: listen to it, then `begin`."""
        return NativeState(self, seed, max_steps, max_decisions, views=views)

    def resumed(  # type: ignore[override]
        self, table: Table, max_decisions: int, frames: Frames, decisions: int
    ) -> NativeState:
        """A game that goes on from a decision which has already been counted."""
        return NativeState.resumed(self, table, max_decisions, frames, decisions)

    def batches(self, *, max_steps: int, max_decisions: int) -> Batches:
        """Plays batches of random games within these limits."""
        from croupier.native.batch import Batches

        return Batches(self, max_steps=max_steps, max_decisions=max_decisions)

    def counting(self) -> Counting:
        """The same game as one that counts what its rules do, compiled by itself."""
        from croupier.native.counting import NativeCounting

        return NativeCounting(self)

    def arrange(  # type: ignore[override]
        self,
        places: Mapping[str, str],
        *,
        current: int | None = None,
        stored: Mapping[str, int | str] | None = None,
        line: int | None = None,
        seed: int = 0,
    ) -> NativeState:
        """A position built from card texts, for tests and puzzles."""
        slow = self.interpreter.arrange(places, current=current, stored=stored, line=line, seed=seed)
        return NativeState.of(self, slow)
