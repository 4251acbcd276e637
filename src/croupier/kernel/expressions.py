"""Expressions: every function translates one kind of node and gives its value."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from croupier.kernel.body import Body, name_of, number, symbol
from croupier.kernel.errors import BOUNDS, DIVISION
from croupier.kernel.language import LEAST, MOST, NAMES
from croupier.kernel.reading import OPERATORS, Function, beyond, folded, least
from croupier.kernel.types import (
    BOOL,
    FLOAT,
    FLOATS,
    HALVES,
    INT,
    NONE,
    TRUTH,
    WORDS,
    ArrayType,
    Block,
    Element,
    Scalar,
    Value,
)

MARKS = {WORDS: "!tbaa !1", HALVES: "!tbaa !2", FLOATS: "!tbaa !3"}
"""Tell LLVM that elements of different kinds never share memory."""


def expression(body: Body, node: ast.expr) -> Value:
    """The value of any expression."""
    translate = _EXPRESSIONS.get(type(node))
    if translate is None:
        raise body.error(node, _outside(node))
    return translate(body, node)


def whole(body: Body, node: ast.expr) -> str | int:
    """The value of an expression that must be an Int."""
    value = expression(body, node)
    return value.ref if value.type is INT else body.fitted(node, value, INT, "an Int is needed here")


def real(body: Body, node: ast.expr) -> str | int:
    """The value of an expression that must be a Float."""
    return body.fitted(node, expression(body, node), FLOAT, "a Float is needed here")


# Conditions


def truth(body: Body, node: ast.expr) -> str:
    """Whether an expression counts as true."""
    value = expression(body, node)
    if value.type is INT:
        if isinstance(value.ref, int):
            return "true" if value.ref else "false"
        return body.op(f"icmp ne i64 {value.ref}, 0")
    if value.type is BOOL or value.type is TRUTH:
        return str(value.ref)
    if value.type is FLOAT:
        raise body.error(node, "a Float is no condition: compare it, as in x != 0.0")
    raise body.error(node, "this call has no value that could be a condition")


def branch(body: Body, node: ast.expr, yes: str, no: str) -> None:
    """End the block: go to one label if a condition holds, to the other if not."""
    match node:
        case ast.BoolOp(op=op, values=values):
            for each in values[:-1]:
                label = body.new_label()
                if isinstance(op, ast.And):
                    branch(body, each, label, no)
                else:
                    branch(body, each, yes, label)
                body.start(label)
            branch(body, values[-1], yes, no)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            branch(body, operand, no, yes)
        case _:
            holds = truth(body, node)
            if holds == "true":
                body.goto(yes)
            elif holds == "false":
                body.goto(no)
            else:
                body.close(f"br i1 {holds}, label %{yes}, label %{no}")


def _both(body: Body, node: ast.BoolOp) -> Value:
    """``and`` and ``or``: what is behind is only looked at when it matters."""
    done = body.new_label()
    settled = "false" if isinstance(node.op, ast.And) else "true"
    arms = []
    kind = BOOL
    for each in node.values:
        value = expression(body, each)
        if value.type is not BOOL:
            kind = TRUTH
        holds = _holds(body, each, value)
        if each is node.values[-1]:
            arms.append(f"[ {holds}, %{body.block} ]")
            break
        arms.append(f"[ {settled}, %{body.block} ]")
        label = body.new_label()
        yes, no = (label, done) if settled == "false" else (done, label)
        body.close(f"br i1 {holds}, label %{yes}, label %{no}")
        body.start(label)
    body.start(done)
    return Value(kind, body.op(f"phi i1 {', '.join(arms)}"))


def _holds(body: Body, node: ast.expr, value: Value) -> str | int:
    if value.type is INT:
        return body.op(f"icmp ne i64 {value.ref}, 0")
    if value.type is BOOL or value.type is TRUTH:
        return value.ref
    raise body.error(node, "and, or and not take Bools and Ints")


_COMPARISONS: dict[type[ast.cmpop], tuple[str, str, Callable[[Any, Any], bool]]] = {
    ast.Eq: ("eq", "oeq", lambda a, b: a == b),
    ast.NotEq: ("ne", "une", lambda a, b: a != b),
    ast.Lt: ("slt", "olt", lambda a, b: a < b),
    ast.LtE: ("sle", "ole", lambda a, b: a <= b),
    ast.Gt: ("sgt", "ogt", lambda a, b: a > b),
    ast.GtE: ("sge", "oge", lambda a, b: a >= b),
}


def _compare(body: Body, node: ast.Compare) -> Value:
    left = expression(body, node.left)
    right = expression(body, node.comparators[0])
    holds = _comparison(body, node, node.ops[0], left, right)
    if len(node.ops) == 1:
        return Value(BOOL, holds)
    done = body.new_label()
    arms = []
    for op, each in zip(node.ops[1:], node.comparators[1:], strict=True):
        arms.append(f"[ false, %{body.block} ]")
        label = body.new_label()
        body.close(f"br i1 {holds}, label %{label}, label %{done}")
        body.start(label)
        left, right = right, expression(body, each)
        holds = _comparison(body, node, op, left, right)
    arms.append(f"[ {holds}, %{body.block} ]")
    body.start(done)
    return Value(BOOL, body.op(f"phi i1 {', '.join(arms)}"))


def _comparison(body: Body, node: ast.expr, op: ast.cmpop, left: Value, right: Value) -> str:
    if type(op) not in _COMPARISONS:
        raise body.error(node, "numbers are compared with == != < <= > >=")
    whole_name, real_name, meaning = _COMPARISONS[type(op)]
    kind, a, b = paired(body, node, left, right)
    if kind is FLOAT:
        return body.op(f"fcmp {real_name} double {a}, {b}")
    if isinstance(a, int) and isinstance(b, int):
        return "true" if meaning(a, b) else "false"
    return body.op(f"icmp {whole_name} i64 {a}, {b}")


def paired(body: Body, node: ast.AST, left: Value, right: Value) -> tuple[Scalar, str | int, str | int]:
    """Two values as one type: Float if one is a Float, else Int."""
    kind = _wider(left, right)
    where = "the other side is a Float" if kind is FLOAT else "an Int is needed here"
    return kind, body.fitted(node, left, kind, where), body.fitted(node, right, kind, where)


def _wider(left: Value, right: Value) -> Scalar:
    return FLOAT if left.type is FLOAT or right.type is FLOAT else INT


def _chosen(body: Body, node: ast.IfExp) -> Value:
    yes, no, done = body.new_label(), body.new_label(), body.new_label()
    branch(body, node.test, yes, no)
    body.start(yes)
    left = expression(body, node.body)
    left_block, end = body.block, len(body.lines)
    body.goto(done)
    body.start(no)
    right = expression(body, node.orelse)
    kind = left.type if left.type is right.type and left.type is not NONE else _wider(left, right)
    b = body.fitted(node.orelse, right, kind, f"the other side is {left.type.name}")
    right_block = body.block
    # Only now is it known as what the first side is wanted: its conversion belongs at its own end.
    behind, body.lines = body.lines[end:], body.lines[:end]
    a = body.fitted(node.body, left, kind, f"the other side is {right.type.name}")
    body.lines += behind
    body.start(done)
    return Value(kind, body.op(f"phi {kind.ir} [ {a}, %{left_block} ], [ {b}, %{right_block} ]"))


# Arithmetic

_PLAIN = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
_REAL = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}


def _binary(body: Body, node: ast.BinOp) -> Value:
    left = expression(body, node.left)
    return operation(body, node, node.op, left, expression(body, node.right))


def operation(body: Body, node: ast.expr | ast.stmt, op: ast.operator, left: Value, right: Value) -> Value:
    """The value of an operator between two values."""
    if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor) and left.type is BOOL and right.type is BOOL:
        return Value(BOOL, body.op(f"{_PLAIN[type(op)]} i1 {left.ref}, {right.ref}"))
    if isinstance(op, ast.Div):
        a = body.fitted(node, left, FLOAT, "/ divides Floats (// divides Ints)")
        b = body.fitted(node, right, FLOAT, "/ divides by a Float")
        body.check(body.op(f"fcmp une double {b}, {number(0.0)}"), DIVISION)
        return Value(FLOAT, body.op(f"fdiv double {a}, {b}"))
    kind, a, b = paired(body, node, left, right)
    if kind is FLOAT:
        if type(op) not in _REAL:
            raise body.error(node, "Floats have + - * /; for the rest make an Int of it with int(...)")
        return Value(FLOAT, body.op(f"{_REAL[type(op)]} double {a}, {b}"))
    if isinstance(a, int) and isinstance(b, int) and type(op) in OPERATORS:
        return Value(INT, folded(body.module, node, op, a, b))
    if type(op) in _PLAIN:
        return Value(INT, body.op(f"{_PLAIN[type(op)]} i64 {a}, {b}"))
    match op:
        case ast.LShift():
            return Value(INT, body.op(f"shl i64 {a}, {places(body, node, b)}"))
        case ast.RShift():
            return Value(INT, body.op(f"ashr i64 {a}, {places(body, node, b)}"))
        case ast.FloorDiv() | ast.Mod():
            return Value(INT, _divided(body, node, a, b, rest=isinstance(op, ast.Mod)))
        case ast.Pow():
            raise body.error(node, "there is no **: multiply, or shift for a power of two")
    raise body.error(node, "this operator is not in the language: it has + - * / // % & | ^ << >>")


def places(body: Body, node: ast.AST, by: str | int) -> str | int:
    """By how much is shifted; never out of range, which LLVM would punish (the processor masks it anyway)."""
    if isinstance(by, int):
        if not 0 <= by < 64:
            raise body.error(node, f"a shift is by 0 to 63 places, not by {by}")
        return by
    return body.op(f"and i64 {by}, 63")


def _divided(body: Body, node: ast.AST, a: str | int, b: str | int, *, rest: bool) -> str | int:
    """Floor division or its rest."""
    if isinstance(b, int):
        if b == 0:
            raise body.error(node, "this divides by zero")
        if b > 0 and b & (b - 1) == 0:
            return body.op(f"and i64 {a}, {b - 1}" if rest else f"ashr i64 {a}, {b.bit_length() - 1}")
        if b == -1:
            return 0 if rest else body.op(f"sub i64 0, {a}")
        divisor: str | int = b
    else:
        body.check(body.op(f"icmp ne i64 {b}, 0"), DIVISION)
        # The least Int by -1 would end the process; -1 divides to the negative, with no rest.
        negates = body.op(f"icmp eq i64 {b}, -1")
        divisor = body.op(f"select i1 {negates}, i64 1, i64 {b}")
    left = body.op(f"srem i64 {a}, {divisor}")
    # The machine's rest has the sign of the dividend; Python's that of the divisor.
    signs = body.op(f"xor i64 {left}, {divisor}")
    other = body.op(f"icmp slt i64 {signs}, 0")
    some = body.op(f"icmp ne i64 {left}, 0")
    off = body.op(f"and i1 {other}, {some}")
    if rest:
        shifted = body.op(f"add i64 {left}, {divisor}")
        return body.op(f"select i1 {off}, i64 {shifted}, i64 {left}")
    quotient = body.op(f"sdiv i64 {a}, {divisor}")
    lower = body.op(f"sub i64 {quotient}, {body.op(f'zext i1 {off} to i64')}")
    if isinstance(b, int):
        return lower
    negative = body.op(f"sub i64 0, {a}")
    return body.op(f"select i1 {negates}, i64 {negative}, i64 {lower}")


def _unary(body: Body, node: ast.UnaryOp) -> Value:
    match node.op:
        case ast.Not():
            value = expression(body, node.operand)
            holds = _holds(body, node.operand, value)
            return Value(BOOL, body.op(f"xor i1 {holds}, true"))
        case ast.USub():
            if least(node.operand):
                return Value(INT, LEAST)
            value = expression(body, node.operand)
            if value.type is FLOAT:
                return Value(FLOAT, body.op(f"fneg double {value.ref}"))
            ref = body.fitted(node.operand, value, INT, "an Int is needed here")
            return Value(INT, -ref if isinstance(ref, int) and ref != LEAST else body.op(f"sub i64 0, {ref}"))
        case ast.Invert():
            ref = whole(body, node.operand)
            return Value(INT, ~ref if isinstance(ref, int) else body.op(f"xor i64 {ref}, -1"))
    value = expression(body, node.operand)
    if value.type is FLOAT:
        return value
    return Value(INT, body.fitted(node.operand, value, INT, "a number is needed here"))


# Names and literals


def _literal(body: Body, node: ast.Constant) -> Value:
    value = node.value
    if isinstance(value, bool):
        return Value(BOOL, "true" if value else "false")
    if isinstance(value, int):
        if not LEAST <= value <= MOST:
            raise beyond(body.module, node, value)
        return Value(INT, value)
    if isinstance(value, float):
        return Value(FLOAT, number(value))
    raise body.error(node, "a kernel has numbers, True and False, and nothing else")


def _name(body: Body, node: ast.Name) -> Value:
    name = node.id
    if name in body.variables:
        return body.read(node, name)
    known = body.module.constants.get(name)
    if known is not None:
        return Value(INT, known) if isinstance(known, int) else Value(FLOAT, number(known))
    raise body.error(node, _unknown(body, name))


def _unknown(body: Body, name: str) -> str:
    if name in body.arrays or name in body.module.tables:
        return f"{name} is a whole array: write {name}[i] for an element"
    if name in body.module.functions or name in NAMES:
        return f"{name} is not a value: write {name}(...) to call it"
    return f"{name} has no value here: assign one first"


# Arrays


def array(body: Body, node: ast.expr) -> Block:
    """An array, or a part of one."""
    match node:
        case ast.Name(id=name) if name in body.arrays:
            return body.arrays[name]
        case ast.Name(id=name) if name in body.module.tables:
            raise body.error(node, f"{name} is a table: only its elements can be used, {name}[i]")
        case ast.Name(id=name):
            raise body.error(node, f"an array is needed here, and {name} is none")
        case ast.Call(func=ast.Name(id="part"), args=[whole_array, start, n], keywords=[]):
            block = array(body, whole_array)
            first, count = whole(body, start), whole(body, n)
            pointer = stretch(body, node, block, first, count)
            known = count if isinstance(count, int) else None
            return Block(ArrayType(block.type.element, known), pointer, count)
        case ast.Call(func=ast.Name(id="part")):
            raise body.error(node, "a part is written part(array, start, n)")
    raise body.error(node, "an array is needed here: a parameter, or part(array, start, n)")


def stretch(body: Body, node: ast.AST, block: Block, start: str | int, n: str | int) -> str:
    """Where the n elements from start on begin, checked."""
    element, length = block.type.element, block.length
    if isinstance(n, int) and isinstance(length, int):
        last: str | int = length - n
        if not 0 <= n <= length:
            raise body.error(node, f"{n} elements of an array of {length}")
    else:
        body.check(body.op(f"icmp ule i64 {n}, {length}"), BOUNDS)
        last = body.op(f"sub i64 {length}, {n}")
    if isinstance(start, int) and isinstance(last, int):
        if not 0 <= start <= last:
            raise body.error(node, f"the {n} elements from {start} on are not in an array of {length}")
    elif isinstance(start, int) and start < 0:
        raise body.error(node, f"an array begins at 0, not at {start}")
    elif start != 0:
        body.check(body.op(f"icmp ule i64 {start}, {last}"), BOUNDS)
    if start == 0:
        return block.pointer
    return body.op(f"getelementptr inbounds {element.ir}, ptr {block.pointer}, i64 {start}")


def checked(body: Body, node: ast.AST, place: str | int, length: str | int, name: str) -> None:
    """Fail unless a place is within a length."""
    if isinstance(place, int):
        if place < 0:
            raise body.error(node, f"{name} begins at 0, not at {place}")
        if isinstance(length, int):
            if place >= length:
                raise body.error(node, f"{name} has {length} elements, the last is {name}[{length - 1}]")
            return
    body.check(body.op(f"icmp ult i64 {place}, {length}"), BOUNDS)


def place_of(body: Body, node: ast.Subscript) -> tuple[Element, str]:
    """The kind of an element, and where it is, checked."""
    name = node.value.id if isinstance(node.value, ast.Name) else ""
    block = body.arrays.get(name)
    if block is None:
        if name in body.module.tables:
            raise body.error(node, f"{name} is a table, and tables never change")
        raise body.error(node, f"{name or 'this'} is not an array: only array parameters have elements")
    if isinstance(node.slice, ast.Slice):
        raise body.error(node, "there are no slices: write copy(...), or part(...) as an argument")
    place = whole(body, node.slice)
    checked(body, node, place, block.length, name)
    element = block.type.element
    return element, body.op(f"getelementptr inbounds {element.ir}, ptr {block.pointer}, i64 {place}")


def load(body: Body, element: Element, pointer: str) -> Value:
    """The value of an element."""
    ref = body.op(f"load {element.ir}, ptr {pointer}, {MARKS[element]}")
    if element is HALVES:
        ref = body.op(f"sext i16 {ref} to i64")
    return Value(element.scalar, ref)


def _element(body: Body, node: ast.Subscript) -> Value:
    if isinstance(node.value, ast.Name) and node.value.id not in body.arrays:
        values = body.module.tables.get(node.value.id)
        if values is not None:
            return _entry(body, node, node.value.id, values)
    return load(body, *place_of(body, node))


def _entry(body: Body, node: ast.Subscript, name: str, values: tuple[int, ...]) -> Value:
    if isinstance(node.slice, ast.Slice):
        raise body.error(node, "there are no slices of tables: read the elements one by one")
    place = whole(body, node.slice)
    checked(body, node, place, len(values), name)
    if isinstance(place, int):
        return Value(INT, values[place])
    body.tables[name] = None
    kind, extend = table_type(values)
    pointer = body.op(f"getelementptr inbounds {kind}, ptr @table.{symbol(name)}, i64 {place}")
    ref = body.op(f"load {kind}, ptr {pointer}")
    return Value(INT, ref if kind == "i64" else body.op(f"{extend} {kind} {ref} to i64"))


def table_type(values: tuple[int, ...]) -> tuple[str, str]:
    """The narrowest integer that holds every value of a table, and how it is widened."""
    least, most = min(values, default=0), max(values, default=0)
    if least >= 0:
        bits = next(each for each in (8, 16, 32, 64) if most < 1 << each)
        return f"i{bits}", "zext"
    bits = next(each for each in (8, 16, 32, 64) if least >= -(1 << each - 1) and most < 1 << each - 1)
    return f"i{bits}", "sext"


# Calls


def call(body: Body, node: ast.Call) -> Value:
    """The value of a call; that of a function without a result is of type None."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if node.keywords:
        raise body.error(node, "arguments are given in order, without names")
    if name in body.variables or name in body.arrays:
        raise body.error(node, f"{name} is a variable here: rename it to call the function")
    function = body.module.functions.get(name)
    if function is not None:
        value, status = invoked(body, node, function)
        if status is not None:
            body.check_status(status)
        return _returned(body, function, value, failing=status is not None)
    from croupier.kernel.intrinsics import INTRINSICS

    intrinsic = INTRINSICS.get(name)
    if intrinsic is None:
        raise body.error(node, _no_function(name))
    return intrinsic(body, node)


