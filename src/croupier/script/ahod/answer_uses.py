"""Where the answers to `input()` go, and how they are used there."""

from __future__ import annotations

from croupier.script.ahod.holders import Holders
from croupier.script.ahod.kinds import PRIMITIVES
from croupier.script.ahod.nodes import (
    Argument,
    Assign,
    Binary,
    Call,
    Comprehension,
    Declare,
    Definition,
    Do,
    For,
    Parameter,
    TypeRef,
)
from croupier.script.ahod.program import Program
from croupier.script.ahod.scope import Scopes, attribute_names
from croupier.script.tree import Attribute, Expr, Index, ListOf, Name, Node, Return, Unary, children
from croupier.script.uses import Bound, Carried, Flow, Holder, Indexing, Site, Uses, site_of, summed, turned

_ORDER = ("<", ">", "<=", ">=")
_SUMS = ("-", "*", "/", "//", "%", "**")
_LOOKING = ("top", "bottom", "front", "back")
_HOLDING = ("contains", "index", "remove")


def answer_uses(program: Program, scopes: Scopes) -> dict[Site, Uses]:
    """The uses of every answer, by the place of its question."""
    walk = _Walk(program, scopes)
    return {site: walk.flow.uses(("answer", site), kind) for site, kind in walk.kinds.items()}


