"""``croupier tournament``: players against each other, on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.tournament import Record, Tournament
    from croupier.lab.work import Crew

MANY = 100
"""How many deals are played unless somebody says otherwise."""


@click.command(
    epilog="Examples:\n\n  croupier tournament hearts --players random,pipmc,ismcts --deals 200\n\n"
    "  croupier tournament pairs --players pipmc:tests=1,pipmc:tests=4,pipmc:tests=16 --html pairs.html\n\n"
    "  croupier tournament gops --players random,exec:./mybot --out runs\n\n"
    "  croupier tournament gops --players random,exec:./mybot --out runs --resume --deals 500\n\n"
    "  croupier tournament hearts --players bot.py:Timid,random --deals 50\n\n"
    "Exit code: 0 fine, 1 a program has errors, 2 a file that cannot be read or written, or seats, settings "
    "or players that are not possible, 3 a game could not be played, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@click.option("--players", required=True, metavar="NAMES", help="Two players or more, separated by commas.")
@click.option(
    "-n",
    "--deals",
    "number",
    type=options.COUNT,
    default=MANY,
    metavar="N",
    help=f"Deals (default {MANY}); each is played in every seating.",
)
@click.option(
    "--pairings",
    type=click.Choice(["pairs", "seatings"]),
    default="pairs",
    help="pairs: every two players, each alone among the other at every seat (default). seatings: all "
    "players together, in every order.",
)
@options.seed_option
@options.work_options
@options.report_options
@options.game_options
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Let players play against each other, on the same deals.

    Every player sits in every seat on every deal. Told are the standing of each (1 first, 0 last), its share
    of the wins, an OpenSkill rating, and for every pair who ended further up, and how sure that is. The same
    seed gives the same games, with any number of workers.
    """
    from croupier.cli.reporting import check_charts, check_page, print_text, save_study
    from croupier.cli.working import crew_of, lost_data, tell_end

    choices["settings"] = options.parsed_settings(choices["settings"], game)
    check_page(choices["html"])
    check_charts(choices["charts"])
    with crew_of(choices) as crew:
        record = _played(game, choices, crew)
        if isinstance(record, int):
            ctx.exit(record)
        if as_json:
            options.print_json({**record.data(), "lost": lost_data(crew)})
        elif record.results:
            print_text(record)
        ctx.exit(max(save_study(record, choices), tell_end(crew, interrupted=record.interrupted)))


def _played(game: str, choices: dict[str, Any], crew: Crew) -> Record | int:
    """The tournament when it is over; or the exit code after saying why there is none."""
    from croupier.cli.loading import loaded
    from croupier.lab.functions import record_of
    from croupier.players import PlayerError, PlayerFailure

    source = options.read_game(game, choices["max_size"])
    if source is None:
        return 2
    tournament = _tournament(game, source, choices)
    code = loaded(lambda: tournament.plan.game)
    if isinstance(code, int):
        return code
    options.mention_engine(game, code)
    try:
        return record_of(tournament, crew)
    except PlayerFailure:
        raise
    except PlayerError as problem:
        raise click.UsageError(f"--players: {problem}") from None


def _tournament(game: str, source: Any, choices: dict[str, Any]) -> Tournament:
    from croupier.lab.simulate import Plan
    from croupier.lab.tournament import Tournament
    from croupier.players import split

    plan = Plan(source, game, **options.planned(choices))
    return Tournament(plan, split(choices["players"]), choices["number"], choices["pairings"])
