"""Many games on both engines at once: `python benchmarks/soak_native.py [--programs N] [--seeds K]`.

Random programs, and every game of the library with every number of seats, are played by the interpreter and
by machine code side by side; everything that can be asked of the two has to be the same, event by event, and
so have the statistics of a batch of games that machine code plays in one call; with `--counting`, what they
count of the rules (`croupier coverage`); with `--searching`, what players find who search by kernel and in
Python, at some decisions of each game. The first difference of each program is told with all that it takes
to see it again. The progress goes to the standard error; the exit code is 1 if anything differs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from counting_agreement import assert_same_counts
from croupier.catalog import shelf
from croupier.catalog.loading import find_source, read
from croupier.lab.simulate import Plan, simulate
from croupier.lab.work import cores, mapped
from croupier.native import NativeGame, code
from croupier.native.lower.unlowered import Unlowered
from croupier.recycle.program import ProgramError
from croupier.text import Source
from engine_agreement import Depth, assert_same_game
from native_games import on_both, quickly_compiled, run_by_cpython
from random_programs import random_program
from search_agreement import assert_same, assert_tells_no_more
from search_agreement import decisions as decisions_along

Task = tuple[str, int]
"""The name of a library game and a number of seats; or no name, and the number of a random program."""

ENGINES = ("interpreter", "native")
SEARCHES = ("pipmc:tests=2", "mcts:iterations=40:samples=2", "ismcts:iterations=60", "moismcts:iterations=60")
KERNELS = {"llvm": quickly_compiled, "cpython": run_by_cpython}


@dataclass(frozen=True, slots=True)
class Soaked:
    """How one task went."""

    name: str
    number: int
    games: int
    decisions: int
    problem: str = ""
    """The first difference, with the program."""
    unlowered: str = ""
    """Why only the interpreter can play it."""

    @property
    def label(self) -> str:
        """What it was."""
        return f"{self.name}, {self.number} seats" if self.name else f"random program {self.number}"


@dataclass(frozen=True, slots=True)
class Soak:
    """So many seeds of every task, by whichever worker is free."""

    seeds: int
    depth: Depth
    kernel: str
    counting: bool = False
    searching: bool = False
    batch: int = 0

    def prepare(self) -> Callable[[Task], Soaked]:
        """What does one task."""
        return self.soaked

    def soaked(self, task: Task) -> Soaked:
        """The games of one task, on both engines."""
        name, number = task
        games = decisions = 0
        try:
            program = read(name, seats=number) if name else read(random_program(number))
            if self.counting:
                limits = {} if name else {"max_steps": 2_000, "max_decisions": 40}
                assert_same_counts(program, self.seeds, KERNELS[self.kernel], **limits)
                return Soaked(name, number, self.seeds, 0)
            if self.searching:
                for seed in range(1, self.seeds + 1):
                    decisions += self.assert_same_searches(NativeGame(program, "game"), seed)
                return Soaked(name, number, self.seeds, decisions)
            both = on_both(program, KERNELS[self.kernel])
            # A random program is small; a game of the library should be seen to its end, or nearly.
            limits = {"max_steps": 200_000, "max_decisions": 400} if name else {}
            for seed in range(1, self.seeds + 1):
                decisions += assert_same_game(*both, seed, depth=self.depth, **limits)
                games += 1
            if self.batch:
                self.assert_same_batch(
                    find_source(name or program.source.text), number if name else None, **limits
                )
                games += self.batch
        except ProgramError as problem:
            return Soaked(name, number, games, decisions, f"the program has errors: {problem}")
        except Unlowered as problem:
            return Soaked(name, number, games, decisions, unlowered=str(problem))
        except AssertionError as problem:
            return Soaked(name, number, games, decisions, str(problem))
        except Exception as problem:
            text = random_program(number) if not name else f"{name} with {number} seats"
            return Soaked(name, number, games, decisions, f"{type(problem).__name__}: {problem}\n\n{text}")
        return Soaked(name, number, games, decisions)

    def assert_same_searches(self, game: NativeGame, seed: int) -> int:
        """At some decisions, players find the same by kernel and in Python; gives at how many."""
        usual, done = code._kernel, 0
        code._kernel = KERNELS[self.kernel]  # type: ignore[assignment]
        try:
            for view in decisions_along(game, seed, every=5, count=4, max_steps=50_000, max_decisions=300):
                if view.root is not None:
                    done += 1
                    assert_tells_no_more(view)
                    for player in SEARCHES:
                        assert_same(player, view)
        finally:
            code._kernel = usual
        return done

    def assert_same_batch(self, source: Source, seats: int | None, **limits: Any) -> None:
        """Whole games in one call come to the statistics of the same games one by one on the interpreter."""
        usual = code._kernel
        code._kernel = KERNELS[self.kernel]  # type: ignore[assignment]
        try:
            plans = [Plan(source, seats=seats, engine=engine, **limits) for engine in ENGINES]
            one, other = (simulate(plan, self.batch).tally for plan in plans)
        finally:
            code._kernel = usual
        assert one == other, f"a batch of {self.batch} games differs:\n{one}\n{other}\n\n{source.text}"


def tasks(programs: range, names: tuple[str, ...], library: bool) -> list[Task]:
    """The library at every number of seats, then the random programs."""
    found: list[Task] = []
    for name in names or (shelf.names() if library else ()):
        source = shelf.source(name)
        if source is None:
            raise click.BadParameter(f"{name}: {shelf.missing(name)}", param_hint="--game")
        fewest, most = shelf.head(source).seats or (0, -1)
        found += [(name, seats) for seats in range(fewest, most + 1)]
    return found + [("", number) for number in programs]


@click.command()
@click.option("--programs", default=2000, show_default=True, help="How many random programs.")
@click.option("--first", default=0, show_default=True, help="The number of the first of them.")
@click.option("--seeds", default=3, show_default=True, help="How many games of each.")
@click.option("--batch", default=20, show_default=True, help="How many more in one call.")
@click.option("--game", "names", multiple=True, help="Only this game of the library; may be repeated.")
@click.option("--library/--no-library", default=True, show_default=True, help="Also the whole library.")
@click.option("--deep", is_flag=True, help="Compare views, samples and copies at every decision.")
@click.option("--counting", is_flag=True, help="Compare what is counted of the rules instead.")
@click.option("--searching", is_flag=True, help="Compare what players find instead.")
@click.option(
    "--kernel", type=click.Choice(sorted(KERNELS)), default="llvm", show_default=True, help="How kernels run."
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes (default: all cores).")
def main(
    programs: int,
    first: int,
    seeds: int,
    batch: int,
    names: tuple[str, ...],
    library: bool,
    deep: bool,
    counting: bool,
    searching: bool,
    kernel: str,
    workers: int | None,
) -> None:
    """Compare them all."""
    job = Soak(seeds, Depth(1.0, 1.0, 1.0, 8) if deep else Depth(), kernel, counting, searching, batch)
    todo = tasks(range(first, first + programs), names, library)
    workers = min(workers or cores(), max(1, len(todo)))
    start, done, games, decisions = perf_counter(), 0, 0, 0
    wrong: list[Soaked] = []
    left: list[Soaked] = []
    for one in map(job.soaked, todo) if workers == 1 else mapped(job, todo, workers):
        done, games, decisions = done + 1, games + one.games, decisions + one.decisions
        if one.problem:
            wrong.append(one)
            click.echo(f"\n{'-' * 80}\n{one.label}: {one.problem}\n{'-' * 80}")
        if one.unlowered:
            left.append(one)
        if sys.stderr.isatty() or done % 50 == 0 or done == len(todo):
            end = "\r" if sys.stderr.isatty() else "\n"
            told = f"{done} of {len(todo)}, {games} games, {len(wrong)} wrong, {perf_counter() - start:.0f} s"
            click.echo(f"{told}{end}", nl=False, err=True)
    for one in left:
        click.echo(f"left to the interpreter: {one.label}: {one.unlowered}")
    for one in wrong:
        how = (
            f"--game {one.name} --programs 0"
            if one.name
            else f"--first {one.number} --programs 1 --no-library"
        )
        flags = {"--deep": deep, "--counting": counting, "--searching": searching}
        more = " ".join([f" --kernel {kernel}", *(flag for flag, given in flags.items() if given)])
        click.echo(
            f"DIFFERS: {one.label}: again: python benchmarks/soak_native.py {how} --seeds {seeds}{more}"
        )
    click.echo(f"{done} programs, {games} games, {decisions} decisions: {len(wrong)} with a difference")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
