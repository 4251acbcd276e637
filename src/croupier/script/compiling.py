"""A program as Python functions: one for each routine, for every way of running.

A routine from which no question can be reached becomes a plain function ``r7(m, d, l0, …)`` of the machine,
the number of open activations, and its local variables. One that can ask becomes a function ``r7(m, F)`` of
the machine and its frame: it goes on where the frame says, and returns when it asks, calls another such
routine, or ends. Every instruction that may fail stands on a line of its own, so that the line of a
traceback tells the instruction.

The instructions come from structured texts. So loops and conditions are written as such where nothing in
them can ask; elsewhere they are cut into blocks, among which ``pc`` chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from croupier.script import operations as common
from croupier.script.flow import Flow
from croupier.script.heap import UNSET
from croupier.script.machine import Machine, Routine, waiting
from croupier.script.operations import Operation
from croupier.script.terms import Fault, Status

_DEEPEST = 14
"""So deep Python's own blocks are nested at most; what is deeper is cut into blocks."""
_ASKED = frozenset(("ask", "run_timers"))
Truth = Callable[[Any, Any], bool]


@dataclass(slots=True)
class Entry:
    """A value on the stack while compiling: the expression that gives it."""

    text: str
    kind: str = ""
    """``bool``, ``int``, ``str`` or ``none`` where that is known; ``items`` for the snapshot of a loop."""
    slot: int = -1
    """The local variable that it is read from, which must not change before."""
    constant: Any = UNSET


@dataclass(slots=True)
class _Loop:
    """A loop of Python that is being written."""

    start: int
    end: int


DONE = Entry("None")
"""What an instruction gives that was written and gives nothing."""


class _TooDeep(Exception):
    """Python would refuse so many nested blocks."""


class Compiled:
    """The functions of a program."""

    def __init__(
        self, routines: Iterable[Routine], flow: Flow, truth: Truth, extra: Iterable[Callable[..., Any]] = ()
    ) -> None:
        self.routines = sorted(routines, key=lambda routine: routine.number)
        self.flow = flow
        self.truth = truth
        self._extra = [*extra, waiting]
        self._files: dict[str, list[tuple[Routine, int]]] = {}
        _mark_asking(self.routines, flow)

    @cached_property
    def loud(self) -> list[Callable[..., Any]]:
        """Those that print."""
        return self._made("loud")

    @cached_property
    def quiet(self) -> list[Callable[..., Any]]:
        """Those that leave out printing where that makes no other difference."""
        return self._made("quiet")

    @cached_property
    def counting(self) -> list[Callable[..., Any]]:
        """Those that print and count how often each instruction is executed."""
        return self._made("counting")

    def place(self, function_file: str, line: int) -> tuple[Routine, int] | None:
        """The routine and instruction of a line of a function."""
        lines = self._files.get(function_file)
        return None if lines is None or line > len(lines) else lines[line - 1]

    def text(self, way: str = "loud") -> str:
        """The functions as text."""
        return "\n".join(line for routine in self.routines for line, _ in self._body(routine, way).lines)

    def _body(self, routine: Routine, way: str) -> Body:
        try:
            return Body(self, routine, way).written()
        except _TooDeep:
            return Body(self, routine, way, flat=True).written()

    def _made(self, way: str) -> list[Callable[..., Any]]:
        name = f"<script {id(self):x} {way}>"
        bound: dict[str, Any] = {"UNSET": UNSET, "READY": Status.READY, "Fault": Fault, "truth": self.truth}
        lines: list[str] = []
        places: list[tuple[Routine, int]] = []
        for routine in self.routines:
            body = self._body(routine, way)
            bound.update(body.bound)
            for text, at in body.lines:
                lines.append(text)
                places.append((routine, at))
        exec(compile("\n".join(lines), name, "exec"), bound)
        self._files[name] = places
        size = max((routine.number for routine in self.routines), default=0) + 1
        found: list[Any] = [None] * size
        for routine in self.routines:
            found[routine.number] = bound[f"r{routine.number}"]
        return [*found, *self._extra]


