"""A kernel module to LLVM IR, as text.

Writing text is several times faster than building it up from objects, and the same text is what one reads
when something is unclear. What is hot can become a module of its own, which is compiled with more care.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from croupier.kernel.body import Body, Widened, block_of, name_of, symbol
from croupier.kernel.definitions import declaration, definition, export, table
from croupier.kernel.errors import KernelError
from croupier.kernel.reading import Function, Module, read, recursion
from croupier.kernel.statements import statements
from croupier.kernel.types import NONE, ArrayType, Parameter, Scalar, Value


@dataclass(frozen=True, slots=True)
class Signature:
    """How a function is called from outside."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Scalar
    fails: bool


@dataclass(frozen=True, slots=True)
class Translation:
    """A module as LLVM IR, and how its exported functions are called."""

    ir: str
    hot: str
    """What is worth every effort, if that is told apart: then it is declared in the other."""
    signatures: tuple[Signature, ...]


def translate(
    module: Module, exports: Iterable[str], *, bmi2: bool = False, long: int | None = None
) -> Translation:
    """The LLVM IR of a module, for a processor with or without the BMI2 instructions.

    If it has more than so many characters, hot functions become a module of their own, unless that is too
    long as well. What they call is in it, too: in both modules, if it is called in both.
    """
    names = tuple(dict.fromkeys(exports))
    for name in names:
        if name not in module.functions:
            raise KernelError(f"{name} is exported but not defined", name=module.name)
    functions = _Functions(module)
    for function in module.functions.values():
        functions.may_fail(function, function.node)
    reached = functions.reached(names)
    called = {name: body for name, body in functions.bodies.items() if name in reached}
    ir, hot = _text(module, called, names, bmi2=bmi2), ""
    roots = [name for name, body in called.items() if body.function.inlining == "hot" and name not in names]
    if roots and long is not None and len(ir) > long:
        apart = functions.reached(roots)
        hot = _text(module, called, (), inside=apart, shared=roots, bmi2=bmi2)
        if len(hot) <= long:
            rest = functions.reached(names, without=roots)
            ir = _text(module, called, names, inside=rest, bmi2=bmi2)
        else:
            hot = ""
    signatures = tuple(
        Signature(name, called[name].function.parameters, called[name].function.result, called[name].fails)
        for name in names
    )
    return Translation(ir, hot, signatures)


def _text(
    module: Module,
    called: dict[str, Body],
    exports: Iterable[str],
    *,
    inside: Iterable[str] | None = None,
    shared: Iterable[str] = (),
    bmi2: bool,
) -> str:
    """The functions that are called, or some of them, with everything that they refer to."""
    bodies = called if inside is None else {name: body for name, body in called.items() if name in inside}
    calls = [callee for body in bodies.values() for callee in body.calls]
    uses = Counter([*exports, *calls])
    tables = dict.fromkeys(name for body in bodies.values() for name in body.tables)
    text = "\n".join(
        [
            _PREAMBLE,
            *(table(name, module.tables[name]) for name in tables),
            *(definition(body, uses[name], shared=name in shared) for name, body in bodies.items()),
            *(export(bodies[name].function, failing=bodies[name].fails) for name in exports),
            *(declaration(called[name]) for name in dict.fromkeys(calls) if name not in bodies),
            _METADATA,
        ]
    )
    if "@nth_bit(" in text:
        text += "\n" + (_WITH_PDEP if bmi2 else _without_pdep())
    return text


class _Functions:
    """The functions of a module, each translated when it is needed first."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.bodies: dict[str, Body] = {}
        self._begun: set[str] = set()

    def may_fail(self, function: Function, node: ast.AST) -> bool:
        """Whether a function may fail that is called at a node."""
        known = self.bodies.get(function.name)
        if known is not None:
            return known.fails
        if function.name in self._begun:
            raise recursion(self.module, node, function.name)
        self._begun.add(function.name)
        ints: frozenset[str] = frozenset()
        while True:
            body = Body(self.module, function, self.may_fail, ints)
            try:
                _translate(body)
                break
            except Widened as variable:
                ints |= {variable.name}
        self.bodies[function.name] = body
        return body.fails

    def reached(self, roots: Iterable[str], *, without: Iterable[str] = ()) -> set[str]:
        """These functions and what they call, but not beyond some of them."""
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            name = waiting.pop()
            if name not in found and name not in without:
                found.add(name)
                waiting += self.bodies[name].calls
        return found


def _translate(body: Body) -> None:
    function = body.function
    for each in function.parameters:
        if isinstance(each.type, ArrayType):
            body.arrays[each.name] = block_of(each.name, each.type)
        else:
            body.write(function.node, each.name, Value(each.type, f"%p.{symbol(each.name)}"))
    try:
        statements(body, function.node.body)
    except RecursionError:
        message = f"{function.name} is nested too deeply: cut it into functions"
        raise body.error(function.node, message) from None
    if body.assigned is not None and function.result is not NONE:
        raise body.error(
            function.node, f"{function.name} may end without a value: it is -> {function.result.name}"
        )
    body.goto("return")


_WITH_PDEP = """declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal fastcc i64 @nth_bit(i64 %a, i64 %k) nounwind alwaysinline {
%there = icmp ult i64 %k, 64
%by = and i64 %k, 63
%one = shl i64 1, %by
%bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %a)
%place = call i64 @llvm.cttz.i64(i64 %bit, i1 false)
%found = select i1 %there, i64 %place, i64 64
ret i64 %found
}"""

_SELECT = """
def nth_bit_without_pdep(a: Int, k: Int) -> Int:
    pairs = wsub(a, shr(a, 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (shr(pairs, 2) & 0x3333333333333333)
    bytes = (fours + shr(fours, 4)) & 0x0F0F0F0F0F0F0F0F
    sixteens = (bytes + shr(bytes, 8)) & 0x00FF00FF00FF00FF
    halves = (sixteens + shr(sixteens, 16)) & 0x0000FFFF0000FFFF
    if not ult(k, (halves & 0xFF) + shr(halves, 32)):
        return 64
    at = 0
    n = halves & 0xFF
    if k >= n:
        k -= n
        at += 32
    n = shr(sixteens, at) & 0xFF
    if k >= n:
        k -= n
        at += 16
    n = shr(bytes, at) & 0xFF
    if k >= n:
        k -= n
        at += 8
    n = shr(fours, at) & 0xF
    if k >= n:
        k -= n
        at += 4
    n = shr(pairs, at) & 3
    if k >= n:
        k -= n
        at += 2
    return at + (1 if k >= shr(a, at) & 1 else 0)
"""
"""The k-th set bit by counting in ever smaller pieces, in the language itself."""


@cache
def _without_pdep() -> str:
    module = read(_SELECT, "nth_bit")
    functions = _Functions(module)
    (function,) = module.functions.values()
    functions.may_fail(function, function.node)
    text = definition(functions.bodies[function.name], 1, shared=False)
    return text.replace(f"@{name_of(function.name)}(", "@nth_bit(")


_PREAMBLE = """declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare double @llvm.sqrt.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.fabs.f64(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"""

_METADATA = """!0 = !{!"branch_weights", i32 1048576, i32 1}
!1 = !{!4, !4, i64 0}
!2 = !{!5, !5, i64 0}
!3 = !{!6, !6, i64 0}
!4 = !{!"Words", !7}
!5 = !{!"Halves", !7}
!6 = !{!"Floats", !7}
!7 = !{!"kernel"}"""
