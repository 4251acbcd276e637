"""Where values go in a program, and how they are used there: what is known of an answer beforehand."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from croupier.script.cardigan.names import COMMON, METHODS
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, Variable, input_target
from croupier.script.cardigan.tree import (
    Assign,
    Binary,
    Binding,
    Call,
    Entry,
    For,
    Function,
    Lambda,
    RangeOf,
    Step,
)
from croupier.script.tree import (
    Attribute,
    Evaluate,
    Expr,
    Index,
    ListOf,
    Literal,
    Name,
    Node,
    Return,
    Unary,
    children,
)
from croupier.script.uses import Bound, Carried, Flow, Holder, Indexing, site_of, summed, turned

_INDEXING = ("take", "remove")
_TAKING = ("pop", "dequeue")
_ADDING = {"append": 0, "push": 0, "add": 0, "insert": 1}
_HOLDING = ("contains", "find", "delete")
_ORDER = ("<", ">", "<=", ">=")
_CASTS = ("int", "float", "bool", "string")
_DEEPEST = 4


class Following(Flow):
    """The flow of a whole program.

    Two sorts of notes are only for finding kinds: ``with``, an operator with its other operand, and
    ``struct``, a use as what no answer can be.
    """

    def __init__(self, program: Program, scopes: Scopes) -> None:
        super().__init__()
        self.scopes = scopes
        self.values: dict[Variable, list[Expr | None]] = defaultdict(list)
        """What is assigned to each variable; None for what comes from elsewhere."""
        self.over: set[Variable] = set()
        """Variables of loops: what is assigned to them are the elements."""
        self.named: dict[str, list[Function | Lambda]] = defaultdict(list)
        """The functions that a name of a variable or field may mean."""
        self.questions: dict[int, Evaluate | Call] = {}
        """The questions, by the identity of the call."""
        for node in program.nodes():
            self._collect(node)
        self._visit(program.body, None)

    def _collect(self, node: Node) -> None:
        """Note what is assigned to which variable, and which functions a name may mean."""
        if isinstance(node, Assign):
            self._assigned(node.target, node.value)
            self._function(getattr(node.target, "name", ""), node.value)
        elif isinstance(node, Entry):
            self._function(node.name or "", node.value)
        elif isinstance(node, Binding):
            self._assigned(node.variable, node.value)
        elif isinstance(node, Function):
            self._function(node.name, node)
        elif isinstance(node, For):
            self._assigned(node.variable, node.items)
            if (variable := self.scopes.of(node.variable)) is not None:
                self.over.add(variable)
        elif isinstance(node, Step):
            self._assigned(node.target, None)
        elif isinstance(node, Evaluate) and (target := input_target(node)) is not None:
            self._assigned(target, None)
            self.questions[id(node.value)] = node
        elif isinstance(node, Call) and self._asks(node):
            self.questions.setdefault(id(node), node)

    def _assigned(self, target: Node, value: Expr | None) -> None:
        if (variable := self.scopes.of(target)) is not None:
            self.values[variable].append(value)

    def _function(self, name: str, value: Expr) -> None:
        if name and isinstance(value, Function | Lambda) and value not in self.named[name]:
            self.named[name].append(value)

    def _asks(self, node: Expr) -> bool:
        variable = self.scopes.of(node.callee) if isinstance(node, Call) else None
        return variable is not None and variable.sort == "library" and variable.name == "INPUT"

    def _visit(self, node: Node, function: Function | None) -> None:
        if isinstance(node, Function):
            function = node
        if isinstance(node, Index):
            self.use(self.carried(node.index), "index", node.span, Indexing(_said(node.base)))
        elif isinstance(node, RangeOf):
            self._count(node.first)
            self._count(node.end)
        elif isinstance(node, Binary):
            self._operator(node)
        elif isinstance(node, Step):
            self.use(self.carried(node.target), "whole", node.span)
        elif isinstance(node, Attribute):
            self._field(node)
        elif isinstance(node, Assign):
            self._move(node.value, self._target(node.target))
        elif isinstance(node, Binding):
            self._move(node.value, self.scopes.of(node.variable))
        elif isinstance(node, Entry) and node.name:
            self._move(node.value, ("field", node.name))
        elif isinstance(node, For):
            self.go(self._elements(node.items), self.scopes.of(node.variable))
        elif isinstance(node, Evaluate) and (target := input_target(node)) is not None:
            self.go(Carried(("answer", site_of(node.span))), self._target(target))
        elif isinstance(node, Return) and node.value is not None and function is not None:
            self._move(node.value, ("result", function.name))
        elif isinstance(node, Call):
            self._call(node)
        for part in children(node):
            self._visit(part, function)

    def _target(self, target: Name | Attribute | Index) -> Holder | None:
        """What holds what is assigned: a variable, a field by its name, the elements of a collection."""
        if isinstance(target, Name):
            return self.scopes.of(target) or ("field", target.name)
        if isinstance(target, Attribute):
            return "field", target.name
        if isinstance(target.index, Literal) and isinstance(target.index.value, str):
            return "field", target.index.value
        elements = self._elements(target.base)
        return elements.holder if elements is not None else None

    def _elements(self, e: Expr) -> Carried | None:
        if isinstance(e, Name | Attribute):
            return Carried(("elements", self._target(e)))
        return None

    def _move(self, value: Expr, to: Holder | None) -> None:
        """A value goes somewhere; with a collection go its elements."""
        if to is None:
            return
        self.go(self.carried(value), to)
        self.go(self._elements(value), ("elements", to))
        if isinstance(value, ListOf):
            for item in value.items:
                self._move(item, ("elements", to))

    def _count(self, node: Expr) -> None:
        """Whatever stands where a number of things is meant, also inside of a sum or product."""
        while isinstance(node, Binary):
            self._count(node.left)
            node = node.right
        self.use(self.carried(node), "count", node.span)

    def _operator(self, node: Binary) -> None:
        for own, other, op in ((node.left, node.right, node.op), (node.right, node.left, "")):
            carried = self.carried(own)
            if carried is None:
                continue
            if node.op in ("-", "*", "/", "%"):
                divides = node.op == "/" and own is node.right
                self.use(carried, "count" if divides else "whole", node.span)
            elif node.op in ("+", *_ORDER):
                self.use(carried, "with", node.span, (node.op, other))
                if node.op != "+":
                    self._ordered(carried, node, op or turned(node.op), other)
            elif node.op in ("==", "!="):
                self.use(carried, "with", node.span, ("==", other))
                self._compared(carried, node, other)
            elif op == "in":
                for value in self._members(other):
                    self.use(carried, "literal", node.span, value)

    def _ordered(self, carried: Carried, node: Binary, op: str, other: Expr) -> None:
        for value in self.constants(other):
            if type(value) is int:
                self.use(carried, "bound", node.span, Bound(op, value))

    def _compared(self, carried: Carried, node: Binary, other: Expr) -> None:
        for value in self.constants(other):
            self.use(carried, "literal", node.span, value)
        attribute = self._attribute(other)
        if attribute is not None:
            self.use(carried, "attribute", node.span, attribute)

    def _field(self, node: Attribute) -> None:
        """A use as a struct or collection, which no answer is."""
        if node.name not in COMMON and node.name != "size":
            kind = "a collection" if node.name in METHODS else "a struct"
            self.use(self.carried(node.base), "struct", node.span, (kind, f".{node.name}", node.span))

    def _call(self, node: Call) -> None:
        callee, values = node.callee, node.arguments
        if isinstance(callee, Attribute):
            self._method(node, callee)
            self._hand_over(values, self.named.get(callee.name, []))
            return
        variable = self.scopes.of(callee) if isinstance(callee, Name) else None
        if variable is None:
            return
        if variable.sort == "library":
            if variable.name in ("range", "copy"):
                for argument in values[0 if variable.name == "range" else 1 :]:
                    self._count(argument)
            elif variable.name == "int" and values:
                self.use(self.carried(values[0]), "cast", node.span)
        elif variable.function is not None:
            self._hand_over(values, [variable.function])
        else:
            self._hand_over(values, self.named.get(variable.name, []))

    def _method(self, node: Call, callee: Attribute) -> None:
        if not node.arguments:
            return
        word, carried = callee.name, self.carried(node.arguments[0])
        if word in _INDEXING:
            self.use(carried, "index", node.span, Indexing(_said(callee.base)))
        elif word in _TAKING:
            self.use(carried, "index", node.span, Indexing(_said(callee.base), 1, -1))
        elif word == "insert":
            self.use(carried, "whole", node.span)
        elif word == "deal" and len(node.arguments) > 1:
            self._count(node.arguments[1])
        elif word in _HOLDING:
            for value in self._members(callee.base):
                self.use(carried, "literal", node.span, value)
        elements = self._elements(callee.base)
        if _ADDING.get(word, 9) < len(node.arguments) and elements is not None:
            self._move(node.arguments[_ADDING[word]], elements.holder)

    def _hand_over(self, values: tuple[Expr, ...], functions: list[Function | Lambda]) -> None:
        for function in functions:
            for value, parameter in zip(values, function.parameters, strict=False):
                self._move(value, self.scopes.of(parameter))

    def carried(self, e: Expr) -> Carried | None:
        """Whose value an expression has, perhaps with something added."""
        if isinstance(e, Name):
            variable = self.scopes.of(e)
            if variable is not None and variable.sort in ("function", "library"):
                return None
            return Carried(variable or ("field", e.name))
        if isinstance(e, Attribute):
            return Carried(("field", e.name))
        if isinstance(e, Index):
            return self._elements(e.base)
        if isinstance(e, Call):
            return self._called(e)
        if isinstance(e, Unary) and e.op == "-":
            inner = self.carried(e.operand)
            return inner.plus(0, -1) if inner is not None else None
        return self._sum(e) if isinstance(e, Binary) and e.op in ("+", "-") else None

    def _called(self, e: Call) -> Carried | None:
        """What a call gives: an answer, something converted, or what the function of that name returns."""
        if self._asks(e):
            return Carried(("answer", site_of(e.span)))
        if isinstance(e.callee, Attribute):
            return Carried(("result", e.callee.name))
        if not isinstance(e.callee, Name):
            return None
        variable = self.scopes.of(e.callee)
        if variable is not None and variable.sort == "library":
            inner = self.carried(e.arguments[0]) if variable.name in _CASTS and e.arguments else None
            return inner.cast() if inner is not None else None
        return Carried(("result", e.callee.name))

    def _sum(self, e: Binary) -> Carried | None:
        before, after = self.constants(e.left), self.constants(e.right)
        return summed(e.op, self.carried(e.left), self.carried(e.right), before, after)

    def constants(self, e: Expr, deep: int = 0) -> list[Any]:
        """The values that an expression can have, if they stand in the text."""
        if isinstance(e, Literal):
            return [e.value]
        if isinstance(e, Unary) and e.op == "-":
            return [-v for v in self.constants(e.operand, deep) if type(v) is int]
        variable = self.scopes.of(e) if isinstance(e, Name) and deep < _DEEPEST else None
        value = self._only(variable)
        if value is None:
            return []
        return self._members(value, deep + 1) if variable in self.over else self.constants(value, deep + 1)

    def _members(self, e: Expr, deep: int = 0) -> list[Any]:
        if isinstance(e, ListOf):
            return [v for item in e.items for v in self.constants(item, deep)]
        if isinstance(e, Binary) and e.op == "UNION":
            return self._members(e.left, deep) + self._members(e.right, deep)
        value = self._only(self.scopes.of(e)) if isinstance(e, Name) and deep < _DEEPEST else None
        return self._members(value, deep + 1) if value is not None else []

    def _only(self, variable: Variable | None) -> Expr | None:
        """What a variable holds, if only one thing is ever assigned to it."""
        values = self.values.get(variable, []) if variable is not None else []
        return values[0] if len(values) == 1 else None

    def _attribute(self, e: Expr, deep: int = 0) -> str | int | None:
        """The field that an expression reads, also through a variable: ``x.color``, ``x.key[0]``."""
        if isinstance(e, Attribute):
            return e.name if e.name != "size" else None
        if isinstance(e, Index) and isinstance(e.index, Literal) and isinstance(e.index.value, int | str):
            return e.index.value
        variable = self.scopes.of(e) if isinstance(e, Name) and deep < _DEEPEST else None
        value = self._only(variable) if variable not in self.over else None
        return self._attribute(value, deep + 1) if value is not None else None


def _said(e: Expr) -> str:
    return " ".join(e.span.text.split())