def _mark_asking(routines: list[Routine], flow: Flow) -> None:
    """Find out which routines need frames: those that ask, and all that may call one of them."""
    for routine in routines:
        routine.asks = routine.asks or routine.name in ("main", "play")
        routine.asks = routine.asks or any(op.sort in _ASKED for op, _ in routine.ops)
    changed = True
    while changed:
        changed = False
        for routine in routines:
            if not routine.asks and any(flow.suspends(op, argument) for op, argument in routine.ops):
                routine.asks = changed = True


class Body:
    """One routine that is being written."""

    def __init__(self, program: Compiled, routine: Routine, way: str, *, flat: bool = False) -> None:
        self.program = program
        self.routine = routine
        self.ops = routine.ops
        self.way = way
        self.flat = flat
        self.framed = routine.asks
        self.lines: list[tuple[str, int]] = []
        self.bound: dict[str, Any] = {}
        self.stack: list[Entry] = []
        self.known: set[int] = set(range(len(routine.parameters)))
        """Local variables that have a value for sure."""
        self.pc = 0
        self.indent = 1
        self.dead = False
        self.loops: list[_Loop] = []
        self.temporary = 0
        self.depths: dict[int, int] = {}
        """How many values are on the stack at each label."""
        self.cutting = flat or self.framed
        self.extents: dict[int, int] = {}
        for at, (op, argument) in enumerate(self.ops):
            target = _target(op, argument)
            if target is not None and target <= at:
                self.extents[target] = max(self.extents.get(target, 0), at + 1)
        flow = program.flow
        self.stops = [
            self.framed and (op.sort in _ASKED or flow.suspends(op, argument)) for op, argument in self.ops
        ]
        self.silenced = dict(routine.prints) if way == "quiet" else {}
        self.silenced = {s: e for s, e in self.silenced.items() if flow.only_prints(routine, s, e)}

    # Text

    def line(self, text: str) -> None:
        """Write a line for the present instruction."""
        self.lines.append(("    " * self.indent + text, self.pc))

    def bind(self, value: Any, name: str = "c") -> str:
        """A name for something that is known already."""
        found = f"{name}_{id(value):x}"
        self.bound[found] = value
        return found

    def literal(self, value: Any) -> str:
        """A constant as text."""
        if value is None or value is True or value is False:
            return repr(value)
        if type(value) is int and abs(value) < 1 << 60:
            return repr(value)
        if type(value) is str and len(value) < 200:
            return repr(value)
        return "UNSET" if value is UNSET else self.bind(value)

    def new(self, expression: str, kind: str = "") -> Entry:
        """A new variable with the value of an expression."""
        self.temporary += 1
        name = f"t{self.temporary}"
        self.line(f"{name} = {expression}")
        return Entry(name, kind)

    def local(self, slot: int) -> str:
        """A local variable as text."""
        return f"L[{slot}]" if self.framed else f"l{slot}"

    @property
    def depth(self) -> str:
        """How many activations are open in a routine that is called from here, as text."""
        return "d" if not self.framed else "len(m.frames)"

    def is_true(self, entry: Entry) -> str:
        """A condition as text."""
        if entry.kind == "bool":
            return entry.text
        if entry.constant is not UNSET:
            return f"truth(m, {entry.text})"
        return f"({entry.text} is True or ({entry.text} is not False and truth(m, {entry.text})))"

    def fault(self, problem: Fault) -> None:
        """The program cannot go on here."""
        self.line(f"raise Fault({problem.code!r}, {problem.message!r}, {problem.hint!r})")
        self.dead = True

    # The stack

    def pop(self, count: int) -> list[Entry]:
        """Take the topmost values."""
        taken = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return taken

    def push(self, entry: Entry) -> None:
        """Lay a value on the stack."""
        self.stack.append(entry)

    def freeze(self, slot: int | None = None) -> None:
        """Read local variables now that would only be read later: all of them, or one that will change."""
        for at, entry in enumerate(self.stack):
            if entry.slot >= 0 and (slot is None or entry.slot == slot):
                self.stack[at] = self.new(entry.text, entry.kind)

    def settle(self) -> None:
        """Put the values of the stack where labels expect them."""
        wanted = [f"s{at}" for at in range(len(self.stack))]
        moved = [(name, entry) for name, entry in zip(wanted, self.stack, strict=True) if name != entry.text]
        if moved:
            names = ", ".join(name for name, _ in moved)
            self.line(f"{names} = {', '.join(self._data(entry) for _, entry in moved)}")
        self.stack = [Entry(name) for name in wanted]

    def _data(self, entry: Entry) -> str:
        return f"({entry.text}, 0)" if entry.kind == "items" else entry.text

    # Whole routines

    def written(self) -> Body:
        """Write it."""
        number, slots = self.routine.number, self.routine.slots
        if self.framed:
            self.indent = 0
            self.line(f"def r{number}(m, F):")
            self.indent = 1
            # Where an activation goes on has a number below zero: the same place may be jumped to, too.
            self.line("pc, L, H, G = -F.pc, F.locals, m.H, m.globals")
        else:
            parameters = "".join(f"l{slot}=UNSET, " for slot in range(slots))
            self.indent = 0
            self.line(f"def r{number}(m, d, {parameters}*_):")
            self.indent = 1
            self.line("m.n -= 1")
            self.line("if m.n < 0 or d > m.deep: m.tick(d)")
            self.line("H, G = m.H, m.globals")
            if self.cutting:
                self.line("pc = 0")
        if self.cutting:
            self.line("while True:")
            self.indent = 2
            self.depths[0] = 0
            self.label(0, fresh=True)
        self.block(0, len(self.ops))
        if not self.dead:
            self.give_back("None")
        return self

    def give_back(self, value: str) -> None:
        """Write the end of the routine."""
        if self.framed:
            self.line(f"m.leave({value})")
            self.line("return")
        else:
            self.line(f"return {value}")
        self.dead = True

    def label(self, at: int, *, fresh: bool = False) -> None:
        """Begin a block to which others jump."""
        if not fresh:
            if not self.dead:
                self.goto(at, falls=True)
            self.indent = 2
            if at not in self.depths:
                self.depths[at] = 0
        self.pc = abs(at)
        self.indent = 2
        self.line(f"if pc == {at}:")
        self.indent = 3
        self.line("pass")
        self.stack = [Entry(f"s{n}") for n in range(self.depths[at])]
        self.known = set(range(len(self.routine.parameters)))
        self.dead = False

    def goto(self, target: int, *, falls: bool = False) -> None:
        """Go on at a label, perhaps the very next one."""
        stack = self.stack
        self.settle()
        self.depths.setdefault(target, len(stack))
        self.line(f"pc = {target}")
        if not falls:
            self.line("continue")
        self.stack = stack

    def block(self, start: int, end: int) -> None:
        """Write the instructions from one place up to another."""
        at = start
        while at < end:
            if self.cutting and not self.loops and at in self._labels and at != 0:
                self.label(at)
            self.pc = at
            if self.dead:
                at += 1
                continue
            if at in self.extents and not any(loop.start == at for loop in self.loops):
                done = self.loop(at)
                if done is not None:
                    at = done
                    continue
            at = self.step(at, end)

    @cached_property
    def _labels(self) -> set[int]:
        """Where blocks begin: behind what may stop, and where jumps lead that go over such a place."""
        found: set[int] = set()
        for at, (op, argument) in enumerate(self.ops):
            target = _target(op, argument)
            if target is None:
                continue
            first, last = min(at, target), max(at, target)
            if target <= at:
                last = self.extents[target]
            if self._cut(first, last):
                found.add(target)
        for start, end in self.extents.items():
            if self._cut(start, end):
                found |= {start, end}
                # Whatever leaves or repeats a loop that is cut jumps to a label.
        for at, (op, argument) in enumerate(self.ops):
            if op.name in _BRANCHES and self._cut(at, self._end_of(at, argument)[2]):
                found.update(self._end_of(at, argument)[1:])
        return found

    def _cut(self, start: int, end: int) -> bool:
        """Whether instructions are cut into blocks, since something may stop among them."""
        return self.flat or (self.framed and any(self.stops[start:end]))

    # Loops and conditions

    def loop(self, start: int) -> int | None:
        """Write a loop as one of Python's; its end, or None if it is cut into blocks."""
        end = self.extents[start]
        if self._cut(start, end):
            return None
        if len(self.loops) >= _DEEPEST or self.indent > 60:
            raise _TooDeep
        self.freeze()
        op, argument = self.ops[start]
        before, outside = set(self.known), list(self.stack)
        if op is common.next_item:
            items = self.stack[-1]
            slot = argument[1]
            name = self.local(slot) if slot is not None else "_"
            self.line(f"for {name} in {items.text}:")
            outside.pop()
            if slot is not None:
                self.known.add(slot)
        else:
            self.line("while True:")
        self.indent += 1
        self.line("m.n -= 1")
        self.line("if m.n < 0: m.tick()")
        self.loops.append(_Loop(start, end))
        first = start + 1 if op is common.next_item else start
        if op is common.next_item:
            self.count(start)
        self.block(first, end)
        if not self.dead:
            self.line("continue")
        self.loops.pop()
        self.indent -= 1
        self.known, self.stack, self.dead = before, outside, False
        return end

    def _end_of(self, at: int, argument: Any) -> tuple[int, int, int]:
        """Of a forward jump: where its first part ends, where the second begins and ends."""
        target = _forward(self.ops[at][0], argument)
        if target is None or target <= at:
            return at, at, at
        last, skip = self.ops[target - 1]
        skips = last is common.jump and skip >= target and target - 1 > at
        if skips and self.ops[at][0] is not common.unless_given:
            return target - 1, target, skip
        return target, target, target

    def condition(self, at: int, test: str, target: int, *, otherwise: str = "", doing: str = "") -> int:
        """Write what happens if a test holds, and what happens if not, when it goes on elsewhere.

        ``otherwise`` is a value that is laid on the stack in that case, ``doing`` takes one and does
        something. Gives the place behind all that.
        """
        then, other, end = self._end_of(at, self.ops[at][1])
        if target <= at or self._cut(at, end) or end >= self._limit():
            # A jump back repeats a loop; one over something that may stop leads to a label.
            self.line(f"if not {test}:")
            self.indent += 1
            self.count_jump(at)
            kept = self.stack
            self.stack = list(kept)
            self._elsewhere(otherwise, doing)
            self.jump(target)
            self.stack, self.dead = kept, False
            self.indent -= 1
            return at + 1
        if self.indent > 60:
            raise _TooDeep
        self.freeze()
        base, before = list(self.stack), set(self.known)
        self.line(f"if {test}:")
        self.indent += 1
        self.block(at + 1, then)
        first = self._branch_end()
        self.indent -= 1
        known, dead = self.known, self.dead
        self.stack, self.known, self.dead = list(base), set(before), False
        self.pc = at
        self.line("else:")
        self.indent += 1
        self.count_jump(at)
        self._elsewhere(otherwise, doing)
        self.block(other, end)
        second = self._branch_end()
        self.indent -= 1
        self._merge(first, dead, known, second, self.dead, self.known, len(base))
        return end

    def _elsewhere(self, otherwise: str, doing: str) -> None:
        if otherwise:
            self.push(self.new(otherwise))
        if doing:
            self.line(doing)
            self.pop(1)

    def _limit(self) -> int:
        """The end of the innermost loop, to which no condition inside of it extends."""
        return self.loops[-1].end if self.loops else len(self.ops) + 1

    def _branch_end(self) -> tuple[int, list[Entry]]:
        """The place at the end of a branch, where values may still be put into variables."""
        if not self.dead:
            self.freeze()
        self.line("pass")
        return len(self.lines), list(self.stack)

    def _merge(
        self,
        first: tuple[int, list[Entry]],
        first_dead: bool,
        first_known: set[int],
        second: tuple[int, list[Entry]],
        second_dead: bool,
        second_known: set[int],
        base: int,
    ) -> None:
        """Go on behind two branches: values on which they differ get one variable."""
        if first_dead or second_dead:
            self.dead = first_dead and second_dead
            self.stack = second[1] if first_dead else first[1]
            self.known = second_known if first_dead else first_known
            return
        self.known = first_known & second_known
        merged: list[Entry] = []
        kinds = zip(first[1], second[1], strict=True)
        inserted = 0
        indent = "    " * (self.indent + 1)
        for one, other in kinds:
            if one.text == other.text:
                merged.append(one)
                continue
            self.temporary += 1
            name = f"t{self.temporary}"
            self.lines.insert(second[0] + inserted, (f"{indent}{name} = {other.text}", self.pc))
            self.lines.insert(first[0], (f"{indent}{name} = {one.text}", self.pc))
            inserted += 2
            merged.append(Entry(name, one.kind if one.kind == other.kind else ""))
        self.stack, self.dead = merged, False

    def jump(self, target: int) -> None:
        """Write a jump: out of a loop of Python, back to its beginning, or to a label."""
        if self.loops:
            loop = self.loops[-1]
            if target == loop.start:
                self.line("continue")
            elif target == loop.end:
                self.line("break")
            else:
                raise AssertionError(f"{self.routine.name}: a jump from {self.pc} to {target}")
        elif self.cutting:
            self.goto(target)
        else:
            raise AssertionError(f"{self.routine.name}: a jump from {self.pc} to {target}")
        self.dead = True

    # Single instructions

    def step(self, at: int, end: int) -> int:
        """Write one instruction, or a condition with all that depends on it; where to go on."""
        op, argument = self.ops[at]
        if at in self.silenced and self.silenced[at] <= end:
            return self.silenced[at]
        self.count(at)
        writer = _WRITERS.get(op.sort)
        if writer is None:
            writer = _WRITERS[op.name]
        found = writer(self, at, op, argument)
        return at + 1 if found is None else found

    def count(self, at: int) -> None:
        """Count an instruction, where somebody wants to know."""
        if self.way == "counting":
            self.line(f"m.counts[{self.routine.number}, {at}][0] += 1")

    def count_jump(self, at: int) -> None:
        """Count that an instruction leads elsewhere."""
        if self.way == "counting":
            self.line(f"m.counts[{self.routine.number}, {at}][1] += 1")

    def suspend(self, at: int) -> None:
        """Leave everything in the frame, so that it can go on behind an instruction."""
        self.line(f"F.pc = {at + 1}")
        entries = ", ".join(self._data(entry) for entry in self.stack)
        self.line(f"F.stack = [{entries}]")

    def resume(self, at: int, gives: bool) -> None:
        """Begin the block behind an instruction that may stop."""
        self.line(f"pc = {-at - 1}")
        self.depths[-at - 1] = len(self.stack)
        self.dead = True
        self.label(-at - 1)
        self.pc = at
        if self.stack:
            self.line(f"{', '.join(entry.text for entry in self.stack)}, = F.stack")
        if gives:
            self.push(self.new("m.res"))


