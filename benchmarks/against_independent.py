"""Random play of the interpreter against independent simulations of the rules, over many games.

    python benchmarks/against_independent.py [GAMES] [WORKERS]

For Agram, Hearts, GOPS and Crazy Eights it prints the win share of every seat, the mean length and the mean
number of options by decision number of both sides, and whether every difference lies within its interval.
The intervals are such that any of the comparisons of a game would fail by chance in one run of a hundred.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from croupier.catalog.loading import recycle_game
from interpreter.agreement import Tally, bound, compared, interpreted, simulated
from interpreter.independent import SIMULATIONS

ERROR = 0.01


def share(task: tuple[str, int, int]) -> Tally:
    """Some games of the interpreter."""
    name, first, behind = task
    return interpreted(recycle_game(name, engine="interpreter"), range(first, behind))


def compare(name: str, games: int, pool: ProcessPoolExecutor) -> bool:
    """Play, print, and tell whether both sides agree."""
    started = time.perf_counter()
    played = Tally()
    tasks = [(name, i, min(i + 250, games)) for i in range(0, games, 250)]
    other = pool.submit(simulated, name, games)
    for tally in pool.map(share, tasks):
        played.merge(tally)
    figures = compared(played, other.result())
    limit = bound(len(figures), ERROR)
    seconds = time.perf_counter() - started
    print(
        f"\n{name}: {played.games} games each in {seconds:.0f} s, {len(figures)} figures, limit {limit:.2f}"
    )
    by_decision = [f for f in figures if f.figure.startswith("options")]
    for figure in figures:
        if figure not in by_decision or figure.apart > limit:
            print(f"  {figure.figure:24} {figure.one:9.4f} {figure.other:9.4f}   {figure.apart:5.2f} apart")
    worst = max(by_decision, key=lambda f: f.apart)
    print(f"  options by decision number: {len(by_decision)} compared, the worst is")
    print(f"  {worst.figure:24} {worst.one:9.4f} {worst.other:9.4f}   {worst.apart:5.2f} apart")
    agrees = all(f.apart <= limit for f in figures)
    print("  agrees" if agrees else "  DISAGREES")
    return agrees


def main() -> None:
    """Compare all four games."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    with ProcessPoolExecutor(workers) as pool:
        agrees = [compare(name, games, pool) for name in SIMULATIONS]
    sys.exit(0 if all(agrees) else 1)


if __name__ == "__main__":
    main()
