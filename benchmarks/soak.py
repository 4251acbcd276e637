"""Many random games of everything in the library: `python benchmarks/soak.py [--games 1000] [--game NAME]`.

Every game is played with every number of seats that its head allows. All games have to finish, unless the
head says that they may end otherwise, and every card has to lie in one place at the end. `--json` prints the
result as data; the progress goes to the standard error. The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from time import perf_counter

import click

from croupier.catalog import shelf
from croupier.game import Status
from croupier.interpreter.on_table import OnTable
from croupier.lab.report import replay
from croupier.lab.simulate import Plan, simulate
from croupier.lab.work import cores, mapped

Task = tuple[str, int]
"""The name of a game, and a number of seats."""


@dataclass(frozen=True, slots=True)
class Soaked:
    """How the games of one task went."""

    name: str
    seats: int
    games: int
    outcomes: dict[str, int]
    dropped: int
    """Options that were not offered because something on their path was impossible."""
    lost: int
    """Games at the end of which a card was missing or lay in two places."""
    wrong: int
    """Games that ended as they should not."""
    again: str
    """The command that plays the first wrong game again."""
    seconds: float

    @property
    def fine(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong and not self.lost


@dataclass(frozen=True, slots=True)
class Soak:
    """So many games of every task, by whichever worker is free."""

    games: int
    seed: int

    def prepare(self) -> Callable[[Task], Soaked]:
        """What does one task."""
        return self.soaked

    def soaked(self, task: Task) -> Soaked:
        """The games of one task, in this process."""
        name, seats = task
        source = shelf.source(name)
        assert source is not None
        plan = Plan(source, name, seats=seats, seed=self.seed)
        previous: list[OnTable] = []
        lost = 0

        def watch(_: int, state: OnTable) -> None:
            # A game is looked at when the next one begins: by then it is over.
            nonlocal lost
            lost += any(not conserved(each) for each in previous)
            previous[:] = [state]

        result = simulate(plan, self.games, watch=watch)
        lost += any(not conserved(each) for each in previous)
        ends = shelf.head(source).ends
        bad = [status for status in result.tally.outcomes if status is not Status.FINISHED]
        bad = [status for status in bad if status is Status.FAILED or status.value not in ends]
        first = next((i for i in result.tally.incidents if i.status in bad), None)
        return Soaked(
            name,
            seats,
            result.tally.games,
            {status.value: count for status, count in result.tally.outcomes.items()},
            sum(result.tally.dropped.values()),
            lost,
            sum(result.tally.outcomes[status] for status in bad),
            replay(plan, first.index) if first else "",
            round(result.seconds, 2),
        )


def conserved(state: OnTable) -> bool:
    """Whether each card that was made lies in one place, and nothing else does."""
    table = state.table
    lying: Counter[int] = Counter()
    for number, pile in enumerate(table.cards):
        if table.layout.places[number].kind != "mem":
            lying.update(pile)
    made = {card for card, where in enumerate(table.where) if where >= 0}
    return made == set(lying) and all(count == 1 for count in lying.values())


def tasks(names: tuple[str, ...]) -> list[Task]:
    """Every game with every number of seats."""
    found: list[Task] = []
    for name in names or shelf.names():
        source = shelf.source(name)
        if source is None:
            raise click.BadParameter(f"{name}: {shelf.missing(name)}", param_hint="--game")
        fewest, most = shelf.head(source).seats or (0, -1)
        found += [(name, seats) for seats in range(fewest, most + 1)]
    return found


def told(one: Soaked) -> str:
    """A line about one task, and how to see what went wrong."""
    outcomes = ", ".join(f"{count} {status}" for status, count in sorted(one.outcomes.items()))
    dropped = f", {one.dropped} options dropped" if one.dropped else ""
    wrong = "" if one.fine else f"  WRONG{f', {one.lost} with lost cards' if one.lost else ''}"
    again = f"\n    {one.again}" if one.again else ""
    return f"{one.name:<20} {one.seats:>2} seats  {outcomes}{dropped}  {one.seconds:.1f} s{wrong}{again}"


def soaks(job: Soak, todo: list[Task], workers: int) -> Iterator[Soaked]:
    """The result of every task, as it comes."""
    if workers == 1:
        return map(job.soaked, todo)
    return mapped(job, todo, min(workers, len(todo)))


@click.command()
@click.option(
    "--games", default=1000, show_default=True, type=click.IntRange(1), help="Games with each seating."
)
@click.option("--game", "names", multiple=True, help="Only this game; may be given several times.")
@click.option("--seed", default=1, show_default=True, help="The seed of all of them.")
@click.option("--workers", default=cores(), show_default=True, type=click.IntRange(1), help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as data.")
def main(games: int, names: tuple[str, ...], seed: int, workers: int, as_json: bool) -> None:
    """Play them all."""
    todo, done, start = tasks(names), list[Soaked](), perf_counter()
    for one in soaks(Soak(games, seed), todo, workers):
        done.append(one)
        if not as_json:
            click.echo(told(one))
        if sys.stderr.isatty() or as_json:
            click.echo(f"  {len(done)} of {len(todo)}, {perf_counter() - start:.0f} s", err=True)
    bad = [one for one in done if not one.fine]
    if as_json:
        ordered = sorted(done, key=lambda one: (one.name, one.seats))
        click.echo(json.dumps([{**asdict(one), "fine": one.fine} for one in ordered], indent=2))
    else:
        played = sum(one.games for one in done)
        click.echo(f"{played:,} games, {len(todo)} seatings, {len(bad)} of them wrong")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