def _write_const(body: Body, at: int, op: Operation, argument: Any) -> None:
    kind = {bool: "bool", int: "int", str: "str"}.get(type(argument), "")
    body.push(Entry(body.literal(argument), kind, constant=argument))


def _write_load(body: Body, at: int, op: Operation, slot: int) -> None:
    name = body.local(slot)
    if slot not in body.known:
        body.line(f"if {name} is UNSET: {body.bind(unset)}({body.routine.names[slot]!r})")
        body.known.add(slot)
    body.push(Entry(name, slot=slot))


def unset(name: str) -> None:
    """Fail since a variable has no value."""
    raise Fault("R406", f"'{name}' is read before anything was assigned to it")


def _write_store(body: Body, at: int, op: Operation, slot: int) -> None:
    (entry,) = body.pop(1)
    body.freeze(slot)
    name = body.local(slot)
    if entry.text != name:
        body.line(f"{name} = {entry.text}")
    body.known.add(slot)


def _write_load_global(body: Body, at: int, op: Operation, slot: int) -> None:
    entry = body.new(f"G[{slot}]")
    body.line(f"if {entry.text} is UNSET: {body.bind(unset_global)}(m, {slot})")
    body.push(entry)


def unset_global(machine: Machine, slot: int) -> None:
    """Fail since a global variable has no value."""
    unset(machine.global_names[slot])


