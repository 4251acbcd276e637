"""Kernel text to a module: its constants, its tables, and its functions, callees first."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from croupier.kernel.errors import CODES, KernelError
from croupier.kernel.language import LEAST, MOST, NAMES
from croupier.kernel.types import ELEMENTS, NONE, SCALARS, ArrayType, Parameter, Scalar


@dataclass(frozen=True, slots=True)
class Function:
    """A function as its first line declares it, with the statements still to be translated."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Scalar
    inlining: str
    """"inline", "outline", "hot", or nothing: then the translator and LLVM decide."""
    node: ast.FunctionDef


@dataclass(slots=True)
class Module:
    """A kernel text, read but not yet translated."""

    name: str
    text: str
    tree: ast.Module
    constants: dict[str, int | float] = field(default_factory=lambda: dict(CODES))
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)

    def error(self, node: ast.AST, message: str) -> KernelError:
        """A mistake, at the place of a node."""
        return mistake(
            self.name, self.text, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), message
        )


def mistake(name: str, text: str, line: int, column: int, message: str) -> KernelError:
    """A mistake at a line counted from 1 and a column counted from 0."""
    lines = text.splitlines()
    excerpt = lines[line - 1] if 0 < line <= len(lines) else ""
    return KernelError(message, name=name, line=line, column=column + 1, excerpt=excerpt)


_ONE_AT_A_TIME = Lock()
"""CPython 3.11 can lose count when two threads parse at once, and raises a SystemError."""


def read(text: str, name: str = "kernel") -> Module:
    """The module of a kernel text."""
    try:
        with _ONE_AT_A_TIME:
            module = Module(name, text, ast.parse(text))
    except SyntaxError as problem:
        line, column = problem.lineno or 0, (problem.offset or 1) - 1
        raise mistake(name, text, line, column, f"this is not Python: {problem.msg}") from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise KernelError(f"this text cannot be read: {problem}", name=name) from None
    for node in module.tree.body:
        _declare(module, node)
    module.functions = {each: module.functions[each] for each in _callees_first(module)}
    return module


def _declare(module: Module, node: ast.stmt) -> None:
    match node:
        case ast.FunctionDef():
            _fresh(module, node, node.name)
            module.functions[node.name] = _function(module, node)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            _fresh(module, node, name)
            match value:
                case ast.Call(func=ast.Name(id="table"), args=[ast.List(elts=values)], keywords=[]):
                    module.tables[name] = tuple(_whole(module, each) for each in values)
                case _:
                    module.constants[name] = constant(module, value)
        case ast.Expr(value=ast.Constant(value=str())):
            pass
        case ast.Import() | ast.ImportFrom():
            raise module.error(node, "a kernel imports nothing: all names of the language are there")
        case _:
            raise module.error(
                node, "outside functions write NAME = a number, NAME = table([numbers]), or a function"
            )


def _fresh(module: Module, node: ast.AST, name: str) -> None:
    if name in module.constants or name in module.tables or name in module.functions:
        raise module.error(node, f"{name} is there already: give this another name")
    if name in NAMES:
        raise module.error(node, f"{name} is a name of the language: give this another name")


def _function(module: Module, node: ast.FunctionDef) -> Function:
    given = node.args
    if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
        raise module.error(node, "parameters are plain: write name: type, without defaults, * and /")
    parameters = tuple(Parameter(each.arg, _parameter_type(module, each)) for each in given.args)
    match node.returns:
        case ast.Constant(value=None):
            result = NONE
        case ast.Name(id=name) if name in SCALARS:
            result = SCALARS[name]
        case _:
            raise module.error(
                node.returns or node, "a function tells its result: write -> Int, Float, Bool or None"
            )
    inlining = ""
    for each in node.decorator_list:
        match each:
            case ast.Name(id=("inline" | "outline" | "hot") as how) if not inlining:
                inlining = how
            case _:
                raise module.error(each, "a function has one of @inline, @outline and @hot, or none")
    for parameter, at in zip(parameters, given.args, strict=True):
        if (
            parameter.name in module.constants
            or parameter.name in module.tables
            or parameter.name in module.functions
        ):
            raise module.error(at, f"{parameter.name} is there already: give the parameter another name")
    return Function(node.name, parameters, result, inlining, node)


