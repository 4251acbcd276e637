"""``croupier simulate``: play many games and tell how they went."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.engine.state import TableState
    from croupier.lab.simulate import Plan, Simulation

MANY = 1000
"""How many games are played unless somebody says otherwise."""


@click.command(
    epilog="Examples:\n\n  croupier simulate agram hearts -n 1000 --seed 1\n\n"
    "  croupier simulate hearts --set PASS=3 --json\n\n"
    "  croupier simulate mygame.rcy --seed 1 --only 17 --trace\n\n"
    "Exit code: 0 fine, 1 a program has errors, 2 a file that cannot be read, or seats, settings or players "
    "that are not possible, 3 a game failed, 130 interrupted."
)
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option(
    "-n",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Games to play (default {MANY}; 1 with --trace).",
)
@click.option(
    "--players",
    default="random",
    metavar="NAMES",
    help="Who plays: one for all, or one for every seat (random,ismcts:time=1s); see `croupier players`.",
)
@click.option("--seed", type=int, default=1, metavar="S", help="Where all chance comes from (default 1).")
@click.option("--only", type=click.IntRange(min=0), metavar="K", help="Play only game K of the experiment.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes or threads (default: as many as there are cores); never changes a result.",
)
@click.option("--transcripts", metavar="DIR", help="Record every game there, as GAME-INDEX.jsonl.")
@click.option("--trace", is_flag=True, help="Print every action in words as it happens.")
@click.option(
    "--max-steps",
    type=click.IntRange(min=1),
    metavar="N",
    help="Steps without a decision that end a game (default 1000000).",
)
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
def command(ctx: click.Context, /, *, games: tuple[str, ...], as_json: bool, **choices: Any) -> None:
    """Play many games and tell how they went.

    A GAME is a file (`-`: standard input) or the name of one in the library. Told are outcomes, win shares,
    scores, length and options, each with its 95 % interval. The same seed gives the same games, with any
    number of workers.
    """
    choices["settings"] = options.parsed_settings(choices["settings"])
    choices["players"] = _player_names(choices["players"])
    if choices["only"] is not None and choices["number"] is not None:
        raise click.UsageError("--only plays a single game: give either it or -n")
    code, results = 0, []
    for i, name in enumerate(games):
        if i and not as_json:
            click.echo()
        try:
            data, ended = _one_game(name, as_json, choices)
        except KeyboardInterrupt:
            code = 130
            break
        results.append(data)
        code = max(code, ended)
        if ended == 130:
            break
    if as_json:
        options.print_json(results[0] if len(games) == 1 and results else results)
    if code == 130:
        click.echo("croupier: interrupted", err=True)
    ctx.exit(code)


def _player_names(text: str) -> tuple[str, ...]:
    from croupier.players import PlayerError, named, split

    names = split(text)
    try:
        for name in names:
            named(name)
    except PlayerError as problem:
        raise click.UsageError(f"--players: {problem}") from None
    return names


def _one_game(name: str, as_json: bool, choices: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Play one game as often as was asked for; what to print as data, and the exit code."""
    from croupier.lab.report import report_data, report_text
    from croupier.lab.workers import WorkerError
    from croupier.players import PlayerError
    from croupier.recycle.parameters import ParameterError
    from croupier.recycle.program import ProgramError
    from croupier.text import SourceError, render_all, summary
    from croupier.text import as_json as data_of

    try:
        plan = _plan(name, choices)
        _mention_warnings(plan)
        result = _played(plan, as_json, choices)
    except ProgramError as problem:
        colour, width = options.wants_colour(sys.stderr), options.terminal_width()
        errors = [finding for finding in problem.findings if finding.is_error]
        click.echo(render_all(errors, colour=colour, width=width), err=True)
        return _not_started(
            name, f"{problem.source.name}: {summary(errors)}", findings=[data_of(f) for f in errors]
        ), 1
    except (SourceError, WorkerError) as problem:
        return _not_started(name, str(problem)), 2
    except OSError as problem:
        return _not_started(name, _in_words(problem)), 2
    except (ParameterError, PlayerError) as problem:
        return _not_started(name, f"{name}: {problem}"), 2
    if not as_json:
        click.echo(report_text(result, colour=options.wants_colour(), width=options.terminal_width()))
    return report_data(result), _code(result)


def _in_words(problem: OSError) -> str:
    return f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)


def _not_started(name: str, error: str, **details: Any) -> dict[str, Any]:
    click.echo(f"croupier: {error}", err=True)
    return {"game": name, "error": error, **details}


def _plan(name: str, choices: dict[str, Any]) -> Plan:
    from croupier import shelf
    from croupier.lab.simulate import Plan

    limits = {key: choices[key] for key in ("max_steps", "max_decisions") if choices[key] is not None}
    same = {key: choices[key] for key in ("seats", "settings", "dialect", "players", "seed", "engine")}
    same["transcripts"] = choices["transcripts"] or ""
    if choices["transcripts"]:
        os.makedirs(choices["transcripts"], exist_ok=True)
    plan = Plan(shelf.find(name, choices["max_size"]), name, **same, **limits)
    options.mention_engine(name, plan.game)
    with options.compiling(name, plan.game):
        plan.check()
    if plan.code_note and plan.code_note != plan.game.note:
        click.echo(f"croupier: {plan.code_note}", err=True)
    return plan


def _mention_warnings(plan: Plan) -> None:
    from croupier.text import Severity, summary

    warnings = [f for f in plan.game.program.findings if f.severity is Severity.WARNING]
    if warnings:
        told = f"`croupier check {plan.name}` shows them"
        click.echo(f"croupier: {plan.source.name}: {summary(warnings)}; {told}", err=True)


def _played(plan: Plan, as_json: bool, choices: dict[str, Any]) -> Simulation:
    from croupier.lab.simulate import simulate
    from croupier.lab.workers import cores

    first, number = choices["only"] or 0, choices["number"]
    if choices["trace"]:
        games = 1 if number is None else number
        return simulate(plan, games, first=first, watch=_teller(to_stderr=as_json))
    games = 1 if choices["only"] is not None else number or MANY
    with _progress(plan.game.title, games) as progress:
        return simulate(plan, games, first=first, workers=choices["workers"] or cores(), progress=progress)


@contextmanager
def _progress(title: str, games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error with the time that is left, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=games, label=title, file=sys.stderr, show_eta=True, show_pos=True) as bar:
        yield bar.update


def _teller(*, to_stderr: bool) -> Callable[[int, TableState], None]:
    """Tells every action of every game in words, with open cards."""
    from croupier.engine.words import Words

    def watch(index: int, state: TableState) -> None:
        click.echo(f"game {index}, {state.game.title}", err=to_stderr)
        words = Words(state.table, None)

        def tell(event: tuple[Any, ...], expr: Any) -> None:
            decided = event[0] == "decision"
            forced = " (forced)" if decided and len(event[2]) == 1 else ""
            click.echo(
                f"{'' if decided or event[0] == 'end' else '  '}{words.event(event, expr)}{forced}",
                err=to_stderr,
            )

        state.listen(tell)

    return watch


def _code(result: Simulation) -> int:
    from croupier.game import Status

    if result.interrupted:
        return 130
    return 3 if result.tally.outcomes.get(Status.FAILED, 0) else 0
