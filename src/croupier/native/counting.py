"""A game on the native engine that counts what its rules do: a second program with counters in it.

The counts are those of the interpreter. A game that fails, runs out of steps, or leaves what the block has
room for is played by the interpreter, since what it came to does not follow from a few counters.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from croupier.game import Outcome, seed_word
from croupier.game.counting import Choose, Counted, Rule, following
from croupier.interpreter.counting import CountingGame, played_out
from croupier.interpreter.rules import Rules
from croupier.kernel import KernelFailure, Words
from croupier.native.batch import Memory
from croupier.native.derive import derived
from croupier.native.game import NativeGame
from croupier.native.lower.runtime import signed

MOST_DECISIONS = 1 << 31
"""So many decisions at most are counted in one call: halves of words have to hold them."""


class NativeCounting:
    """Plays games and counts; every thread may."""

    def __init__(self, game: NativeGame) -> None:
        self._rules = Rules(game.program)
        self._game = NativeGame(game.program, f"{game.name}, counting", counted=self._rules)
        self._slow = CountingGame(game.program, game.name, self._rules)
        self._slow_turn = threading.Lock()
        self._threads = threading.local()

    @property
    def rules(self) -> Sequence[Rule]:
        """What is counted, in the order of the text."""
        return self._rules.listed

    def play(
        self, seed: int, choose: Choose, *, max_steps: int, max_decisions: int
    ) -> tuple[tuple[int, ...], Outcome]:
        """Play one game to its end, and count."""
        cells, start, size = self._counters
        cells[start : start + size] = [0] * size
        state = self._game.fresh(seed, max_steps=max_steps, max_decisions=max_decisions, views=False)
        state.begin()
        outcome = played_out(state, choose)
        if state.ended_in_order:
            return tuple(self._derived(cells[start : start + size], 1, alone=False)), outcome
        with self._slow_turn:
            return self._slow.play(
                seed, following(state.choices), max_steps=max_steps, max_decisions=max_decisions
            )

    def play_many(
        self, seed: int, first: int, count: int, *, max_steps: int, max_decisions: int
    ) -> Counted | None:
        """Games of random players by their indices; those that do not finish are left to be played singly."""
        code, most = self._game.code, max(1, MOST_DECISIONS // max_decisions)
        cells, at = code.context.cells, code.at
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = max_steps, max_decisions
        cells[at["STOPPING"]] = 0
        counts, odd, done = [0] * self._rules.size, list[int](), 0
        while done < count:
            try:
                played, more, left = self._call(seed, first + done, min(count - done, most))
            except KernelFailure:
                # The setup itself goes wrong.
                odd += range(first + done, first + count)
                break
            counts, done = [a + b for a, b in zip(counts, more, strict=True)], done + played
            odd += left
        return Counted(tuple(counts), count - len(odd), tuple(odd))

    def _call(self, seed: int, first: int, count: int) -> tuple[int, list[int], list[int]]:
        """One call: how many games were played, what they came to, and which of them are left out."""
        cells, start, size = self._counters
        cells[start : start + size] = [0] * size
        memory = self._memory
        arrays = (*memory.state, *memory.start, *memory.trial, cells, memory.streams)
        played = self._game.code.call.counted_games(
            *arrays, signed(seed_word(seed)), first, count, memory.odd
        )
        odd = memory.odd[1 : 1 + memory.odd[0]]
        kept = cells[start : start + size]
        return played, self._derived(kept, played - len(odd), alone=True), odd

    def _derived(self, kept: list[int], games: int, *, alone: bool) -> list[int]:
        counters = self._game.lowered.kit.counters
        assert counters is not None
        return derived(counters, kept, games, alone=alone)

    @property
    def _counters(self) -> tuple[Words, int, int]:
        """The cells of this thread, where its counters begin, and how many there are."""
        code = self._game.code
        return code.context.cells, code.at.get("COUNTS", 0), code.at["NCOUNTS"]

    @property
    def _memory(self) -> Memory:
        found: Memory | None = getattr(self._threads, "memory", None)
        if found is None:
            found = self._threads.memory = Memory.of(self._game.code)
        return found
