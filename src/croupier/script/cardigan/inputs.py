"""What an answer is turned into: the kind that the uses of the variable require."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.script.cardigan.kinds import ANY, BOOL, FLOAT, INT, STRING, Type
from croupier.script.cardigan.names import COMMON, METHODS
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, Variable, input_target
from croupier.script.cardigan.tree import (
    Assign,
    Binary,
    Call,
    Evaluate,
    Expr,
    Field,
    Index,
    Literal,
    Name,
    Node,
    RangeOf,
    Step,
)
from croupier.text import Span

if TYPE_CHECKING:
    from croupier.script.cardigan.inference import Kinds

_COUNTING = {"take": 0, "remove": 0, "pop": 0, "dequeue": 0, "deal": 1, "insert": 0}


@dataclass(slots=True)
class Uses:
    """How the value of a variable is used."""

    int_: bool = False
    count: bool = False
    struct: tuple[str, str, Span] | None = None
    """Used as this kind, by this piece of text, there."""
    with_: list[tuple[str, Expr]] = field(default_factory=list)
    """Operators with the other operand."""
    flows: list[Variable] = field(default_factory=list)
    """Variables and parameters that it is handed on to."""


class InputKinds:
    """The kind of every answer."""

    def __init__(self, program: Program, scopes: Scopes, kinds: Kinds) -> None:
        self.scopes = scopes
        self.kinds = kinds
        self.uses: dict[Variable, Uses] = {}
        for node in program.nodes():
            self._note(node)

    def type_of(self, node: Evaluate) -> Type:
        """The kind that ``INPUT(x)`` gives to x."""
        assert isinstance(node.value, Call)
        if len(node.value.arguments) > 1:
            options = self.kinds.type_of(node.value.arguments[1])
            return (options.element or ANY) if options is not None and options.is_pile else ANY
        target = input_target(node)
        variable = self.scopes.of(target) if target is not None else None
        if variable is None:
            return STRING
        first = self.kinds.first.get(variable)
        if first is not None and first[0] is not node:
            # Another assignment comes first: the answer takes the kind that the variable has.
            known = self.kinds.types.get(variable)
            if known is not None and known in (INT, FLOAT, BOOL, STRING):
                return known
        # What no answer can serve is told once, where it is asked for, and not at every use.
        return self._required(variable) if self.misuse(variable) is None else ANY

    def misuse(self, variable: Variable) -> tuple[str, str, Span] | None:
        """The first use that no answer can serve."""
        return next((u.struct for u in self._reached(variable) if u.struct is not None), None)

    def is_count(self, variable: Variable) -> bool:
        """Whether the value bounds a range or divides: perhaps a number of players."""
        return any(u.count for u in self._reached(variable))

    def _required(self, variable: Variable) -> Type:
        found = STRING
        for uses in self._reached(variable):
            if uses.int_:
                return INT
            for op, other in uses.with_:
                kind = self.kinds.type_of(other)
                if kind == INT:
                    return INT
                if kind == FLOAT and op != "==":
                    found = FLOAT
                if op == "==" and isinstance(other, Literal) and isinstance(other.value, bool):
                    found = BOOL
        return found

    def _reached(self, variable: Variable) -> list[Uses]:
        seen: set[Variable] = set()
        todo = [variable]
        found = []
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            uses = self.uses.get(here)
            if uses is not None:
                found.append(uses)
                todo += uses.flows
        return found

    def _of(self, node: Expr) -> Uses | None:
        variable = self.scopes.of(node) if isinstance(node, Name) else None
        if variable is None or variable.sort in ("function", "library"):
            return None
        return self.uses.setdefault(variable, Uses())

    def _count(self, node: Expr) -> None:
        """Whatever stands where a number of things is meant, also inside of a sum or product."""
        while isinstance(node, Binary):
            self._count(node.left)
            node = node.right
        if (uses := self._of(node)) is not None:
            uses.int_ = uses.count = True

    def _note(self, node: Node) -> None:
        if isinstance(node, Index):
            if (uses := self._of(node.index)) is not None:
                uses.int_ = True
        elif isinstance(node, RangeOf):
            self._count(node.first)
            self._count(node.end)
        elif isinstance(node, Binary):
            self._operator(node)
        elif isinstance(node, Step):
            if (uses := self._of(node.target)) is not None:
                uses.int_ = True
        elif isinstance(node, Field):
            self._field(node)
        elif isinstance(node, Assign):
            self._flow(node.value, self.scopes.of(node.target))
        elif isinstance(node, Call):
            self._call(node)

    def _operator(self, node: Binary) -> None:
        for own, other in ((node.left, node.right), (node.right, node.left)):
            uses = self._of(own)
            if uses is None:
                continue
            if node.op in ("-", "*", "/", "%"):
                uses.int_ = True
                uses.count = uses.count or (node.op == "/" and own is node.right)
            elif node.op in ("+", "<", ">", "<=", ">="):
                uses.with_.append((node.op, other))
            elif node.op in ("==", "!="):
                uses.with_.append(("==", other))

    def _field(self, node: Field) -> None:
        uses = self._of(node.base)
        if uses is None or uses.struct or node.name in COMMON or node.name == "size":
            return
        kind = "a collection" if node.name in METHODS else "a struct"
        uses.struct = (kind, f".{node.name}", node.span)

    def _flow(self, value: Expr, variable: Variable | None) -> None:
        uses = self._of(value)
        if uses is not None and variable is not None:
            uses.flows.append(variable)

    def _call(self, node: Call) -> None:
        callee = node.callee
        if isinstance(callee, Field) and _COUNTING.get(callee.name, 9) < len(node.arguments):
            uses = self._of(node.arguments[_COUNTING[callee.name]])
            if uses is not None:
                uses.int_ = True
            if callee.name == "deal":
                self._count(node.arguments[1])
        variable = self.scopes.of(callee) if isinstance(callee, Name) else None
        if variable is None:
            return
        if variable.sort == "library" and variable.name in ("range", "copy"):
            for argument in node.arguments[0 if variable.name == "range" else 1 :]:
                self._count(argument)
        elif variable.function is not None:
            for argument, parameter in zip(node.arguments, variable.function.parameters, strict=False):
                self._flow(argument, self.scopes.of(parameter))
