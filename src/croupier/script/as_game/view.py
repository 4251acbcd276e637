"""What a seat may know of a program in progress, and complete games that agree with it.

A view holds a machine of its own in which everything that the seat does not know has been put into a fixed
order, and the random stream is another one: nothing is left of how it really lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from croupier.game import SAMPLE, SCRATCH, Option, Stream
from croupier.game.cards import Pack, Pile, StorageKey
from croupier.game.screen import view_text, view_words
from croupier.script.as_game.piles import seen_piles
from croupier.script.as_game.sight import Spots, deal_anew, put_in_order
from croupier.script.as_game.strategy import has_strategy, own_move
from croupier.script.heap import UNSET
from croupier.script.machine import Machine
from croupier.script.terms import Fault

if TYPE_CHECKING:
    from croupier.script.as_game.game import ScriptGame
    from croupier.script.as_game.state import ScriptState

MAX_TRIES = 20
"""How many deals a sample tries until the player to move has more than one option."""


def veiled(game: ScriptGame, machine: Machine, seat: int) -> tuple[Machine, Spots]:
    """A copy of a machine in which what a seat does not know is in a fixed order; and where that is."""
    twin = machine.silent()
    twin.stream = Stream.of(machine.answers, SCRATCH)
    flow, script = game.script.flow, game.script
    twin.frames = [frame.copy(twin.token) for frame in twin.frames]
    for frame in twin.frames:
        # What nobody looks at any more may still be somebody's card; players tell whose turn it is.
        frame.locals = [
            value if value is UNSET or flow.is_live(frame, slot) or script.is_player(value) else UNSET
            for slot, value in enumerate(frame.locals)
        ]
    return twin, put_in_order(script, twin, seat)


def dealt(game: ScriptGame, machine: Machine, spots: Spots, rng: Stream) -> Machine:
    """A copy of a veiled machine with everything that the seat does not know dealt at random."""
    twin = machine.copy()
    deal_anew(game.script, twin, spots, rng)
    twin.stream = Stream.of(rng.next(), SAMPLE)
    return twin


@dataclass(frozen=True, repr=False)
class OpenView:
    """A program with everything open: nobody's view. What there is to see it has printed."""

    game: ScriptGame
    to_move: int | None
    options: tuple[Option, ...]
    seat: int = -1
    decisions: int = 0
    piles: tuple[Pile, ...] = ()
    stored: tuple[tuple[StorageKey, int | str], ...] = ()

    def __repr__(self) -> str:
        return view_words(self)

    def __str__(self) -> str:
        return view_text(self)

    def _repr_svg_(self) -> str:
        from croupier.game.table_picture import view_picture

        return view_picture(self)

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.game.seats

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Everybody plays alone."""
        return self.game.teams

    @property
    def pack(self) -> Pack:
        """All kinds of cards of the game."""
        return self.game.pack


_NO_STRATEGY = "the program gives this player none"


class ScriptView:
    """All that a player is ever given."""

    stored: tuple[tuple[StorageKey, int | str], ...] = ()
    """A program tells what else there is by printing it."""

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
        self._known = [veiled(game, way, seat) for way in state.ways()]
        self._machines = [machine for machine, _ in self._known]
        self._imagined = state.imagined or len(self._machines) > 1
        self._moves = state.moves if self.to_move == seat else None
        self._limits = (state.max_steps, state.max_decisions)
        self._digest = ""

    def __repr__(self) -> str:
        return view_words(self)

    def __str__(self) -> str:
        return view_text(self)

    def _repr_svg_(self) -> str:
        from croupier.game.table_picture import view_picture

        return view_picture(self)

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.game.seats

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Everybody plays alone."""
        return self.game.teams

    @property
    def pack(self) -> Pack:
        """All kinds of cards of the game."""
        return self.game.pack

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """The collections of cards that the program keeps, with what the seat knows of these."""
        return seen_piles(self.game, self._machines[0], self.seat)

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
            machine = dealt(self.game, *self._known[rng.below(len(self._known))], rng)
            # The question is part of what the seat knows.
            machine.output, machine.asked_at = [self.prompt] if self.prompt else [], 0
            state = self.game.resumed(machine, self.decisions, self._limits, self._moves, self.to_move)
            state.imagined = self._imagined
            state.alternatives = self._machines if len(self._machines) > 1 else None
            if self._moves is not None or state.option_count > 1:
                break
        return state

    @property
    def option_count(self) -> int:
        """How many options the seat has."""
        return len(self.options)

    @property
    def own_missing(self) -> str:
        """Why the seat's own player has no strategy; nothing if it has one, or is not seated yet."""
        machine = self._machines[0]
        seated = self.seat < len(machine.seated)
        return _NO_STRATEGY if seated and not has_strategy(self.game.script, machine, self.seat) else ""

    def own_choice(self, rng: Stream) -> int | str:
        """Which option the strategy of the seat's own player takes; in words, if it takes none."""
        if self._moves is None:
            return "it is not to move"
        fork = dealt(self.game, *self._known[rng.below(len(self._known))], rng)
        if not has_strategy(self.game.script, fork, self.seat):
            return _NO_STRATEGY
        try:
            return own_move(self.game.script, fork, self.seat, self._moves.moves)
        except Fault as fault:
            return fault.message

    @property
    def digest(self) -> str:
        """A hash of all that the seat knows, and of what it may do."""
        return f"{self.known} {'/'.join(option.key for option in self.options)}"

    def fingerprint(self, ignoring: tuple[str, ...] = ()) -> bytes:
        """The same as bytes; what is printed on a card is the program's business, so nothing is ignored."""
        return self.digest.encode("utf-8", "replace")

    def option_keys(self, ignoring: tuple[str, ...] = ()) -> list[str]:
        """The keys of the options."""
        return [option.key for option in self.options]

    @property
    def known(self) -> str:
        """A hash of all that the seat knows."""
        if not self._digest:
            first, spots = self._known[0]
            unknown = "/".join(f"{len(first.items(pile))}:{places}" for pile, places in spots.values())
            known = first.fingerprint(history=False)
            self._digest = f"{self.seat} {self.to_move} {self.decisions} {known} {unknown}"
        return self._digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScriptView) and other.game is self.game and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)
