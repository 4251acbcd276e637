"""What can go wrong: a text outside the kernel language, and a kernel that fails while it runs."""

from __future__ import annotations

from typing import NoReturn

from croupier.text.errors import CroupierError

BOUNDS = -1
DIVISION = -2
RANGE = -3
ENDED = -4

CODES = {
    "BOUNDS": BOUNDS,
    "DIVISION": DIVISION,
    "RANGE": RANGE,
    "ENDED": ENDED,
}
"""The codes that the language itself fails with; kernel text may name them. All others are the writer's."""

_REASONS = {
    BOUNDS: "BOUNDS: an index or a part outside its array",
    DIVISION: "DIVISION: a division by zero",
    RANGE: "RANGE: a value that does not fit",
}


class KernelFailure(CroupierError):
    """A kernel left through ``fail``, or through a check of the language.

    >>> print(KernelFailure(BOUNDS))
    the kernel failed with code -1 (BOUNDS: an index or a part outside its array)
    """

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        reason = f" ({_REASONS[self.code]})" if self.code in _REASONS else ""
        return f"the kernel failed with code {self.code}{reason}"


class KernelEnded(CroupierError):
    """A kernel was told to end while it was at work: by a signal, a time limit or another thread."""

    def __init__(self) -> None:
        super().__init__("machine code was told to end before it was done")


class KernelError(CroupierError):
    """A text that is not a kernel: where, what is wrong, and what to write instead."""

    def __init__(
        self, message: str, *, name: str = "kernel", line: int = 0, column: int = 0, excerpt: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.line = line
        """Counted from 1; 0 when the mistake has no place."""
        self.column = column
        """Counted from 1."""
        self.excerpt = excerpt

    def __str__(self) -> str:
        if not self.line:
            return f"{self.name}: {self.message}"
        lines = [f"{self.name}:{self.line}:{self.column}: {self.message}"]
        if self.excerpt:
            lines += [f"    {self.excerpt}", f"    {' ' * (self.column - 1)}^"]
        return "\n".join(lines)


def failure(code: int) -> NoReturn:
    """Fail with a code; 0 would mean that all is well, so it counts as a value that does not fit."""
    raise problem(code or RANGE)


def problem(code: int) -> KernelFailure | KernelEnded:
    """The exception for a code that a kernel failed with."""
    return KernelEnded() if code == ENDED else KernelFailure(code)
