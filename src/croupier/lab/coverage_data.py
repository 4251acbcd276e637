"""Coverage as plain data: every rule with its place in the text, its counts and shares, and every finding."""

from __future__ import annotations

from typing import Any

from croupier.lab.coverage import SERIES, Coverage
from croupier.lab.coverage_findings import DEAD, KINDS, Finding, findings
from croupier.lab.heuristics.wording import data
from croupier.lab.statistics import Estimate
from croupier.lab.study import provenance
from croupier.text import place


def coverage_data(found: Coverage) -> dict[str, Any]:
    """All of it."""
    plan, told = found.plan, findings(found)
    return {
        "game": plan.name,
        "title": plan.game.title,
        "file": plan.source.name,
        "seats": plan.game.seats,
        "settings": dict(plan.game.settings),
        **provenance(plan, found.command()),
        "interrupted": found.interrupted,
        "series": {
            series: {
                "players": "random" if series == SERIES[0] else found.player,
                "planned": planned,
                "games": found.games(series),
                "outcomes": dict(sorted(found.sums[series].outcomes.items())),
            }
            for series, planned in zip(SERIES, found.planned, strict=True)
        },
        "rules": [_rule(found, number) for number in range(len(found.rules))],
        "findings": [_finding(found, finding) for finding in told],
        "summary": {
            "rules": len(found.rules),
            "dead": sum(finding.kind in DEAD for finding in told),
            **{kind.replace(" ", "_"): sum(finding.kind == kind for finding in told) for kind in KINDS},
        },
    }


def rule_rows(found: Coverage) -> list[dict[str, Any]]:
    """Every rule as a plain row: its place and kind, and what each series has counted of it."""
    return [
        {
            "rule": number,
            "kind": rule.kind,
            "what": rule.what,
            "line": rule.span.line,
            **{
                f"{series}_{name}": count
                for series in SERIES
                for name, count in found.count(number, series).items()
            },
        }
        for number, rule in enumerate(found.rules)
    ]


def _rule(found: Coverage, number: int) -> dict[str, Any]:
    rule = found.rules[number]
    return {
        "rule": number,
        "kind": rule.kind,
        "what": rule.what,
        **place(rule.span),
        "within": rule.within if rule.within >= 0 else None,
        "fixed": rule.fixed,
        **{
            series: {
                **found.count(number, series),
                **{name: data(value) for name, value in shares(found, number, series).items()},
            }
            for series in SERIES
        },
    }


def shares(found: Coverage, number: int, series: str | None = None) -> dict[str, Estimate]:
    """The shares that the counts of a rule come to."""
    rule, count = found.rules[number], found.count(number, series)
    if rule.kind == "condition":
        return {"share_true": found.share(count["true"], count["true"] + count["false"], series)}
    if rule.kind != "option":
        return {}
    decisions = found.count(rule.within, series)["times"]
    free = count["offered"] - count["forced"]
    return {
        "share_offered": found.share(count["offered"], decisions, series),
        "share_chosen": found.share(count["chosen"] - count["forced"], free, series),
        "share_forced": found.share(count["forced"], count["offered"], series),
    }


def _finding(found: Coverage, finding: Finding) -> dict[str, Any]:
    rule = found.rules[finding.rule]
    return {
        "kind": finding.kind,
        "rule": finding.rule,
        "what": rule.what,
        **place(rule.span),
        "told": finding.told,
        "share": None if finding.share is None else data(finding.share),
    }
