"""``croupier runs``: what long commands have kept with --out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.store.folder import Entry

FOLDER = "runs"

_folder_option = click.option(
    "--in", "folder", default=FOLDER, metavar="DIR", help=f"The folder of the runs (default {FOLDER})."
)


class _Runs(click.Group):
    """Lists the runs unless it is told to do something else."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=_Runs,
    epilog="Examples:\n\n  croupier simulate hearts -n 1000000 --out runs\n\n  croupier runs\n\n"
    "  croupier runs show simulate-hearts\n\n"
    "  croupier runs query \"SELECT run, value FROM results WHERE name = 'heuristics.fairness'\"\n\n"
    "  croupier runs export simulate-hearts --parquet tables\n\n"
    "Exit code: 0 fine, 2 no such folder or run, a file that cannot be read or written, or a query that "
    "cannot be answered.",
)
def command() -> None:
    """List the runs that were kept with --out, show one, or ask their tables.

    `croupier runs [DIR]` lists the runs of a folder (`runs` unless given), also while they are written.
    """


@command.command("list")
@click.argument("folder", default=FOLDER, metavar="[DIR]")
@options.json_option
@click.pass_context
def list_command(ctx: click.Context, folder: str, *, as_json: bool) -> None:
    """List the runs of a folder: which game, how far, and whether somebody is writing it."""
    from croupier.lab.report import aligned
    from croupier.lab.store.folder import entry, files
    from croupier.lab.store.schema import StoreError

    found, code = [], 0
    try:
        paths = files(folder)
    except StoreError as problem:
        _refuse(ctx, problem)
    for path in paths:
        try:
            found.append(entry(path))
        except StoreError as problem:
            click.echo(f"croupier: {problem}", err=True)
            code = 2
    found.sort(key=lambda one: one.begun)
    if as_json:
        options.print_json([_data(one) for one in found])
    elif found:
        heading = ["run", "state", "games", "of", "seats", "seed", "begun"]
        rows = [
            [one.id, one.state, f"{one.done:,}", f"{one.planned:,}", str(one.seats), one.seed, one.begun[:16]]
            for one in found
        ]
        click.echo("\n".join(line.rstrip() for line in aligned([heading, *rows], left=(0, 1, 6))))
    else:
        click.echo(f"{folder} has no runs.")
    ctx.exit(code)


@command.command("show")
@click.argument("run_id", metavar="ID")
@_folder_option
@options.json_option
@click.pass_context
def show_command(ctx: click.Context, run_id: str, *, folder: str, as_json: bool) -> None:
    """Show one run: what it is, how far it has come, what is missing, and what it has come to.

    ID is its name, or the beginning of a part of it that no other run has, or a file.
    """
    from croupier.lab.store.folder import entry, report_of
    from croupier.lab.store.schema import StoreError

    try:
        path = _path(folder, run_id)
        found, report = entry(path), report_of(path)
    except StoreError as problem:
        _refuse(ctx, problem)
    if as_json:
        options.print_json({**_data(found), "report": report})
    else:
        click.echo("\n".join(line.rstrip() for line in _lines(found, report)))


@command.command("query")
@click.argument("sql", metavar="SQL")
@_folder_option
@click.option("--run", "run_id", metavar="ID", help="Ask this run only.")
@options.json_option
@click.pass_context
def query_command(ctx: click.Context, sql: str, *, folder: str, run_id: str | None, as_json: bool) -> None:
    """Ask the tables of all runs in SQL; nothing can be changed by asking.

    Tables: runs (one row each), results (every number of the report), games, seats, and with `analyze --raw`
    decisions and estimates; parts, chunks, summaries, lost, decided. All have a column `run`.
    """
    from croupier.lab.report import aligned
    from croupier.lab.store.folder import files
    from croupier.lab.store.query import answer, json_value
    from croupier.lab.store.schema import StoreError

    try:
        found = answer([_path(folder, run_id)] if run_id else files(folder), sql)
    except StoreError as problem:
        _refuse(ctx, problem)
    for each in found.left_out:
        click.echo(f"croupier: {each}", err=True)
    if as_json:
        options.print_json(found.data())
    else:
        texts = [i for i in range(len(found.names)) if any(isinstance(row[i], str) for row in found.rows)]
        cells = [["" if cell is None else str(json_value(cell)) for cell in row] for row in found.rows]
        click.echo("\n".join(line.rstrip() for line in aligned([found.names, *cells], left=tuple(texts))))
    ctx.exit(2 if found.left_out else 0)


