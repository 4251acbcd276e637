"""``croupier lsp``: the language server for editors."""

from __future__ import annotations

import sys

import click


@click.command(
    epilog="Examples:\n\n  croupier lsp\n\n"
    "Editors start it by themselves: docs/editors.md is about VS Code, Neovim, Helix and Emacs.\n\n"
    "Exit code: 0 when the editor ends it, 2 where a server cannot run."
)
@click.option("--stdio", is_flag=True, help="Speak over standard input and output (there is no other way).")
@click.pass_context
def command(ctx: click.Context, stdio: bool) -> None:
    """Serve an editor: findings while you type, completion, hover, rename, layout and more.

    Speaks the Language Server Protocol over standard input and output, for RECYCLE, AllHandsOnDeck and
    Cardigan. Settings: `dialect` (such as 0.6), `strict` (warnings are errors), `notes` (show notes).
    """
    try:
        from croupier.lsp.server import make_server
    except ModuleNotFoundError as problem:
        click.echo(
            f"croupier: the language server needs the package {problem.name}, which is missing", err=True
        )
        ctx.exit(2)
    if sys.stdin is None or sys.stdout is None:
        click.echo("croupier: the language server needs standard input and output", err=True)
        ctx.exit(2)
    if sys.stdin.isatty():
        click.echo(
            "croupier: this waits for an editor to speak to it; docs/editors.md tells how. Ctrl-C ends it.",
            err=True,
        )
    make_server().start_io()
