"""``croupier tournament``: players against each other, on the same deals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.tournament import Record, Result, Tournament

MANY = 100
"""How many deals are played unless somebody says otherwise."""


@click.command(
    epilog="Examples:\n\n  croupier tournament hearts --players random,pipmc,ismcts:iterations=500 -n 200\n\n"
    "  croupier tournament gops --players random,exec:./mybot --out bots.jsonl\n\n"
    "  croupier tournament gops --players random,exec:./mybot --out bots.jsonl --resume -n 500\n\n"
    "Exit code: 0 fine, 1 a program has errors, 2 a file that cannot be read or written, or seats, settings "
    "or players that are not possible, 130 interrupted."
)
@click.argument("game", metavar="GAME")
@click.option("--players", required=True, metavar="NAMES", help="Two players or more, separated by commas.")
@click.option(
    "-n",
    "number",
    type=click.IntRange(min=1),
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
@click.option("--seed", type=int, default=1, metavar="S", help="Where all chance comes from (default 1).")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes (default: all cores); never changes a result.",
)
@click.option("--out", metavar="FILE", help="Record every game there as it is played.")
@click.option("--resume", is_flag=True, help="Go on with the tournament in --out, or begin it.")
@options.seats_option
@options.settings_option
@options.dialect_option
@options.engine_option
@options.json_option
@options.max_size_option
@click.pass_context
def command(ctx: click.Context, /, *, game: str, as_json: bool, **choices: Any) -> None:
    """Let players play against each other, on the same deals.

    Every player sits in every seat on every deal. Told are the standing of each (1 first, 0 last), its share
    of the wins, an OpenSkill rating, and for every pair who ended further up, and how sure that is. The same
    seed gives the same games, with any number of workers.
    """
    if choices["resume"] and not choices["out"]:
        raise click.UsageError("--resume goes on with the file in --out: name it")
    choices["settings"] = options.parsed_settings(choices["settings"])
    record = _played(game, choices)
    if isinstance(record, int):
        ctx.exit(record)
    from croupier.lab.crosstable import tournament_data, tournament_text

    if as_json:
        options.print_json(tournament_data(record))
    elif record.results:
        click.echo(tournament_text(record))
    if record.interrupted:
        more = f"; `--out {choices['out']} --resume` goes on" if choices["out"] else ""
        click.echo(f"croupier: interrupted{more}", err=True)
        ctx.exit(130)


def _played(game: str, choices: dict[str, Any]) -> Record | int:
    """The tournament when it is over; or the exit code after saying why there is none."""
    from croupier.cli.loading import loaded
    from croupier.lab.record import RecordError
    from croupier.lab.workers import WorkerError
    from croupier.players import PlayerError

    source = options.read_game(game, choices["max_size"])
    if source is None:
        return 2
    tournament = _tournament(game, source, choices)
    code = loaded(lambda: tournament.plan.game)
    if isinstance(code, int):
        return code
    options.mention_engine(game, code)
    try:
        tournament.check()
        return _held(tournament, choices)
    except PlayerError as problem:
        raise click.UsageError(f"--players: {problem}") from None
    except (RecordError, WorkerError) as problem:
        click.echo(f"croupier: {problem}", err=True)
    except FileExistsError:
        click.echo(f"croupier: {choices['out']} is there already: --resume goes on with it", err=True)
    except OSError as problem:
        where = problem.filename or choices["out"]
        click.echo(f"croupier: {where}: {problem.strerror or problem}", err=True)
    return 2


def _tournament(game: str, source: Any, choices: dict[str, Any]) -> Tournament:
    from croupier.lab.simulate import Plan
    from croupier.lab.tournament import Tournament
    from croupier.players import split

    same = {key: choices[key] for key in ("seats", "settings", "dialect", "seed", "engine")}
    return Tournament(
        Plan(source, game, **same), split(choices["players"]), choices["number"], choices["pairings"]
    )


def _held(tournament: Tournament, choices: dict[str, Any]) -> Record:
    import os

    from croupier.lab import record
    from croupier.lab.tournament import hold
    from croupier.lab.workers import cores

    path, done = choices["out"], []
    if path and choices["resume"] and os.path.exists(path):
        done = record.resume(path, tournament)
    elif path:
        record.create(path, tournament)
    with _progress(tournament, len(done)) as progress:

        def told(results: list[Result]) -> None:
            if path:
                record.append(path, results)
            progress(len(results))

        return hold(tournament, done=done, workers=choices["workers"] or cores(), told=told)


@contextmanager
def _progress(tournament: Tournament, done: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error with the time that is left, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    title = tournament.plan.game.title
    with click.progressbar(
        length=tournament.games, label=title, file=sys.stderr, show_eta=True, show_pos=True
    ) as bar:
        bar.update(done)
        yield bar.update
