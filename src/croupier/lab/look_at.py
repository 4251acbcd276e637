"""What deserves a designer's look next: rules that never happen, options that are always or never taken."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from croupier.lab.coverage import SKILLED as COUNTED_SKILLED
from croupier.lab.coverage import Coverage
from croupier.lab.coverage_findings import DEAD, findings
from croupier.lab.report import replay
from croupier.lab.scorer import Evidence
from croupier.lab.statistics import wilson
from croupier.lab.world import RANDOM

MOST = 5
"""So many rules are named at most; the command that names all of them follows."""

MOSTLY = 0.6
"""An option is worth a word if AIs surely take it more often than this where they have another one."""


def look_at(evidence: Evidence) -> tuple[str, ...]:
    """Everything of that kind, the most urgent first."""
    return (*_failing(evidence), *_rules(evidence), *_options(evidence))


def _failing(evidence: Evidence) -> Iterator[str]:
    tally = evidence.world(RANDOM).tally
    for incident in {incident.status: incident for incident in reversed(tally.incidents)}.values():
        count = tally.outcomes.get(incident.status, 0)
        yield (
            f"{count:,} of {tally.games:,} random games {incident.status.value}: {incident.reason}; "
            f"to see one: {replay(evidence.plan, incident.index)}"
        )


def _rules(evidence: Evidence) -> Iterator[str]:
    counted = evidence.coverage
    if counted is None:
        return
    dead = [finding for finding in findings(counted) if finding.kind in DEAD]
    for finding in dead[:MOST]:
        rule = counted.rules[finding.rule]
        told = {"never reached": "is never reached", "never offered": "is never offered"}.get(finding.kind)
        what = f"“{rule.what}”" if rule.kind == "option" else f"{_excerpt(rule.span.text)}"
        yield f"line {rule.span.line}: {what} {told or 'is never true'} ({finding.told})"
    if len(dead) > MOST:
        plan = evidence.plan
        command = shlex.join(["croupier", "coverage", plan.name or plan.source.name, *plan.choice])
        yield f"{len(dead) - MOST} more rules without any effect: {command}"


def _excerpt(text: str, most: int = 40) -> str:
    short = " ".join(text.split())
    return short if len(short) <= most else f"{short[: most - 1]}…"


def _options(evidence: Evidence) -> Iterator[str]:
    """Options that AIs nearly always take, or never, though they could do something else."""
    counted = evidence.coverage
    if counted is None or not counted.games(COUNTED_SKILLED):
        return
    for number, rule in enumerate(counted.rules):
        if rule.kind == "option":
            yield from _option(evidence, counted, number)


def _option(evidence: Evidence, counted: Coverage, number: int) -> Iterator[str]:
    rule, count = counted.rules[number], counted.count(number, COUNTED_SKILLED)
    free, taken = count["offered"] - count["forced"], count["chosen"] - count["forced"]
    siblings = [
        each
        for each, other in enumerate(counted.rules)
        if other.kind == "option" and other.within == rule.within
    ]
    if not free or len(siblings) < 2:
        return
    # Decisions of one game hang together: no more are taken for independent than there are games.
    games = counted.games(COUNTED_SKILLED)
    low, high = wilson(taken / free, min(free, games))
    chance = counted.count(number, RANDOM)
    at_random = chance["offered"] - chance["forced"]
    usual = (chance["chosen"] - chance["forced"]) / at_random if at_random else None
    where = f"line {rule.span.line}: “{rule.what}”"
    if low > MOSTLY and (usual is None or usual < low):
        yield f"{where} is taken in {taken:,} of {free:,} free cases by {evidence.player}"
    elif not taken and high < 1 - MOSTLY and (usual is None or usual > high):
        yield f"{where} is never taken by {evidence.player}, in {free:,} free cases"
