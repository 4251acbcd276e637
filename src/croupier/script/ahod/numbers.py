"""Integers of any length as text and back; Python itself refuses more than a few thousand digits at once."""

from __future__ import annotations

_PIECE = 4000

LONGEST_LITERAL = 10_000
"""So many digits a number in a program may have: reading it takes time with the square of them."""


def integer(digits: str) -> int:
    """The integer that decimal digits stand for.

    >>> integer("-12"), integer("9" * 5000) == 10**5000 - 1
    (-12, True)
    """
    if len(digits) <= _PIECE:
        return int(digits)
    sign = -1 if digits[0] == "-" else 1
    digits = digits.lstrip("+-")
    value = 0
    for start in range(0, len(digits), _PIECE):
        piece = digits[start : start + _PIECE]
        value = value * 10 ** len(piece) + int(piece)
    return sign * value


def digits_of(value: int) -> str:
    """The decimal digits of an integer.

    >>> digits_of(-12), digits_of(10**5000) == "1" + "0" * 5000
    ('-12', True)
    """
    if value.bit_length() < 13_000:
        return str(value)
    sign, rest = ("-", -value) if value < 0 else ("", value)
    pieces: list[str] = []
    while rest:
        rest, piece = divmod(rest, 10**_PIECE)
        pieces.append(str(piece).zfill(_PIECE))
    return sign + "".join(reversed(pieces)).lstrip("0")
