"""The run-time: what the code of every game calls, in the kernel language.

`S` and `L` are a state, `C` is the context of one thread: counters, the path that is being explored, the
options, the events, and room for collections. Random numbers are drawn as `croupier.game.random` says.
"""

from __future__ import annotations

from math import lcm

from croupier.native.lower.runtime.chance import CHANCE, LATER, NUMBERS
from croupier.native.lower.runtime.combinations import COMBINATIONS
from croupier.native.lower.runtime.counting import COUNTING
from croupier.native.lower.runtime.games import WHOLE
from croupier.native.lower.runtime.groups import GROUPS
from croupier.native.lower.runtime.learning import LEARNING
from croupier.native.lower.runtime.lists import LISTS
from croupier.native.lower.runtime.options import OPTIONS
from croupier.native.lower.runtime.undoing import UNDOING

CONTEXT = (
    *("STEPS", "MAX_STEPS", "MAX_DECISIONS", "HOW", "NOTING", "WATCH", "HASH", "EVENTS", "DEPTH", "GIVEN"),
    *(
        "RESUMED",
        "CARRY",
        "START",
        "ITEM",
        "COUNT",
        "CHOSEN",
        "RECORDED",
        "SLOTS",
        "TOP",
        "LOGGED",
        "DROPPED",
    ),
    *("DROPS", "STOPPING", "BUILDING", "FIRST", "OBSERVER", "FAULT_DETAIL", "FAULT_DETAIL_B", "ENDING"),
    "JOURNALED",
)
"""The first words of a context, in this order."""

MAX_DEPTH = 256
MAX_DROPS = 64
ROOMS = {
    "PICKS": 4 * MAX_DEPTH,
    "OFFERS": 4 * MAX_DEPTH,
    "DROP_TABLE": 4 * MAX_DROPS,
    "OPTION_AT": 1 << 16,
    "OPTION_HASH": 1 << 16,
    "OPTION_SLOT": 1 << 16,
    "HASHED": 1 << 17,
    "RECORDS": 1 << 18,
    "KEPT_AT": 1 << 12,
    "KEPT_RECORD": 1 << 16,
    "LOG": 1 << 17,
    "ARENA": 1 << 19,
}
"""The rooms of a context, and how many words each has."""

CODES = {
    "OUT_OF_STEPS": -11,
    "BEYOND": -12,
    "FINISHED": 1,
    "STUCK": 2,
    "UNFINISHED": 3,
    "FAILED": 4,
    "LEFT": 5,
}
"""Failures that are no faults, and the ways in which a game ends; LEFT to the interpreter."""

WIN = lcm(*range(1, 17))
"""One win in units that up to sixteen seats can share (`croupier.lab.statistics`)."""

_SIGN = 1 << 63


def signed(word: int) -> int:
    """A 64-bit word as the signed integer that it is in a kernel."""
    return word - (1 << 64) if word >= _SIGN else word


GOLDEN, MIX1, MIX2 = (signed(w) for w in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))

CONSTANTS = {
    **CODES,
    "RUNNING": 0,
    "EXPLORING": 1,
    "TAKING": 2,
    "TRYING": 3,
    "HASHES": 1,
    "LOGS": 2,
    "LEARNS": 4,
    "MARKS": 8,
    "INFERS": 16,
    "PART": 13,
    "DROP": 14,
    "PICK": 15,
    "GATHER": 16,
    "GOLDEN": GOLDEN,
    "MIX1": MIX1,
    "MIX2": MIX2,
    "LEAST": -(1 << 63),
    "GREATEST": (1 << 63) - 1,
    "HALF": (1 << 32) - 1,
    "KEPT_OPTIONS": 1 << 12,
    "KEPT_RECORDS": 1 << 16,
    "ODD": 256,
    "OUT_SEATS": 16,
    "WIN": WIN,
}

__all__ = [
    "CHANCE",
    "CODES",
    "COMBINATIONS",
    "CONSTANTS",
    "CONTEXT",
    "COUNTING",
    "GROUPS",
    "LATER",
    "LEARNING",
    "LISTS",
    "MAX_DEPTH",
    "MAX_DROPS",
    "NUMBERS",
    "OPTIONS",
    "ROOMS",
    "UNDOING",
    "WHOLE",
    "WIN",
    "signed",
]
