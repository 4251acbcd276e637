"""The players that pages may seat, by name: ours with a bounded effort, and programs of the command line.

The server checks names with this, and it imports no engine: nothing here does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from croupier.studio.errors import Refused
from croupier.studio.people import LINK, YOU

Message = dict[str, Any]

LEVELS = (
    ("strong", "thinks for a second"),
    ("medium", "thinks a little"),
    ("easy", "hardly thinks"),
    ("random", "takes anything"),
)
"""The players that need no options, the default first."""
SEARCHES = (
    ("pipmc", "tries every option on imagined deals"),
    ("mcts", "searches a tree on each of some imagined deals"),
    ("ismcts", "searches one tree over many imagined deals"),
    ("moismcts", "the same, and the others go by what they see"),
)
"""The searches, which take options."""
OWN = ("own", "plays as its program says")
"""The player of script languages that have strategies in their programs."""
USUAL_EFFORT = "time=1s"
"""The options of a search that somebody has just chosen."""
LONGEST_THOUGHT = 30.0
"""Seconds for one decision."""

_OPTIONS = frozenset(
    (
        "tests",
        "iterations",
        "samples",
        "time",
        "reward",
        "rollout",
        "explore",
        "confidence",
        "belief",
        "deals",
    )
)
"""The options of searches that a message may give; those that take memory or cores are not among them."""
_VALUE = re.compile(r"[a-z0-9.]{1,12}", re.ASCII)
_TIME = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(ms|s|min|)", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "min": 60.0}
_MOST_DIGITS = 7
"""Of whole numbers, such as iterations; the longest thought bounds them further."""


def offered(*, own: bool = False) -> list[Message]:
    """The players that a page offers, with a line about each and the options that it begins with."""
    return [
        *({"name": name, "summary": summary} for name, summary in LEVELS),
        *([{"name": OWN[0], "summary": OWN[1]}] if own else []),
        *({"name": name, "summary": summary, "options": USUAL_EFFORT} for name, summary in SEARCHES),
    ]


def programs_offered(programs: Iterable[str]) -> list[Message]:
    """The programs of the command line as a page offers them."""
    return [{"name": name, "summary": "a program of yours"} for name in programs]


def check_player(text: object, programs: Iterable[str] = ()) -> str:
    """A player that a message names; anything but ours and the programs that are allowed is refused.

    >>> check_player("ismcts:time=2s:reward=score")
    'ismcts:time=2s:reward=score'
    >>> check_player("ismcts:time=2min")
    Traceback (most recent call last):
    croupier.studio.errors.Refused: Nobody waits longer than 30 seconds for a decision: time=2min.
    """
    if isinstance(text, str):
        name, *options = text.split(":")
        if text in (YOU, LINK, OWN[0], *programs, *dict(LEVELS)):
            return text
        if name in dict(SEARCHES):
            for option in options:
                _check_option(option)
            return text
        if name == "exec":
            raise Refused("refused", "Programs play only if --allow-program names them.")
    raise Refused("refused", f"There is no player {str(text)[:40]!r} at the studio's tables.")


def _check_option(option: str) -> None:
    key, _, value = option.partition("=")
    if key not in _OPTIONS or not _VALUE.fullmatch(value):
        there = ", ".join(_OPTIONS)
        raise Refused("refused", f"{option[:40]!r} is no option of a search at a table; there are {there}.")
    time = _TIME.fullmatch(value) if key == "time" else None
    if time is not None and float(time[1]) * _SECONDS[time[2]] > LONGEST_THOUGHT:
        raise Refused(
            "refused", f"Nobody waits longer than {LONGEST_THOUGHT:.0f} seconds for a decision: {option}."
        )
    if value.isdecimal() and len(value) > _MOST_DIGITS:
        raise Refused("refused", f"That is too much for a table: {option}.")