@command.command("export")
@click.argument("run_id", metavar="ID")
@click.option("--parquet", metavar="DIR", help="Write Parquet files there (takes the extra `parquet`).")
@click.option("--csv", metavar="DIR", help="Write CSV files there.")
@_folder_option
@click.pass_context
def export_command(
    ctx: click.Context, run_id: str, *, folder: str, parquet: str | None, csv: str | None
) -> None:
    """Write the tables of a run as Parquet or CSV, one file each."""
    from croupier.lab.store.folder import reading
    from croupier.lab.store.schema import StoreError
    from croupier.lab.store.values import table_rows
    from croupier.lab.tables import TYPES, CsvFolder, ParquetFolder

    wanted = [(kind, to) for kind, to in ((ParquetFolder, parquet), (CsvFolder, csv)) if to]
    if not wanted:
        raise click.UsageError("--parquet or --csv says where the tables go")
    try:
        path = _path(folder, run_id)
        for kind, to in wanted:
            with kind(to) as sink, reading(path) as sql:
                for name in TYPES:
                    for rows in table_rows(sql, name):
                        sink.add({name: rows})
    except StoreError as problem:
        _refuse(ctx, problem)
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        click.echo(f"croupier: {where}{problem.strerror or problem}", err=True)
        ctx.exit(2)


def _path(folder: str, run_id: str) -> Path:
    from croupier.lab.store.folder import find

    return Path(run_id) if Path(run_id).is_file() else find(folder, run_id)


def _refuse(ctx: click.Context, problem: Exception) -> Any:
    click.echo(f"croupier: {problem}", err=True)
    ctx.exit(2)


def _data(found: Entry) -> dict[str, Any]:
    return {
        "run": found.id,
        "file": str(found.path),
        "state": found.state,
        "command": found.command,
        "game": found.game,
        "seats": found.seats,
        "seed": int(found.seed),
        "croupier": found.croupier,
        "begun": found.begun,
        "finished": found.finished,
        "command_line": found.command_line,
        "games": found.done,
        "planned": found.planned,
        "parts": [
            {"part": p.part, "games": p.done, "planned": p.planned, "chunks": p.chunks, "seconds": p.seconds}
            for p in found.parts
        ],
        "lost": list(found.lost),
    }


def _lines(found: Entry, report: dict[str, Any] | None) -> list[str]:
    from croupier.lab.report import aligned
    from croupier.lab.store.values import estimates_in

    by = f" by {found.writer}" if found.running else ""
    lines = [
        f"{found.id}: {found.command} of {found.game}, {found.seats} seats, seed {found.seed}",
        f"  {found.state}{by}, begun {found.begun}"
        + (f", finished {found.finished}" if found.finished else ""),
        f"  croupier {found.croupier}; {found.path}",
        "",
    ]
    rows = [
        [p.part, f"{p.done:,}", f"{p.planned:,}", f"{p.chunks:,}", f"{p.seconds:,.1f} s"] for p in found.parts
    ]
    lines += aligned([["part", "games", "of", "chunks", "took"], *rows], left=(0,))
    for lost in found.lost:
        seeds = ", ".join(lost["seeds"][:5]) + (", …" if len(lost["seeds"]) > 5 else "")
        which = f"{lost['part']}, games {lost['first']} to {lost['past'] - 1}"
        lines.append(f"  lost: {which}: {lost['why']} (seeds {seeds})")
    if report is not None:
        results = [
            [name, *("" if number is None else f"{number:.4g}" for number in (value, low, high)), f"{n:,}"]
            for name, value, low, high, n in estimates_in(report)
        ]
        lines += ["", *aligned([["result", "value", "low", "high", "n"], *results], left=(0,))]
    elif not found.running and found.command_line:
        more = "" if "--resume" in found.command_line else " --resume"
        lines += ["", f"  To go on: {found.command_line}{more}"]
    return lines
