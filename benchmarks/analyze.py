"""What `croupier analyze` does with its time, and what a tournament takes.

    python benchmarks/analyze.py hearts agram
    python benchmarks/analyze.py hearts --effort quick --games 10000,50,200,50,4
    python benchmarks/analyze.py hearts --tournament 20
    python benchmarks/analyze.py hearts --tournament 1000 --before ../old/src

machine code   the time of all threads inside calls of kernels, as a share of the time of the process; the
               kernels are in the cache before it begins
games          random games, those of one AI among random players, those among AIs, deals of a rung
half-widths    of Luck and skill, Order, and every rung of the skill curve
tournament     five players on so many deals: the time of the process a deal, whole games in machine code, and
               decision by decision
before         the same tournament with another version of Croupier, by the `src` of its work tree (`git
               worktree add ../old 27cf8d0` has the last one that played decision by decision): rounds of both
               in turn, each in a process of its own; the best round counts

All times are processor times, so that other work on the machine hardly counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any
from unittest.mock import patch

from croupier.catalog.loading import find_source
from croupier.kernel import build
from croupier.lab.analysis import Analysis, analyze
from croupier.lab.contests import Table
from croupier.lab.simulate import Plan
from croupier.lab.tournament import Tournament, hold
from croupier.lab.world import MIXED, RANDOM, SKILLED

PLAYERS = ("random", "pipmc:tests=2", "pipmc:tests=8", "mcts:iterations=40", "ismcts:iterations=40")

_lock = threading.Lock()
_inside = [0.0]
"""The time of all threads inside calls of kernels."""


def main() -> None:
    """Measure the games that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="+")
    parser.add_argument("--effort", default="normal")
    parser.add_argument("--games", help="sizes, as `croupier analyze` takes them")
    parser.add_argument("--players", help="the AI; that of the effort unless given")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--tournament", type=int, metavar="DEALS", help="measure a tournament instead")
    parser.add_argument(
        "--before", type=Path, metavar="SRC", help="compare the tournament with this version of Croupier"
    )
    chosen = parser.parse_args()
    if chosen.before is not None and not chosen.tournament:
        parser.error("--before takes --tournament DEALS")
    build.caller = _timed(build.caller)  # type: ignore[attr-defined]
    for game in chosen.game:
        if chosen.before is not None:
            _compare(game, chosen.tournament, chosen.before)
        elif chosen.tournament:
            _tournament(game, chosen.tournament, chosen.workers or 2)
        else:
            _analysis(game, chosen)


def _timed(make: Callable[..., Callable[..., Any]]) -> Callable[..., Callable[..., Any]]:
    """Makers of calls whose time is added up, by thread."""

    @wraps(make)
    def made(*args: Any, **options: Any) -> Callable[..., Any]:
        call = make(*args, **options)

        def timed(*given: Any) -> Any:
            start = thread_time()
            try:
                return call(*given)
            finally:
                took = thread_time() - start
                with _lock:
                    _inside[0] += took

        return timed

    return made


def _analysis(game: str, chosen: argparse.Namespace) -> None:
    options: dict[str, Any] = {"workers": chosen.workers}
    if chosen.players:
        options["players"] = chosen.players
    # Everything is compiled before the clock runs.
    analyze(game, games="50,2,2,2,1", progress=False, **options)
    _inside[0], start, clock = 0.0, process_time(), perf_counter()
    found = analyze(game, effort=chosen.effort, games=chosen.games, progress=False, **options)
    took = process_time() - start
    print(f"{game}: {took:.1f} s of processor time in {perf_counter() - clock:.1f} s, effort {chosen.effort}")
    print(f"  machine code   {100 * _inside[0] / took:.1f} %")
    worlds = found.evidence.worlds
    counts = [worlds[name].tally.games if name in worlds else 0 for name in (RANDOM, MIXED, SKILLED)]
    print(f"  games          {counts[0]:,} random, {counts[1]:,} mixed, {counts[2]:,} among AIs")
    print(f"  half-widths    {', '.join(_widths(found))}")
    print(f"  the same again {found.command()}")


def _widths(found: Analysis) -> list[str]:
    told = []
    for name in ("luckskill", "order"):
        score = found[name]
        if score.low is not None and score.high is not None:
            told.append(f"{name} {(score.high - score.low) / 2:.4f}")
    for rung in found.evidence.ladder.rungs if found.evidence.ladder is not None else ():
        low, high = rung.difference.low, rung.difference.high
        if low is not None and high is not None:
            told.append(f"rung {rung.k} {(high - low) / 2:.4f}")
    return told


def _tournament(game: str, deals: int, workers: int) -> None:
    def held(count: int, staff: int) -> tuple[float, int]:
        tournament = Tournament(Plan(find_source(game)), PLAYERS, count)
        start = process_time()
        record = hold(tournament, workers=staff)
        return (process_time() - start) / count, len(record.results)

    held(1, 1)
    whole, games = held(deals, workers)
    few = max(1, deals // 20)
    with patch.object(Table, "of", lambda *_: None):
        held(1, 1)
        # One process, whose time can be told.
        slow, _ = held(few, 1)
    print(f"{game}: {', '.join(PLAYERS)}; {deals} deals, {games:,} games")
    print(f"  whole games    {1000 * whole:.1f} ms of processor time a deal")
    print(f"  by decisions   {1000 * slow:.1f} ms a deal ({few} deals), {slow / whole:.1f} times as much")


ROUNDS = 5

_ROUND = """
import sys
from time import process_time
from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan
from croupier.lab.tournament import Tournament, hold

game, players, deals = sys.argv[1], tuple(sys.argv[2].split(",")), int(sys.argv[3])
hold(Tournament(Plan(find_source(game)), players, 1), workers=1)
start = process_time()
results = hold(Tournament(Plan(find_source(game)), players, deals), workers=1).results
took = process_time() - start
print(took / deals, hash(tuple((i, results[i].scores, results[i].decisions) for i in range(80))))
"""
"""One tournament, by whatever version of Croupier is on the path; the first 80 results are compared."""


def _compare(game: str, deals: int, before: Path) -> None:
    now, few = Path(__file__).resolve().parent.parent / "src", max(2, deals // 100)
    best = {now: float("inf"), before: float("inf")}
    results: dict[Path, str] = {}
    for _ in range(ROUNDS):
        for source, count in ((before, few), (now, max(2, deals // ROUNDS))):
            took, results[source] = _round(game, count, source)
            best[source] = min(best[source], took)
    same = "the same" if results[now] == results[before] else "OTHER"
    print(f"{game}: {', '.join(PLAYERS)}; one thread, best of {ROUNDS} rounds in turn, {same} results")
    print(f"  now            {1000 * best[now]:.1f} ms of processor time a deal ({deals} deals in all)")
    print(f"  before         {1000 * best[before]:.1f} ms a deal ({few * ROUNDS} deals in all)")
    print(f"  ratio          {best[before] / best[now]:.1f}")


def _round(game: str, deals: int, source: Path) -> tuple[float, str]:
    words = [sys.executable, "-c", _ROUND, game, ",".join(PLAYERS), str(deals)]
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    told = subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
    took, results = told.split()
    return float(took), results


if __name__ == "__main__":
    main()
