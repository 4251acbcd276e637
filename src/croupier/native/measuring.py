"""Measures taken by machine code: a third program of a game, with the code of the measures in it.

The values are those of the interpreter. Games that leave what machine code can do are only named: whoever
asked measures them on the interpreter.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.game import seed_word
from croupier.kernel import Halves, KernelFailure, Words, words
from croupier.native.block import signed
from croupier.native.lower.measuring import A_GAME, Asked, apart
from croupier.native.lower.runtime import CODES

if TYPE_CHECKING:
    from croupier.native.game import NativeGame

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Values:
    """What measures came to in some games, which are named by their places among those asked for."""

    left: Integers
    """The places of games that the interpreter has to play."""
    finished: Integers
    """The places of games that were played to their end: they alone have values."""
    scores: Integers
    """Of every game, seat by seat."""
    teams: Integers
    """Which teams there are at the end of every game (`NativeMeasuring.team_setups`)."""
    game: Integers
    """The place of the game, value by value; and beside it"""
    measure: Integers
    """the number of the measure,"""
    seat: Integers
    """the seat that the value belongs to, -1 if to none,"""
    value: Integers
    """and the value: a number, 0 or 1, a seat, a team, or the number of a string."""


class NativeMeasuring:
    """Takes measures of games; every thread may."""

    def __init__(
        self, game: NativeGame, asked: Sequence[Asked], *, max_steps: int, max_decisions: int
    ) -> None:
        from croupier.native.game import NativeGame

        exprs = apart(tuple(one.expr for one in asked), game.program)
        own = tuple(Asked(expr, one.when, one.each_seat) for expr, one in zip(exprs, asked, strict=True))
        self.game = NativeGame(
            game.program, f"{game.name}, measured", asked=own, interpreter=game.interpreter
        )
        self.limits = max_steps, max_decisions
        self._threads = threading.local()

    @property
    def strings(self) -> Sequence[str]:
        """The strings by their numbers."""
        return self.game.lowered.bp.strings

    @property
    def team_setups(self) -> Sequence[Sequence[Sequence[int]]]:
        """The teams that there can be, by number."""
        return self.game.lowered.bp.team_setups

    @cached_property
    def _call(self) -> Any:
        lowered = self.game.lowered
        return self.game.code.made(lowered.plays, lowered.playing, self.game.name, opt=1).call

    def compile(self) -> None:
        """Makes the machine code, or loads it; :class:`Unlowered` if there is none for these measures."""
        _ = self._call

    def random_games(self, seed: int, first: int, count: int) -> Values:
        """Games of random players by their indices."""
        none = words(0)
        return self._measured(count, signed(seed_word(seed)), first, none, none, none)

    def chosen_games(self, seeds: Sequence[int], choices: Sequence[Sequence[int]]) -> Values:
        """Games by their seeds, and the options that were taken in each, forced ones left out."""
        ends, taken = [], list[int]()
        for each in choices:
            taken += each
            ends.append(len(taken))
        seeded = words([signed(seed_word(seed)) for seed in seeds])
        return self._measured(len(ends), 0, 0, seeded, words(ends), words(taken))

    def _measured(self, count: int, seed: int, first: int, seeds: Words, ends: Words, taken: Words) -> Values:
        code, seats = self.game.code, self.game.seats
        context, at = code.context, code.at
        cells = context.cells
        context.owner = None
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.limits
        cells[at["STOPPING"]] = 0
        state, streams = self._memory
        told = words(count * (A_GAME + seats))
        blocks = (*state, context.trial, context.trial_lists, cells, streams)
        rows, done = list[Integers](), 0
        try:
            while done < count:
                now = self._call.measured_games(*blocks, seed, first, done, count, seeds, ends, taken, told)
                part = cells.part(at["TAKEN"], cells[at["TAKEN_SO_FAR"]])
                rows.append(_array(part).reshape(-1, 3).copy())
                done = now
        except KernelFailure:
            # The setup itself goes wrong: the interpreter says how.
            empty = np.zeros(0, dtype=np.int64)
            every = np.arange(count, dtype=np.int64)
            return Values(every, empty, np.zeros((count, seats), dtype=np.int64), empty, *[empty] * 4)
        games = _array(told).reshape(count, -1)
        status = games[:, 0]
        finished = np.flatnonzero(status == CODES["FINISHED"])
        values = np.concatenate(rows) if rows else np.zeros((0, 3), dtype=np.int64)
        counts = (games[:, 3] - games[:, 2]) // 3
        measure, seat, value = values.T
        return Values(
            np.flatnonzero(status == CODES["LEFT"]),
            finished,
            games[:, A_GAME:],
            games[:, 1],
            np.repeat(np.arange(count), counts),
            measure,
            seat,
            value,
        )

    def end(self) -> None:
        """Let the machine code end that is at work, in every thread."""
        self.game.code.end()

    @property
    def _memory(self) -> tuple[tuple[Words, Halves], Words]:
        found: tuple[tuple[Words, Halves], Words] | None = getattr(self._threads, "memory", None)
        if found is None:
            found = self._threads.memory = self.game.code.block(), words(64)
        return found


def _array(cells: Words) -> Integers:
    return np.frombuffer(cells.cells, dtype=np.int64) if len(cells) else np.zeros(0, dtype=np.int64)
