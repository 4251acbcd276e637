"""A checked program to routines for the machine."""

from __future__ import annotations

from croupier.script import operations as machine_ops
from croupier.script.cardigan import arithmetic, calling
from croupier.script.cardigan import operations as ops
from croupier.script.cardigan.asking import ask
from croupier.script.cardigan.builtins import FUNCTIONS
from croupier.script.cardigan.inference import Kinds, own_nodes
from croupier.script.cardigan.lower_expressions import ExpressionLowering
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.runnable import Runnable
from croupier.script.cardigan.scope import Body, Scopes, Variable, input_target
from croupier.script.cardigan.tree import Assign, Block, Branch, Call, For, If, RangeOf, Rules, Step, While
from croupier.script.cardigan.values import Code
from croupier.script.machine import Routine
from croupier.script.tree import Attribute, Evaluate, Index, Name, Node, Return, Stmt
from croupier.text import Span


def lower(program: Program, scopes: Scopes, kinds: Kinds) -> Runnable:
    """Routines for every body; the program must be without errors."""
    return _Lowering(program, scopes, kinds).run()


class _Lowering:
    def __init__(self, program: Program, scopes: Scopes, kinds: Kinds) -> None:
        self.program = program
        self.scopes = scopes
        self.kinds = kinds
        self.count = 0
        self.codes: dict[int, Code] = {}
        self.globals: dict[Variable, int] = {}
        self.names = ["(players)"]
        for variable in scopes.globals.values():
            if variable.sort == "global" or variable in kinds.rebound:
                self.globals[variable] = len(self.names)
                self.names.append(variable.name)

    def routine(self, name: str) -> Routine:
        """A new routine with the next number."""
        self.count += 1
        return Routine(name, self.count)

    def run(self) -> Runnable:
        """Lower every body: first all functions get their routine, since they call each other."""
        for body in self.scopes.bodies[1:]:
            assert body.node is not None
            name = body.name
            routine = self.routine(name)
            self.codes[id(body.node)] = Code(
                name, routine, len(body.node.parameters), member=body.member, lambda_=False
            )
        for body in self.scopes.bodies[1:]:
            _BodyLowering(self, body).function()
        entry = self.routine("the top level")
        _BodyLowering(self, self.scopes.bodies[0], entry).top()
        inputs = self.kinds.inputs
        questions = frozenset(map(id, inputs.flow.questions.values()))
        return Runnable(entry, self.names, inputs.uses(), self.program, questions)


