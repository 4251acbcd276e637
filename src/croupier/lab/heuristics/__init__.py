"""The heuristics: what each number about a game is, how it is measured, and what it says."""

from croupier.lab.heuristic import Heuristic
from croupier.lab.heuristics.course import (
    Comeback,
    Coolness,
    Decisiveness,
    Drama,
    LeadChanges,
    Security,
    Stability,
)
from croupier.lab.heuristics.moves import (
    Clarity,
    Convergence,
    DeadTime,
    DecisionEntropy,
    LastPlaceAgency,
    MeaningfulMoves,
    OptionCurve,
    Variance,
)
from croupier.lab.heuristics.results import (
    Fairness,
    FirstPlayerAdvantage,
    GameLength,
    LuckSkill,
    NoTies,
    Order,
    Randomness,
)
from croupier.lab.heuristics.rules import ExcessRules, Reasonable, RuleCoverage
from croupier.lab.heuristics.score import SharedScore, SkillGain, Target
from croupier.lab.heuristics.skill import Depth, SkillTrace

HEURISTICS: tuple[Heuristic, ...] = (
    Fairness(),
    FirstPlayerAdvantage(),
    MeaningfulMoves(),
    Variance(),
    Clarity(),
    Drama(),
    Security(),
    Decisiveness(),
    Coolness(),
    Stability(),
    LeadChanges(),
    Comeback(),
    LastPlaceAgency(),
    Convergence(),
    OptionCurve(),
    DecisionEntropy(),
    DeadTime(),
    Order(),
    Randomness(),
    LuckSkill(),
    Depth(),
    SkillTrace(),
    GameLength(),
    NoTies(),
    ExcessRules(),
    RuleCoverage(),
    Reasonable(),
    SharedScore(),
    SkillGain(),
    Target(),
)
"""All of ours, in the order in which they are told."""

__all__ = ["HEURISTICS"]
