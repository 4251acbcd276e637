"""The core that the script languages share: their compiler, and runs as data that can be copied."""

from croupier.script.heap import UNSET, Duration, Interval, Thing
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
