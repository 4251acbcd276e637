"""From a program in braces that the checker accepts to routines for the machine."""

from __future__ import annotations

from typing import Any

from croupier.script import operations as common
from croupier.script.ahod import operations as op
from croupier.script.ahod.braces.refusal import RECORDS
from croupier.script.ahod.braces.spoken import type_words
from croupier.script.ahod.calls import Handlers
from croupier.script.ahod.kinds import OBJECT, Kind
from croupier.script.ahod.nodes import Action, Becomes, Binary, Call, Declare, Do, ForSteps, TypeRef
from croupier.script.ahod.numbers import digits_of
from croupier.script.ahod.program import Program
from croupier.script.ahod.pushing import Names
from croupier.script.ahod.runnable import Runnable
from croupier.script.ahod.statements import Writing
from croupier.script.ahod.values import arithmetic
from croupier.script.heap import Thing
from croupier.script.machine import Fault, Machine, Routine, Speaker
from croupier.script.operations import Writer, value
from croupier.script.tree import Attribute, Expr, Index, Name, Stmt
from croupier.text import Span

_KINDS = {name: Kind(name, OBJECT) for name in RECORDS}
_ZEROES: dict[str, Any] = {"int": 0, "float": 0.0, "bool": False, "string": ""}


@value(2)
def divide(machine: Machine, left: Any, right: Any) -> Any:
    """``/``: of ints without the remainder, towards zero."""
    if type(left) is not int or right == 0:
        return arithmetic(machine, "/", left, right)
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


@value(1, gives=False, sort="print")
def show(machine: Machine, speaker: Speaker, it: Any) -> None:
    """``do PRINT(x)``: as C prints it, a bool as a number."""
    machine.write(_printed(it) + "\n", speaker)


def _printed(value: Any) -> str:
    if type(value) is str:
        return value
    return f"{value:g}" if type(value) is float else digits_of(int(value))


@value(lambda kind: len(RECORDS[kind.name]), takes=True)
def record(machine: Machine, *given: Any) -> Thing:
    """``Player(…)`` and ``Card(…)``."""
    *values, kind = given
    machine.charge(8)
    return machine.thing(kind, dict(zip(RECORDS[kind.name], values, strict=True)))


@value(2, takes=True)
def push(machine: Machine, it: Thing, element: Any, called: str) -> None:
    """``x.push(e)``: an element at the end."""
    machine.charge(1)
    machine.own(it.i).append(element)


@value(1, takes=True)
def pop(machine: Machine, it: Thing, called: str) -> Any:
    """``x.pop()``: the element at the end."""
    if not machine.items(it):
        raise Fault("R401", f"{called} is empty, 1 wanted", "ask for its size() first")
    return machine.own(it.i).pop()


@value(1, takes=True)
def size(machine: Machine, it: Thing, called: str) -> int:
    """``x.size()``."""
    return len(machine.items(it))


@value(0, takes=True)
def without_return(machine: Machine, argument: tuple[str, str]) -> None:
    """The end of an ACTION that should have returned a Player or a Card."""
    raise Fault("R406", f"{argument[0]} ends without returning a {argument[1]}")


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
            self.writer.emit(span, without_return, (self.writer.routine.name, type_))
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
            start = self.writer.here
            self.expr(e.arguments[0].value)
            emit(e.span, show)
            self.writer.routine.prints.append((start, self.writer.here))
            emit(e.span, common.const, None)
        elif isinstance(e, Call) and isinstance(e.function, Name):
            self.arguments(e.arguments)
            emit(e.span, record, self.names.kinds[e.function.name])
        elif isinstance(e, Call) and isinstance(e.function, Attribute):
            self.expr(e.function.base)
            self.arguments(e.arguments)
            operation = {"push": push, "pop": pop, "size": size}[e.function.name]
            emit(e.span, operation, e.function.base.span.text)
        else:
            super().expr(e, wanted)

    def becomes(self, e: Becomes) -> None:
        """An assignment, whose value stays on the stack."""
        target, emit = e.target, self.writer.emit
        if isinstance(target, Name):
            self.expr(e.value)
            emit(e.span, common.duplicate, 1)
            self.store(target.name, e.span)
            return
        kept = self.writer.slot("(value)")
        assert isinstance(target, Index | Attribute)
        self.expr(target.base)
        if isinstance(target, Index):
            self.expr(target.index)
        self.expr(e.value)
        emit(e.span, common.duplicate, 1)
        emit(e.span, common.store, kept)
        if isinstance(target, Index):
            emit(target.span, op.set_item, target.base.span.text)
        else:
            emit(target.span, op.put, target.name)
        emit(e.span, common.load, kept)
