"""Who writes a run: one process at a time."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from croupier.text.errors import CroupierError


class Busy(CroupierError, RuntimeError):
    """Somebody else writes it."""


class Lock:
    """A lock that the system takes back when its owner is gone, however that ended.

    It is an exclusive transaction in an empty database of its own: SQLite knows how to lock a file on every
    platform, and the file of the run itself stays open for readers.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        while True:
            path.touch()
            before = path.stat().st_ino
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
            try:
                self._connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as problem:
                self._connection.close()
                if "locked" in str(problem):
                    raise Busy from None
                raise
            with suppress(OSError):
                if path.stat().st_ino == before:
                    return
            # Whoever had it has taken the file away while we were waiting at its door.
            self._connection.close()

    def release(self) -> None:
        """Others may write. The empty file goes while it is still ours."""
        with suppress(OSError):
            self.path.unlink()
        self._connection.close()


def held(path: Path) -> bool:
    """Whether somebody holds that lock now."""
    if not path.exists():
        return False
    with suppress(sqlite3.OperationalError):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.OperationalError:
            return True
        finally:
            connection.close()
    return False
