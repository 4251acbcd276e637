"""How fast scripts are played: games, playouts, and decisions of a search; perhaps before and after.

``python benchmarks/script_games.py`` measures this tree. ``--before DIR`` measures another one in the same
run, by turns, where DIR holds its package ``croupier`` (``git worktree add ../before v0.1.0`` makes
``../before/src``). Times are processor time of one process, marginal: of N games more than a few.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Any

GAMES = {"uno.ah": 4, "war.cdg": 2, "mille_bornes.cdg": 2}
TURNS = 3


def games(name: str, count: int) -> float:
    """Games a second among random players."""
    from croupier import load
    from croupier.game import Stream

    game = load(name, seats=GAMES[name])

    def play(first: int, end: int) -> float:
        start = process_time()
        for seed in range(first, end):
            state: Any = game.start(seed)
            chance = Stream.of(seed, 1)
            while state.outcome is None:
                state.apply(chance.below(state.option_count))
        return process_time() - start

    play(0, 2)
    return count / play(2, 2 + count)


def playouts(name: str, count: int) -> float:
    """Playouts a second from the tenth decision of a game."""
    from croupier import load
    from croupier.game import Stream

    state: Any = load(name, seats=GAMES[name]).start(1)
    chance = Stream.of(1, 1)
    for _ in range(10):
        state.apply(chance.below(state.option_count))
    view = state.view(state.to_move)
    view.sample(0).finish_at_random(Stream.of(0))
    start = process_time()
    for seed in range(count):
        view.sample(seed).finish_at_random(Stream.of(seed))
    return count / (process_time() - start)


def decisions(count: int) -> float:
    """Seconds that a decision of `pipmc:tests=2` in `uno.ah` takes, the mean of some positions."""
    from croupier import load
    from croupier.game import PLAYER, Stream
    from croupier.players import decision, named

    spent, game = 0.0, load("uno.ah", seats=4)
    for seed in range(count):
        state: Any = game.start(seed)
        chance = Stream.of(seed, 1)
        for _ in range(seed % 40):
            if state.outcome is None:
                state.apply(chance.below(state.option_count))
        if state.outcome is not None:
            state = game.start(seed)
        player = named("pipmc:tests=2")(state.to_move, 4, Stream.of(seed, PLAYER))
        view = state.view(state.to_move)
        start = process_time()
        decision(player, view)
        spent += process_time() - start
    return spent / count


def measured() -> dict[str, float]:
    """All figures of this process."""
    found = {f"{name}: games a second": games(name, 8 if name == "uno.ah" else 30) for name in GAMES}
    found["uno.ah: playouts a second"] = playouts("uno.ah", 12)
    found["uno.ah: seconds a decision of pipmc:tests=2"] = decisions(5)
    return found


def of(source: str | None) -> dict[str, float]:
    """The figures of a tree, in a process of its own."""
    environment = {**os.environ, **({"PYTHONPATH": source} if source else {})}
    told = subprocess.run(
        [sys.executable, __file__, "--one"], env=environment, check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(told.stdout)
    return found


def main() -> None:
    """Measure by turns, and tell the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", help="the directory with another package `croupier`")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured()))
        return
    rows: dict[str, list[dict[str, float]]] = {}
    for _ in range(TURNS):
        if options.before:
            rows.setdefault("before", []).append(of(options.before))
        rows.setdefault("now", []).append(of(None))
    for name in rows["now"][0]:
        told = ", ".join(f"{which} {median(row[name] for row in all_):.2f}" for which, all_ in rows.items())
        print(f"{name}: {told}")


if __name__ == "__main__":
    main()
