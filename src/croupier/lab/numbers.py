"""Numbers as they stand in tables."""

from __future__ import annotations

from collections.abc import Iterable


def digits_for(numbers: Iterable[float | None]) -> int:
    """How many digits behind the point it takes to tell such numbers apart.

    >>> digits_for([0.2, 0.25]), digits_for([0.0012, 0.0011]), digits_for([])
    (3, 4, 3)
    """
    largest = max((abs(x) for x in numbers if x is not None), default=0.0)
    return 4 if 0 < largest < 0.01 else 3


def short(x: float | None, digits: int = 3) -> str:
    """Three digits behind the point for small numbers, fewer for large ones.

    >>> short(0.12345), short(12.345), short(12345.6), short(-0.00001), short(None)
    ('0.123', '12.3', '12,346', '0.000', '–')
    """
    if x is None:
        return "–"
    if abs(x) == float("inf"):
        return "∞" if x > 0 else "−∞"
    text = f"{x:.{digits}f}" if abs(x) < 10 else f"{x:.1f}" if abs(x) < 1000 else f"{x:,.0f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def signed(x: float | None, digits: int = 3) -> str:
    """The same for a difference: with its sign.

    >>> signed(0.5), signed(-0.5), signed(0)
    ('+0.500', '-0.500', '0.000')
    """
    text = short(x, digits)
    return f"+{text}" if x is not None and x > 0 and text.strip("0.") else text


def interval(low: float | None, high: float | None, digits: int = 3) -> str:
    """From where to where.

    >>> interval(0.1, 0.25), interval(None, None)
    ('0.100 to 0.250', '–')
    """
    return "–" if low is None or high is None else f"{short(low, digits)} to {short(high, digits)}"


def signed_interval(low: float | None, high: float | None, digits: int = 3) -> str:
    """The same for a difference."""
    return "–" if low is None or high is None else f"{signed(low, digits)} to {signed(high, digits)}"


def p_text(p: float | None) -> str:
    """A p as it is told: three digits, and nothing that looks like certainty.

    >>> p_text(0.0312), p_text(1e-7), p_text(1.0), p_text(None)
    ('0.031', '< 0.001', '1', '')
    """
    if p is None:
        return ""
    return "< 0.001" if p < 0.001 else "1" if p > 0.9995 else f"{p:.3f}"
