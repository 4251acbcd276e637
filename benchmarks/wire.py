"""The whole of what tests only sample: every table of the library laid, and the leak law for every game.

``python benchmarks/wire.py`` plays 20 random games of every game of the library, and compares each decision
and seat; ``--every 5``, ``--games 3`` and names of games make it shorter. ``--plans`` compares all
plans with the golden file instead. The last line says what was compared.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from time import process_time

from croupier import load
from croupier.catalog import shelf
from croupier.script.library import all_names
from croupier.testing import LeakError, LeakTest
from croupier.testing.leaks import Checked

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))


def leaks(names: list[str], games: int, engine: str | None, every: int) -> int:
    """The number of games of the library that leak."""
    total, leaking, start = Checked(), 0, process_time()
    for name in names:
        test = LeakTest(load(name, engine=engine), every=every, all_seats=every == 1)
        try:
            test.run(games)
        except LeakError as leak:
            leaking += 1
            print(f"LEAK {leak}", flush=True)
        for field in fields(Checked):
            both = getattr(total, field.name) + getattr(test.checked, field.name)
            setattr(total, field.name, both)
        print(f"{name}: {test.checked}", file=sys.stderr, flush=True)
    print(f"{len(names)} games, {leaking} leak; {total}; {process_time() - start:.0f} s of processor time")
    return leaking


def plans() -> int:
    """The number of plans that differ from the golden file."""
    from wire.test_plan import golden_lines, line_of, made, tables

    golden, different, count, start = golden_lines(), 0, 0, process_time()
    for name, seats in tables():
        line = line_of(name, made(name, seats))
        count += 1
        if golden.get(line.partition(":")[0]) != line:
            different += 1
            print(line)
    print(f"{count} plans, {different} differ; {process_time() - start:.0f} s of processor time")
    return different


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument(
        "--every", type=int, default=1, help="compare only every so many decisions, the seats in turn"
    )
    parser.add_argument("--engine", choices=("interpreter", "native"), default="interpreter")
    parser.add_argument("--plans", action="store_true")
    asked = parser.parse_args()
    everything = [*shelf.names(), *(name for name in all_names() if "." in name)]
    chosen = asked.names or everything
    bad = plans() if asked.plans else leaks(chosen, asked.games, asked.engine, asked.every)
    sys.exit(1 if bad else 0)
