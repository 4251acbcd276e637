"""The standard streams of the command line: any character, any reader, also one that has gone."""

from __future__ import annotations

import io
import os
import sys
from typing import NoReturn

CLOSED_PIPE = 1
"""The exit code when nobody reads what is printed any more."""


class _Output(io.TextIOWrapper):
    """Standard output. When its reader has gone (`| head`) the command ends, quietly.

    The end is no OSError: commands take those for files of theirs, and would tell of a broken pipe.
    """

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except BrokenPipeError:
            _leave()

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            _leave()


def _leave() -> NoReturn:
    # What is still buffered has to go somewhere when Python ends.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    sys.exit(CLOSED_PIPE)


def prepare() -> None:
    """Let standard output and error take any character, and the output a reader that goes away."""
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal does not have is better shown as another than not at all.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    out = sys.stdout
    if sys.platform != "win32" and type(out) is io.TextIOWrapper and out.fileno() == 1:
        out.flush()
        sys.stdout = _Output(
            out.buffer, encoding=out.encoding, errors="replace", line_buffering=out.line_buffering
        )
