"""A fan: a line for the middle one of all games, and bands for one half and eight tenths of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.lab.course import Moment
from croupier.report.palette import Palette

NAMES = ("median", "one half", "eight tenths")


def fan(
    palette: Palette, moments: Sequence[Moment], x: Any, y: dict[str, Any], *, legend: bool = True
) -> list[Any]:
    """The layers of a fan; `x` is its axis, `y` says what the other one is like."""
    import altair as alt

    names = list(NAMES)
    values = [
        {"at": m.at, "low": m.low, "lower": m.lower, "median": m.median, "upper": m.upper, "high": m.high}
        for m in moments
    ]
    base = alt.Chart(alt.Data(values=values)).encode(
        x=x,
        color=alt.Color(
            "what:N",
            title=None,
            sort=names,
            scale=alt.Scale(domain=names, range=[palette.main, palette.core, palette.band]),
            legend=alt.Legend(symbolType="square", symbolOpacity=1, columns=3) if legend else None,
        ),
    )
    single = len(values) == 1

    def band(what: str, low: str, high: str) -> Any:
        chart = base.transform_calculate(what=f"'{what}'").encode(y=alt.Y(f"{low}:Q", **y), y2=f"{high}:Q")
        # One moment alone has no area.
        return chart.mark_bar(size=30) if single else chart.mark_area(opacity=1)

    line = base.transform_calculate(what="'median'").encode(y=alt.Y("median:Q", **y))
    return [
        band("eight tenths", "low", "high"),
        band("one half", "lower", "upper"),
        line.mark_tick(orient="horizontal", thickness=3, size=30)
        if single
        else line.mark_line(strokeWidth=2.5),
    ]
