"""Scoring that everybody can follow: it reads nothing but what lies open."""

from __future__ import annotations

from croupier.recycle.program import Program
from croupier.recycle.traits import Seen


def scores_openly(program: Program) -> bool:
    """The scores at any moment follow from open cards and stored values alone, and draw nothing.

    >>> from croupier import read
    >>> scores_openly(read("hearts")), scores_openly(read("cuckoo"))
    (True, True)
    """
    return all(
        (expr.traits.location is None or expr.traits.location.seen is Seen.BY_ALL)
        and expr.traits.draws is None
        for expr in program.scoring.walk()
    )
