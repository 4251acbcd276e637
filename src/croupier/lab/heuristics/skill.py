"""What more thinking is worth."""

from __future__ import annotations

from typing import Any

from croupier.lab.heuristic import ArrayHeuristic, Score
from croupier.lab.heuristics.wording import data, percent
from croupier.lab.ladder import Ladder, Rung
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
    return tuple(rung.difference.value or 0.0 for rung in ladder.rungs)


class Depth(ArrayHeuristic):
    """How long it pays to think longer."""

    name, title = "depth", "Depth"
    width = None
    precise, sampled = False, False

    def score(self, evidence: Evidence) -> Score:
        """The highest rung of the ladder that is better than the one below beyond doubt."""
        ladder = evidence.ladder
        if ladder is None or not ladder.rungs:
            return self.undefined(evidence.reasons.get("ladder", "the budgets were not compared"))
        cap = ladder.rungs[-1].k
        value = max((rung.k for rung in ladder.rungs if rung.climbed), default=0)
        high = max((rung.k for rung in ladder.rungs if _possible(rung)), default=0)
        if value:
            sentence = (
                f"A budget of {2**value} beats {2 ** (value - 1)}; up to {2**cap} were tried "
                f"(depth {value} of at most {cap})."
            )
        else:
            sentence = (
                f"No doubling of the budget up to {2**cap} is better beyond doubt, on "
                f"{ladder.rungs[0].difference.n:,} deals each."
            )
        details = {"cap": cap, "deals": ladder.deals, "rungs": _rungs(ladder)}
        n = ladder.games
        return self.told(
            Estimate(float(value), float(value), float(max(value, high)), n),
            sentence,
            details,
            _curve(ladder),
        )


def _possible(rung: Rung) -> bool:
    return rung.difference.high is None or rung.difference.high > 0


def _at(share: Estimate, deals: int, confidence: float) -> Estimate:
    """A share that the ladder tells at 95 %, with the interval of another confidence."""
    if share.value is None or share.low is None or share.high is None or confidence == CONFIDENCE:
        return share
    factor = student(deals - 1, confidence) / student(deals - 1)
    low, high = (share.value + factor * (edge - share.value) for edge in (share.low, share.high))
    return Estimate(share.value, max(0.0, low), min(1.0, high), share.n)


class SkillTrace(ArrayHeuristic):
    """What twice the budget wins against the simple one."""

    name, title = "skilltrace", "Skill trace"
    width = None
    precise = False

    def score(self, evidence: Evidence) -> Score:
        """The share of wins of the highest budget alone among half of it; the curve shows every rung."""
        ladder = evidence.ladder
        if ladder is None or not ladder.rungs:
            return self.undefined(evidence.reasons.get("ladder", "the budgets were not compared"))
        rung = ladder.rungs[-1]
        if rung.wins is None or rung.wins.value is None:
            return self.undefined("no such game finished")
        fair = 1 / len(evidence.teams or range(evidence.seats))
        wins = _at(rung.wins, rung.difference.n, evidence.confidence)
        return self.told(
            wins,
            f"{rung.stronger} alone among {rung.weaker} wins {percent(wins)}, chance would be "
            f"{100 * fair:.3g} %.",
            {"fair_share": fair, "rungs": _rungs(ladder)},
            _curve(ladder),
        )
