"""Charts of the course of games: who leads, and what there is to choose, from beginning to end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.lab.course import Moment
from croupier.lab.numbers import signed, signed_interval
from croupier.report.charts.fan import fan
from croupier.report.palette import Palette
from croupier.report.plot import HEIGHT, PERCENT, WIDTH, Plot, round_step


def lead(moments: Sequence[Moment]) -> Plot:
    """By how much the later winner leads, over the course of the game."""
    reach = max([0.35, *(1.1 * abs(edge) for m in moments for edge in (m.low, m.high))])

    def draw(palette: Palette) -> Any:
        import altair as alt

        x = alt.X(
            "at:Q",
            title="course of the game",
            scale=alt.Scale(domain=[0, 1]),
            axis=alt.Axis(labelExpr=PERCENT, grid=False, tickCount=5),
        )
        axis = alt.Axis(tickCount=6, labelExpr="datum.value == 0 ? '0' : format(datum.value, '+.1f')")
        y = {
            "title": "lead of the later winner",
            "scale": alt.Scale(domain=[-reach, reach], nice=False),
            "axis": axis,
        }
        zero = alt.Chart(alt.Data(values=[{"y": 0}])).mark_rule(color=palette.ink).encode(y="y:Q")
        sides = alt.Chart(alt.Data(values=[{"y": reach, "t": "ahead"}, {"y": -reach, "t": "behind"}]))
        names = sides.mark_text(align="left", dx=6, dy=alt.expr("datum.y > 0 ? 8 : -8"), color=palette.soft)
        return alt.layer(
            *fan(palette, moments, x, y), zero, names.encode(y="y:Q", x=alt.value(0), text="t:N")
        ).properties(width=WIDTH, height=HEIGHT)

    start, middle, end = (signed(moments[at].median, 2) for at in (0, len(moments) // 2, -1))
    return Plot(
        "lead",
        "The lead of the later winner",
        "The lead of the later winner over its best rival, as the AI expects the two to end (1: first and "
        "last). Below the line the winner is behind. The bands hold one half and eight tenths of the games.",
        f"Fan chart over the course of {moments[0].n:,} games among AIs. The later winner leads by {start} "
        f"at the start, by {middle} half way, and by {end} at the end, in the middle one of all games.",
        draw,
        ("Of the game", "Median", "One half", "Eight tenths", "n"),
        [
            (
                f"{100 * m.at:.0f} %",
                signed(m.median, 2),
                signed_interval(m.lower, m.upper, 2),
                signed_interval(m.low, m.high, 2),
                f"{m.n:,}",
            )
            for m in moments
        ],
        single=len(moments) == 1,
    )


def choices(options: Sequence[Moment], spread: Sequence[Moment]) -> Plot:
    """How many options there are, and how much depends on the choice, from decision to decision."""
    end = options[-1].at + options[0].at

    def draw(palette: Palette) -> Any:
        import altair as alt

        def x(title: str | None) -> Any:
            ticks = list(range(0, int(end) + 1, round_step(end, 8)))
            axis = alt.Axis(grid=False, values=ticks, format=",d")
            return alt.X("at:Q", title=title, scale=alt.Scale(domain=[0, end], nice=False), axis=axis)

        def y(title: str, moments: Sequence[Moment], least: float, axis: Any) -> dict[str, Any]:
            top = 1.05 * max([least, *(m.high for m in moments)])
            return {"title": title, "scale": alt.Scale(domain=[0, top], nice=False), "axis": axis}

        height = 110 if spread else HEIGHT
        top = int(max(2, *(m.high for m in options)))
        whole = alt.Axis(values=list(range(0, top + 1, round_step(top, 6))), format=",d")
        above = fan(palette, options, x(None if spread else "decision"), y("options", options, 2, whole))
        charts = [alt.layer(*above).properties(width=WIDTH, height=height)]
        if spread:
            parts = alt.Axis(tickCount=4, format=".2~f")
            below = fan(palette, spread, x("decision"), y("at stake", spread, 0.1, parts), legend=False)
            charts.append(alt.layer(*below).properties(width=WIDTH, height=height))
        return alt.vconcat(*charts, spacing=12)

    most = max(options, key=lambda m: m.mean)
    told = (
        f"Options: {options[0].mean:.1f} on average at the start, {options[-1].mean:.1f} at the end, most "
        f"({most.mean:.1f}) around decision {most.at:.0f}."
    )
    caption = "How many options a player has at a decision, forced ones included"
    if spread:
        peak = max(spread, key=lambda m: m.mean)
        told += (
            f" At stake: {spread[0].mean:.2f} at the start, {spread[-1].mean:.2f} at the end, most "
            f"({peak.mean:.2f}) around decision {peak.at:.0f}."
        )
        caption += "; and how much further up the best option leads than the worst (at stake)"
    staked = {m.at: f"{m.mean:.2f}" for m in spread}
    return Plot(
        "choices",
        "Options, and what is at stake",
        f"{caption}. The bands hold one half and eight tenths of the decisions.",
        f"Two fan charts by decision. {told}" if spread else f"Fan chart by decision. {told}",
        draw,
        ("Around decision", "Options (mean)", "Eight tenths", "At stake (mean)", "n"),
        [
            (f"{m.at:.0f}", f"{m.mean:.1f}", f"{m.low:g} to {m.high:g}", staked.get(m.at, "–"), f"{m.n:,}")
            for m in options
        ],
        single=len(options) == 1,
    )
