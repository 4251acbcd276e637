"""The constants of a program that can be set from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.script.cardigan.program import Program
from croupier.script.cardigan.scope import Scopes, input_target
from croupier.script.cardigan.tree import Assign, Block
from croupier.script.settings import Setting, fitted, kind_of_literal
from croupier.script.tree import (
    Evaluate,
    Name,
    Stmt,
    plain_expression,
    plain_value,
)


def settings(program: Program, scopes: Scopes) -> tuple[Setting, ...]:
    """Names assigned exactly once, at top level, from a literal; in the order of the text."""
    times = _assignments(program, scopes)
    found = []
    for item in program.body.body:
        if isinstance(item, Assign) and isinstance(item.target, Name):
            value, variable = plain_value(item.value), scopes.of(item.target)
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
        return replace(item, value=plain_expression(item.value.span, chosen[item.target.name]))
    return item
