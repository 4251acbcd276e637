"""A forest of differences: one row each, with its interval on either side of zero, and the numbers beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.lab.numbers import digits_for, p_text, signed, signed_interval
from croupier.report.palette import Palette
from croupier.report.plot import Plot

_ROW = 22
_LABELS, _MIDDLE, _WIDTH = 150, (156, 306), 374
"""Where the labels end, where differences are drawn, and where the numbers end."""


@dataclass(frozen=True, slots=True)
class Stem:
    """A difference with its interval."""

    label: str
    value: float
    low: float
    high: float
    n: int
    p: float | None
    sure: bool
    """Whether it is more than chance."""


def _shared(labels: Sequence[str]) -> int:
    """The length of the beginning that all labels share, up to a colon: a short row has no room for it.

    >>> _shared(["a.rcy:REWARD=1:X=3", "a.rcy:REWARD=2:X=3"]), _shared(["hearts", "skat"])
    (6, 0)
    """
    first = labels[0] if len(set(labels)) > 1 else ""
    ends = [at + 1 for at, letter in enumerate(first) if letter == ":"]
    return max((end for end in ends if all(label.startswith(first[:end]) for label in labels)), default=0)


def forest(
    name: str, title: str, caption: str, panels: Sequence[tuple[str, Sequence[Stem]]], *, labelled: bool
) -> Plot:
    """Differences by heuristic; each heuristic has a scale of its own, with zero in the middle.

    Unless they are labelled, there is one difference a heuristic, which stands in the row of its title.
    """
    texts: list[dict[str, Any]] = []
    stems: list[dict[str, Any]] = []
    shared = _shared([stem.label for _, of_panel in panels for stem in of_panel])
    for heading, of_panel in panels:
        reach = max(abs(edge) for stem in of_panel for edge in (stem.low, stem.high, stem.value)) or 1.0
        digits = digits_for(edge for stem in of_panel for edge in (stem.low, stem.high))
        texts.append({"row": len(texts), "text": heading, "head": True})
        for stem in of_panel:
            if labelled:
                texts.append({"row": len(texts), "text": stem.label[shared:], "head": False})
            stems.append(
                {
                    "row": len(texts) - 1,
                    "value": stem.value / reach,
                    "low": stem.low / reach,
                    "high": stem.high / reach,
                    "sure": stem.sure,
                    "told": signed(stem.value, digits),
                }
            )
    rows = [
        (heading, stem.label, signed(stem.value), signed_interval(stem.low, stem.high), f"{stem.n:,}",
         p_text(stem.p), "yes" if stem.sure else "no")
        for heading, of_panel in panels
        for stem in of_panel
    ]  # fmt: skip

    def draw(palette: Palette) -> Any:
        import altair as alt

        height = _ROW * max(1, len(texts))
        y = alt.Y("row:Q", axis=None, scale=alt.Scale(domain=[-0.5, max(1, len(texts)) - 0.5], reverse=True))
        scale = alt.Scale(domain=[-1, 1], range=list(_MIDDLE))
        x, at_value = (alt.X(f"{name}:Q", axis=None, scale=scale) for name in ("low", "value"))
        labels = alt.Chart(alt.Data(values=texts)).encode(y=y, text="text:N")
        drawn = alt.Chart(alt.Data(values=stems)).encode(y=y)
        layers = [
            alt.Chart(alt.Data(values=[{"low": 0}])).mark_rule(color=palette.soft).encode(x=x),
            drawn.mark_rule(strokeWidth=2, color=palette.main).encode(x=x, x2="high:Q"),
            drawn.transform_filter("datum.sure")
            .mark_point(filled=True, size=60, opacity=1, color=palette.main)
            .encode(x=at_value),
            drawn.transform_filter("!datum.sure")
            .mark_point(filled=True, size=60, opacity=1, color=palette.ground, stroke=palette.main)
            .encode(x=at_value),
            drawn.mark_text(align="left", fontSize=13, color=palette.soft).encode(
                x=alt.value(_MIDDLE[1] + 12), text="told:N"
            ),
        ]
        layers += [
            labels.transform_filter("datum.head")
            .mark_text(align="left", fontSize=13, fontWeight="bold", color=palette.ink, limit=_LABELS)
            .encode(x=alt.value(0)),
            labels.transform_filter("!datum.head")
            .mark_text(align="left", fontSize=13, color=palette.ink, limit=_LABELS - 12)
            .encode(x=alt.value(12)),
        ]
        return alt.layer(*layers).properties(width=_WIDTH, height=height)

    told = "; ".join(
        f"{heading}{f', {stem.label}' if labelled else ''}: {signed(stem.value)} "
        f"({signed_interval(stem.low, stem.high)})"
        for heading, of_panel in panels
        for stem in of_panel
    )
    head = ("Heuristic", "Game", "Difference", "95 % interval", "n", "p (Holm)", "Beyond chance")
    return Plot(name, title, caption, f"{title}. {told}.", draw, head, rows)
