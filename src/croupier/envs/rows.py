"""Many games side by side by the protocol, one after the other in Python: any game, much slower than kernels.

The seeds, the games, and every number that is told of them are those of `croupier.native.vectors`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.envs.encoding import Encoding
from croupier.game import Outcome, seed_word
from croupier.game.hosting import HostedGame, HostedState
from croupier.game.random import game_seed
from croupier.native.block import signed
from croupier.native.lower.vectors import MOST_SKIPPED, ROW_WORDS
from croupier.native.vectors import AT, NUMBERS, NoDecisions, rewards_of, row_seeds


class ProtocolRows:
    """Games side by side; the same attributes as those in machine code have."""

    def __init__(
        self,
        game: HostedGame,
        encoding: Encoding,
        rows: int,
        *,
        seed: int,
        observation: bool,
        reward: str,
        limits: tuple[int, int],
        highest_wins: bool,
    ) -> None:
        self.game, self.encoder, self.limits = game, encoding, limits
        self._reward, self._highest_wins = reward, highest_wins
        self._seed = signed(seed_word(seed))
        self._states: list[HostedState] = []
        self._rows = np.zeros((rows, ROW_WORDS), np.int64)
        self._index = np.zeros((rows, encoding.actions), np.int16)
        self.mask: NDArray[np.bool_] = np.zeros((rows, encoding.actions), np.bool_)
        self.rewards = np.zeros((rows, game.seats), np.float64)
        self.observation: NDArray[np.int16] | None = (
            np.zeros((rows, len(encoding.observation_names)), np.int16) if observation else None
        )

    def column(self, name: str) -> NDArray[np.int64]:
        """One of the numbers that are told of every row."""
        return self._rows[:, AT[name]]

    def reset(self) -> None:
        """Begin the first game of every row."""
        self._rows[:] = 0
        self.rewards[:] = 0
        self.column("V_ROW_SEED")[:] = row_seeds(self._seed, len(self._rows))
        self._states = [self._started(row) for row in range(len(self._rows))]

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take an action in every row."""
        self.rewards[:] = 0
        self.column("V_ENDED")[:] = 0
        for row, action in enumerate(actions.tolist()):
            state, told = self._states[row], self._rows[row]
            state.apply(int(self._index[row, action]) - 1)
            told[AT["V_TURN"]] += 1
            if state.outcome is None:
                self._write(row, state)
            else:
                self._end(row, state.outcome)
                self._states[row] = self._started(row)

    def choices(self, nth: NDArray[np.int64]) -> NDArray[np.int64]:
        """The possible action of each row that comes so many places behind the first."""
        found: NDArray[np.int64] = (np.cumsum(self.mask, axis=1) > nth[:, None]).argmax(axis=1)
        return found

    def state(self, row: int) -> HostedState:
        """The game of a row."""
        return self._states[row].copy()

    def _end(self, row: int, outcome: Outcome) -> None:
        told = self._rows[row]
        told[AT["V_ENDED"]] = NUMBERS[outcome.status]
        told[AT["V_LENGTH"]], told[AT["V_LAST_SEED"]] = told[AT["V_TURN"]], told[AT["V_SEED"]]
        self.rewards[row] = rewards_of(outcome, self.game.seats, self._highest_wins, self._reward)

    def _started(self, row: int) -> HostedState:
        """The next game of a row that has a decision."""
        told = self._rows[row]
        for _ in range(MOST_SKIPPED + 1):
            seed = game_seed(int(told[AT["V_ROW_SEED"]]), int(told[AT["V_GAME"]]))
            told[AT["V_GAME"]] += 1
            told[AT["V_SEED"]], told[AT["V_TURN"]] = signed(seed), 0
            state = self.game.start(seed, max_steps=self.limits[0], max_decisions=self.limits[1])
            if state.outcome is None:
                self._write(row, state)
                return state
            told[AT["V_SKIPPED"]] += 1
        raise NoDecisions(f"{self.game.name} has no decisions: nothing can be learnt from it")

    def _write(self, row: int, state: Any) -> None:
        told = self._rows[row]
        seen = None if self.observation is None else self.observation[row]
        told[AT["V_CUT"]] += self.encoder.write(state, self.mask[row], self._index[row], seen)
        told[AT["V_SEAT"]], told[AT["V_OPTIONS"]] = state.to_move, state.option_count
        told[AT["V_POSSIBLE"]] = np.count_nonzero(self.mask[row])
