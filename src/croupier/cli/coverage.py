"""``croupier coverage``: which rules, branches and options are ever used, and by whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.coverage import Coverage
    from croupier.lab.work import Crew

_SIZES = re.compile(r"\s*([0-9]{1,10})\s*(?:,\s*([0-9]{1,10})\s*)?", re.ASCII)


@click.command(
    epilog="Examples:\n\n  croupier coverage agram\n\n"
    "  croupier coverage mygame.rcy --games 10000,100 --players ismcts --html coverage.html\n\n"
    "  croupier coverage hearts --seats 3 --json\n\n"
    "  croupier coverage mygame.rcy --games 100000,1000 --out runs --resume\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read or written, or seats, "
    "settings, players or sizes that are not possible, 3 a game failed, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@click.option(
    "-n",
    "--games",
    "sizes",
    metavar="N[,M]",
    help="Games to play: random ones, and among strong players (default 1000,20).",
)
@click.option(
    "--players",
    metavar="NAME",
    help="The strong player (default ismcts:iterations=200); see `croupier players`.",
)
@options.seed_option
@options.work_options
@options.max_decisions_option
@click.option("--html", metavar="FILE", help="Write the report as a page, which needs nothing else.")
@options.game_options
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Find out which rules of a game are ever used, by random players and by strong ones.

    Prints the program with counts in its margin, and tells what is never reached, never or always true,
    never chosen by a strong player, or always forced; each with its 95 % limit. Ctrl-C gives the report on
    what is done so far. The same seed gives the same counts, with any number of workers.
    """
    from croupier.cli.reporting import check_page, print_text, save_study
    from croupier.cli.working import crew_of, lost_data, tell_end

    check_page(choices["html"])
    choices["settings"] = options.parsed_settings(choices["settings"], game)
    sizes = _sizes(choices["sizes"])
    with crew_of(choices) as crew:
        found = _found(game, sizes, choices, crew)
        if isinstance(found, int):
            ctx.exit(found)
        if as_json:
            options.print_json({**found.data(), "lost": lost_data(crew)})
        else:
            print_text(found)
        code = 3 if any(one.outcomes["failed"] for one in found.sums.values()) else 0
        code = save_study(found, choices) or code
        ctx.exit(max(code, tell_end(crew, interrupted=found.interrupted)))


def _sizes(text: str | None) -> tuple[int, int]:
    from croupier.lab.coverage import GAMES

    if text is None:
        return GAMES
    match = _SIZES.fullmatch(text)
    if match is None:
        raise click.UsageError(f"--games: {text!r} is not one or two numbers such as 1000 or 1000,20")
    random, skilled = int(match.group(1)), int(match.group(2) or GAMES[1])
    if not random + skilled:
        raise click.UsageError("--games: play at least one game")
    return random, skilled


def _found(game: str, sizes: tuple[int, int], choices: dict[str, Any], crew: Crew) -> Coverage | int:
    """What was counted; or the exit code after saying why there is nothing."""
    from croupier.cli.loading import loaded
    from croupier.cli.working import lab_errors
    from croupier.lab.coverage import AI, CoverageError, kept_coverage
    from croupier.lab.progress import StageBar

    plan = options.analysed_plan(game, choices)
    if plan is None:
        return 2
    code = loaded(lambda: plan.game)
    if isinstance(code, int):
        return code
    options.mention_engine(game, plan.game)
    try:
        with lab_errors(), StageBar(plan.game.title) as bar:
            return kept_coverage(plan, sizes, choices["players"] or AI, crew, bar.told)
    except CoverageError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 2
