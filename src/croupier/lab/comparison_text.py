"""A comparison for people: what differs beyond chance, then every heuristic of every game."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from croupier.lab.analysis import Analysis
from croupier.lab.comparison import Comparison
from croupier.lab.difference import Difference
from croupier.lab.heuristic import OURS, Score
from croupier.lab.numbers import digits_for, interval, p_text, short, signed, signed_interval
from croupier.lab.report import aligned, mean_cells
from croupier.lab.statistics import Estimate
from croupier.text.shown import painted

MARK = "*"
_PLOT = 25
"""How wide the picture of a difference is."""


def comparison_text(found: Comparison, *, width: int = 100, colour: bool = False) -> str:
    """Everything that a comparison has to say."""
    lines = [_title(found, width), "", *_games(found)]
    if found.differences:
        lines += ["", *_verdict(found, width)]
    for note in found.notes:
        lines += ["", *wrapped(note, width, 2)]
    if found.found:
        lines += ["", *_table(found, width, colour)]
    lines += _undefined(found, width)
    lines += side_by_side(zip(found.labels, found.found, strict=False))
    lines += ["", f"  {'played to the end' if found.interrupted else 'the same again'}: {found.command()}"]
    return "\n".join(line.rstrip() for line in lines)


def side_by_side(analyses: Iterable[tuple[str, Analysis]]) -> list[str]:
    """Measures of one's own, game by game, with their intervals."""
    rows = [
        [name, series, label, *(_measure_cells(one))]
        for label, analysis in analyses
        for series, found in analysis.measured.items()
        for name, one in found.data().items()
    ]
    if not rows:
        return []
    rows.sort(key=lambda row: (row[0], row[1]))
    head = ["measure", "series", "game", "mean", "95 % interval", "n"]
    return ["", *aligned([head, *rows], left=(0, 1, 2))]


def _measure_cells(one: dict[str, Any]) -> tuple[str, str, str]:
    return mean_cells(Estimate(one["mean"], one["low"], one["high"], one["n"]), 3)


def wrapped(text: str, width: int, indent: int) -> list[str]:
    """A text in lines; what stands in parentheses stays together."""
    glued = re.sub(r"\([^)]{,40}\)", lambda match: match.group().replace(" ", "\xa0"), text)
    lines = textwrap.wrap(
        glued, max(20, width - 2), initial_indent=" " * indent, subsequent_indent=" " * (indent + 2)
    )
    return [line.replace("\xa0", " ") for line in lines]


def _title(found: Comparison, width: int) -> str:
    parts = [f"seed {found.cases[0].plan.seed}", f"effort {found.effort}", f"AI {found.player}"]
    if found.reading != OURS:
        parts.append(f"as the published {found.reading} reckon it")
    if found.interrupted:
        parts.append("interrupted")
    return textwrap.shorten(f"{len(found.cases)} games compared: {', '.join(parts)}", max(width, 40))


def _games(found: Comparison) -> list[str]:
    """What was played of each."""
    rows = [["", "", "seats", "all random", "one AI", "all AI", "seconds"]]
    for i, case in enumerate(found.cases):
        played = [f"{case.plan.game.seats}"]
        if i < len(found.found):
            analysis = found.found[i]
            played += [f"{analysis.evidence.world(s).tally.games:,}" for s in ("random", "mixed", "ai")]
            played.append(f"{sum(analysis.seconds.values()):.1f}")
        else:
            played += ["not played", "–", "–", "–"]
        rows.append([str(i + 1), case.label, *played])
    return aligned(rows, left=(1,))


def short_labels(labels: Sequence[str], width: int) -> dict[str, str]:
    """Labels that are no wider than that: what is left out in the middle is seldom what tells them apart.

    Where it is, they are numbered, as they are where all are listed.

    >>> list(short_labels(["agram", "a_long_name:HANDSIZE=12"], 13).values())
    ['agram', 'a_lo…DSIZE=12']
    """
    head = width // 3
    cut = {
        label: label if len(label) <= width else f"{label[:head]}…{label[len(label) - (width - head - 1) :]}"
        for label in labels
    }
    if len(set(cut.values())) == len(labels):
        return cut
    return {label: f"game {number}" for number, label in enumerate(labels, 1)}


def _verdict(found: Comparison, width: int) -> list[str]:
    """What differs beyond chance, in words."""
    tests = f"{found.tests:,} test{'' if found.tests == 1 else 's'}"
    if not found.tests:
        return ["  No difference could be tested: there are too few games."]
    if not found.significant:
        return wrapped(f"Nothing differs beyond chance (5 % for all of {tests} together, Holm).", width, 2)
    titles = {heuristic.name: heuristic.title for heuristic in found.heuristics}
    lines = wrapped(f"What differs beyond chance (5 % for all of {tests} together, Holm):", width, 2)
    by_pair: dict[tuple[int, int], list[Difference]] = {}
    for difference in found.significant:
        by_pair.setdefault((difference.one, difference.other), []).append(difference)
    for (one, other), told in sorted(by_pair.items()):
        parts = []
        for word, sign in (("higher", 1), ("lower", -1)):
            alike = [
                f"{titles[d.heuristic].lower()} ({signed(d.value)}, {signed_interval(d.low, d.high)})"
                for d in told
                if sign * (d.value or 0) > 0
            ]
            parts += [f"{word} {', '.join(alike)}"] if alike else []
        against = f"{found.labels[one]} against {found.labels[other]}"
        lines += wrapped(f"{against}: {'; '.join(parts)}.", width, 4)
    return lines


