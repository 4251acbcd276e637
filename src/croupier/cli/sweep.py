"""``croupier sweep``: how the heuristics of a game move when its rule constants do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.cli.grids import found_on_grid, grid_options

if TYPE_CHECKING:
    from croupier.lab.sweeps import Sweep


@click.command(
    epilog="Examples:\n\n  croupier sweep agram --set HANDSIZE=4..8\n\n"
    "  croupier sweep agram --set HANDSIZE=3..6 --seats 2..5 --heuristics fairness,drama --html a.html\n\n"
    "  croupier sweep mygame.rcy --set TARGET=50..200..50 --set PASS=0,1,3 --effort normal --csv tables\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read or written, or a grid, "
    "players or sizes that are not possible, 3 nothing could be played to an end, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@grid_options(100, "played")
@options.experiment_options("quick")
@options.heuristics_option
@options.tables_options
@options.report_options
@options.reading_options
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Find out how a game changes when its rule constants do.

    Analyses the game for all combinations of the values, equally much of each and on the same deals, and
    tells how every heuristic moves, with 95 % intervals; marked is what moves beyond chance. Combinations
    that the game refuses are told with the reason. Ctrl-C gives the report on what is done so far.
    """
    from croupier.cli.reporting import check_charts, check_page, print_text, save_study
    from croupier.cli.tables import check_tables, save_tables
    from croupier.cli.working import crew_of, lost_data, tell_end
    from croupier.lab.sweeps import sweep

    check_page(choices["html"])
    check_charts(choices["charts"])
    check_tables(choices)
    with crew_of(choices) as crew:
        found: Sweep | int = found_on_grid(
            sweep,
            game,
            choices,
            crew,
            published=choices["published"],
            heuristics=options.named_heuristics(choices["heuristics"]),
        )
        if isinstance(found, int):
            ctx.exit(found)
        played = any(point.analysis is not None for point in found.points)
        if as_json:
            options.print_json({**found.data(), "lost": lost_data(crew)})
        elif played:
            print_text(found)
        code = save_tables(choices, found.tables())
        if played:
            code = max(code, save_study(found, choices))
        ended = any(point.status == "played" for point in found.points)
        code = max(code, 0 if ended or found.interrupted else 3)
        ctx.exit(max(code, tell_end(crew, interrupted=found.interrupted)))
