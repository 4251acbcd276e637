"""``croupier simulate``: play many games and tell how they went."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.game.hosting import HostedState
    from croupier.lab.simulate import Plan, Simulation
    from croupier.lab.work import Crew

MANY = 1000
"""How many games are played unless somebody says otherwise."""


@click.command(
    epilog="Examples:\n\n  croupier simulate agram hearts --games 1000 --seed 1\n\n"
    "  croupier simulate hearts --set PASS=3 --json\n\n"
    "  croupier simulate mygame.rcy --seed 1 --only 17 --trace\n\n"
    '  croupier simulate hearts --measure "((current player) sto SCORE)"\n\n'
    "Exit code: 0 fine, 1 a program has errors, 2 a file that cannot be read, or seats, settings or players "
    "that are not possible, 3 a game failed or could not be played, 130 interrupted."
)
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option(
    "-n",
    "--games",
    "number",
    type=options.COUNT,
    metavar="N",
    help=f"Games to play (default {MANY}; 1 with --trace).",
)
@click.option(
    "--players",
    default="random",
    metavar="NAMES",
    help="Who plays: one for all, or one for every seat (random,bot.py:Timid); see `croupier players`.",
)
@options.seed_option
@click.option("--only", type=click.IntRange(min=0), metavar="K", help="Play only game K of the experiment.")
@options.work_options
@click.option("--transcripts", metavar="DIR", help="Record every game there, as GAME-INDEX.jsonl.")
@click.option("--trace", is_flag=True, help="Print every action in words as it happens.")
@click.option(
    "--max-steps",
    type=click.IntRange(min=1),
    metavar="N",
    help="Steps without a decision that end a game (default 1000000).",
)
@options.max_decisions_option
@options.measure_option
@options.game_options
@click.pass_context
def command(ctx: click.Context, /, *, games: tuple[str, ...], as_json: bool, **choices: Any) -> None:
    """Play many games and tell how they went.

    A GAME is a file (`-`: standard input) or the name of one in the library. Told are outcomes, win shares,
    scores, length and options, each with its 95 % interval. The same seed gives the same games, with any
    number of workers.
    """
    choices["settings"] = options.parsed_settings(choices["settings"], *games)
    choices["players"] = _player_names(choices["players"])
    if choices["only"] is not None and choices["number"] is not None:
        raise click.UsageError("--only plays a single game: give either it or --games")
    if choices["trace"] and choices["measures"]:
        raise click.UsageError("--trace prints games as they happen: --measure is for many of them")
    if choices["out"] and (choices["only"] is not None or choices["trace"]):
        raise click.UsageError("--out keeps long runs: --only and --trace play single games")
    from croupier.cli.working import crew_of, tell_end

    code, results = 0, []
    with crew_of(choices) as crew:
        for i, name in enumerate(games):
            if i and not as_json:
                click.echo()
            try:
                data, ended = _one_game(name, as_json, choices, crew)
            except KeyboardInterrupt:
                code = 130
                break
            results.append(data)
            code = max(code, ended)
            if ended == 130:
                break
        if as_json:
            options.print_json(results[0] if len(games) == 1 and results else results)
        ctx.exit(max(code, tell_end(crew, interrupted=code == 130)))


def _player_names(text: str) -> tuple[str, ...]:
    from croupier.players import PlayerError, named, split

    names = split(text)
    try:
        for name in names:
            named(name)
    except PlayerError as problem:
        raise click.UsageError(f"--players: {problem}") from None
    return names


def _one_game(name: str, as_json: bool, choices: dict[str, Any], crew: Crew) -> tuple[dict[str, Any], int]:
    """Play one game as often as was asked for; what to print as data, and the exit code."""
    from croupier.cli.working import lost_data
    from croupier.game.settings import ParameterError
    from croupier.lab.own_measures import MeasureError
    from croupier.lab.report import report_data, report_text
    from croupier.lab.store.schema import StoreError
    from croupier.players import PlayerError, PlayerFailure
    from croupier.recycle.program import ProgramError
    from croupier.text import SourceError, render_all, summary
    from croupier.text import as_json as data_of

    before = len(crew.lost)
    try:
        plan = _plan(name, choices)
        _mention_warnings(plan)
        result = _played(plan, as_json, choices, crew)
        _mention_guesses(plan)
    except ProgramError as problem:
        colour, width = options.wants_colour(sys.stderr), options.terminal_width()
        errors = [finding for finding in problem.findings if finding.is_error]
        click.echo(render_all(errors, colour=colour, width=width), err=True)
        return _not_started(
            name, f"{problem.source.name}: {summary(errors)}", findings=[data_of(f) for f in errors]
        ), 1
    except SourceError as problem:
        return _not_started(name, str(problem)), 2
    except StoreError as problem:
        return _not_started(name, str(problem)), 3 if problem.midway else 2
    except OSError as problem:
        return _not_started(name, _in_words(problem)), 2
    except PlayerFailure as problem:
        return _not_started(name, f"{name}: {problem}"), 3
    except (MeasureError, ParameterError, PlayerError) as problem:
        return _not_started(name, f"{name}: {problem}"), 2
    if not as_json:
        click.echo(report_text(result, colour=options.wants_colour(), width=options.terminal_width()))
    return {**report_data(result), "lost": lost_data(crew, before)}, _code(result)


def _in_words(problem: OSError) -> str:
    return f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)


def _not_started(name: str, error: str, **details: Any) -> dict[str, Any]:
    click.echo(f"croupier: {error}", err=True)
    return {"game": name, "error": error, **details}


def _plan(name: str, choices: dict[str, Any]) -> Plan:
    from croupier.catalog import shelf
    from croupier.lab.simulate import Plan

    limits = {key: choices[key] for key in ("max_steps", "max_decisions") if choices[key] is not None}
    kept = choices["transcripts"] or ""
    if kept:
        os.makedirs(kept, exist_ok=True)
    source, same = shelf.find(name, choices["max_size"]), options.planned(choices)
    plan = Plan(source, name, **same, players=choices["players"], transcripts=kept, **limits)
    options.mention_engine(name, plan.game)
    with options.compiling(name, plan.game):
        plan.check()
    if plan.code_note and plan.code_note != plan.game.note:
        click.echo(f"croupier: {plan.code_note}", err=True)
    return plan


def _mention_warnings(plan: Plan) -> None:
    from croupier.text import Severity, summary

    warnings = [f for f in plan.game.findings if f.severity is Severity.WARNING]
    if warnings:
        told = f"`croupier check {plan.name}` shows them"
        click.echo(f"croupier: {plan.source.name}: {summary(warnings)}; {told}", err=True)


def _mention_guesses(plan: Plan) -> None:
    """Say what had to be guessed to make a game of a program, as far as games have come there."""
    for finding in plan.game.guesses:
        told = f"`croupier show {plan.name}` tells what was found"
        where = f"{plan.source.name}:{finding.span.line}"
        click.echo(f"croupier: {where}: {finding.code}: {finding.message}; {told}", err=True)


def _played(plan: Plan, as_json: bool, choices: dict[str, Any], crew: Crew) -> Simulation:
    from croupier.lab.functions import simulation_of
    from croupier.lab.simulate import simulate

    first, number = choices["only"] or 0, choices["number"]
    if choices["trace"]:
        games = 1 if number is None else number
        return simulate(plan, games, first=first, watch=_teller(plan.game.title, to_stderr=as_json))
    games = 1 if choices["only"] is not None else number or MANY
    return simulation_of(plan, games, crew, first=first, measures=choices["measures"])


def _teller(title: str, *, to_stderr: bool) -> Callable[[int, HostedState], None]:
    """Tells every action of every game in words, with open cards."""

    def watch(index: int, state: HostedState) -> None:
        click.echo(f"game {index}, {title}", err=to_stderr)
        state.listen(state.teller(lambda text: click.echo(text, err=to_stderr)))

    return watch


def _code(result: Simulation) -> int:
    from croupier.game import Status

    if result.interrupted:
        return 130
    return 3 if result.tally.outcomes.get(Status.FAILED, 0) else 0
