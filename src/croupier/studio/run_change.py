"""The changes between the numbers of two runs, and which of them are more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.lab.difference import mover
from croupier.lab.statistics import Estimate

Message = dict[str, Any]
_PARTS = ("value", "low", "high", "n")


def number_changes(before: Sequence[Message], after: Sequence[Message]) -> list[Message]:
    """Every number that both runs have, with its difference and the interval of that.

    The runs are taken for independent, which makes intervals rather too wide where they share deals. `clear`
    says that the interval leaves out 0.

    >>> one = {"name": "length", "value": 20.0, "low": 19.0, "high": 21.0, "n": 100}
    >>> [change] = number_changes([one], [{**one, "value": 24.0, "low": 23.0, "high": 25.0}])
    >>> change["difference"], round(change["low"], 2), change["clear"]
    (4.0, 2.59, True)
    """
    known = {one["name"]: one for one in before}
    found = []
    for new in after:
        old = known.get(new["name"])
        if old is None:
            continue
        told = mover(_estimate(new), _estimate(old))
        if told.value is None:
            continue
        found.append(
            {
                "name": new["name"],
                "before": {part: old[part] for part in _PARTS},
                "after": {part: new[part] for part in _PARTS},
                "difference": told.value,
                "low": told.low,
                "high": told.high,
                "clear": told.low is not None and told.high is not None and (told.low > 0 or told.high < 0),
            }
        )
    return found


def _estimate(number: Message) -> Estimate:
    return Estimate(*(number[part] for part in _PARTS))
