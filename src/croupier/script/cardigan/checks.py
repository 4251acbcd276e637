"""The static checks of kinds: assignments, operators, conditions, loops and indices."""

from __future__ import annotations

from typing import Any

from croupier.script.cardigan.calls import CallChecks
from croupier.script.cardigan.codes import finding, place
from croupier.script.cardigan.inference import Kinds
from croupier.script.cardigan.kinds import ANY, BOOL, NUMBERS, STRING, Type, article, fits
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Body, Scopes, input_target
from croupier.script.cardigan.tree import (
    Assign,
    Binary,
    Branch,
    Call,
    Define,
    For,
    Function,
    Lambda,
    Step,
    Struct,
    While,
)
from croupier.script.tree import Attribute, Evaluate, Expr, Index, Literal, Name, Node, Unary, children
from croupier.text import Diagnostic, Span

_ORDERED = ("string", "card", "tuple")
_UNORDERED = ("collection", "struct", "bool", "function")
_NEVER_BOOLEAN = ("function", "tuple", "card")


def kind_findings(program: Program, scopes: Scopes, kinds: Kinds) -> list[Diagnostic]:
    """Everything that the kinds of values forbid."""
    checks = _Checks(program, scopes, kinds)
    for body in scopes.bodies:
        checks.body = body
        checks.visit(body.block)
    return checks.findings


