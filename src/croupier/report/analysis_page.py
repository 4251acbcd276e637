"""The report on a game: what it is, who wins, when it is decided, how dramatic, what skill and rules do."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.game import Status
from croupier.lab import yardstick
from croupier.lab.analysis import Analysis
from croupier.lab.heuristic import OURS
from croupier.lab.study import Pages
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED
from croupier.players.game_kind import COMPETITIVE
from croupier.report import findings
from croupier.report.about import about
from croupier.report.markup import Markup, joined, table, tag
from croupier.report.measures import measures_section
from croupier.report.page import Section, again, page, resource
from croupier.report.plot import Plot, notebook, plots
from croupier.report.plotted import analysis_plots
from croupier.report.replays import chosen, replays, script, style

FIRST = ("fairness", "decisiveness", "drama", "order", "meaningfulmoves", "gamelength", "reasonable")
"""What a hasty reader is told."""

_PLAYERS = {RANDOM: "all random", MIXED: "one AI among random", SKILLED: "all AI"}


def analysis_page(found: Analysis) -> str:
    """The whole page, which needs nothing else."""
    plan, drawn = found.evidence.plan, analysis_plots(found)
    games = chosen(found.evidence)
    sections = [Section("In short", joined([findings.in_short(found, FIRST), _troubles(found)]))]
    rivals = found.evidence.kind == COMPETITIVE
    if rivals:
        sections.append(Section("Who wins", _topic(found, "wins", drawn, "wins")))
    else:
        sections.append(Section("What is scored", _topic(found, "score", drawn, "scores", "course")))
    sections += [
        Section("When it is decided", _topic(found, "course", drawn, "lead", "lengths")),
        *([Section("How dramatic it is", _topic(found, "drama", drawn, "drama"))] if rivals else []),
        Section("How much skill counts", _topic(found, "skill", drawn, "strength")),
        Section("What there is to choose", _topic(found, "choices", drawn, "choices")),
    ]
    if found.measured:
        sections.append(Section("Your own measures", measures_section(found.measured)))
    if "yardstick" in drawn:
        sections.append(Section("Among the games of the library", _yardstick(found, drawn["yardstick"])))
    if other := findings.others(found):
        sections.append(Section("Further heuristics", other))
    body = replays(plan, games) if games else tag("p", "No game that could be shown has finished.")
    sections += [
        Section("Games to look at", body),
        Section("All numbers", joined([_numbers(found), _left_out(found)])),
        Section("Which rules matter", joined([findings.topic(found, "rules"), _more(found)])),
        Section("What it is", about(plan, found.evidence.teams)),
    ]
    return page(
        plan.game.title,
        sections,
        lead=joined([findings.verdict(found), tag("p", lead(found), class_="lead")]),
        foot=again(found),
        style=resource("report.css") + (style() if games else ""),
        scripts=(script(),) if games else (),
    )


def lead(found: Analysis) -> str:
    """What was played, in a sentence."""
    evidence = found.evidence
    kind = "" if evidence.kind == COMPETITIVE else f"A {evidence.kind} game. "
    games = sum(evidence.world(name).tally.games for name in SERIES)
    seats = f"{evidence.seats} seat{'s' if evidence.seats > 1 else ''}"
    told = f"{kind}How it plays, from {games:,} games of {seats}, "
    told += f"AI {evidence.player}, seed {evidence.plan.seed}"
    if evidence.reading != OURS:
        told += f", as the published {evidence.reading} reckon it"
    told += "; interrupted." if found.interrupted else "."
    return " ".join([told, *(f"{one}." for one in evidence.resolved)])


def fragment(found: Analysis) -> Markup:
    """The gist for a notebook: the numbers and the plots."""
    return notebook(
        found.evidence.plan.game.title,
        lead(found),
        joined([findings.verdict(found, links=False), findings.in_short(found, FIRST)]),
        analysis_plots(found),
        findings.all_numbers(found),
    )


def _yardstick(found: Analysis, drawn: Plot) -> Markup:
    """Where the game lies among those of the library, and with whom it was measured."""
    note = (
        f"The games of the library were measured with {yardstick.PLAYER} in the time of "
        "`--effort quick`, with their usual seats. A share is given as the interval that it lies in."
    )
    if found.evidence.player != yardstick.PLAYER:
        note += f" Here {found.evidence.player} has played, so only what random games tell is compared."
    return joined([plots([drawn]), tag("p", note, class_="soft")])


def _left_out(found: Analysis) -> Markup | None:
    """What makes no sense here, and why."""
    titles = findings.titles_of(found)
    return findings.undefined({titles[name]: why for name, why in findings.left_out(found).items()})


def _topic(found: Analysis, name: str, drawn: Mapping[str, Plot], *shown: str) -> Markup:
    """A question with its plots and its heuristics."""
    pictures = [drawn[plot] for plot in shown if plot in drawn]
    told = findings.topic(found, name)
    if len(pictures) != 1 or pictures[0].single:
        return joined([plots(pictures), told] if pictures else [told])
    return tag("div", plots(pictures), tag("div", told), class_="beside")


def _troubles(found: Analysis) -> Markup | None:
    """Games that did not finish: of each kind the first one, and why."""
    items = []
    for name in SERIES:
        tally = found.evidence.world(name).tally
        for incident in {incident.status: incident for incident in reversed(tally.incidents)}.values():
            count = tally.outcomes.get(incident.status, 0)
            items.append(
                tag(
                    "li",
                    f"{count:,} of {tally.games:,} games ({_PLAYERS[name]}) {incident.status.value}: ",
                    incident.reason,
                    tag("pre", incident.picture),
                )
            )
    if not items:
        return None
    return tag(
        "div", tag("p", tag("b", "Not every game finishes.")), tag("ul", joined(items)), class_="trouble"
    )


def _more(found: Analysis) -> Markup:
    """Where to go on from here."""
    plan = found.evidence.plan
    name = plan.name or plan.source.name
    parameters = [parameter for parameter in plan.game.settings if parameter != "SEATS"]
    ways = []
    if plan.game.actions is not None:
        ways.append(("which lines are never used, or never make a difference", f"croupier coverage {name}"))
    if parameters:
        ways.append(
            ("how the numbers move with a parameter", f"croupier sweep {name} --set {parameters[0]}=…")
        )
    if not ways:
        return joined([])
    return tag(
        "p",
        "To find out more: ",
        joined((joined([f"{what}, ", tag("code", how)]) for what, how in ways), "; "),
        ".",
        class_="soft",
    )


def _numbers(found: Analysis) -> Markup:
    rows = []
    for name in SERIES:
        tally = found.evidence.world(name).tally
        why = "" if tally.games else found.evidence.reasons.get(name, "not played")
        took = f"{found.seconds[name]:.1f}" if name in found.seconds else "–"
        counts = [f"{tally.outcomes.get(status, 0):,}" for status in Status]
        rows.append((_PLAYERS[name], f"{tally.games:,}", *counts, took, why))
    statuses = [status.value for status in Status]
    head = ("Games", "played", *statuses, "seconds", "")
    return joined(
        [
            findings.all_numbers(found),
            table(head, rows, caption="What was played", words=(0, len(head) - 1)),
            tag(
                "p",
                f"Intervals hold the true value in {100 * found.evidence.confidence:.4g} of 100 cases. "
                "Expected standings are the AI’s own estimates: 1 is the first place, 0 the last.",
                class_="soft",
            ),
        ]
    )


PAGES = Pages(analysis_plots, analysis_page, fragment)
"""The pages of `croupier analyze`."""
