"""What a program states about itself instead of leaving it to be inferred, and how it is asked for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.script.machine import Fault, Machine, Pause, Routine

MOST_STEPS = 200_000
"""So many instructions a function may take that is asked what it has to say."""


@dataclass(frozen=True, slots=True)
class Stated:
    """Functions of the program, to be handed to `consult`; None for what it does not state."""

    seats: tuple[int, ...] | None = None
    """With how many it can be played, ascending."""
    turn: Any = None
    """Whose turn it is."""
    score: Any = None
    """How a player stands; higher is better."""
    winners: Any = None
    """All who have won."""
    sees: Any = None
    """Whether a player sees a card."""


def consult(machine: Machine, routine: Routine, values: list[Any], what: str) -> Any:
    """What a routine says when it is called with some values.

    Variables, chance and output are then as they were before; what it changes in things stays changed: that
    is why languages forbid it, or get a copy. :class:`Fault` if it fails, asks or ends the program.
    """
    if routine.asks:
        raise Fault("R403", f"{what} cannot ask or exit")
    kept = dict(machine.__dict__)
    machine.frames, machine.pending = [], None
    machine.stream = machine.stream.copy()
    machine.globals = list(machine.globals)
    machine.output, machine.asked_at, machine.speakers = [], 0, []
    machine.allow(MOST_STEPS)
    try:
        return machine.called(routine, values)
    except Pause:
        raise Fault("R403", f"{what} cannot ask or exit") from None
    except Fault as fault:
        place = machine.innermost(fault.__traceback__)
        line = f", line {place.line}" if place is not None else ""
        raise Fault(fault.code, f"in {what}{line}: {fault.message}", fault.hint) from None
    finally:
        for name in _STATE:
            machine.__dict__[name] = kept[name]


_STATE = (
    *("frames", "pending", "status", "stream", "globals", "assigned", "output", "asked_at"),
    *("speakers", "most", "timers", "notes", "n", "granted"),
)
"""What is as before when a routine has been consulted."""


def chosen(
    answer: Any, options: Sequence[Any], equal: Callable[[Any, Any], bool], text: Callable[[Any], str]
) -> int:
    """Which of the options a strategy has answered: the very one, or else an equal one."""
    same = [number for number, option in enumerate(options) if option is answer]
    alike = same or [number for number, option in enumerate(options) if equal(option, answer)]
    if alike:
        return alike[0]
    raise Fault("R403", f"the strategy chose '{text(answer)[:60]}', which is not among the options")
