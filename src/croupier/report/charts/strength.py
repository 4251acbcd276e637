"""The chart of strength against budget: what more thinking buys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.lab.statistics import Estimate
from croupier.report.palette import Palette
from croupier.report.plot import HEIGHT, PERCENT, WIDTH, Plot, level
from croupier.report.wording import interval, percent


@dataclass(frozen=True, slots=True)
class Strength:
    """What a budget comes to."""

    budget: int
    share: Estimate
    clear: bool = True
    """Whether it is beyond doubt."""


def strength(
    points: Sequence[Strength],
    *,
    what: str,
    unit: str,
    even: float,
    even_name: str = "even",
    caption: str,
    title: str,
) -> Plot:
    """Shares against budgets, which double from place to place."""
    values: list[dict[str, Any]] = [
        {
            "budget": p.budget,
            "share": p.share.value,
            "low": p.share.value if p.share.low is None else p.share.low,
            "high": p.share.value if p.share.high is None else p.share.high,
            "clear": "beyond doubt" if p.clear else "may be chance",
        }
        for p in points
        if p.share.value is not None
    ]
    budgets = [v["budget"] for v in values]
    doubtful = any(not p.clear for p in points)

    def draw(palette: Palette) -> Any:
        import altair as alt

        low = min([even, *(v["low"] for v in values)])
        high = max([even, *(v["high"] for v in values)])
        room = 0.12 * (high - low or 1.0)
        scale = alt.Scale(domain=[max(0.0, low - room), min(1.0, high + room)], nice=False, zero=False)
        base = alt.Chart(alt.Data(values=values)).encode(
            x=alt.X(
                "budget:Q",
                title=unit,
                scale=alt.Scale(
                    type="log", base=2, domain=[min(budgets) / 1.4, max(budgets) * 1.4], nice=False
                ),
                axis=alt.Axis(values=budgets, grid=False, format="~s", labelOverlap=True),
            )
        )
        y = alt.Y(
            "share:Q",
            title=what,
            scale=scale,
            axis=alt.Axis(labelExpr=PERCENT, tickCount=5),
        )
        kinds = ["beyond doubt", "may be chance"]
        fills = alt.Fill(
            "clear:N",
            title=None,
            sort=kinds,
            scale=alt.Scale(domain=kinds, range=[palette.main, palette.ground]),
            legend=alt.Legend(symbolStrokeColor=palette.main, symbolType="circle") if doubtful else None,
        )
        return alt.layer(
            *level(even, even_name, palette, scale),
            base.mark_line(color=palette.core, strokeWidth=2).encode(y=y),
            base.mark_rule(color=palette.main, strokeWidth=2).encode(
                y=alt.Y("low:Q", scale=scale), y2="high:Q"
            ),
            base.mark_point(filled=True, size=80, stroke=palette.main, strokeWidth=2, opacity=1).encode(
                y=y, fill=fills
            ),
        ).properties(width=WIDTH, height=HEIGHT)

    told = ", ".join(f"{p.budget}: {percent(p.share)}" for p in points)
    return Plot(
        "strength",
        title,
        caption,
        f"{what.capitalize()} by {unit}. {told}. {even_name.capitalize()}: {100 * even:.3g} %.",
        draw,
        (unit.capitalize(), what.capitalize(), "95 % interval", "n"),
        [(f"{p.budget:,}", percent(p.share), interval(p.share), f"{p.share.n:,}") for p in points],
        single=len(values) == 1,
    )
