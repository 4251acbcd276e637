"""Kernel text as it is written: lines, indentation, fresh names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Code:
    """Lines of a function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self._names = 0

    def __call__(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """The lines of an `if`, a `while` or a `def`."""
        self(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self("pass")
        self.depth -= 1

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
            yield self.lines
        finally:
            self.lines = outer
