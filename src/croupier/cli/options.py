"""Options and outputs that the commands share: one vocabulary."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from croupier.recycle.forms import Dialect
from croupier.text import DEFAULT_MAX_BYTES, Source, SourceError

if TYPE_CHECKING:
    from croupier.engine.game import RecycleGame
    from croupier.recycle.program import Constant

_SETTING = re.compile(r"'?([A-Za-z]\w*)\s*=\s*(.*)", re.ASCII | re.DOTALL)
_INTEGER = re.compile(r"-?[0-9]{1,100}", re.ASCII)
_NAME = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)
_SIZE = re.compile(r"([0-9]{1,20})\s*(|b|k|kb|m|mb|g|gb)", re.IGNORECASE)
_UNITS = {"": 1, "b": 1, "k": 1024, "m": 1024**2, "g": 1024**3}


class _Size(click.ParamType[int]):
    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _SIZE.fullmatch(str(value).strip())
        if match is None:
            self.fail(f"{value!r} is not a size such as 500k or 8MB", param, ctx)
        return int(match.group(1)) * _UNITS[match.group(2).lower().rstrip("b")]


json_option = click.option("--json", "as_json", is_flag=True, help="Print data instead of text.")
max_size_option = click.option(
    "--max-size",
    type=_Size(),
    default=DEFAULT_MAX_BYTES,
    metavar="SIZE",
    help="Refuse larger files (default 8MB).",
)
dialect_option = click.option(
    "--dialect",
    type=click.Choice([d.value for d in Dialect]),
    help="Read the program as this dialect, whatever it says itself.",
)
seats_option = click.option(
    "--seats", type=int, metavar="N", help="Play with N players, if the program allows it."
)
settings_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Give a declared constant another value: an integer, a name or a list A,B,C. May be repeated.",
)
engine_option = click.option(
    "--engine",
    type=click.Choice(["native", "interpreter"]),
    help="What plays: machine code, compiled at first use (default), or the interpreter. Both play the same "
    "games.",
)


def parsed_settings(texts: Iterable[str]) -> dict[str, Constant]:
    """The constants that `--set NAME=VALUE` texts name; a usage error if one is something else.

    >>> parsed_settings(["HANDSIZE=7", "TRUMP=HEARTS", "SUITS=CLUBS,SPADES", "STEPS=1,2"])
    {'HANDSIZE': 7, 'TRUMP': 'HEARTS', 'SUITS': ('CLUBS', 'SPADES'), 'STEPS': (1, 2)}
    """
    found: dict[str, Constant] = {}
    for text in texts:
        match = _SETTING.fullmatch(text.strip())
        if match is None:
            raise click.UsageError(f"--set {text!r} is not NAME=VALUE, such as HANDSIZE=7")
        name, value = match.groups()
        if name in found:
            raise click.UsageError(f"--set gives {name} twice")
        found[name] = _constant(text, value.strip())
    return found


def _constant(text: str, value: str) -> Constant:
    pieces = [piece.strip() for piece in value.split(",")]
    if all(map(_INTEGER.fullmatch, pieces)):
        integers = tuple(map(int, pieces))
        return integers if len(integers) > 1 else integers[0]
    if all(map(_NAME.fullmatch, pieces)):
        return tuple(pieces) if len(pieces) > 1 else pieces[0]
    upper = value.upper()
    hint = f": names are upper case, as in {upper}" if all(map(_NAME.fullmatch, upper.split(","))) else ""
    raise click.UsageError(f"--set {text!r}: the value is not an integer, a name or a list A,B,C{hint}")


def chosen_dialect(name: str | None) -> Dialect | None:
    """The dialect named on the command line."""
    return Dialect(name) if name else None


def wants_colour(stream: Any = None) -> bool:
    """Whether output to a stream (standard output unless given) should be coloured."""
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    # There is no stream at all if whoever started us has closed it.
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def terminal_width() -> int:
    """How wide output may be."""
    return max(40, shutil.get_terminal_size((100, 24)).columns)


def json_text(data: Any) -> str:
    """Data as text."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def print_json(data: Any) -> None:
    """Data on standard output."""
    click.echo(json_text(data))


def mention_engine(name: str, game: RecycleGame) -> None:
    """Say on standard error if it is not the engine that was asked for, or what else is to be known of it."""
    if game.note:
        click.echo(f"croupier: {name}: {game.note}", err=True)


@contextmanager
def compiling(name: str, game: RecycleGame) -> Iterator[None]:
    """Say on a terminal that a game is being compiled, while it is."""
    shown = game.engine == "native" and sys.stderr.isatty()
    if shown:
        click.echo(f"compiling {name} …\r", nl=False, err=True)
    try:
        yield
    finally:
        if shown:
            click.echo(f"{' ' * len(f'compiling {name} …')}\r", nl=False, err=True)


def read_source(name: str, max_size: int) -> Source | None:
    """A file (or `-`) as a source; None after saying on standard error why it cannot be read."""
    try:
        return Source.read(name, max_size)
    except SourceError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return None


def read_game(name: str, max_size: int) -> Source | None:
    """A file, `-` or a game of the library; None after saying on standard error why there is none."""
    from croupier import shelf
    from croupier.script.library import shelved

    if not os.path.isfile(name) and shelf.source(name) is None and (script := shelved(name)) is not None:
        return script
    try:
        return shelf.find(name, max_size)
    except SourceError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return None
