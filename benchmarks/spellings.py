"""The same rules in other words: `python benchmarks/spellings.py [FILE…]`.

Agram and Crazy Eights are rewritten at random (`tests/rewriting.py`): guards in and out, lets, nested `do`,
filters. Every spelling has to play the same games, and is to take at most 1.3 times the time of the library's
for a decision. Files that are named are measured beside Agram. One thread, CPU time, the best of some rounds
in turn. The exit code is 1 if a spelling plays other games.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.text import Source
from native import rate
from rewriting import rewritten

SPELLINGS = {"agram": 30, "crazy_eights": 10}
GAMES = 200
"""So many games of every spelling are compared."""


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(files: tuple[str, ...], as_json: bool) -> None:
    """Measure them all."""
    found: dict[str, list[float]] = {}
    same = True
    for name, count in SPELLINGS.items():
        own = Plan(Source(f"{name}.rcy", rewritten(find_source(name).text, 0, 0)), engine="native")
        tally = simulate(own, GAMES).tally
        found[name] = []
        for number in range(1, count + 1):
            text = rewritten(find_source(name).text, number)
            other = Plan(Source(f"{name}.rcy", text), engine="native")
            same = same and simulate(other, GAMES).tally == tally
            found[name].append(_ratio(other, own))
            click.echo(f"{name}, spelling {number}: {found[name][-1]:.2f} of its time", err=True)
    for file in files:
        agram = Plan(find_source("agram"), engine="native")
        found[file] = [_ratio(Plan(find_source(file), engine="native"), agram)]
    if as_json:
        click.echo(json.dumps({"same_games": same, "ratios": found}))
    else:
        for name, ratios in found.items():
            click.echo(f"{name}: {len(ratios)} spellings, {min(ratios):.2f} to {max(ratios):.2f} of its time")
        click.echo("the same games" if same else "OTHER GAMES")
    sys.exit(0 if same else 1)


def _ratio(one: Plan, other: Plan) -> float:
    """The time for a decision of one as a multiple of another's, the best of some rounds in turn."""
    best = [0.0, 0.0]
    for _ in range(4):
        for at, plan in enumerate((one, other)):
            best[at] = max(best[at], rate(plan, 0.05, 1)[1])
    return best[1] / best[0]


if __name__ == "__main__":
    main()
