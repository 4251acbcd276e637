"""The kernel language: a restricted Python that LLVM compiles and CPython runs as it is."""

from croupier.kernel.arrays import Floats, Halves, Words, floats, halves, side_by_side, words
from croupier.kernel.build import Kernel, compile_kernel, interpret_kernel, kernel
from croupier.kernel.errors import BOUNDS, DIVISION, RANGE, KernelEnded, KernelError, KernelFailure

__all__ = [
    "BOUNDS",
    "DIVISION",
    "RANGE",
    "Floats",
    "Halves",
    "Kernel",
    "KernelEnded",
    "KernelError",
    "KernelFailure",
    "Words",
    "compile_kernel",
    "floats",
    "halves",
    "interpret_kernel",
    "kernel",
    "side_by_side",
    "words",
]