def _write_store_global(body: Body, at: int, op: Operation, slot: int) -> None:
    (entry,) = body.pop(1)
    body.line(f"if G[{slot}] is UNSET: m.assigned += ({slot},)")
    body.line(f"G[{slot}] = {entry.text}")


def _write_drop(body: Body, at: int, op: Operation, argument: Any) -> None:
    body.pop(1)


def _write_duplicate(body: Body, at: int, op: Operation, count: int) -> None:
    body.freeze()
    body.stack += body.stack[-count:]


def _write_jump(body: Body, at: int, op: Operation, target: int) -> None:
    body.jump(target)


def _write_give_back(body: Body, at: int, op: Operation, argument: Any) -> None:
    (entry,) = body.pop(1)
    body.give_back(entry.text)


def _write_unless_given(body: Body, at: int, op: Operation, argument: tuple[int, int]) -> int:
    slot, target = argument
    found = body.condition(at, f"{body.local(slot)} is UNSET", target)
    if found == target:
        body.known.add(slot)
    return found


def _write_next_item(body: Body, at: int, op: Operation, argument: tuple[int, int | None]) -> None:
    """The beginning of a loop that is cut into blocks: its cursor is a pair of items and a place."""
    cursor = body.stack[-1].text
    end, slot = argument
    body.line(f"if {cursor}[1] >= len({cursor}[0]):")
    body.indent += 1
    body.count_jump(at)
    stack = list(body.stack)
    body.pop(1)
    body.goto(end)
    body.stack = stack
    body.indent -= 1
    body.line("m.n -= 1")
    body.line("if m.n < 0: m.tick()")
    if slot is not None:
        body.freeze(slot)
        body.line(f"{body.local(slot)} = {cursor}[0][{cursor}[1]]")
        body.known.add(slot)
    body.line(f"{cursor} = ({cursor}[0], {cursor}[1] + 1)")


