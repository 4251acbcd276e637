"""``croupier cache``: the compiled kernels on disk."""

from __future__ import annotations

import click

from croupier.cli import options


@click.command(
    epilog="Examples:\n\n  croupier cache\n\n  croupier cache --json\n\n  croupier cache clear\n\n"
    "CROUPIER_CACHE names another directory, or is `off`: then nothing is kept. CROUPIER_DATA names the "
    "directory of the secret that signs what is kept.\n\n"
    "Exit code: 0 fine, 2 something could not be removed."
)
@click.argument("action", required=False, type=click.Choice(["show", "clear"]), default="show")
@options.json_option
@click.pass_context
def command(ctx: click.Context, action: str, *, as_json: bool) -> None:
    """Show where compiled games are kept and how much they take, or clear them.

    A game is compiled when it is first used, and loaded from here after that. Nothing is lost by clearing:
    it is compiled again.

    Only what this user has compiled is loaded: directories and files that others own or can write to are
    refused, and checksums are keyed by a secret of the user's. A line on standard error says if the cache is
    not used for that reason.
    """
    from croupier.kernel.cache import Cache

    cache = Cache.usual()
    removed = cache.clear() if action == "clear" else None
    left = [status.st_size for _, status in cache.files()]
    if as_json:
        path = None if cache.path is None else str(cache.path)
        data: dict[str, object] = {
            "path": path,
            "entries": len(left),
            "bytes": sum(left),
            "limit": cache.limit,
            "problem": cache.obstacle,
        }
        if removed is not None:
            data |= {"removed": {"entries": removed[0], "bytes": removed[1]}}
        options.print_json(data)
    elif cache.path is None:
        click.echo("The cache is off: nothing is kept.")
    elif removed is not None:
        click.echo(f"Removed {_kernels(removed[0])}, {_size(removed[1])}, from {cache.path}")
    else:
        click.echo(f"{cache.path}\n{_kernels(len(left))}, {_size(sum(left))} of {_size(cache.limit)}")
    if cache.obstacle and not as_json:
        click.echo(f"croupier: {cache.obstacle}", err=True)
    if removed is not None and left:
        click.echo(f"croupier: {_kernels(len(left))} could not be removed", err=True)
        ctx.exit(2)


def _kernels(n: int) -> str:
    return f"{n} compiled kernel{'s' * (n != 1)}"


def _size(n: int) -> str:
    if n < 1024:
        return f"{n} bytes"
    return f"{n / 1024:.0f} KB" if n < 1024**2 else f"{n / 1024**2:.1f} MB"
