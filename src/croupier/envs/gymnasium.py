"""Games as environments of Gymnasium: one seat learns, players of croupier sit at the others.

    env = croupier.envs.gymnasium.make("leduc_poker", seat=0, players="ismcts:iterations=200")

Observations and actions are those of `croupier.vector`: `docs/learning.md` has the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.envs.one_game import MissingExtra, OneGame, spaces_of
from croupier.game import Outcome
from croupier.players import Given, Maker, Player, answering, named, player_texts, seated
from croupier.players.playing import asked

try:
    from gymnasium import Env
except ImportError:
    Env = object

IMPOSSIBLE = ("next", "raise")
"""What can be done with an action that is not possible."""


def make(
    game: str | Path,
    seat: int = 0,
    players: Given | Sequence[Given] = "random",
    *,
    impossible: str = "next",
    render_mode: str | None = None,
    **options: Any,
) -> LearningSeat:
    """A game as one seat meets it: an `Env`, in which players of croupier decide for the other seats.

    Players are given as everywhere, one for all other seats or one for each of them in turn. The options are
    `seats`, `settings`, `dialect`, `engine`, `reward`, `options`, `max_steps` and `max_decisions` of
    `croupier.vector`. An observation is a dictionary of `observation` and `action_mask`. An action that is
    not possible stands for the next one that is, and `info["taken"]` says which; with `impossible="raise"` it
    is a ValueError. `reset(seed=…)` starts the first game of a seed, `reset()` the next one of the last seed.
    """
    if Env is object:
        raise MissingExtra("gymnasium", "gymnasium")
    if impossible not in IMPOSSIBLE:
        raise ValueError(f"impossible actions are taken as the {' or '.join(IMPOSSIBLE)}, not {impossible!r}")
    table = OneGame(game, **options)
    if not 0 <= seat < table.seats:
        raise ValueError(f"there is no seat {seat}: they count from 0 to {table.seats - 1}")
    others = [other for other in range(table.seats) if other != seat]
    texts = seated(player_texts(players), len(others)) if others else ()
    makers = {other: named(text) for other, text in zip(others, texts, strict=True)}
    return LearningSeat(table, seat, makers, impossible, render_mode)


class LearningSeat(Env):
    """One seat of a game; the others are played."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self, table: OneGame, seat: int, makers: dict[int, Maker], impossible: str, render_mode: str | None
    ) -> None:
        self.table, self.seat, self.render_mode = table, seat, render_mode
        self._makers, self._impossible = makers, impossible
        self._players: dict[int, Player] = {}
        self.observation_space, self.action_space = spaces_of(table, table.actions)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game that comes to a decision of the seat, and go there."""
        super().reset(seed=seed)
        del options
        self._part(None)
        for _ in range(MOST_WITHOUT):
            self.table.begin(seed)
            seed = None
            state = self.table.state
            self._players = {
                other: make(other, self.table.seats, make.stream(state.seed, other))
                for other, make in self._makers.items()
            }
            self._go_on()
            if state.outcome is None:
                return self._seen(), {}
            self._part(state.outcome)
        raise ValueError(f"seat {self.seat} has nothing to decide in {self.table.game.name}")

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action, and go on to the seat's next decision or to the end."""
        table = self.table
        if table.state.to_move != self.seat:
            raise ValueError("the game is over: reset begins another")
        taken = table.next_possible(int(action)) if self._impossible == "next" else int(action)
        table.take(taken)
        self._go_on()
        outcome = table.state.outcome
        if outcome is not None:
            self._part(outcome)
        over, finished = outcome is not None, table.finished
        return self._seen(), table.rewards[self.seat], finished, over and not finished, {"taken": taken}

    def action_masks(self) -> Any:
        """Which actions are possible, as libraries with masked policies ask for it."""
        return self.table.mask_of(self.seat).astype(bool)

    def render(self) -> str | None:
        """The table as the seat sees it."""
        return None if self.render_mode is None else self.table.picture(self.seat)

    def close(self) -> None:
        """Let the players go."""
        self._part(None)

    def _go_on(self) -> None:
        """Let the others decide until the seat has to, or the game is over."""
        state = self.table.state
        while (mover := state.to_move) is not None and mover != self.seat:
            self._watch(mover)
            state.apply(asked(self._players[mover], state, mover))
        if mover is not None:
            self._watch(mover)
        self.table.start(state)

    def _watch(self, mover: int) -> None:
        """Show the table to those who want to see it before others decide."""
        for other, player in self._players.items():
            if player.watches and other != mover:
                view = self.table.state.view(other)
                with answering(player):
                    player.watch(view)

    def _part(self, outcome: Outcome | None) -> None:
        for player in self._players.values():
            with answering(player):
                player.close(outcome)
        self._players = {}

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask_of(self.seat)}


MOST_WITHOUT = 1000
"""So many games are looked through for one in which the seat has something to decide."""
