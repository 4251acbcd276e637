"""How even some shares are, how likely unevenness is to be chance, and intervals by leaving groups out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import exp, fsum, lgamma, log, sqrt
from random import Random
from statistics import NormalDist

from croupier.lab.statistics import CONFIDENCE, Estimate, deviations, student

DRAWS = 2000
"""How many times errors are drawn to see how far off the evenness may be."""

DRAWN = 0.99
"""Up to this confidence the draws themselves tell the interval."""


def evenness(shares: Sequence[float], n: int, confidence: float = CONFIDENCE) -> Estimate:
    """1 if n wins are shared evenly, 0 if one has them all: 1 − ½ Σ│x − f│ / (1 − f).

    The sum bends where a share is even. So the interval goes by the signs that are sure: of shares that are
    surely above or below f the errors add up with their signs, of all others with whatever sign they have.
    It is exact for two shares and for even ones, and rather too wide than too narrow between.

    >>> evenness([0.25] * 4, 10_000).value, evenness([1, 0, 0, 0], 10_000).value
    (1.0, 0.0)
    """
    count = len(shares)
    if not n or count < 2:
        return Estimate(None, None, None, n)
    fair = 1 / count
    value = 1 - fsum(abs(x - fair) for x in shares) / 2 / (1 - fair)
    # As in Wilson's interval: shares of 0 and 1 are not certain.
    z = deviations(confidence)
    drawn_in = [(n * x + z * z * fair) / (n + z * z) for x in shares]
    sure = deviations(1 - (1 - confidence) / count)
    signs = [(1 if x > fair else -1) if abs(x - fair) > sure * sqrt(x * (1 - x) / n) else 0 for x in drawn_in]
    errors = sorted(_errors(drawn_in, n, signs))
    # The draws do not reach far into the tail, which falls as that of a normal error at least.
    level = min(confidence, DRAWN)
    reach = errors[int(level * DRAWS)] * z / deviations(level) / 2 / (1 - fair)
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach), n)


def _errors(shares: Sequence[float], n: int, signs: Sequence[int]) -> list[float]:
    """How far off the sum may be, drawn again and again from the normal limit."""
    errors_of_one = [sqrt(x / n) for x in shares]
    found = []
    for draws in _draws(len(shares)):
        parts = [error * draw for error, draw in zip(errors_of_one, draws, strict=True)]
        total, signed, unsigned = fsum(parts), 0.0, 0.0
        for part, x, sign in zip(parts, shares, signs, strict=True):
            error = part - x * total
            if sign:
                signed += sign * error
            else:
                unsigned += abs(error)
        found.append(abs(signed) + unsigned)
    return found


@cache
def _draws(count: int) -> list[list[float]]:
    """Standard normal numbers, always the same."""
    draw, normal = Random(1), NormalDist()
    return [[normal.inv_cdf(draw.random() or 0.5) for _ in range(count)] for _ in range(DRAWS)]


def equality_p(shares: Sequence[float], n: int) -> float | None:
    """How likely shares would be as uneven as these if they were even (Pearson's chi-square).

    >>> round(equality_p([0.5, 0.5], 100), 3), round(equality_p([0.6, 0.4], 100), 3)
    (1.0, 0.046)
    """
    count = len(shares)
    if not n or count < 2:
        return None
    statistic = n * count * fsum((x - 1 / count) ** 2 for x in shares)
    return gamma_tail((count - 1) / 2, statistic / 2)


def equal_means_p(values: Sequence[float], errors: Sequence[float]) -> float:
    """How likely values with such standard errors would be as far apart if all were the same (Cochran's Q).

    >>> round(equal_means_p([0.5, 0.6], [0.03, 0.04]), 3)
    0.046
    >>> equal_means_p([1, 1], [0, 0]), equal_means_p([1, 2], [0, 0])
    (1.0, 0.0)
    """
    if max(values) - min(values) < 1e-12:
        return 1.0
    # What never varied is as good as certain.
    weights = [1 / max(error, 1e-9) ** 2 for error in errors]
    mean = sum(w * x for w, x in zip(weights, values, strict=True)) / sum(weights)
    statistic = sum(w * (x - mean) ** 2 for w, x in zip(weights, values, strict=True))
    return gamma_tail((len(values) - 1) / 2, statistic / 2) if statistic < 1e4 else 0.0


def gamma_tail(a: float, x: float) -> float:
    """The upper regularised incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    front = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        k = a
        while term > total * 1e-15:
            k += 1
            term *= x / k
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300
    b, c = x + 1 - a, 1 / tiny
    d = 1 / b
    value = d
    for i in range(1, 1000):
        part = -i * (i - a)
        b += 2
        d = 1 / (part * d + b or tiny)
        c = b + part / c or tiny
        value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return min(1.0, front * value)


def jackknife(
    statistic: Callable[[Sequence[int]], float | None],
    groups: int,
    n: int,
    confidence: float = CONFIDENCE,
    bounds: tuple[float, float] = (0.0, 1.0),
    noise: float = 0.0,
) -> Estimate:
    """An interval for any statistic of groups of games: by how it moves if a group is left out.

    The statistic is told the numbers of the groups that it may use, and says None if it is not defined. It
    may go beyond the bounds, and is cut off at the end: what is cut off before does not move any more when a
    group is left out. `noise` is a standard deviation that it has in any case, and that leaving out groups
    does not show.
    """
    everything = list(range(groups))
    value = statistic(everything)
    without = [statistic([g for g in everything if g != left]) for left in everything]
    known = [found for found in without if found is not None]
    if value is None or len(known) < 3:
        return Estimate(value, None, None, n if value is not None else 0)
    mean = fsum(known) / len(known)
    variance = (len(known) - 1) / len(known) * fsum((found - mean) ** 2 for found in known)
    reach = student(len(known) - 1, confidence) * sqrt(variance + noise * noise)
    least, most = bounds
    value, low, high = (min(most, max(least, each)) for each in (value, value - reach, value + reach))
    return Estimate(value, low, high, n)
