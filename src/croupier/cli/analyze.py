"""``croupier analyze``: how a game plays, in numbers that say how sure they are."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.lab.analysis import Analysis
    from croupier.lab.simulate import Plan

_STAGES = {
    "random": "all random",
    "mixed": "one AI among random",
    "ai": "all AI",
    "ladder": "twice the budget",
}
_BAR = 24


@click.command(
    epilog="Examples:\n\n  croupier analyze agram\n\n  croupier analyze mygame.rcy --effort quick\n\n"
    "  croupier analyze hearts --games 1000000,0,0\n\n"
    "  croupier analyze pairs --players ismcts:iterations=200 --json\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read or written, or seats, "
    "settings, players or sizes that are not possible, 3 a game failed, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@click.option(
    "--effort",
    type=click.Choice(["quick", "normal", "thorough"]),
    default="normal",
    help="How long it may take: about 10 s, 40 s (default) or 10 min.",
)
@click.option(
    "--games",
    "sizes",
    metavar="N[,N...]",
    help="Play exactly so much: random games, deals with one AI at every seat, games among AIs, deals a "
    "rung of the ladder of budgets, rungs, random games to observe. One number is for everything.",
)
@click.option(
    "--precision",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="X",
    help="Play on until no interval reaches further than X to either side.",
)
@click.option(
    "--players", default="pipmc", metavar="NAME", help="The AI (default pipmc); see `croupier players`."
)
@click.option(
    "--published",
    type=click.Choice(["engine", "tables"]),
    help="Use the formulas of the published engine, or of the published tables, instead of ours.",
)
@click.option("--seed", type=int, default=1, metavar="S", help="Where all chance comes from (default 1).")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes (default: all cores); never changes a result.",
)
@click.option("--csv", metavar="DIR", help="Write every game, seat, decision and estimate there.")
@click.option("--parquet", metavar="DIR", help="The same as Parquet (takes the extra `parquet`).")
@click.option(
    "--max-decisions",
    type=click.IntRange(min=1),
    metavar="N",
    help="Decisions that end a game (default 10000).",
)
@options.seats_option
@options.settings_option
@options.dialect_option
@options.engine_option
@options.json_option
@options.max_size_option
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Find out how a game plays: is it fair, do choices matter, does skill, is it exciting?

    Plays games among random players, of one AI among random players, and among AIs, and tells every
    heuristic with its 95 % interval and what it means. Ctrl-C gives the report on what is done so far. The
    same seed and sizes give the same numbers, with any number of workers.
    """
    choices["settings"] = options.parsed_settings(choices["settings"])
    found = _found(game, choices)
    if isinstance(found, int):
        ctx.exit(found)
    if as_json:
        options.print_json(found.data())
    else:
        from croupier.lab.analysis_text import analysis_text

        click.echo(analysis_text(found, width=options.terminal_width(), colour=options.wants_colour()))
    if found.interrupted:
        click.echo("croupier: interrupted", err=True)
        ctx.exit(130)
    ctx.exit(_code(found))


def _found(game: str, choices: dict[str, Any]) -> Analysis | int:
    """The analysis; or the exit code after saying why there is none."""
    from croupier.cli.loading import loaded
    from croupier.lab.analysis import analyze
    from croupier.lab.effort import SizeError
    from croupier.lab.heuristic import HeuristicError
    from croupier.lab.simulate import Plan
    from croupier.lab.workers import WorkerError
    from croupier.players import PlayerError

    source = options.read_game(game, choices["max_size"])
    if source is None:
        return 2
    same = {key: choices[key] for key in ("seats", "settings", "dialect", "seed", "engine")}
    limits = {"max_decisions": choices["max_decisions"]} if choices["max_decisions"] else {}
    plan = Plan(source, game, **same, **limits)
    code = loaded(lambda: plan.game)
    if isinstance(code, int):
        return code
    try:
        with ExitStack() as stack, _Bars(plan) as bars:
            sinks = _sinks(choices, stack)
            return analyze(
                plan,
                effort=choices["effort"],
                games=choices["sizes"],
                precision=choices["precision"],
                players=choices["players"],
                published=choices["published"],
                workers=choices["workers"],
                progress=bars.told,
                sink=_all_of(sinks) if sinks else None,
            )
    except PlayerError as problem:
        raise click.UsageError(f"--players: {problem}") from None
    except SizeError as problem:
        raise click.UsageError(f"--games: {problem}") from None
    except (HeuristicError, WorkerError) as problem:
        click.echo(f"croupier: {problem}", err=True)
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        click.echo(f"croupier: {where}{problem.strerror or problem}", err=True)
    return 2


def _sinks(choices: dict[str, Any], stack: ExitStack) -> list[Any]:
    from croupier.lab.tables import CsvFolder, ParquetFolder

    kinds = (("csv", CsvFolder), ("parquet", ParquetFolder))
    return [stack.enter_context(kind(choices[name])) for name, kind in kinds if choices[name]]


def _all_of(sinks: list[Any]) -> Callable[[Mapping[str, list[dict[str, Any]]]], None]:
    def add(tables: Mapping[str, list[dict[str, Any]]]) -> None:
        for sink in sinks:
            sink.add(tables)

    return add


def _code(found: Analysis) -> int:
    from croupier.game import Status

    failed = sum(world.tally.outcomes.get(Status.FAILED, 0) for world in found.evidence.worlds.values())
    return 3 if failed else 0


class _Bars:
    """One line on standard error, if somebody is there to see it: what is played, and the time left."""

    def __init__(self, plan: Plan) -> None:
        self.title = plan.game.title
        self.shown = sys.stderr.isatty()
        self.stage = ""
        self.start = self.last = 0.0
        self.first = 0

    def __enter__(self) -> _Bars:
        return self

    def told(self, stage: str, done: int, total: int) -> None:
        """So much of a stage is done."""
        if not self.shown:
            return
        now = perf_counter()
        if stage != self.stage:
            self.stage, self.start, self.first = stage, now, done
        elif now - self.last < 0.1 and done < total:
            return
        self.last = now
        bar = "█" * (_BAR * done // max(1, total))
        line = f"{self.title}: {_STAGES[stage]}  {bar:·<{_BAR}}  {done:,} of {total:,}"
        if done > self.first:
            left = (now - self.start) * (total - done) / (done - self.first)
            line += f"  {_time(left)} left"
        click.echo(f"\r\x1b[K{line[: options.terminal_width() - 1]}", nl=False, err=True)

    def __exit__(self, *_: object) -> None:
        if self.shown and self.stage:
            click.echo("\r\x1b[K", nl=False, err=True)


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
