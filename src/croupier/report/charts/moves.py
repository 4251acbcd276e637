"""How a heuristic moves along a rule constant: a line with intervals, for each of the other values one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.lab.heuristic import Score
from croupier.lab.numbers import digits_for, interval, short
from croupier.report.palette import Palette
from croupier.report.plot import WIDTH, Plot

_HEIGHT = 150
_SHAPES = ("circle", "diamond", "square", "triangle-up", "cross", "triangle-down")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])

Line = Sequence[tuple[str, Score | None]]
"""What a heuristic says at every value, as it is written; None where it says nothing."""


def moves(
    name: str, title: str, caption: str, axis: str, lines: Mapping[str, Line], *, numeric: bool
) -> Plot:
    """One heuristic over the values of an axis."""
    known = {
        label: [(at, score) for at, score in line if score is not None and score.value is not None]
        for label, line in lines.items()
    }
    values: list[dict[str, Any]] = [
        {
            "line": label,
            "at": float(at) if numeric else at,
            # Without a value the line is broken: a gap is shown, not bridged.
            "value": None if score is None else score.value,
            "low": None if score is None else score.value if score.low is None else score.low,
            "high": None if score is None else score.value if score.high is None else score.high,
        }
        for label, line in lines.items()
        for at, score in line
    ]
    labels, places = list(lines), [at for at, _ in next(iter(lines.values()))]
    several = len(labels) > 1
    digits = digits_for(score.value for line in known.values() for _, score in line)

    def draw(palette: Palette) -> Any:
        import altair as alt

        ticks = [float(at) for at in places] if numeric else places
        where = alt.X(
            f"at:{'Q' if numeric else 'N'}",
            title=axis,
            sort=places if not numeric else alt.Undefined,
            scale=alt.Scale(zero=False, padding=12, nice=False, domain=[min(ticks), max(ticks)])
            if numeric
            else alt.Scale(domain=places),
            axis=alt.Axis(
                values=ticks if len(ticks) <= 12 else alt.Undefined, labelAngle=0, grid=False, format="~g"
            )
            if numeric
            else alt.Axis(labelAngle=0, grid=False),
        )
        colours = [palette.hue(i) if several else palette.main for i in range(len(labels))]
        legend = alt.Legend(columns=3, symbolSize=60) if several else None
        shared: dict[str, Any] = {"domain": labels}
        base = alt.Chart(alt.Data(values=values)).encode(
            x=where,
            color=alt.Color(
                "line:N", sort=labels, title=None, legend=legend, scale=alt.Scale(**shared, range=colours)
            ),
        )
        scale = alt.Scale(zero=False, padding=8)
        y = alt.Y("value:Q", title=None, scale=scale, axis=alt.Axis(tickCount=4))
        return alt.layer(
            base.transform_filter("isValid(datum.value)")
            .mark_rule(strokeWidth=1.5, opacity=0.7)
            .encode(y=alt.Y("low:Q", scale=scale), y2="high:Q"),
            base.mark_line(strokeWidth=1.5, invalid="break-paths-show-domains").encode(
                y=y,
                strokeDash=alt.StrokeDash(
                    "line:N",
                    legend=None,
                    scale=alt.Scale(**shared, range=[_DASHES[i % len(_DASHES)] for i in range(len(labels))]),
                ),
            ),
            base.transform_filter("isValid(datum.value)")
            .mark_point(filled=True, size=55, opacity=1)
            .encode(
                y=y,
                shape=alt.Shape(
                    "line:N",
                    sort=labels,
                    title=None,
                    legend=legend,
                    scale=alt.Scale(**shared, range=[_SHAPES[i % len(_SHAPES)] for i in range(len(labels))]),
                ),
            ),
        ).properties(width=WIDTH, height=_HEIGHT)

    gaps = [at for at in places if not any(at == known_at for line in known.values() for known_at, _ in line)]
    caption += f" Nothing is known at {axis} {', '.join(gaps)}." if gaps else ""
    told = "; ".join(
        f"{label + ': ' if several else ''}"
        + ", ".join(f"{short(score.value, digits)} at {axis} {at}" for at, score in line)
        for label, line in known.items()
    )
    rows = [
        (at, label, short(score.value, digits), interval(score.low, score.high, digits), f"{score.n:,}")
        for label, line in known.items()
        for at, score in line
    ]
    if several:
        return Plot(
            name,
            title,
            caption,
            f"{title}: {told}.",
            draw,
            (axis, "With", "Value", "95 % interval", "n"),
            rows,
        )
    plain = [(at, *rest) for at, _, *rest in rows]
    return Plot(name, title, caption, f"{title}: {told}.", draw, (axis, "Value", "95 % interval", "n"), plain)
