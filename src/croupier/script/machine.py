"""One run of a program, as data: cells, variables, frames, chance, clock and output.

The routines of a program are Python functions (`croupier.script.compiling`). One from which no question can
be reached is called as a plain function; one that can ask has a :class:`Frame`, which says where it goes on.
So a run that stands at a question is data: it can be copied, compared, hashed and continued.

What things hold lies in one list of cells. A copy of a machine has a copy of that list, with the contents
shared; whoever first writes to a cell after that copies its contents (`own`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol
from weakref import ref

from croupier.game import Stream
from croupier.script.fingerprint import Fingerprint
from croupier.script.heap import UNSET, Thing
from croupier.script.terms import BadAnswer, Decision, Effect, Fault, Hidden, Limits, Pause, Status
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

_PULSE = 997
"""Every so many steps the current line is noted, to know the hottest, and output is shown."""
_TRACE = 8
"""How many innermost activations a trace shows."""
_SHALLOW = 150
"""Up to so many activations Python's own limit of recursion is enough."""
_COLLECT = 4_000
"""So many cells there are at least before those of dead things are looked for."""
NEVER = 1 << 60
Speaker = tuple[int, int]
"""The number of an activation that has a frame, and an instruction in it."""
NOBODY: Speaker = (0, 0)
"""Stands for activations without a frame."""


@dataclass(eq=False, slots=True)
class Routine:
    """The instructions of one body, with the place in the text that each belongs to."""

    name: str
    number: int
    """Its place among the routines of a program."""
    ops: list[tuple[Any, Any]] = field(default_factory=list)
    """Pairs of an `croupier.script.operations.Operation` and its argument."""
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
    asks: bool = False
    """Whether it has a frame, since a question can be reached from it."""


class Frame:
    """One activation of a routine that can ask.

    Copies of a machine share their frames; one that goes on with a frame copies it first, unless the frame
    bears its own token.
    """

    __slots__ = ("locals", "number", "owner", "pc", "routine", "stack")

    def __init__(self, routine: Routine, local_values: list[Any], number: int, owner: object) -> None:
        self.routine = routine
        self.owner = owner
        self.pc = 0
        self.locals = local_values
        self.stack: list[Any] = []
        self.number = number
        """Its place among all activations, in the order of beginning."""

    def copy(self, owner: object) -> Frame:
        """A frame that goes on independently, for the machine with that token."""
        made = Frame(self.routine, self.locals[:], self.number, owner)
        made.pc, made.stack = self.pc, self.stack[:]
        return made


class Code(Protocol):
    """The functions of a program: by the number of a routine, one set for each way of running."""

    routines: list[Routine]

    @property
    def loud(self) -> list[Callable[..., Any]]:
        """Those that print."""

    @property
    def quiet(self) -> list[Callable[..., Any]]:
        """Those that leave out printing where that makes no other difference."""

    @property
    def counting(self) -> list[Callable[..., Any]]:
        """Those that print and count how often each instruction is executed."""

    def place(self, function_file: str, line: int) -> tuple[Routine, int] | None:
        """The routine and instruction of a line of a function."""


class Language(Protocol):
    """What the machine has to know about the language it runs."""

    @property
    def code(self) -> Code:
        """The functions of the program."""

    def expired(self, machine: Machine, timer: Thing) -> None:
        """A timer has run out: begin what handles it, if anything does."""

    def read_answer(self, machine: Machine, decision: Decision, text: str) -> Any:
        """The value that an answer stands for; :class:`BadAnswer` if it is none."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A timer that is running: when it will run out, and its place in the order of starting."""

    due: float
    order: int
    thing: Thing


