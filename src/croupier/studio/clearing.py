"""Old files of the data folder: tables and replays that nobody has touched for a month are deleted."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

KEPT = 30 * 24 * 60 * 60
"""Seconds after which a table or a replay that nobody opens is deleted."""


def clear_old(folder: Path, now: float | None = None) -> set[str]:
    """Delete what is older than a month, and return the names of what is left.

    The files of one table share a name, and stay as long as one of them is young.
    """
    before = (time.time() if now is None else now) - KEPT
    files: dict[str, list[Path]] = {}
    for path in folder.iterdir():
        files.setdefault(path.name.partition(".")[0], []).append(path)
    left = set(files)
    for name, paths in files.items():
        # A file that is gone meanwhile, or that cannot be deleted, harms nobody.
        with suppress(OSError):
            if all(path.stat().st_mtime < before for path in paths):
                for path in paths:
                    path.unlink()
                left.discard(name)
    return left
