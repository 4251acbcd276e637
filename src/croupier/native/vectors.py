"""Many games of a program side by side in machine code: one call takes an action in each of them.

A row is one game after the other. Its games have seeds of their own, which depend on the seed of the vector
and on the row alone: neither the number of rows nor that of threads makes a difference. A game that leaves
what the block has room for is played to its end on the interpreter, and writes the same numbers.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.game import Outcome, Status, seed_word
from croupier.game.random import game_seed
from croupier.kernel import Floats, Halves, KernelFailure, Words
from croupier.kernel.arrays import Array
from croupier.native.block import signed
from croupier.native.lower.runtime import CODES, CONSTANTS
from croupier.native.lower.vectors import EXPORTS, ROW, ROW_WORDS, SAVED, mask_words, vector_text
from croupier.native.state import NativeState
from croupier.text import CroupierError

if TYPE_CHECKING:
    from croupier.native.encoder import Encoder
    from croupier.native.game import NativeGame

REWARDS = ("score", "rank", "win")
"""What the end of a game can be worth."""

AT = {name: i for i, name in enumerate(ROW)}
STATUSES = {
    CODES["FINISHED"]: Status.FINISHED,
    CODES["STUCK"]: Status.STUCK,
    CODES["UNFINISHED"]: Status.UNFINISHED,
    CODES["FAILED"]: Status.FAILED,
}
NUMBERS = {status: number for number, status in STATUSES.items()}


class Memory:
    """The arrays of all rows: as NumPy has them, and as kernels do."""

    def __init__(self, rows: int, actions: int, observed: int, seats: int, words: int, halves: int) -> None:
        self.states, self.lists = np.zeros((rows, words), np.int64), np.zeros((rows, halves), np.int16)
        self.saved = np.zeros((rows, SAVED), np.int64)
        self.index = np.zeros((rows, actions), np.int16)
        self.rows = np.zeros((rows, ROW_WORDS), np.int64)
        self.rewards = np.zeros((rows, seats), np.float64)
        self.masks = np.zeros((rows, mask_words(actions)), np.int64)
        self.seen = np.zeros((rows, observed), np.int16)
        self.actions = np.zeros(rows, np.int64)

    def shared(self) -> tuple[Any, ...]:
        """The arrays for a kernel, in its order: states first, then what is told of them."""
        return tuple(
            _as_kernel(each)
            for each in (
                *(self.states, self.lists, self.saved, self.index, self.rows),
                *(self.rewards, self.masks, self.seen, self.actions),
            )
        )


def _as_kernel(cells: NDArray[Any]) -> Array[Any]:
    kinds: dict[str, type[Array[Any]]] = {"int64": Words, "int16": Halves, "float64": Floats}
    kind = kinds[cells.dtype.name]
    flat: Any = cells.reshape(-1)
    return kind(memoryview(flat).cast("B").cast(kind.code), cells.ctypes.data)


class NativeRows:
    """Games side by side; `step` takes an action in each, and the arrays tell where they stand then."""

    def __init__(
        self,
        game: NativeGame,
        encoder: Encoder,
        rows: int,
        *,
        seed: int,
        observation: bool,
        threads: int,
        reward: str,
        limits: tuple[int, int],
    ) -> None:
        self.game, self.encoder, self.limits = game, encoder, limits
        self.code = code = game.code
        text = vector_text(
            code.lowered, encoder.numbering, encoder.width, encoder.observing if observation else None
        )
        self._call = code.made(text, EXPORTS, f"{game.name}, side by side").call
        at = code.at
        seen = encoder.observing.size if observation else 1
        self.memory = Memory(rows, max(1, encoder.actions), seen, game.seats, at["NS"], max(1, at["STATE"]))
        self._shared = self.memory.shared()
        self._begun = code.block()
        self._learns = CONSTANTS["LEARNS"] if observation else 0
        self._reward = REWARDS.index(reward)
        self._seed = signed(seed_word(seed))
        self._shares = [rows * i // threads for i in range(threads + 1)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._slow: dict[int, NativeState] = {}
        """The games that the interpreter plays, by row."""
        self._made = 0
        mask = self.memory.masks.view(np.uint8)[:, : encoder.actions]
        self.mask: NDArray[np.bool_] = mask.view(np.bool_)
        self.observation = self.memory.seen if observation else None
        self.rewards = self.memory.rewards

    def column(self, name: str) -> NDArray[np.int64]:
        """One of the numbers that are told of every row."""
        return self.memory.rows[:, AT[name]]

    def reset(self) -> None:
        """Begin the first game of every row."""
        memory, rows = self.memory, len(self.memory.rows)
        memory.rows[:] = 0
        memory.rewards[:] = 0
        self._slow.clear()
        self.column("V_ROW_SEED")[:] = row_seeds(self._seed, rows)
        self._made = self._set_up()
        memory.actions[:] = -1
        self._run()

    def _set_up(self) -> int:
        """Make the decks once for all games; gives the steps that it takes."""
        cells = self.code.context.cells
        cells[self.code.at["MAX_STEPS"]] = self.limits[0]
        try:
            return int(self._call.vector_begin(*self._begun, cells))
        except KernelFailure as problem:
            raise NoDecisions(
                f"{self.game.name} cannot be set up: nothing can be learnt from it"
            ) from problem

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take an action in every row."""
        self.memory.actions[:] = actions
        self._run()

    def choices(self, nth: NDArray[np.int64]) -> NDArray[np.int64]:
        """The possible action of each row that comes so many places behind the first."""
        self.memory.actions[:] = nth
        *_, masks, _, actions = self._shared
        self._call.vector_choices(masks, actions, len(nth))
        return self.memory.actions.copy()

    def state(self, row: int) -> NativeState:
        """The game of a row, at its decision."""
        slow = self._slow.get(row)
        return self._standing(row).ensured() if slow is None else slow.copy()

    def _run(self) -> None:
        shares = list(zip(self._shares, self._shares[1:], strict=False))
        if self._pool is None:
            odd = self._rows(*shares[0])
        else:
            odd = sum(self._pool.map(lambda share: self._rows(*share), shares))
        if odd or self._slow:
            self._look_after()

    def _rows(self, first: int, last: int) -> int:
        code, at = self.code, self.code.at
        context = code.context
        cells = context.cells
        context.owner = None
        cells[at["MAX_STEPS"]], cells[at["MAX_DECISIONS"]] = self.limits
        states, lists, *told = self._shared
        working = (*code.block(), context.trial, context.trial_lists, cells)
        odd: int = self._call.vector_rows(
            states, lists, *self._begun, *working, *told, first, last, self._made, self._learns, self._reward
        )
        return odd

    # Games that the interpreter plays

    def _look_after(self) -> None:
        """Go on with the rows that kernels cannot go on with."""
        rows = self.memory.rows
        if (rows[:, AT["V_WRONG"]] != 0).any():
            raise NoDecisions(f"{self.game.name} has no decisions: nothing can be learnt from it")
        for row in np.flatnonzero(rows[:, AT["V_LEFT"]]).tolist():
            self._one(row)

    def _one(self, row: int) -> None:
        told, memory = self.memory.rows[row], self.memory
        told[AT["V_ENDED"]] = 0
        memory.rewards[row] = 0
        state = self._slow.get(row)
        if state is not None:
            state.apply(int(memory.index[row, memory.actions[row]]) - 1)
            told[AT["V_TURN"]] += 1
        elif told[AT["V_LEFT"]] == 1:
            state = self._standing(row)
            state.leave()
            state.apply(int(told[AT["V_TAKEN"]]))
        else:
            state = self._started(row)
        self._slow[row] = state
        if state.outcome is None:
            self._write(row, state)
            return
        ended = NUMBERS[state.outcome.status]
        del self._slow[row]
        told[AT["V_LEFT"]] = 0
        length, last = told[AT["V_TURN"]], told[AT["V_SEED"]]
        rewards = rewards_of(state.outcome, self.game.seats, self.game.highest_wins, REWARDS[self._reward])
        memory.actions[row] = -1
        if self._rows(row, row + 1):
            self._look_after_start(row)
        memory.rewards[row] = rewards
        told[AT["V_ENDED"]], told[AT["V_LENGTH"]], told[AT["V_LAST_SEED"]] = ended, length, last

    def _look_after_start(self, row: int) -> None:
        if self.memory.rows[row, AT["V_WRONG"]]:
            raise NoDecisions(f"{self.game.name} has no decisions: nothing can be learnt from it")
        self._one(row)

    def _standing(self, row: int) -> NativeState:
        """The game of a row at its last decision."""
        block, lists = self.code.block()
        block.cells[:] = memoryview(self.memory.states[row]).cast("B").cast("q")
        cards = self.memory.lists[row]
        lists.cells[: len(cards)] = memoryview(cards).cast("B").cast("h")
        options = int(self.memory.rows[row, AT["V_OPTIONS"]])
        return NativeState.standing(self.game, block, lists, self.limits, options)

    def _started(self, row: int) -> NativeState:
        seed = int(self.memory.rows[row, AT["V_SEED"]]) & (1 << 64) - 1
        return self.game.start(seed, max_steps=self.limits[0], max_decisions=self.limits[1])

    def _write(self, row: int, state: NativeState) -> None:
        memory, told = self.memory, self.memory.rows[row]
        seen = None if self.observation is None else memory.seen[row]
        told[AT["V_CUT"]] += self.encoder.write(state, self.mask[row], memory.index[row], seen)
        told[AT["V_SEAT"]], told[AT["V_OPTIONS"]] = state.to_move, state.option_count
        told[AT["V_POSSIBLE"]] = np.count_nonzero(self.mask[row])


class NoDecisions(CroupierError, ValueError):
    """A game in which nobody ever decides anything."""


def rewards_of(outcome: Outcome, seats: int, highest_wins: bool, kind: str) -> list[float]:
    """What the end of a game is worth to every seat; nothing if it did not finish, or tells no result."""
    if outcome.status is not Status.FINISHED or not outcome.ranks:
        return [0.0] * seats
    if kind == "score":
        return [float(score if highest_wins else -score) for score in outcome.scores]
    if kind == "rank":
        last = max(len(outcome.ranks) - 1, 1)
        return [1.0 - 2.0 * rank / last for rank in outcome.ranks]
    first = outcome.ranks.count(0)
    return [1.0 / first if rank == 0 else 0.0 for rank in outcome.ranks]


def row_seeds(seed: int, rows: int) -> NDArray[np.int64]:
    """The seed from which the games of each row get theirs."""
    return np.array([signed(game_seed(seed, row)) for row in range(rows)], np.int64)
