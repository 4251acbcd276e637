"""Kernel text under CPython: slow, the same results, and open to any debugger."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from typing import Any

from croupier.kernel.errors import DIVISION, KernelFailure
from croupier.kernel.language import NAMES
from croupier.kernel.reading import Module


class _Catching(ast.NodeTransformer):
    """Makes ``caught(f(x))`` a ``caught(f, x)``, the only thing that CPython cannot run as it is."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="caught"), args=[ast.Call(func=function, args=arguments)]):
                node.args = [function, *arguments]
        return node


def functions(module: Module) -> dict[str, Callable[..., Any]]:
    """The functions of a module as CPython runs them; debuggers and tracebacks show the kernel's lines."""
    place = f"<kernel {module.name}>"
    lines = module.text.splitlines(keepends=True)
    linecache.cache[place] = (len(module.text), None, lines, place)
    space: dict[str, Any] = {"__builtins__": {}, "__name__": module.name, **NAMES}
    exec(compile(_Catching().visit(module.tree), place, "exec"), space)
    return {name: _guarded(space[name]) for name in module.functions}


def _guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with a division by zero told as a kernel tells it."""

    def run(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except ZeroDivisionError as problem:
            raise KernelFailure(DIVISION) from problem

    return run
