"""The functions of the language, each as the instructions that it becomes."""

from __future__ import annotations

import ast
from collections.abc import Callable

from croupier.kernel.body import Body, number
from croupier.kernel.errors import RANGE
from croupier.kernel.expressions import (
    array,
    checked,
    expression,
    invoked,
    paired,
    real,
    stretch,
    whole,
)
from croupier.kernel.types import BOOL, FLOAT, HALVES, INT, NONE, WORDS, Element, Value

Intrinsic = Callable[[Body, ast.Call], Value]


def _arguments(body: Body, node: ast.Call, n: int) -> list[ast.expr]:
    if len(node.args) != n:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        raise body.error(node, f"{name} takes {n} argument{'s' * (n != 1)}, here are {len(node.args)}")
    return node.args


def _ints(body: Body, node: ast.Call, n: int) -> list[str | int]:
    return [whole(body, each) for each in _arguments(body, node, n)]


def _instruction(name: str) -> Intrinsic:
    """A function of two Ints that is one instruction."""

    def translate(body: Body, node: ast.Call) -> Value:
        a, b = _ints(body, node, 2)
        return Value(INT, body.op(f"{name} i64 {a}, {b}"))

    return translate


def _shift(name: str) -> Intrinsic:
    def translate(body: Body, node: ast.Call) -> Value:
        a, k = _ints(body, node, 2)
        by = k & 63 if isinstance(k, int) else body.op(f"and i64 {k}, 63")
        return Value(INT, body.op(f"{name} i64 {a}, {by}"))

    return translate


def _bits(text: str) -> Intrinsic:
    """A function of one Int; the text has its place."""

    def translate(body: Body, node: ast.Call) -> Value:
        (a,) = _ints(body, node, 1)
        return Value(INT, body.op(text.format(a)))

    return translate


def _overflow(name: str) -> Intrinsic:
    def translate(body: Body, node: ast.Call) -> Value:
        a, b = _ints(body, node, 2)
        both = body.op(f"call {{ i64, i1 }} @llvm.{name}.with.overflow.i64(i64 {a}, i64 {b})")
        return Value(BOOL, body.op(f"extractvalue {{ i64, i1 }} {both}, 1"))

    return translate


def _rotl(body: Body, node: ast.Call) -> Value:
    a, k = _ints(body, node, 2)
    return Value(INT, body.op(f"call i64 @llvm.fshl.i64(i64 {a}, i64 {a}, i64 {k})"))


def _umulhi(body: Body, node: ast.Call) -> Value:
    wide = [body.op(f"zext i64 {each} to i128") for each in _ints(body, node, 2)]
    product = body.op(f"mul i128 {wide[0]}, {wide[1]}")
    upper = body.op(f"lshr i128 {product}, 64")
    return Value(INT, body.op(f"trunc i128 {upper} to i64"))


def _ult(body: Body, node: ast.Call) -> Value:
    a, b = _ints(body, node, 2)
    return Value(BOOL, body.op(f"icmp ult i64 {a}, {b}"))


def _nth_bit(body: Body, node: ast.Call) -> Value:
    a, k = _ints(body, node, 2)
    return Value(INT, body.op(f"call fastcc i64 @nth_bit(i64 {a}, i64 {k})"))


def _copy(body: Body, node: ast.Call) -> Value:
    to, d, source, s, n = _arguments(body, node, 5)
    target, at = array(body, to), whole(body, d)
    origin, first = array(body, source), whole(body, s)
    count = whole(body, n)
    element = target.type.element
    if origin.type.element is not element:
        raise body.error(source, f"copy from {element.name} to {element.name}, not from {origin.type.name}")
    start = stretch(body, node, target, at, count)
    begin = stretch(body, node, origin, first, count)
    # Different parameters never overlap, but two places of one array may.
    name = "memcpy" if _root(to) != _root(source) else "memmove"
    align = f"align {element.size}"
    body.do(
        f"call void @llvm.{name}.p0.p0.i64(ptr {align} {start}, ptr {align} {begin}, "
        f"i64 {_bytes(body, element, count)}, i1 false)"
    )
    return Value(NONE, "")


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Call):
        node = node.args[0]
    return node.id if isinstance(node, ast.Name) else ""


