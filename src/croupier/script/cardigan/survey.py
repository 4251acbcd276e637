"""What a body reads and assigns, and where it reads what it may not have assigned."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.script.cardigan.names import LIBRARY
from croupier.script.cardigan.program import function_name
from croupier.script.cardigan.tree import (
    Assign,
    Block,
    Broken,
    Call,
    For,
    Function,
    If,
    Lambda,
    Rules,
    Step,
    Struct,
    While,
)
from croupier.script.tree import Attribute, Evaluate, Expr, Index, Name, Node, Return, Stmt, children
from croupier.text import Span


@dataclass(eq=False, slots=True)
class Variable:
    """One variable, whatever name is used for it where."""

    name: str
    sort: str
    """global, local, parameter, loop, binding, function or library."""
    span: Span | None = None
    owner: object = None
    """The body or lambda whose activations hold it."""
    captured: bool = False
    function: Function | None = None
    """What a function is defined as."""
    reads: int = 0


@dataclass(eq=False, slots=True)
class Body:
    """The top level, or a function."""

    name: str
    node: Function | None
    block: Block
    member: bool = False
    assigns: dict[str, Span] = field(default_factory=dict)
    reads: dict[str, Span] = field(default_factory=dict)
    """Names read where they are not definitely assigned."""
    own: set[str] = field(default_factory=set)
    """Names that are local here though a function has the same name."""
    locals: dict[str, Variable] = field(default_factory=dict)
    parameters: dict[str, Variable] = field(default_factory=dict)


class Survey:
    """What one body reads and assigns, and where it reads what it may not have assigned."""

    def __init__(
        self, body: Body, functions: frozenset[str], fields: frozenset[str], top: frozenset[str]
    ) -> None:
        self.body = body
        self.functions = functions
        self.fields = fields
        self.top = top

    def run(self) -> None:
        """Look at the whole body."""
        hidden = frozenset(p.name for p in self.body.node.parameters) if self.body.node else frozenset()
        self._block(self.body.block, set(), hidden)
        # A local that hides a function is known only after its assignment was met.
        for name in self.body.own:
            self.body.reads.pop(name, None)

    def _block(self, block: Block, done: set[str], hidden: frozenset[str]) -> None:
        for statement in block.body:
            self._statement(statement, done, hidden)

    def _statement(self, node: Stmt, done: set[str], hidden: frozenset[str]) -> None:
        if isinstance(node, Assign):
            self._assign(node, done, hidden)
        elif isinstance(node, Step):
            self._read(node.target, done, hidden)
        elif isinstance(node, If):
            self._if(node, done, hidden)
        elif isinstance(node, While):
            self._read(node.condition, done, hidden)
            self._block(node.block, set(done), hidden)
        elif isinstance(node, For):
            self._read(node.items, done, hidden)
            self._block(node.block, set(done), hidden | {node.variable.name})
        elif isinstance(node, Rules):
            self._rules(node, done, hidden)
        elif isinstance(node, Return):
            if node.value is not None:
                self._read(node.value, done, hidden)
        elif isinstance(node, Broken):
            if node.name:
                self._assigned(node.name, node.span, done, hidden)
            if node.block:
                self._block(node.block, done, hidden)
        elif isinstance(node, Evaluate):
            self._evaluate(node, done, hidden)

    def _evaluate(self, node: Evaluate, done: set[str], hidden: frozenset[str]) -> None:
        target = input_target(node)
        if target is None:
            self._read(node.value, done, hidden)
            return
        assert isinstance(node.value, Call)
        for argument in node.value.arguments[1:]:
            self._read(argument, done, hidden)
        self._assigned(target.name, target.span, done, hidden)

    def _assign(self, node: Assign, done: set[str], hidden: frozenset[str]) -> None:
        self._read(node.value, done, hidden)
        if not isinstance(node.target, Name):
            self._read(node.target, done, hidden)
            return
        name = node.target.name
        if self.body.node is not None and name in self.functions and _never_function(node.value):
            self.body.own.add(name)
        if self.body.node is None and function_name(node) == name:
            done.add(name)
            return
        self._assigned(name, node.target.span, done, hidden)

    def _assigned(self, name: str, span: Span, done: set[str], hidden: frozenset[str]) -> None:
        if name not in hidden:
            self.body.assigns.setdefault(name, span)
            done.add(name)

    def _if(self, node: If, done: set[str], hidden: frozenset[str]) -> None:
        ways: list[set[str]] = []
        for branch in node.branches:
            self._read(branch.condition, done, hidden)
            way = set(done)
            self._block(branch.block, way, hidden)
            ways.append(way)
        last = set(done)
        if node.otherwise is not None:
            self._block(node.otherwise, last, hidden)
        done |= last.intersection(*ways)

    def _rules(self, node: Rules, done: set[str], hidden: frozenset[str]) -> None:
        for binding in node.bindings:
            self._read(binding.value, done, hidden)
            hidden |= {binding.variable.name}
        for branch in node.branches:
            self._read(branch.condition, done, hidden)
            self._block(branch.block, set(done), hidden)
        if node.default is not None:
            self._block(node.default, set(done), hidden)

    def _read(self, node: Node, done: set[str], hidden: frozenset[str]) -> None:
        if isinstance(node, Function):
            return
        if isinstance(node, Name):
            self._name(node, done, hidden)
        elif isinstance(node, Lambda):
            self._read(node.body, done, hidden | {p.name for p in node.parameters})
        elif isinstance(node, Struct):
            base = node.base
            hides = isinstance(base, Name) and (base.name in hidden or base.name in self.top)
            if base is not None and (hides or not (isinstance(base, Name) and base.name in LIBRARY)):
                self._read(base, done, hidden)
            for entry in node.entries:
                self._read(entry.value, done, hidden)
        else:
            for part in children(node):
                if not (isinstance(node, Call) and part is node.callee and self._calls_library(part)):
                    self._read(part, done, hidden)

    def _name(self, node: Name, done: set[str], hidden: frozenset[str]) -> None:
        name = node.name
        if not name or name in hidden or name in done or (self.body.member and name in self.fields):
            return
        self.body.reads.setdefault(name, node.span)

    def _calls_library(self, callee: Expr) -> bool:
        """Whether a call can only mean the library: that another body assigns the name does not matter."""
        name = callee.name if isinstance(callee, Name) else ""
        return name in LIBRARY and name not in self.body.assigns and name not in self.top


def input_target(node: Stmt) -> Name | None:
    """The variable that a statement ``INPUT(x)`` assigns."""
    value = node.value if isinstance(node, Evaluate) else None
    if (
        isinstance(value, Call)
        and isinstance(value.callee, Name)
        and value.callee.name == "INPUT"
        and value.arguments
    ):
        first = value.arguments[0]
        return first if isinstance(first, Name) else None
    return None


def _never_function(value: Expr) -> bool:
    """Whether a value can be seen at once to be no function."""
    return not isinstance(value, Name | Lambda | Function | Call | Index | Attribute)
