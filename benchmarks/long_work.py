"""What long work costs: `python benchmarks/long_work.py [--part pool|overhead|memory|resume]`.

- pool: a search-heavy experiment in one process and in two; the two should be 1.7 times as fast. On a busy
  machine the wall clock tells little, so it is also told what the processor time would come to on free cores.
- overhead: the same games by a bare loop, and by a crew of one that keeps them in a file; under 5 % more
  processor time.
- memory: 10 million random games of Agram; memory must not grow with them.
- resume: a run of 1 million games is opened and reported again; under 2 s.

The exit code is 1 if something is not reached.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import click

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, play, simulate
from croupier.lab.store.identity import Identity
from croupier.lab.tally import Tally
from croupier.lab.work import Crew, cores

SEARCHING = Plan(find_source("hearts"), "hearts", players=("ismcts:iterations=1000",))
RANDOM = Plan(find_source("agram"), "agram")


def told(name: str, reached: bool, text: str) -> bool:
    """Print a line; whether the aim is reached."""
    print(f"{'ok ' if reached else 'NO '} {name}: {text}")
    return reached


def spent() -> float:
    """Processor seconds of this process and of the workers that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def pool(seconds: float) -> bool:
    """Two processes against one, on a search-heavy experiment."""
    pace = _pace(seconds / 10)
    games = max(8, int(seconds / pace))
    found = {}
    for workers in (1, 2):
        start, before = perf_counter(), spent()
        with Crew(workers) as crew:
            tally = simulate(SEARCHING, games, crew=crew).tally
        found[workers] = perf_counter() - start, spent() - before, tally
    (one, one_cpu, tally), (two, two_cpu, other) = found[1], found[2]
    assert tally == other
    return told(
        "process pool",
        one / two >= 1.7,
        f"{games} games of Hearts by ismcts in {one:.1f} s alone, {two:.1f} s by two: {one / two:.2f} times "
        f"(of {cores()} cores); processor time {one_cpu:.1f} s and {two_cpu:.1f} s, which would be "
        f"{2 * one_cpu / two_cpu:.2f} times on two free cores",
    )


def _pace(seconds: float) -> float:
    SEARCHING.check()
    play(SEARCHING, 0)
    start, games = process_time(), 0
    while process_time() - start < seconds:
        games += 1
        play(SEARCHING, games)
    return (process_time() - start) / games


TURNS = 10


def overhead(seconds: float) -> bool:
    """A crew that keeps what it plays against a bare loop, in turns: the median of the turns counts."""
    games = max(4, int(seconds / TURNS / _pace(seconds / 10)))
    ratios = []
    start = process_time()
    with (
        tempfile.TemporaryDirectory() as folder,
        Crew(1, out=folder) as crew,
        crew.keeping(Identity("simulate", SEARCHING)),
    ):
        opened = process_time() - start

        def bare(turn: int) -> None:
            Tally.of(play(SEARCHING, index) for index in range(turn * games, (turn + 1) * games))

        def kept(turn: int) -> None:
            simulate(SEARCHING, games, first=turn * games, crew=crew)

        for turn in range(TURNS):
            # Whoever comes second finds warm caches.
            took = {what: _processor(what, turn) for what in ((bare, kept) if turn % 2 else (kept, bare))}
            ratios.append(took[kept] / took[bare])
    ratios.sort()
    middle = median(ratios)
    return told(
        "overhead",
        middle < 1.05,
        f"a crew of one with a file against a bare loop, {TURNS} turns of {games} games (processor time): "
        f"{100 * (middle - 1):+.1f} %, single turns {100 * (ratios[0] - 1):+.1f} to "
        f"{100 * (ratios[-1] - 1):+.1f} %; and {1000 * opened:.0f} ms once to begin the file",
    )


def _processor(what: Callable[[int], None], turn: int) -> float:
    start = process_time()
    what(turn)
    return process_time() - start


MEMORY = """
import resource, sys
from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.store.identity import Identity
from croupier.lab.work import Crew
plan = Plan(find_source("agram"), "agram")
with Crew(out=sys.argv[1]) as crew, crew.keeping(Identity("simulate", plan)):
    result = simulate(plan, int(sys.argv[2]), crew=crew)
print(result.tally.games, result.seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def memory(games: int) -> bool:
    """Memory after few and after many random games, each in a process of its own."""
    found = []
    for number in (games // 100, games):
        with tempfile.TemporaryDirectory() as folder:
            output = subprocess.run(
                [sys.executable, "-c", MEMORY, folder, str(number)],
                check=True, capture_output=True, text=True,
            ).stdout  # fmt: skip
            found.append((*map(float, output.split()), sum(p.stat().st_size for p in Path(folder).iterdir())))
    (few, _, small, few_bytes), (many, took, large, bytes_) = found
    return told(
        "memory",
        large < 1.1 * small + 8,
        f"{few:,.0f} games {small:.0f} MB, {many:,.0f} games {large:.0f} MB, in {took:.1f} s, kept in "
        f"{few_bytes / 1024:.0f} and {bytes_ / 1024:.0f} KB",
    )


def resume(games: int) -> bool:
    """The whole command again, when everything is there."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-m", "croupier", "simulate", "agram", "-n", str(games)),
            *("--out", folder, "--json"),
        ]
        first = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        start, before = perf_counter(), spent()
        again = json.loads(subprocess.run([*command, "--resume"], check=True, capture_output=True).stdout)
        took, cpu = perf_counter() - start, spent() - before
    assert again["games"] == games
    assert again["seats"] == first["seats"]
    return told("resume", took < 2, f"{games:,} games in {took:.2f} s ({cpu:.2f} s of processor time)")


PARTS = ("pool", "overhead", "memory", "resume")


@click.command()
@click.option("--part", type=click.Choice(PARTS), multiple=True, help="Only this; may be repeated.")
@click.option("--seconds", default=30.0, help="How long one process should play (pool, overhead).")
@click.option("--games", default=10_000_000, help="Random games (memory; a tenth of it for resume).")
def main(part: tuple[str, ...], seconds: float, games: int) -> None:
    """Measure what is asked for."""
    measures: dict[str, Callable[[], bool]] = {
        "pool": lambda: pool(seconds),
        "overhead": lambda: overhead(seconds),
        "memory": lambda: memory(games),
        "resume": lambda: resume(games // 10),
    }
    reached = [measures[name]() for name in part or PARTS]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()