def _write_branch(body: Body, at: int, op: Operation, target: int) -> int:
    (entry,) = body.pop(1)
    test = body.is_true(entry)
    return body.condition(at, test if op.name == "jump_unless" else f"(not {test})", target)


def _operands(body: Body, op: Operation, argument: Any) -> list[Entry]:
    return body.pop(op.operands(argument))


def _write_value(body: Body, at: int, op: Operation, argument: Any) -> None:
    operands = _operands(body, op, argument)
    if op.inline is not None:
        found = op.inline(body, operands, argument)
        if found is not None:
            if op.gives:
                body.push(found)
            return
    texts = [entry.text for entry in operands]
    if op.takes:
        texts.append(body.literal(argument))
    assert op.function is not None
    said = f"{body.bind(op.function, 'f')}({', '.join(['m', *texts])})"
    if op.gives:
        body.push(body.new(said, op.kind))
    else:
        body.line(said)


def _write_print(body: Body, at: int, op: Operation, argument: Any) -> None:
    texts = [entry.text for entry in _operands(body, op, argument)]
    speaker = f"(F.number, {at})" if body.framed else "(0, 0)"
    assert op.function is not None
    body.line(f"{body.bind(op.function, 'f')}({', '.join(['m', speaker, *texts])})")


def _write_loop(body: Body, at: int, op: Operation, argument: Any) -> None:
    _write_value(body, at, op, argument)
    body.stack[-1].kind = "items"


