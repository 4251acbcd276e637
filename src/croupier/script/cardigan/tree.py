"""The tree of a Cardigan program; every node knows its place in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from croupier.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Anything in the tree."""

    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Literal(Node):
    """An int, float, bool or string."""

    value: int | float | bool | str


@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    """A name that is read."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Node):
    """``-x`` or ``not x`` (also written ``!x``)."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Node):
    """Two operands; ``and``, ``or`` look at the second only if they must."""

    op: str
    left: Expr
    right: Expr
    op_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TupleOf(Node):
    """``a:b:c``."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ListOf(Node):
    """``[a, b, c]``."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RangeOf(Node):
    """``[a ... b]``, without b."""

    first: Expr
    end: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Parameter(Node):
    """A parameter, a loop variable or the name of a binding."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Lambda(Node):
    """``lambda x, y: expr``."""

    parameters: tuple[Parameter, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Function(Node):
    """A block that can be called; ``name`` is what it was first called."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """``callee(arguments)``."""

    callee: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Index(Node):
    """``base[index]``."""

    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Field(Node):
    """``base.name``."""

    base: Expr
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Node):
    """A part of a struct: ``name = value``, or a bare value that fills the next field of the base."""

    name: str | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Struct(Node):
    """``{…}`` or ``base{…}``."""

    base: Expr | None
    entries: tuple[Entry, ...]


Expr = (
    Literal
    | Name
    | Unary
    | Binary
    | TupleOf
    | ListOf
    | RangeOf
    | Lambda
    | Function
    | Call
    | Index
    | Field
    | Struct
)


@dataclass(frozen=True, slots=True, eq=False)
class Block(Node):
    """Statements in braces."""

    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Node):
    """``target = value``."""

    target: Name | Field | Index
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Define(Node):
    """``f(a, b) = {…}`` or ``f(a, b){…}``."""

    function: Function
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Step(Node):
    """``x++`` or ``x--``."""

    target: Name | Field | Index
    op: str


@dataclass(frozen=True, slots=True, eq=False)
class Branch(Node):
    """A condition with what happens if it holds."""

    condition: Expr
    block: Block


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    """``if``, any number of ``elseif``, perhaps ``else``."""

    branches: tuple[Branch, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class While(Node):
    """``while condition {…}``."""

    condition: Expr
    block: Block


@dataclass(frozen=True, slots=True, eq=False)
class For(Node):
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
class Rules(Node):
    """``?(bindings){ condition {…} … {default} }``."""

    bindings: tuple[Binding, ...]
    branches: tuple[Branch, ...]
    default: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class Return(Node):
    """``return`` with or without a value."""

    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(Node):
    """An expression for its effect."""

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Include(Node):
    """``include "path"``."""

    path: str


@dataclass(frozen=True, slots=True, eq=False)
class Broken(Node):
    """A statement that cannot be read: the name it would have assigned, and its block if it has one."""

    name: str | None
    block: Block | None


Stmt = Assign | Define | Step | If | While | For | Rules | Return | Evaluate | Include | Broken


def parts(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of the text."""
    for slot in _slots(type(node)):
        value: Any = getattr(node, slot)
        if isinstance(value, Node):
            yield value
        elif type(value) is tuple:
            yield from (v for v in value if isinstance(v, Node))


def walk(node: Node) -> Iterator[Node]:
    """A node and everything inside it, in the order of the text."""
    todo = [node]
    while todo:
        found = todo.pop()
        yield found
        todo += reversed(list(parts(found)))


_SLOTS: dict[type[Node], tuple[str, ...]] = {}


def _slots(kind: type[Node]) -> tuple[str, ...]:
    if kind not in _SLOTS:
        _SLOTS[kind] = tuple(f.name for f in fields(kind) if not f.name.endswith("span"))
    return _SLOTS[kind]
