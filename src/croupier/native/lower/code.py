"""Kernel text as it is written: lines, indentation, fresh names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Code:
    """Lines of a function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.shared: dict[object, Any] | None = None
        """Values that have been computed and hold here; None where they are not kept."""
        self.check: tuple[str, ...] = ()
        """What every loop does that may go on for long: it looks whether it has to end."""
        self._names = 0
        self._loops: list[bool] = []
        """For every loop around here, whether there is a loop in it."""

    def __call__(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """The lines of an `if`, a `while` or a `def`."""
        self(head)
        self.depth += 1
        before = len(self.lines)
        with self.scope():
            yield
        if len(self.lines) == before:
            self("pass")
        self.depth -= 1

    @contextmanager
    def loop(self, condition: str, *, short: bool = False) -> Iterator[None]:
        """The lines of a `while` that looks whether it has to end, unless it is short and has none in it.

        Short are loops over cards and other collections whose length is bounded.
        """
        if self._loops:
            self._loops[-1] = True
        self._loops.append(False)
        with self.block(f"while {condition}:"):
            before = len(self.lines)
            yield
            if self._loops.pop() or not short:
                indent = "    " * self.depth
                self.lines[before:before] = [indent + line for line in self.check]

    def fresh(self, stem: str) -> str:
        """A name that is new in this function."""
        self._names += 1
        return f"{stem}{self._names}"

    def let(self, stem: str, value: str) -> str:
        """A new variable with a value."""
        name = self.fresh(stem)
        self(f"{name} = {value}")
        return name

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Lines that are written elsewhere: to look at them before they are used."""
        outer, self.lines = self.lines, []
        try:
            with self.scope():
                yield self.lines
        finally:
            self.lines = outer

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Lines that may not run: what is computed there is not known afterwards."""
        shared = self.shared
        self.shared = None if shared is None else dict(shared)
        yield
        self.shared = shared

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """Lines in which nothing changes, so that what has been computed once need not be again."""
        outer, self.shared = self.shared, {}
        yield
        self.shared = outer
