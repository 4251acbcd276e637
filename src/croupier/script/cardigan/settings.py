"""The constants of a program that can be set from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, input_target
from croupier.script.cardigan.tree import Assign, Block, Evaluate, Expr, ListOf, Literal, Name, Stmt, Unary
from croupier.script.settings import Setting, fitted, kind_of_literal
from croupier.text import Span


def settings(program: Program, scopes: Scopes) -> tuple[Setting, ...]:
    """Names assigned exactly once, at top level, from a literal; in the order of the text."""
    times = _assignments(program, scopes)
    found = []
    for item in program.body.body:
        if isinstance(item, Assign) and isinstance(item.target, Name):
            value, variable = _literal(item.value), scopes.of(item.target)
            kind = kind_of_literal(value)
            if kind is not None and variable is not None and times[id(variable)] == 1:
                found.append(Setting(item.target.name, value, kind, item.span))
    return tuple(found)


def _assignments(program: Program, scopes: Scopes) -> Counter[int]:
    """How often each variable is assigned anywhere, by its identity."""
    times: Counter[int] = Counter()
    for node in program.nodes():
        target = node.target if isinstance(node, Assign) else None
        if isinstance(node, Evaluate):
            target = input_target(node)
        variable = scopes.of(target) if isinstance(target, Name) else None
        if variable is not None:
            times[id(variable)] += 1
    return times


def with_settings(program: Program, scopes: Scopes, values: Mapping[str, Any]) -> Program:
    """The same program with other values; :class:`ParameterError` if it cannot take them."""
    others = dict.fromkeys(scopes.globals, "it is not assigned exactly once, at top level, from a literal")
    chosen = fitted(settings(program, scopes), values, others)
    body = tuple(_with_value(item, chosen) for item in program.body.body)
    return replace(program, body=Block(program.body.span, body), _nodes=[])


def _with_value(item: Stmt, chosen: Mapping[str, Any]) -> Stmt:
    if isinstance(item, Assign) and isinstance(item.target, Name) and item.target.name in chosen:
        return replace(item, value=_expression(item.value.span, chosen[item.target.name]))
    return item


def _expression(span: Span, value: Any) -> Expr:
    if isinstance(value, tuple):
        return ListOf(span, tuple(Literal(span, v) for v in value))
    return Literal(span, value)


def _literal(e: Expr) -> Any:
    """What stands in the text: a number, text or bool, or a list of such; None for anything else."""
    if isinstance(e, Literal):
        return e.value
    if isinstance(e, Unary) and e.op == "-" and isinstance(e.operand, Literal):
        value = e.operand.value
        return -value if type(value) in (int, float) and not isinstance(value, str) else None
    if isinstance(e, ListOf):
        return tuple(map(_literal, e.items))
    return None
