"""Ending machine code: a flag in every context, which signals, time limits and other threads set.

While machine code runs, CPython cannot carry out what a signal asks for: it waits until the call is over. So
a thread of our own hears of signals as soon as they arrive, and sets the flags; the kernels look at theirs in
every loop, and end; then CPython does what Ctrl-C or SIGTERM mean.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.native.code import Code

_ENDING = frozenset(
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if (number := signal.Signals.__members__.get(name)) is not None
)

_codes = weakref.WeakSet["Code"]()
_lock = threading.Lock()
_ears: list[socket.socket] = []
"""The two ends of the line on which CPython tells of signals; empty until somebody listens."""


def watch(code: Code) -> None:
    """Have the kernels of a game end when a signal ends the process."""
    with _lock:
        _codes.add(code)
    _listen()


def end_now() -> None:
    """Let every kernel of this process end that is at work; what is called later runs as usual."""
    with _lock:
        working = list(_codes)
    for code in working:
        code.end()


def _listen() -> None:
    """Hear of signals, unless somebody else does already: only the main thread can arrange it."""
    if _ears or threading.current_thread() is not threading.main_thread():
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    others = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    if others != -1:
        signal.set_wakeup_fd(others)
        ours.close()
        theirs.close()
        return
    _ears.extend((ours, theirs))
    threading.Thread(target=_hear, args=(ours,), name="croupier: signals", daemon=True).start()


def _hear(line: socket.socket) -> None:
    while told := line.recv(64):
        if not _ENDING.isdisjoint(told):
            end_now()


def _forked() -> None:
    """A forked process has no such thread, and must not tell the one it comes from of its signals."""
    if _ears:
        if threading.current_thread() is threading.main_thread():
            signal.set_wakeup_fd(-1)
        for line in _ears:
            line.close()
        _ears.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_forked)