def _parameter_type(module: Module, node: ast.arg) -> Scalar | ArrayType:
    match node.annotation:
        case ast.Name(id=name) if name in SCALARS:
            return SCALARS[name]
        case ast.Name(id=name) if name in ELEMENTS:
            return ArrayType(ELEMENTS[name], None)
        case ast.Subscript(value=ast.Name(id=name), slice=length) if name in ELEMENTS:
            n = _whole(module, length)
            if not 0 < n < 1 << 40:
                raise module.error(length, f"the length of an array is at least 1, not {n}")
            return ArrayType(ELEMENTS[name], n)
    raise module.error(
        node,
        f"the type of {node.arg} is Int, Float, Bool, or an array: Words, Halves, Floats or Words[length]",
    )


OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}


def constant(module: Module, node: ast.expr) -> int | float:
    """The value of a constant expression."""
    match node:
        case ast.Constant(value=bool(value)):
            found: int | float = int(value)
        case ast.Constant(value=int(value) | float(value)):
            found = value
        case ast.Name(id=name) if name in module.constants:
            found = module.constants[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            if least(operand):
                return LEAST
            found = -constant(module, operand)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            found = ~_whole(module, operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            found = folded(module, node, op, _whole(module, left), _whole(module, right))
        case _:
            raise module.error(
                node, "a number is expected here, or an expression of numbers and constants above"
            )
    if isinstance(found, int) and not LEAST <= found <= MOST:
        raise beyond(module, node, found)
    return found


def least(node: ast.expr) -> bool:
    """Whether this is 2⁶³, which is no Int but, behind a minus, writes the least one."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == -LEAST


def _whole(module: Module, node: ast.expr) -> int:
    found = constant(module, node)
    if not isinstance(found, int):
        raise module.error(node, "a whole number is expected here")
    return found


def folded(module: Module, node: ast.AST, op: ast.operator, left: int, right: int) -> int:
    """The value of an operation on two known Ints."""
    if isinstance(op, ast.LShift | ast.RShift) and not 0 <= right < 64:
        raise module.error(node, f"a shift is by 0 to 63 places, not by {right}")
    if isinstance(op, ast.FloorDiv | ast.Mod) and right == 0:
        raise module.error(node, "this divides by zero")
    found: int = OPERATORS[type(op)](left, right)
    if not LEAST <= found <= MOST:
        raise beyond(module, node, found)
    return found


def beyond(module: Module, node: ast.AST, found: int) -> KernelError:
    """The mistake of a number that is not an Int."""
    hint = f": for these 64 bits write {found - (1 << 64)}" if MOST < found < 1 << 64 else ""
    return module.error(node, f"{found} is beyond a signed 64-bit integer{hint}")


_CALL = re.compile(r"([A-Za-z_]\w*)\s*\(")


def _callees_first(module: Module) -> list[str]:
    """The functions, every one after those that it calls.

    Who calls whom is read off the text, much faster than off the nodes. A call in a comment may put a
    function too early; the translator then translates a callee when it meets the call. The order is there so
    that long chains of calls do not become deep recursion.
    """
    lines = module.text.splitlines()
    ordered: dict[str, None] = {}

    def callees(name: str) -> Iterator[str]:
        node = module.functions[name].node
        source = "\n".join(lines[node.lineno : node.end_lineno])
        return (each for each in dict.fromkeys(_CALL.findall(source)) if each in module.functions)

    for root in module.functions:
        way = {root: callees(root)} if root not in ordered else {}
        while way:
            name, rest = next(reversed(way.items()))
            callee = next((each for each in rest if each not in ordered and each not in way), None)
            if callee is None:
                ordered[name] = None
                del way[name]
            else:
                way[callee] = callees(callee)
    return list(ordered)


def recursion(module: Module, node: ast.AST, name: str) -> KernelError:
    """The mistake of a function that calls itself."""
    return module.error(node, f"{name} calls itself, directly or through others: write a loop instead")
