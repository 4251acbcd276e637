"""``croupier tune``: search rule constants for what a designer wants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options
from croupier.cli.grids import found_on_grid, grid_options

if TYPE_CHECKING:
    from croupier.lab.tuning import Tuning


@click.command(
    epilog='Examples:\n\n  croupier tune agram --set HANDSIZE=3..8 --aim "drama max, length<=30"\n\n'
    '  croupier tune mygame.rcy --set HANDSIZE=4..8 --set REWARD=1..4 --aim "fairness>=0.98, drama max"\n\n'
    '  croupier tune mygame.rcy --set BONUS=0..20..5 --measure "made = (> A B)" --aim "made min"\n\n'
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read or written, or a grid, aims, "
    "players or sizes that are not possible, 3 nothing could be played to an end, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@grid_options(1000, "tried")
@click.option(
    "--aim",
    required=True,
    metavar="AIMS",
    help="What is wanted, joined by commas: NAME>=NUMBER, NAME<=NUMBER, NAME max, NAME min. A NAME is a "
    "heuristic, `length` (decisions a game), `decisions` (those with a choice) or a measure.",
)
@click.option(
    "--effort",
    type=click.Choice(["quick", "normal", "thorough"]),
    default="quick",
    help="How much of each variant is played in the last round: 4,000, 16,000 or 64,000 random games, and "
    "160, 640 or 2,560 among AIs where an aim needs them.",
)
@click.option(
    "--games",
    "sizes",
    metavar="N[,N...]",
    help="The same exactly: random games, deals with one AI, games among AIs, deals a rung, rungs.",
)
@click.option("--players", metavar="NAME", help="The AI; see `croupier players`.")
@options.measure_option
@options.seed_option
@options.work_options
@options.max_decisions_option
@options.report_options
@options.reading_options
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Search values of rule constants for what you want of a game.

    All combinations are played a little, on the same deals; the better half goes on with twice as many
    games, until four are left. Prints the best variants with 95 % intervals, all that was tried, and the last
    four as a comparison. Ctrl-C gives what is known so far.
    """
    from croupier.cli.reporting import check_charts, check_page, save_study
    from croupier.cli.working import crew_of, lost_data, tell_end
    from croupier.lab.aims import AimError
    from croupier.lab.tuning import tune

    check_page(choices["html"])
    check_charts(choices["charts"])
    with crew_of(choices) as crew:
        try:
            found: Tuning | int = found_on_grid(tune, game, choices, crew, aim=choices["aim"])
        except AimError as problem:
            raise click.UsageError(f"--aim: {problem}") from None
        if isinstance(found, int):
            ctx.exit(found)
        if as_json:
            options.print_json({**found.data(), "lost": lost_data(crew)})
        else:
            click.echo(found.text(width=options.terminal_width(), colour=options.wants_colour()))
        code = 0 if found.best is not None or found.interrupted else 3
        if found.comparison is not None:
            code = max(code, save_study(found.comparison, choices))
        ctx.exit(max(code, tell_end(crew, interrupted=found.interrupted)))
