"""Which names are global and which are local, the same rule for all bodies.

A name that is assigned is global if the top level assigns it, or if some body reads it where that body has
not surely assigned it; otherwise every body that assigns it has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from croupier.script.ahod.nodes import (
    Action,
    Assign,
    Call,
    Clause,
    Comprehension,
    Declare,
    Definition,
    For,
    If,
    Parameter,
    TypeDef,
    While,
)
from croupier.script.ahod.program import Body, Program
from croupier.script.tree import Name, Node, Stmt, children


@dataclass
class Use:
    """What a body does with names that are neither its parameters nor variables of its loops."""

    body: Body | None
    assigned: set[str] = field(default_factory=set)
    declared: dict[str, Declare] = field(default_factory=dict)
    """Typed or const variables: local to the whole body, except at top level."""
    unsure: dict[str, Name] = field(default_factory=dict)
    """Names read where they are not surely assigned, with the first place."""


@dataclass
class Scopes:
    """Which names are global, and what every body uses."""

    globals: list[str]
    uses: list[tuple[Body, Use]]
    outside: Use
    """Reads in initialisers, defaults, and receivers of ACTIONS."""
    shared: list[tuple[str, Body, Name]]
    """Names that are global only through the one body that assigns them."""

    def use_of(self, body: Body) -> Use:
        """What a body does with names."""
        return next(use for other, use in self.uses if other.definition is body.definition)


def attribute_names(program: Program, type_: TypeDef) -> set[str]:
    """The stored attributes of a type, inherited ones included."""
    return {a.name for t in program.lineage(type_) for a in t.attributes}


def scopes(program: Program) -> Scopes:
    """Decide for every name."""
    uses = [(body, _use(program, body)) for body in program.bodies()]
    outside = Use(None)
    for type_ in program.types.values():
        _initialisers(program, type_, outside)
    for body, _ in uses:
        hidden: set[str] = set()
        _defaults(body.parameters, outside, hidden)
        action = body.definition
        if isinstance(action, Action) and action.type is None and action.receiver:
            outside.unsure.setdefault(action.receiver, Name(action.span, action.receiver))
    assigned = {name for _, use in uses for name in use.assigned}
    found: dict[str, None] = {}
    shared = []
    for body, use in uses:
        if body.kind == "top":
            assigned |= use.declared.keys()
            found |= dict.fromkeys(sorted(use.assigned | use.declared.keys()))
    for use in [*(u for _, u in uses), outside]:
        for name, place in use.unsure.items():
            if name in assigned and name not in found:
                found[name] = None
                if use.body is not None and _only_through(use.body, name, uses, outside):
                    shared.append((name, use.body, place))
    return Scopes(list(found), uses, outside, shared)


def _only_through(body: Body, name: str, uses: list[tuple[Body, Use]], outside: Use) -> bool:
    others = [u for b, u in uses if b is not body and (name in u.assigned or name in u.unsure)]
    mine = next(u for b, u in uses if b is body)
    return not others and name not in outside.unsure and name in mine.assigned


def _initialisers(program: Program, type_: TypeDef, use: Use) -> None:
    base = program.base_of(type_)
    inherited = attribute_names(program, base) if base is not None else set()
    hidden = {p.name for p in type_.parameters} | inherited
    _defaults(type_.parameters, use, set())
    for attribute in type_.attributes:
        _Walk(use, hidden, set()).expr(attribute.value, Sure())
        hidden = hidden | {attribute.name}


def _defaults(parameters: list[Parameter], use: Use, hidden: set[str]) -> None:
    for parameter in parameters:
        if parameter.default is not None:
            _Walk(use, hidden, set()).expr(parameter.default, Sure())
        hidden = hidden | {parameter.name}


def _use(program: Program, body: Body) -> Use:
    use = Use(body)
    hidden = {p.name for p in body.parameters}
    if body.receiver:
        hidden.add(body.receiver)
    attributes: set[str] = set()
    if body.owner is not None:
        attributes = attribute_names(program, body.owner)
        hidden.add("self")
    walk = _Walk(use, hidden, attributes)
    walk.collect_declared(body)
    walk.block(body.statements, Sure())
    return use


class Sure:
    """Names that are surely assigned: those of the blocks around, and those of this one."""

    __slots__ = ("around", "own")

    def __init__(self, around: Sure | None = None) -> None:
        self.around = around
        self.own: set[str] = set()

    def __contains__(self, name: str) -> bool:
        level: Sure | None = self
        while level is not None:
            if name in level.own:
                return True
            level = level.around
        return False


class _Walk:
    """Goes through a body in the order of running, with the names that are surely assigned."""

    def __init__(self, use: Use, hidden: set[str], attributes: set[str]) -> None:
        self.use = use
        self.hidden = hidden
        self.attributes = attributes

    def collect_declared(self, body: Body) -> None:
        stack: list[Node] = list(body.statements)
        while stack:
            node = stack.pop()
            if isinstance(node, Declare) and node.name not in self.hidden:
                self.use.declared.setdefault(node.name, node)
            if not isinstance(node, Definition):
                stack += children(node)

    def block(self, statements: Iterable[Stmt], sure: Sure) -> Sure:
        """Go through a block; what it surely assigns is added to what is sure."""
        for statement in statements:
            self.statement(statement, sure)
        return sure

    def statement(self, s: Stmt, sure: Sure) -> None:
        if isinstance(s, Definition):
            return
        if isinstance(s, Assign):
            self.assign(s, sure)
        elif isinstance(s, Declare):
            if s.value is not None:
                self.expr(s.value, sure)
            sure.own.add(s.name)
        elif isinstance(s, If):
            self.branches(s, sure)
        elif isinstance(s, While):
            self.expr(s.condition, sure)
            self.block(s.body, Sure(sure))
        elif isinstance(s, For):
            self.expr(s.over, sure)
            self.inside(s.variable, lambda: self.block(s.body, Sure(sure)))
        else:
            for child in children(s):
                self.expr(child, sure)

    def assign(self, s: Assign, sure: Sure) -> None:
        self.expr(s.value, sure)
        if not isinstance(s.target, Name):
            self.expr(s.target, sure)
            return
        name = s.target.name
        if s.op != "=":
            self.read(s.target, sure)
        elif name not in self.hidden:
            if name not in self.use.declared and name not in self.attributes:
                self.use.assigned.add(name)
            sure.own.add(name)

    def branches(self, s: If, sure: Sure) -> None:
        """After an `if` only that is sure which every branch assigns."""
        ends = []
        for condition, body in s.branches:
            self.expr(condition, sure)
            ends.append(self.block(body, Sure(sure)).own)
        if s.otherwise is not None:
            ends.append(self.block(s.otherwise, Sure(sure)).own)
            sure.own |= set.intersection(*ends)

    def inside(self, variable: str | None, work: Callable[[], object]) -> None:
        """Do something where a loop variable hides other names."""
        if variable is None or variable in self.hidden:
            work()
            return
        self.hidden.add(variable)
        work()
        self.hidden.discard(variable)

    def expr(self, e: Node, sure: Sure) -> None:
        if isinstance(e, Name):
            self.read(e, sure)
        elif isinstance(e, Comprehension):
            self.clauses(e, 0, sure)
        elif isinstance(e, Call) and isinstance(e.function, Name):
            for argument in e.arguments:
                self.expr(argument.value, sure)
        else:
            for child in children(e):
                self.expr(child, sure)

    def clauses(self, e: Comprehension, at: int, sure: Sure) -> None:
        if at == len(e.clauses):
            self.expr(e.element, sure)
            return
        clause: Clause = e.clauses[at]
        self.expr(clause.over, sure)

        def rest() -> None:
            if clause.condition is not None:
                self.expr(clause.condition, sure)
            self.clauses(e, at + 1, sure)

        self.inside(clause.variable, rest)

    def read(self, e: Name, sure: Sure) -> None:
        name = e.name
        if name in self.hidden or name in sure or name in self.attributes:
            return
        if name in self.use.declared and self.use.body is not None and self.use.body.kind != "top":
            return
        self.use.unsure.setdefault(name, e)
