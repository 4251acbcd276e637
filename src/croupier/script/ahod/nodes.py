"""The nodes of AHOD and its braces dialect that other languages do not have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.script.tree import Expr, Node, Stmt, children
from croupier.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Text(Expr):
    """An f-string: texts and expressions in turn."""

    parts: list[str | Expr]


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expr):
    """Two operands: arithmetic, comparison, ``and``/``or``, ``..`` and ``...``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Clause(Node):
    """``for x in c if d`` or ``for n times`` of a comprehension."""

    variable: str | None
    over: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Expr):
    """``[e for x in c]``."""

    element: Expr
    clauses: list[Clause]


@dataclass(frozen=True, slots=True, eq=False)
class Argument(Node):
    """One argument of a call, perhaps with the name of its parameter."""

    name: str | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """``f(…)``, ``x.f(…)``, ``T(…)`` or ``new T(…)``."""

    function: Expr
    arguments: list[Argument]
    new: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Do(Expr):
    """``x do NAME(…)`` or ``do NAME(…)``."""

    receiver: Expr | None
    name: str
    name_span: Span
    arguments: list[Argument]


@dataclass(frozen=True, slots=True, eq=False)
class Becomes(Expr):
    """``x = v`` as a value, in the braces dialect."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class TypeRef(Node):
    """A type as it is written: a name, perhaps with an element type."""

    name: str
    element: TypeRef | None = None

    def __str__(self) -> str:
        return f"{self.name}({self.element})" if self.element else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Parameter(Node):
    """A parameter with its type and default, if it has them."""

    name: str
    type: TypeRef | None
    default: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Print(Stmt):
    """``print a, b``."""

    values: list[Expr]


@dataclass(frozen=True, slots=True, eq=False)
class Leave(Stmt):
    """``break`` or ``continue``."""

    word: str


@dataclass(frozen=True, slots=True, eq=False)
class Declare(Stmt):
    """``const int x = 5``: a variable with a type, or one that never changes."""

    const: bool
    type: TypeRef | None
    name: str
    name_span: Span
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    """``x = v`` (``op`` is ``=``) or ``x += v`` (``op`` is ``+``)."""

    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    """``if``, ``elif`` and ``else``."""

    branches: list[tuple[Expr, list[Stmt]]]
    otherwise: list[Stmt] | None


@dataclass(frozen=True, slots=True, eq=False)
class While(Stmt):
    """``while c:``."""

    condition: Expr
    body: list[Stmt]


@dataclass(frozen=True, slots=True, eq=False)
class For(Stmt):
    """``for x in c:`` or ``for n times:`` (then without a variable)."""

    variable: str | None
    variable_span: Span | None
    over: Expr
    body: list[Stmt]


@dataclass(frozen=True, slots=True, eq=False)
class ForSteps(Stmt):
    """``for (first; condition; step):``, in the braces dialect."""

    first: Expr | None
    condition: Expr
    step: Expr | None
    body: list[Stmt]


@dataclass(frozen=True, slots=True, eq=False)
class Definition(Stmt):
    """What is hoisted: main, types, ACTIONS and helpers."""

    name: str
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Main(Definition):
    """``main:``."""

    body: list[Stmt]


@dataclass(frozen=True, slots=True, eq=False)
class Helper(Definition):
    """``name(…): …``, at top level or as a computed attribute."""

    parameters: list[Parameter]
    body: list[Stmt]


@dataclass(frozen=True, slots=True, eq=False)
class Stored(Node):
    """An attribute that is stored."""

    name: str
    const: bool
    type: TypeRef | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class TypeDef(Definition):
    """``let T(…) be Base with: …``."""

    parameters: list[Parameter]
    base: TypeRef
    attributes: list[Stored]
    computed: list[Helper]


@dataclass(frozen=True, slots=True, eq=False)
class Action(Definition):
    """``when T x do NAME(…): …``; without a type the receiver is the value of the global named."""

    type: TypeRef | None
    receiver: str | None
    parameters: list[Parameter]
    body: list[Stmt] = field(default_factory=list)
    result: TypeRef | None = None
    """What it gives back; only the braces dialect says so."""


def walk_all(nodes: list[Stmt]) -> Iterator[Node]:
    """Everything in a block, but not in the definitions that stand in it."""
    stack: list[Node] = list(reversed(nodes))
    while stack:
        node = stack.pop()
        if isinstance(node, Definition):
            continue
        yield node
        stack += reversed(list(children(node)))
