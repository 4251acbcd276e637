"""Which variable a name stands for, and what it can be if that stands in the text."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from croupier.script.ahod.nodes import Assign, Binary, Declare, Definition
from croupier.script.ahod.program import Body, Program
from croupier.script.ahod.scope import Scopes, attribute_names
from croupier.script.tree import Attribute, Expr, Index, ListOf, Literal, Name, Node, Unary, children
from croupier.script.uses import Holder

_DEEPEST = 4
"""So many variables are looked through: one may be assigned from another."""


class Holders:
    """Names are resolved as the machine resolves them, in the body in which one stands."""

    def __init__(self, program: Program, scopes: Scopes) -> None:
        self.program = program
        self.scopes = scopes
        self.globals = set(scopes.globals)
        self.values: dict[Holder, list[Expr | None]] = defaultdict(list)
        """What is assigned to each variable; None for what comes from elsewhere."""
        self.over: set[Holder] = set()
        """Variables of loops: what is assigned to them are the elements."""
        self.body: Body | None = None
        self.key: Holder = 0
        self.own: set[str] = set()
        self.attributes: set[str] = set()
        self.loops: list[str] = []

    def enter(self, body: Body) -> None:
        """Stand in a body."""
        self.body = body
        self.key = id(body.definition) if body.definition is not None else 0
        use = self.scopes.use_of(body)
        self.own = {p.name for p in body.parameters} | ({body.receiver} if body.receiver else set())
        if body.kind != "top":
            self.own |= use.declared.keys()
        self.attributes = attribute_names(self.program, body.owner) if body.owner is not None else set()

    def holder(self, name: str) -> Holder:
        """What a name stands for here."""
        if name in self.own or name in self.loops:
            return self.key, name
        if name in self.attributes:
            return "attribute", name
        return ("global", name) if name in self.globals else (self.key, name)

    def collect(self, node: Node) -> None:
        """Note what is assigned to which variable."""
        if isinstance(node, Definition):
            return
        if isinstance(node, Assign) and isinstance(node.target, Name):
            self.values[self.holder(node.target.name)].append(node.value if node.op == "=" else None)
        elif isinstance(node, Declare):
            self.values[self.holder(node.name)].append(node.value)
        for child in children(node):
            self.collect(child)

    def elements(self, e: Expr) -> Holder | None:
        """What holds the elements of a collection that has a name."""
        if isinstance(e, Name):
            return "elements", self.holder(e.name)
        return ("elements", ("attribute", e.name)) if isinstance(e, Attribute) else None

    def constants(self, e: Expr, deep: int = 0) -> list[Any]:
        """The values that an expression can have, if they stand in the text."""
        if isinstance(e, Literal):
            return [e.value] if e.value is not None else []
        if isinstance(e, Unary) and e.op == "-":
            return [-v for v in self.constants(e.operand) if type(v) is int]
        if isinstance(e, Name) and deep < _DEEPEST:
            holder = self.holder(e.name)
            value = self.only(holder)
            if value is not None:
                return (
                    self.members(value, deep + 1) if holder in self.over else self.constants(value, deep + 1)
                )
        return []

    def members(self, e: Expr, deep: int = 0) -> list[Any]:
        """The elements of a collection that stands in the text, or the letters of a text."""
        if isinstance(e, ListOf):
            return [v for item in e.items for v in self.constants(item, deep)]
        if isinstance(e, Literal) and isinstance(e.value, str):
            return list(e.value)
        if isinstance(e, Binary) and e.op == "+":
            return self.members(e.left, deep) + self.members(e.right, deep)
        if isinstance(e, Name) and deep < _DEEPEST:
            value = self.only(self.holder(e.name))
            return self.members(value, deep + 1) if value is not None else []
        return []

    def only(self, holder: Holder) -> Expr | None:
        """What a variable holds, if only one thing is ever assigned to it."""
        values = self.values.get(holder, [])
        return values[0] if len(values) == 1 else None

    def attribute_of(self, e: Expr, deep: int = 0) -> str | int | None:
        """The attribute that an expression reads, also through a variable: ``x.color``, ``x.key[0]``."""
        if isinstance(e, Attribute):
            return e.name
        if isinstance(e, Index) and isinstance(e.index, Literal) and isinstance(e.index.value, int | str):
            return e.index.value
        if isinstance(e, Name) and deep < _DEEPEST:
            holder = self.holder(e.name)
            if isinstance(holder, tuple) and holder[0] == "attribute":
                return e.name
            value = self.only(holder) if holder not in self.over else None
            return self.attribute_of(value, deep + 1) if value is not None else None
        return None
