"""From a program in braces that the checker accepts to routines for the machine."""

from __future__ import annotations

from typing import Any

from croupier.script import operations as common
from croupier.script.ahod import operations as op
from croupier.script.ahod.braces.refusal import RECORDS
from croupier.script.ahod.braces.spoken import type_words
from croupier.script.ahod.calls import Handlers
from croupier.script.ahod.kinds import OBJECT, Kind
from croupier.script.ahod.nodes import (
    Action,
    Attribute,
    Becomes,
    Binary,
    Call,
    Declare,
    Do,
    Expr,
    ForSteps,
    Index,
    Name,
    Stmt,
    TypeRef,
)
from croupier.script.ahod.numbers import digits_of
from croupier.script.ahod.program import Program
from croupier.script.ahod.pushing import Names
from croupier.script.ahod.runnable import Runnable
from croupier.script.ahod.statements import Writing
from croupier.script.heap import Thing
from croupier.script.machine import Fault, Frame, Machine, Routine
from croupier.script.operations import Writer
from croupier.text import Span

_KINDS = {name: Kind(name, OBJECT) for name in RECORDS}
_ZEROES: dict[str, Any] = {"int": 0, "float": 0.0, "bool": False, "string": ""}


def divide(machine: Machine, frame: Frame, _: Any) -> None:
    """``/``: of ints without the remainder, towards zero."""
    right = frame.stack[-1]
    left = frame.stack[-2]
    if type(left) is not int or right == 0:
        op.BINARY["/"](machine, frame, None)
        return
    frame.stack.pop()
    quotient = abs(left) // abs(right)
    frame.stack[-1] = quotient if (left < 0) == (right < 0) else -quotient


def show(machine: Machine, frame: Frame, _: Any) -> None:
    """``do PRINT(x)``: as C prints it, a bool as a number."""
    value = frame.stack[-1]
    machine.write(_printed(value) + "\n")
    frame.stack[-1] = None


def _printed(value: Any) -> str:
    if type(value) is str:
        return value
    return f"{value:g}" if type(value) is float else digits_of(int(value))


def record(machine: Machine, frame: Frame, kind: Kind) -> None:
    """``Player(…)`` and ``Card(…)``."""
    machine.charge(8)
    names = RECORDS[kind.name]
    values = frame.stack[len(frame.stack) - len(names) :]
    del frame.stack[len(frame.stack) - len(names) :]
    frame.stack.append(Thing(kind, dict(zip(names, values, strict=True))))


def push(machine: Machine, frame: Frame, _: Any) -> None:
    """``x.push(e)``: an element at the end."""
    machine.charge(1)
    value = frame.stack.pop()
    frame.stack[-1].items.append(value)
    frame.stack[-1] = None


def pop(machine: Machine, frame: Frame, called: str) -> None:
    """``x.pop()``: the element at the end."""
    items = frame.stack[-1].items
    if not items:
        raise Fault("R401", f"{called} is empty, 1 wanted", "ask for its size() first")
    frame.stack[-1] = items.pop()


def size(machine: Machine, frame: Frame, _: Any) -> None:
    """``x.size()``."""
    frame.stack[-1] = len(frame.stack[-1].items)


def without_return(machine: Machine, frame: Frame, type_: str) -> None:
    """The end of an ACTION that should have returned a Player or a Card."""
    raise Fault("R406", f"{frame.routine.name} ends without returning a {type_}")


def lower(program: Program) -> Runnable:
    """Routines for main and every ACTION; the program must be without errors."""
    names = Names({}, {}, {}, dict(_KINDS), {})
    declared = [s for s in program.top if isinstance(s, Declare)]
    names.globals.update({d.name: slot for slot, d in enumerate(declared)})
    actions = list(program.actions.values())
    routines = []
    for number, action in enumerate(actions, start=3):
        parameters = tuple(p.name for p in action.parameters)
        routine = Routine(
            action.name, number, [], [], len(parameters), list(parameters), parameters, len(parameters)
        )
        names.handlers[action.name] = Handlers(action.name, routine)
        routines.append(routine)
    assert program.main is not None
    entry, main = Routine("globals", 1), Routine("main", 2)
    start = _Body(names, Writer(entry))
    for declaration in declared:
        start.zero(declaration)
    start.writer.emit(program.main.name_span, common.call, main)
    start.end(program.main.name_span, None)
    _written(_Body(names, Writer(main)), program.main.body, program.main.name_span, None)
    for action, routine in zip(actions, routines, strict=True):
        _written_action(names, action, routine)
    return Runnable(program, entry, list(names.globals), names.kinds, names.handlers)


