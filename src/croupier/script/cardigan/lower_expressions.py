"""Expressions to instructions, and where variables are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.script import operations as machine_ops
from croupier.script.cardigan import arithmetic, builtins, calling
from croupier.script.cardigan import operations as ops
from croupier.script.cardigan.asking import Question, ask
from croupier.script.cardigan.inference import Kinds
from croupier.script.cardigan.kinds import STRING
from croupier.script.cardigan.names import FUNCTIONS, library_struct
from croupier.script.cardigan.scope import Scopes, Variable
from croupier.script.cardigan.tree import Binary, Call, Function, Lambda, RangeOf, Struct, TupleOf
from croupier.script.cardigan.values import Code
from croupier.script.machine import Routine
from croupier.script.operations import Operation, Writer
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Unary
from croupier.text import Span

_FIXED = ("parameter", "loop", "binding")
"""Variables that hide the fields of `this`, and that may take any kind."""
_LIGHTER: dict[Operation, Operation] = {
    calling.call_named: calling.do_named,
    calling.call_library: calling.do_library,
}
"""Instructions that do the same without keeping the result."""


class ExpressionLowering:
    """Writes the instructions of one routine."""

    def __init__(
        self,
        scopes: Scopes,
        kinds: Kinds,
        globals_: dict[Variable, int],
        codes: dict[int, Code],
        new_routine: Callable[[str], Routine],
        routine: Routine,
    ) -> None:
        self.scopes = scopes
        self.kinds = kinds
        self.globals = globals_
        self.codes = codes
        self.new_routine = new_routine
        self.routine = routine
        self.writer = Writer(routine)
        self.slots: dict[Variable, int] = {}
        self.member = False
        self.this_slot: int | None = None
        self.this_boxed = False

    def emit(self, span: Span, operation: Operation, argument: Any = None) -> int:
        """Write an instruction."""
        return self.writer.emit(span, operation, argument)

    def begin(self, parameters: list[Variable]) -> None:
        """The parameters come first; those that a lambda captures move to the heap."""
        for variable in parameters:
            self.slots[variable] = self.writer.slot(variable.name)
        for variable in parameters:
            if variable.captured:
                assert variable.span is not None
                self.emit(variable.span, calling.box, self.slots[variable])

    def question(self, kind: str, count: bool, arguments: int, assigns: bool) -> Question:
        """What is known about a question."""
        return Question(
            kind if kind in ("int", "float", "bool", "string") else "any", count, arguments, assigns
        )

    def known_kind(self, node: Expr) -> str:
        """The static kind of an expression. In a member function a name may be a field of whatever kind."""
        found = self.kinds.type_of(node)
        return found.kind if found is not None else "any"

    def _may_be_field(self, name: str, variable: Variable | None) -> bool:
        if not self.member or name not in self.scopes.fields or self.this_slot is None:
            return False
        return variable is None or variable.sort not in _FIXED

    def _member(self, span: Span, operation: Operation, name: str) -> int:
        return self.emit(span, operation, (self.this_slot, self.this_boxed, name, 0))

    def _end_member(self, at: int) -> None:
        _, argument = self.routine.ops[at]
        self.writer.patch(at, (*argument[:3], self.writer.here))

    def store(self, target: Name, kind: str) -> None:
        """Pop into a variable, whose kind must be kept."""
        variable = self.scopes.of(target)
        at = None
        if self._may_be_field(target.name, variable):
            at = self._member(target.span, calling.store_member, target.name)
            kind = "any"
        if variable is None:
            self.emit(target.span, calling.no_variable, target.name)
        else:
            self._keep(target, variable, kind)
            self._store(target.span, variable)
        if at is not None:
            self._end_member(at)

    def _keep(self, target: Name, variable: Variable, kind: str) -> None:
        if variable.sort in _FIXED:
            return
        if variable.sort == "function":
            assert variable.function is not None
            self.emit(target.span, ops.check_function, (variable.name, len(variable.function.parameters)))
            return
        wanted = self.kinds.of(variable).kind
        if wanted == kind != "any":
            return
        if wanted != "any":
            self.emit(target.span, ops.check_kind, (wanted, variable.name))
        elif variable in self.globals:
            self.emit(target.span, ops.keep_global, (self.globals[variable], variable.name))
        else:
            self.emit(target.span, ops.keep_local, (self.slots[variable], variable.name, variable.captured))

    def _store(self, span: Span, variable: Variable) -> None:
        if variable in self.globals:
            self.emit(span, machine_ops.store_global, self.globals[variable])
        else:
            self.emit(
                span, calling.store_cell if variable.captured else machine_ops.store, self.slots[variable]
            )

    def expr(self, node: Expr) -> None:
        """Push the value of an expression."""
        if isinstance(node, Literal):
            self.emit(node.span, machine_ops.const, node.value)
        elif isinstance(node, Name):
            self._name(node)
        elif isinstance(node, Attribute):
            self._field(node)
        elif isinstance(node, Index):
            self.expr(node.base)
            place = node.index.value if isinstance(node.index, Literal) else None
            if type(place) is int and place >= 0:
                self.emit(node.index.span, ops.index_at, place)
            else:
                self.expr(node.index)
                self.emit(node.index.span, ops.index)
        elif isinstance(node, Call):
            self._call(node)
        elif isinstance(node, Binary):
            self._binary(node)
        elif isinstance(node, Unary):
            self.expr(node.operand)
            self.emit(node.span, arithmetic.invert if node.op == "not" else arithmetic.negate)
        elif isinstance(node, ListOf | TupleOf):
            for item in node.items:
                self.expr(item)
            make = ops.make_collection if isinstance(node, ListOf) else ops.make_tuple
            self.emit(node.span, make, len(node.items))
        elif isinstance(node, RangeOf):
            self.expr(node.first)
            self.expr(node.end)
            self.emit(node.span, ops.make_range)
        elif isinstance(node, Struct):
            self._struct(node)
        elif isinstance(node, Function):
            self.emit(node.span, machine_ops.const, self.codes[id(node)])
        else:
            assert isinstance(node, Lambda)
            self._lambda(node)

    def _field(self, node: Attribute) -> None:
        variable = self.scopes.of(node.base) if isinstance(node.base, Name) else None
        local = variable is not None and variable in self.slots and not variable.captured
        if variable is not None and local and not self._may_be_field(variable.name, variable):
            self.emit(node.name_span, ops.load_field, (self.slots[variable], node.name))
        else:
            self.expr(node.base)
            self.emit(node.name_span, ops.field, node.name)

    def _name(self, node: Name) -> None:
        variable = self.scopes.of(node)
        at = None
        if self._may_be_field(node.name, variable):
            at = self._member(node.span, calling.load_member, node.name)
        if variable is None:
            self.emit(node.span, calling.no_variable, node.name)
        else:
            self._load(node, variable)
        if at is not None:
            self._end_member(at)

    def _load(self, node: Name, variable: Variable) -> None:
        if variable in self.globals:
            self.emit(node.span, machine_ops.load_global, self.globals[variable])
        elif variable.function is not None:
            self.emit(node.span, machine_ops.const, self.codes[id(variable.function)])
        elif variable.sort == "library":
            struct = library_struct(variable.name)
            if struct is not None:
                self.emit(node.span, ops.library, struct)
            else:
                self.emit(node.span, machine_ops.const, self._wrapped(node, variable.name))
        else:
            self.emit(
                node.span, calling.load_cell if variable.captured else machine_ops.load, self.slots[variable]
            )

    def _wrapped(self, node: Name, name: str) -> Code:
        """A function of the library as a value: a routine that calls it."""
        count = FUNCTIONS[name].fewest
        writer = Writer(self.new_routine(name))
        for number in range(count):
            writer.emit(node.span, machine_ops.load, writer.slot(f"({number})"))
        if name == "INPUT":
            writer.emit(node.span, ask, Question())
        else:
            writer.emit(node.span, calling.call_library, (builtins.FUNCTIONS[name], count))
        writer.emit(node.span, machine_ops.give_back)
        return Code(name, writer.routine, count, member=False, lambda_=False)

    def _binary(self, node: Binary) -> None:
        self.expr(node.left)
        if node.op in ("and", "or"):
            self._short(node)
            return
        self.expr(node.right)
        span = node.op_span
        if node.op in ("==", "!="):
            self.emit(span, arithmetic.equals, node.op == "==")
        elif node.op in arithmetic.COMPARISONS:
            self.emit(span, arithmetic.COMPARISONS[node.op])
        elif node.op == "+" and STRING in (self.kinds.type_of(node.left), self.kinds.type_of(node.right)):
            self.emit(span, arithmetic.join_text if not self.member else arithmetic.plus)
        elif node.op in arithmetic.ARITHMETIC:
            self.emit(span, arithmetic.ARITHMETIC[node.op])
        else:
            self.emit(
                span,
                {"UNION": arithmetic.union, "in": arithmetic.contained, "xor": arithmetic.exclusive}[node.op],
            )

    def _short(self, node: Binary) -> None:
        """``and``, ``or``: the right side is looked at only if the left one does not decide."""
        decided = node.op == "or"
        skip = self.emit(node.op_span, ops.jump_if if decided else ops.jump_unless)
        self.expr(node.right)
        self.emit(node.op_span, arithmetic.as_bool)
        end = self.emit(node.op_span, machine_ops.jump)
        self.writer.patch(skip, self.writer.here)
        self.emit(node.op_span, machine_ops.const, decided)
        self.writer.patch(end, self.writer.here)

    def _struct(self, node: Struct) -> None:
        if node.base is not None:
            self.expr(node.base)
        for entry in node.entries:
            self.expr(entry.value)
        names = tuple(entry.name for entry in node.entries)
        if node.base is None:
            # A name that is written twice keeps its last value, as with any assignment.
            self.emit(node.span, ops.make_struct, names)
        else:
            self.emit(node.span, ops.extend_struct, names)

    def do(self, node: Expr) -> None:
        """Evaluate an expression for its effect: the result is not kept."""
        at = self.writer.here
        self.expr(node)
        last, argument = self.routine.ops[-1]
        lighter = _LIGHTER.get(last)
        if isinstance(node, Call) and lighter is not None and self.writer.here > at:
            self.routine.ops[-1] = (lighter, argument)
        else:
            self.emit(node.span, machine_ops.drop)

    def _call(self, node: Call) -> None:
        callee, count = node.callee, len(node.arguments)
        if isinstance(callee, Attribute):
            self.expr(callee.base)
            self._arguments(node)
            self.emit(callee.name_span, calling.call_named, (callee.name, count))
            return
        variable = self.scopes.of(callee) if isinstance(callee, Name) else None
        plain = isinstance(callee, Name) and not self._may_be_field(callee.name, variable)
        if plain and variable is not None and variable.sort == "library" and variable.name in FUNCTIONS:
            self._arguments(node)
            if variable.name == "INPUT":
                self.emit(node.span, ask, self.question("string", False, count, assigns=False))
            else:
                self.emit(node.span, calling.call_library, (builtins.FUNCTIONS[variable.name], count))
        elif (
            plain and variable is not None and variable.function is not None and variable not in self.globals
        ):
            self._arguments(node)
            self.emit(node.span, calling.call_code, (self.codes[id(variable.function)], count))
        else:
            if isinstance(callee, Name) and not plain:
                self.emit(node.span, calling.load_this, (self.this_slot, self.this_boxed))
            self.expr(callee)
            self._arguments(node)
            if isinstance(callee, Name) and not plain:
                self.emit(node.span, calling.call_own, (self.this_slot, self.this_boxed, callee.name, count))
            else:
                self.emit(node.span, calling.call_value, count)

    def _arguments(self, node: Call) -> None:
        for argument in node.arguments:
            self.expr(argument)

    def _lambda(self, node: Lambda) -> None:
        captured = self.scopes.captures[id(node)]
        inner = ExpressionLowering(
            self.scopes, self.kinds, self.globals, self.codes, self.new_routine, self.new_routine("(lambda)")
        )
        parameters = [self.scopes.variables[id(p)] for p in node.parameters]
        for variable in (*parameters, *captured):
            inner.slots[variable] = inner.writer.slot(variable.name)
        for variable in parameters:
            if variable.captured:
                inner.emit(node.span, calling.box, inner.slots[variable])
        for variable in captured:
            if variable.name == "this" and variable.span is None:
                inner.member, inner.this_slot, inner.this_boxed = True, inner.slots[variable], True
        inner.expr(node.body)
        inner.emit(node.body.span, machine_ops.give_back)
        code = Code("lambda", inner.routine, len(parameters), member=False, lambda_=True)
        if captured:
            self.emit(node.span, calling.make_closure, (code, tuple(self.slots[v] for v in captured)))
        else:
            self.emit(node.span, machine_ops.const, code)
