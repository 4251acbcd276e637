"""The tree of a program: every node knows where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from croupier.text import Span


@dataclass(eq=False, slots=True)
class Node:
    """Anything in a program."""

    span: Span


@dataclass(eq=False, slots=True)
class Expr(Node):
    """Anything with a value."""


@dataclass(eq=False, slots=True)
class Literal(Expr):
    """A number, string, duration, True, False or None."""

    value: Any


@dataclass(eq=False, slots=True)
class Text(Expr):
    """An f-string: texts and expressions in turn."""

    parts: list[str | Expr]


@dataclass(eq=False, slots=True)
class Name(Expr):
    """A variable, or whatever a name means where it stands."""

    id: str


@dataclass(eq=False, slots=True)
class Unary(Expr):
    """``-x``, ``+x``, ``not x`` (also written ``!x``)."""

    op: str
    operand: Expr


@dataclass(eq=False, slots=True)
class Binary(Expr):
    """Two operands: arithmetic, comparison, ``and``/``or``, ``..`` and ``...``."""

    op: str
    left: Expr
    right: Expr


@dataclass(eq=False, slots=True)
class ListOf(Expr):
    """``[a, b]``."""

    items: list[Expr]


@dataclass(eq=False, slots=True)
class Clause(Node):
    """``for x in c if d`` or ``for n times`` of a comprehension."""

    variable: str | None
    over: Expr
    condition: Expr | None


@dataclass(eq=False, slots=True)
class Comprehension(Expr):
    """``[e for x in c]``."""

    element: Expr
    clauses: list[Clause]


@dataclass(eq=False, slots=True)
class Attribute(Expr):
    """``x.name``."""

    object: Expr
    name: str
    name_span: Span


@dataclass(eq=False, slots=True)
class Index(Expr):
    """``c[i]``."""

    object: Expr
    index: Expr


@dataclass(eq=False, slots=True)
class Argument(Node):
    """One argument of a call, perhaps with the name of its parameter."""

    name: str | None
    value: Expr


@dataclass(eq=False, slots=True)
class Call(Expr):
    """``f(…)``, ``x.f(…)``, ``T(…)`` or ``new T(…)``."""

    function: Expr
    arguments: list[Argument]
    new: bool = False


@dataclass(eq=False, slots=True)
class Do(Expr):
    """``x do NAME(…)`` or ``do NAME(…)``."""

    receiver: Expr | None
    name: str
    name_span: Span
    arguments: list[Argument]


@dataclass(eq=False, slots=True)
class Becomes(Expr):
    """``x = v`` as a value, in the braces dialect."""

    target: Expr
    value: Expr


@dataclass(eq=False, slots=True)
class TypeRef(Node):
    """A type as it is written: a name, perhaps with an element type."""

    name: str
    element: TypeRef | None = None

    def __str__(self) -> str:
        return f"{self.name}({self.element})" if self.element else self.name


@dataclass(eq=False, slots=True)
class Parameter(Node):
    """A parameter with its type and default, if it has them."""

    name: str
    type: TypeRef | None
    default: Expr | None


@dataclass(eq=False, slots=True)
class Stmt(Node):
    """Anything that is done."""


@dataclass(eq=False, slots=True)
class Print(Stmt):
    """``print a, b``."""

    values: list[Expr]


@dataclass(eq=False, slots=True)
class Return(Stmt):
    """``return x``."""

    value: Expr | None


@dataclass(eq=False, slots=True)
class Leave(Stmt):
    """``break`` or ``continue``."""

    word: str


@dataclass(eq=False, slots=True)
class Declare(Stmt):
    """``const int x = 5``: a variable with a type, or one that never changes."""

    const: bool
    type: TypeRef | None
    name: str
    name_span: Span
    value: Expr | None


@dataclass(eq=False, slots=True)
class Assign(Stmt):
    """``x = v`` (``op`` is ``=``) or ``x += v`` (``op`` is ``+``)."""

    target: Expr
    op: str
    value: Expr


@dataclass(eq=False, slots=True)
class Evaluate(Stmt):
    """An expression as a statement."""

    value: Expr


@dataclass(eq=False, slots=True)
class If(Stmt):
    """``if``, ``elif`` and ``else``."""

    branches: list[tuple[Expr, list[Stmt]]]
    otherwise: list[Stmt] | None


@dataclass(eq=False, slots=True)
class While(Stmt):
    """``while c:``."""

    condition: Expr
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class For(Stmt):
    """``for x in c:`` or ``for n times:`` (then without a variable)."""

    variable: str | None
    variable_span: Span | None
    over: Expr
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class ForSteps(Stmt):
    """``for (first; condition; step):``, in the braces dialect."""

    first: Expr | None
    condition: Expr
    step: Expr | None
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class Include(Stmt):
    """``include 'path'``."""

    path: str


@dataclass(eq=False, slots=True)
class Definition(Stmt):
    """What is hoisted: main, types, ACTIONS and helpers."""

    name: str
    name_span: Span


@dataclass(eq=False, slots=True)
class Main(Definition):
    """``main:``."""

    body: list[Stmt]


@dataclass(eq=False, slots=True)
class Helper(Definition):
    """``name(…): …``, at top level or as a computed attribute."""

    parameters: list[Parameter]
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class Stored(Node):
    """An attribute that is stored."""

    name: str
    const: bool
    type: TypeRef | None
    value: Expr


@dataclass(eq=False, slots=True)
class TypeDef(Definition):
    """``let T(…) be Base with: …``."""

    parameters: list[Parameter]
    base: TypeRef
    attributes: list[Stored]
    computed: list[Helper]


@dataclass(eq=False, slots=True)
class Action(Definition):
    """``when T x do NAME(…): …``; without a type the receiver is the value of the global named."""

    type: TypeRef | None
    receiver: str | None
    parameters: list[Parameter]
    body: list[Stmt] = field(default_factory=list)
    result: TypeRef | None = None
    """What it gives back; only the braces dialect says so."""


_PARTS: dict[type, tuple[str, ...]] = {}
_WITHOUT_NODES = ("span", "name", "name_span", "variable_span")


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in text order."""
    for part in _parts(node):
        yield from _nodes(getattr(node, part))


def _parts(node: Node) -> tuple[str, ...]:
    """The fields of a node in which there may be other nodes, found once for every kind."""
    known = _PARTS.get(type(node))
    if known is None:
        known = tuple(f.name for f in fields(node) if f.name not in _WITHOUT_NODES)
        _PARTS[type(node)] = known
    return known


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list) or (isinstance(value, tuple) and not isinstance(value, Span)):
        for item in value:
            yield from _nodes(item)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything in it."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(list(children(node)))


def walk_all(nodes: list[Stmt]) -> Iterator[Node]:
    """Everything in a block, but not in the definitions that stand in it."""
    stack: list[Node] = list(reversed(nodes))
    while stack:
        node = stack.pop()
        if isinstance(node, Definition):
            continue
        yield node
        stack += reversed(list(children(node)))
