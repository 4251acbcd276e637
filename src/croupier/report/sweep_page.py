"""The report on a sweep: how every heuristic moves, in small multiples, and every number."""

from __future__ import annotations

from croupier.lab.grid import point_text, written
from croupier.lab.heuristic import OURS
from croupier.lab.numbers import digits_for, interval, p_text, short
from croupier.lab.study import Pages
from croupier.lab.sweep_text import lines_of, main_axis
from croupier.lab.sweeps import Move, Sweep
from croupier.report.charts.moves import moves
from croupier.report.markup import Markup, joined, table, tag
from croupier.report.measures import measures_beside
from croupier.report.page import Section, again, page
from croupier.report.plot import Plot, notebook, plots


def sweep_page(found: Sweep) -> str:
    """The whole page, which needs nothing else."""
    drawn = sweep_plots(found)
    sure = {move.heuristic for move in found.moves if move.significant}
    moving = [plot for name, plot in drawn.items() if name in sure]
    still = [plot for name, plot in drawn.items() if name not in sure]
    sections = [Section("In short", _in_short(found))]
    note = tag("p", "With 95 % intervals; every p is corrected for all the tests (Holm).", class_="soft")
    sections += [Section("What moves", joined([note, plots(moving)]))] if moving else []
    sections += [Section("What may stand still", joined([note, plots(still)]))] if still else []
    sections.append(Section("All numbers", _numbers(found)))
    played = [(point_text(p.values), p.analysis) for p in found.points if p.analysis is not None]
    if beside := measures_beside(played):
        sections.append(Section("Your own measures", beside))
    return page(
        _title(found),
        sections,
        lead=_lead(found),
        foot=again(found),
    )


def fragment(found: Sweep) -> Markup:
    """The gist for a notebook: what moves, the plots and the numbers."""
    return notebook(_title(found), _lead(found), _in_short(found), sweep_plots(found), _numbers(found))


def _title(found: Sweep) -> str:
    return f"{found.base.game.title}: {', '.join(map(str, found.grid.moving))}"


def sweep_plots(found: Sweep) -> dict[str, Plot]:
    """How each heuristic moves; by its name, those that are defined nowhere left out."""
    axis, by_rest = main_axis(found), list(lines_of(found))
    told = {move.heuristic: move for move in found.moves}
    drawn = {}
    for heuristic in found.heuristics:
        lines = {
            point_text(rest): [(written(p.values[axis.name]), p.score(heuristic.name)) for p in points]
            for rest, points in by_rest
        }
        if any(score is not None for line in lines.values() for _, score in line):
            drawn[heuristic.name] = moves(
                heuristic.name,
                heuristic.title,
                _caption(told[heuristic.name]),
                axis.name,
                lines,
                numeric=axis.numeric,
            )
    return drawn


def _caption(move: Move) -> str:
    if move.corrected is None:
        return "Whether it moves was not tested."
    p = p_text(move.corrected)
    what = "Moves beyond chance" if move.significant else "May stand still"
    return f"{what} (p {p if p.startswith('<') else f'= {p}'})."


def _lead(found: Sweep) -> str:
    played = sum(point.analysis is not None for point in found.points)
    told = f"How it changes over {played} of {len(found.points)} combinations, AI {found.player}, "
    told += f"seed {found.base.seed}"
    if found.reading != OURS:
        told += f", as the published {found.reading} reckon it"
    return f"{told}; interrupted." if found.interrupted else f"{told}."


def _in_short(found: Sweep) -> Markup:
    titles = {heuristic.name: heuristic.title for heuristic in found.heuristics}
    sure = [move for move in found.moves if move.significant]
    tests = sum(move.p is not None for move in found.moves)
    counted = f"5 % for all of {tests} tests together, by Holm's method"
    if not tests:
        told = tag("p", "Whether anything moves cannot be told: there are too few games or combinations.")
    elif not sure:
        told = tag("p", f"Nothing moves beyond chance ({counted}).")
    else:
        items = [tag("li", tag("b", titles[move.heuristic]), ": ", _ends(found, move)) for move in sure]
        told = joined([tag("p", f"What moves beyond chance ({counted}):"), tag("ul", joined(items))])
    missing = [point for point in found.points if point.why]
    if not missing:
        return told
    reasons = [tag("li", tag("b", point_text(point.values)), f": {point.why}") for point in missing]
    return joined([told, tag("p", "Not played to an end:"), tag("ul", joined(reasons))])


def _ends(found: Sweep, move: Move) -> str:
    told = []
    for number, word in ((move.lowest, "lowest"), (move.highest, "highest")):
        assert number is not None
        score = found.points[number].score(move.heuristic)
        assert score is not None
        told.append(f"{word} {short(score.value)} at {point_text(found.points[number].values)}")
    return ", ".join(told)


def _numbers(found: Sweep) -> Markup:
    names = [axis.name for axis in found.grid.axes]
    rows = []
    for heuristic in found.heuristics:
        scores = [point.score(heuristic.name) for point in found.points]
        digits = digits_for(score.value for score in scores if score is not None)
        for point, score in zip(found.points, scores, strict=True):
            if score is not None:
                told = (short(score.value, digits), interval(score.low, score.high, digits), f"{score.n:,}")
                rows.append((heuristic.title, *(written(point.values[name]) for name in names), *told))
    head = ("Heuristic", *names, "Value", "95 % interval", "n")
    return table(head, rows, caption="Every heuristic at every combination", hidden_caption=True)


PAGES = Pages(sweep_plots, sweep_page, fragment)
"""The pages of `croupier sweep`."""
