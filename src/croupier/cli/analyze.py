"""``croupier analyze``: how a game plays, in numbers that say how sure they are."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.lab.analysis import Analysis
    from croupier.lab.work import Crew


@click.command(
    epilog="Examples:\n\n  croupier analyze agram\n\n  croupier analyze mygame.rcy --effort quick\n\n"
    "  croupier analyze hearts --html hearts.html\n\n"
    "  croupier analyze mypatience.rcy --target 20\n\n"
    "  croupier analyze hearts --games 1000000,0,0\n\n"
    '  croupier analyze hearts --measure "tricks = (size ((0 player) vloc TAKEN))"\n\n'
    "  croupier analyze pairs --players ismcts:iterations=200 --json\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read or written, or seats, "
    "settings, players or sizes that are not possible, 3 a game failed, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@options.experiment_options("normal")
@click.option(
    "--precision",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="X",
    help="Play on until no interval reaches further than X to either side.",
)
@click.option(
    "--target",
    type=int,
    metavar="N",
    help="In a game of one seat, or whose seats share the result: tell how often a score of N is reached.",
)
@click.option("--csv", metavar="DIR", help="Write every game, seat, decision and estimate there.")
@click.option("--parquet", metavar="DIR", help="The same as Parquet (takes the extra `parquet`).")
@click.option("--raw", is_flag=True, help="Keep every decision and estimate in --out as well.")
@options.report_options
@options.game_options
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Find out how a game plays: is it fair, do choices matter, does skill, is it exciting?

    Plays games among random players, of one AI among random players, and among AIs, and tells every
    heuristic with its 95 % interval and what it means. Ctrl-C gives the report on what is done so far. The
    same seed and sizes give the same numbers, with any number of workers.
    """
    from croupier.cli.reporting import check_charts, check_page, print_text, save_study
    from croupier.cli.working import crew_of, lost_data, tell_end

    choices["settings"] = options.parsed_settings(choices["settings"], game)
    check_page(choices["html"])
    check_charts(choices["charts"])
    with crew_of(choices) as crew:
        found = _found(game, choices, crew)
        if isinstance(found, int):
            ctx.exit(found)
        if as_json:
            options.print_json({**found.data(), "lost": lost_data(crew)})
        else:
            print_text(found)
        code = max(save_study(found, choices), 3 if found.failed else 0)
        ctx.exit(max(code, tell_end(crew, interrupted=found.interrupted)))


def _found(game: str, choices: dict[str, Any], crew: Crew) -> Analysis | int:
    """The analysis; or the exit code after saying why there is none."""
    from croupier.cli.loading import loaded
    from croupier.cli.working import lab_errors
    from croupier.lab.analysis import analyze
    from croupier.lab.progress import StageBar

    plan = options.analysed_plan(game, choices)
    if plan is None:
        return 2
    code = loaded(lambda: plan.game)
    if isinstance(code, int):
        return code
    with lab_errors(), ExitStack() as stack, StageBar(plan.game.title) as bar:
        sinks = _sinks(choices, stack)
        return analyze(
            plan,
            effort=choices["effort"],
            games=choices["sizes"],
            precision=choices["precision"],
            players=choices["players"],
            published=choices["published"],
            target=choices["target"],
            measures=choices["measures"],
            crew=crew,
            raw=choices["raw"],
            progress=bar.told,
            sink=_all_of(sinks) if sinks else None,
        )


def _sinks(choices: dict[str, Any], stack: ExitStack) -> list[Any]:
    from croupier.lab.tables import CsvFolder, ParquetFolder

    kinds = (("csv", CsvFolder), ("parquet", ParquetFolder))
    return [stack.enter_context(kind(choices[name])) for name, kind in kinds if choices[name]]


def _all_of(sinks: list[Any]) -> Callable[[Mapping[str, list[dict[str, Any]]]], None]:
    def add(tables: Mapping[str, list[dict[str, Any]]]) -> None:
        for sink in sinks:
            sink.add(tables)

    return add