def _write_call(body: Body, at: int, op: Operation, argument: Any) -> None:
    operands = _operands(body, op, argument)
    if not body.stops[at]:
        if op.inline is not None:
            found = op.inline(body, operands, argument)
            if found is not None:
                if op.gives:
                    body.push(found)
                return
        texts = ["m", body.literal(argument), *(entry.text for entry in operands)]
        assert op.function is not None
        body.line(f"r, v = {body.bind(op.function, 'f')}({', '.join(texts)})")
        body.line(f"if r is not None: v = m.code[r.number](m, {body.depth} + 1, *v)")
        if op.gives:
            body.push(body.new("v"))
        return
    body.freeze()
    texts = ["m", body.literal(argument), *(entry.text for entry in operands)]
    assert op.function is not None
    body.suspend(at)
    body.line(f"r, v = {body.bind(op.function, 'f')}({', '.join(texts)})")
    body.line("if r is None: m.res = v")
    body.line("elif m.begin(r, v): return")
    body.resume(at, op.gives)


def _write_ask(body: Body, at: int, op: Operation, argument: Any) -> None:
    operands = _operands(body, op, argument)
    body.freeze()
    body.suspend(at)
    texts = ["m", "F", body.literal(argument), *(entry.text for entry in operands)]
    assert op.function is not None
    body.line(f"if not {body.bind(op.function, 'f')}({', '.join(texts)}): return")
    body.resume(at, True)


