"""The machine: runs the routines of a script with frames of its own, and stops wherever it is told to.

Everything that a run consists of is data in one :class:`Machine`: frames, globals, heap, random stream,
clock, timers and output. So a run can be stopped after any instruction, copied, hashed, and continued; the
copy and the original then do the same. There is no host recursion: a call pushes a frame.

An instruction is a pair ``(operation, argument)``. An operation is a plain function of machine, frame and
argument, so that a language brings its own along (`croupier.script.operations` has the common ones).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier.game import Stream
from croupier.script.heap import UNSET, Copier, Fingerprint, Thing, measure
from croupier.script.terms import BadAnswer, Decision, Fault, Limits, Pause, Status
from croupier.text import Diagnostic, Note, Severity, Span

__all__ = [
    "BadAnswer",
    "Decision",
    "Fault",
    "Frame",
    "Language",
    "Limits",
    "Machine",
    "Pause",
    "Routine",
    "Status",
]

_SAMPLE = 997
"""Every so many instructions the current line is noted, to know the hottest; a prime beats with no loop."""
_TRACE = 8
"""How many innermost activations a trace shows."""


Operation = Callable[["Machine", "Frame", Any], None]


@dataclass(eq=False, slots=True)
class Routine:
    """The instructions of one body, with the place in the text that each belongs to."""

    name: str
    number: int
    """Its place among the routines of a program, by which states are compared."""
    ops: list[tuple[Operation, Any]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    slots: int = 0
    """How many local variables it has, parameters first."""
    names: list[str] = field(default_factory=list)
    """The names of the local variables, for people."""
    parameters: tuple[str, ...] = ()
    required: int = 0
    """How many of the parameters have no default."""
    prints: list[tuple[int, int]] = field(default_factory=list)
    """Where something is printed: from the first instruction of it to the one behind it."""
    quiet: list[tuple[Operation, Any]] | None = None
    """The same instructions without printing, where that makes no other difference."""
    swift: list[tuple[Operation, Any]] | None = None
    """The quiet ones with many done at once (`croupier.script.blocks`)."""


Counts = dict[Routine, tuple[list[int], list[int]]]
"""By routine, how often each instruction was executed, and how often it did not go straight on then."""


class Frame:
    """One activation of a routine."""

    __slots__ = ("keep", "locals", "ops", "pc", "routine", "stack")

    def __init__(self, routine: Routine, local_values: list[Any], keep: bool = True) -> None:
        self.routine = routine
        self.ops = routine.ops
        self.pc = 0
        self.locals = local_values
        self.stack: list[Any] = []
        self.keep = keep
        """Whether the caller wants the result."""


class Language(Protocol):
    """What the machine has to know about the language it runs."""

    def expired(self, machine: Machine, timer: Thing) -> None:
        """A timer has run out: push the frame that handles it, if any."""

    def read_answer(self, decision: Decision, text: str) -> Any:
        """The value that an answer stands for; :class:`BadAnswer` if it is none."""


@dataclass(slots=True)
class Timer:
    """A timer that is running: when it will run out, and its place in the order of starting."""

    due: float
    order: int
    thing: Thing


class Machine:
    """One run of a program, as data."""

    def __init__(
        self,
        language: Language,
        entry: Routine,
        globals_: Sequence[str],
        *,
        seed: int = 0,
        seats: int | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.language = language
        self.global_names = globals_
        self.limits = limits or Limits()
        self.seats = seats
        self.globals: list[Any] = [UNSET] * len(globals_)
        self.assigned: list[int] = []
        """The globals in the order of their first assignment."""
        self.frame = Frame(entry, [UNSET] * entry.slots)
        self.frames = [self.frame]
        self.quiet = False
        """Whether nobody reads what is printed (`hush`)."""
        self.swift = False
        """Whether nobody counts its steps, either."""
        self.left: Frame | None = None
        """The activation that came back to the outermost one last: how main ended."""
        self.stream = Stream.of(seed)
        self.clock: float = 0
        self.timers: list[Timer] = []
        self.timers_started = 0
        self.output: list[str] = []
        self.output_size = 0
        self.asked_at = 0
        """How much had been printed when the previous question was asked."""
        self.speakers: list[Frame] = []
        """Which activation has printed each piece of the output since then."""
        self.seated: list[Any] = []
        """Who sits at each seat, where games are played at a table (`croupier.script.as_game`)."""
        self.steps = 0
        self.answers = 0
        self.allocated = 0
        self.pending: Decision | None = None
        self.status = Status.READY
        self.failure: Diagnostic | None = None
        self.notes: list[str] = []
        self.sleep: Callable[[float], None] | None = None
        """Called with milliseconds where the clock moves, if it should move at its real pace."""
        self.counts: Counts | None = None
        """How often each instruction is executed, where somebody counts; copies do not."""
        self._hot: dict[tuple[Routine, int], int] = {}

    def run(self, steps: int | None = None) -> Status:
        """Go on until a question, the end, a failure, or for that many instructions."""
        left = steps
        while self.status is Status.READY and left != 0:
            room = self.limits.steps - self.steps
            if room <= 0:
                self._fail(self._step_limit())
                break
            chunk = min(room, _SAMPLE - self.steps % _SAMPLE)
            if left is not None:
                chunk = min(chunk, left)
                left -= chunk
            self._go(chunk) if self.counts is None else self._go_counting(chunk, self.counts)
            self._sample()
        return self.status

    def _go(self, count: int) -> None:
        """Execute up to that many instructions."""
        done = 0
        try:
            for done in range(1, count + 1):  # noqa: B007 - what it reached is needed after a pause
                frame = self.frame
                pc = frame.pc
                frame.pc = pc + 1
                operation, argument = frame.ops[pc]
                operation(self, frame, argument)
        except Pause:
            pass
        except Fault as fault:
            self._fail(fault)
        except (MemoryError, OverflowError):
            self._fail(Fault("R411", "a value became too large to be kept"))
        self.steps += done

    def _go_counting(self, count: int, counts: Counts) -> None:
        """The same one by one, noting how often each is come to, and how often it leads elsewhere."""
        for _ in range(count):
            frame = self.frame
            at = frame.pc
            self._go(1)
            times, jumps = counts.setdefault(frame.routine, ([0] * len(frame.ops), [0] * len(frame.ops)))
            times[at] += 1
            jumps[at] += frame.pc != at + 1
            if self.status is not Status.READY:
                return

    def answer(self, text: str, waited: float = 0) -> None:
        """Answer the pending question; the clock moves by the time it took."""
        decision = self.pending
        assert decision is not None
        value = self.language.read_answer(decision, text)
        self.pending = None
        self.status = Status.READY
        self.answers += 1
        self.asked_at = len(self.output)
        self.speakers = []
        self.frame.stack.append(value)
        if waited > 0 and self.timers:
            self.push(WAITING, [self.clock + waited], keep=False)
        elif waited > 0:
            self.clock += waited

    def abandon(self, fault: Fault) -> None:
        """End a run whose question gets no answer."""
        self.pending = None
        self._fail(fault)

    def ask(self, decision: Decision) -> None:
        """Stop with a question; its answer will be on the stack of the frame that asked."""
        self.pending = decision
        self.status = Status.ASKING
        raise Pause

    def prompt(self) -> str:
        """What was printed since the previous question."""
        return "".join(self.output[self.asked_at :])

    def push(self, routine: Routine, values: list[Any], keep: bool = True) -> None:
        """Begin a routine with values for its first local variables."""
        if len(self.frames) >= self.limits.depth:
            raise Fault(
                "R411",
                f"more than {self.limits.depth:,} activations are open",
                f"`{routine.name}` may call itself without end",
            )
        missing = routine.slots - len(values)
        if missing > 0:
            values += [UNSET] * missing
        self.frame = frame = Frame(routine, values, keep)
        if self.quiet:
            frame.ops = self._quiet_ops(routine)
        self.frames.append(frame)

    def give_back(self, value: Any) -> None:
        """End the current routine with its result."""
        done = self.frames.pop()
        keep = done.keep
        if len(self.frames) == 1:
            self.left = done
        if not self.frames:
            self.status = Status.FINISHED
            raise Pause
        self.frame = self.frames[-1]
        if keep:
            self.frame.stack.append(value)

    def write(self, text: str) -> None:
        """Print."""
        self.output.append(text)
        self.speakers.append(self.frame)
        size = 1 + len(text) // 8
        self.output_size += size
        self.charge(size)

    def start_timer(self, thing: Thing, duration: float) -> None:
        """Let a timer run from now; one that was running starts anew."""
        self.stop_timer(thing)
        self.timers_started += 1
        self.timers.append(Timer(self.clock + duration, self.timers_started, thing))

    def stop_timer(self, thing: Thing) -> None:
        """Let a timer no longer run."""
        self.timers = [t for t in self.timers if t.thing is not thing]

    def charge(self, units: int) -> None:
        """Take memory; when much was taken since the last count, what is still alive is counted."""
        limit = self.limits.memory
        self.allocated += units
        if units > limit:
            raise Fault("R411", f"this would take {units:,} units of memory; {limit:,} are allowed")
        if self.allocated > 2 * limit:
            self.allocated = self.output_size + measure(self.roots())
            if self.allocated > limit:
                raise Fault("R411", f"more than {limit:,} units of memory are in use")

    def copy(self) -> Machine:
        """A machine in the same state that goes on independently."""
        copier = Copier()
        other = object.__new__(Machine)
        other.__dict__.update(self.__dict__)
        other.globals = copier.values(self.globals)
        other.assigned = list(self.assigned)
        other.seated = copier.values(self.seated)
        other.speakers = list(self.speakers)
        other.frames = []
        for frame in self.frames:
            made = Frame(frame.routine, copier.values(frame.locals), frame.keep)
            made.ops, made.pc = frame.ops, frame.pc
            made.stack = copier.values(frame.stack)
            other.frames.append(made)
        other.frame = other.frames[-1] if other.frames else self.frame
        other.stream = self.stream.copy()
        other.timers = [Timer(t.due, t.order, copier.value(t.thing)) for t in self.timers]
        other.output = list(self.output)
        other.notes = list(self.notes)
        other.sleep = None
        other.counts = None
        other._hot = dict(self._hot)
        if self.pending is not None:
            p = self.pending
            options = None if p.options is None else tuple(copier.values(p.options))
            other.pending = Decision(p.span, p.prompt, p.expects, options, copier.value(p.by), p.stated_by)
        copier.finish()
        return other

    def hush(self, *, swift: bool = False) -> None:
        """From now on nobody reads what is printed; nor, if it is to be swift, counts the steps."""
        self.quiet, self.swift = True, swift
        for frame in self.frames:
            frame.ops = self._quiet_ops(frame.routine)

    def _quiet_ops(self, routine: Routine) -> list[tuple[Operation, Any]]:
        return (self.swift and routine.swift) or routine.quiet or routine.ops

    def fingerprint(self, *, history: bool = True) -> str:
        """A hash of the state; without history it leaves out steps, answers, output and random stream."""
        found = Fingerprint()
        for value in self.globals:
            found.add(value)
        for frame in self.frames:
            found.add((frame.routine.number, frame.pc, frame.keep, *frame.locals, "|", *frame.stack))
        found.add((self.clock, self.status.value, *((t.due, t.thing) for t in self.timers)))
        if history:
            found.add((self.steps, self.answers, hash(self.stream), *self.output))
        return found.text()

    def global_value(self, name: str) -> Any:
        """The value of a global variable, or UNSET."""
        return self.globals[self.global_names.index(name)] if name in self.global_names else UNSET

    def roots(self) -> list[Any]:
        """All values from which the others are reached."""
        found = [*self.globals, *(t.thing for t in self.timers)]
        for frame in self.frames:
            found += frame.locals
            found += frame.stack
        return found

    def _sample(self) -> None:
        if self.frames and self.steps % _SAMPLE == 0:
            place = (self.frame.routine, self._span(self.frame).line)
            self._hot[place] = self._hot.get(place, 0) + 1

    def _span(self, frame: Frame) -> Span:
        if not frame.routine.spans:
            # The frame that waits for timers stands nowhere in the text; the one below it asked.
            frame = next(f for f in reversed(self.frames) if f.routine.spans)
        return frame.routine.spans[max(0, frame.pc - 1)]

    def _step_limit(self) -> Fault:
        hint = "--max-steps allows more"
        if self._hot:
            (routine, line), _ = max(self._hot.items(), key=lambda entry: entry[1])
            hint = f"most of the time went to line {line}, in {routine.name}; {hint}"
        elif self.frames:
            hint = f"it was at line {self._span(self.frame).line}, in {self.frame.routine.name}; {hint}"
        return Fault(
            "R411",
            f"stopped after {self.steps:,} steps and {self.answers} answer{'' if self.answers == 1 else 's'}",
            hint,
        )

    def _fail(self, fault: Fault) -> None:
        """Turn a fault into a finding with the trace of activations, innermost first."""
        self.status = Status.FAILED
        notes = []
        callers = self.frames[:-1]
        for inner, frame in list(zip(reversed(self.frames), reversed(callers), strict=False))[:_TRACE]:
            notes.append(Note(f"{inner.routine.name} was called here", self._span(frame)))
        if len(callers) > _TRACE:
            notes.append(Note(f"and {len(callers) - _TRACE:,} more activations outside of these"))
        self.failure = Diagnostic(
            fault.code, Severity.ERROR, self._span(self.frame), fault.message, fault.hint, tuple(notes)
        )


def _wait(machine: Machine, frame: Frame, _: Any) -> None:
    """Run the timers that are due until the moment in the first local variable, one after the other."""
    until = frame.locals[0]
    if not fire(machine, frame, until):
        machine.clock = until
        machine.give_back(None)


def run_timers(machine: Machine, frame: Frame, _: Any) -> None:
    """Let the clock run on its own: timers in the order of time, until none is left or the limit comes."""
    if not fire(machine, frame, machine.limits.time) and machine.timers:
        seconds = machine.limits.time / 1000
        machine.notes.append(
            f"a timer is still running; the clock stopped at {seconds:g} s (--max-time allows more)"
        )
        machine.timers = []


def fire(machine: Machine, frame: Frame, until: float) -> bool:
    """Let the next timer run out if that is not after the given moment; the instruction is then repeated."""
    timer = min(machine.timers, key=lambda t: (t.due, t.order), default=None)
    if timer is None or timer.due > until:
        return False
    if machine.sleep is not None and timer.due > machine.clock:
        machine.sleep(timer.due - machine.clock)
    machine.clock = max(machine.clock, timer.due)
    machine.timers.remove(timer)
    frame.pc -= 1
    machine.language.expired(machine, timer.thing)
    return True


WAITING = Routine("(waiting)", -1, [(_wait, None)], [], 1, ["until"])