def _bytes(body: Body, element: Element, count: str | int) -> str | int:
    if isinstance(count, int):
        return count * element.size
    return body.op(f"shl i64 {count}, {element.size.bit_length() - 1}")


def _fill(body: Body, node: ast.Call) -> Value:
    to, d, n, content = _arguments(body, node, 4)
    target, at, count = array(body, to), whole(body, d), whole(body, n)
    element = target.type.element
    value = body.fitted(content, expression(body, content), element.scalar, f"{target.type.name} are filled")
    start = stretch(body, node, target, at, count)
    ref = narrowed(body, content, element, value)
    if ref in (0, "0", number(0.0)):
        body.do(
            f"call void @llvm.memset.p0.i64(ptr align {element.size} {start}, i8 0, "
            f"i64 {_bytes(body, element, count)}, i1 false)"
        )
    else:
        _fill_loop(body, element, start, count, ref)
    return Value(NONE, "")


def _fill_loop(body: Body, element: Element, start: str, count: str | int, ref: str | int) -> None:
    before, head, inside, done = body.block, body.new_label(), body.new_label(), body.new_label()
    body.start(head)
    step = body.new_label()
    place = body.op(f"phi i64 [ 0, %{before} ], [ %{step}, %{inside} ]")
    more = body.op(f"icmp ult i64 {place}, {count}")
    body.close(f"br i1 {more}, label %{inside}, label %{done}")
    body.start(inside)
    pointer = body.op(f"getelementptr inbounds {element.ir}, ptr {start}, i64 {place}")
    body.do(f"store {element.ir} {ref}, ptr {pointer}")
    body.do(f"%{step} = add i64 {place}, 1")
    body.goto(head)
    body.start(done)


def narrowed(body: Body, node: ast.AST, element: Element, ref: str | int) -> str | int:
    """A value as an element holds it; one that does not fit fails."""
    if element is not HALVES:
        return ref
    if isinstance(ref, int):
        if not -(1 << 15) <= ref < 1 << 15:
            raise body.error(node, f"{ref} does not fit into 16 bits")
        return ref
    shifted = body.op(f"add i64 {ref}, {1 << 15}")
    body.check(body.op(f"icmp ult i64 {shifted}, {1 << 16}"), RANGE)
    return body.op(f"trunc i64 {ref} to i16")


def _sqrt(body: Body, node: ast.Call) -> Value:
    (argument,) = _arguments(body, node, 1)
    x = real(body, argument)
    body.check(body.op(f"fcmp uge double {x}, {number(0.0)}"), RANGE)
    return Value(FLOAT, body.op(f"call double @llvm.sqrt.f64(double {x})"))


def _log(body: Body, node: ast.Call) -> Value:
    (argument,) = _arguments(body, node, 1)
    x = real(body, argument)
    body.check(body.op(f"fcmp ugt double {x}, {number(0.0)}"), RANGE)
    return Value(FLOAT, body.op(f"call double @llvm.log.f64(double {x})"))


def _int(body: Body, node: ast.Call) -> Value:
    (argument,) = _arguments(body, node, 1)
    value = expression(body, argument)
    if value.type is not FLOAT:
        return Value(INT, body.fitted(argument, value, INT, "int(...) takes a number"))
    low = body.op(f"fcmp oge double {value.ref}, {number(-(2.0**63))}")
    high = body.op(f"fcmp olt double {value.ref}, {number(2.0**63)}")
    body.check(body.op(f"and i1 {low}, {high}"), RANGE)
    return Value(INT, body.op(f"fptosi double {value.ref} to i64"))


def _float(body: Body, node: ast.Call) -> Value:
    (argument,) = _arguments(body, node, 1)
    value = expression(body, argument)
    if value.type is FLOAT:
        return value
    ref = body.fitted(argument, value, INT, "float(...) takes a number")
    return Value(FLOAT, number(ref) if isinstance(ref, int) else body.op(f"sitofp i64 {ref} to double"))


