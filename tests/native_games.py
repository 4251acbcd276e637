"""The same program on both engines, for the tests that compare them."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from croupier.interpreter.game import RecycleGame
from croupier.kernel import Kernel, compile_kernel, interpret_kernel
from croupier.kernel.cache import Cache
from croupier.native import NativeGame, code
from croupier.recycle.program import Program

KEPT = "CROUPIER_TEST_KERNELS"
"""The environment variable with the folder for kernels of tests, which is not the user's cache."""


@lru_cache(maxsize=64)
def quickly_compiled(text: str, exports: tuple[str, ...], name: str, opt: int) -> Kernel:
    """Machine code without optimisation: made in a third of the time, and kept for other tests."""
    folder = os.environ.get(KEPT)
    cache = Cache(None) if folder is None else Cache(Path(folder), secret=Path(folder) / "secret")
    return compile_kernel(text, exports, name, min(0, opt), cache=cache)


def run_by_cpython(text: str, exports: tuple[str, ...], name: str, opt: int) -> Kernel:
    """No machine code at all: the cheapest way to play a small game once or twice."""
    assert opt >= 0
    return interpret_kernel(text, exports, name)


def on_both(program: Program, kernel_of: object = quickly_compiled) -> tuple[RecycleGame, NativeGame]:
    """The program on the interpreter, and on the native engine with kernels made as told."""
    native = NativeGame(program, "game")
    usual = code._kernel
    try:
        code._kernel = kernel_of  # type: ignore[assignment]
        assert native.code.stepping
    finally:
        code._kernel = usual
    return RecycleGame(program, "game"), native
