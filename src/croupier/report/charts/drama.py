"""The chart of one game: what every seat could expect, from decision to decision."""

from __future__ import annotations

from typing import Any

from croupier.lab.heuristics.course import threshold
from croupier.lab.world import Observation
from croupier.report.palette import Palette
from croupier.report.plot import HEIGHT, WIDTH, Plot

FEW = 5
"""Up to so many seats have a colour each; among more of them only the winner has one."""

_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4])


def drama(game: Observation) -> Plot:
    """What every seat expects at each decision of one game, the winner foremost."""
    winners = game.winners
    names = [f"seat {seat}" + (" (wins)" if seat in winners else "") for seat in range(game.seats)]
    values = [
        {"n": decision.number + 1, "seat": names[seat], "v": v, "who": seat}
        for decision in game.recorded
        for seat, v in enumerate(decision.standings)
    ]
    t = threshold(game.seats)

    def draw(palette: Palette) -> Any:
        import altair as alt

        few = game.seats <= FEW
        # The winner has the strong colour; the others keep to theirs.
        others = [hue for hue in palette.hues if hue != palette.hues[1]]
        colours, dashes, widths = [], [], []
        number = 0
        for seat in range(game.seats):
            won = seat in winners
            colours.append(palette.hues[1] if won else others[number % len(others)] if few else palette.soft)
            dashes.append([1, 0] if won else _DASHES[1 + number % 4] if few else [1, 0])
            widths.append(3.0 if won else 1.6 if few else 0.7)
            number += not won
        shown = names if few else [name for name in names if "wins" in name]
        legend = alt.Legend(columns=3, values=shown, symbolType="stroke", symbolSize=300)
        base = alt.Chart(alt.Data(values=values)).encode(
            x=alt.X(
                "n:Q",
                title="decision",
                scale=alt.Scale(domain=[1, max(2, len(game.decisions))], nice=False),
                axis=alt.Axis(grid=False, format="d", tickMinStep=1, tickCount=8),
            ),
            y=alt.Y("v:Q", title="expected standing", scale=alt.Scale(domain=[0, 1])),
            color=alt.Color(
                "seat:N", title=None, scale=alt.Scale(domain=names, range=colours), sort=names, legend=legend
            ),
            strokeDash=alt.StrokeDash(
                "seat:N", title=None, scale=alt.Scale(domain=names, range=dashes), sort=names, legend=legend
            ),
            order="n:Q",
        )
        line = alt.Chart(alt.Data(values=[{"t": t}])).mark_rule(color=palette.soft, strokeDash=[4, 3])
        # Drawn last, the winner lies on top of the others.
        layers = [
            base.transform_filter(alt.datum.who == seat).mark_line(
                strokeWidth=widths[seat], opacity=1 if seat in winners else 0.8
            )
            for seat in sorted(range(game.seats), key=lambda seat: seat in winners)
        ]
        return alt.layer(line.encode(y="t:Q"), *layers).properties(width=WIDTH, height=HEIGHT)

    low = min((v for winner in winners for v in game.courses[winner]), default=0.0)
    at = next(d.number + 1 for d in game.recorded if any(d.standings[winner] == low for winner in winners))
    who = "seat " + " and ".join(map(str, winners))
    return Plot(
        "drama",
        "The most dramatic game",
        f"What each seat could expect at every decision (1: first, 0: last). In the end {who} wins; below "
        "the dashed line a winner is behind.",
        f"Lines for {game.seats} seats over {len(game.decisions)} decisions. The winner, {who}, was lowest "
        f"at decision {at}, with an expected standing of {low:.2f}.",
        draw,
        ("Decision", *names),
        [(str(d.number + 1), *(f"{v:.2f}" for v in d.standings)) for d in game.recorded],
        single=len(game.recorded) == 1,
    )
