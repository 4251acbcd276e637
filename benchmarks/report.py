"""How long a report takes beyond the playing, and how large it is: `python benchmarks/report.py [GAME…]`.

A small analysis of each game is played, then the page is made in a process of its own, so that loading what
draws counts as well. CPU time and wall time are told apart, since only the first is the page's own. Exit code
1 if a page takes 5 s of CPU, or has 3 MB.
"""

from __future__ import annotations

import multiprocessing
import sys
from time import perf_counter, process_time

import click

from croupier.lab import Analysis, analyze

MOST_SECONDS, MOST_BYTES = 5.0, 3_000_000


def written(found: Analysis) -> tuple[float, float, int]:
    """CPU seconds, wall seconds and bytes of the page of an analysis."""
    cpu, wall = process_time(), perf_counter()
    size = len(found.page().encode())
    return process_time() - cpu, perf_counter() - wall, size


@click.command()
@click.argument("games", nargs=-1)
@click.option("--sizes", default="2000,4,20,4,3", show_default=True, help="As `croupier analyze --games`.")
def main(games: tuple[str, ...], sizes: str) -> None:
    """Measure the page of every game."""
    slow = False
    for game in games or ("agram", "hearts", "pairs"):
        found = analyze(game, games=sizes)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            cpu, wall, size = pool.apply(written, (found,))
        slow |= cpu >= MOST_SECONDS or size >= MOST_BYTES
        print(f"{game:<16} {cpu:5.2f} s CPU  {wall:5.2f} s wall  {size / 1024:7,.0f} KB")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
