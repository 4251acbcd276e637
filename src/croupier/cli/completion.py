"""``croupier completion``: tab completion for a shell."""

from __future__ import annotations

import click


@click.command(epilog='Example (bash): eval "$(croupier completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes commands, options and files in a shell."""
    from click.shell_completion import get_completion_class

    from croupier.cli import group

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(group, {}, "croupier", "_CROUPIER_COMPLETE").source())
