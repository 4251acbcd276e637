"""Statements: every function translates one kind of node."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from croupier.kernel.body import Body
from croupier.kernel.expressions import (
    MARKS,
    branch,
    call,
    expression,
    load,
    operation,
    place_of,
    truth,
    whole,
)
from croupier.kernel.intrinsics import narrowed
from croupier.kernel.types import INT, NONE, Element, Value


def statements(body: Body, nodes: Sequence[ast.stmt]) -> None:
    """Statements in a row."""
    for node in nodes:
        translate = _STATEMENTS.get(type(node))
        if translate is None:
            raise body.error(node, _outside(node))
        if body.closed:
            # What stands behind a return is still read, and LLVM throws it away.
            body.start(body.new_label())
        translate(body, node)


def _join(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    """What is assigned where two ways meet."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _fork(assigned: set[str] | None) -> set[str] | None:
    return None if assigned is None else set(assigned)


# Assignments


def _assign(body: Body, node: ast.Assign) -> None:
    if len(node.targets) != 1:
        raise body.error(node, "one assignment a line")
    target = node.targets[0]
    value = expression(body, node.value)
    match target:
        case ast.Name(id=name):
            body.write(target, name, value)
        case ast.Subscript():
            element, pointer = place_of(body, target)
            _store(body, node.value, element, pointer, value)
        case ast.Tuple() | ast.List():
            raise body.error(target, "there are no tuples: assign one variable a line")
        case _:
            raise body.error(target, "assign to a variable or to an element of an array")


def _store(body: Body, node: ast.AST, element: Element, pointer: str, value: Value) -> None:
    ref = body.fitted(node, value, element.scalar, f"an element of {element.name} is {element.scalar.name}")
    ref = narrowed(body, node, element, ref)
    body.do(f"store {element.ir} {ref}, ptr {pointer}, {MARKS[element]}")


def _augment(body: Body, node: ast.AugAssign) -> None:
    match node.target:
        case ast.Name(id=name) if name in body.variables:
            before = body.read(node.target, name)
            value = operation(body, node, node.op, before, expression(body, node.value))
            body.write(node, name, value)
        case ast.Name(id=name):
            raise body.error(node, f"{name} has no value here: assign one first")
        case ast.Subscript():
            element, pointer = place_of(body, node.target)
            before = load(body, element, pointer)
            value = operation(body, node, node.op, before, expression(body, node.value))
            _store(body, node, element, pointer, value)
        case _:
            raise body.error(node, "assign to a variable or to an element of an array")


def _expression(body: Body, node: ast.Expr) -> None:
    if isinstance(node.value, ast.Call):
        call(body, node.value)
    elif not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
        raise body.error(node, "this computes a value and throws it away: assign it, or call a function")


# Ways


def _if(body: Body, node: ast.If) -> None:
    known = _known(body, node.test)
    if known is not None:
        _discard(body, node.orelse if known else node.body)
        statements(body, node.body if known else node.orelse)
        return
    yes, done = body.new_label(), body.new_label()
    no = body.new_label() if node.orelse else done
    branch(body, node.test, yes, no)
    before = body.assigned
    body.assigned = _fork(before)
    body.start(yes)
    statements(body, node.body)
    body.goto(done)
    after = body.assigned
    body.assigned = _fork(before)
    if node.orelse:
        body.start(no)
        statements(body, node.orelse)
        body.goto(done)
    body.assigned = _join(after, body.assigned)
    body.start(done)


def _known(body: Body, test: ast.expr) -> bool | None:
    """Whether a condition holds, where that is known already."""
    match test:
        case ast.Constant():
            pass
        case ast.Name(id=name) if name in body.module.constants:
            pass
        case ast.Compare(left=left, comparators=[right]) if _fixed(body, left) and _fixed(body, right):
            pass
        case _:
            return None
    return {"true": True, "false": False}.get(truth(body, test))


