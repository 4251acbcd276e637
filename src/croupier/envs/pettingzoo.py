"""Games as environments of PettingZoo: seats as agents that decide in turn, or all in one step.

    env = croupier.envs.pettingzoo.env("leduc_poker")

Observations and actions are those of `croupier.vector`, from the seat of each agent: `docs/learning.md` has
the numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from croupier.envs.one_game import MissingExtra, OneGame, spaces_of

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    AECEnv = ParallelEnv = object

Observations = dict[str, Any]


def env(game: str | Path, *, render_mode: str | None = None, **options: Any) -> SeatsInTurn:
    """A game whose seats decide in turn: an `AECEnv` with the agents `seat_0`, `seat_1` and so on.

    The options are `seats`, `settings`, `dialect`, `engine`, `reward`, `options`, `max_steps` and
    `max_decisions` of `croupier.vector`. An observation is a dictionary of `observation` and `action_mask`;
    only the agent that is selected has actions. `reset(seed=…)` starts the first game of a seed, `reset()`
    the next one of the last seed, which is 0 at first.
    """
    _require()
    return SeatsInTurn(OneGame(game, **options), render_mode)


def parallel_env(game: str | Path, *, render_mode: str | None = None, **options: Any) -> SeatsAtOnce:
    """A game in which all seats act in every step: a `ParallelEnv`, with the options of `env`.

    Only the action of the seat that decides counts; the others have a single action, the last one, which does
    nothing. An action that is not possible stands for the next one that is: `infos[agent]["taken"]` says
    which.
    """
    _require()
    return SeatsAtOnce(OneGame(game, **options), render_mode)


def _require() -> None:
    if AECEnv is object:
        raise MissingExtra("pettingzoo", "pettingzoo")


class _Seats:
    """All that both kinds of environments have: agents, spaces, pictures."""

    metadata: dict[str, Any]

    def __init__(self, table: OneGame, render_mode: str | None, actions: int) -> None:
        self.metadata = {
            "name": f"croupier_{table.game.name}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.table = table
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(table.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        spaces = {agent: spaces_of(table, actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in spaces.items()}
        self.action_spaces = {agent: acting for agent, (_, acting) in spaces.items()}

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent knows."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what an agent may do."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as the seat sees it that decides; printed if the mode is "human"."""
        if self.render_mode is None:
            return None
        text = self.table.picture(self.table.state.to_move or 0)
        if self.render_mode == "human":
            print(text)  # noqa: T201 - PettingZoo prints for people
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


class SeatsInTurn(_Seats, AECEnv):
    """A game in which one agent at a time decides."""

    def __init__(self, table: OneGame, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, table, render_mode, table.actions)
        self.agent_selection = ""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start the first game of a seed, or the next one of the last seed."""
        del options
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observations:
        """What an agent knows, and what it may do."""
        seat = self._seats[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask_of(seat)}

    def step(self, action: Any) -> None:
        """Let the selected agent act; one whose game is over leaves with the action None."""
        if not self.agents:
            raise ValueError("no game has begun yet, or all agents have left: reset begins one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.take(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.table.state.outcome is None:
            self.rewards = dict.fromkeys(self.agents, 0.0)
        else:
            self.rewards = dict(zip(self.agents, self.table.rewards, strict=True))
            ended = self.terminations if self.table.finished else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        seat = self.table.state.to_move
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]


class SeatsAtOnce(_Seats, ParallelEnv):
    """A game in which all agents act in every step, and one of them decides."""

    def __init__(self, table: OneGame, render_mode: str | None) -> None:
        _Seats.__init__(self, table, render_mode, table.actions + 1)

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[Observations, Observations]:
        """Start the first game of a seed, or the next one of the last seed."""
        del options
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Observations, ...]:
        """Let the seat that decides act, and all others do nothing."""
        agents, table = self.agents, self.table
        seat = table.state.to_move
        if seat is None:
            raise ValueError("the game is over: reset begins another")
        mover = self.possible_agents[seat]
        taken = table.next_possible(int(actions[mover]))
        table.take(taken)
        over = table.state.outcome is not None
        rewards = dict(zip(agents, table.rewards, strict=True))
        terminated = dict.fromkeys(agents, over and table.finished)
        truncated = dict.fromkeys(agents, over and not table.finished)
        infos: Observations = {agent: {} for agent in agents}
        infos[mover]["taken"] = taken
        seen = self._seen()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminated, truncated, infos

    def _seen(self) -> Observations:
        found = {}
        for agent in self.agents:
            seat = self._seats[agent]
            nothing = np.array([self.table.state.to_move != seat], np.int8)
            mask = np.concatenate([self.table.mask_of(seat), nothing])
            found[agent] = {"observation": self.table.observe(seat), "action_mask": mask}
        return found
