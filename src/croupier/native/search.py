"""Searches as kernels: the same numbers as the players' own definitions (`docs/players.md`), much faster.

What a kernel starts from is the *root* of a view: a complete state that agrees with the view, dealt by a
stream that is always the same. It tells no more than the view does, and every sample is dealt anew from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.game import SAMPLE, Stream
from croupier.kernel import Halves, KernelFailure, Words, words
from croupier.native.block import signed
from croupier.native.sums import Sums
from croupier.native.trees import REWARDS, TreeSearch

if TYPE_CHECKING:
    from croupier.native.code import Code
    from croupier.native.game import NativeGame
    from croupier.native.state import NativeState


@dataclass(frozen=True, slots=True)
class Root:
    """A state that agrees with a view, and tells nothing else."""

    code: Code
    seat: int
    options: int
    block: Words
    lists: Halves
    limits: tuple[int, int]

    @staticmethod
    def of(state: NativeState, seat: int) -> Root | None:
        """The root of a seat's view at its own decision; None where options may tell of hidden cards."""
        code = state.code
        if state.game.tells_by_options or state.to_move != seat:
            return None
        if code.at["MEMORIES"] and code.at["KINDS"] < code.at["CARDS"]:
            # Which of two equal cards a copy is of shows in the order of a view; kernels do not follow that.
            return None
        block, lists = code.block()
        trial, trial_lists = code.block()
        context, stream = code.context, words(64)
        stream[:4] = [signed(word) for word in Stream.of(0, SAMPLE).words]
        context.owner = None
        cells = context.cells
        cells[code.at["MAX_STEPS"]], cells[code.at["DROPS"]] = state.max_steps, 0
        arrays = (*state.arrays, *code.block(), block, lists, trial, trial_lists, cells, stream)
        try:
            agrees = code.call.sample(*arrays, 0, seat, state.option_count)
        except KernelFailure:
            return None
        if not agrees:
            return None
        # A player is handed this: it works elsewhere than the game does.
        own = state.game.facade(seat).code
        return Root(own, seat, state.option_count, block, lists, (state.max_steps, state.max_decisions))

    def state(self, game: NativeGame) -> NativeState:
        """The state itself, as one of the game."""
        from croupier.native.state import NativeState

        return NativeState.standing(game, self.block.copy(), self.lists.copy(), self.limits, self.options)

    @property
    def clear(self) -> bool:
        """Whether the code can tell what a seat can tell apart."""
        return bool(self.code.at["CLEAR"])

    def warm_up(self) -> None:
        """Compile the kernels that search, or load them."""
        _ = self.code.search

    def end(self) -> None:
        """Let the kernels end that search from here, in whatever thread, with `KernelEnded`."""
        self.code.end()

    def prepared(self) -> tuple[Words, Halves, Words]:
        """What this thread works with, ready for a search."""
        context, at = self.code.context, self.code.at
        cells = context.cells
        context.owner = None
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.limits
        cells[at["DROPS"]] = cells[at["KEYING"]] = 0
        return context.trial, context.trial_lists, cells

    def trees(
        self, key: int, reward: tuple[str, int, Sequence[int]], explore: float, teams: Sequence[Sequence[int]]
    ) -> TreeSearch:
        """A tree search from here; the reward is told by its kind, its unit and what scores are worth."""
        return TreeSearch(self, key, *reward, explore, teams)

    def playouts(self, stream: Stream, count: int) -> Sums | None:
        """What so many games come to that go on from here at random, all seats by one stream.

        None if one goes beyond what the machine code provides for.
        """
        code = self.code
        drawn, out, ranks = words(64), words(code.at["OUT"]), words(code.at["SEATS"])
        drawn[:4] = [signed(word) for word in stream.words]
        try:
            done = code.search.playouts(
                self.block, self.lists, *code.block(), *self.prepared(), drawn, count, out, ranks
            )
        except KernelFailure:
            return None
        sums = Sums.of(out)
        seats = tuple(replace(seat, ranks=rank) for seat, rank in zip(sums.seats, ranks, strict=bool(out[0])))
        return replace(sums, seats=seats) if done == count else None

    def pilots(self, key: int) -> tuple[int, ...] | None:
        """The lowest and the highest score of the pilot games of a decision; nothing if none finishes.

        None if one goes beyond what the machine code provides for.
        """
        code, out = self.code, words(3)
        try:
            code.search.pilots(
                self.block, self.lists, *code.block(), *code.block(), *code.block(), *self.prepared(),
                words(64), signed(key), self.seat, self.options, out,
            )  # fmt: skip
        except KernelFailure:
            return None
        return tuple(out[1:3]) if out[0] else ()

    def pure_monte_carlo(
        self, key: int, first: int, tests: int, reward: str, unit: int, worth: Sequence[int], threads: int = 1
    ) -> tuple[list[int], list[list[int]], list[list[int]]] | None:
        """Tests of all options, from one index on: visits, points and their squares by seat, of each option.

        None if a game goes beyond what the machine code provides for: then the search is done without it.
        """
        if threads > 1 and tests > 1:
            shares = [tests * i // threads for i in range(threads + 1)]
            with ThreadPoolExecutor(threads) as pool:
                parts = list(
                    pool.map(
                        lambda i: self._tested(
                            key, first + shares[i], shares[i + 1] - shares[i], reward, unit, worth
                        ),
                        range(threads),
                    )
                )
        else:
            parts = [self._tested(key, first, tests, reward, unit, worth)]
        sums = [0] * len(parts[0] or ())
        for part in parts:
            if part is None:
                return None
            sums = [a + b for a, b in zip(sums, part, strict=True)]
        seats = self.code.at["SEATS"]
        each = 1 + 2 * seats
        rows = [sums[i * each : (i + 1) * each] for i in range(self.options)]
        return (
            [row[0] for row in rows],
            [row[1 : 1 + seats] for row in rows],
            [row[1 + seats :] for row in rows],
        )

    def _tested(
        self, key: int, first: int, tests: int, reward: str, unit: int, worth: Sequence[int]
    ) -> list[int] | None:
        code = self.code
        sums = words(self.options * (1 + 2 * code.at["SEATS"]))
        try:
            done = code.search.pipmc(
                self.block, self.lists, *code.block(), *code.block(), *code.block(), *self.prepared(),
                words(64), signed(key), self.seat, first, tests, self.options, REWARDS.index(reward), unit,
                words([*worth, 0, 0, 0, 0, 0][:5]), sums,
            )  # fmt: skip
        except KernelFailure:
            return None
        return sums.tolist() if done == tests else None
