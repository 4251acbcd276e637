"""Coverage for people: the program with counts in its margin, and what they say."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

from croupier.lab.coverage import SERIES, Coverage
from croupier.lab.coverage_findings import DEAD, KINDS, Finding, findings
from croupier.lab.coverage_lines import LEGEND, Line, lines
from croupier.text import columns, fitting, printable
from croupier.text.shown import painted

_COLOURS = {"bad": "31", "note": "33", "soft": "2", "good": "32"}
_MOST_LISTED = 40

Paint = Callable[[str, str], str]


def coverage_text(found: Coverage, *, width: int = 100, colour: bool = False) -> str:
    """Everything that was counted, for a terminal of some width."""

    def paint(role: str, text: str) -> str:
        return painted(text, _COLOURS[role]) if colour and text.strip() else text

    told = [*_head(found, width), "", *_listing(found, width, paint), "", *_summary(found, width, paint)]
    told += _conditions(found, width)
    return "\n".join(line.rstrip() for line in told)


def _head(found: Coverage, width: int) -> list[str]:
    random, skilled = (found.games(series) for series in SERIES)
    parts = [f"{_games(random)} at random", f"{_games(skilled)} of {found.player}"]
    parts += [f"{found.plan.game.seats} seats", f"seed {found.plan.seed}"]
    if found.interrupted:
        parts.append("interrupted")
    title = printable(f"{found.plan.game.title}: {', '.join(parts)}")
    return [*textwrap.wrap(title, width), *_wrapped(f"In the margin: {LEGEND}.", width, "  ")]


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"


def _listing(found: Coverage, width: int, paint: Paint) -> Iterator[str]:
    every = list(lines(found))
    sizes = [max([len(series), *(len(line.cells[i]) for line in every)]) for i, series in enumerate(SERIES)]
    digits = max(4, len(str(len(every))))
    margin = sum(sizes) + 2 * len(sizes) + digits + 3
    heads = "".join(f"  {series:>{size}}" for series, size in zip(SERIES, sizes, strict=True))
    yield f"{heads}  {'line':>{digits}}"
    for line in every:
        cells = "".join(f"  {cell:>{size}}" for cell, size in zip(line.cells, sizes, strict=True))
        text = _fitted(line.text, width - margin)
        role = "soft" if line.reached is None else "" if line.reached else "bad"
        margin_role = role or "good"
        yield (
            f"{paint(margin_role, cells)}  {paint('soft', f'{line.number:>{digits}}')} "
            f"{paint(role, text) if role else text}"
        )
        yield from _marks(found, line, margin, width, paint)


def _marks(found: Coverage, line: Line, margin: int, width: int, paint: Paint) -> Iterator[str]:
    """What is found in a line, below it, with carets below what it is about."""
    for finding in line.findings:
        span = found.rules[finding.rule].span
        before = columns(printable(line.text[: span.column - 1]))
        covered = columns(printable(line.text[span.column - 1 :][: span.end - span.start]))
        # Where there is little room, the words begin further to the left.
        at = max(0, min(margin + before, width - 36))
        carets = "^" * max(1, min(covered, 12))
        role = "bad" if finding.kind in DEAD else "note"
        for text in _wrapped(f"{carets} {finding.kind}: {finding.told}", width - at, ""):
            yield " " * at + paint(role, text)


def _summary(found: Coverage, width: int, paint: Paint) -> Iterator[str]:
    told = findings(found)
    if found.troubles:
        yield from _wrapped(f"Not all games finished: {found.troubles}.", width, "  ")
    if not found.games():
        yield "  No game was played."
        return
    dead = [finding for finding in told if finding.kind in DEAD]
    if not told:
        yield "  " + paint("good", f"All {len(found.rules)} rules were exercised.")
        return
    number = f"{len(dead)} of {len(found.rules)} rules never had an effect" if dead else "No rule is dead"
    yield "  " + paint("bad" if dead else "good", f"{number}.")
    for kind, meaning in KINDS.items():
        some = [finding for finding in told if finding.kind == kind]
        if some:
            yield from _kind(found, kind, meaning, some, width, paint)


def _kind(
    found: Coverage, kind: str, meaning: str, some: list[Finding], width: int, paint: Paint
) -> Iterator[str]:
    role = "bad" if kind in DEAD else "note"
    yield from (paint(role, text) for text in _wrapped(f"{kind} ({len(some)}): {meaning}", width, "  "))
    for finding in some[:_MOST_LISTED]:
        rule = found.rules[finding.rule]
        excerpt = _fitted(" ".join(rule.span.text.split()), max(20, width // 3))
        what = f"“{rule.what}” {excerpt}" if rule.kind == "option" else excerpt
        yield from _wrapped(f"line {rule.span.line}: {printable(what)}: {finding.told}", width, "    ")
    if len(some) > _MOST_LISTED:
        yield f"    … and {len(some) - _MOST_LISTED} more"


def _conditions(found: Coverage, width: int) -> Iterator[str]:
    """How often every condition was true of the times it was tested, by random players and by strong ones."""
    numbers = [number for number, rule in enumerate(found.rules) if rule.kind == "condition"]
    if not numbers or not found.games():
        return
    yield ""
    yield "  Conditions: true of tested"
    rows = [(number, [true_of_tested(found, number, series) for series in SERIES]) for number in numbers]
    sizes = [max([len(series), *(len(cells[i]) for _, cells in rows)]) for i, series in enumerate(SERIES)]
    heads = "".join(f"  {series:>{size}}" for series, size in zip(SERIES, sizes, strict=True))
    yield f"  {heads}  {'line':>5}"
    for number, cells in rows:
        rule = found.rules[number]
        counts = "".join(f"  {cell:>{size}}" for cell, size in zip(cells, sizes, strict=True))
        yield _fitted(f"  {counts}  {rule.span.line:>5}  {' '.join(rule.span.text.split())}", width)


def true_of_tested(found: Coverage, number: int, series: str) -> str:
    """How often a condition was true, of how many times, in a series; a dash if it was never tested."""
    count = found.count(number, series)
    tested = count["true"] + count["false"]
    return f"{count['true']:,} of {tested:,}" if tested else "–"


def _fitted(text: str, width: int) -> str:
    shown = printable(text)
    return shown if columns(shown) <= width else fitting(shown, width - 1) + "…"


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    lines = textwrap.wrap(
        # A number stays with its sign.
        text.replace(" %", "\u00a0%"),
        max(20, width),
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,
    )
    return [line.replace("\u00a0", " ") for line in lines]
