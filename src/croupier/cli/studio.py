"""``croupier studio``: play in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli import options
from croupier.text.errors import reason_of

if TYPE_CHECKING:
    from croupier.studio.running import Beginning


@click.command(
    epilog="Examples:\n\n  croupier studio\n\n  croupier studio hearts\n\n  croupier studio mygame.rcy\n\n"
    "  croupier studio hearts-7.jsonl\n\n  croupier studio --port 9000 --no-browser\n\n"
    "Exit code: 0 ended by Ctrl-C, 1 the program has errors, 2 a file that cannot be read or a port that is "
    "taken, 130 Ctrl-C twice."
)
@click.argument("what", metavar="[GAME|FILE|DIR|TRANSCRIPT]", required=False)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    help="Listen here (default 8642, or one of the next).",
)
@click.option("--no-browser", is_flag=True, help="Print the address and open nothing.")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Where tables are kept."
)
@click.option("--read-only", is_flag=True, help="Write nothing into the workspace.")
@options.json_option
@options.max_size_option
@click.pass_context
def command(
    ctx: click.Context,
    what: str | None,
    *,
    port: int | None,
    no_browser: bool,
    data: Path | None,
    read_only: bool,
    as_json: bool,
    max_size: int,
) -> None:
    """Play in the browser, at a table for any game.

    A game of the library or a file opens at a new table, a transcript as a replay; a folder is where games
    are saved (default: the current one). The address has a token without which nothing is answered; the
    studio listens on this machine only. Tables are kept, and stand again when the studio is started again.
    Ctrl-C ends it.
    """
    import os
    import sys
    from asyncio import run

    from croupier.studio.running import PORT, PortTaken, keep_log, kept_token, listening, serve, show

    beginning, workspace = _beginning(ctx, what, max_size)
    folder = data or _data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        token = kept_token(folder)
        keep_log(folder)
    except OSError as problem:
        click.echo(f"croupier: {folder}: cannot be written: {reason_of(problem)}", err=True)
        ctx.exit(2)
    try:
        listener = listening(port)
    except PortTaken:
        click.echo(f"croupier: port {port or PORT} is taken: name another with --port", err=True)
        ctx.exit(2)
    from croupier.studio.hub import Hub

    def ready(address: str) -> None:
        if as_json:
            options.print_json({"url": address, "port": listener.getsockname()[1], "pid": os.getpid()})
        else:
            click.echo(f"Croupier Studio: {address}")
        sys.stdout.flush()
        if not no_browser:
            show(address)

    async def served() -> None:
        given = Path(beginning.game) if beginning.game and Path(beginning.game).is_file() else None
        await serve(
            Hub(folder, workspace, read_only=read_only, given=given), listener, token, beginning, ready
        )

    run(served())


def _beginning(ctx: click.Context, what: str | None, max_size: int) -> tuple[Beginning, Path]:
    """Returns the page that is opened first, and the workspace."""
    from croupier.studio.running import Beginning

    here = Path.cwd()
    if what is None:
        return Beginning(), here
    path = Path(what)
    if path.is_dir():
        return Beginning(), path.resolve()
    if path.suffix == ".jsonl":
        if not path.is_file():
            click.echo(f"croupier: {what}: there is no such file", err=True)
            ctx.exit(2)
        return Beginning(transcript=path.resolve()), here
    from croupier.cli.loading import load_game

    # Mistakes in a file are told here, before anything is served.
    found = load_game(what, max_size, None, {}, None, "interpreter")
    if isinstance(found, int):
        ctx.exit(found)
    return Beginning(game=str(path.resolve()) if path.is_file() else what), here


def _data_folder() -> Path:
    import tempfile

    from croupier.kernel.trust import data_folder

    found = data_folder()
    return (found if found is not None else Path(tempfile.gettempdir()) / "croupier") / "studio"
