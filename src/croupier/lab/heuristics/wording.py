"""Numbers in sentences."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Any

from croupier.lab.statistics import Estimate


def percent(estimate: Estimate) -> str:
    """A share for a sentence: never beyond 0 or 100 %, and never more certain than it is.

    >>> percent(Estimate(0.312, 0.303, 0.321, 9)), percent(Estimate(0.5, None, None, 1))
    ('31.2 % ± 0.9', '50.0 %')
    >>> percent(Estimate(1.0, 0.838, 1.0, 20)), percent(Estimate(0.0, 0.0, 0.031, 120))
    ('at least 83 %', 'at most 4 %')
    >>> percent(Estimate(0.95, 0.764, 0.991, 20))
    '95.0 % (76.4 to 99.1)'
    """
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None:
        return "an unknown share"
    if low is None or high is None:
        return f"{100 * value:.1f} %"
    if value > 0.9995 and low < 1:
        return f"at least {_outwards(low, floor)} %"
    if value < 0.0005 and high > 0:
        return f"at most {_outwards(high, ceil)} %"
    reach = (high - low) / 2
    if value + reach > 1 or value - reach < 0:
        return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    digits = _digits(estimate, 100, 1)
    return f"{100 * value:.{digits}f} %{_reach(estimate, 100, digits)}"


def _outwards(share: float, way: Callable[[float], int]) -> str:
    """A limit in percent, rounded to the side on which it still holds.

    >>> _outwards(0.9996, floor), _outwards(0.0004, ceil)
    ('99.9', '0.1')
    """
    hundred = 100 * share
    if 1 < hundred < 99:
        return f"{way(hundred)}"
    return f"{way(10 * hundred) / 10:g}"


def span(estimate: Estimate) -> str:
    """A share as the interval that it lies in, for a verdict.

    >>> span(Estimate(0.382, 0.351, 0.414, 900)), span(Estimate(0.25, 0.249, 0.2514, 10**6))
    ('35 to 42 %', '24.9 to 25.2 %')
    >>> span(Estimate(1.0, 0.838, 1.0, 20)), span(Estimate(None, None, None, 0))
    ('at least 83 %', 'an unknown share')
    >>> span(Estimate(0.5, 0.0, 1.0, 2)), span(Estimate(0.5, 0.5, 0.5, 2))
    ('an unknown share', 'about 50 %')
    """
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None or low is None or high is None:
        return percent(estimate)
    if low == high:
        return f"about {100 * value:.0f} %"
    if low <= 0 and high >= 1:
        return "an unknown share"
    if high >= 1 and low < 1:
        return f"at least {_outwards(low, floor)} %"
    if low <= 0 and high > 0:
        return f"at most {_outwards(high, ceil)} %"
    digits = 0 if high - low > 0.02 else 1
    unit = 10**digits
    edges = (floor(100 * unit * low + 1e-9) / unit, ceil(100 * unit * high - 1e-9) / unit)
    return f"{edges[0]:.{digits}f} to {edges[1]:.{digits}f} %"


def number(estimate: Estimate, digits: int = 2) -> str:
    """A number for a sentence, with as many digits as its interval needs.

    >>> number(Estimate(3.14, 3.13, 3.15, 99), 1), number(Estimate(24.0, 24.0, 24.0, 9), 1)
    ('3.14 ± 0.01', '24.0')
    """
    if estimate.value is None:
        return "an unknown number"
    if estimate.low == estimate.value == estimate.high:
        return f"{estimate.value:.{digits}f}"
    digits = _digits(estimate, 1, digits)
    return f"{estimate.value:.{digits}f}{_reach(estimate, 1, digits)}"


def _reach(estimate: Estimate, factor: int, digits: int) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return f" ± {factor * (estimate.high - estimate.low) / 2:.{digits}f}"


def _digits(estimate: Estimate, factor: int, digits: int) -> int:
    """As many digits as it takes to show that an interval has a width, up to four."""
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return digits
    reach = factor * (estimate.high - estimate.low) / 2
    return next((d for d in range(digits, 4) if reach >= 0.5 / 10**d), 4)


def data(estimate: Estimate) -> dict[str, Any]:
    """An estimate among the details of another."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}


def within(estimate: Estimate, value: float) -> bool:
    """Whether an estimate leaves a value possible."""
    return estimate.low is None or estimate.high is None or estimate.low <= value <= estimate.high


def shifted(estimate: Estimate, factor: float, constant: float) -> Estimate:
    """A multiple of an estimate, plus a constant; a negative factor turns the interval round."""
    value, low, high = (
        None if x is None else factor * x + constant for x in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, *((low, high) if factor >= 0 else (high, low)), estimate.n)


def among(estimate: Estimate, *words: tuple[float, str]) -> str:
    """The words for an interval: those of the steps that both its ends lie on.

    Each word is for numbers up to the one beside it, the last one for all above as well. Where the interval
    reaches over more than two steps, too little is known to say anything.

    >>> steps = ((0.3, "low"), (0.6, "middling"), (1, "high"))
    >>> [among(Estimate(0.5, *edges, 9), *steps) for edges in ((0.4, 0.5), (0.2, 0.5), (0.1, 0.9))]
    ['middling', 'low or middling', 'too few games to tell']
    >>> among(Estimate(0.5, None, None, 1), *steps)
    'too few games to tell'
    """
    at = steps_of(estimate, *(most for most, _ in words))
    if at is None or at[1] - at[0] > 1:
        return TOO_FEW
    first, last = (words[step][1] for step in at)
    return first if first == last else f"{first} or {last}"


TOO_FEW = "too few games to tell"

FEW = 10
"""Of fewer cases than these nothing is said if they are all alike."""


def steps_of(estimate: Estimate, *limits: float) -> tuple[int, int] | None:
    """The steps on which the two ends of an interval lie, by their upper limits; None without an interval."""
    if estimate.low is None or estimate.high is None:
        return None
    if estimate.low == estimate.high and estimate.n < FEW:
        # A few cases that are all alike do not make it certain.
        return None
    last = len(limits) - 1

    def step(x: float) -> int:
        return next((i for i, most in enumerate(limits[:-1]) if x <= most), last)

    return step(estimate.low), step(estimate.high)


def plural(count: float, word: str) -> str:
    """So many of something.

    >>> plural(1, "round"), plural(2.5, "round")
    ('1 round', '2.5 rounds')
    """
    return f"{count:,g} {word}{'' if count == 1 else 's'}"
