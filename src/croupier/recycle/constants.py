"""Values that are known before the game begins: literals, declares and what is computed from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.recycle.program import Constant, Expr

MAX_INT = 2**63 - 1
MIN_INT = -(2**63)
MAX_RANGE = 100_000
"""How long a constant range may be."""


def constant(expr: Expr, known: Mapping[int, Constant]) -> Constant | None:
    """The value of an expression over literals and declared variables; None if it is not constant."""
    if expr.form in ("int", "name"):
        assert expr.value is not None
        return expr.value
    if expr.form == "var":
        return known.get(expr.slot)
    if expr.form == "names":
        return tuple(str(arg.value) for arg in expr.args)
    if expr.form == "ints":
        return tuple(int(arg.value or 0) for arg in expr.args)
    if not expr.args or any(arg.form == "bind" for arg in expr.args):
        return None
    args = [constant(arg, known) for arg in expr.args]
    if any(arg is None for arg in args):
        return None
    try:
        return _compute(expr.form, args)
    except (TypeError, ZeroDivisionError, OverflowError, IndexError):
        return None


def integer(expr: Expr, known: Mapping[int, Constant]) -> int | None:
    """The constant integer that an expression is, if it is one."""
    value = constant(expr, known)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def truncated(a: int, b: int) -> tuple[int, int]:
    """Quotient truncated toward 0, and remainder with the sign of the dividend.

    >>> truncated(-7, 2)
    (-3, -1)
    """
    quotient = abs(a) // abs(b)
    quotient = quotient if (a < 0) == (b < 0) else -quotient
    return quotient, a - b * quotient


def fibonacci(n: int) -> int:
    """F(1) = F(2) = 1; 0 for anything below 1.

    >>> [fibonacci(n) for n in range(8)]
    [0, 1, 1, 2, 3, 5, 8, 13]
    """
    a, b = 0, 1
    for _ in range(min(n, 200)):
        a, b = b, a + b
    return a


def power(base: int, exponent: int) -> int:
    """Integer power; below 0 the exponent has no integer result, beyond 64 bits the caller objects."""
    if exponent < 0:
        raise OverflowError("negative exponent")
    if abs(base) > 1 and exponent > 64:
        raise OverflowError("beyond 64 bits")
    return int(base ** min(exponent, 2 + exponent % 2) if abs(base) <= 1 else base**exponent)


def _compute(form: str, args: list[Constant | None]) -> Constant | None:
    ints = [a for a in args if isinstance(a, int)]
    result: Constant | None = None
    if form == "add":
        result = sum(ints)
    elif form == "multiply":
        result = 1
        for n in ints:
            result *= n
    elif form == "range" and len(ints) == 2:
        low, high = ints
        return tuple(range(low, high + 1)) if high - low < MAX_RANGE else None
    elif form == "size":
        collection = args[0]
        return len(collection) if isinstance(collection, tuple) else None
    elif len(args) == 2 and form in _BINARY:
        a, b = args
        result = _BINARY[form](a, b)
    elif form in ("max.int", "min.int") and ints:
        result = max(ints) if form == "max.int" else min(ints)
    elif form == "if.value":
        return args[1] if args[0] else args[2]
    elif form == "empty":
        return len(args[0]) == 0 if isinstance(args[0], tuple) else None
    elif form in ("tri", "fib") and ints:
        result = ints[0] * (ints[0] + 1) // 2 if form == "tri" else fibonacci(ints[0])
    elif form == "not":
        return not args[0]
    elif form in ("and", "or"):
        return (all if form == "and" else any)(bool(a) for a in args)
    if isinstance(result, int) and not MIN_INT <= result <= MAX_INT:
        raise OverflowError
    return result


_BINARY: dict[str, Callable[[Any, Any], Constant]] = {
    "subtract": lambda a, b: a - b,
    "divide": lambda a, b: truncated(a, b)[0],
    "modulo": lambda a, b: truncated(a, b)[1],
    "power": power,
    "less": lambda a, b: a < b,
    "greater": lambda a, b: a > b,
    "at.most": lambda a, b: a <= b,
    "at.least": lambda a, b: a >= b,
    "equal.int": lambda a, b: a == b,
    "unequal.int": lambda a, b: a != b,
    "equal.string": lambda a, b: a == b,
    "unequal.string": lambda a, b: a != b,
}
