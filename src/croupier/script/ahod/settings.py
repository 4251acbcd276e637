"""The constants of a program that can be set from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.script.ahod.nodes import Assign, Declare, walk_all
from croupier.script.ahod.program import Program, assigned_name
from croupier.script.ahod.scope import Scopes
from croupier.script.settings import Setting, fitted, kind_of_literal
from croupier.script.tree import Stmt, plain_expression, plain_value


def settings(program: Program, scopes: Scopes) -> tuple[Setting, ...]:
    """Names assigned exactly once, at top level, from a literal; in the order of the text."""
    times = _assignments(program, scopes)
    found = []
    for item in program.top:
        name = assigned_name(item)
        given = item.value if isinstance(item, Assign | Declare) else None
        value = plain_value(given) if given is not None else None
        kind = kind_of_literal(value)
        if name is not None and kind is not None and times[name] == 1:
            found.append(Setting(name, value, kind, item.span))
    return tuple(found)


def _assignments(program: Program, scopes: Scopes) -> Counter[str]:
    """How often each global variable is assigned anywhere."""
    times: Counter[str] = Counter()
    for body, use in scopes.uses:
        own = {p.name for p in body.parameters} | {body.receiver}
        own |= use.declared.keys() if body.kind != "top" else set()
        for node in walk_all(body.statements):
            name = assigned_name(node) if isinstance(node, Assign | Declare) else None
            if name is not None and name not in own:
                times[name] += 1
    return times


def with_settings(program: Program, scopes: Scopes, values: Mapping[str, Any]) -> Program:
    """The same program with other values; :class:`ParameterError` if it cannot take them."""
    others = dict.fromkeys(scopes.globals, "it is not assigned exactly once, at top level, from a literal")
    chosen = fitted(settings(program, scopes), values, others)
    return replace(program, top=[_with_value(item, chosen) for item in program.top])


def _with_value(item: Stmt, chosen: Mapping[str, Any]) -> Stmt:
    name = assigned_name(item)
    if name is None or name not in chosen or not isinstance(item, Assign | Declare) or item.value is None:
        return item
    return replace(item, value=plain_expression(item.value.span, chosen[name]))
