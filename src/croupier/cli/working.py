"""Who does the work of a command, as its options say; and what is told of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from croupier.text.shown import CLEAR_LINE, control

if TYPE_CHECKING:
    from croupier.lab.work import Crew


class NotBegun(click.ClickException):
    """Work that cannot begin."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """As every other message."""
        click.echo(f"croupier: {self.message}", err=True)


class Stopped(NotBegun):
    """Work that cannot go on."""

    exit_code = 3


@contextmanager
def crew_of(choices: dict[str, Any]) -> Iterator[Crew]:
    """The crew that --workers, --cluster, --out and --resume ask for; what goes wrong with it in words."""
    from croupier.lab.store.schema import StoreError
    from croupier.lab.work import Crew, WorkerError
    from croupier.players import PlayerFailure

    if choices["resume"] and not choices["out"]:
        raise click.UsageError("--resume goes on with the run in --out: name it")
    try:
        with Crew(
            choices["workers"], cluster=choices["cluster"], out=choices["out"], resume=choices["resume"]
        ) as crew:
            crew.told = _mention
            yield crew
    except (StoreError, WorkerError) as problem:
        raise (Stopped if problem.midway else NotBegun)(str(problem)) from None
    except PlayerFailure as problem:
        raise Stopped(str(problem)) from None


def _mention(text: str) -> None:
    # A bar may stand in this line.
    bar = control(CLEAR_LINE) if sys.stderr.isatty() else ""
    click.echo(f"{bar}croupier: {text}", err=True)


def lost_data(crew: Crew, before: int = 0) -> list[dict[str, Any]]:
    """The games that could not be played, as data; without those that were lost before."""
    return [
        {
            "part": lost.part,
            "first": lost.games[0],
            "past": lost.games[-1] + 1,
            "why": lost.why,
            "seeds": list(lost.seeds),
        }
        for lost in crew.lost[before:]
    ]


def tell_end(crew: Crew, *, interrupted: bool) -> int:
    """Say on standard error what is missing, and how to go on; the exit code for it."""
    if interrupted:
        more = f"; the same with `--out {crew.out} --resume` goes on" if crew.out else ""
        click.echo(f"croupier: interrupted{more}", err=True)
        return 130
    if crew.lost:
        games = sum(len(lost.games) for lost in crew.lost)
        more = "; --resume tries them again" if crew.out else ""
        click.echo(f"croupier: {games:,} games are missing from this result{more}", err=True)
        return 3
    return 0


@contextmanager
def lab_errors() -> Iterator[None]:
    """What the lab finds wrong, in words: wrong use of an option, or what stands in the way of beginning."""
    from croupier.game.settings import ParameterError
    from croupier.lab.effort import SizeError
    from croupier.lab.grid import GridError
    from croupier.lab.heuristic import HeuristicError
    from croupier.lab.own_measures import MeasureError
    from croupier.players import PlayerError, PlayerFailure

    try:
        yield
    except PlayerFailure as problem:
        raise Stopped(str(problem)) from None
    except PlayerError as problem:
        raise click.UsageError(f"--players: {problem}") from None
    except SizeError as problem:
        raise click.UsageError(f"--games: {problem}") from None
    except GridError as problem:
        raise click.UsageError(str(problem)) from None
    except (HeuristicError, MeasureError, ParameterError) as problem:
        raise NotBegun(str(problem)) from None
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        raise NotBegun(f"{where}{problem.strerror or problem}") from None
