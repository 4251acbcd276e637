"""``croupier compare``: several games or variants side by side, and what differs beyond chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.comparison import Comparison
    from croupier.lab.several import Case
    from croupier.lab.work import Crew


@click.command(
    epilog="Examples:\n\n  croupier compare hearts black_maria\n\n"
    "  croupier compare agram agram:HANDSIZE=5 agram:HANDSIZE=4:seats=3\n\n"
    "  croupier compare mygame.rcy mygame-new.rcy --effort thorough --html compared.html\n\n"
    "Exit code: 0 fine, 1 a program has errors, 2 a file that cannot be read or written, or games, seats, "
    "settings, players or sizes that are not possible, 3 a game failed, 130 interrupted."
)
@click.argument("games", nargs=-1, required=True, metavar="GAME[:NAME=VALUE...]...")
@options.experiment_options("normal")
@options.heuristics_option
@click.option("--all-pairs", is_flag=True, help="Compare each with each, not only all with the first.")
@options.tables_options
@options.report_options
@options.game_options
@click.pass_context
def command(ctx: click.Context, /, *, games: tuple[str, ...], as_json: bool, **choices: Any) -> None:
    """Compare games, or variants of a game: how they differ, and whether it may be chance.

    What is different about a variant stands behind colons: agram:HANDSIZE=5:seats=3. Told are every
    heuristic of each game and its difference to the first, all with 95 % intervals; marked is what is more
    than chance, however many comparisons are made. Of all games equally much is played, on the same deals
    where the cards are the same. Ctrl-C gives the report on what is done so far.
    """
    from croupier.cli.reporting import check_charts, check_page, print_text, save_study
    from croupier.cli.tables import check_tables, save_tables
    from croupier.cli.working import crew_of, lost_data, tell_end

    choices["settings"] = options.parsed_settings(choices["settings"])
    check_page(choices["html"])
    check_charts(choices["charts"])
    check_tables(choices)
    with crew_of(choices) as crew:
        found = _found(games, choices, crew)
        if isinstance(found, int):
            ctx.exit(found)
        if as_json:
            options.print_json({**found.data(), "lost": lost_data(crew)})
        elif found.found:
            print_text(found)
        code = save_tables(choices, found.tables())
        if found.found:
            code = max(code, save_study(found, choices))
        ctx.exit(max(code, _code(found), tell_end(crew, interrupted=found.interrupted)))


def _found(games: tuple[str, ...], choices: dict[str, Any], crew: Crew) -> Comparison | int:
    """The comparison; or the exit code after saying why there is none."""
    from croupier.cli.working import lab_errors
    from croupier.lab.comparison import check_cases, compare
    from croupier.lab.progress import SeveralBar
    from croupier.lab.variants import VariantError

    cases: list[Case] = []
    try:
        for text in games:
            case = _case(text, choices)
            if isinstance(case, int):
                return case
            cases.append(case)
        check_cases(cases)
    except VariantError as problem:
        raise click.UsageError(str(problem)) from None
    with lab_errors(), SeveralBar() as bar:
        return compare(
            cases,
            effort=choices["effort"],
            games=choices["sizes"],
            players=choices["players"],
            published=choices["published"],
            heuristics=options.named_heuristics(choices["heuristics"]),
            all_pairs=choices["all_pairs"],
            measures=choices["measures"],
            crew=crew,
            progress=bar.step,
        )


def _case(text: str, choices: dict[str, Any]) -> Case | int:
    """A variant as it is written, loaded; or the exit code after saying why not."""
    from croupier.cli.loading import loaded
    from croupier.lab.several import Case
    from croupier.lab.variants import variant

    own = variant(text)
    seats = own.seats if own.seats is not None else choices["seats"]
    settings = {**choices["settings"], **own.settings}
    plan = options.analysed_plan(own.game, {**choices, "seats": seats, "settings": settings})
    if plan is None:
        return 2
    code = loaded(lambda: plan.game)
    return code if isinstance(code, int) else Case(text, plan)


def _code(found: Comparison) -> int:
    return 3 if any(analysis.failed for analysis in found.found) else 0