def _no_function(name: str) -> str:
    if name == "part":
        return "part(array, start, n) can only be an argument of a function"
    if name == "range":
        return "range is written in a for loop: for i in range(n):"
    if not name:
        return "only functions are called, by name"
    return f"there is no function {name}"


def invoked(body: Body, node: ast.Call, function: Function) -> tuple[str, str | None]:
    """The call itself: what it gives, and the status if the function may fail."""
    given = function.parameters
    if len(node.args) != len(given):
        raise body.error(node, f"{function.name} takes {len(given)} arguments, here are {len(node.args)}")
    written = []
    blocks: dict[str, bool] = {}
    for each, argument in zip(given, node.args, strict=True):
        if isinstance(each.type, Scalar):
            where = f"{each.name} of {function.name} is {each.type.name}"
            ref = body.fitted(argument, expression(body, argument), each.type, where)
            written.append(f"{each.type.ir} {ref}")
            continue
        block = array(body, argument)
        _suits(body, argument, block.type, each.type, f"{each.name} of {function.name}")
        _apart(body, argument, blocks)
        written.append(f"ptr {block.pointer}")
        if each.type.length is None:
            written.append(f"i64 {block.length}")
    failing = body.may_fail(function, node)
    body.calls.append(function.name)
    shape = result_type(function, failing=failing)
    text = f"call fastcc {shape} @{name_of(function.name)}({', '.join(written)})"
    if shape == "void":
        body.do(text)
        return "", None
    value = body.op(text)
    if not failing:
        return value, None
    return value, value if function.result is NONE else body.op(f"extractvalue {shape} {value}, 1")


