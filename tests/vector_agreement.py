"""Vectors of the same games on both engines, stepped side by side and compared number by number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import croupier
from croupier.envs.vector import Vector

ARRAYS = (
    "mask",
    "observation",
    "reward",
    "done",
    "seat",
    "seeds",
    "last_seeds",
    "length",
    "left_out",
    "status",
)


def differences(one: Vector, other: Vector, names: tuple[str, ...] = ARRAYS) -> list[str]:
    """The names of the arrays that are not the same."""
    return [name for name in names if not np.array_equal(getattr(one, name), getattr(other, name))]


def sampled_rows(v: Vector, row: int, seed: int) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
    """Observation and mask of a game that agrees with the view of the seat that decides in a row."""
    view = v.view(row)
    state = view.sample(seed)  # type: ignore[arg-type]
    seen, mask = np.zeros_like(v.observation[row]), np.zeros_like(v.mask[row])  # type: ignore[index]
    v.encoding.observe(state.view(view.seat), seen)
    v.encoding.write(state, mask, np.zeros(v.actions, np.int16), None)
    return seen, mask


def assert_agreement(game: str | Path, steps: int, *, rows: int = 3, seed: int = 5, options: int = 64) -> int:
    """Play on both engines, with and without observations; gives how many games have ended."""
    fast = croupier.vector(game, rows, seed=seed, engine="native", options=options)
    masked = croupier.vector(
        game, rows, seed=seed, engine="native", options=options, threads=2, observation=False
    )
    slow = croupier.vector(game, rows, seed=seed, engine="interpreter", options=options)
    rng, ended = np.random.default_rng(seed), 0
    for step in range(steps):
        assert not differences(fast, slow), step
        assert not differences(fast, masked, tuple(name for name in ARRAYS if name != "observation")), step
        if step % 5 == 0:
            seen, mask = sampled_rows(fast, step % rows, step)
            assert np.array_equal(seen, fast.observation[step % rows])  # type: ignore[index]
            assert np.array_equal(mask, fast.mask[step % rows])
        again = np.random.default_rng(step)
        actions = fast.random_actions(rng)
        assert np.array_equal(fast.random_actions(again), slow.random_actions(np.random.default_rng(step)))
        for v in (fast, masked, slow):
            v.step(actions)
        ended += int(fast.done.sum())
    return ended
