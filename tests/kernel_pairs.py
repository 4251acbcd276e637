"""A kernel twice: compiled by LLVM and run by CPython. Whatever is called must go the same way on both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.kernel import Kernel, KernelFailure, compile_kernel, interpret_kernel
from croupier.kernel.arrays import Array
from croupier.kernel.cache import Cache

NOWHERE = Cache(None)

LEAST, MOST = -(1 << 63), (1 << 63) - 1
EDGES = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    63,
    64,
    1000,
    -1000,
    (1 << 31),
    -(1 << 31),
    1 << 62,
    MOST - 1,
    MOST,
    LEAST,
    LEAST + 1,
]
"""Integers where mistakes hide."""


class Pair:
    """Both makes of one kernel."""

    def __init__(self, text: str, exports: Iterable[str] = ("f",), opt: int = 1) -> None:
        exports = tuple(exports)
        self.interpreted = interpret_kernel(text, exports)
        self.compiled = compile_kernel(text, exports, opt=opt, cache=NOWHERE)

    def __call__(self, *arguments: Any, name: str = "f") -> Any:
        """The result of a call, or ("failed", code); the arrays are as the call left them."""
        copies = [each.copy() if isinstance(each, Array) else each for each in arguments]
        expected = told(self.interpreted, name, copies)
        found = told(self.compiled, name, list(arguments))
        assert same(found, expected), f"{name}{tuple(arguments)}: LLVM {found}, CPython {expected}"
        for one, other in zip(arguments, copies, strict=True):
            if isinstance(one, Array):
                assert all(map(same, one, other)), f"{name}: LLVM left {one}, CPython {other}"
        return found


def told(kernel: Kernel, name: str, arguments: list[Any]) -> Any:
    """How a call ends."""
    try:
        return getattr(kernel.call, name)(*arguments)
    except KernelFailure as problem:
        return ("failed", problem.code)


def same(one: Any, other: Any) -> bool:
    """Whether two results are the same, of the same type; a NaN is like any other."""
    return type(one) is type(other) and (one == other or {repr(one), repr(other)} == {"nan"})
