"""The nodes that the trees of all script languages share, and the way through a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from croupier.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Anything in a program; it knows where it stands."""

    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Expr(Node):
    """Anything with a value."""


@dataclass(frozen=True, slots=True, eq=False)
class Stmt(Node):
    """Anything that is done."""


@dataclass(frozen=True, slots=True, eq=False)
class Literal(Expr):
    """A value that stands in the text: a number, a string, a bool, and whatever else a language writes so."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Name(Expr):
    """A variable, or whatever a name means where it stands."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Expr):
    """``-x``, ``+x``, ``not x`` (also written ``!x``)."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ListOf(Expr):
    """``[a, b]``."""

    items: Sequence[Expr]


@dataclass(frozen=True, slots=True, eq=False)
class Attribute(Expr):
    """``base.name``."""

    base: Expr
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Index(Expr):
    """``base[index]``."""

    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Return(Stmt):
    """``return`` with or without a value."""

    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(Stmt):
    """An expression as a statement."""

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Include(Stmt):
    """``include "path"``."""

    path: str


def plain_value(e: Expr) -> Any:
    """What stands in the text: a number, text or bool, or a list of such; None for anything else."""
    if isinstance(e, Literal):
        return e.value
    if isinstance(e, Unary) and e.op == "-" and isinstance(e.operand, Literal):
        return -e.operand.value if type(e.operand.value) in (int, float) else None
    return tuple(map(plain_value, e.items)) if isinstance(e, ListOf) else None


def plain_expression(span: Span, value: Any) -> Expr:
    """A value, or a tuple of values, as if it stood in the text."""
    if isinstance(value, tuple):
        return ListOf(span, tuple(Literal(span, item) for item in value))
    return Literal(span, value)


_PARTS: dict[type, tuple[str, ...]] = {}


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of the text."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(node) if f.name != "name" and not f.name.endswith("span"))
    for part in _PARTS[kind]:
        yield from _nodes(getattr(node, part))


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list) or (isinstance(value, tuple) and not isinstance(value, Span)):
        for item in value:
            yield from _nodes(item)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything in it, in the order of the text."""
    todo = [node]
    while todo:
        found = todo.pop()
        yield found
        todo += reversed(list(children(found)))
