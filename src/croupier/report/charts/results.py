"""Charts of results: who wins, and how long it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.lab.statistics import Estimate
from croupier.report.palette import Palette
from croupier.report.plot import HEIGHT, PERCENT, WIDTH, Plot, level, round_step
from croupier.report.wording import interval, percent

_SHAPES = ("circle", "diamond", "square", "triangle-up")


def win_shares(shares: Mapping[str, Sequence[Estimate]], *, fair: float, names: Sequence[str]) -> Plot:
    """What every seat (or team) wins, by series of games, with the interval of each."""
    known = {series: list(of) for series, of in shares.items() if any(s.value is not None for s in of)}
    values: list[dict[str, Any]] = [
        {
            "series": series,
            "seat": names[seat],
            "share": s.value,
            "low": s.value if s.low is None else s.low,
            "high": s.value if s.high is None else s.high,
        }
        for series, of in known.items()
        for seat, s in enumerate(of)
        if s.value is not None
    ]
    most = max((row["high"] for row in values), default=fair)

    def draw(palette: Palette) -> Any:
        import altair as alt

        several = len(known) > 1
        colours = [palette.main, palette.second, palette.good, palette.soft][: len(known)]
        base = alt.Chart(alt.Data(values=values), width=WIDTH, height=HEIGHT).encode(
            x=alt.X("seat:N", title=None, sort=list(names), axis=alt.Axis(labelAngle=0, grid=False)),
            color=alt.Color(
                "series:N",
                sort=list(known),
                title=None,
                scale=alt.Scale(domain=list(known), range=colours),
                legend=alt.Legend() if several else None,
            ),
        )
        if several:
            base = base.encode(xOffset=alt.XOffset("series:N", sort=list(known)))
        scale = alt.Scale(domain=[0, min(1.0, 1.12 * max(most, fair))])
        y = alt.Y(
            "share:Q", title="share of the wins", scale=scale, axis=alt.Axis(labelExpr=PERCENT, tickCount=6)
        )
        return alt.layer(
            *level(fair, "fair", palette, scale),
            base.mark_rule(strokeWidth=2).encode(y=alt.Y("low:Q"), y2="high:Q"),
            base.mark_point(filled=True, size=70, opacity=1).encode(
                y=y,
                shape=alt.Shape(
                    "series:N",
                    sort=list(known),
                    title=None,
                    scale=alt.Scale(domain=list(known), range=list(_SHAPES[: len(known)])),
                    legend=alt.Legend() if several else None,
                ),
            ),
        )

    told = "; ".join(
        f"{series}: " + ", ".join(f"{names[i]} {percent(s)}" for i, s in enumerate(of))
        for series, of in known.items()
    )
    rows = [
        (names[i], series, percent(s), interval(s), f"{s.n:,}")
        for series, of in known.items()
        for i, s in enumerate(of)
    ]
    return Plot(
        "wins",
        "Wins by seat",
        "Share of the wins at each seat, with 95 % intervals. The dashed line is what each would win if all "
        "were equal.",
        f"Share of the wins. {told}. Fair would be {100 * fair:.3g} %.",
        draw,
        ("Seat", "Games", "Wins", "95 % interval", "n"),
        rows,
    )


def lengths(counts: Mapping[str, Mapping[int, int]]) -> Plot:
    """How many decisions games take, a row for every series."""
    known: dict[str, dict[int, int]] = {
        series: {int(str(length)): times for length, times in of.items()}
        for series, of in counts.items()
        if of
    }
    least = min(min(of) for of in known.values())
    most = max(max(of) for of in known.values())
    step = round_step(most - least + 1, 30)
    start = least // step * step
    values: list[dict[str, Any]] = [
        {"series": series, "from": lower, "to": lower + step, "share": times / sum(of.values())}
        for series, of in known.items()
        for lower, times in sorted(_binned(of, start, step).items())
    ]

    def draw(palette: Palette) -> Any:
        import altair as alt

        colours = [palette.main, palette.second, palette.good][: len(known)]
        # Single lengths stand above their numbers, wider bars between theirs.
        shift = 0.5 if step == 1 else 0.0
        end = start + ((most - start) // step + 1) * step
        room = max(0, 6 * step - (end - start)) / 2
        edges = [start - shift - room, end - shift + room]
        shown = [{**v, "from": v["from"] - shift, "to": v["to"] - shift} for v in values]
        ticks = round_step(end - start, 8)
        tick = alt.Axis(
            grid=False, format=",d", values=list(range(-(-start // ticks) * ticks, end + (step > 1), ticks))
        )
        return (
            alt.Chart(alt.Data(values=shown), width=WIDTH, height=HEIGHT if len(known) == 1 else 95)
            .mark_bar(stroke=palette.ground, strokeWidth=0.7)
            .encode(
                x=alt.X(
                    "from:Q",
                    title="decisions of a game",
                    scale=alt.Scale(domain=edges, nice=False),
                    axis=tick,
                ),
                x2="to:Q",
                y=alt.Y("share:Q", title="share of games", axis=alt.Axis(labelExpr=PERCENT, tickCount=4)),
                y2=alt.datum(0),
                color=alt.Color("series:N", scale=alt.Scale(domain=list(known), range=colours), legend=None),
                row=alt.Row(
                    "series:N",
                    sort=list(known),
                    title=None,
                    spacing=14,
                    header=alt.Header(orient="top", labelAnchor="start", labelPadding=2)
                    if len(known) > 1
                    else alt.Header(labels=False),
                ),
            )
        )

    parts = []
    for series, of in known.items():
        middle, n = _median(of), sum(of.values())
        parts.append(
            f"{series} ({n:,} observed): always {min(of)} decisions"
            if len(of) == 1
            else f"{series} ({n:,} observed): {min(of)} to {max(of)} decisions, {middle} in the middle"
        )
    width = "one decision" if step == 1 else f"{step} decisions"
    single = all(len(of) == 1 for of in known.values())
    return Plot(
        "lengths",
        "Length of games",
        f"Decisions of a game, forced ones included. Each bar is {width} wide. {'; '.join(parts)}.",
        f"{'' if single else 'Histogram of the length of games. '}{'; '.join(parts)}.",
        draw,
        ("Decisions", "Games", "Share"),
        [
            (
                str(v["from"]) if step == 1 else f"{v['from']} to {v['to'] - 1}",
                v["series"],
                f"{100 * v['share']:.1f} %",
            )
            for v in values
        ],
        single=single,
    )


def _binned(counts: Mapping[int, int], start: int, step: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for length, times in counts.items():
        lower = start + (length - start) // step * step
        found[lower] = found.get(lower, 0) + times
    return found


def _median(counts: Mapping[int, int]) -> int:
    place = (sum(counts.values()) - 1) // 2
    for value, times in sorted(counts.items()):
        place -= times
        if place < 0:
            return value
    raise AssertionError("no game was counted")
