"""Numbers in reports."""

from __future__ import annotations

from croupier.lab.statistics import Estimate


def percent(estimate: Estimate) -> str:
    """A share.

    >>> percent(Estimate(0.3125, None, None, 80)), percent(Estimate(None, None, None, 0))
    ('31.2 %', '–')
    """
    return "–" if estimate.value is None else f"{100 * estimate.value:.1f} %"


def signed(number: float) -> str:
    """A difference, with a proper sign.

    >>> signed(-0.25), signed(0.0), signed(0.5)
    ('−0.25', '0.00', '+0.50')
    """
    text = f"{number:+.2f}"
    return "0.00" if text in ("+0.00", "-0.00") else text.replace("-", "−")


def interval(estimate: Estimate) -> str:
    """The interval of a share.

    >>> interval(Estimate(0.3, 0.251, 0.35, 80)), interval(Estimate(0.3, None, None, 1))
    ('25.1 to 35.0 %', '–')
    """
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"
