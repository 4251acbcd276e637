"""Numbers in sentences."""

from __future__ import annotations

from typing import Any

from croupier.lab.statistics import Estimate


def percent(estimate: Estimate) -> str:
    """A share for a sentence.

    >>> percent(Estimate(0.312, 0.303, 0.321, 9)), percent(Estimate(0.5, None, None, 1))
    ('31.2 % ± 0.9', '50.0 %')
    """
    if estimate.value is None:
        return "an unknown share"
    return f"{100 * estimate.value:.1f} %{_reach(estimate, 100, 1)}"


def number(estimate: Estimate, digits: int = 2) -> str:
    """A number for a sentence."""
    if estimate.value is None:
        return "an unknown number"
    return f"{estimate.value:.{digits}f}{_reach(estimate, 1, digits)}"


def _reach(estimate: Estimate, factor: int, digits: int) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return f" ± {factor * (estimate.high - estimate.low) / 2:.{digits}f}"


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


def among(value: float, *words: tuple[float, str]) -> str:
    """The first word whose number the value does not exceed; the last one is for all that is left."""
    return next((word for most, word in words if value <= most), words[-1][1])


def plural(count: float, word: str) -> str:
    """So many of something.

    >>> plural(1, "round"), plural(2.5, "round")
    ('1 round', '2.5 rounds')
    """
    return f"{count:,g} {word}{'' if count == 1 else 's'}"
