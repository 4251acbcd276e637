"""Options and outputs that the commands share: one vocabulary."""

from __future__ import annotations

import json
import re
import shutil
import sys
from typing import Any

import click

from croupier.recycle.forms import Dialect
from croupier.text import DEFAULT_MAX_BYTES, Source, SourceError

_SIZE = re.compile(r"(\d+)\s*(|b|k|kb|m|mb|g|gb)", re.IGNORECASE)
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
    "--max-size", type=_Size(), default=DEFAULT_MAX_BYTES, metavar="SIZE", help="Refuse larger files (default 8MB)."
)
dialect_option = click.option(
    "--dialect",
    type=click.Choice([d.value for d in Dialect]),
    help="Read the program as this dialect, whatever it says itself.",
)


def chosen_dialect(name: str | None) -> Dialect | None:
    """The dialect named on the command line."""
    return Dialect(name) if name else None


def wants_colour(stream: Any = None) -> bool:
    """Whether output to a stream (standard output unless given) should be coloured."""
    import os

    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def terminal_width() -> int:
    """How wide output may be."""
    return max(40, shutil.get_terminal_size((100, 24)).columns)


def print_json(data: Any) -> None:
    """Data on standard output."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def read_source(name: str, max_size: int) -> Source | None:
    """A file (or `-`) as a source; None after saying on standard error why it cannot be read."""
    try:
        return Source.read(name, max_size)
    except SourceError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return None
