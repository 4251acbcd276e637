"""A game from the command line, or the exit code after saying why there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.game.hosting import HostedGame
    from croupier.recycle.program import Constant


def load_game(
    name: str,
    max_size: int,
    seats: int | None,
    settings: dict[str, Constant],
    dialect: str | None,
    engine: str | None = None,
    filtered: bool = True,
) -> HostedGame | int:
    """The game of a file or of the library; 1 if it has errors, 2 if it cannot be read or seated."""
    source = options.read_game(name, max_size)
    if source is None:
        return 2

    def made() -> HostedGame:
        from croupier.catalog.loading import game_from

        game = game_from(
            source, seats=seats, settings=settings, dialect=dialect, engine=engine, filtered=filtered
        )
        options.mention_engine(name, game)
        return game

    return loaded(made)


def loaded(make: Callable[[], HostedGame]) -> HostedGame | int:
    """What `make` makes; or the exit code after saying what is wrong with the program."""
    from croupier.game.settings import ParameterError
    from croupier.recycle.program import ProgramError
    from croupier.text import SourceError, render_all, summary

    try:
        return make()
    except ProgramError as problem:
        errors = [finding for finding in problem.findings if finding.is_error]
        colour, width = options.wants_colour(sys.stderr), options.terminal_width()
        click.echo(render_all(errors, colour=colour, width=width), err=True)
        click.echo(f"croupier: {problem.source.name}: {summary(errors)}", err=True)
        return 1
    except (ParameterError, SourceError) as problem:
        click.echo(f"croupier: {problem}", err=True)
        return 2
