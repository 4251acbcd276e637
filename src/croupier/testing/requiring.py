"""Requirements that also hold under `python -O`, where asserts are left out."""

from __future__ import annotations


def require(holds: object, otherwise: str) -> None:
    """Raise an AssertionError with a sentence unless something holds.

    >>> require(1 + 1 == 2, "sums are wrong")
    """
    if not holds:
        raise AssertionError(otherwise)
