"""How far long work has come, on standard error, if somebody is there to see it.

Functions take `progress`: None shows a bar in a terminal or a notebook, True shows it anywhere, False never.
A callable is told instead.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Self

from croupier.text.shown import LINE_START, control

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

Told = Callable[[str, int, int], None]
"""Hears which stage it is, how much of it is done, and of how much."""


@contextmanager
def counted(title: str, length: int, wish: bool | Told | None = None) -> Iterator[Callable[[int], None]]:
    """A bar for so many games; it is told how many more are done."""
    done = 0
    with staged(title, wish) as bar:
        bar("games", 0, length)

        def told(more: int) -> None:
            nonlocal done
            done += more
            bar("games", done, length)

        yield told


@contextmanager
def staged(title: str, wish: bool | Told | None = None) -> Iterator[Told]:
    """The bar of a game, as the parameter `progress` wishes it; or whoever is told instead."""
    if callable(wish):
        yield wish
        return
    with StageBar(title, wish) as bar:
        yield bar.told


@contextmanager
def stepped(wish: bool | Callable[[Step], None] | None = None) -> Iterator[Callable[[Step], None]]:
    """The same for several games."""
    if callable(wish):
        yield wish
        return
    with SeveralBar(wish) as bar:
        yield bar.step


def in_notebook() -> bool:
    """Whether this process runs the cells of a notebook.

    >>> in_notebook()
    False
    """
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    return shell is not None and "IPKernelApp" in shell.config


class StageBar:
    """One line: what is played, how much of it is done, and the time left."""

    def __init__(self, title: str, shown: bool | None = None) -> None:
        self.title = title
        # There is no stream at all if whoever started us has closed it.
        seen = sys.stderr is not None and (sys.stderr.isatty() or in_notebook())
        self.shown = seen if shown is None else shown and sys.stderr is not None
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
        width = _width()
        # Filled up with blanks: without colours there is no code either that would clear the line.
        _write(f"{control(LINE_START)}{line[:width]:<{width}}")

    def __exit__(self, *_: object) -> None:
        if self.shown and self.last:
            _write(f"{control(LINE_START)}{'':<{_width()}}{control(LINE_START)}")


class SeveralBar(StageBar):
    """The same for several games: which of them it is, and the time left for all of them."""

    def __init__(self, shown: bool | None = None) -> None:
        super().__init__("", shown)

    def step(self, step: Step) -> None:
        """So far it has come."""
        self.title = f"{step.number} of {step.games}, {step.label}"
        self.show(step.stage, step.done, step.total, step.left)


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def _width() -> int:
    return max(40, shutil.get_terminal_size((100, 24)).columns) - 1


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