def _table(found: Comparison, width: int, colour: bool) -> list[str]:
    """Every heuristic, game by game, with the differences to the first; or to all before it."""
    rows, titles = [_heading(found)], dict[int, str]()
    for heuristic in found.heuristics:
        if any(analysis.scores[heuristic.name].defined for analysis in found.found):
            titles[len(rows)] = heuristic.title
            rows += _block(found, heuristic.name)
    if not titles:
        return ["  No heuristic has a value for any of them: see below."]
    # Columns of which nobody has anything to say take no room.
    used = [any(column) for column in zip(*rows[1:], strict=True)]
    rows = [[cell for cell, wanted in zip(row, used, strict=True) if wanted] for row in rows]
    if used[-1] and _room(rows, width) < 0:
        rows = [row[:-1] for row in rows]
        used[-1] = False
    names = [0, 4] if used[4] else [0]
    if (missing := _room(rows, width)) < 0:
        longest = max(len(row[column]) for row in rows for column in names)
        cut = short_labels(found.labels, max(10, longest + missing // len(names)))
        for row in rows:
            for column in names:
                row[column] = cut.get(row[column], row[column])
    if not used[-1] and used[-2] and _room(rows, width) < 0:
        # The mark tells what p would.
        rows = [row[:-1] for row in rows]
    printed = aligned(rows, left=(*names, *((len(rows[0]) - 1,) if used[-1] else ())))
    lines = [printed[0]]
    for i, line in enumerate(printed[1:], 1):
        if i in titles:
            lines.append(painted(titles[i], "1") if colour else titles[i])
        lines.append(line)
    return lines


def _room(rows: Sequence[Sequence[str]], width: int) -> int:
    """How many columns of the terminal are left beside a table."""
    return width - sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True))


def _heading(found: Comparison) -> list[str]:
    against = "against" if found.all_pairs else ""
    return ["", "value", "95 % interval", "n", against, "difference", "95 % interval", "p (Holm)", ""]


def _block(found: Comparison, name: str) -> list[list[str]]:
    """One heuristic: a row for every game, and one for every further pair."""
    rows = []
    reach = _reach([d for d in found.differences if d.heuristic == name])
    digits = digits_for(analysis.scores[name].value for analysis in found.found)
    for i, analysis in enumerate(found.found):
        score = analysis.scores[name]
        own = [found.labels[i], *_cells(score, digits)]
        told = [d for d in found.differences if (d.heuristic, d.one) == (name, i)]
        for k, d in enumerate(told or [None]):
            start = own if k == 0 else [""] * len(own)
            rows.append([*start, *_difference_cells(found, d, reach, digits)])
    return rows


def _cells(score: Score, digits: int) -> list[str]:
    if not score.defined:
        return ["–", "–", "–"]
    return [short(score.value, digits), interval(score.low, score.high, digits), f"{score.n:,}"]


def _difference_cells(found: Comparison, d: Difference | None, reach: float, digits: int) -> list[str]:
    if d is None or d.value is None:
        return [""] * 5
    against = found.labels[d.other] if found.all_pairs else ""
    mark = MARK if d.significant else " "
    told = signed_interval(d.low, d.high, digits) if d.low is not None else "not tested"
    return [against, f"{signed(d.value, digits)}{mark}", told, p_text(d.corrected), _drawn(d, reach)]


def _reach(told: Sequence[Difference]) -> float:
    """How far the picture of these differences has to reach to either side."""
    edges = [abs(edge) for d in told for edge in (d.low, d.high, d.value) if edge is not None]
    return max(edges, default=0.0)


def _drawn(d: Difference, reach: float) -> str:
    """A difference and its interval on a line with 0 in the middle."""
    if d.value is None or d.low is None or d.high is None or not reach:
        return ""
    middle = _PLOT // 2

    def at(x: float) -> int:
        return middle + round(x / reach * middle)

    line = [" "] * _PLOT
    for i in range(at(d.low), at(d.high) + 1):
        line[i] = "─"
    line[middle] = "┼" if line[middle] == "─" else "│"
    line[at(d.value)] = "●"
    return "".join(line).rstrip()


def _undefined(found: Comparison, width: int) -> list[str]:
    """Heuristics without a number, with the reason."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for label, analysis in zip(found.labels, found.found, strict=False):
        for heuristic in found.heuristics:
            score = analysis.scores[heuristic.name]
            if not score.defined:
                reasons.setdefault((label, score.sentence), []).append(heuristic.title)
    if not reasons:
        return []
    lines = ["", "  Not defined:"]
    for (label, why), titles in reasons.items():
        lines += wrapped(f"{label}: {', '.join(titles)}: {why}.", width, 4)
    return lines