def _write_run_timers(body: Body, at: int, op: Operation, argument: Any) -> None:
    """It is repeated until no timer is left to run out."""
    body.line(f"F.pc = {at}")
    body.line(f"pc = {-at}")
    body.depths[-at] = 0
    body.dead = True
    body.label(-at)
    body.pc = at
    body.line("if m.run_timers(): return")


def _write_member(body: Body, at: int, op: Operation, argument: Any) -> int:
    """A field of `this` if there is one, else what follows: the language says how both are read."""
    assert op.inline is not None
    found: int = op.inline(body, at, argument)
    return found


def _write_gather(body: Body, at: int, op: Operation, depth: int) -> None:
    """An element of a comprehension goes into the collection below its cursors."""
    (entry,) = body.pop(1)
    assert op.function is not None
    body.line(f"{body.bind(op.function, 'f')}(m, {body.stack[-1 - depth].text}, {entry.text})")


_WRITERS: dict[str, Callable[[Body, int, Operation, Any], int | None]] = {
    "const": _write_const,
    "load": _write_load,
    "store": _write_store,
    "load_global": _write_load_global,
    "store_global": _write_store_global,
    "drop": _write_drop,
    "duplicate": _write_duplicate,
    "jump": _write_jump,
    "next_item": _write_next_item,
    "unless_given": _write_unless_given,
    "give_back": _write_give_back,
    "branch": _write_branch,
    "value": _write_value,
    "print": _write_print,
    "loop": _write_loop,
    "call": _write_call,
    "ask": _write_ask,
    "run_timers": _write_run_timers,
    "member": _write_member,
    "gather": _write_gather,
}
_BRANCHES = frozenset(("jump_unless", "jump_if", "unless_given", "load_member", "store_member"))


def _target(op: Operation, argument: Any) -> int | None:
    """Where an instruction may jump."""
    if op is common.jump:
        return int(argument)
    return int(argument[0]) if op is common.next_item else _forward(op, argument)


def _forward(op: Operation, argument: Any) -> int | None:
    if op.sort == "branch":
        return int(argument)
    if op is common.unless_given:
        return int(argument[1])
    return int(argument[3]) if op.sort == "member" else None
