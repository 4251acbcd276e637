"""What more thinking is worth: one measure, one curve, from which both depth and skill trace are read.

The measure of a rung is what the larger budget wins alone among half of it; where seats share the result, how
much more it scores.
"""

from __future__ import annotations

from typing import Any

from croupier.lab.heuristic import ArrayHeuristic, Score
from croupier.lab.heuristics.wording import data, number, percent
from croupier.lab.ladder import Ladder, Rung, amount_of
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import CONFIDENCE, Estimate, student


def _rungs(ladder: Ladder) -> list[dict[str, Any]]:
    return [
        {
            "k": rung.k,
            "player": rung.stronger,
            "against": rung.weaker,
            "difference": data(rung.difference),
            "p": rung.p,
            "corrected_p": rung.corrected,
            "wins": None if rung.wins is None else data(rung.wins),
        }
        for rung in ladder.rungs
    ]


def _curve(ladder: Ladder) -> tuple[float, ...]:
    return tuple(rung.measure.value or 0.0 for rung in ladder.rungs)


def depth_of(ladder: Ladder) -> int:
    """The highest rung at which twice the budget is better beyond doubt; 0 if there is none."""
    return max((rung.k for rung in ladder.rungs if rung.climbed), default=0)


def trace(evidence: Evidence, ladder: Ladder) -> str:
    """What every doubling of the budget is worth, in words."""
    steps = [f"{2**rung.k} over {2 ** (rung.k - 1)} {_worth(evidence, rung)}" for rung in ladder.rungs]
    if ladder.levels:
        return f"twice the budget scores more by: {', '.join(steps)}"
    return (
        f"alone among half of its budget it wins: {', '.join(steps)}; chance is "
        f"{100 * ladder.rungs[0].even:.3g} %"
    )


def _worth(evidence: Evidence, rung: Rung) -> str:
    found = at_confidence(rung, evidence.confidence)
    return number(found) if rung.wins is None else percent(found)


def depth_sentence(evidence: Evidence, ladder: Ladder) -> str:
    """How long it pays to think longer, by the whole curve."""
    value, cap = depth_of(ladder), ladder.rungs[-1].k
    what = amount_of(evidence.player) or "budget"
    if value:
        told = f"Thinking longer pays up to {what}={2**value}, as far as is sure"
        more = [rung.k for rung in ladder.rungs if rung.k > value and rung.possible]
        told += f"; up to {2 ** max(more)} it may" if more else ""
    elif any(rung.possible for rung in ladder.rungs):
        told = f"It is not shown that thinking longer pays, up to {what}={2**cap}"
    else:
        told = f"Thinking longer does not pay, up to {what}={2**cap}"
    return f"{told} ({trace(evidence, ladder)}; {ladder.rungs[0].measure.n:,} deals each)."


class Depth(ArrayHeuristic):
    """How long it pays to think longer."""

    name, title = "depth", "Depth"
    width = None
    rivals, precise, sampled = False, False, False

    def score(self, evidence: Evidence) -> Score:
        """The highest rung of the ladder that is better than the one below beyond doubt."""
        ladder = evidence.ladder
        if ladder is None or not ladder.rungs:
            return self.undefined(evidence.reasons.get("ladder", "the budgets were not compared"))
        value = depth_of(ladder)
        high = max((rung.k for rung in ladder.rungs if rung.possible), default=0)
        details = {"cap": ladder.rungs[-1].k, "deals": ladder.deals, "rungs": _rungs(ladder)}
        return self.told(
            Estimate(float(value), float(value), float(max(value, high)), ladder.games),
            depth_sentence(evidence, ladder),
            details,
            _curve(ladder),
        )


def at_confidence(rung: Rung, confidence: float) -> Estimate:
    """The measure of a rung, which the ladder tells at 95 %, with the interval of another confidence."""
    found, deals = rung.measure, rung.difference.n
    if found.value is None or found.low is None or found.high is None or confidence == CONFIDENCE:
        return found
    factor = student(deals - 1, confidence) / student(deals - 1)
    low, high = (found.value + factor * (edge - found.value) for edge in (found.low, found.high))
    if rung.wins is not None:
        low, high = max(0.0, low), min(1.0, high)
    return Estimate(found.value, low, high, found.n)


class SkillTrace(ArrayHeuristic):
    """What twice the budget wins against the simple one."""

    name, title = "skilltrace", "Skill trace"
    width = None
    rivals, precise = False, False

    def score(self, evidence: Evidence) -> Score:
        """The last point of the curve that depth is read from; its details have every rung."""
        ladder = evidence.ladder
        if ladder is None or not ladder.rungs:
            return self.undefined(evidence.reasons.get("ladder", "the budgets were not compared"))
        rung = ladder.rungs[-1]
        found = at_confidence(rung, evidence.confidence)
        if found.value is None:
            return self.undefined("no such game finished")
        if rung.wins is None:
            told = f"{rung.stronger} scores {number(found)} more than {rung.weaker} on the same deals"
        else:
            told = (
                f"{rung.stronger} alone among {rung.weaker} wins {percent(found)}, chance would be "
                f"{100 * rung.even:.3g} %"
            )
        return self.told(
            found,
            f"{told}: the last step of the curve of which depth tells.",
            {"fair_share": rung.even, "rungs": _rungs(ladder)},
            _curve(ladder),
        )
