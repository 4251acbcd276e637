"""The chart of a measure of one's own: how often every value came up, in each series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.lab.measures_text import label_text, mean_text
from croupier.report.palette import Palette
from croupier.report.plot import WIDTH, Plot

ROW = 22
"""How high the row of a value is."""


def distribution(number: int, name: str, found: Mapping[str, Mapping[str, Any]]) -> Plot:
    """How often each value of a measure came up; `found` has it by the title of the series."""
    labels = list(dict.fromkeys(label_text(part) for one in found.values() for part in one["distribution"]))
    rows = [
        {
            "value": label_text(part),
            "series": series,
            "share": part["share"],
            "low": part["share"] if part["low"] is None else part["low"],
            "high": part["share"] if part["high"] is None else part["high"],
        }
        for series, one in found.items()
        for part in one["distribution"]
    ]

    def draw(palette: Palette) -> Any:
        import altair as alt

        data = alt.Chart(alt.Data(values=rows))
        names = list(found)
        colours = alt.Color(
            "series:N",
            title=None,
            scale=alt.Scale(domain=names, range=[palette.second, palette.main][-len(names) :]),
            legend=alt.Legend(orient="top") if len(names) > 1 else None,
        )
        y = alt.Y("value:N", title=None, sort=labels, axis=alt.Axis(labelLimit=140))
        beside = alt.YOffset("series:N", sort=names)
        x = alt.X("share:Q", title="share", axis=alt.Axis(format=".0%", tickCount=5))
        bars = data.mark_bar(opacity=0.85).encode(y=y, yOffset=beside, x=x, color=colours)
        reach = data.mark_rule(color=palette.ink).encode(y=y, yOffset=beside, x="low:Q", x2="high:Q")
        return alt.layer(bars, reach).properties(width=WIDTH, height=max(60, ROW * len(labels)))

    told = "; ".join(f"{series}: mean {mean_text(dict(one))}" for series, one in found.items())
    return Plot(
        f"measure-{number}",
        name,
        "How often each value came up, with 95 % intervals.",
        f"Bar chart of {name}. {told}.",
        draw,
        ("Value", "Games", "Share", "95 % interval", "n"),
        [
            (
                label_text(part),
                series,
                f"{100 * part['share']:.1f} %",
                "–" if part["low"] is None else f"{100 * part['low']:.1f} to {100 * part['high']:.1f} %",
                f"{part['n']:,}",
            )
            for series, one in found.items()
            for part in one["distribution"]
        ],
    )
