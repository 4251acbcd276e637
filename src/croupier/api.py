"""The public functions, behind the façade of ``croupier`` itself."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from croupier.recycle.check import program_of
from croupier.recycle.forms import Dialect
from croupier.recycle.program import Constant, Program
from croupier.text import Source


def read(
    game: str | Path,
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
) -> Program:
    """Read and check a game: a path, the name of a game in the library, or the text of a program.

    ``seats`` and ``settings`` give declared constants other values. A text with errors raises
    :class:`ProgramError`, which carries and shows every finding; a file that cannot be read raises
    :class:`croupier.text.SourceError`.

    >>> from croupier import read
    >>> read("agram", seats=3).seats
    3
    """
    chosen = Dialect(dialect) if dialect else None
    return program_of(find_source(game), dialect=chosen, seats=seats, settings=settings)


def find_source(game: str | Path) -> Source:
    """The text of a game given as a path, a library name or the text itself."""
    if isinstance(game, str) and "(" in game:
        return Source("<text>", game)
    shelf = files("croupier.library")
    entry = shelf / f"{game}.rcy"
    if isinstance(game, str) and not Path(game).exists() and game.isidentifier() and entry.is_file():
        return Source(f"{game}.rcy", entry.read_text(encoding="utf-8"))
    return Source.read(game)
