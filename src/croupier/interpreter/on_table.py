"""RECYCLE games as both engines answer for them: all that views, records and positions ask of a game.

The interpreter's `RecycleGame` and the native engine's `NativeGame` are such games, and neither is the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from croupier.game import Outcome
from croupier.game.hosting import HostedGame, HostedState
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.transcript import Transcript

if TYPE_CHECKING:
    from croupier.interpreter.flow import Block, Frames
    from croupier.interpreter.layout import Layout
    from croupier.interpreter.options import Path as OptionPath
    from croupier.interpreter.table import Table
    from croupier.interpreter.together import Joint
    from croupier.interpreter.view import View
    from croupier.recycle.program import Program


class OnTable(HostedState, Protocol):
    """A RECYCLE game in progress: its cards lie on a table that can be looked at."""

    @property
    def table(self) -> Table:
        """The table, with open cards."""

    @property
    def game(self) -> GameOnTable:
        """The game that is being played."""

    @property
    def way(self) -> tuple[int, ...]:
        """The place in the program at which the game stands."""

    @property
    def max_decisions(self) -> int:
        """The number of decisions after which it counts as unfinished."""

    @property
    def paths(self) -> Sequence[OptionPath]:
        """The options as the engine keeps them: the item, the elements, and what would happen."""

    def view(self, seat: int) -> View: ...
    def copy(self) -> OnTable: ...
    def open_view(self) -> View: ...

    def joint(self, seat: int) -> Joint | None:
        """What a seat may know of the choice of several that is in progress."""

    def rejoin(self, joint: Joint, seat: int) -> None:
        """Stand in the middle of a choice of several, with no answer but the seat's own."""

    def outcome_now(self) -> Outcome | None:
        """How it would end if it were over now; None if its scoring has nothing to say yet."""


class GameOnTable(HostedGame, Protocol):
    """A checked RECYCLE program that can be played, on either engine."""

    note: str

    @property
    def program(self) -> Program:
        """The program."""

    @property
    def layout(self) -> Layout:
        """Its places, cards and variables."""

    @property
    def body(self) -> tuple[Block, ...]:
        """Its rules, as functions of Python."""

    @property
    def cards(self) -> int: ...
    @property
    def actions(self) -> Mapping[int, int]: ...
    @property
    def tells_by_options(self) -> bool:
        """Options may depend on cards that the chooser does not see (RCY117)."""

    def facade(self, seat: int) -> GameOnTable:
        """The game as a player at that seat gets it."""

    def start(
        self, seed: int = 0, *, max_steps: int = MAX_STEPS, max_decisions: int = MAX_DECISIONS
    ) -> OnTable: ...
    def fresh(
        self,
        seed: int = 0,
        *,
        max_steps: int = MAX_STEPS,
        max_decisions: int = MAX_DECISIONS,
        views: bool = True,
    ) -> OnTable: ...
    def resumed(self, table: Table, max_decisions: int, frames: Frames, decisions: int) -> OnTable:
        """A game that goes on from a decision which has already been counted."""

    def replay(self, transcript: Transcript | str | Path, watch: Any = None) -> OnTable: ...
    def arrange(
        self,
        places: Mapping[str, str],
        *,
        current: int | None = None,
        stored: Mapping[str, int | str] | None = None,
        line: int | None = None,
        seed: int = 0,
    ) -> OnTable:
        """A position built from card texts, for tests and puzzles."""