class _BodyLowering(ExpressionLowering):
    """One body: statements here, expressions in the base class."""

    def __init__(self, whole: _Lowering, body: Body, routine: Routine | None = None) -> None:
        found = routine if routine is not None else whole.codes[id(body.node)].routine
        super().__init__(whole.scopes, whole.kinds, whole.globals, whole.codes, whole.routine, found)
        self.program = whole.program
        self.body = body
        self.member = body.member

    def function(self) -> None:
        """Parameters, `this`, locals; the statements; and `false` at the end."""
        node = self.body.node
        assert node is not None
        self.begin([self.scopes.variables[id(p)] for p in node.parameters])
        if self.body.member:
            self.this_slot = self.writer.slot("this")
            this = self.body.parameters["this"]
            self.slots[this] = self.this_slot
            self.this_boxed = this.captured
            if this.captured:
                self.emit(node.span, calling.box, self.this_slot)
        self._locals(node.span)
        self.block(self.body.block)
        self._finish(node.body.span)
        self.routine.parameters = tuple(p.name for p in node.parameters)

    def top(self) -> None:
        """The top level, and then `play`."""
        span = self.program.body.span
        for variable, slot in self.globals.items():
            if variable.function is not None:
                self.emit(span, machine_ops.const, self.codes[id(variable.function)])
                self.emit(span, machine_ops.store_global, slot)
        self._locals(span)
        self.block(self.body.block)
        play = self.scopes.globals.get("play")
        if play is not None and play.function is not None and not self._calls_play():
            site = self.program.functions["play"].span
            if play in self.globals:
                self.emit(site, machine_ops.load_global, self.globals[play])
                self.emit(site, calling.call_value, 0)
            else:
                self.emit(site, calling.call_code, (self.codes[id(play.function)], 0))
            self.emit(site, machine_ops.drop)
        self._finish(span)

    def _finish(self, span: Span) -> None:
        end = span.source.span(max(span.start, span.end - 1), span.end)
        self.emit(end, machine_ops.const, False)
        self.emit(end, machine_ops.give_back)

    def _calls_play(self) -> bool:
        calls = (n for n in own_nodes(self.program.body) if isinstance(n, Call))
        return any(isinstance(c.callee, Name) and c.callee.name == "play" for c in calls)

    def _locals(self, span: Span) -> None:
        for variable in self.body.locals.values():
            self.slots[variable] = slot = self.writer.slot(variable.name)
            if variable.captured:
                self.emit(span, calling.box, slot)

    def block(self, block: Block) -> None:
        """The statements of a block, one after the other."""
        for statement in block.body:
            self.statement(statement)

    def statement(self, node: Stmt) -> None:
        """One statement."""
        if isinstance(node, Assign):
            self._assign(node)
        elif isinstance(node, Evaluate):
            self._evaluate(node)
        elif isinstance(node, Step):
            self._step(node)
        elif isinstance(node, If):
            self._if(node)
        elif isinstance(node, While):
            self._while(node)
        elif isinstance(node, For):
            self._for(node)
        elif isinstance(node, Rules):
            self._rules(node)
        elif isinstance(node, Return):
            if node.value is None:
                self.emit(node.span, machine_ops.const, False)
            else:
                self.expr(node.value)
            self.emit(node.span, machine_ops.give_back)

    def _evaluate(self, node: Evaluate) -> None:
        target = input_target(node)
        if target is None:
            start = self.writer.here
            self.do(node.value)
            if self.routine.ops[-1] == (calling.do_library, (FUNCTIONS["OUTPUT"], 1)):
                self.routine.prints.append((start, self.writer.here))
            return
        assert isinstance(node.value, Call)
        for argument in node.value.arguments[1:]:
            self.expr(argument)
        variable = self.scopes.of(target)
        kind = self.kinds.inputs.type_of(node).kind
        count = variable is not None and self.kinds.inputs.is_count(variable)
        self.emit(node.span, ask, self.question(kind, count, len(node.value.arguments) - 1, assigns=True))
        self.store(target, kind)

    def _assign(self, node: Assign) -> None:
        target = node.target
        if isinstance(target, Name):
            variable = self.scopes.of(target)
            if variable is not None and variable.function is node.value:
                return
            self.expr(node.value)
            found = self.kinds.type_of(node.value)
            self.store(target, found.kind if found is not None else "any")
            return
        self.expr(target.base)
        if isinstance(target, Index):
            self.expr(target.index)
        self.expr(node.value)
        self._put(target)

    def _put(self, target: Attribute | Index) -> None:
        if isinstance(target, Attribute):
            self.emit(target.span, ops.store_field, target.name)
        else:
            self.emit(target.span, ops.store_index)

    def _step(self, node: Step) -> None:
        target = node.target
        change = arithmetic.plus if node.op == "++" else arithmetic.minus
        if isinstance(target, Name):
            self.expr(target)
            self.emit(node.span, machine_ops.const, 1)
            self.emit(node.span, change)
            self.store(target, self.known_kind(target))
            return
        self.expr(target.base)
        if isinstance(target, Index):
            self.expr(target.index)
            self.emit(node.span, machine_ops.duplicate, 2)
            self.emit(target.span, ops.index)
        else:
            self.emit(node.span, machine_ops.duplicate, 1)
            self.emit(target.span, ops.field, target.name)
        self.emit(node.span, machine_ops.const, 1)
        self.emit(node.span, change)
        self._put(target)

    def _if(self, node: If) -> None:
        ends: list[int] = []
        for branch in node.branches:
            skip = self._guarded(branch)
            last = branch is node.branches[-1] and node.otherwise is None
            if not last:
                ends.append(self.emit(branch.span, machine_ops.jump))
            self.writer.patch(skip, self.writer.here)
        if node.otherwise is not None:
            self.block(node.otherwise)
        for end in ends:
            self.writer.patch(end, self.writer.here)

    def _guarded(self, branch: Branch) -> int:
        """A block that runs if its condition holds; the jump that leaves it out is still open."""
        self.expr(branch.condition)
        skip = self.emit(branch.condition.span, ops.jump_unless)
        self.block(branch.block)
        return skip

    def _while(self, node: While) -> None:
        start = self.writer.here
        self.expr(node.condition)
        leave = self.emit(node.condition.span, ops.jump_unless)
        self.block(node.block)
        self.emit(node.span, machine_ops.jump, start)
        self.writer.patch(leave, self.writer.here)

    def _for(self, node: For) -> None:
        if isinstance(node.items, RangeOf):
            self.expr(node.items.first)
            self.expr(node.items.end)
            self.emit(node.items.span, ops.begin_range)
        else:
            self.expr(node.items)
            self.emit(node.items.span, ops.begin_loop)
        variable = self.scopes.variables[id(node.variable)]
        slot = self.slots[variable] = self.writer.slot(variable.name)
        start = self.emit(node.span, machine_ops.next_item)
        if variable.captured:
            self.emit(node.variable.span, calling.box, slot)
        self.block(node.block)
        self.emit(node.span, machine_ops.jump, start)
        self.writer.patch(start, (self.writer.here, slot))

    def _rules(self, node: Rules) -> None:
        for binding in node.bindings:
            variable = self.scopes.variables[id(binding.variable)]
            self.expr(binding.value)
            slot = self.slots[variable] = self.writer.slot(variable.name)
            self.emit(binding.span, machine_ops.store, slot)
            if variable.captured:
                self.emit(binding.span, calling.box, slot)
        none = self.writer.slot("(none ran)") if node.default is not None else None
        if none is not None:
            self._set(node, none, True)
        for branch in node.branches:
            self.expr(branch.condition)
            skip = self.emit(branch.condition.span, ops.jump_unless)
            if none is not None:
                self._set(branch, none, False)
            self.block(branch.block)
            self.writer.patch(skip, self.writer.here)
        if node.default is not None:
            self.emit(node.default.span, machine_ops.load, none)
            skip = self.emit(node.default.span, ops.jump_unless)
            self.block(node.default)
            self.writer.patch(skip, self.writer.here)

    def _set(self, node: Node, slot: int, value: bool) -> None:
        self.emit(node.span, machine_ops.const, value)
        self.emit(node.span, machine_ops.store, slot)
