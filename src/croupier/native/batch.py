"""Many games of random players in one call of the kernel: only their sums come back.

The seeds, the deals and the players' draws are those of `croupier.lab.simulate`, so the sums are those of the
same games played one by one. Games that are out of the ordinary (they did not finish, an option was dropped,
a score is huge) are only named: whoever asked plays them one by one. Where a game did not finish and all else
is in order, the way in which it ended is told as well: only those are played again that are described.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

from croupier.game import Status, seed_word
from croupier.kernel import Halves, KernelFailure, Words, side_by_side, words
from croupier.native.code import Code
from croupier.native.game import NativeGame
from croupier.native.lower.runtime import CONSTANTS, signed
from croupier.native.sums import Sums

ODD = CONSTANTS["ODD"]

STATUSES = {CONSTANTS[status.name]: status for status in Status}
"""The ways in which a game ends, as a kernel numbers them."""

LONGEST = 1 << 16
"""A game of more decisions than this is out of the ordinary."""

MOST_OPTIONS = 1024
"""So many options per decision are reckoned with, on average over a game, so that sums do not overflow."""


@dataclass
class Memory:
    """What one thread works with besides the context of the code."""

    state: tuple[Words, Halves]
    streams: Words
    start: tuple[Words, Halves]
    trial: tuple[Words, Halves]
    odd: Words = field(default_factory=lambda: words(ODD + 1))

    @staticmethod
    def of(code: Code) -> Memory:
        """Memory for games of some code."""
        state = (Words, code.at["NS"]), (Halves, code.at["NL"])
        words, halves, streams, first, lists = side_by_side(*state, (Words, 64), *state)
        return Memory((words, halves), streams, (first, lists), code.block())


class Batches:
    """Plays batches of one game; every thread may."""

    def __init__(self, game: NativeGame, *, max_steps: int, max_decisions: int) -> None:
        self.game = game
        self.max_steps, self.max_decisions = max_steps, max_decisions
        self.most = max(1, (1 << 62) // (max(1, max_decisions) * MOST_OPTIONS) ** 2)
        """So many games fit into one call: the sums of their squares stay within 64 bits."""
        self._threads = threading.local()

    def play(self, seed: int, first: int, count: int) -> list[Sums]:
        """The games of some indices, in as many calls as they take."""
        found, done = [], 0
        while done < count:
            sums, played = self._call(seed, first + done, min(count - done, self.most))
            found.append(sums)
            done += played
        return found

    def _call(self, seed: int, first: int, count: int) -> tuple[Sums, int]:
        """One call of the kernel: what it came to, and how many games it has played."""
        code = self.game.code
        memory, context, at = self._memory, code.context, code.at
        cells = context.cells
        context.owner = None
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.max_steps, self.max_decisions
        cells[at["STOPPING"]] = 0
        out, lengths = words(at["OUT"]), words(min(self.max_decisions, LONGEST) + 1)
        arrays = (*memory.state, *memory.start, *memory.trial, cells, memory.streams)
        try:
            played = code.call.games(*arrays, signed(seed_word(seed)), first, count, out, lengths, memory.odd)
        except KernelFailure:
            # The setup itself goes wrong, or sums do not fit: nothing is known about any of them.
            return Sums(odd=tuple(range(first, first + count))), count
        named = memory.odd[1 : 1 + memory.odd[0]]
        odd = tuple(each >> 3 for each in named)
        ended = {each >> 3: STATUSES[each & 7] for each in named if each & 7}
        sums = Sums.of(out)
        least, most = sums.fewest_decisions, sums.most_decisions
        often = {d: n for d, n in enumerate(lengths[least : most + 1], least) if n}
        return replace(sums, odd=odd, ended=ended, lengths=often), played

    @property
    def _memory(self) -> Memory:
        found: Memory | None = getattr(self._threads, "memory", None)
        if found is None:
            found = self._threads.memory = Memory.of(self.game.code)
        return found
