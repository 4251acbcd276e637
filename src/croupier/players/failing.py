"""Players that fail: whatever the code of somebody else's player raises, told in one line."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.players.settings import PlayerError

if TYPE_CHECKING:
    from croupier.players.player import Player

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_LONGEST = 300


class PlayerFailure(PlayerError):
    """A player that has failed while it played; the message says who, where it sat, and what happened."""


@contextmanager
def answering(player: Player) -> Iterator[None]:
    """While a player does something: what its code raises becomes a :class:`PlayerFailure`."""
    try:
        yield
    except BaseException as problem:
        told = failure(type(player), player.notation or type(player).__name__, player.seat, problem)
        if told is not None:
            raise told from problem
        raise


def failure(kind: type[Player] | None, name: str, seat: int, problem: BaseException) -> PlayerFailure | None:
    """What to say of an exception that a player has raised; None if it is not the player's to answer for.

    Without a class it is somebody's function. Our own players have nobody else to blame, and what they say of
    themselves is left as it is. Ctrl-C and too little memory are dealt with elsewhere.
    """
    if isinstance(problem, PlayerFailure | KeyboardInterrupt | MemoryError) or _is_ours(kind):
        return None
    return failed(name, seat, f"{type(problem).__name__}: {problem}".rstrip(": "), _place(problem))


def failed(name: str, seat: int, what: str, where: str = "") -> PlayerFailure:
    """A failure in words.

    >>> print(failed("mybot", 1, "KeyError: 'ace'", "mybot.py:7"))
    the player mybot at seat 1 has failed: KeyError: 'ace' (mybot.py:7)
    """
    line = " ".join(what.split())
    line = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
    place = f" ({where})" if where else ""
    return PlayerFailure(f"the player {name} at seat {seat} has failed: {line}{place}")


def defined(kind: type[Player], method: str) -> str:
    """Where a class of players says how it does something."""
    code = getattr(getattr(kind, method, None), "__code__", None)
    return "" if code is None else f"{code.co_filename}:{code.co_firstlineno}"


def _is_ours(kind: type[Player] | None) -> bool:
    return kind is not None and kind.__module__.partition(".")[0] == "croupier"


def _place(problem: BaseException) -> str:
    """The innermost line that was reached outside of this package."""
    frames = traceback.extract_tb(problem.__traceback__)
    others = [frame for frame in frames if not os.path.abspath(frame.filename).startswith(_HERE)]
    return f"{others[-1].filename}:{others[-1].lineno}" if others else ""
