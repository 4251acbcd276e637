"""The root of all errors that Croupier raises for its users to catch."""

from __future__ import annotations


class CroupierError(Exception):
    """Something that a user of Croupier did, gave or met; the message says what, in words for people."""


def reason_of(problem: BaseException) -> str:
    """An exception in a few words: an OSError by what the system says, without number and file name.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "x"))
    'No such file or directory'
    """
    told = problem.strerror if isinstance(problem, OSError) else None
    return told or str(problem)
