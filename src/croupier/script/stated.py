"""What a program states about itself instead of leaving it to be inferred, and how it is asked for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier.script.machine import Fault, Frame, Machine, Pause, Routine, Status
from croupier.text import Span

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


def consult(machine: Machine, span: Span, begin: Callable[[Machine], None], what: str) -> Any:
    """What a function says that ``begin`` calls, with the run put aside and then as it was before.

    The function runs on the machine itself, so that what it is given and what it gives are things of this
    machine. What it changes in things stays changed: that is why languages forbid it, or get a copy.
    :class:`Fault` if it fails, asks or ends the program.
    """
    kept = dict(machine.__dict__)
    asking = Frame(Routine(what, -3, [(_said, None)], [span]), [])
    machine.frames, machine.frame = [asking], asking
    machine.pending, machine.status = None, Status.READY
    machine.stream = machine.stream.copy()
    machine.globals, machine.assigned = list(machine.globals), list(machine.assigned)
    machine.output, machine.asked_at, machine.notes, machine.speakers = [], 0, [], []
    machine.timers, machine._hot = list(machine.timers), {}
    machine.limits = replace(machine.limits, steps=machine.steps + MOST_STEPS)
    try:
        begin(machine)
        status = machine.run()
        if status is Status.FAILED:
            failure = machine.failure
            assert failure is not None
            raise Fault(failure.code, f"in {what}, line {failure.span.line}: {failure.message}", failure.hint)
        if status is not Status.FINISHED or machine.frame is not asking:
            raise Fault("R403", f"{what} cannot ask or exit")
        return asking.stack[-1]
    finally:
        machine.__dict__.clear()
        machine.__dict__.update(kept)


def _said(machine: Machine, frame: Frame, _: Any) -> None:
    """The function has ended; what it says is on the stack."""
    machine.status = Status.FINISHED
    raise Pause


def chosen(
    answer: Any, options: Sequence[Any], equal: Callable[[Any, Any], bool], text: Callable[[Any], str]
) -> int:
    """Which of the options a strategy has answered: the very one, or else an equal one."""
    same = [number for number, option in enumerate(options) if option is answer]
    alike = same or [number for number, option in enumerate(options) if equal(option, answer)]
    if alike:
        return alike[0]
    raise Fault("R403", f"the strategy chose '{text(answer)[:60]}', which is not among the options")
