"""Options and outputs that the commands share: one vocabulary."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from croupier.cli.seeds import Seed
from croupier.recycle.forms import Dialect
from croupier.text import DEFAULT_MAX_BYTES, Source, SourceError
from croupier.text.shown import LINE_START, control, escaped

if TYPE_CHECKING:
    from croupier.game.hosting import HostedGame
    from croupier.lab.simulate import Plan
    from croupier.recycle.program import Constant

Command = TypeVar("Command", bound=Callable[..., Any])

_SETTING = re.compile(r"'?([A-Za-z]\w*)\s*=\s*(.*)", re.ASCII | re.DOTALL)
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


SIZE = _Size()
"""A size such as 500k or 2GB."""

MOST_GAMES = 10**12
"""More than anybody will see the end of."""

COUNT = click.IntRange(1, MOST_GAMES)
"""How many games, or deals, are played."""

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
filter_option = click.option(
    "--no-filter",
    "filtered",
    flag_value=False,
    default=True,
    help="AllHandsOnDeck and Cardigan: offer every answer that a question can take, also those that fail or "
    "change nothing wherever the seat may be.",
)
seed_option = click.option(
    "--seed",
    type=Seed(),
    default=1,
    metavar="S",
    help="Where all chance comes from (default 1); `random` makes one that nobody can guess.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes or threads (default: as many as there are cores); never changes a result.",
)
cluster_option = click.option(
    "--cluster",
    metavar="WHERE",
    help="Play elsewhere: dask://HOST:PORT, or local-dask (takes the extra `cluster`); never changes a "
    "result.",
)
out_option = click.option(
    "--out",
    metavar="DIR",
    help="Keep what is played there as it comes, one file a run; see `croupier runs`.",
)
resume_option = click.option(
    "--resume", is_flag=True, help="Go on with the run in --out where it stopped, or begin it."
)
max_decisions_option = click.option(
    "--max-decisions",
    type=click.IntRange(min=1),
    metavar="N",
    help="Decisions that end a game (default 10000).",
)


heuristics_option = click.option(
    "--heuristics",
    metavar="NAMES",
    help="Only these, separated by commas (fairness,drama); games that none of them needs are not played.",
)


def game_options(command: Command) -> Command:
    """What every command that plays a game has: with how many, which constants, which engine, and --json."""
    return _all_of(seats_option, settings_option, reading_options)(command)


def work_options(command: Command) -> Command:
    """What every command that plays many games has: who plays, and where it is kept."""
    return _all_of(workers_option, cluster_option, out_option, resume_option)(command)


def reading_options(command: Command) -> Command:
    """How a program is read and played, and what is printed."""
    return _all_of(dialect_option, engine_option, filter_option, json_option, max_size_option)(command)


def experiment_options(effort: str) -> Callable[[Command], Command]:
    """What every command that analyses games has: how much is played, by whom, and from which seed."""
    times = {"quick": "10 s", "normal": "30 s", "thorough": "5 min"}
    told = [f"{name} {time}{' (default)' if name == effort else ''}" for name, time in times.items()]
    return _all_of(
        click.option(
            "--effort",
            type=click.Choice(list(times)),
            default=effort,
            help=f"Processor time a core, a game: {', '.join(told)}.",
        ),
        click.option(
            "--games",
            "sizes",
            metavar="N[,N...]",
            help="Play exactly so much: random games, deals with one AI at every seat, games among AIs, "
            "deals a rung of the ladder of budgets, rungs, random games to observe. One number is for "
            "everything.",
        ),
        click.option(
            "--players",
            metavar="NAME",
            help="The AI; see `croupier players`. Unless given, pipmc with 10, 32 or 100 tests by effort, "
            "and plain pipmc with --games or --published.",
        ),
        click.option(
            "--published",
            type=click.Choice(["engine", "tables"]),
            help="Use the formulas of the published engine, or of the published tables, instead of ours.",
        ),
        measure_option,
        seed_option,
        work_options,
        max_decisions_option,
    )


measure_option = click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="EXPR",
    help='Measure something of your own, by an expression of RECYCLE: "(game sto BID)", "made = (> A B)", '
    '"won by EXPR", "at each decision: EXPR", "at each stage: EXPR"; of scripts a global or '
    "PLAYER.ATTRIBUTE. May be repeated.",
)


def tables_options(command: Command) -> Command:
    """Where the tables of a result are written."""
    return _all_of(
        click.option("--csv", metavar="DIR", help="Write the tables of the result there, as CSV."),
        click.option("--parquet", metavar="DIR", help="The same as Parquet (takes the extra `parquet`)."),
    )(command)


def report_options(command: Command) -> Command:
    """Where the report and its plots are written, for whoever wants to look at them."""
    return _all_of(
        click.option("--html", metavar="FILE", help="Write the report as a page, which needs nothing else."),
        click.option(
            "--charts", metavar="DIR", help="Write the plots there, as SVG and PNG, light and dark."
        ),
    )(command)


def _all_of(*given: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which help lists them."""

    def decorated(command: Command) -> Command:
        for option in reversed(given):
            command = option(command)
        return command

    return decorated


