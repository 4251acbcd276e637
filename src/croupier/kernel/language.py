"""The names that kernel text may use, as CPython runs them.

This is the definition of the meaning: the translator must give the same results, bit for bit. An Int is a
signed 64-bit integer. Where plain arithmetic would leave that range the text is wrong; the functions whose
names begin with w wrap around instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from croupier.kernel.arrays import Array, Floats, Halves, Words
from croupier.kernel.errors import BOUNDS, CODES, DIVISION, RANGE, KernelFailure, failure

MASK = (1 << 64) - 1
LEAST, MOST = -(1 << 63), (1 << 63) - 1


def _signed(a: int) -> int:
    """The Int with the same lower 64 bits."""
    return ((a + (1 << 63)) & MASK) - (1 << 63)


def wadd(a: int, b: int) -> int:
    """A + b, wrapped to 64 bits.

    >>> wadd(MOST, 1) == LEAST
    True
    """
    return _signed(a + b)


def wsub(a: int, b: int) -> int:
    """A - b, wrapped to 64 bits."""
    return _signed(a - b)


def wmul(a: int, b: int) -> int:
    """A * b, wrapped to 64 bits."""
    return _signed(a * b)


def wshl(a: int, k: int) -> int:
    """The bits of a moved up by k modulo 64; what leaves the 64 bits is lost."""
    return _signed(a << (k & 63))


def shr(a: int, k: int) -> int:
    """The bits of a moved down by k modulo 64, zeros coming in at the top."""
    return _signed((a & MASK) >> (k & 63))


def rotl(a: int, k: int) -> int:
    """The bits of a moved up by k modulo 64; what leaves at the top comes in at the bottom."""
    a, k = a & MASK, k & 63
    return _signed(a << k | a >> (64 - k))


def umulhi(a: int, b: int) -> int:
    """The upper 64 bits of the product of a and b taken as unsigned."""
    return _signed((a & MASK) * (b & MASK) >> 64)


def ult(a: int, b: int) -> bool:
    """Whether a < b, both taken as unsigned."""
    return (a & MASK) < (b & MASK)


def popcount(a: int) -> int:
    """How many bits are set."""
    return (a & MASK).bit_count()


def ctz(a: int) -> int:
    """How many zeros are below the lowest set bit; 64 for 0."""
    return (a & -a).bit_length() - 1 if a & MASK else 64


def clz(a: int) -> int:
    """How many zeros are above the highest set bit; 64 for 0."""
    return 64 - (a & MASK).bit_length()


def nth_bit(a: int, k: int) -> int:
    """The position of the k-th set bit from below, counted from 0; 64 if there is none.

    >>> nth_bit(0b10110, 0), nth_bit(0b10110, 2), nth_bit(0b10110, 3)
    (1, 4, 64)
    """
    a &= MASK
    if not 0 <= k < a.bit_count():
        return 64
    for _ in range(k):
        a &= a - 1
    return ctz(a)


def add_overflows(a: int, b: int) -> bool:
    """Whether a + b is beyond 64 bits."""
    return not LEAST <= a + b <= MOST


def sub_overflows(a: int, b: int) -> bool:
    """Whether a - b is beyond 64 bits."""
    return not LEAST <= a - b <= MOST


def mul_overflows(a: int, b: int) -> bool:
    """Whether a * b is beyond 64 bits."""
    return not LEAST <= a * b <= MOST


def copy(dst: Array[Any], d: int, src: Array[Any], s: int, n: int) -> None:
    """Put the n elements from src[s] on at dst[d] and after."""
    dst.part(d, n).cells[:] = src.part(s, n).cells


def fill(dst: Array[Any], d: int, n: int, value: Any) -> None:
    """Put a value into the n elements from dst[d] on."""
    stretch = dst.part(d, n)
    one = type(dst).of(1)
    one[0] = value
    stretch[:] = one.tolist() * n


def part(block: Array[Any], start: int, n: int) -> Array[Any]:
    """The array of n elements of a block from start on: the same memory."""
    return block.part(start, n)


def now(block: Array[Any], index: int) -> int:
    """An element as memory holds it at this moment, although another thread may have changed it."""
    return int(block[index])


def sqrt(x: float) -> float:
    """The square root; of a negative number it fails with RANGE."""
    return math.sqrt(x) if x >= 0 else x if math.isnan(x) else failure(RANGE)


def log(x: float) -> float:
    """The natural logarithm; of a number that is not positive it fails with RANGE."""
    return math.log(x) if x > 0 else x if math.isnan(x) else failure(RANGE)


def _int(x: float) -> int:
    """The integer part; beyond 64 bits it fails with RANGE."""
    return int(x) if LEAST <= x < 1 << 63 else failure(RANGE)


def _absolute(x: Any) -> Any:
    return abs(x)


class Table(tuple[int, ...]):
    """Constants in a row; an index outside fails with BOUNDS."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        if 0 <= place < len(self):
            return super().__getitem__(place)
        raise KernelFailure(BOUNDS)


def table(values: Iterable[int]) -> Table:
    """A table of constants."""
    return Table(values)


def _same(function: Callable[..., Any]) -> Callable[..., Any]:
    """What ``@inline``, ``@outline`` and ``@hot`` are to CPython: nothing."""
    return function


def caught(function: Callable[..., None], *arguments: Any) -> int:
    """The code that a call fails with; 0 when it does not.

    Kernel text writes ``caught(f(x))``; `interpret` takes the call apart before CPython runs it.
    """
    try:
        function(*arguments)
    except KernelFailure as problem:
        return problem.code
    except ZeroDivisionError:
        return DIVISION
    return 0


NAMES: dict[str, Any] = {
    **CODES,
    "Int": int,
    "Float": float,
    "Bool": bool,
    "Words": Words,
    "Halves": Halves,
    "Floats": Floats,
    "table": table,
    "inline": _same,
    "outline": _same,
    "hot": _same,
    "fail": failure,
    "caught": caught,
    "int": _int,
    "float": float,
    "abs": _absolute,
    "min": min,
    "max": max,
    "len": len,
    "range": range,
    **{
        function.__name__: function
        for function in (
            *(wadd, wsub, wmul, wshl, shr, rotl, umulhi, ult),
            *(popcount, ctz, clz, nth_bit, add_overflows, sub_overflows, mul_overflows),
            *(copy, fill, part, now, sqrt, log),
        )
    },
}
"""Everything that kernel text may name without defining it."""