def _returned(body: Body, function: Function, value: str, *, failing: bool) -> Value:
    if function.result is NONE:
        return Value(NONE, "")
    if failing:
        value = body.op(f"extractvalue {result_type(function, failing=True)} {value}, 0")
    return Value(function.result, value)


def result_type(function: Function, *, failing: bool) -> str:
    """What a function gives in the code: its value, its status, or both."""
    if not failing:
        return function.result.ir
    return "i64" if function.result is NONE else f"{{ {function.result.ir}, i64 }}"


def _suits(body: Body, node: ast.AST, found: ArrayType, wanted: ArrayType, where: str) -> None:
    if found.element is not wanted.element:
        raise body.error(node, f"{where} is {wanted.name}, but this is {found.name}")
    if wanted.length is not None and found.length != wanted.length:
        raise body.error(
            node, f"{where} is {wanted.name}, but this is {found.name}: write part(..., {wanted.length})"
        )


def _apart(body: Body, node: ast.expr, seen: dict[str, bool]) -> None:
    """Refuse arrays that surely overlap: functions rely on theirs being apart."""
    cut = False
    while isinstance(node, ast.Call):
        cut, node = True, node.args[0]
    assert isinstance(node, ast.Name)
    if node.id in seen and not (cut and seen[node.id]):
        raise body.error(node, f"{node.id} is passed twice: the arrays of a call never overlap")
    seen[node.id] = cut


_EXPRESSIONS: dict[type[ast.expr], Callable[[Body, Any], Value]] = {
    ast.Name: _name,
    ast.Constant: _literal,
    ast.BinOp: _binary,
    ast.Subscript: _element,
    ast.Compare: _compare,
    ast.Call: call,
    ast.BoolOp: _both,
    ast.UnaryOp: _unary,
    ast.IfExp: _chosen,
}

_OUTSIDE: dict[type[ast.expr], str] = {
    ast.Tuple: "there are no tuples: use several variables, or an array",
    ast.List: "there are no lists: use table([...]) outside functions, or an array parameter",
    ast.JoinedStr: "there are no texts",
    ast.Attribute: "there are no attributes",
    ast.Lambda: "there are no functions inside functions",
    ast.NamedExpr: "assign on a line of its own",
    ast.ListComp: "there are no comprehensions: write a loop",
    ast.Slice: "there are no slices",
}


def _outside(node: ast.expr) -> str:
    return _OUTSIDE.get(type(node), f"{type(node).__name__} is not in the kernel language")
