"""Decisions a second of `croupier.vector`, beside pgx and the card games of PettingZoo: one thread, one run.

    pip install pgx jax 'pettingzoo[classic]'
    python benchmarks/vector.py [GAMES] [--rows 1024] [--json]

Decisions are counted by processor time, so that other work on the machine makes little difference, and the
best of some rounds counts. The choice of an action is left out, but for `with choice`, where a possible one
is drawn at random: the others' numbers are with a choice, too. What is not installed is said and left out.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from time import process_time
from typing import Any

# One thread each: these are read when the libraries are loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import click
import numpy as np

import croupier
from croupier.envs.vector import Vector

PGX = {"kuhn_poker": "kuhn_poker", "leduc_poker": "leduc_holdem"}
CLASSIC = {"leduc_poker": "leduc_holdem_v4", "texas_holdem": "texas_holdem_v4"}
ROUND = 0.4
"""Seconds of a round."""

Steps = Callable[[], int]
"""Does some work; gives the decisions that were made in it."""


def rate(work: Steps, rounds: int) -> float:
    """Decisions a second of the processor, of the best round."""
    best = 0.0
    work()
    for _ in range(rounds):
        start, done = process_time(), 0
        while process_time() - start < ROUND:
            done += work()
        best = max(best, done / (process_time() - start))
    return best


def step_rate(v: Vector, rounds: int) -> float:
    """Decisions a second of the environment alone: the choice is not counted."""
    rng, best = np.random.default_rng(1), 0.0
    for _ in range(rounds):
        spent, done = 0.0, 0
        while spent < ROUND:
            actions = v.random_actions(rng)
            start = process_time()
            v.step(actions)
            spent += process_time() - start
            done += len(v)
        best = max(best, done / spent)
    return best


def ours(game: str, rows: int, rounds: int) -> dict[str, float]:
    """Our numbers of a game."""
    found = {}
    for name, observation in (("mask only", False), ("observed", True)):
        v = croupier.vector(game, rows, seed=1, engine="native", observation=observation)
        found[name] = step_rate(v, rounds)
        rng = np.random.default_rng(1)

        def work(v: Vector = v, rng: np.random.Generator = rng) -> int:
            v.step(v.random_actions(rng))
            return len(v)

        found[f"{name}, with choice"] = rate(work, rounds)
    return found


def of_pgx(name: str, rows: int, rounds: int) -> float:
    """Decisions a second of pgx on the processor, with a random choice and games that begin again."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env: Any = pgx.make(name)
    steps = 20

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, drawn, again = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(drawn, logits, axis=1)
        state = jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(again, rows))
        return (state, key), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=steps)[0])
    at: list[Any] = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), rows))]
    at.append(jax.random.PRNGKey(2))

    def work() -> int:
        at[:] = many(*at)
        jax.block_until_ready(at[0])
        return rows * steps

    return rate(work, rounds)


def of_classic(name: str, rounds: int) -> float:
    """Decisions a second of an environment of PettingZoo, with a random choice."""
    from importlib import import_module

    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    rng = np.random.default_rng(1)

    def work() -> int:
        env.reset(seed=int(rng.integers(1 << 30)))
        done = 0
        for _ in env.agent_iter():
            seen, _, over, cut, info = env.last()
            mask = seen.get("action_mask") if "action_mask" in seen else info["action_mask"]
            env.step(None if over or cut else rng.choice(np.flatnonzero(mask)))
            done += not (over or cut)
        return done

    return rate(work, rounds)


@click.command()
@click.argument("games", nargs=-1)
@click.option("--rows", default=1024, show_default=True, help="Games side by side.")
@click.option("--rounds", default=3, show_default=True, help="Rounds, of which the best counts.")
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
def main(games: tuple[str, ...], rows: int, rounds: int, as_json: bool) -> None:
    """Measure some games, or those that others have too, and Hearts."""
    found: dict[str, dict[str, float]] = {}
    missing = [name for name in ("pgx", "rlcard") if find_spec(name) is None]
    for name in missing:
        print(f"{name} is not installed, left out", file=sys.stderr)
    for game in games or ("hearts", *dict.fromkeys([*PGX, *CLASSIC])):
        numbers = found[game] = ours(game, rows, rounds)
        if game in PGX and "pgx" not in missing:
            numbers["pgx"] = of_pgx(PGX[game], rows, rounds)
        if game in CLASSIC and "rlcard" not in missing:
            numbers["PettingZoo"] = of_classic(CLASSIC[game], rounds)
        if not as_json:
            told = ", ".join(f"{name} {number:,.0f}" for name, number in numbers.items())
            ratios = [
                f"{numbers['observed, with choice'] / numbers[other]:.1f} × {other}"
                for other in ("pgx", "PettingZoo")
                if other in numbers
            ]
            print(f"{game}: {'; '.join([told, *ratios])}", flush=True)
    if as_json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
