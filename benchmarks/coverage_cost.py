"""What it costs to count what the rules do: the same random games with and without counters, in turn.

    python benchmarks/coverage_cost.py [GAME ...] [--seconds 0.1] [--rounds 40]

Told is the CPU time of one thread. Both programs play the same games, round by round and in turn, so that a
machine with other work to do slows both; the best round of each counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time

from croupier.catalog.loading import read
from croupier.native import NativeGame
from croupier.native.batch import Batches
from croupier.native.counting import NativeCounting

GAMES = ("agram", "hearts", "crazy_eights", "gops", "kuhn_poker", "uno", "cuckoo", "spades", "gin_rummy")
LIMITS = {"max_steps": 1_000_000, "max_decisions": 10_000}


def main() -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=0.1, help="how long a round takes")
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    print(f"{'':16} {'games/s':>12} {'counting':>12} {'cost':>8}")
    worst = 0.0
    for name in given.games:
        game = NativeGame(read(name), name)
        batches, counting = Batches(game, **LIMITS), NativeCounting(game)

        def play(count: int, batches: Batches = batches) -> None:
            batches.play(1, 0, count)

        def count(number: int, counting: NativeCounting = counting) -> None:
            counting.play_many(1, 0, number, **LIMITS)

        # Compiled before anything is measured.
        play(1)
        count(1)
        games = _games(play, given.seconds)
        rounds = [(_timed(play, games), _timed(count, games)) for _ in range(given.rounds)]
        plain, counted = (min(times) for times in zip(*rounds, strict=True))
        cost = counted / plain - 1
        worst = max(worst, cost)
        print(f"{name:16} {games / plain:12,.0f} {games / counted:12,.0f} {100 * cost:7.1f}%", flush=True)
    print(f"the most: {100 * worst:.1f} %")


def _timed(act: Callable[[int], None], games: int) -> float:
    start = process_time()
    act(games)
    return process_time() - start


def _games(act: Callable[[int], None], seconds: float) -> int:
    """So many games take about that long."""
    games = 16
    while (needed := _timed(act, games)) < seconds / 8:
        games *= 2
    return max(1, int(games * seconds / needed))


if __name__ == "__main__":
    main()
