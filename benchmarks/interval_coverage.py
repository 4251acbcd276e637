"""Do the intervals hold the truth in 95 cases of 100?

    python benchmarks/interval_coverage.py [GAME] [--repetitions 200] [--games 200,20,40,0]

A game is analysed again and again from other seeds. Where the truth about a game is not known it is taken
from all repetitions together, which is far more than one of them has. Told is, for every heuristic, how often
its interval held the truth; about 95 % is right, more is cautious, less is a mistake.
"""

from __future__ import annotations

import argparse
from time import perf_counter

from croupier.catalog.loading import find_source
from croupier.lab.analysis import analyze
from croupier.lab.heuristic import all_heuristics
from croupier.lab.simulate import Plan

BENT = ("fairness", "firstplayeradvantage", "decisionentropy")
"""What is not linear in the games is biased in small samples: one long series tells the truth about it."""


def main() -> None:
    """Analyse, count, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="kuhn_poker")
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--games", default="200,20,40,0")
    parser.add_argument("--players", default="pipmc:tests=3")
    given = parser.parse_args()
    start = perf_counter()
    intervals: dict[str, list[tuple[float, float, float]]] = {}
    for seed in range(1, given.repetitions + 1):
        plan = Plan(find_source(given.game), given.game, seed=seed)
        found = analyze(plan, games=given.games, players=given.players, workers=1)
        for name, score in found.scores.items():
            if score.value is not None and score.low is not None and score.high is not None:
                intervals.setdefault(name, []).append((score.value, score.low, score.high))
    print(f"{given.game}: {given.repetitions} repetitions, {perf_counter() - start:.0f} s")
    random, _, skilled, *_ = map(int, given.games.split(","))
    sizes = f"{min(10_000_000, random * given.repetitions)},0,{skilled * given.repetitions},0"
    plan = Plan(find_source(given.game), given.game, seed=0)
    bent = [heuristic for heuristic in all_heuristics() if heuristic.name in BENT]
    truth = analyze(plan, games=sizes, players=given.players, workers=1, heuristics=bent)
    for name, rows in intervals.items():
        exact = truth.scores[name].value if name in BENT else None
        true = exact if exact is not None else sum(value for value, _, _ in rows) / len(rows)
        held = sum(low - 1e-9 <= true <= high + 1e-9 for _, low, high in rows)
        print(f"  {name:22}{true:8.3f}  {held:4} of {len(rows):4}  {100 * held / len(rows):6.1f} %")


if __name__ == "__main__":
    main()