class _Checks:
    def __init__(self, program: Program, scopes: Scopes, kinds: Kinds) -> None:
        self.scopes = scopes
        self.kinds = kinds
        self.findings: list[Diagnostic] = []
        self.calls = CallChecks(program, scopes, kinds, self.find)
        self.body: Body = scopes.bodies[0]

    def find(self, code: str, span: Span, *, hint: str | None = None, **words: Any) -> None:
        """Note a finding."""
        self.findings.append(finding(code, span, hint=hint, **words))

    def type_of(self, node: Expr) -> Type:
        """The kind of an expression; in a member function a name may be a field of any kind."""
        if isinstance(node, Name) and self.body.member and node.name in self.scopes.fields:
            return ANY
        return self.kinds.type_of(node) or ANY

    def visit(self, node: Node) -> None:
        """Check a node and everything inside it that belongs to the same body."""
        if isinstance(node, Function | Define):
            return
        if isinstance(node, Assign):
            self._assign(node)
        elif isinstance(node, Step):
            self._step(node)
        elif isinstance(node, Binary):
            self._binary(node)
        elif isinstance(node, Unary):
            self._unary(node)
        elif isinstance(node, Branch | While):
            if not (isinstance(node.condition, Name) and not node.condition.name):
                self._condition(node.condition)
        elif isinstance(node, For):
            self._for(node)
        elif isinstance(node, Index):
            self._index(node)
        elif isinstance(node, Evaluate):
            self._input(node)
        elif isinstance(node, Call):
            self.calls.call(node, self.type_of)
        elif isinstance(node, Attribute):
            self.calls.field(node, self.type_of)
        elif isinstance(node, Struct):
            self._struct(node)
        for part in children(node):
            if isinstance(node, Call) and part is node.callee and isinstance(part, Attribute):
                self.visit(part.base)
            elif not (isinstance(node, Evaluate) and self._visited_input(node)):
                self.visit(part)

    def _visited_input(self, node: Evaluate) -> bool:
        """``INPUT(x)`` does not read x; only its options and decider are expressions."""
        if input_target(node) is None:
            return False
        assert isinstance(node.value, Call)
        self.calls.call(node.value, self.type_of)
        for argument in node.value.arguments[1:]:
            self.visit(argument)
        return True

    def _assign(self, node: Assign) -> None:
        given = self.type_of(node.value)
        if isinstance(node.target, Index):
            base = self.type_of(node.target.base)
            if base.kind in ("tuple", "string", "card"):
                if base.kind == "tuple":
                    self.find("C306", node.target.span, misuse="changed")
                else:
                    self.find("C305", node.target.span, what=f"{article(base.kind)} cannot be changed")
            return
        variable = self.scopes.of(node.target) if isinstance(node.target, Name) else None
        if variable is None or (self.body.member and variable.name in self.scopes.fields):
            return
        if variable.sort == "function":
            self._rebind(node, given)
        elif variable.sort in ("global", "local"):
            wanted = self.kinds.of(variable)
            if not fits(wanted.kind, given.kind):
                self._kind_change(
                    node.target.span, variable.name, wanted.kind, self.kinds.first[variable][1], given.kind
                )
            elif self._sometimes_false(node.value):
                since = self.kinds.first[variable][1]
                kind = wanted.kind if wanted.known else self._result_kind(node.value)
                self._kind_change(
                    node.target.span, variable.name, kind, since, "the `false` of a way without `return`"
                )

    def _kind_change(self, span: Span, name: str, wanted: str, since: Span, other: str) -> None:
        self.find("C301", span, name=name, kind=wanted, place=place(since), other=other)

    def _sometimes_false(self, value: Expr) -> bool:
        """Whether a value is the result of a function that forgets to return one on some way."""
        variable = self.scopes.of(value.callee) if isinstance(value, Call) else None
        if variable is None or variable.function is None or variable in self.kinds.rebound:
            return False
        found = self.kinds.results.get(id(variable.function))
        return found is not None and found.known and found != BOOL and self.kinds.falls(variable.function)

    def _result_kind(self, value: Expr) -> str:
        variable = self.scopes.of(value.callee) if isinstance(value, Call) else None
        found = self.kinds.results.get(id(variable.function)) if variable is not None else None
        return found.kind if found is not None else "any"

    def _rebind(self, node: Assign, given: Type) -> None:
        assert isinstance(node.target, Name)
        variable = self.scopes.of(node.target)
        assert variable is not None
        if variable.function is node.value:
            return
        if given.known and given.kind != "function":
            assert variable.span is not None
            self._kind_change(node.target.span, variable.name, "function", variable.span, given.kind)
            return
        count = self._arity(node.value)
        own = len(variable.function.parameters) if variable.function else count
        if count is not None and count != own:
            what = f"{variable.name} takes {own}, cannot be replaced by a function that takes {count}"
            self.find("C302", node.target.span, what=what)

    def _arity(self, value: Expr) -> int | None:
        if isinstance(value, Lambda | Function):
            return len(value.parameters)
        variable = self.scopes.of(value) if isinstance(value, Name) else None
        return len(variable.function.parameters) if variable and variable.function else None

    def _step(self, node: Step) -> None:
        kind = self.type_of(node.target).kind
        if kind not in (*NUMBERS, "any"):
            self.find("C305", node.span, what=f"`{node.op}` cannot take {article(kind)}")

    def _unary(self, node: Unary) -> None:
        if node.op == "not":
            self._condition(node.operand)
            return
        kind = self.type_of(node.operand).kind
        if kind not in (*NUMBERS, "any"):
            self.find("C305", node.span, what=f"`-` cannot take {article(kind)}")

    def _binary(self, node: Binary) -> None:
        if node.op in ("and", "or", "xor"):
            self._condition(node.left)
            self._condition(node.right)
            return
        left, right = self.type_of(node.left), self.type_of(node.right)
        if not _possible(node.op, left, right):
            what = f"`{node.op}` cannot take {article(left.kind)} and {article(right.kind)}"
            self.find("C305", node.op_span, what=what)

    def _condition(self, node: Expr) -> None:
        found = self.type_of(node)
        if found.kind in _NEVER_BOOLEAN:
            hint = (
                f"call it: `{node.span.text}()`"
                if isinstance(node, Name) and found.kind == "function"
                else ""
            )
            self.find("C304", node.span, kind=article(found.kind), hint=hint)
        elif found.kind in ("int", "float", "string"):
            empty, test = ("empty", '!= ""') if found == STRING else ("zero", "!= 0")
            better = f"{node.span.text.strip('()')} {test}" if len(node.span.text) < 40 else f"… {test}"
            if isinstance(node, Literal):
                better = "true" if node.value else "false"
            self.find("W607", node.span, kind=article(found.kind), empty=empty, hint=f"write `{better}`")

    def _for(self, node: For) -> None:
        found = self.type_of(node.items)
        if found.kind == "tuple":
            self.find("C306", node.items.span, misuse="run through")
        elif found.known and not found.is_pile and found.kind != "string" and found.library != "unknown":
            if found.kind == "struct" and found.library is None:
                return
            hint = "to count, write `[0 ... n]`" if found.kind == "int" else ""
            self.find(
                "C305", node.items.span, what=f"`for` cannot run through {article(found.kind)}", hint=hint
            )

    def _index(self, node: Index) -> None:
        base, index = self.type_of(node.base), self.type_of(node.index)
        allowed = {"collection": ("int",), "string": ("int",), "tuple": ("int",), "card": ("int", "string")}
        names: tuple[str, ...]
        if base.kind == "struct":
            names = ("int", "string") if base.is_pile or base.library is None else ("string",)
        elif base.kind == "any":
            names = ("int", "string")
        else:
            names = allowed.get(base.kind, ())
        if index.kind not in (*names, "any") or (not names and base.known):
            hint = f"{'or '.join(article(n) + ' ' for n in names)}is needed" if names else ""
            self.find("C309", node.index.span, base=article(base.kind), kind=article(index.kind), hint=hint)

    def _input(self, node: Evaluate) -> None:
        target = input_target(node)
        variable = self.scopes.of(target) if target is not None else None
        if target is None or variable is None:
            return
        assert isinstance(node.value, Call)
        misuse = self.kinds.inputs.misuse(variable)
        if misuse is not None and len(node.value.arguments) == 1:
            self.find("C307", target.span, name=variable.name, kind=misuse[0], use=misuse[1])
            return
        first = self.kinds.first.get(variable)
        given = self.kinds.inputs.type_of(node)
        if first is not None and variable.sort in ("global", "local"):
            wanted = self.kinds.of(variable)
            if not fits(wanted.kind, given.kind):
                self._kind_change(target.span, variable.name, wanted.kind, first[1], given.kind)

    def _struct(self, node: Struct) -> None:
        bare = next((entry for entry in node.entries if entry.name is None), None)
        if node.base is None:
            if bare is not None:
                shown = bare.span.text.split("\n")[0][:30]
                self.find(
                    "C102",
                    bare.span,
                    expected="`name = value`",
                    found=f"`{shown}`",
                    hint="a collection is written `[…]`",
                )
            return
        base = self.type_of(node.base)
        if base.known and base.kind != "struct":
            self.find("C305", node.base.span, what=f"{article(base.kind)} cannot be the base of a struct")


def _possible(op: str, left: Type, right: Type) -> bool:
    """Whether an operator can take two kinds."""
    kinds = (left.kind, right.kind)
    if op in ("==", "!="):
        return True
    if op == "UNION":
        return all(
            t.is_pile or t.kind == "any" or (t.kind == "struct" and t.library is None) for t in (left, right)
        )
    if op == "in":
        if right.kind == "string":
            return left.kind in ("string", "any")
        return right.is_pile or right.kind == "any" or (right.kind == "struct" and right.library is None)
    if op in ("<", ">", "<=", ">="):
        if any(kind in _UNORDERED for kind in kinds):
            return False
        return (
            "any" in kinds
            or all(k in NUMBERS for k in kinds)
            or (kinds[0] == kinds[1] and kinds[0] in _ORDERED)
        )
    if op == "+" and "string" in kinds:
        return True
    strange = [k for k in kinds if k not in NUMBERS and k != "any"]
    return not strange or (op == "+" and "any" in kinds and len(strange) == 1)
