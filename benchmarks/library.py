"""How fast the interpreter reads and plays the library: `python benchmarks/library.py [--game NAME]`.

One process, one core, CPU time: how long it takes from the text to the game, and how many random games of it
are played in a second. The best of some rounds counts, since whatever else the machine does only slows it
down. `--json` prints the result as data.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from time import process_time

import click

from croupier.catalog import shelf
from croupier.catalog.loading import find_source, load
from croupier.lab.simulate import Plan, play


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured for one game."""

    name: str
    compile_ms: float
    games_per_second: float
    decisions_per_second: float


def speed(name: str, seconds: float, rounds: int) -> Speed:
    """Measure a game."""
    plan = Plan(find_source(name), name, engine="interpreter")
    compiled, best = float("inf"), (0.0, 0.0)
    for _ in range(rounds):
        start = process_time()
        load(name, engine="interpreter")
        compiled = min(compiled, process_time() - start)
        games = decisions = 0
        start = process_time()
        while (spent := process_time() - start) < seconds:
            decisions += play(plan, games).decisions
            games += 1
        best = max(best, (games / spent, decisions / spent))
    return Speed(name, round(1000 * compiled, 1), round(best[0], 1), round(best[1]))


@click.command()
@click.option("--game", "names", multiple=True, help="Only this game; may be given several times.")
@click.option("--seconds", default=0.3, show_default=True, help="How long a round lasts.")
@click.option("--rounds", default=3, show_default=True, help="How many rounds there are.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as data.")
def main(names: tuple[str, ...], seconds: float, rounds: int, as_json: bool) -> None:
    """Measure them all."""
    for name in names:
        if name not in shelf.names():
            raise click.BadParameter(f"{name}: {shelf.missing(name)}", param_hint="--game")
    todo = names or shelf.names()
    margin, measured = max(map(len, todo)), []
    if not as_json:
        click.echo(f"{'game':<{margin}}  {'compile ms':>10}  {'games/s':>9}  {'decisions/s':>11}")
    for number, name in enumerate(todo, 1):
        one = speed(name, seconds, rounds)
        measured.append(one)
        if as_json:
            click.echo(f"{number} of {len(todo)}: {name}", err=True)
        else:
            rates = f"{one.games_per_second:>9,.0f}  {one.decisions_per_second:>11,.0f}"
            click.echo(f"{name:<{margin}}  {one.compile_ms:>10.1f}  {rates}")
    if as_json:
        click.echo(json.dumps([asdict(one) for one in measured], indent=2))
    sys.exit(0)


if __name__ == "__main__":
    main()
