"""Writing a report so that nothing is lost: asked before the playing, kept elsewhere if it fails after."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from croupier.text.errors import CroupierError


class SaveError(CroupierError, OSError):
    """A file that could not be written; the message says why, and where its content is instead."""


def check(path: str | Path) -> None:
    """Raise an OSError if a file can surely not be written there; nothing that is there is touched."""
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if target.is_file():
        with open(target, "ab"):
            return
    if target.exists():
        # A device or a pipe; to open it might wait for whoever reads it.
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return
    with tempfile.TemporaryFile(dir=Path(os.path.realpath(target)).parent):
        pass


def save(path: str | Path, content: str | bytes) -> None:
    """Write a file as a whole: what was there before is only replaced if the new content is complete.

    If it cannot be written, the content goes to a temporary file, which the SaveError names.
    """
    target = Path(path)
    raw = content.encode() if isinstance(content, str) else content
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe; there is nothing to replace.
            target.write_bytes(raw)
        else:
            _replace(target, raw)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise SaveError(f"{path}: cannot be written: {why}{_elsewhere(target, raw)}") from problem


def _replace(target: Path, raw: bytes) -> None:
    if target.exists():
        with open(target, "ab"):
            mode = target.stat().st_mode & 0o777
    else:
        mode = 0o666 & ~_mask()
    real = Path(os.path.realpath(target))
    handle, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        os.chmod(name, mode)
        os.replace(name, real)
    except OSError:
        with suppress(OSError):
            os.unlink(name)
        raise


def _elsewhere(target: Path, raw: bytes) -> str:
    """Keep the content in a temporary file, and tell in words where."""
    try:
        handle, name = tempfile.mkstemp(prefix="croupier-", suffix=target.suffix or ".html")
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
    except OSError as problem:
        return f"; nor is there a temporary file for it: {problem.strerror or problem}"
    return f"; it is in {name} instead"


def _mask() -> int:
    """Which permissions new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
