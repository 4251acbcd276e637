"""The same game in three languages: `python benchmarks/three_languages.py [GAMES] [--workers N]`.

UNO without wild cards in RECYCLE, AllHandsOnDeck and Cardigan (uno.rcy, uno.ah, uno_plain.cdg), with random
players at 4 seats and full hands. RECYCLE plays ten times as many games, being so much faster. What is
measured should agree: the last column is how many standard errors a script lies from RECYCLE.
"""

from __future__ import annotations

import argparse
from math import sqrt

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.statistics import Estimate
from croupier.lab.work import cores

PROGRAMS = ("uno", "uno.ah", "uno_plain.cdg")


def main() -> None:
    """Play, and tell what was measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    usual: dict[str, Estimate] = {}
    for program in PROGRAMS:
        games = given.games * (10 if program == "uno" else 1)
        plan = Plan(find_source(program), seats=4, seed=given.seed)
        done = simulate(plan, games, workers=given.workers)
        tally = done.tally
        print(f"{program}: {games} games, {tally.finished} finished, {done.seconds:.0f} s", flush=True)
        found = {
            "decisions per game": tally.length.mean(),
            "options per decision": tally.options.estimate(),
            **{f"wins of seat {seat}": tally.win_share(seat) for seat in range(4)},
        }
        for what, estimate in found.items():
            print(f"  {what:<22}{_told(estimate)}  {_distance(estimate, usual.get(what))}", flush=True)
        usual = usual or found


def _told(e: Estimate) -> str:
    return f"{e.value or 0:9.3f}  {e.low or 0:9.3f} to {e.high or 0:9.3f}  n = {e.n}"


def _distance(one: Estimate, other: Estimate | None) -> str:
    """How many standard errors lie between two estimates."""
    if other is None or one.value is None or other.value is None:
        return ""
    errors = [((e.high or 0) - (e.low or 0)) / (2 * 1.96) for e in (one, other)]
    return f"{(one.value - other.value) / sqrt(sum(x * x for x in errors)):+.1f}"


if __name__ == "__main__":
    main()
