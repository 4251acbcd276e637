"""What a seat may know of a program in progress, and complete games that agree with it.

A view holds a machine of its own in which everything that the seat does not know has been put into a fixed
order, and the random stream is another one: nothing is left of how it really lies.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from croupier.game import SAMPLE, SCRATCH, Option, Stream
from croupier.script.heap import UNSET
from croupier.script.machine import Machine
from croupier.script.table.sight import deal_anew, hidden, put_in_order

if TYPE_CHECKING:
    from croupier.script.table.game import ScriptGame
    from croupier.script.table.state import ScriptState

MAX_TRIES = 20
"""How many deals a sample tries until the player to move has more than one option."""


def veiled(game: ScriptGame, machine: Machine, seat: int) -> Machine:
    """A copy of a machine in which what a seat does not know is in a fixed order."""
    twin = machine.copy()
    twin.stream = Stream.of(machine.answers, SCRATCH)
    twin.output, twin.asked_at, twin.speakers = [], 0, []
    twin.hush()
    for frame in twin.frames:
        # What nobody looks at any more may still be somebody's card.
        frame.locals = [v if game.is_live(frame, slot) else UNSET for slot, v in enumerate(frame.locals)]
    put_in_order(game.tongue, twin, seat)
    return twin


def dealt(game: ScriptGame, machine: Machine, seat: int, rng: Stream) -> Machine:
    """A copy of a veiled machine with everything that the seat does not know dealt at random."""
    twin = machine.copy()
    deal_anew(game.tongue, hidden(game.tongue, twin, seat), rng)
    twin.stream = Stream.of(rng.next(), SAMPLE)
    return twin


class ScriptView:
    """All that a player is ever given."""

    def __init__(self, game: ScriptGame, state: ScriptState, seat: int) -> None:
        if not 0 <= seat < game.seats:
            raise ValueError(f"there is no seat {seat}: they count from 0 to {game.seats - 1}")
        self.game = game
        self.seat = seat
        self.to_move = state.to_move
        self.decisions = state.decisions
        self.options: tuple[Option, ...] = state.options if self.to_move == seat else ()
        self.prompt = state.prompt if self.to_move == seat else ""
        """The question, as the program puts it."""
        self._machine = veiled(game, state.machine, seat)
        self._moves = state.moves if self.to_move == seat else None
        self._limits = (state.max_steps, state.max_decisions)
        self._digest = ""

    def __repr__(self) -> str:
        return f"<{self.game.name}: what seat {self.seat} knows, seat {self.to_move} to move>"

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.game.seats

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Everybody plays alone."""
        return self.game.teams

    def sample(self, rng: Stream | Random | int) -> ScriptState:
        """A complete game that agrees with all of this: what is unknown is dealt at random.

        The chance comes from a stream, from one of Python's own generators, or from a seed. Raises
        ValueError if the game is over.
        """
        if not isinstance(rng, Stream):
            rng = Stream.of(rng if isinstance(rng, int) else rng.getrandbits(64), SAMPLE)
        if self.to_move is None:
            raise ValueError("the game is over: there is nothing to sample")
        for _ in range(MAX_TRIES):
            machine = dealt(self.game, self._machine, self.seat, rng)
            state = self.game.resumed(machine, self.decisions, self._limits, self._moves, self.to_move)
            if self._moves is not None or state.option_count > 1:
                break
        return state

    @property
    def digest(self) -> str:
        """A hash of all that the seat knows."""
        if not self._digest:
            spots = hidden(self.game.tongue, self._machine, self.seat)
            unknown = "/".join(f"{len(pile)}:{places}" for pile, places in spots.values())
            known = self._machine.fingerprint(history=False)
            keys = "/".join(option.key for option in self.options)
            self._digest = f"{self.seat} {self.to_move} {self.decisions} {known} {unknown} {keys}"
        return self._digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScriptView) and other.game is self.game and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)
