"""Measures of one's own as a part of a page: distribution, mean, by winner and by seat, series by series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.lab.analysis import Analysis
from croupier.lab.measured import Measured
from croupier.lab.measures_text import mean_text
from croupier.lab.world import RANDOM, SKILLED
from croupier.report.charts.distribution import distribution
from croupier.report.markup import Markup, joined, table, tag
from croupier.report.plot import Plot, plots

TITLES = {RANDOM: "random games", SKILLED: "games among AIs"}


def measure_plots(found: Mapping[str, Measured]) -> dict[str, Plot]:
    """A plot of every measure that takes more than one value; one value is a sentence of the table."""
    data = {TITLES[series]: one.data() for series, one in found.items()}
    names = [measure.name for one in list(found.values())[:1] for measure in one.measures]
    drawn = {}
    for number, name in enumerate(names, start=1):
        parts = {title: one[name] for title, one in data.items() if one[name]["distribution"]}
        if any(len(one["distribution"]) > 1 for one in parts.values()):
            plot = distribution(number, name, parts)
            drawn[plot.name] = plot
    return drawn


def measures_section(found: Mapping[str, Measured]) -> Markup:
    """All measures: the plots, and a table of means."""
    rows = [
        (name if first else "", TITLES[series], label, mean_text(dict(one), whole["kind"]))
        for series, measured in found.items()
        for name, whole in measured.data().items()
        for first, (label, one) in _parts(whole)
    ]
    told = table(
        ("Measure", "Games", "", "Mean (95 % interval, n)"), rows, caption="Means", words=(0, 1, 2, 3)
    )
    return joined([plots(list(measure_plots(found).values())), told])


def _parts(whole: Mapping[str, Any]) -> Iterable[tuple[bool, tuple[str, Mapping[str, Any]]]]:
    yield True, ("all", whole)
    if whole["kind"] == "word":
        return
    for group in whole["by_winner"]:
        if group["n"]:
            won = "who won" if group.get("won") else "who did not win"
            yield False, (f"won by seat {group['seat']}" if "seat" in group else won, group)
    for group in whole["by_seat"]:
        if group["n"]:
            yield False, (f"seat {group['seat']}", group)


def measures_beside(analyses: Iterable[tuple[str, Analysis]]) -> Markup | None:
    """Measures of several games or variants, a row each; None if nothing was measured."""
    rows = [
        (name, TITLES[series], label, mean_text(dict(one)))
        for label, analysis in analyses
        for series, measured in analysis.measured.items()
        for name, one in measured.data().items()
    ]
    if not rows:
        return None
    rows.sort(key=lambda row: (row[0], row[1]))
    head = ("Measure", "Games", "Variant", "Mean (95 % interval, n)")
    return tag("div", table(head, rows, caption="Means", words=(0, 1, 2, 3)))
