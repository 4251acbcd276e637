"""The instructions of expressions: each pushes one value."""

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
from croupier.script.ahod.nodes import Argument, Binary, Call, Comprehension, Do, Text, TypeRef
from croupier.script.heap import UNSET
from croupier.script.machine import Routine
from croupier.script.operations import Writer
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Unary
from croupier.script.uses import Site as Place
from croupier.script.uses import site_of


@dataclass
class Names:
    """What every body of a program can see."""

    globals: dict[str, int]
    helpers: dict[str, Routine]
    handlers: dict[str, Handlers]
    kinds: dict[str, Kind]
    global_types: dict[str, TypeRef]
    counting: set[Place] = field(default_factory=set)
    """Questions whose answer says how many."""


class Values:
    """Writes expressions: pushes values."""

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
        self.self_slot = 0

    def local(self, name: str, slot: int) -> None:
        """Make a variable known in the innermost scope."""
        self.scopes[-1][name] = slot

    def find(self, name: str) -> int | None:
        """The slot of a local variable."""
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

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
            self.expr(e.base)
            emit(e.name_span, op.get, e.name)
        elif isinstance(e, Index):
            self.expr(e.base)
            self.expr(e.index)
            emit(e.span, op.item, e.base.span.text)
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
        slot = self.find(e.name)
        if slot is None and e.name in self.attributes:
            self.writer.emit(e.span, common.load, self.self_slot)
            self.writer.emit(e.span, op.get, e.name)
        elif slot is None and e.name in self.names.globals and e.name not in self.declared:
            self.writer.emit(e.span, common.load_global, self.names.globals[e.name])
        else:
            if slot is None:
                slot = self.scopes[0][e.name] = self.writer.slot(e.name)
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
            self.expr(function.base)
            names = self.arguments(e.arguments)
            site = Site(function.name, len(e.arguments), names, function.base.span.text)
            emit(function.name_span, call_method, site)
            return
        assert isinstance(function, Name)
        name = function.name
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
        count = "options" not in given and site_of(e.span) in self.names.counting
        self.writer.emit(e.span, op.ask, op.Question(expects, count))