def _written_action(names: Names, action: Action, routine: Routine) -> None:
    body = _Body(names, Writer(routine))
    for slot, name in enumerate(routine.parameters):
        body.local(name, slot)
    _written(body, action.body, action.name_span, action.result)


def _written(body: _Body, statements: list[Stmt], span: Span, result: TypeRef | None) -> None:
    for statement in statements:
        if isinstance(statement, Declare):
            body.local(statement.name, body.writer.slot(statement.name))
    body.block(statements)
    body.end(span, result)


class _Body(Writing):
    """Writes one body: what this dialect says otherwise than the other one."""

    def __init__(self, names: Names, writer: Writer) -> None:
        super().__init__(names, writer, set(), None, set())

    def end(self, span: Span, result: TypeRef | None) -> None:
        """Whoever reaches the end without `return` gives a zero."""
        type_ = type_words(result)
        if type_ in RECORDS:
            self.writer.emit(span, without_return, type_)
        elif type_.startswith("series<"):
            self.writer.emit(span, op.series, 0)
        else:
            self.writer.emit(span, common.const, _ZEROES.get(type_))
        self.writer.emit(span, common.give_back)

    def zero(self, s: Declare) -> None:
        """The first value of a variable; a Player or a Card has none."""
        type_ = type_words(s.type)
        if type_ in RECORDS:
            return
        if type_.startswith("series<"):
            self.writer.emit(s.span, op.series, 0)
        else:
            self.writer.emit(s.span, common.const, _ZEROES[type_])
        self.store(s.name, s.span)

    def declare(self, s: Declare) -> None:
        self.zero(s)

    def statement(self, s: Stmt) -> None:
        if not isinstance(s, ForSteps):
            super().statement(s)
            return
        self.step(s.first)
        start = self.writer.here
        self.expr(s.condition)
        skip = self.writer.emit(s.condition.span, op.jump_unless)
        self.block(s.body)
        self.step(s.step)
        self.writer.emit(s.span, common.jump, start)
        self.writer.patch(skip, self.writer.here)

    def step(self, e: Expr | None) -> None:
        """An expression whose value nobody wants."""
        if e is not None:
            self.expr(e)
            self.writer.emit(e.span, common.drop)

    def expr(self, e: Expr, wanted: TypeRef | None = None) -> None:
        emit = self.writer.emit
        if isinstance(e, Becomes):
            self.becomes(e)
        elif isinstance(e, Binary) and e.op == "/":
            self.expr(e.left)
            self.expr(e.right)
            emit(e.span, divide)
        elif isinstance(e, Do) and e.name == "PRINT":
            self.expr(e.arguments[0].value)
            emit(e.span, show)
        elif isinstance(e, Call) and isinstance(e.function, Name):
            self.arguments(e.arguments)
            emit(e.span, record, self.names.kinds[e.function.id])
        elif isinstance(e, Call) and isinstance(e.function, Attribute):
            self.expr(e.function.object)
            self.arguments(e.arguments)
            operation = {"push": push, "pop": pop, "size": size}[e.function.name]
            emit(e.span, operation, e.function.object.span.text)
        else:
            super().expr(e, wanted)

    def becomes(self, e: Becomes) -> None:
        """An assignment, whose value stays on the stack."""
        target, emit = e.target, self.writer.emit
        if isinstance(target, Name):
            self.expr(e.value)
            emit(e.span, common.duplicate, 1)
            self.store(target.id, e.span)
            return
        kept = self.writer.slot("(value)")
        assert isinstance(target, Index | Attribute)
        self.expr(target.object)
        if isinstance(target, Index):
            self.expr(target.index)
        self.expr(e.value)
        emit(e.span, common.duplicate, 1)
        emit(e.span, common.store, kept)
        if isinstance(target, Index):
            emit(target.span, op.set_item, target.object.span.text)
        else:
            emit(target.span, op.put, target.name)
        emit(e.span, common.load, kept)