def _fixed(body: Body, node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name in body.module.constants
        case ast.UnaryOp(operand=operand):
            return _fixed(body, operand)
        case ast.BinOp(left=left, right=right):
            return _fixed(body, left) and _fixed(body, right)
    return False


def _discard(body: Body, nodes: Sequence[ast.stmt]) -> None:
    """Read statements that never run, for their mistakes and the variables they name, and leave no code."""
    before = body.assigned, body.block, body.closed, len(body.lines), len(body.calls)
    body.leave()
    statements(body, nodes)
    body.assigned, body.block, body.closed, lines, calls = before
    del body.lines[lines:]
    del body.calls[calls:]


def _while(body: Body, node: ast.While) -> None:
    if node.orelse:
        raise body.error(node.orelse[0], "a loop has no else: set a variable before break")
    head, inside, done = body.new_label(), body.new_label(), body.new_label()
    endless = _known(body, node.test) is True
    body.start(head)
    if endless:
        body.goto(inside)
    else:
        branch(body, node.test, inside, done)
    body.start(inside)
    _loop(body, node.body, head, done, None if endless else body.assigned)
    body.goto(head)
    body.start(done)


def _loop(body: Body, nodes: Sequence[ast.stmt], again: str, done: str, passed: set[str] | None) -> None:
    """The inside of a loop; ``passed`` is what is assigned when it ends by itself, None if it never does.

    Leaves what is assigned behind the loop; the caller writes the way back.
    """
    breaks: list[set[str] | None] = []
    body.assigned = _fork(body.assigned)
    body.loops.append((again, done, breaks))
    statements(body, nodes)
    body.loops.pop()
    for each in breaks:
        passed = _join(passed, each)
    body.assigned = _fork(passed)


def _for(body: Body, node: ast.For) -> None:
    if node.orelse:
        raise body.error(node.orelse[0], "a loop has no else: set a variable before break")
    if not isinstance(node.target, ast.Name):
        raise body.error(node.target, "a loop counts one variable: for i in range(n):")
    match node.iter:
        case ast.Call(func=ast.Name(id="range"), args=[_, *_] as arguments, keywords=[]) if (
            len(arguments) <= 3
        ):
            pass
        case _:
            raise body.error(node.iter, "a loop counts: for i in range(n), range(a, b) or range(a, b, step)")
    bounds = [whole(body, each) for each in arguments]
    start, stop = (0, bounds[0]) if len(bounds) == 1 else bounds[:2]
    step = bounds[2] if len(bounds) == 3 else 1
    if not isinstance(step, int) or step == 0:
        raise body.error(arguments[-1], "the step of a range is a constant, and not 0")
    sure = isinstance(start, int) and isinstance(stop, int) and len(range(start, stop, step)) > 0
    counter = f"%for.{body.new_label()}"
    body.places.append(f"{counter} = alloca i64")
    head, inside, again, done = (body.new_label() for _ in range(4))
    if abs(step) == 1:
        first, order, last = start, "slt" if step > 0 else "sgt", stop
    else:
        # Counted by turns, since the variable could leave the 64 bits behind the last one.
        first, order, last = 0, "ult", _turns(body, start, stop, step)
    body.do(f"store i64 {first}, ptr {counter}")
    body.start(head)
    now = body.op(f"load i64, ptr {counter}")
    more = body.op(f"icmp {order} i64 {now}, {last}")
    body.close(f"br i1 {more}, label %{inside}, label %{done}")
    passed = _fork(body.assigned)
    body.start(inside)
    shown = now if abs(step) == 1 else body.op(f"add i64 {start}, {body.op(f'mul i64 {now}, {step}')}")
    body.write(node.target, node.target.id, Value(INT, shown))
    if sure and passed is not None:
        passed.add(node.target.id)
    _loop(body, node.body, again, done, passed)
    body.start(again)
    forward = body.op(f"add i64 {body.op(f'load i64, ptr {counter}')}, {step if abs(step) == 1 else 1}")
    body.do(f"store i64 {forward}, ptr {counter}")
    body.goto(head)
    body.start(done)


def _turns(body: Body, start: str | int, stop: str | int, step: int) -> str | int:
    """How many numbers a range has."""
    if isinstance(start, int) and isinstance(stop, int):
        return len(range(start, stop, step))
    low, high = (start, stop) if step > 0 else (stop, start)
    some = body.op(f"icmp slt i64 {low}, {high}")
    distance = body.op(f"sub i64 {body.op(f'sub i64 {high}, {low}')}, 1")
    turns = body.op(f"add i64 {body.op(f'udiv i64 {distance}, {abs(step)}')}, 1")
    return body.op(f"select i1 {some}, i64 {turns}, i64 0")


def _break(body: Body, node: ast.Break) -> None:
    if not body.loops:
        raise body.error(node, "break stands outside of a loop")
    _, done, breaks = body.loops[-1]
    breaks.append(body.assigned)
    body.goto(done)
    body.leave()


def _continue(body: Body, node: ast.Continue) -> None:
    if not body.loops:
        raise body.error(node, "continue stands outside of a loop")
    body.goto(body.loops[-1][0])
    body.leave()


def _return(body: Body, node: ast.Return) -> None:
    kind = body.function.result
    nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
    if kind is NONE:
        if not nothing:
            raise body.error(node, f"{body.function.name} is -> None: return without a value")
    elif node.value is None or nothing:
        raise body.error(node, f"{body.function.name} is -> {kind.name}: return a value")
    else:
        where = f"{body.function.name} is -> {kind.name}"
        ref = body.fitted(node.value, expression(body, node.value), kind, where)
        body.do(f"store {kind.ir} {ref}, ptr %result")
    body.goto("return")
    body.leave()


def _pass(body: Body, node: ast.Pass) -> None:
    pass


_STATEMENTS: dict[type[ast.stmt], Callable[[Body, Any], None]] = {
    ast.Assign: _assign,
    ast.AugAssign: _augment,
    ast.Expr: _expression,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Return: _return,
    ast.Pass: _pass,
}

_OUTSIDE: dict[type[ast.stmt], str] = {
    ast.FunctionDef: "functions stand outside of functions",
    ast.AnnAssign: "the type of a variable is inferred: write name = value",
    ast.Assert: "there is no assert: write if ...: fail(code)",
    ast.Raise: "there are no exceptions: write fail(code)",
    ast.Try: "there are no exceptions: write caught(f(x))",
    ast.Global: "a function changes only its variables and arrays: pass an array",
    ast.Nonlocal: "a function changes only its variables and arrays: pass an array",
    ast.Import: "a kernel imports nothing",
    ast.ImportFrom: "a kernel imports nothing",
    ast.ClassDef: "there are no classes",
    ast.With: "there is no with",
    ast.Match: "there is no match: write if and elif",
    ast.Delete: "variables are not deleted",
}


def _outside(node: ast.stmt) -> str:
    return _OUTSIDE.get(type(node), f"{type(node).__name__} is not in the kernel language")
