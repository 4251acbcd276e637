"""``croupier studio``: play and design in the browser."""

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
    "  croupier studio --share\n\n  croupier studio --allow-program './mybot --fast'\n\n"
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
@click.option("--share", is_flag=True, help="Let people on the network come to a table by a link.")
@click.option(
    "--address",
    metavar="IP",
    help="With --share: the address of this machine for guests, if the one that is found is wrong.",
)
@click.option(
    "--public",
    metavar="URL",
    help="With --share: the address of a proxy before this machine, as guests see it.",
)
@click.option(
    "--allow-program",
    "programs",
    multiple=True,
    metavar="COMMAND",
    help="Let this program play at tables, as exec:COMMAND in --players. Can be given several times.",
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
    share: bool,
    address: str | None,
    public: str | None,
    programs: tuple[str, ...],
    read_only: bool,
    as_json: bool,
    max_size: int,
) -> None:
    """Play and design games in the browser.

    A game of the library opens at a new table, a file in the editor, a transcript as a replay; a folder
    is where games are read and saved (default: the current one). The address has a token without which
    nothing is answered; the studio listens on this machine only. With --share guests come by links that
    you make at a table: each is for one seat, or for watching, and you can take it back. Tables are kept,
    and stand again when the studio is started again. Ctrl-C ends it.
    """
    import os
    import sys
    from asyncio import run

    from croupier.studio.running import (
        PORT,
        AddressMissing,
        PortTaken,
        keep_log,
        kept_token,
        listening,
        serve,
        show,
    )

    guests = _guests_address(ctx, share=share, address=address, public=public)

    allowed = _programs(programs)
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
        listeners = listening(port, "" if public else guests)
    except PortTaken:
        click.echo(f"croupier: port {port or PORT} is taken: name another with --port", err=True)
        ctx.exit(2)
    except AddressMissing:
        click.echo(f"croupier: {guests} is no address of this machine: name one with --address", err=True)
        ctx.exit(2)
    from croupier.studio.hub import Hub

    found = listeners[0].getsockname()[1]
    links = (public or f"http://{guests}:{found}").rstrip("/") if share else ""

    def ready(address: str) -> None:
        if as_json:
            options.print_json({"url": address, "port": found, "pid": os.getpid(), "share": links})
        else:
            click.echo(f"Croupier Studio: {address}")
            if links:
                click.echo(f"croupier: guests come to {links}, by links that you make at a table", err=True)
        sys.stdout.flush()
        if not no_browser:
            show(address)

    async def served() -> None:
        hub = Hub(folder, workspace, read_only=read_only, share=links, programs=allowed)
        await serve(hub, listeners, token, beginning, ready)

    run(served())


def _guests_address(ctx: click.Context, *, share: bool, address: str | None, public: str | None) -> str:
    """Returns the address at which guests are let in; nothing if the studio is not shared."""
    import re

    from croupier.studio.running import network_address

    if not share:
        if address or public:
            raise click.UsageError("--address and --public say where guests come: they need --share")
        return ""
    if public and not re.fullmatch(r"https?://[A-Za-z0-9.-]+(:\d+)?/?", public):
        raise click.UsageError(f"--public {public!r}: write it as https://cards.example.org")
    found = address or ("127.0.0.1" if public else network_address())
    if not found:
        click.echo("croupier: no network was found for --share: name this machine with --address", err=True)
        ctx.exit(2)
    return found


def _programs(commands: tuple[str, ...]) -> list[str]:
    """Returns the programs that may play, as players; one that cannot be started is refused here."""
    if not commands:
        return []
    from croupier.players import PlayerError, named

    found = [f"exec:{command.removeprefix('exec:')}" for command in commands]
    for player in found:
        try:
            named(player)
        except PlayerError as problem:
            raise click.UsageError(f"--allow-program {player.removeprefix('exec:')}: {problem}") from None
    return found


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
    if path.is_file():
        file = path.resolve()
        # A file of another folder is edited there: nothing outside of the workspace is written.
        folder = here if file.is_relative_to(here) else file.parent
        return Beginning(file=file.relative_to(folder).as_posix()), folder
    from croupier.cli.loading import load_game

    # Mistakes in a file are told here, before anything is served.
    found = load_game(what, max_size, None, {}, None, "interpreter")
    if isinstance(found, int):
        ctx.exit(found)
    return Beginning(game=what), here


def _data_folder() -> Path:
    import tempfile

    from croupier.kernel.trust import data_folder

    found = data_folder()
    return (found if found is not None else Path(tempfile.gettempdir()) / "croupier") / "studio"
