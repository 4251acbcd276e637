"""How fast the interpreter plays random games: `python benchmarks/interpreter.py [GAME…]`.

One process, one core. Each game is played for a while, several times over; the best counts, since whatever
else the machine does only slows it down. CPU time, so that a busy machine disturbs little.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from time import process_time

from croupier.catalog import shelf
from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, play

ROUNDS = 5
SECONDS = 0.6
"""How long a round lasts."""


def machine() -> str:
    """What the figures were measured on."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8").splitlines()
        model = next(
            (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model
        )
    return f"{model}, {platform.system()}, Python {platform.python_version()}"


def best_rate(plan: Plan) -> tuple[float, float]:
    """Games and decisions per second in the best round; every round plays the same games."""
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        games = decisions = 0
        start = process_time()
        while (spent := process_time() - start) < SECONDS:
            decisions += play(plan, games).decisions
            games += 1
        best = max(best, (games / spent, decisions / spent))
    return best


def main() -> None:
    """Measure the named games, or all."""
    print(machine())
    print(f"{'game':<14}{'compile ms':>12}{'games/s':>12}{'decisions/s':>14}{'s per 1000':>12}")
    for name in sys.argv[1:] or shelf.names():
        plan = Plan(find_source(name), engine="interpreter")
        games, decisions = best_rate(plan)
        milliseconds = 1000 * plan.compile_seconds
        print(f"{name:<14}{milliseconds:>12.1f}{games:>12,.0f}{decisions:>14,.0f}{1000 / games:>12.2f}")


if __name__ == "__main__":
    main()
