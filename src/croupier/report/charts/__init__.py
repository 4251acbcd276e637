"""The charts of the house. Each takes what the lab has counted, and gives a :class:`Plot` in any colours."""

from croupier.report.charts.courses import choices, lead
from croupier.report.charts.drama import drama
from croupier.report.charts.ratings import ratings
from croupier.report.charts.results import lengths, win_shares
from croupier.report.charts.strength import Strength, strength

__all__ = ["Strength", "choices", "drama", "lead", "lengths", "ratings", "strength", "win_shares"]
