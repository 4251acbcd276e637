"""The instructions of statements; a body is written from front to back, jumps are filled in."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.script import operations as common
from croupier.script.ahod import operations as op
from croupier.script.ahod.kinds import Kind
from croupier.script.ahod.nodes import (
    Assign,
    Declare,
    Definition,
    For,
    If,
    Leave,
    Parameter,
    Print,
    TypeRef,
    While,
)
from croupier.script.ahod.pushing import Names, Values
from croupier.script.heap import Interval
from croupier.script.operations import Writer
from croupier.script.tree import Attribute, Evaluate, Index, Name, Return, Stmt
from croupier.text import Span


@dataclass
class _Loop:
    """A loop being written: where to go on, and the jumps out of it."""

    start: int
    cursor: bool
    leaves: list[int] = field(default_factory=list)


class Writing(Values):
    """Writes one body."""

    def __init__(
        self, names: Names, writer: Writer, attributes: set[str], owner: Kind | None, declared: set[str]
    ) -> None:
        super().__init__(names, writer, attributes, owner, declared)
        self.loops: list[_Loop] = []

    def parameters(self, parameters: list[Parameter], what: str, slot_of: dict[str, int]) -> None:
        """Defaults for what was left out, and checks of types."""
        for parameter in parameters:
            slot = slot_of[parameter.name]
            if parameter.default is not None:
                skip = self.writer.emit(parameter.span, common.unless_given)
                self.expr(parameter.default)
                self.writer.emit(parameter.span, common.store, slot)
                self.writer.patch(skip, (slot, self.writer.here))
            if parameter.type is not None:
                said = f"'{parameter.name}' of {what}"
                self.writer.emit(parameter.span, op.check_parameter, (slot, parameter.type, said))

    def block(self, statements: list[Stmt]) -> None:
        """Statements in order."""
        for statement in statements:
            self.statement(statement)

    def statement(self, s: Stmt) -> None:
        """One statement."""
        emit = self.writer.emit
        if isinstance(s, Definition):
            return
        if isinstance(s, Print):
            start = self.writer.here
            for value in s.values:
                self.expr(value)
            emit(s.span, op.show, len(s.values))
            self.writer.routine.prints.append((start, self.writer.here))
        elif isinstance(s, Return):
            if s.value is not None:
                self.expr(s.value)
            else:
                emit(s.span, common.const, None)
            emit(s.span, common.give_back)
        elif isinstance(s, Evaluate):
            self.expr(s.value)
            emit(s.span, common.drop)
        elif isinstance(s, Assign):
            self.assign(s)
        elif isinstance(s, Declare):
            self.declare(s)
        elif isinstance(s, If):
            self.branches(s)
        elif isinstance(s, While):
            self.loop(s)
        elif isinstance(s, For):
            self.walk(s)
        elif isinstance(s, Leave):
            self.leave(s)

    def leave(self, s: Leave) -> None:
        loop = self.loops[-1]
        if s.word == "continue":
            self.writer.emit(s.span, common.jump, loop.start)
            return
        if loop.cursor:
            self.writer.emit(s.span, common.drop)
        loop.leaves.append(self.writer.emit(s.span, common.jump))

    def branches(self, s: If) -> None:
        ends = []
        for condition, body in s.branches:
            self.expr(condition)
            skip = self.writer.emit(condition.span, op.jump_unless)
            self.block(body)
            ends.append(self.writer.emit(condition.span, common.jump))
            self.writer.patch(skip, self.writer.here)
        self.block(s.otherwise or [])
        for end in ends:
            self.writer.patch(end, self.writer.here)

    def loop(self, s: While) -> None:
        start = self.writer.here
        self.loops.append(_Loop(start, cursor=False))
        self.expr(s.condition)
        skip = self.writer.emit(s.condition.span, op.jump_unless)
        self.block(s.body)
        self.writer.emit(s.span, common.jump, start)
        self.writer.patch(skip, self.writer.here)
        self.close()

    def walk(self, s: For) -> None:
        self.expr(s.over)
        self.writer.emit(s.over.span, op.times if s.variable is None else op.iterate)
        start = self.writer.here
        slot = self.writer.slot(s.variable) if s.variable is not None else None
        step = self.writer.emit(s.span, common.next_item)
        self.loops.append(_Loop(start, cursor=True))
        self.scopes.append({s.variable: slot} if s.variable is not None and slot is not None else {})
        self.block(s.body)
        self.scopes.pop()
        self.writer.emit(s.span, common.jump, start)
        self.writer.patch(step, (self.writer.here, slot))
        self.close()

    def close(self) -> None:
        """The end of a loop is where its jumps out lead."""
        for leave in self.loops.pop().leaves:
            self.writer.patch(leave, self.writer.here)

    def declare(self, s: Declare) -> None:
        if s.value is not None:
            self.expr(s.value, s.type)
            if s.type is not None:
                self.writer.emit(s.value.span, op.convert, (s.type, f"'{s.name}'"))
        else:
            assert s.type is not None
            self.writer.emit(s.span, common.const, _zero(s.type))
            if s.type.name in self.names.kinds:
                self.writer.emit(s.span, common.drop)
                return
        self.store(s.name, s.span)

    def assign(self, s: Assign) -> None:
        emit = self.writer.emit
        target = s.target
        if isinstance(target, Name):
            if target.name in self.attributes and self.find(target.name) is None:
                owner = Name(target.span, "self")
                self.assign(
                    Assign(s.span, Attribute(target.span, owner, target.name, target.span), s.op, s.value)
                )
                return
            type_ = self.type_of(target.name)
            if s.op != "=":
                self.expr(target)
            self.expr(s.value, type_ if s.op == "=" else None)
            if s.op != "=":
                emit(s.span, op.BINARY[s.op])
            if type_ is not None:
                emit(s.value.span, op.convert, (type_, f"'{target.name}'"))
            self.store(target.name, s.span)
        elif isinstance(target, Attribute):
            self.expr(target.base)
            if s.op != "=":
                emit(s.span, common.duplicate, 1)
                emit(target.span, op.get, target.name)
            self.expr(s.value)
            if s.op != "=":
                emit(s.span, op.BINARY[s.op])
            emit(target.span, op.put, target.name)
        elif isinstance(target, Index):
            self.expr(target.base)
            self.expr(target.index)
            if s.op != "=":
                emit(s.span, common.duplicate, 2)
                emit(target.span, op.item, target.base.span.text)
            self.expr(s.value)
            if s.op != "=":
                emit(s.span, op.BINARY[s.op])
            emit(target.span, op.set_item, target.base.span.text)

    def type_of(self, name: str) -> TypeRef | None:
        """The declared type of a variable."""
        if name in self.declared:
            return self.local_types.get(name)
        return self.names.global_types.get(name) if self.find(name) is None else None

    def store(self, name: str, span: Span) -> None:
        """Pop into a variable, which may be new."""
        slot = self.find(name)
        if slot is None and name not in self.declared and name in self.names.globals:
            self.writer.emit(span, common.store_global, self.names.globals[name])
            return
        if slot is None:
            slot = self.writer.slot(name)
            self.scopes[0][name] = slot
        self.writer.emit(span, common.store, slot)


def _zero(type_: TypeRef) -> object:
    """What a typed variable holds before it is given a value."""
    if type_.name == "Range":
        return Interval(0, 0)
    return {"int": 0, "float": 0.0, "string": "", "bool": False}.get(type_.name)
