"""The text of one function in LLVM IR: its head, its body, its ends, and the face that C sees."""

from __future__ import annotations

from croupier.kernel.body import Body, name_of, symbol
from croupier.kernel.errors import BOUNDS, DIVISION, RANGE
from croupier.kernel.expressions import result_type, table_type
from croupier.kernel.reading import Function
from croupier.kernel.types import BOOL, NONE, ArrayType, Scalar

PREFIX = "croupier_kernel_"
"""In front of every symbol that is called from outside."""

LARGE = 100
"""Instructions from which on a function is not copied into its callers: copies cost most in compiling."""
COPIES = 400
"""Instructions that may be spent on copying a small function into all its callers."""


def exported(name: str) -> str:
    """The symbol of an exported function."""
    return PREFIX + symbol(name)


def definition(body: Body, uses: int, *, shared: bool) -> str:
    """A translated function; one that is shared can be called from another module."""
    function = body.function
    result = result_type(function, failing=body.fails)
    places = [*body.places]
    if function.result is not NONE:
        places.append(f"%result = alloca {function.result.ir}")
    if body.fails:
        places.append("%status = alloca i64")
    lines = [
        f"define {'' if shared else 'internal '}fastcc {result} @{name_of(function.name)}"
        f"({_parameters(function)}) nounwind {_inlining(body, uses)} {{",
        "entry:",
        *places,
        *body.lines,
        *_leaving(body, result),
        "}",
    ]
    return "\n".join(lines)


def declaration(body: Body) -> str:
    """A function of another module."""
    function = body.function
    result = result_type(function, failing=body.fails)
    return f"declare fastcc {result} @{name_of(function.name)}({_parameters(function)}) nounwind"


def _inlining(body: Body, uses: int) -> str:
    if body.function.inlining == "inline":
        return "alwaysinline"
    size = len(body.lines)
    if body.function.inlining or size > LARGE:
        return "noinline"
    return "alwaysinline" if size * uses <= COPIES else ""


def _leaving(body: Body, result: str) -> list[str]:
    """The end of a function. Returns and failures meet in one place, so that inlining leaves nothing."""
    kind = body.function.result
    lines = ["return:"]
    if not body.fails:
        if kind is NONE:
            return [*lines, "ret void"]
        return [*lines, f"%value = load {kind.ir}, ptr %result", f"ret {kind.ir} %value"]
    lines += ["store i64 0, ptr %status", "br label %exit"]
    for code, label in ((BOUNDS, "bounds"), (DIVISION, "division"), (RANGE, "range")):
        if code in body.exits:
            lines += [f"fail.{label}:", f"store i64 {code}, ptr %status", "br label %fail"]
    lines.append("fail:")
    if kind is not NONE:
        lines.append(f"store {kind.ir} zeroinitializer, ptr %result")
    lines += ["br label %exit", "exit:", "%code = load i64, ptr %status"]
    if kind is NONE:
        return [*lines, "ret i64 %code"]
    return [
        *lines,
        f"%value = load {kind.ir}, ptr %result",
        f"%first = insertvalue {result} poison, {kind.ir} %value, 0",
        f"%both = insertvalue {result} %first, i64 %code, 1",
        f"ret {result} %both",
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


def export(function: Function, *, failing: bool) -> str:
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
    called = f"call fastcc {inner} @{name_of(function.name)}({', '.join(passed)})"
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


def table(name: str, values: tuple[int, ...]) -> str:
    kind, _ = table_type(values)
    content = ", ".join(f"{kind} {each}" for each in values) or f"{kind} 0"
    size = max(len(values), 1)
    return f"@table.{symbol(name)} = private unnamed_addr constant [{size} x {kind}] [{content}]"
