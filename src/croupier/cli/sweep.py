"""``croupier sweep``: how the heuristics of a game move when its rule constants do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.sweeps import Sweep
    from croupier.lab.work import Crew
    from croupier.recycle.program import Constant


@click.command(
    epilog="Examples:\n\n  croupier sweep agram --set HANDSIZE=4..8\n\n"
    "  croupier sweep agram --set HANDSIZE=3..6 --seats 2..5 --heuristics fairness,drama --html a.html\n\n"
    "  croupier sweep mygame.rcy --set TARGET=50..200..50 --set PASS=0,1,3 --effort normal --csv tables\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read or written, or a grid, "
    "players or sizes that are not possible, 3 nothing could be played to an end, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUES",
    help="The values of a declared constant: a range 4..8, with a step 0..100..25, a list 1,2,5. A list that "
    "is one value stands in parentheses: (A,B). May be repeated: all combinations are played.",
)
@click.option("--seats", metavar="NUMBERS", help="The same for the number of players: 2..5 or 2,4.")
@options.experiment_options("quick")
@options.heuristics_option
@click.option(
    "--max-points",
    type=click.IntRange(min=2),
    default=100,
    metavar="N",
    help="Refuse a grid of more combinations (default 100).",
)
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

    check_page(choices["html"])
    check_charts(choices["charts"])
    check_tables(choices)
    with crew_of(choices) as crew:
        found = _found(game, choices, crew)
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


def _found(game: str, choices: dict[str, Any], crew: Crew) -> Sweep | int:
    """The sweep; or the exit code after saying why there is none."""
    from croupier.cli.loading import loaded
    from croupier.cli.working import lab_errors
    from croupier.lab.progress import SeveralBar
    from croupier.lab.sweeps import sweep

    settings = grid_values(choices["settings"])
    plan = options.analysed_plan(game, {**choices, "seats": None, "settings": {}})
    if plan is None:
        return 2
    code = loaded(lambda: plan.game)
    if isinstance(code, int):
        return code
    with lab_errors(), SeveralBar() as bar:
        return sweep(
            plan,
            settings=settings,
            seats=seat_numbers(choices["seats"]),
            effort=choices["effort"],
            games=choices["sizes"],
            players=choices["players"],
            published=choices["published"],
            heuristics=options.named_heuristics(choices["heuristics"]),
            max_points=choices["max_points"],
            measures=choices["measures"],
            crew=crew,
            progress=bar.step,
        )


def grid_values(settings: tuple[str, ...]) -> dict[str, tuple[Constant, ...]]:
    """The values of every constant, as `--set` gives them."""
    from croupier.lab.grid import GridError, values_of

    found = {}
    for name, text in options.setting_texts(settings).items():
        try:
            found[name] = values_of(text)
        except GridError as problem:
            raise click.UsageError(f"--set {name}: {problem}") from None
    return found


def seat_numbers(text: str | None) -> list[int] | None:
    """The numbers of seats, as `--seats` gives them."""
    from croupier.lab.grid import GridError, values_of

    if text is None:
        return None
    try:
        values = values_of(text)
    except GridError as problem:
        raise click.UsageError(f"--seats: {problem}") from None
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) < len(values):
        raise click.UsageError(f"--seats: {text!r} is not a list of numbers such as 2..5 or 2,4")
    return numbers
