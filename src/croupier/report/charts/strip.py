"""The yardstick as a strip plot: every game of the library is a mark, and this one stands out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from croupier.lab.heuristic import Score
from croupier.lab.numbers import short
from croupier.lab.yardstick import Place
from croupier.report.palette import Palette
from croupier.report.plot import Plot

_NAMES, _FIELD, _ROW = 128, 205, 24
_WIDE = 20
"""A scale whose ends are so many times apart, and above 0, goes by powers."""


@dataclass(frozen=True, slots=True)
class Strip:
    """One heuristic: its title, this game's score, and where it lies."""

    title: str
    score: Score
    place: Place


def strip(title: str, strips: Sequence[Strip]) -> Plot:
    """A row for every heuristic, each with a scale of its own from the lowest game to the highest."""
    others: list[dict[str, Any]] = []
    own: list[dict[str, Any]] = []
    for each in strips:
        value = each.score.value or 0.0
        low, high = (value if edge is None else edge for edge in (each.score.low, each.score.high))
        known = [found.value for _, found in each.place.others if found.value is not None]
        at = _scale([*known, value])
        others += [{"heuristic": each.title, "at": at(x)} for x in known]
        own.append({"heuristic": each.title, "at": at(value), "low": at(low), "high": at(high)})
    names = [each.title for each in strips]

    def draw(palette: Palette) -> Any:
        import altair as alt

        y = alt.Y(
            "heuristic:N",
            sort=names,
            title=None,
            axis=alt.Axis(labelLimit=_NAMES, domain=False, ticks=False, grid=True),
        )
        scale = alt.Scale(domain=[-0.03, 1.03], nice=False)
        x = alt.X(
            "at:Q",
            title="lowest of the library to highest",
            scale=scale,
            axis=alt.Axis(labels=False, ticks=False, grid=False, domain=False),
        )
        games, game = (alt.Chart(alt.Data(values=of)).encode(y=y) for of in (others, own))
        return alt.layer(
            games.mark_tick(color=palette.core, thickness=1.5, size=14).encode(x=x),
            game.mark_rule(color=palette.second, strokeWidth=3).encode(
                x=alt.X("low:Q", scale=scale), x2="high:Q"
            ),
            game.mark_point(filled=True, size=90, color=palette.second, shape="diamond", opacity=1).encode(
                x=x
            ),
        ).properties(width=_FIELD, height=_ROW * len(names))

    told = "; ".join(f"{each.title}: {each.place.words}" for each in strips)
    return Plot(
        "yardstick",
        "Among the games of the library",
        f"Each mark is a game of the library, the diamond is {title}, with its 95 % interval. Every row has "
        "a scale of its own.",
        f"Strip plot. {told}.",
        draw,
        ("Heuristic", "Value", "Of the library", "Most like"),
        [
            (each.title, short(each.score.value), each.place.words, ", ".join(each.place.nearest))
            for each in strips
        ],
    )


def _scale(numbers: Sequence[float]) -> Any:
    """Where a number lies between the least and the largest of some, from 0 to 1."""
    least, most = min(numbers), max(numbers)
    if least > 0 and most > _WIDE * least:
        return lambda x: min(1.03, max(-0.03, log(max(x, 1e-9) / least) / log(most / least)))
    return lambda x: min(1.03, max(-0.03, (x - least) / (most - least or 1.0)))