def parsed_settings(texts: Iterable[str], *games: str) -> dict[str, Constant]:
    """The constants that `--set NAME=VALUE` texts name; a usage error if one is something else.

    For games that are all programs of script languages they stay as they are written: these know by their
    own constants how to read them.

    >>> parsed_settings(["HANDSIZE=7", "TRUMP=HEARTS", "SUITS=CLUBS,SPADES", "STEPS=1,2"])
    {'HANDSIZE': 7, 'TRUMP': 'HEARTS', 'SUITS': ('CLUBS', 'SPADES'), 'STEPS': (1, 2)}
    """
    from croupier.game.settings import ParameterError
    from croupier.recycle.parameters import constant

    found: dict[str, Constant] = {}
    if games and all(map(is_script, games)):
        return {**setting_texts(texts)}
    for name, value in setting_texts(texts).items():
        try:
            found[name] = constant(value)
        except ParameterError as problem:
            raise click.UsageError(f"--set {f'{name}={value}'!r}: {problem}") from None
    return found


def is_script(game: str) -> bool:
    """Whether a file, or a name in the library, means a program of a script language.

    >>> is_script("uno.ah"), is_script("set"), is_script("uno")
    (True, True, False)
    """
    from croupier.catalog import shelf
    from croupier.catalog.languages import script_language
    from croupier.script.library import shelved

    return script_language(game) is not None or (game not in shelf.names() and shelved(game) is not None)


def setting_texts(texts: Iterable[str]) -> dict[str, str]:
    """What `--set NAME=VALUE` texts say of each name; a usage error if one is something else."""
    found: dict[str, str] = {}
    for text in texts:
        match = _SETTING.fullmatch(text.strip())
        if match is None:
            raise click.UsageError(f"--set {text!r} is not NAME=VALUE, such as HANDSIZE=7")
        name, value = match.groups()
        if name in found:
            raise click.UsageError(f"--set gives {name} twice")
        found[name] = value.strip()
    return found


def named_heuristics(text: str | None) -> list[str] | None:
    """The names that `--heuristics` lists; None for all."""
    return None if text is None else [name.strip() for name in text.split(",")]


def planned(choices: dict[str, Any]) -> dict[str, Any]:
    """What the options of every command that plays many games say of a plan."""
    return {key: choices[key] for key in ("seats", "settings", "dialect", "seed", "engine", "filtered")}


def analysed_plan(game: str, choices: dict[str, Any]) -> Plan | None:
    """The plan that the options of an analysis make; None after saying why the game cannot be read."""
    from croupier.lab.simulate import Plan

    source = read_game(game, choices["max_size"])
    if source is None:
        return None
    limits = {"max_decisions": choices["max_decisions"]} if choices["max_decisions"] else {}
    return Plan(source, game, **planned(choices), **limits)


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
    return escaped(json.dumps(data, ensure_ascii=False, indent=2))


def print_json(data: Any) -> None:
    """Data on standard output."""
    click.echo(json_text(data))


def mention_engine(name: str, game: HostedGame) -> None:
    """Say on standard error if it is not the engine that was asked for, or what else is to be known of it."""
    if game.note:
        click.echo(f"croupier: {name}: {game.note}", err=True)


@contextmanager
def compiling(name: str, game: HostedGame) -> Iterator[None]:
    """Say on a terminal that a game is being compiled, while it is."""
    shown = game.engine == "native" and sys.stderr.isatty()
    if shown:
        click.echo(f"compiling {name} …{control(LINE_START)}", nl=False, err=True)
    try:
        yield
    finally:
        if shown:
            blank = " " * len(f"compiling {name} …")
            click.echo(f"{blank}{control(LINE_START)}", nl=False, err=True)


def read_source(name: str, max_size: int) -> Source | None:
    """A file (or `-`) as a source; None after saying on standard error why it cannot be read."""
    try:
        return Source.read(name, max_size)
    except SourceError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return None


def read_game(name: str, max_size: int) -> Source | None:
    """A file, `-` or a game of the library; None after saying on standard error why there is none."""
    from croupier.catalog import shelf

    try:
        return shelf.find(name, max_size)
    except SourceError as problem:
        click.echo(f"croupier: {problem}", err=True)
        return None
