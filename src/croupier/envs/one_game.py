"""One game at a time, as others' interfaces want it: masks and observations of every seat, and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.catalog.loading import as_recycle, load
from croupier.envs.encoding import encoding_of
from croupier.game import Outcome, Status
from croupier.game.hosting import HostedState
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.random import game_seed
from croupier.native.lower.vectors import MOST_SKIPPED
from croupier.native.vectors import REWARDS, NoDecisions, rewards_of
from croupier.recycle.program import Constant
from croupier.text import CroupierError, did_you_mean

LARGEST = 32_767
"""The largest number of an observation."""


class MissingExtra(CroupierError, ImportError):
    """A package of others that is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: `pip install 'croupier[{extra}]'` brings it")


class OneGame:
    """A game in progress; `begin` starts the next one."""

    def __init__(
        self,
        game: str | Path,
        *,
        seats: int | None = None,
        settings: Mapping[str, Constant] | None = None,
        dialect: str | None = None,
        engine: str | None = None,
        reward: str = "score",
        options: int | None = None,
        max_steps: int = MAX_STEPS,
        max_decisions: int = MAX_DECISIONS,
    ) -> None:
        if reward not in REWARDS:
            known = did_you_mean(reward, REWARDS) or f"there are {', '.join(REWARDS)}"
            raise ValueError(f"there is no reward {reward!r}: {known}")
        self.game = load(game, seats=seats, settings=settings, dialect=dialect, engine=engine)
        self.encoding = encoding_of(self.game, options)
        if self.encoding.actions == 0:
            raise NoDecisions(f"{self.game.name} has no decisions: nothing can be learnt from it")
        self.seats = self.game.seats
        self._limits = max_steps, max_decisions
        self._reward = reward
        recycle = as_recycle(self.game)
        self._highest_wins = recycle is None or recycle.program.scoring.form == "scoring.max"
        self._base, self._next = 0, 0
        self.mask = np.zeros(self.encoding.actions, np.int8)
        """Which actions are possible for the seat that decides."""
        self._index = np.zeros(self.encoding.actions, np.int16)
        self._state: HostedState | None = None

    @property
    def state(self) -> HostedState:
        """The game in progress, or at its end."""
        if self._state is None:
            raise ValueError("no game has begun yet: reset begins one")
        return self._state

    @property
    def actions(self) -> int:
        """The number of actions."""
        return self.encoding.actions

    @property
    def observed(self) -> int:
        """How many numbers an observation has."""
        return len(self.encoding.observation_names)

    def begin(self, seed: int | None = None) -> None:
        """Start the first game of a seed; without one the next game of the last seed, which is 0 at first."""
        if seed is not None:
            self._base, self._next = seed, 0
        for _ in range(MOST_SKIPPED + 1):
            own = game_seed(self._base, self._next)
            self._next += 1
            self.start(self.game.start(own, max_steps=self._limits[0], max_decisions=self._limits[1]))
            if self.state.outcome is None:
                return
        raise NoDecisions(f"{self.game.name} has no decisions: nothing can be learnt from it")

    def start(self, state: HostedState) -> None:
        """Go on with a game at a decision, or at its end."""
        self._state = state
        self._look()

    def take(self, action: int) -> None:
        """Take an action that is possible."""
        if not (0 <= action < self.actions and self.mask[action]):
            names = self.encoding.action_names
            meant = f" ({names[action]})" if 0 <= action < len(names) else ""
            possible = ", ".join(map(str, np.flatnonzero(self.mask)[:12].tolist()))
            what = f"seat {self.state.to_move}: action {action}{meant}"
            raise ValueError(f"{what} is not possible here; possible are {possible}")
        self.state.apply(int(self._index[action]) - 1)
        self._look()

    def _look(self) -> None:
        if self.state.outcome is None:
            self.encoding.write(self.state, self.mask, self._index, None)
        else:
            self.mask[:] = 0

    def next_possible(self, action: int) -> int:
        """The action itself if it is possible, else the next one that is; the first follows the last."""
        possible = np.flatnonzero(self.mask)
        return int(possible[np.searchsorted(possible, action) % len(possible)])

    def mask_of(self, seat: int) -> NDArray[np.int8]:
        """Which actions are possible for a seat: none, unless it decides."""
        return self.mask.copy() if self.state.to_move == seat else np.zeros_like(self.mask)

    def observe(self, seat: int) -> NDArray[np.int16]:
        """What a seat knows, decide who may."""
        row = np.zeros(self.observed, np.int16)
        self.encoding.observe(self.state.view(seat), row)
        return row

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end, and not broken off."""
        return self.state.outcome is not None and self.state.outcome.status is Status.FINISHED

    @property
    def rewards(self) -> list[float]:
        """What the end of the game is worth to every seat; nothing as long as it goes on."""
        outcome = self.state.outcome
        return [0.0] * self.seats if outcome is None else self.worth(outcome)

    def worth(self, outcome: Outcome) -> list[float]:
        """What an end is worth to every seat."""
        return rewards_of(outcome, self.seats, self._highest_wins, self._reward)

    def picture(self, seat: int) -> str:
        """The table as a seat sees it."""
        return str(self.state.view(seat))


def spaces_of(game: OneGame, actions: int) -> tuple[Any, Any]:
    """The observation and the action space of a seat, as Gymnasium has them."""
    from gymnasium import spaces

    seen = spaces.Dict(
        {
            "observation": spaces.Box(-LARGEST, LARGEST, (game.observed,), np.int16),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
    return seen, spaces.Discrete(actions)
