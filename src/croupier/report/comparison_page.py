"""The report on a comparison: what differs beyond chance, what may be chance, and every number."""

from __future__ import annotations

from croupier.lab.comparison import Comparison
from croupier.lab.difference import Difference
from croupier.lab.heuristic import OURS
from croupier.lab.numbers import digits_for, interval, p_text, short, signed, signed_interval
from croupier.lab.study import Pages
from croupier.lab.world import SERIES
from croupier.report.charts.forest import Stem, forest
from croupier.report.markup import Markup, joined, table, tag
from croupier.report.measures import measures_beside
from croupier.report.page import Section, again, page
from croupier.report.plot import Plot, notebook, plots


def comparison_page(found: Comparison) -> str:
    """The whole page, which needs nothing else."""
    drawn = comparison_plots(found)
    sections = [Section("In short", _in_short(found))]
    if drawn:
        sections.append(Section("The differences", plots(list(drawn.values()))))
    sections += [Section("All numbers", _numbers(found)), Section("What was played", _played(found))]
    if beside := measures_beside(zip(found.labels, found.found, strict=False)):
        sections.append(Section("Your own measures", beside))
    if undefined := _undefined(found):
        sections.append(Section("Not defined", undefined))
    return page(
        _title(found),
        sections,
        lead=_lead(found),
        foot=again(found),
    )


def fragment(found: Comparison) -> Markup:
    """The gist for a notebook: what differs, the plots and the numbers."""
    return notebook(_title(found), _lead(found), _in_short(found), comparison_plots(found), _numbers(found))


def _title(found: Comparison) -> str:
    *others, last = found.labels
    return f"{', '.join(others)} and {last}" if len(others) < 4 else f"{len(found.labels)} games compared"


def comparison_plots(found: Comparison) -> dict[str, Plot]:
    """The differences that are beyond chance, and those that may be chance."""
    labelled = len({(d.one, d.other) for d in found.differences}) > 1
    drawn = {}
    for name, title, sure in (("sure", "Beyond chance", True), ("unsure", "May be chance", False)):
        panels = []
        for heuristic in found.heuristics:
            stems = [
                _stem(found, d)
                for d in found.differences
                if d.heuristic == heuristic.name and d.p is not None
            ]
            stems = [stem for stem in stems if stem.sure == sure]
            if stems:
                panels.append((heuristic.title, stems))
        if panels:
            caption = (
                "How much higher (to the right) or lower each game scores than "
                f"{'what it is compared with' if labelled else found.labels[0]}, with 95 % intervals. "
                "Every heuristic has a scale of its own; the line in the middle is zero."
            )
            drawn[name] = forest(name, title, caption, panels, labelled=labelled)
    return drawn


def _stem(found: Comparison, d: Difference) -> Stem:
    assert d.value is not None
    assert d.low is not None
    assert d.high is not None
    label = found.labels[d.one] + (f" against {found.labels[d.other]}" if found.all_pairs else "")
    return Stem(label, d.value, d.low, d.high, d.n, d.corrected, d.significant)


def _lead(found: Comparison) -> str:
    told = f"{len(found.cases)} games compared, AI {found.player}, seed {found.cases[0].plan.seed}"
    if found.reading != OURS:
        told += f", as the published {found.reading} reckon it"
    return f"{told}; interrupted." if found.interrupted else f"{told}."


def _in_short(found: Comparison) -> Markup:
    titles = {heuristic.name: heuristic.title for heuristic in found.heuristics}
    sure = f"5 % for all of {found.tests:,} tests together, by Holm's method"
    if not found.tests:
        told = tag("p", "No difference could be tested: there are too few games.")
    elif not found.significant:
        told = tag("p", f"Nothing differs beyond chance ({sure}).")
    else:
        items = [
            tag(
                "li",
                tag("b", titles[d.heuristic]),
                f": {found.labels[d.one]} {'higher' if (d.value or 0) > 0 else 'lower'} than "
                f"{found.labels[d.other]} by ",
                tag("b", short(abs(d.value or 0))),
                f" ({_apart(d)})",
            )
            for d in found.significant
        ]
        told = joined([tag("p", f"What differs beyond chance ({sure}):"), tag("ul", joined(items))])
    return joined([told, joined(tag("p", note) for note in found.notes)])


def _apart(d: Difference) -> str:
    """The interval of a difference whose sign is told in words."""
    near, far = sorted(abs(edge or 0.0) for edge in (d.low, d.high))
    return interval(near, far)


def _numbers(found: Comparison) -> Markup:
    """Every heuristic of every game, then every difference."""
    played = found.found
    rows = []
    for heuristic in found.heuristics:
        scores = [analysis.scores[heuristic.name] for analysis in played]
        digits = digits_for(score.value for score in scores)
        for label, score in zip(found.labels, scores, strict=False):
            if score.defined:
                told = (short(score.value, digits), interval(score.low, score.high, digits), f"{score.n:,}")
                rows.append((heuristic.title, label, *told))
    heuristics = table(
        ("Heuristic", "Game", "Value", "95 % interval", "n"), rows, caption="Every game", words=(0, 1)
    )
    return joined([heuristics, _differences(found) if found.differences else None])


def _differences(found: Comparison) -> Markup:
    titles = {heuristic.name: heuristic.title for heuristic in found.heuristics}
    rows = []
    for d in found.differences:
        if d.value is None:
            continue
        digits = digits_for(
            analysis.scores[d.heuristic].value for analysis in (found.found[d.one], found.found[d.other])
        )
        rows.append(
            (
                titles[d.heuristic],
                found.labels[d.one],
                found.labels[d.other],
                signed(d.value, digits),
                signed_interval(d.low, d.high, digits),
                f"{d.n:,}",
                p_text(d.corrected) or "not tested",
                "yes" if d.significant else "no",
                "yes" if d.paired else "no",
            )
        )
    head = ("Heuristic", "Game", "Against", "Difference", "95 % interval", "n", "p (Holm)")
    return table((*head, "Beyond chance", "Deal by deal"), rows, caption="Differences", words=(0, 1, 2, 7, 8))


def _played(found: Comparison) -> Markup:
    rows = []
    for i, case in enumerate(found.cases):
        counts = ["–"] * len(SERIES)
        if i < len(found.found):
            counts = [f"{found.found[i].evidence.world(name).tally.games:,}" for name in SERIES]
        rows.append((case.label, case.plan.game.title, case.plan.game.seats, *counts))
    head = ("Game", "Title", "Seats", "All random", "One AI", "All AI")
    return table(head, rows, caption="What was played", words=(0, 1), hidden_caption=True)


def _undefined(found: Comparison) -> Markup | None:
    rows = [
        (heuristic.title, label, analysis.scores[heuristic.name].sentence)
        for heuristic in found.heuristics
        for label, analysis in zip(found.labels, found.found, strict=False)
        if not analysis.scores[heuristic.name].defined
    ]
    if not rows:
        return None
    return table(
        ("Heuristic", "Game", "Why"), rows, caption="Not defined", words=(0, 1, 2), hidden_caption=True
    )


PAGES = Pages(comparison_plots, comparison_page, fragment)
"""The pages of `croupier compare`."""
