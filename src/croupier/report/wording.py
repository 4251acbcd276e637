"""Shares in reports."""

from __future__ import annotations

from croupier.lab.statistics import Estimate


def percent(estimate: Estimate) -> str:
    """A share.

    >>> percent(Estimate(0.3125, None, None, 80)), percent(Estimate(None, None, None, 0))
    ('31.2 %', '–')
    """
    return "–" if estimate.value is None else f"{100 * estimate.value:.1f} %"


def interval(estimate: Estimate) -> str:
    """The interval of a share.

    >>> interval(Estimate(0.3, 0.251, 0.35, 80)), interval(Estimate(0.3, None, None, 1))
    ('25.1 to 35.0 %', '–')
    """
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"
