"""How far long work has come, on standard error, if somebody is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Self

import click

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.lab.several import Step

STAGES = {
    "random": "all random",
    "mixed": "one AI among random",
    "ai": "all AI",
    "ladder": "twice the budget",
    "trial": "how fast it goes",
    "games": "games",
}
"""What is being played, in words."""

_BAR = 24


@contextmanager
def counted(title: str, length: int) -> Iterator[Callable[[int], None]]:
    """A bar for so many games; it is told how many more are done."""
    done = 0
    with StageBar(title) as bar:
        bar.told("games", 0, length)

        def told(more: int) -> None:
            nonlocal done
            done += more
            bar.told("games", done, length)

        yield told


class StageBar:
    """One line: what is played, how much of it is done, and the time left."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.shown = sys.stderr.isatty()
        self.at = ("", "")
        self.start = self.last = 0.0
        self.first = 0
        self.begun = False

    def __enter__(self) -> Self:
        return self

    def told(self, stage: str, done: int, total: int) -> None:
        """So much of a stage is done; the time left is that of the stage."""
        if (self.title, stage) != self.at:
            self.at, self.start, self.first, self.last = (self.title, stage), perf_counter(), done, 0.0
            self.begun = False
        elif not self.begun and done > self.first:
            # What comes first may have been read from a file, and tells nothing about the pace.
            self.start, self.first, self.begun = perf_counter(), done, True
        left = None
        if done > self.first:
            left = (perf_counter() - self.start) * (total - done) / (done - self.first)
        self.show(stage, done, total, left)

    def show(self, stage: str, done: int, total: int, left: float | None) -> None:
        """So much of a stage is done, and so many seconds are left."""
        now = perf_counter()
        if not self.shown or (now - self.last < 0.1 and done < total):
            return
        self.last = now
        bar = "█" * (_BAR * done // max(1, total))
        line = f"{self.title}: {STAGES[stage]}  {bar:·<{_BAR}}  {done:,} of {total:,}"
        if left is not None:
            line += f"  {_time(left)} left"
        width = options.terminal_width() - 1
        # Filled up with blanks: without colours there is no code either that would clear the line.
        click.echo(f"\r{line[:width]:<{width}}", nl=False, err=True)

    def __exit__(self, *_: object) -> None:
        if self.shown and self.last:
            click.echo(f"\r{'':<{options.terminal_width() - 1}}\r", nl=False, err=True)


class SeveralBar(StageBar):
    """The same for several games: which of them it is, and the time left for all of them."""

    def __init__(self) -> None:
        super().__init__("")

    def step(self, step: Step) -> None:
        """So far it has come."""
        self.title = f"{step.number} of {step.games}, {step.label}"
        self.show(step.stage, step.done, step.total, step.left)


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
