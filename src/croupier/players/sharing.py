"""Independent parts of a search on several cores, where the game is played in Python."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from multiprocessing import current_process, get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import TypeVar

T = TypeVar("T")


def shared(work: Callable[[int], T], count: int, processes: int) -> list[T]:
    """What some work gives for 0, 1, 2 …, in that order, whoever did it.

    Forks of this process do a share each, since they have everything already that the work needs. Where there
    can be none (another system, a worker of the lab, several threads), this process does all of it.
    """
    if processes > 1 and count > 1 and _may_fork():
        return _forked(work, count, min(processes, count))
    return [work(k) for k in range(count)]


def _may_fork() -> bool:
    return (
        "fork" in get_all_start_methods() and not current_process().daemon and threading.active_count() == 1
    )


def _forked(work: Callable[[int], T], count: int, processes: int) -> list[T]:
    context = get_context("fork")
    helpers = []
    for number in range(1, processes):
        ours, theirs = context.Pipe(duplex=False)
        helper = context.Process(
            target=_do, args=(work, range(number, count, processes), theirs), daemon=True
        )
        helper.start()
        theirs.close()
        helpers.append((helper, ours))
    done: dict[int, T] = {}
    try:
        done.update((k, work(k)) for k in range(0, count, processes))
        for _, ours in helpers:
            try:
                done.update(ours.recv())
            except EOFError:
                # Whatever went wrong there goes wrong here as well, where it can be told.
                continue
        return [done[k] if k in done else work(k) for k in range(count)]
    finally:
        for helper, ours in helpers:
            ours.close()
            helper.terminate()
            helper.join()


def _do(work: Callable[[int], T], share: range, to: Connection) -> None:
    """A helper's share; if it fails, nothing is sent."""
    # A helper has nothing to clean up, whatever the command line does.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        to.send([(k, work(k)) for k in share])
    except BaseException:
        pass
    finally:
        to.close()