class _Walk(Holders):
    """Goes through every body once, and puts down where values go and how they are used."""

    def __init__(self, program: Program, scopes: Scopes) -> None:
        super().__init__(program, scopes)
        self.flow = Flow()
        self.kinds: dict[Site, str] = {}
        bodies = list(program.bodies())
        for body in bodies:
            self.enter(body)
            self.parameters(body.parameters)
            for statement in body.statements:
                self.collect(statement)
        self.types()
        for body in bodies:
            self.enter(body)
            for statement in body.statements:
                self.visit(statement)

    def types(self) -> None:
        """What is handed to constructors goes into the attributes."""
        for type_ in self.program.types.values():
            self.key, self.body = type_.name, None
            self.own = {p.name for p in type_.parameters}
            self.attributes = attribute_names(self.program, type_) - self.own
            self.parameters(type_.parameters)
            for attribute in type_.attributes:
                self.visit(attribute.value)
                self.move(attribute.value, ("attribute", attribute.name))
                self.typed(("attribute", attribute.name), attribute.type)

    def parameters(self, parameters: list[Parameter]) -> None:
        """Their types say something; what they hold comes from outside."""
        for parameter in parameters:
            holder = self.holder(parameter.name)
            self.values[holder].append(None)
            self.typed(holder, parameter.type)

    def typed(self, holder: Holder, type_: TypeRef | None) -> None:
        """Whatever is declared as an int is one."""
        if type_ is not None and type_.name == "int":
            self.flow.use(Carried(holder), "whole", type_.span)

    def visit(self, node: Node) -> None:
        """Everything in a piece of program."""
        if isinstance(node, Definition):
            return
        if isinstance(node, For):
            self.visit(node.over)
            self.bind(node.variable, node.over)
            for statement in node.body:
                self.visit(statement)
            self.loops.pop()
            return
        if isinstance(node, Comprehension):
            for clause in node.clauses:
                self.visit(clause.over)
                self.bind(clause.variable, clause.over)
                if clause.condition is not None:
                    self.visit(clause.condition)
            self.visit(node.element)
            del self.loops[len(self.loops) - len(node.clauses) :]
            return
        if isinstance(node, Declare):
            self.declare(node)
        elif isinstance(node, Assign):
            self.assign(node)
        elif isinstance(node, Return) and node.value is not None:
            self.returned(node.value)
        elif isinstance(node, Binary):
            self.binary(node)
        elif isinstance(node, Index):
            self.flow.use(self.carried(node.index), "index", node.span, Indexing(_said(node.base)))
        elif isinstance(node, Call):
            self.call(node)
        elif isinstance(node, Do):
            self.do(node)
        for child in children(node):
            self.visit(child)

    def bind(self, variable: str | None, over: Expr) -> None:
        """A loop begins: its variable gets the elements, or the answer says how often."""
        self.loops.append(variable or "")
        if variable is None:
            self.flow.use(self.carried(over), "count", over.span)
            return
        holder = self.holder(variable)
        self.values[holder].append(over)
        self.over.add(holder)
        elements = self.elements(over)
        if elements is not None:
            self.flow.go(Carried(elements), holder)

    def declare(self, node: Declare) -> None:
        """``int x = …``."""
        self.typed(self.holder(node.name), node.type)
        if node.value is not None:
            self.move(node.value, self.holder(node.name))
            self.read_as(node.value, node.type)

    def assign(self, node: Assign) -> None:
        """``x = …``, ``x.a = …``, ``c[i] = …``; with ``+=`` only a number can be meant."""
        target = node.target
        if node.op != "=":
            self.flow.use(self.carried(node.target), "whole", node.span)
        elif isinstance(target, Name):
            self.move(node.value, self.holder(target.name))
            self.read_as(node.value, self.declared_type(target.name))
        elif isinstance(target, Attribute):
            self.move(node.value, ("attribute", target.name))
        elif isinstance(target, Index):
            elements = self.elements(target.base)
            if elements is not None:
                self.move(node.value, elements)

    def declared_type(self, name: str) -> TypeRef | None:
        """The type with which a variable is declared somewhere else."""
        here = self.body.definition if self.body is not None else None
        for body, use in self.scopes.uses:
            declared = use.declared.get(name)
            if declared is not None and (body.definition is here or body.kind == "top"):
                return declared.type
        return None

    def read_as(self, value: Expr, type_: TypeRef | None) -> None:
        """An answer that is converted at once is read so."""
        if type_ is not None and type_.name in PRIMITIVES and _asks(value):
            self.kinds[site_of(value.span)] = type_.name

    def returned(self, value: Expr) -> None:
        """What a body gives back goes to whoever calls it by its name."""
        if self.body is not None and self.body.definition is not None:
            self.move(value, ("result", self.body.definition.name))

    def binary(self, node: Binary) -> None:
        """Comparisons, sums, ranges."""
        for own, other, op in ((node.left, node.right, node.op), (node.right, node.left, "")):
            carried = self.carried(own)
            if carried is None:
                continue
            if node.op in ("==", "!=", "is", "is not"):
                self.compared(carried, node, other)
            elif node.op in _ORDER:
                self.ordered(carried, node, op or turned(node.op), other)
            elif node.op in ("..", "..."):
                self.flow.use(carried, "count", node.span)
            elif node.op in _SUMS or (node.op == "+" and self.is_number(other)):
                divides = node.op in ("/", "//") and own is node.right
                self.flow.use(carried, "count" if divides else "whole", node.span)
            elif op in ("in", "not in"):
                self.among(carried, node, other)

    def compared(self, carried: Carried, node: Binary, other: Expr) -> None:
        """``v == …``: a literal, or an attribute of something."""
        for value in self.constants(other):
            self.flow.use(carried, "literal", node.span, value)
        attribute = self.attribute_of(other)
        if attribute is not None:
            self.flow.use(carried, "attribute", node.span, attribute)

    def ordered(self, carried: Carried, node: Binary, op: str, other: Expr) -> None:
        """``v < …``: a bound if it is a constant."""
        numbers = [v for v in self.constants(other) if type(v) is int]
        for value in numbers:
            self.flow.use(carried, "bound", node.span, Bound(op, value))
        if not numbers and self.is_number(other):
            self.flow.use(carried, "whole", node.span)

    def among(self, carried: Carried, node: Expr, other: Expr) -> None:
        """``v in …``: all elements, or both ends of a range."""
        if isinstance(other, Binary) and other.op in ("..", "..."):
            for op, end in ((">=", other.left), ("<=" if other.op == ".." else "<", other.right)):
                for value in self.constants(end):
                    if type(value) is int:
                        self.flow.use(carried, "bound", node.span, Bound(op, value))
        for value in self.members(other):
            self.flow.use(carried, "literal", node.span, value)

    def is_number(self, e: Expr) -> bool:
        """Whether something is evidently a number."""
        if isinstance(e, Call):
            return _called(e) in ("size", "int", "sum", "abs")
        if isinstance(e, Binary):
            return e.op in _SUMS or (e.op == "+" and (self.is_number(e.left) or self.is_number(e.right)))
        return any(type(v) is int for v in self.constants(e))

    def call(self, node: Call) -> None:
        """Helpers, constructors, computed attributes, and what is built in."""
        word, values = _called(node), [a.value for a in node.arguments]
        if _asks(node):
            self.kinds.setdefault(site_of(node.span), "string")
        elif isinstance(node.function, Attribute):
            for type_ in self.program.types.values():
                for helper in type_.computed:
                    if helper.name == word:
                        self.hand_over(node.arguments, helper.parameters, id(helper))
            self.pile(node, node.function.base, word, values)
        elif word in self.program.helpers and not node.new:
            helper = self.program.helpers[word]
            self.hand_over(node.arguments, helper.parameters, id(helper))
        elif word in self.program.types:
            self.hand_over(node.arguments, self.program.types[word].parameters, word)
        elif word == "range":
            for value in values:
                self.flow.use(self.carried(value), "count", node.span)
        elif word in PRIMITIVES and len(values) == 1:
            self.read_as(values[0], TypeRef(node.span, word))
            if word == "int":
                self.flow.use(self.carried(values[0]), "cast", node.span)

    def do(self, node: Do) -> None:
        """``x do NAME(…)``: every ACTION of that name."""
        for action in self.program.actions.values():
            if action.name == node.name:
                self.hand_over(node.arguments, action.parameters, id(action))
                if node.receiver is not None and action.receiver:
                    self.move(node.receiver, (id(action), action.receiver))
        if node.receiver is not None:
            self.pile(node, node.receiver, node.name.lower(), [a.value for a in node.arguments])

    def pile(self, node: Expr, pile: Expr, word: str, values: list[Expr]) -> None:
        """What is built in for collections: an index, how many, an element."""
        if not values:
            return
        carried = self.carried(values[0])
        if word == "pop":
            self.flow.use(carried, "index", node.span, Indexing(_said(pile)))
        elif word.startswith("pop_") or word in _LOOKING:
            self.flow.use(carried, "index", node.span, Indexing(_said(pile), 1, -1))
        elif word.startswith("push_"):
            elements = self.elements(pile)
            for value in values if elements is not None else ():
                self.move(value, elements)
        elif word in _HOLDING and carried is not None:
            self.among(carried, node, pile)

    def hand_over(self, arguments: list[Argument], parameters: list[Parameter], key: Holder) -> None:
        """Arguments go into parameters, by place or by name."""
        names = [p.name for p in parameters]
        for name, argument in zip(names, arguments, strict=False):
            self.move(argument.value, (key, argument.name or name))

    def move(self, value: Expr, to: Holder) -> None:
        """A value goes somewhere; with a collection go its elements."""
        self.flow.go(self.carried(value), to)
        if isinstance(value, ListOf):
            for item in value.items:
                self.move(item, ("elements", to))
        elements = self.elements(value)
        if elements is not None:
            self.flow.go(Carried(elements), ("elements", to))

    def carried(self, e: Expr) -> Carried | None:
        """Whose value an expression has, perhaps with something added."""
        if isinstance(e, Name):
            return Carried(self.holder(e.name))
        if isinstance(e, Attribute):
            return Carried(("attribute", e.name))
        if isinstance(e, Index):
            elements = self.elements(e.base)
            return Carried(elements) if elements is not None else None
        if isinstance(e, Do):
            return Carried(("result", e.name))
        if isinstance(e, Call):
            if _asks(e):
                return Carried(("answer", site_of(e.span)))
            word = _called(e)
            if word in PRIMITIVES and len(e.arguments) == 1:
                inner = self.carried(e.arguments[0].value)
                return inner.cast() if inner is not None else None
            return Carried(("result", word)) if word else None
        if isinstance(e, Unary) and e.op != "not":
            inner = self.carried(e.operand)
            return inner.plus(0, -1) if inner is not None and e.op == "-" else inner
        return self.sum(e) if isinstance(e, Binary) and e.op in ("+", "-") else None

    def sum(self, e: Binary) -> Carried | None:
        before, after = self.constants(e.left), self.constants(e.right)
        return summed(e.op, self.carried(e.left), self.carried(e.right), before, after)


def _asks(e: Expr) -> bool:
    return isinstance(e, Call) and isinstance(e.function, Name) and e.function.name == "input"


def _called(e: Call) -> str:
    if isinstance(e.function, Attribute):
        return e.function.name
    return e.function.name if isinstance(e.function, Name) else ""


def _said(e: Expr) -> str:
    return " ".join(e.span.text.split())
