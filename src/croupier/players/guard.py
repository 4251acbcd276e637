"""The guard over the programs of this process: one watchdog, which is told of each."""

from __future__ import annotations

import atexit
import os
import secrets
import subprocess
import sys
import threading
from contextlib import suppress

from croupier.players import watchdog


class Guard:
    """A running watchdog. It ends by itself when this process is gone, whatever has ended it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            # As little of Python as possible: it starts in some milliseconds, and once a process.
            [sys.executable, "-I", "-S", watchdog.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=os.path.sep,
            text=True,
            encoding="ascii",
        )

    def say(self, sign: str, leader: int, token: str) -> None:
        """Tell of a program that has started, or ended. Raises OSError if nobody hears it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{sign} {leader} {token}\n")
        self._process.stdin.flush()

    def leave(self) -> None:
        """Let it end what is left, and itself."""
        with suppress(OSError, subprocess.TimeoutExpired):
            self._process.communicate(timeout=watchdog.GRACE_SECONDS + 1)

    def let_go(self) -> None:
        """In a process that was forked: it is the parent's."""
        assert self._process.stdin is not None
        with suppress(OSError):
            os.close(self._process.stdin.fileno())


_locks = [threading.Lock()]
"""One lock, of this process."""
_guards: list[Guard] = []
"""The guard of this process, if it has one."""


def mark() -> tuple[dict[str, str], str]:
    """The environment for a new program, and the token by which it and its children are known."""
    token = secrets.token_hex(8)
    # A program may itself play with programs: these are its own, and ours as well.
    return {**os.environ, watchdog.MARK: f"{os.environ.get(watchdog.MARK, '')}/{token}"}, token


def started(leader: int, token: str) -> None:
    """A program runs from now on."""
    _say("+", leader, token)


def end(leader: int, token: str) -> None:
    """End a program and what it has started."""
    watchdog.end_all(leader, token)
    _say("-", leader, token)


def _say(sign: str, leader: int, token: str) -> None:
    if sys.platform == "win32":
        return
    # Without a watchdog programs end as well, unless this process is killed.
    with suppress(OSError), _locks[0]:
        if not _guards and sign == "+":
            _guards.append(Guard())
        try:
            for guard in _guards:
                guard.say(sign, leader, token)
        except OSError:
            _guards.clear()
            raise


def _leave() -> None:
    while _guards:
        _guards.pop().leave()


def _forked() -> None:
    # A thread of the parent that held it is not here to let go of it.
    _locks[:] = [threading.Lock()]
    while _guards:
        _guards.pop().let_go()


atexit.register(_leave)
if sys.platform != "win32":
    os.register_at_fork(after_in_child=_forked)
