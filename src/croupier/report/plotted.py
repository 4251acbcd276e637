"""Which plots an analysis has: those for which there is something to show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.lab.analysis import Analysis
from croupier.lab.course import choices, leads
from croupier.lab.heuristics.results import team_shares, win_shares
from croupier.lab.notable import DRAMATIC
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import Estimate
from croupier.lab.world import RANDOM, SKILLED
from croupier.players.game_kind import COMPETITIVE
from croupier.report import charts
from croupier.report.measures import measure_plots
from croupier.report.plot import Plot

NAMES = {RANDOM: "random games", SKILLED: "games among AIs"}


def analysis_plots(found: Analysis) -> dict[str, Plot]:
    """The plots by name; what was not played is not there."""
    evidence = found.evidence
    made = (
        _wins(evidence),
        _lead(evidence),
        _choices(evidence),
        _lengths(evidence),
        _drama(evidence),
        _strength(evidence),
        *_scores(found),
        _yardstick(found),
    )
    drawn = {plot.name: plot for plot in made if plot is not None}
    return {**drawn, **measure_plots(found.measured)}


def _wins(evidence: Evidence) -> Plot | None:
    worlds = {name: evidence.world(name) for name in NAMES if evidence.world(name).tally.finished}
    if not worlds or evidence.kind != COMPETITIVE:
        return None
    if evidence.teams:
        shares = {
            NAMES[name]: team_shares(world, evidence.teams, evidence.confidence)
            for name, world in worlds.items()
        }
        names = [f"seats {' and '.join(map(str, team))}" for team in evidence.teams]
        return charts.win_shares(shares, fair=1 / len(evidence.teams), names=names)
    shares = {NAMES[name]: win_shares(world, evidence.confidence) for name, world in worlds.items()}
    few = evidence.seats <= 8
    names = [f"seat {seat}" if few else str(seat) for seat in range(evidence.seats)]
    return charts.win_shares(shares, fair=1 / evidence.seats, names=names)


def _scores(found: Analysis) -> list[Plot]:
    """The score by skill and over the course of the game, where nobody has rivals."""
    if found.evidence.kind == COMPETITIVE or not found.scores["score"].defined:
        return []
    details = found.scores["score"].details
    by_budget = [
        (str(level["budget"]) if level["budget"] else "random", _estimate(level))
        for level in details["levels"]
    ]
    course = [_estimate(each) for each in details["course"]]
    made = [charts.scores(by_budget)] if by_budget else []
    return [*made, charts.score_course(course)] if course else made


def _estimate(data: Mapping[str, Any]) -> Estimate:
    return Estimate(data["value"], data["low"], data["high"], data["n"])


def _yardstick(found: Analysis) -> Plot | None:
    """Where the game lies among those of the library."""
    titles = {heuristic.name: heuristic.title for heuristic in found.heuristics}
    strips = [charts.Strip(titles[name], found.scores[name], place) for name, place in found.places.items()]
    return charts.strip(found.evidence.plan.game.title, strips) if strips else None


def _lead(evidence: Evidence) -> Plot | None:
    if evidence.kind != COMPETITIVE:
        return None
    moments = leads(evidence.world(SKILLED))
    return charts.lead(moments) if moments else None


def _choices(evidence: Evidence) -> Plot | None:
    """Of games among AIs if there are any, else of random ones."""
    for series in (SKILLED, RANDOM):
        options, spread = choices(evidence.world(series), evidence.seats)
        if options:
            return charts.choices(options, spread)
    return None


def _lengths(evidence: Evidence) -> Plot | None:
    counts = {NAMES[name]: evidence.world(name).tally.lengths for name in NAMES}
    return charts.lengths(counts) if any(counts.values()) else None


def _drama(evidence: Evidence) -> Plot | None:
    if evidence.kind != COMPETITIVE:
        return None
    found = evidence.world(SKILLED).notable.get(DRAMATIC)
    return charts.drama(found.game) if found is not None else None


def _strength(evidence: Evidence) -> Plot | None:
    ladder = evidence.ladder
    rungs = [rung for rung in ladder.rungs if rung.wins is not None] if ladder is not None else []
    points = [charts.Strength(2**rung.k, rung.wins, rung.climbed) for rung in rungs if rung.wins is not None]
    if not any(point.share.value is not None for point in points):
        return None
    return charts.strength(
        points,
        title="What twice the budget wins",
        what="wins of the larger budget",
        unit="budget, against half of it",
        even=1 / len(evidence.teams or range(evidence.seats)),
        caption="What the AI wins with a budget, alone among players with half of it. Where points are on "
        "the dashed line, thinking longer is of no use. An open point may be chance.",
    )
