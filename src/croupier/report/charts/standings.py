"""Charts of a tournament: what every player wins and how far up it ends, and who beats whom by how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.lab.numbers import interval, short, signed, signed_interval
from croupier.lab.standings import Duel, Row
from croupier.lab.statistics import Estimate
from croupier.report.palette import Palette
from croupier.report.plot import PERCENT, Plot
from croupier.report.wording import interval as share_interval
from croupier.report.wording import percent

_NAMES, _FIELD, _ROW = 140, 190, 26
"""The widths of names and of the field, and the height of a row."""

_PALEST, _FULLEST = 0.12, 0.6
"""How opaque the cells of a heat map are, from no difference to the largest."""


def standings(rows: Sequence[Row], fair: float) -> Plot:
    """Wins and standing of every player with their intervals, the strongest first."""
    ordered = sorted(rows, key=lambda row: -(row.standing.value or 0.0))
    names = [row.player for row in ordered]

    def values(of: Sequence[Estimate]) -> list[dict[str, Any]]:
        return [
            {
                "player": name,
                "value": found.value,
                "low": found.value if found.low is None else found.low,
                "high": found.value if found.high is None else found.high,
            }
            for name, found in zip(names, of, strict=True)
            if found.value is not None
        ]

    def draw(palette: Palette) -> Any:
        import altair as alt

        def panel(title: str, of: Sequence[Estimate], even: float, colour: str, shape: str) -> Any:
            points = values(of)
            edges = [even, *(point[end] for point in points for end in ("low", "high"))]
            room = 0.1 * (max(edges) - min(edges)) or 0.1
            ends = [max(0.0, min(edges) - room), min(1.0, max(edges) + room)]
            scale = alt.Scale(domain=ends, nice=False)
            axis = alt.Axis(labelLimit=_NAMES, grid=False, domain=False, ticks=False)
            base = alt.Chart(alt.Data(values=points)).encode(
                y=alt.Y("player:N", sort=names, title=None, axis=axis)
            )
            x = alt.X("value:Q", title=title, scale=scale, axis=alt.Axis(labelExpr=PERCENT, tickCount=4))
            line = alt.Chart(alt.Data(values=[{"even": even}])).mark_rule(
                color=palette.soft, strokeDash=[4, 3]
            )
            return alt.layer(
                line.encode(x=alt.X("even:Q", scale=scale)),
                base.mark_rule(color=colour, strokeWidth=2).encode(
                    x=alt.X("low:Q", scale=scale), x2="high:Q"
                ),
                base.mark_point(filled=True, size=70, color=colour, shape=shape, opacity=1).encode(x=x),
            ).properties(width=_FIELD, height=max(50, _ROW * len(names)))

        wins, places = [row.wins for row in ordered], [row.standing for row in ordered]
        known = [found.value for found in places if found.value is not None]
        mean = sum(known) / len(known) if known else 0.5
        return alt.vconcat(
            panel("share of the win, a seat", wins, fair, palette.main, "circle"),
            panel("standing (100 %: always first)", places, mean, palette.second, "diamond"),
            spacing=14,
        )

    told = "; ".join(
        f"{row.player} wins {percent(row.wins)}, standing {short(row.standing.value)}" for row in ordered
    )
    return Plot(
        "standings",
        "Wins and standing",
        "What each player wins at a seat, and how far up it ends, with 95 % intervals. The dashed lines are "
        "what equally strong players would come to.",
        f"Wins and standings, the strongest first: {told}.",
        draw,
        ("Player", "Wins", "95 % interval", "Standing", "95 % interval", "Deals"),
        [
            (
                row.player,
                percent(row.wins),
                share_interval(row.wins),
                short(row.standing.value),
                interval(row.standing.low, row.standing.high),
                f"{row.standing.n:,}",
            )
            for row in ordered
        ],
    )


def pairs(labels: Sequence[str], met: Sequence[Duel]) -> Plot:
    """A heat map: how much further up the player of a row ended than that of a column."""
    known = [duel for duel in met if duel.difference.value is not None]
    most = max((abs(duel.difference.value or 0.0) for duel in known), default=0.0) or 1.0
    cells: list[dict[str, Any]] = []
    for duel in known:
        sure = duel.corrected is not None and duel.corrected < 0.05
        for row, column, sign in ((duel.one, duel.other, 1), (duel.other, duel.one, -1)):
            value = sign * (duel.difference.value or 0.0)
            cells.append(
                {
                    "row": f"{row + 1} {labels[row]}",
                    "column": str(column + 1),
                    "side": "ahead" if value >= 0 else "behind",
                    "weight": _PALEST + (_FULLEST - _PALEST) * abs(value) / most,
                    "told": f"{signed(value, 2)}{'*' if sure else ''}",
                }
            )
    rows = [f"{number + 1} {label}" for number, label in enumerate(labels)]
    columns = [str(number + 1) for number in range(len(labels))]

    def draw(palette: Palette) -> Any:
        import altair as alt

        base = alt.Chart(alt.Data(values=cells)).encode(
            x=alt.X(
                "column:N",
                sort=columns,
                title=None,
                scale=alt.Scale(domain=columns),
                axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False),
            ),
            y=alt.Y(
                "row:N",
                sort=rows,
                title=None,
                scale=alt.Scale(domain=rows),
                axis=alt.Axis(labelLimit=_NAMES, domain=False, ticks=False),
            ),
        )
        sides = alt.Scale(domain=["ahead", "behind"], range=[palette.main, palette.second])
        return alt.layer(
            base.mark_rect().encode(
                fill=alt.Fill("side:N", title=None, scale=sides, legend=alt.Legend(symbolOpacity=0.6)),
                fillOpacity=alt.FillOpacity("weight:Q", scale=None, legend=None),
            ),
            base.mark_text(fontSize=12, color=palette.ink).encode(text="told:N"),
        ).properties(width=max(60, 52 * len(columns)), height=max(50, 34 * len(rows)))

    told = "; ".join(
        f"{labels[duel.one]} against {labels[duel.other]} {signed(duel.difference.value)}" for duel in known
    )
    return Plot(
        "pairs",
        "Who beats whom",
        "How much further up the player of a row ended than that of a column, from −1 to 1; a star is beyond "
        "chance, at 5 % for all pairs together.",
        f"Heat map of all pairs: {told}.",
        draw,
        ("Pair", "Difference", "95 % interval", "Deals"),
        [
            (
                f"{labels[duel.one]} – {labels[duel.other]}",
                signed(duel.difference.value),
                signed_interval(duel.difference.low, duel.difference.high),
                f"{duel.difference.n:,}",
            )
            for duel in known
        ],
    )
