"""Charts of games that are played for a score: what skill makes of it, and how it develops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.lab.numbers import interval, short
from croupier.lab.statistics import Estimate
from croupier.report.palette import Palette
from croupier.report.plot import HEIGHT, WIDTH, Plot


def scores(levels: Sequence[tuple[str, Estimate]]) -> Plot:
    """The mean score of every degree of skill, from random play to the largest budget."""
    known = [(name, found) for name, found in levels if found.value is not None]
    return _curve(
        "scores",
        "Score by skill",
        "The mean score of all seats with a budget, on the same deals, with 95 % intervals.",
        "budget",
        "score",
        known,
    )


def score_course(course: Sequence[Estimate]) -> Plot:
    """What score is to be expected in every tenth of the game."""
    known = [(str(tenth), found) for tenth, found in enumerate(course, 1)]
    return _curve(
        "course",
        "How the score develops",
        "The score to be expected in each tenth of a game among AIs if all went on at random from there, "
        "with 95 % intervals.",
        "tenth of the game",
        "expected score",
        known,
    )


def _curve(
    name: str,
    title: str,
    caption: str,
    what: str,
    measure: str,
    known: Sequence[tuple[str, Estimate]],
) -> Plot:
    values = [
        {
            "at": at,
            "value": found.value,
            "low": found.value if found.low is None else found.low,
            "high": found.value if found.high is None else found.high,
        }
        for at, found in known
    ]
    places = [at for at, _ in known]

    def draw(palette: Palette) -> Any:
        import altair as alt

        base = alt.Chart(alt.Data(values=values)).encode(
            x=alt.X(
                "at:N", sort=places, title=what, axis=alt.Axis(labelAngle=0, grid=False, labelOverlap=True)
            )
        )
        scale = alt.Scale(zero=False, padding=8)
        y = alt.Y("value:Q", title=measure, scale=scale, axis=alt.Axis(tickCount=5))
        return alt.layer(
            base.mark_line(color=palette.core, strokeWidth=2).encode(y=y),
            base.mark_rule(color=palette.main, strokeWidth=2).encode(
                y=alt.Y("low:Q", scale=scale), y2="high:Q"
            ),
            base.mark_point(filled=True, size=70, color=palette.main, opacity=1).encode(y=y),
        ).properties(width=WIDTH, height=HEIGHT)

    told = ", ".join(f"{at}: {short(found.value)}" for at, found in known)
    return Plot(
        name,
        title,
        caption,
        f"{title}. {told}.",
        draw,
        (what.capitalize(), measure.capitalize(), "95 % interval", "n"),
        [(at, short(found.value), interval(found.low, found.high), f"{found.n:,}") for at, found in known],
        single=len(known) < 2,
    )
