"""How likely a difference is to be chance alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, ldexp, lgamma, log, sqrt

from croupier.lab.statistics import Moments


def p_value(differences: Moments) -> float | None:
    """The two-sided p of Student's test that the mean of paired differences is 0; None for fewer than two.

    It is never less than the least that the sign test could find: a few differences that are much alike say
    little, whatever Student makes of them.

    >>> round(p_value(Moments.of([3, 1, 4, 1, 5, 9, 2, 6, -2])), 4)
    0.0173
    >>> p_value(Moments.of([0, 0, 0])), p_value(Moments.of([1, 1, 1]))
    (1.0, 0.25)
    """
    n, total = differences.n, differences.total
    if n < 2:
        return None
    spread = n * differences.squares - total * total
    least = ldexp(1.0, 1 - n)
    if not spread:
        return least if total else 1.0
    t = abs(total) * sqrt(n - 1) / sqrt(spread)
    freedom = n - 1
    return max(least, _beta(freedom / 2, 0.5, freedom / (freedom + t * t)))


def holm(values: Sequence[float]) -> list[float]:
    """The p of several tests, corrected so that one chance in twenty is one for all of them together.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    found, highest = [0.0] * len(values), 0.0
    for place, i in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - place) * values[i]))
        found[i] = highest
    return found


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x >= (a + 1) / (a + b + 2):
        return 1 - front * _fraction(b, a, 1 - x) / b
    return front * _fraction(a, b, x) / a


def _fraction(a: float, b: float, x: float) -> float:
    """Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 300):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + term * d) or tiny)
            c = (1 + term / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return value