def _extreme(whole_name: str, real_name: str) -> Intrinsic:
    def translate(body: Body, node: ast.Call) -> Value:
        if len(node.args) < 2:
            raise body.error(node, "min and max take two numbers or more")
        found = expression(body, node.args[0])
        for each in node.args[1:]:
            kind, a, b = paired(body, each, found, expression(body, each))
            if kind is INT:
                found = Value(INT, body.op(f"call i64 @llvm.{whole_name}.i64(i64 {a}, i64 {b})"))
            else:
                # As Python: the second only if it is really less, or more.
                better = body.op(f"fcmp {real_name} double {b}, {a}")
                found = Value(FLOAT, body.op(f"select i1 {better}, double {b}, double {a}"))
        return found

    return translate


def _abs(body: Body, node: ast.Call) -> Value:
    (argument,) = _arguments(body, node, 1)
    value = expression(body, argument)
    if value.type is FLOAT:
        return Value(FLOAT, body.op(f"call double @llvm.fabs.f64(double {value.ref})"))
    ref = body.fitted(argument, value, INT, "abs takes a number")
    return Value(INT, body.op(f"call i64 @llvm.abs.i64(i64 {ref}, i1 false)"))


def _len(body: Body, node: ast.Call) -> Value:
    (argument,) = _arguments(body, node, 1)
    if isinstance(argument, ast.Name) and argument.id in body.module.tables:
        return Value(INT, len(body.module.tables[argument.id]))
    return Value(INT, array(body, argument).length)


def _now(body: Body, node: ast.Call) -> Value:
    block, place = _arguments(body, node, 2)
    source, at = array(body, block), whole(body, place)
    if source.type.element is not WORDS:
        raise body.error(node, "now reads Words")
    checked(body, node, at, source.length, "the array")
    pointer = body.op(f"getelementptr inbounds i64, ptr {source.pointer}, i64 {at}")
    # Volatile: LLVM would read it once before a loop that does not write it.
    return Value(INT, body.op(f"load volatile i64, ptr {pointer}, align 8"))


def _fail(body: Body, node: ast.Call) -> Value:
    (code,) = _ints(body, node, 1)
    if code == 0:
        raise body.error(node, "0 means that all is well: fail with another code")
    if not isinstance(code, int):
        nothing = body.op(f"icmp eq i64 {code}, 0")
        code = body.op(f"select i1 {nothing}, i64 {RANGE}, i64 {code}")
    body.fail(code)
    return Value(NONE, "")


def _caught(body: Body, node: ast.Call) -> Value:
    (argument,) = _arguments(body, node, 1)
    match argument:
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in body.module.functions:
            function = body.module.functions[name]
        case _:
            raise body.error(node, "caught takes a call of one of the kernel's functions, caught(f(x))")
    if function.result is not NONE:
        raise body.error(argument, f"{name} gives {function.result.name}: caught takes a function -> None")
    _, status = invoked(body, argument, function)
    return Value(INT, 0 if status is None else status)


INTRINSICS: dict[str, Intrinsic] = {
    "wadd": _instruction("add"),
    "wsub": _instruction("sub"),
    "wmul": _instruction("mul"),
    "wshl": _shift("shl"),
    "shr": _shift("lshr"),
    "rotl": _rotl,
    "umulhi": _umulhi,
    "ult": _ult,
    "popcount": _bits("call i64 @llvm.ctpop.i64(i64 {})"),
    "ctz": _bits("call i64 @llvm.cttz.i64(i64 {}, i1 false)"),
    "clz": _bits("call i64 @llvm.ctlz.i64(i64 {}, i1 false)"),
    "nth_bit": _nth_bit,
    "add_overflows": _overflow("sadd"),
    "sub_overflows": _overflow("ssub"),
    "mul_overflows": _overflow("smul"),
    "copy": _copy,
    "fill": _fill,
    "sqrt": _sqrt,
    "log": _log,
    "int": _int,
    "float": _float,
    "min": _extreme("smin", "olt"),
    "max": _extreme("smax", "ogt"),
    "abs": _abs,
    "len": _len,
    "now": _now,
    "fail": _fail,
    "caught": _caught,
}
