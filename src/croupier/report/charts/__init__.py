"""The charts of the house. Each takes what the lab has counted, and gives a :class:`Plot` in any colours."""

from croupier.report.charts.courses import choices, lead
from croupier.report.charts.drama import drama
from croupier.report.charts.results import lengths, win_shares
from croupier.report.charts.scores import score_course, scores
from croupier.report.charts.standings import pairs, standings
from croupier.report.charts.strength import Strength, strength
from croupier.report.charts.strip import Strip, strip

__all__ = [
    "Strength",
    "Strip",
    "choices",
    "drama",
    "lead",
    "lengths",
    "pairs",
    "score_course",
    "scores",
    "standings",
    "strength",
    "strip",
    "win_shares",
]
