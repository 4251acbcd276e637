"""The machine that the script languages share: frames, heap, chance and clock as data that can be copied."""

from croupier.script.heap import UNSET, Cursor, Duration, Interval, Thing
from croupier.script.machine import (
    BadAnswer,
    Decision,
    Fault,
    Frame,
    Language,
    Limits,
    Machine,
    Routine,
    Status,
)

__all__ = [
    "UNSET",
    "BadAnswer",
    "Cursor",
    "Decision",
    "Duration",
    "Fault",
    "Frame",
    "Interval",
    "Language",
    "Limits",
    "Machine",
    "Routine",
    "Status",
    "Thing",
]
