"""Coverage line by line: what stands in the margin of a program's text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.lab.coverage import SERIES, Coverage
from croupier.lab.coverage_findings import Finding, findings

_FIRST = ("option", "choice", "loop", "action", "condition")
"""Of several rules that begin in a line, the kind whose count stands in the margin."""

LEGEND = "actions done, turns of stages, decisions, conditions true/tested, options chosen/offered"
"""What the counts in the margin are."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the text."""

    number: int
    text: str
    rules: tuple[int, ...]
    """The rules that begin in it."""
    cells: tuple[str, ...]
    """What stands in the margin, for each series; nothing where no rule begins."""
    reached: bool | None
    """Whether anything that begins in it ever happened; None if nothing begins in it."""
    findings: tuple[Finding, ...]


def lines(found: Coverage) -> Iterator[Line]:
    """The lines of the program."""
    source = found.plan.source
    beginning: dict[int, list[int]] = {}
    for number, rule in enumerate(found.rules):
        beginning.setdefault(rule.span.line, []).append(number)
    told: dict[int, list[Finding]] = {}
    for finding in findings(found):
        told.setdefault(found.rules[finding.rule].span.line, []).append(finding)
    # What the last line break ends is a line, what follows it is none.
    last = len(source.line_starts) - (source.text.endswith("\n") or not source.text)
    for number in range(1, last + 1):
        rules = tuple(beginning.get(number, ()))
        main = _main(found, rules)
        yield Line(
            number,
            source.line(number),
            rules,
            tuple(cell(found, main, series) if main is not None else "" for series in SERIES),
            any(any(found.count(rule).values()) for rule in rules) if rules else None,
            tuple(told.get(number, ())),
        )


def _main(found: Coverage, rules: tuple[int, ...]) -> int | None:
    """Of several rules that begin in a line, the one whose count stands in the margin.

    An `if` that begins there shows how often its condition was true of the times it was tested.
    """
    if not rules:
        return None
    main = min(rules, key=lambda rule: _FIRST.index(found.rules[rule].kind))
    rule = found.rules[main]
    if rule.kind == "action" and rule.what == "if":
        return next((part for part in rules if _is_condition_of(found, part, main)), main)
    return main


def _is_condition_of(found: Coverage, part: int, main: int) -> bool:
    return found.rules[part].kind == "condition" and found.rules[part].within == main


def cell(found: Coverage, number: int, series: str) -> str:
    """The count of a rule in one series, as short as it can be told; nothing if none was played."""
    if not found.games(series):
        return ""
    count, kind = found.count(number, series), found.rules[number].kind
    if kind == "condition":
        return f"{brief(count['true'])}/{brief(count['true'] + count['false'])}"
    if kind == "option":
        return f"{brief(count['chosen'])}/{brief(count['offered'])}"
    return brief(count["turns" if kind == "loop" else "times"])


def brief(number: int) -> str:
    """A count in at most five characters; the exact one is among the data.

    >>> brief(999), brief(12345), brief(123456), brief(9_999_999), brief(12_345_678)
    ('999', '12345', '123k', '9999k', '12M')
    """
    for limit, unit, word in ((100_000, 1, ""), (10_000_000, 1000, "k"), (10_000_000_000, 1_000_000, "M")):
        if number < limit:
            return f"{number // unit}{word}"
    return f"{number // 1_000_000_000}G"
