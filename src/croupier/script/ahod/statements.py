"""The instructions of statements; a body is written from front to back, jumps are filled in."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.script import operations as common
from croupier.script.ahod import operations as op
from croupier.script.ahod.builtins import FUNCTIONS, method
from croupier.script.ahod.calls import (
    Handlers,
    Site,
    call_function,
    call_helper,
    call_method,
    construct,
    perform,
)
from croupier.script.ahod.kinds import PRIMITIVES, Kind
from croupier.script.ahod.nodes import (
    Argument,
    Assign,
    Attribute,
    Binary,
    Call,
    Comprehension,
    Declare,
    Definition,
    Do,
    Evaluate,
    Expr,
    For,
    If,
    Index,
    Leave,
    ListOf,
    Literal,
    Name,
    Parameter,
    Print,
    Return,
    Stmt,
    Text,
    TypeRef,
    Unary,
    While,
)
from croupier.script.heap import UNSET, Interval
from croupier.script.machine import Routine
from croupier.script.operations import Writer
from croupier.text import Span


@dataclass
class Names:
    """What every body of a program can see."""

    globals: dict[str, int]
    helpers: dict[str, Routine]
    handlers: dict[str, Handlers]
    kinds: dict[str, Kind]
    global_types: dict[str, TypeRef]


@dataclass
class _Loop:
    """A loop being written: where to go on, and the jumps out of it."""

    start: int
    cursor: bool
    leaves: list[int] = field(default_factory=list)


class Writing:
    """Writes one body."""

    def __init__(
        self, names: Names, writer: Writer, attributes: set[str], owner: Kind | None, declared: set[str]
    ) -> None:
        self.names = names
        self.writer = writer
        self.attributes = attributes
        """Attributes of ``self`` that are seen as plain names."""
        self.owner = owner
        self.declared = declared
        self.local_types: dict[str, TypeRef] = {}
        self.scopes: list[dict[str, int]] = [{}]
        self.loops: list[_Loop] = []
        self.self_slot = 0

    def local(self, name: str, slot: int) -> None:
        """Make a variable known in the innermost scope."""
        self.scopes[-1][name] = slot

    def find(self, name: str) -> int | None:
        """The slot of a local variable."""
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

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
            for value in s.values:
                self.expr(value)
            emit(s.span, op.show, len(s.values))
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
            if target.id in self.attributes and self.find(target.id) is None:
                owner = Name(target.span, "self")
                self.assign(
                    Assign(s.span, Attribute(target.span, owner, target.id, target.span), s.op, s.value)
                )
                return
            type_ = self.type_of(target.id)
            if s.op != "=":
                self.expr(target)
            self.expr(s.value, type_ if s.op == "=" else None)
            if s.op != "=":
                emit(s.span, op.BINARY[s.op])
            if type_ is not None:
                emit(s.value.span, op.convert, (type_, f"'{target.id}'"))
            self.store(target.id, s.span)
        elif isinstance(target, Attribute):
            self.expr(target.object)
            if s.op != "=":
                emit(s.span, common.duplicate, 1)
                emit(target.span, op.get, target.name)
            self.expr(s.value)
            if s.op != "=":
                emit(s.span, op.BINARY[s.op])
            emit(target.span, op.put, target.name)
        elif isinstance(target, Index):
            self.expr(target.object)
            self.expr(target.index)
            if s.op != "=":
                emit(s.span, common.duplicate, 2)
                emit(target.span, op.item, target.object.span.text)
            self.expr(s.value)
            if s.op != "=":
                emit(s.span, op.BINARY[s.op])
            emit(target.span, op.set_item, target.object.span.text)

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

    def expr(self, e: Expr, wanted: TypeRef | None = None) -> None:
        """Push the value of an expression; ``wanted`` is what it is turned into at once."""
        emit = self.writer.emit
        if isinstance(e, Literal):
            emit(e.span, common.const, e.value)
        elif isinstance(e, Name):
            self.name(e)
        elif isinstance(e, Text):
            for part in e.parts:
                if isinstance(part, str):
                    emit(e.span, common.const, part)
                else:
                    self.expr(part)
            emit(e.span, op.joined, len(e.parts))
        elif isinstance(e, Unary):
            self.expr(e.operand)
            if e.op == "not":
                emit(e.span, op.negate)
            else:
                emit(e.span, op.sign, e.op)
        elif isinstance(e, Binary):
            self.binary(e)
        elif isinstance(e, ListOf):
            for item in e.items:
                self.expr(item)
            emit(e.span, op.series, len(e.items))
        elif isinstance(e, Comprehension):
            self.comprehension(e)
        elif isinstance(e, Attribute):
            self.expr(e.object)
            emit(e.name_span, op.get, e.name)
        elif isinstance(e, Index):
            self.expr(e.object)
            self.expr(e.index)
            emit(e.span, op.item, e.object.span.text)
        elif isinstance(e, Do):
            if e.receiver is not None:
                self.expr(e.receiver)
            names = self.arguments(e.arguments)
            called = e.receiver.span.text if e.receiver is not None else ""
            handlers = self.names.handlers.get(e.name)
            site = Site(e.name, len(e.arguments), names, called, e.receiver is not None, handlers)
            emit(e.name_span, perform, site)
        elif isinstance(e, Call):
            self.call(e, wanted)

    def name(self, e: Name) -> None:
        slot = self.find(e.id)
        if slot is None and e.id in self.attributes:
            self.writer.emit(e.span, common.load, self.self_slot)
            self.writer.emit(e.span, op.get, e.id)
        elif slot is None and e.id in self.names.globals and e.id not in self.declared:
            self.writer.emit(e.span, common.load_global, self.names.globals[e.id])
        else:
            if slot is None:
                slot = self.scopes[0][e.id] = self.writer.slot(e.id)
            self.writer.emit(e.span, common.load, slot)

    def binary(self, e: Binary) -> None:
        emit = self.writer.emit
        self.expr(e.left)
        if e.op not in ("and", "or"):
            self.expr(e.right)
            emit(e.span, op.BINARY[e.op])
            return
        skip = emit(e.span, op.jump_unless if e.op == "and" else op.jump_if)
        self.expr(e.right)
        emit(e.span, op.as_bool)
        end = emit(e.span, common.jump)
        self.writer.patch(skip, self.writer.here)
        emit(e.span, common.const, e.op == "or")
        self.writer.patch(end, self.writer.here)

    def comprehension(self, e: Comprehension) -> None:
        emit = self.writer.emit
        emit(e.span, op.series, 0)
        steps: list[tuple[int, int | None, int]] = []
        for clause in e.clauses:
            self.expr(clause.over)
            emit(clause.over.span, op.times if clause.variable is None else op.iterate)
            slot = self.writer.slot(clause.variable) if clause.variable is not None else None
            start = self.writer.here
            steps.append((emit(clause.span, common.next_item), slot, start))
            self.scopes.append(
                {clause.variable: slot} if clause.variable is not None and slot is not None else {}
            )
            if clause.condition is not None:
                self.expr(clause.condition)
                emit(clause.condition.span, op.jump_unless, start)
        self.expr(e.element)
        emit(e.element.span, op.gather, len(steps))
        for step, slot, start in reversed(steps):
            emit(e.span, common.jump, start)
            self.writer.patch(step, (self.writer.here, slot))
            self.scopes.pop()

    def arguments(self, arguments: list[Argument]) -> tuple[str, ...]:
        """Push arguments; the names of the named ones."""
        for argument in arguments:
            self.expr(argument.value)
        return tuple(a.name for a in arguments if a.name is not None)

    def call(self, e: Call, wanted: TypeRef | None) -> None:
        emit = self.writer.emit
        function = e.function
        if isinstance(function, Attribute):
            self.expr(function.object)
            names = self.arguments(e.arguments)
            site = Site(function.name, len(e.arguments), names, function.object.span.text)
            emit(function.name_span, call_method, site)
            return
        assert isinstance(function, Name)
        name = function.id
        if self.owner is not None and not e.new and self.of_self(name):
            emit(e.span, common.load, self.self_slot)
            names = self.arguments(e.arguments)
            emit(e.span, call_method, Site(name, len(e.arguments), names, "self"))
            return
        called = e.arguments[0].value.span.text if e.arguments else name
        if name in self.names.helpers and not e.new:
            names = self.arguments(e.arguments)
            emit(e.span, call_helper, (self.names.helpers[name], Site(name, len(e.arguments), names)))
        elif name in self.names.kinds:
            names = self.arguments(e.arguments)
            emit(e.span, construct, (self.names.kinds[name], Site(name, len(e.arguments), names)))
        elif name == "input":
            self.input(e, wanted)
        else:
            if name in PRIMITIVES and len(e.arguments) == 1:
                self.expr(e.arguments[0].value, TypeRef(e.span, name))
                names = ()
            else:
                names = self.arguments(e.arguments)
            site = Site(name, len(e.arguments), names, called)
            emit(e.span, call_function, (FUNCTIONS[name], site))

    def of_self(self, name: str) -> bool:
        """Whether a plain call inside a type means something of the object itself."""
        assert self.owner is not None
        if name in self.owner.computed:
            return True
        if name in self.names.helpers:
            return False
        return self.owner.collection and method("collection", name) is not None

    def input(self, e: Call, wanted: TypeRef | None) -> None:
        """`input`: prompt, options and decider on the stack, whichever are given."""
        given = {a.name or ("prompt", "options", "by")[i]: a.value for i, a in enumerate(e.arguments)}
        for name in ("prompt", "options", "by"):
            if name in given:
                self.expr(given[name])
            else:
                self.writer.emit(e.span, common.const, UNSET)
        expects = wanted.name if wanted is not None and wanted.name in PRIMITIVES else "string"
        self.writer.emit(e.span, op.ask, expects)


def _zero(type_: TypeRef) -> object:
    """What a typed variable holds before it is given a value."""
    if type_.name == "Range":
        return Interval(0, 0)
    return {"int": 0, "float": 0.0, "string": "", "bool": False}.get(type_.name)
