"""A kernel module to LLVM IR, as text.

Writing text is several times faster than building it up from objects, and the same text is what one reads
when something is unclear (``Kernel.ir``).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from croupier.native.kernel.body import Body, Widened, block_of, symbol
from croupier.native.kernel.errors import BOUNDS, DIVISION, RANGE, KernelError
from croupier.native.kernel.expressions import result_type, table_type
from croupier.native.kernel.reading import Function, Module, read, recursion
from croupier.native.kernel.statements import statements
from croupier.native.kernel.types import BOOL, NONE, ArrayType, Parameter, Scalar, Value

PREFIX = "croupier_kernel_"
"""In front of every symbol that can be seen from outside."""


def exported(name: str) -> str:
    """The symbol of an exported function."""
    return PREFIX + symbol(name)


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
    signatures: tuple[Signature, ...]


def translate(module: Module, exports: Iterable[str], *, bmi2: bool = False) -> Translation:
    """The LLVM IR of a module, for a processor with or without the BMI2 instructions."""
    names = tuple(dict.fromkeys(exports))
    for name in names:
        if name not in module.functions:
            raise KernelError(f"{name} is exported but not defined", name=module.name)
    functions = _Functions(module)
    for function in module.functions.values():
        functions.may_fail(function, function.node)
    signatures = tuple(
        Signature(name, module.functions[name].parameters, module.functions[name].result, functions.fails(name))
        for name in names
    )
    lines = [
        _PREAMBLE,
        *(_table(name, values) for name, values in module.tables.items()),
        *_nth_bit(module.text, bmi2=bmi2),
        *functions.written(names),
        *(_export(module.functions[each.name], failing=each.fails) for each in signatures),
        _METADATA,
    ]
    return Translation("\n".join(lines), signatures)


class _Functions:
    """The functions of a module, each translated when it is needed first."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.bodies: dict[str, Body] = {}
        self._begun: set[str] = set()

    def fails(self, name: str) -> bool:
        """Whether a translated function may fail."""
        return self.bodies[name].fails

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

    def written(self, roots: Iterable[str]) -> Iterator[str]:
        """The text of the functions that are called from these, or are these."""
        uses = Counter(roots)
        waiting = list(uses)
        while waiting:
            for callee in self.bodies[waiting.pop()].calls:
                if callee not in uses:
                    waiting.append(callee)
                uses[callee] += 1
        return (_definition(body, uses[name]) for name, body in self.bodies.items() if name in uses)


LARGE = 100
"""Instructions from which on a function is not copied into its callers: that is most of the time of compiling."""
COPIES = 400
"""Instructions that may be spent on copying a small function into all its callers."""


def _inlining(body: Body, uses: int) -> str:
    match body.function.inlining:
        case "inline":
            return "alwaysinline"
        case "outline":
            return "noinline"
        case "cold":
            return "noinline optnone"
    size = len(body.lines)
    if size > LARGE:
        return "noinline"
    return "alwaysinline" if size * uses <= COPIES else ""


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


def _definition(body: Body, uses: int) -> str:
    function = body.function
    result = result_type(function, failing=body.fails)
    places = [*body.places]
    if function.result is not NONE:
        places.append(f"%result = alloca {function.result.ir}")
    if body.fails:
        places.append("%status = alloca i64")
    lines = [
        f"define internal fastcc {result} @{symbol('f.' + function.name)}({_parameters(function)})"
        f" nounwind {_inlining(body, uses)} {{",
        "entry:",
        *places,
        *body.lines,
        *_leaving(body, result),
        "}",
    ]
    return "\n".join(lines)


