"""The standard streams of the command line: any character, any reader, and no orders from foreign texts."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, NoReturn

CLOSED_PIPE = 1
"""The exit code when nobody reads what is printed any more."""

_PLAIN = re.compile(r"[\t\n -~]*")
_open: list[ExitStack] = []
"""Everything that ends together with the guard of the streams."""


class _Guarded(io.TextIOWrapper):
    """A standard stream on which texts of files, programs and transcripts can be read, and nothing else.

    When the reader has gone (`| head`) the command ends, quietly. That end is no OSError: commands take those
    for files of theirs, and would tell of a broken pipe.
    """

    def write(self, text: str, /) -> int:
        """Write a text as it is shown; own control sequences pass."""
        if not _PLAIN.fullmatch(text):
            # Not before it is needed: help is to come at once.
            from croupier.text.shown import unsealed

            text = unsealed(text)
        try:
            super().write(text)
        except BrokenPipeError:
            _leave(self)
        return len(text)

    def flush(self) -> None:
        """Bring what was written to whoever reads it."""
        try:
            super().flush()
        except BrokenPipeError:
            _leave(self)


def _leave(stream: _Guarded) -> NoReturn:
    # What is still buffered has to go somewhere when Python ends.
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    sys.exit(CLOSED_PIPE)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard standard output and error in this block, if they are not guarded already."""
    before = sys.stdout, sys.stderr
    if any(isinstance(stream, _Guarded) for stream in before):
        yield
        return
    with ExitStack() as stack:
        _open.append(stack)
        sys.stdout, sys.stderr = map(_guarded, before)
        try:
            yield
        finally:
            _open.remove(stack)
            for stream in (sys.stdout, sys.stderr):
                # Others may go on with the buffer: it is not to be closed with the wrapper.
                if isinstance(stream, _Guarded):
                    with suppress(OSError, ValueError):
                        stream.flush()
                    with suppress(OSError, ValueError):
                        stream.detach()
            sys.stdout, sys.stderr = before


def seal() -> None:
    """Let only own control sequences pass from now on: a command is loaded, and may read anything."""
    if _open:
        from croupier.text.shown import sealed

        _open[-1].enter_context(sealed())


def _guarded(stream: Any) -> Any:
    if not isinstance(stream, io.TextIOWrapper):
        # A stream that is closed, or somebody's own.
        return stream
    with suppress(OSError, ValueError):
        stream.flush()
    # A character that the terminal does not have is better shown as another than not at all.
    return _Guarded(
        stream.buffer,
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
