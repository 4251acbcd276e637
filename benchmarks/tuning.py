"""How often `croupier tune` finds the constant that is known to be best.

    python benchmarks/tuning.py
    python benchmarks/tuning.py --repetitions 20 --games 400,0,0,0,0,0

The game is tests/lab/known_best.rcy: seat 0 wins K of 8 games, so that K = 4 is fair; with 3 and 5 fairness
is three quarters. Each repetition has a seed of its own.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time

from croupier.lab import tune
from croupier.lab.statistics import share

GAME = Path(__file__).parent.parent / "tests" / "lab" / "known_best.rcy"
BEST = {"K": 4}


def main() -> None:
    """Tune as often as asked, and tell how often the best was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repetitions", type=int, default=100)
    parser.add_argument(
        "--games", default="400,0,0,0,0,0", help="sizes of the last round, as `croupier tune` takes them"
    )
    chosen = parser.parse_args()
    start, right = process_time(), 0
    for seed in range(1, chosen.repetitions + 1):
        found = tune(
            GAME,
            "fairness max",
            settings={"K": range(1, 8)},
            games=chosen.games,
            seed=seed,
            workers=1,
            progress=False,
        )
        if found.best is not None and dict(found.best.values) == BEST:
            right += 1
        else:
            print(f"seed {seed}: {None if found.best is None else dict(found.best.values)}")
    told = share(right, chosen.repetitions, unit=1)
    took = process_time() - start
    print(
        f"found in {right} of {chosen.repetitions} repetitions (95 % interval {told.low:.3f} to "
        f"{told.high:.3f}), {took:.0f} s of processor time"
    )


if __name__ == "__main__":
    main()
