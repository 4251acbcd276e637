"""``croupier cite``: how to cite Croupier, or a game."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.catalog.citation import GameCitation


@click.command(
    epilog="Examples:\n\n  croupier cite > CITATION.cff\n\n  croupier cite hearts\n\n"
    "  croupier cite mygame.rcy --json\n\n"
    "Exit code: 0 fine, 1 the program has errors, 2 a file that cannot be read."
)
@click.argument("game", required=False, metavar="[GAME]")
@options.dialect_option
@options.json_option
@options.max_size_option
@click.pass_context
def command(
    ctx: click.Context, *, game: str | None, dialect: str | None, as_json: bool, max_size: int
) -> None:
    """Print how to cite Croupier, as CITATION.cff, or how to cite a game.

    A GAME is a file (`-`: standard input) or the name of one in the library. Its digest names the rules:
    transcripts and results have the same digest as `program`.
    """
    from croupier.catalog.citation import AUTHORS, citation_file, cite_game
    from croupier.cli.loading import load_game

    if game is None:
        if as_json:
            from croupier import __version__

            told = {"title": "Croupier", "authors": [AUTHORS], "croupier": __version__}
            options.print_json({**told, "cff": citation_file()})
        else:
            click.echo(citation_file(), nl=False)
        return
    # Nothing is played, so nothing is worth compiling.
    found = load_game(game, max_size, None, {}, dialect, "interpreter")
    if isinstance(found, int):
        ctx.exit(found)
    if as_json:
        options.print_json(cite_game(found).data())
    else:
        click.echo(_told(cite_game(found)))


def _told(citation: GameCitation) -> str:
    facts = [
        ("title", citation.title),
        ("file", citation.file),
        ("program", citation.program),
        ("source", citation.source or "the head of the file names none"),
        ("croupier", citation.version),
    ]
    width = options.terminal_width()
    indent = " " * 10
    lines = [
        fill(text, width, initial_indent=f"{name:<10}", subsequent_indent=indent) for name, text in facts
    ]
    return "\n".join([*lines, "", fill(citation.sentence, width)])
