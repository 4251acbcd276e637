"""A sweep for people: every heuristic as a row of numbers over the values of a constant, with its picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from croupier.lab.analysis_text import sparkline
from croupier.lab.comparison_text import side_by_side, wrapped
from croupier.lab.grid import Axis, point_text, written
from croupier.lab.grid_points import Point
from croupier.lab.heuristic import OURS, Score
from croupier.lab.numbers import digits_for, short
from croupier.lab.sweeps import Move, Sweep
from croupier.recycle.program import Constant
from croupier.text.shown import painted

MARK = "*"


def sweep_text(found: Sweep, *, width: int = 100, colour: bool = False) -> str:
    """Everything that a sweep has to say."""
    lines = [_title(found, width), "", *_verdict(found, width), ""]
    lines += _table(found, width, colour)
    lines += _troubles(found, width)
    played = [(point_text(p.values), p.analysis) for p in found.points if p.analysis is not None]
    lines += side_by_side(played)
    lines += ["", f"  {'played to the end' if found.interrupted else 'the same again'}: {found.command()}"]
    return "\n".join(line.rstrip() for line in lines)


def _title(found: Sweep, width: int) -> str:
    played = sum(point.analysis is not None for point in found.points)
    parts = [f"{played} of {len(found.points)} combinations", f"seed {found.base.seed}"]
    parts += [f"effort {found.effort}", f"AI {found.player}"]
    if found.reading != OURS:
        parts.append(f"as the published {found.reading} reckon it")
    if found.interrupted:
        parts.append("interrupted")
    return textwrap.shorten(f"{found.base.game.title}: {', '.join(parts)}", max(width, 40))


def _verdict(found: Sweep, width: int) -> list[str]:
    """What moves beyond chance, in words."""
    tests = sum(move.p is not None for move in found.moves)
    if not tests:
        return ["  Whether anything moves cannot be told: there are too few games or combinations."]
    sure = [move for move in found.moves if move.significant]
    counted = f"5 % for all of {tests} test{'' if tests == 1 else 's'} together, Holm"
    if not sure:
        return wrapped(f"Nothing moves beyond chance ({counted}).", width, 2)
    titles = {heuristic.name: heuristic.title.lower() for heuristic in found.heuristics}
    lines = wrapped(f"What moves beyond chance ({counted}):", width, 2)
    for move in sure:
        lines += wrapped(f"{titles[move.heuristic]}: {_ends(found, move)}.", width, 4)
    return lines


def _ends(found: Sweep, move: Move) -> str:
    """Where a heuristic is lowest and where it is highest."""
    told = []
    for number, word in ((move.lowest, "lowest"), (move.highest, "highest")):
        assert number is not None
        score = found.points[number].score(move.heuristic)
        assert score is not None
        told.append(f"{word} {short(score.value)} at {point_text(_moving(found, found.points[number]))}")
    return ", ".join(told)


def _moving(found: Sweep, point: Point) -> dict[str, Constant]:
    """The values of a point, without those that are the same everywhere."""
    names = [axis.name for axis in found.grid.moving]
    return {name: point.values[name] for name in names}


def main_axis(found: Sweep) -> Axis:
    """The axis along which numbers are laid out: the longest of those that have an order."""
    axes = found.grid.moving
    return max(axes, key=lambda axis: (axis.numeric, len(axis.values)))


def lines_of(found: Sweep) -> Iterator[tuple[dict[str, Constant], list[Point]]]:
    """For all values of the other axes, the points along the main one."""
    axis = main_axis(found)
    by_rest: dict[tuple[tuple[str, Constant], ...], list[Point]] = {}
    for point in found.points:
        rest = {name: value for name, value in _moving(found, point).items() if name != axis.name}
        by_rest.setdefault(tuple(rest.items()), []).append(point)
    for rest_items, points in by_rest.items():
        yield dict(rest_items), points


@dataclass(frozen=True, slots=True)
class _Row:
    """A heuristic along the main axis."""

    label: str
    values: tuple[str, ...]
    reaches: tuple[str, ...]
    picture: str
    n: str


def _table(found: Sweep, width: int, colour: bool) -> list[str]:
    """Heuristics with their values, and below them how far the intervals reach to either side."""
    axis, blocks = main_axis(found), _blocks(found)
    fixed = {a.name: a.values[0] for a in found.grid.axes if len(a.values) == 1}
    legend = (
        f"{axis.name} grows to the right{_with(fixed)}; below the values ± half of the 95 % interval, and n."
    )
    lines = wrapped(legend, width, 2)
    if any(move.significant for move in found.moves):
        lines.append(f"  {MARK} moves beyond chance")
    rows = [row for _, of_block in blocks for row in of_block]
    if not rows:
        return []
    heads = _Row(axis.name, tuple(map(written, axis.values)), (), "", "")
    names = max(len(row.label) for row in (heads, *rows))
    cells = max(len(cell) for row in (heads, *rows) for cell in (*row.values, *row.reaches))
    length = len(axis.values)
    room = width - names - max(length, *(len(row.n) for row in rows)) - 4
    at_once = max(1, room // (cells + 2))
    for start in range(0, length, at_once):
        part = slice(start, start + at_once)

        def line(label: str, texts: tuple[str, ...], end: str, part: slice = part) -> str:
            middle = "".join(f"  {cell:>{cells}}" for cell in texts[part])
            return f"  {label:<{names}}{middle}  {end}".rstrip()

        lines += ["", line(heads.label, heads.values, "")]
        for title, of_block in blocks:
            lines += [_bold(f"  {title}", colour)] if title else []
            for row in of_block:
                lines.append(_bold(line(row.label, row.values, row.picture), colour and not title))
                lines.append(line("", row.reaches, row.n))
    return lines


def _bold(line: str, colour: bool) -> str:
    return painted(line, "1") if colour else line


def _with(fixed: Mapping[str, Constant]) -> str:
    return f", all with {point_text(fixed)}" if fixed else ""


def _blocks(found: Sweep) -> list[tuple[str, list[_Row]]]:
    """One row a heuristic; or a title and a row for all values of the other axes."""
    groups, blocks = list(lines_of(found)), []
    marked = {move.heuristic for move in found.moves if move.significant}
    for heuristic in found.heuristics:
        if all(point.score(heuristic.name) is None for point in found.points):
            continue
        title = f"{heuristic.title} {MARK}" if heuristic.name in marked else heuristic.title
        if len(groups) == 1:
            blocks.append(("", [_row(title, heuristic.name, groups[0][1])]))
        else:
            rows = [_row(f"  {point_text(rest)}", heuristic.name, points) for rest, points in groups]
            blocks.append((title, rows))
    return blocks


def _row(label: str, heuristic: str, points: Sequence[Point]) -> _Row:
    scores = [point.score(heuristic) for point in points]
    digits = digits_for(score.value for score in scores if score is not None)
    known = [score for score in scores if score is not None]
    # From the lowest end of all intervals to the highest: what is within them stays small.
    edges = [edge for score in known for edge in (score.value, score.low, score.high) if edge is not None]
    drawn = iter(
        sparkline([score.value or 0.0 for score in known], (min(edges), max(edges))) if edges else ""
    )
    counts = sorted({score.n for score in scores if score is not None})
    return _Row(
        label,
        tuple("–" if score is None else short(score.value, digits) for score in scores),
        tuple(_reach(score, digits) for score in scores),
        "".join(" " if score is None else next(drawn) for score in scores),
        "n " + "–".join(f"{n:,}" for n in dict.fromkeys((counts[0], counts[-1]))) if counts else "",
    )


def _reach(score: Score | None, digits: int) -> str:
    if score is None or score.low is None or score.high is None:
        return ""
    return f"±{short((score.high - score.low) / 2, digits)}"


def _troubles(found: Sweep, width: int) -> list[str]:
    """Combinations without numbers, and heuristics without any, with their reasons."""
    lines: list[str] = []
    reasons: dict[str, list[str]] = {}
    for point in found.points:
        if point.why:
            reasons.setdefault(point.why, []).append(point_text(_moving(found, point)))
    for why, texts in reasons.items():
        lines += wrapped(f"{'; '.join(texts)}: {why}.", width, 4)
    if lines:
        lines = ["", "  Not played to an end:", *lines]
    never = [h for h in found.heuristics if all(point.score(h.name) is None for point in found.points)]
    whys: dict[str, list[str]] = {}
    for heuristic in never:
        told = [p.analysis.scores[heuristic.name].sentence for p in found.points if p.analysis is not None]
        whys.setdefault(told[0] if told else "nothing was played", []).append(heuristic.title)
    if whys:
        lines += ["", "  Not defined:"]
        for why, titles in whys.items():
            lines += wrapped(f"{', '.join(titles)}: {why}.", width, 4)
    return lines