def _leaving(body: Body, result: str) -> list[str]:
    """The end of a function: by return, or by failing."""
    kind = body.function.result
    lines = ["return:"]
    if kind is not NONE:
        lines.append(f"%value = load {kind.ir}, ptr %result")
    if not body.fails:
        return [*lines, "ret void" if kind is NONE else f"ret {kind.ir} %value"]
    if kind is NONE:
        lines.append("ret i64 0")
    else:
        lines += [
            f"%both = insertvalue {result} {{ {kind.ir} undef, i64 0 }}, {kind.ir} %value, 0",
            f"ret {result} %both",
        ]
    for code, label in ((BOUNDS, "bounds"), (DIVISION, "division"), (RANGE, "range")):
        if code in body.exits:
            lines += [f"fail.{label}:", f"store i64 {code}, ptr %status", "br label %fail"]
    lines += ["fail:", "%code = load i64, ptr %status"]
    if kind is NONE:
        return [*lines, "ret i64 %code"]
    return [
        *lines,
        f"%failed = insertvalue {result} {{ {kind.ir} zeroinitializer, i64 0 }}, i64 %code, 1",
        f"ret {result} %failed",
    ]


def _parameters(function: Function) -> str:
    written = []
    for each in function.parameters:
        name = symbol(each.name)
        if isinstance(each.type, Scalar):
            written.append(f"{each.type.ir} %p.{name}")
            continue
        size, length = each.type.element.size, each.type.length
        reach = f" dereferenceable({size * length})" if length is not None else ""
        written.append(f"ptr noalias align {size}{reach} %p.{name}")
        if length is None:
            written.append(f"i64 %n.{name}")
    return ", ".join(written)


def _export(function: Function, *, failing: bool) -> str:
    """The function as C sees it: a Bool is an integer; one that may fail gives its status.

    The value of a function that may fail goes to where the last argument points.
    """
    given, passed, lines = [], [], []
    for k, each in enumerate(function.parameters):
        if isinstance(each.type, ArrayType):
            given.append(f"ptr %a{k}")
            passed.append(f"ptr %a{k}")
            if each.type.length is None:
                given.append(f"i64 %n{k}")
                passed.append(f"i64 %n{k}")
        elif each.type is BOOL:
            given.append(f"i64 %a{k}")
            lines.append(f"%b{k} = icmp ne i64 %a{k}, 0")
            passed.append(f"i1 %b{k}")
        else:
            given.append(f"{each.type.ir} %a{k}")
            passed.append(f"{each.type.ir} %a{k}")
    kind, inner = function.result, result_type(function, failing=failing)
    called = f"call fastcc {inner} @{symbol('f.' + function.name)}({', '.join(passed)})"
    outer = "i64" if failing or kind is BOOL else kind.ir
    if kind is NONE:
        lines += [called, "ret void"] if not failing else [f"%r = {called}", "ret i64 %r"]
    elif not failing:
        lines.append(f"%r = {called}")
        lines += ["%w = zext i1 %r to i64", "ret i64 %w"] if kind is BOOL else [f"ret {outer} %r"]
    else:
        given.append("ptr %out")
        lines += [f"%r = {called}", f"%v = extractvalue {inner} %r, 0"]
        if kind is BOOL:
            lines += ["%w = zext i1 %v to i64", "store i64 %w, ptr %out"]
        else:
            lines.append(f"store {kind.ir} %v, ptr %out")
        lines += [f"%s = extractvalue {inner} %r, 1", "ret i64 %s"]
    head = f"define {outer} @{exported(function.name)}({', '.join(given)}) nounwind {{"
    return "\n".join([head, *lines, "}"])


def _table(name: str, values: tuple[int, ...]) -> str:
    kind, _ = table_type(values)
    content = ", ".join(f"{kind} {each}" for each in values) or f"{kind} 0"
    size = max(len(values), 1)
    return f"@table.{symbol(name)} = private unnamed_addr constant [{size} x {kind}] [{content}]"


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


def _nth_bit(text: str, *, bmi2: bool) -> list[str]:
    if "nth_bit" not in text:
        return []
    return [_WITH_PDEP if bmi2 else _without_pdep()]


@cache
def _without_pdep() -> str:
    module = read(_SELECT, "nth_bit")
    functions = _Functions(module)
    (function,) = module.functions.values()
    functions.may_fail(function, function.node)
    (text,) = functions.written([function.name])
    return text.replace(f"@f.{function.name}(", "@nth_bit(")


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