class Machine:
    """One run of a program."""

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
        self.assigned: tuple[int, ...] = ()
        """The globals in the order of their first assignment."""
        self.H: list[Any] = []
        """The cells: what every thing holds."""
        self.owners: list[ref[Thing] | None] = []
        """Whose each cell is."""
        self.base = 0
        """Cells from here on belong to this machine alone."""
        self.owned: set[int] = set()
        """Cells before that which do so, too."""
        self.free: list[int] = []
        """Cells whose things are dead."""
        self.shares = False
        """Whether a copy has the same lists of owners and free cells: who writes to them copies them."""
        self.shuffled: frozenset[int] = frozenset()
        """Cells of collections that were shuffled: nobody knows in which order they are."""
        self.drawn: frozenset[int] = frozenset()
        """Cells of collections of which single things were drawn by chance."""
        self.full = _COLLECT
        """With so many cells it is time to look for dead ones."""
        self.dry = False
        """Whether it may change nothing that was there before."""
        self.code = language.code.loud
        self.activations = 1
        self.token = object()
        """Stands in every frame that belongs to this machine alone."""
        self.frames = [Frame(entry, [UNSET] * entry.slots, 1, self.token)]
        self.left: Frame | None = None
        """The activation that came back to the outermost one last: how main ended."""
        self.res: Any = None
        """What the last activation, or the last answer, has given."""
        self.stream = Stream.of(seed)
        self.clock: float = 0
        self.timers: list[Timer] = []
        self.timers_started = 0
        self.output: list[str] = []
        self.output_size = 0
        self.asked_at = 0
        """How much had been printed when the previous question was asked."""
        self.speakers: list[Speaker] = []
        """Which activation has printed each piece of the output since then, and by which instruction."""
        self.answered: Speaker = NOBODY
        """Which activation has asked the previous question, and where it went on."""
        self.seated: tuple[Any, ...] = ()
        """Who sits at each seat, where games are played at a table (`croupier.script.as_game`)."""
        self.n = 0
        """How many steps are left of those granted."""
        self.granted = 0
        self.most = self.limits.steps
        """After so many steps it is stopped."""
        self.deep = _SHALLOW
        self.answers = 0
        self.allocated = 0
        self.room = 2 * self.limits.memory
        """When so much has been taken, what is alive is counted."""
        self.pending: Decision | None = None
        self.status = Status.READY
        self.failure: Diagnostic | None = None
        self.notes: list[str] = []
        self.sleep: Callable[[float], None] | None = None
        """Called with milliseconds where the clock moves, if it should move at its real pace."""
        self.pulse: Callable[[], None] | None = None
        """Called now and then while it runs."""
        self.counts: dict[tuple[int, int], list[int]] | None = None
        """By routine and instruction, how often it was executed and led elsewhere, where somebody counts."""
        self._hot: dict[tuple[Routine, int], int] = {}

    # Running

    @property
    def frame(self) -> Frame:
        """The activation that goes on."""
        return self.frames[-1]

    @property
    def steps(self) -> int:
        """How many calls and turns of loops there have been."""
        return self.granted - max(self.n, 0)

    def run(self) -> Status:
        """Go on until a question, the end or a failure."""
        self.granted, self.n = self.steps, 0
        before = sys.getrecursionlimit()
        try:
            self._grant()
            frames = self.frames
            while self.status is Status.READY:
                if not frames:
                    self.status = Status.FINISHED
                    break
                frame = frames[-1]
                if frame.owner is not self.token:
                    frame = frames[-1] = frame.copy(self.token)
                self.code[frame.routine.number](self, frame)
        except Pause:
            pass
        except Fault as fault:
            self._fail(fault, fault.__traceback__)
        except RecursionError as problem:
            self._fail(self._too_deep(self.limits.depth), problem.__traceback__)
        except (MemoryError, OverflowError) as problem:
            self._fail(Fault("R411", "a value became too large to be kept"), problem.__traceback__)
        finally:
            if sys.getrecursionlimit() != before:
                sys.setrecursionlimit(before)
                self.deep = _SHALLOW
        return self.status

    def allow(self, steps: int) -> None:
        """Stop after so many more steps."""
        self.most = self.steps + steps

    def called(self, routine: Routine, values: Sequence[Any]) -> Any:
        """What a routine without questions gives; :class:`Fault` if it fails."""
        self.granted, self.n = self.steps, 0
        before = sys.getrecursionlimit()
        try:
            self._grant()
            return self.code[routine.number](self, 1, *values)
        except RecursionError:
            raise self._too_deep(self.limits.depth, routine) from None
        except (MemoryError, OverflowError):
            raise Fault("R411", "a value became too large to be kept") from None
        finally:
            if sys.getrecursionlimit() != before:
                sys.setrecursionlimit(before)
                self.deep = _SHALLOW

    def innermost(self, trace: TracebackType | None) -> Span | None:
        """The place in the text where a function of the program was when a traceback began."""
        found = None
        while trace is not None:
            found = self.language.code.place(trace.tb_frame.f_code.co_filename, trace.tb_lineno) or found
            trace = trace.tb_next
        return None if found is None else _span(*found)

    def tick(self, depth: int = 0) -> None:
        """Called where a step was counted and none is left, or where many activations are open."""
        if depth > self.deep:
            if depth > self.limits.depth:
                raise self._too_deep(self.limits.depth)
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * self.limits.depth + 1000))
            self.deep = self.limits.depth
        if self.n < 0:
            self.n = 0
            place = self._running(sys._getframe(1))
            if place is not None:
                spot = (place[0], _line(*place))
                self._hot[spot] = self._hot.get(spot, 0) + 1
            if self.pulse is not None:
                self.pulse()
            self._grant()

    def _grant(self) -> None:
        room = self.most - self.granted
        if room <= 0:
            raise self._step_limit()
        chunk = min(room, _PULSE)
        self.granted += chunk
        self.n += chunk

    def _running(self, python_frame: Any) -> tuple[Routine, int] | None:
        """The routine and instruction that a frame of Python executes."""
        return self.language.code.place(python_frame.f_code.co_filename, python_frame.f_lineno)

    def push(self, routine: Routine, values: Iterable[Any]) -> None:
        """Begin a routine that can ask, with values for its first local variables."""
        if len(self.frames) >= self.limits.depth:
            raise self._too_deep(self.limits.depth, routine)
        self.n -= 1
        if self.n < 0:
            self.tick()
        made = list(values)
        missing = routine.slots - len(made)
        if missing > 0:
            made += [UNSET] * missing
        self.activations += 1
        self.frames.append(Frame(routine, made, self.activations, self.token))

    def leave(self, value: Any) -> None:
        """End the innermost activation with its result."""
        done = self.frames.pop()
        if len(self.frames) == 1:
            self.left = done
        self.res = value

    def begin(self, routine: Routine, values: Sequence[Any]) -> bool:
        """Call a routine; whether it has a frame that has to go on first. If not, its result is there."""
        if routine.asks:
            self.push(routine, values)
            return True
        self.res = self.code[routine.number](self, len(self.frames) + 1, *values)
        return False

    def answer(self, text: str, waited: float = 0) -> None:
        """Answer the pending question; the clock moves by the time it took."""
        decision = self.pending
        assert decision is not None
        self.accept(self.language.read_answer(self, decision, text))
        if waited > 0 and self.timers:
            self.push(WAITING, [self.clock + waited, self.res])
        elif waited > 0:
            self.clock += waited

    def accept(self, value: Any) -> None:
        """Go on with the value of an answer."""
        self.pending = None
        self.status = Status.READY
        self.answers += 1
        self.answered = (self.frames[-1].number, self.frames[-1].pc)
        self.asked_at = len(self.output)
        self.speakers = []
        self.res = value

    def abandon(self, fault: Fault) -> None:
        """End a run whose question gets no answer."""
        self.pending = None
        self._fail(fault, None)

    def ask(self, decision: Decision) -> None:
        """Stop with a question; its answer will be the result that the frame which asked goes on with."""
        self.pending = decision
        self.status = Status.ASKING

    def prompt(self) -> str:
        """What was printed since the previous question."""
        return "".join(self.output[self.asked_at :])

    def write(self, text: str, speaker: Speaker = NOBODY) -> None:
        """Print; the speaker is the activation that does so, if it has a frame, and the instruction."""
        self.output.append(text)
        self.speakers.append(speaker)
        size = 1 + len(text) // 8
        self.output_size += size
        self.charge(size)

    # Timers

    def start_timer(self, thing: Thing, duration: float) -> None:
        """Let a timer run from now; one that was running starts anew."""
        self.stop_timer(thing)
        self.timers_started += 1
        self.timers = [*self.timers, Timer(self.clock + duration, self.timers_started, thing)]

    def stop_timer(self, thing: Thing) -> None:
        """Let a timer no longer run."""
        self.timers = [t for t in self.timers if t.thing is not thing]

    def fire(self, until: float) -> bool:
        """Let the next timer run out, if that is not after the given moment."""
        timer = min(self.timers, key=lambda t: (t.due, t.order), default=None)
        if timer is None or timer.due > until:
            return False
        if self.sleep is not None and timer.due > self.clock:
            self.sleep(timer.due - self.clock)
        self.clock = max(self.clock, timer.due)
        self.timers = [t for t in self.timers if t is not timer]
        self.n -= 1
        if self.n < 0:
            self.tick()
        self.language.expired(self, timer.thing)
        return True

    def run_timers(self) -> bool:
        """Let the clock run on its own; whether a frame has to go on before the next timer can run out."""
        open_ = len(self.frames)
        while self.fire(self.limits.time):
            if len(self.frames) > open_:
                return True
        if self.timers:
            seconds = self.limits.time / 1000
            self.notes = [
                *self.notes,
                f"a timer is still running; the clock stopped at {seconds:g} s (--max-time allows more)",
            ]
            self.timers = []
        return False

    # Things

    def thing(self, kind: Any, fields: dict[str, Any] | None, items: list[Any] | None = None) -> Thing:
        """A new thing that holds this."""
        cells = self.H
        if len(cells) > self.full:
            self._collect()
        self.allocated += 8 if items is None else 8 + len(items)
        if self.allocated > self.room:
            self.charge(0)
        if self.shares:
            self._unshare()
        made = Thing(kind)
        owner = ref(made)
        if self.free:
            if fields is not None:
                made.f = self._reused(fields, owner)
            if items is not None:
                made.i = self._reused(items, owner)
            return made
        if fields is not None:
            made.f = len(cells)
            cells.append(fields)
            self.owners.append(owner)
        if items is not None:
            made.i = len(cells)
            cells.append(items)
            self.owners.append(owner)
        return made

    def _reused(self, content: Any, owner: ref[Thing]) -> int:
        if not self.free:
            self.H.append(content)
            self.owners.append(owner)
            return len(self.H) - 1
        at = self.free.pop()
        if at in self.shuffled:
            self.shuffled -= {at}
        self.H[at] = content
        self.owners[at] = owner
        if at < self.base:
            self.owned.add(at)
        return at

    def own(self, at: int) -> Any:
        """The contents of a cell, to be changed in place."""
        if at < self.base and at not in self.owned:
            if self.dry:
                raise Effect
            self.H[at] = self.H[at].copy()
            self.owned.add(at)
        return self.H[at]

    def shuffle(self, thing: Thing) -> None:
        """Put the items of a thing into a random order."""
        self.stream.shuffle(self.own(thing.i))
        self.shuffled |= {thing.i}

    def draw(self, items: Sequence[Any], source: Any) -> Any:
        """One of some items, each equally likely; which collection they come from is kept."""
        found = items[self.stream.below(len(items))]
        if type(source) is Thing and type(found) not in (int, float, str, bool):
            self.drawn |= {source.i}
        return found

    def fields(self, thing: Thing) -> dict[str, Any]:
        """The fields of a thing, to be read."""
        found: dict[str, Any] = self.H[thing.f] if thing.f is not None else {}
        return found

    def items(self, thing: Thing) -> list[Any]:
        """The items of a thing, to be read."""
        found: list[Any] = self.H[thing.i] if thing.i is not None else []
        return found

    def _unshare(self) -> None:
        self.owners, self.free, self.shares = self.owners[:], self.free[:], False

    def _collect(self) -> None:
        """Free the cells of dead things; what only they held dies with them."""
        if self.shares:
            self._unshare()
        cells, owners = self.H, self.owners
        found = True
        while found:
            found = False
            for at, owner in enumerate(owners):
                if owner is not None and owner() is None:
                    cells[at] = owners[at] = None
                    self.free.append(at)
                    found = True
        self.full = max(_COLLECT, 2 * (len(cells) - len(self.free)), len(cells))

    def things(self, values: Iterable[Any]) -> list[Thing]:
        """Every thing behind some values, each once; those met first are looked into first."""
        cells = self.H
        found: list[Thing] = []
        seen: set[Thing] = set()
        waiting: list[Any] = [tuple(values)]
        for group in waiting:
            for value in group:
                if type(value) is Thing:
                    if value not in seen:
                        seen.add(value)
                        found.append(value)
                        if value.f is not None:
                            waiting.append(cells[value.f].values())
                        if value.i is not None:
                            waiting.append(cells[value.i])
                elif type(value) is tuple:
                    waiting.append(value)
        return found

    def charge(self, units: int) -> None:
        """Take memory; when much was taken since the last count, what is still alive is counted."""
        limit = self.limits.memory
        self.allocated += units
        if units > limit:
            raise Fault("R411", f"this would take {units:,} units of memory; {limit:,} are allowed")
        if self.allocated > self.room:
            self._collect()
            self.allocated = self.output_size + measure(self.H) + measure([self.globals])
            if self.allocated > limit:
                raise Fault("R411", f"more than {limit:,} units of memory are in use")

    # Copies

    def copy(self) -> Machine:
        """A machine in the same state that goes on independently."""
        other = object.__new__(Machine)
        other.__dict__.update(self.__dict__)
        other.H = self.H[:]
        self.shares = other.shares = True
        self.base = other.base = len(self.H)
        self.owned, other.owned = set(), set()
        other.globals = self.globals[:]
        other.speakers = self.speakers[:]
        other.frames = self.frames[:]
        self.token, other.token = object(), object()
        other.stream = self.stream.copy()
        other.output = self.output[:]
        other._hot = {}
        other.sleep = other.pulse = None
        if self.counts is not None:
            other.counts = None
            other.code = self.language.code.loud
        return other

    def silent(self) -> Machine:
        """A copy of which nobody reads what it prints."""
        output, self.output = self.output, []
        speakers, self.speakers = self.speakers, []
        other = self.copy()
        self.output, self.speakers = output, speakers
        other.hush()
        return other

    def dry_run(self) -> Machine:
        """A silent copy that cannot change what is there, nor draw: :class:`Effect` ends it."""
        other = self.silent()
        other.dry, other.full, other.free = True, NEVER, []
        other.stream = NO_CHANCE
        return other

    def hush(self) -> None:
        """From now on nobody reads what is printed."""
        self.code = self.language.code.quiet
        self.output, self.asked_at, self.speakers = [], 0, []

    def fingerprint(self, *, history: bool = True) -> str:
        """A hash of the state; without history it leaves out steps, answers, output and random stream."""
        found = Fingerprint(self.H)
        for value in self.globals:
            found.add(value)
        for frame in self.frames:
            found.add((frame.routine.number, frame.pc, *frame.locals, "|", *frame.stack))
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

    # Failures

    def _too_deep(self, limit: int, routine: Routine | None = None) -> Fault:
        named = routine.name if routine is not None else ""
        return Fault(
            "R411",
            f"more than {limit:,} activations are open",
            f"`{named}` may call itself without end" if named else "something may call itself without end",
        )

    def _step_limit(self) -> Fault:
        hint = "--max-steps allows more"
        if self._hot:
            (routine, line), _ = max(self._hot.items(), key=lambda entry: entry[1])
            hint = f"most of the time went to line {line}, in {routine.name}; {hint}"
        return Fault(
            "R411",
            f"stopped after {self.steps:,} steps and {self.answers} answer{'' if self.answers == 1 else 's'}",
            hint,
        )

    def _fail(self, fault: Fault, trace: TracebackType | None) -> None:
        """Turn a fault into a finding with the trace of activations, innermost first."""
        self.status = Status.FAILED
        places = self._places(trace)
        names = [routine.name for routine, _ in places]
        spans = [_span(*place) for place in places]
        if fault.code == "R411" and "something may call itself" in fault.hint and names:
            fault.hint = fault.hint.replace("something", f"`{names[-1]}`")
        elif fault.code == "R411" and "stopped after" in fault.message and names and "line" not in fault.hint:
            fault.hint = f"it was at line {spans[-1].line}, in {names[-1]}; {fault.hint}"
        notes = [
            Note(f"{name} was called here", span)
            for name, span in list(zip(reversed(names[1:]), reversed(spans[:-1]), strict=True))[:_TRACE]
        ]
        if len(places) > _TRACE + 1:
            notes.append(Note(f"and {len(places) - _TRACE - 1:,} more activations outside of these"))
        self.failure = Diagnostic(
            fault.code, Severity.ERROR, spans[-1], fault.message, fault.hint, tuple(notes)
        )

    def _places(self, trace: TracebackType | None) -> list[tuple[Routine, int]]:
        """Where every open activation stands, the outermost first: frames, then plain functions."""
        inside = []
        while trace is not None:
            place = self.language.code.place(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            if place is not None:
                inside.append(place)
            trace = trace.tb_next
        frames = [(f.routine, f.pc - 1) for f in self.frames if f.routine.spans]
        # The innermost frame is the first that the trace shows, if it was running.
        if inside and frames and inside[0][0] is frames[-1][0]:
            frames.pop()
        return [*frames, *inside] or [(self.language.code.routines[0], 0)]


def _span(routine: Routine, at: int) -> Span:
    return routine.spans[min(max(0, at), len(routine.spans) - 1)]


def _line(routine: Routine, at: int) -> int:
    return _span(routine, at).line


def measure(cells: Iterable[Any]) -> int:
    """How much the contents of cells come to: things, their fields and items, characters."""
    total = 0
    for content in cells:
        if content is None:
            continue
        total += 4
        for value in content.values() if type(content) is dict else content:
            kind = type(value)
            if kind is str:
                total += 1 + len(value) // 8
            elif kind is int:
                total += 1 + value.bit_length() // 64
            else:
                total += 1
    return total


class _NoChance(Stream):
    """The stream of a dry run: drawing ends it."""

    __slots__ = ()

    def next(self) -> int:
        raise Effect

    def below(self, n: int) -> int:
        raise Effect

    def shuffle(self, items: list[Any]) -> None:
        raise Effect

    def copy(self) -> Stream:
        return self


NO_CHANCE = _NoChance(1, 2, 3, 4)


def waiting(machine: Machine, frame: Frame) -> None:
    """Run the timers that are due until the moment in the first local variable, one after the other."""
    until, answer = frame.locals
    while machine.fire(until):
        if machine.frames[-1] is not frame:
            return
    machine.clock = until
    machine.frames.pop()
    machine.res = answer


WAITING = Routine("(waiting)", -1, [], [], 2, ["until", "answer"], asks=True)
__all__ += ["WAITING", "Hidden"]
