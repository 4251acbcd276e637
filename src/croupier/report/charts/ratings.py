"""The chart of a tournament: how strong the players are, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.lab.standings import Row
from croupier.report.palette import Palette
from croupier.report.plot import WIDTH, Plot

BEYOND = 1.96
"""So many deviations to either side hold a normal number in 95 of 100 cases."""


def ratings(rows: Sequence[Row]) -> Plot:
    """OpenSkill's ratings, the strongest first."""
    ordered = sorted(rows, key=lambda row: -row.rating.mu)
    names = [row.player for row in ordered]
    values = [
        {
            "player": row.player,
            "mu": row.rating.mu,
            "low": row.rating.mu - BEYOND * row.rating.sigma,
            "high": row.rating.mu + BEYOND * row.rating.sigma,
        }
        for row in ordered
    ]

    def draw(palette: Palette) -> Any:
        import altair as alt

        axis = alt.Axis(labelLimit=170, grid=False, domain=False, ticks=False)
        base = alt.Chart(alt.Data(values=values)).encode(
            y=alt.Y("player:N", sort=names, title=None, axis=axis)
        )
        scale = alt.Scale(zero=False, nice=True)
        x = alt.X("mu:Q", title="rating (25 before the first game)", scale=scale, axis=alt.Axis(tickCount=6))
        return alt.layer(
            base.mark_rule(color=palette.main, strokeWidth=2).encode(
                x=alt.X("low:Q", scale=scale), x2="high:Q"
            ),
            base.mark_point(filled=True, size=80, color=palette.main, opacity=1).encode(x=x),
        ).properties(width=WIDTH - 60, height=max(60, 30 * len(values)))

    told = ", ".join(f"{row.player} {row.rating.mu:.1f} ± {BEYOND * row.rating.sigma:.1f}" for row in ordered)
    return Plot(
        "ratings",
        "Ratings",
        "OpenSkill's rating of each player, with 95 % intervals.",
        f"Ratings, the strongest first: {told}.",
        draw,
    )
