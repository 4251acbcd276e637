"""Ends programs that play, with all they have started, once whoever started them is gone.

This file is also run by itself, as a process of its own that outlives a croupier that is killed: it imports
nothing but what Python has, and reads from standard input which programs run. When that ends, so do they.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress

MARK = "CROUPIER_PROGRAM"
"""The environment variable that says whose a process is: what a program starts inherits it."""

GRACE_SECONDS = 1.0
"""The time that programs have to end by themselves when their input does."""

_ROUNDS = 5
"""A process may start another one while it is killed: so often is looked for more."""


def end_all(leader: int, token: str) -> None:
    """Kill a program, its group, and what it has started outside of it, as far as the system tells."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.killpg(leader, signal.SIGKILL)
    for _ in range(_ROUNDS):
        left = marked(token)
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not left:
            return


def marked(token: str) -> list[int]:
    """The processes whose environment has a token in the mark; none where there is no /proc (macOS)."""
    wanted, found = token.encode(), []
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdecimal():
                with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                    entries = file.read().split(b"\0")
                    if any(entry.startswith(MARK.encode()) and wanted in entry for entry in entries):
                        found.append(int(name))
    return found


def watch(lines: Iterable[str]) -> None:
    """Keep a list of the programs that run, `+ PROCESS TOKEN` and `- PROCESS TOKEN`; end them at the end."""
    programs: dict[int, str] = {}
    for line in lines:
        sign, process, token = line.split()
        if sign == "+":
            programs[int(process)] = token
        else:
            programs.pop(int(process), None)
    if programs:
        time.sleep(GRACE_SECONDS)
    for leader, token in programs.items():
        end_all(leader, token)


if __name__ == "__main__":
    watch(sys.stdin)
