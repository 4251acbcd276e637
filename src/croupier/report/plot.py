"""A plot: a chart with a title, words for who cannot see it, and the numbers behind it.

Charts are made with Altair and drawn by vl-convert, without a browser. Both are imported when a chart is made
and not before, since they take a second to load.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from croupier.report.markup import Markup, joined, table, tag
from croupier.report.palette import THEMES, Palette, recoloured
from croupier.text.shown import shown

if TYPE_CHECKING:
    import altair

FONT = "Helvetica, Arial, Liberation Sans, sans-serif"
"""As wide as what vl-convert reckons with, so that nothing overlaps in a browser."""
WIDTH, HEIGHT = 280, 180
"""The size of the field of a chart: with its labels it fits a telephone, where no text falls below 11 px."""

NATURAL = 388
"""A drawing of 12 px letters that is no wider than this has letters of 11 px at a width of 400 px."""


@dataclass(frozen=True)
class Plot:
    """A chart and what belongs to it."""

    name: str
    """What its files are called."""
    title: str
    caption: str
    """What it shows and how it is read, in a sentence or two."""
    alt: str
    """What somebody would say who has looked at it."""
    draw: Callable[[Palette], altair.TopLevelMixin]
    """The chart in the colours of a palette."""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[Any]] = ()
    """The numbers behind it."""
    single: bool = False
    """Whether there is one bar or point only: pages then say it in words."""

    def chart(self, theme: str = "light") -> Any:
        """The chart for Altair, which can be changed and combined further."""
        palette = THEMES[theme]
        drawn: Any = self.draw(palette)
        return _configured(drawn, palette).properties(
            usermeta={"embedOptions": {"renderer": "svg"}}, description=shown(self.alt)
        )

    def svg(self, theme: str = "light") -> str:
        """The drawing."""
        return _svg(json.dumps(self.chart(theme).to_dict()))

    def png(self, theme: str = "light", scale: float = 2.0) -> bytes:
        """The drawing in pixels."""
        import vl_convert

        drawn: bytes = vl_convert.vegalite_to_png(self.chart(theme).to_dict(), scale=scale)
        return drawn

    def inline(self) -> Markup:
        """The drawing as a part of a page, in the colours of the page."""
        drawn = re.sub(r"^<svg ", "", recoloured(self.svg()))
        # Its parts speak for themselves to a screen reader, hundreds of them; the whole says it better.
        drawn = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", drawn)
        return Markup(f'<svg role="img" aria-label="{joined([self.alt])}" {drawn}')

    def figure(self) -> Markup:
        """The drawing with its title, its caption, and its numbers for whoever opens them.

        Where there is a single bar or point to draw, it is told in words instead.
        """
        if self.single:
            return tag("p", tag("b", f"{self.title}: "), self.alt, id=f"plot-{self.name}", class_="only")
        numbers = (
            tag(
                "details",
                tag("summary", "The numbers"),
                table(self.head, self.rows, caption=self.title, hidden_caption=True),
                class_="screen-only",
            )
            if self.rows
            else None
        )
        return tag(
            "figure",
            tag("h3", self.title),
            self.inline(),
            tag("figcaption", self.caption),
            numbers,
            id=f"plot-{self.name}",
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """What a notebook shows: the drawing, and its words where there are no drawings."""
        return {"image/svg+xml": self.svg(), "text/plain": f"{self.title}: {self.alt}"}


def round_step(span: float, most: int) -> int:
    """A round number that divides a span into so many steps at most.

    >>> round_step(52, 8), round_step(3, 8), round_step(700, 30)
    (10, 1, 50)
    """
    return next(int(s * 10**e) for e in range(20) for s in (1, 2, 5) if span <= most * s * 10**e)


@lru_cache(maxsize=32)
def _svg(spec: str) -> str:
    """A drawing. A report, its files and a notebook often show the same one."""
    import vl_convert

    drawn: str = vl_convert.vegalite_to_svg(spec)
    return drawn


PERCENT = "format(100 * datum.value, '~g') + ' %'"
"""How axes write shares."""


def level(at: float, name: str, palette: Palette, scale: Any) -> list[Any]:
    """A dashed line across a chart whose y has this scale, with its name and value beside it."""
    import altair as alt

    line = alt.Chart(alt.Data(values=[{"at": at}])).encode(y=alt.Y("at:Q", scale=scale))
    return [
        line.mark_rule(color=palette.soft, strokeDash=[4, 3]),
        line.mark_text(
            text=[name, f"{100 * at:.3g} %"], align="left", dx=5, dy=-6, color=palette.soft, fontSize=12
        ).encode(x=alt.value(WIDTH)),
    ]


def plots(several: Sequence[Plot]) -> Markup:
    """Figures side by side, as many as the screen has room for."""
    told = [plot for plot in several if plot.single]
    drawn = [plot for plot in several if not plot.single]
    figures = tag("div", joined(plot.figure() for plot in drawn), class_="plots") if drawn else None
    return joined([figures, *(plot.figure() for plot in told)])


def notebook(title: str, lead: str, short: Markup, drawn: Mapping[str, Plot], numbers: Markup) -> Markup:
    """The gist of a report as a notebook shows it."""
    from croupier.report.page import resource

    return tag(
        "div",
        tag("style", Markup(resource("notebook.css"))),
        tag("h3", title),
        tag("p", lead),
        short,
        joined(plot.figure() for plot in drawn.values()),
        numbers,
        class_="croupier-report",
    )


def _configured(chart: Any, palette: Palette) -> Any:
    """A chart in the style of the house."""
    text = {"labelColor": palette.soft, "titleColor": palette.soft}
    return (
        chart.configure(
            background=palette.ground, font=FONT, padding={"left": 4, "top": 6, "right": 8, "bottom": 4}
        )
        .configure_view(stroke=None)
        .configure_axis(
            **text,
            gridColor=palette.grid,
            domainColor=palette.soft,
            tickColor=palette.soft,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
            titlePadding=8,
        )
        .configure_legend(**text, labelFontSize=12, titleFontSize=12, titleFontWeight="normal", orient="top")
        .configure_header(**text, labelFontSize=12, titleFontSize=12)
    )
