"""The nodes of Cardigan that other languages do not have."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.script.tree import Attribute, Expr, Index, Name, Node, Stmt
from croupier.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expr):
    """Two operands; ``and``, ``or`` look at the second only if they must."""

    op: str
    left: Expr
    right: Expr
    op_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TupleOf(Expr):
    """``a:b:c``."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RangeOf(Expr):
    """``[a ... b]``, without b."""

    first: Expr
    end: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Parameter(Node):
    """A parameter, a loop variable or the name of a binding."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Lambda(Expr):
    """``lambda x, y: expr``."""

    parameters: tuple[Parameter, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Function(Expr):
    """A block that can be called; ``name`` is what it was first called."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """``callee(arguments)``."""

    callee: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Node):
    """A part of a struct: ``name = value``, or a bare value that fills the next field of the base."""

    name: str | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Struct(Expr):
    """``{…}`` or ``base{…}``."""

    base: Expr | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Block(Node):
    """Statements in braces."""

    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    """``target = value``."""

    target: Name | Attribute | Index
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Define(Stmt):
    """``f(a, b) = {…}`` or ``f(a, b){…}``."""

    function: Function
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Step(Stmt):
    """``x++`` or ``x--``."""

    target: Name | Attribute | Index
    op: str


@dataclass(frozen=True, slots=True, eq=False)
class Branch(Node):
    """A condition with what happens if it holds."""

    condition: Expr
    block: Block


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    """``if``, any number of ``elseif``, perhaps ``else``."""

    branches: tuple[Branch, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class While(Stmt):
    """``while condition {…}``."""

    condition: Expr
    block: Block


@dataclass(frozen=True, slots=True, eq=False)
class For(Stmt):
    """``for name: items {…}``."""

    variable: Parameter
    items: Expr
    block: Block


@dataclass(frozen=True, slots=True, eq=False)
class Binding(Node):
    """``name = value`` at the head of rules."""

    variable: Parameter
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Stmt):
    """``?(bindings){ condition {…} … {default} }``."""

    bindings: tuple[Binding, ...]
    branches: tuple[Branch, ...]
    default: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class Broken(Stmt):
    """A statement that cannot be read: the name it would have assigned, and its block if it has one."""

    name: str | None
    block: Block | None
