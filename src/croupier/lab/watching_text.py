"""A look at a game for people: one calm screen, or one paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.lab.statistics import Estimate
from croupier.lab.watching import Look, Numbers, changed_lines, ends, unreached
from croupier.text import fitting, printable, render_all, summary

_MOST_CHANGED = 12
_MOST_SEATS = 6


def screen(seen: Look, *, width: int, height: int, colour: bool = False, status: str = "") -> str:
    """Everything on as many lines as a terminal has: findings first, then the numbers they leave."""
    head = f"{seen.name}  saved {seen.time}"
    numbers = _numbers(seen, width)
    room = max(3, height - len(numbers) - 4)
    found = render_all(seen.findings, colour=colour, width=width).splitlines() if seen.findings else []
    if len(found) > room:
        found = [*found[: room - 1], f"… {len(found) - room + 1} more lines: croupier check {seen.name}"]
    check = f"croupier: {seen.problem}" if seen.problem else summary(seen.findings)
    told = [
        head,
        f"check    {check}",
        *found,
        *numbers,
        "",
        status or "waiting for the next save; Ctrl-C ends",
    ]
    return "\n".join(line if "\x1b" in line else fitting(printable(line), width) for line in told)


def _numbers(seen: Look, width: int) -> list[str]:
    numbers = seen.numbers
    if numbers is None:
        return []
    tally = numbers.result.tally
    of = "" if seen.is_current else f" (of the text saved {numbers.time})"
    told = ["", f"games    {tally.games:,}: {ends(numbers)}{of}"]
    if tally.scores:
        told.append("wins     " + _seats(numbers, "   "))
    told.append(
        f"length   {_mean(tally.length.mean())} decisions, {_mean(tally.options.estimate())} options each"
    )
    if numbers.uncounted:
        told.append(f"rules    {numbers.uncounted}")
        return told
    never = unreached(numbers)
    if seen.is_current and seen.changed:
        lines = changed_lines(seen)
        told.append(f"changed  lines {numbered(seen.changed)}" + ("" if lines else ": no rule begins there"))
        for line in lines[:_MOST_CHANGED]:
            count = line.cells[0] if line.reached else "never"
            told.append(fitting(f"  {line.number:>5} {count:>11}  {line.text.strip()}", width))
        if len(lines) > _MOST_CHANGED:
            told.append(f"         and {len(lines) - _MOST_CHANGED} more")
    told.append(f"never    {_never(never)}")
    return told


def paragraph(seen: Look) -> str:
    """The same in a few sentences."""
    if seen.problem:
        said = f"{seen.problem.removeprefix(f'{seen.name}: ')}."
    else:
        said = f"{summary(seen.findings)}."
        worst = [f for f in seen.findings if f.is_error] or list(seen.findings)
        for finding in worst[:3]:
            said += f" Line {finding.span.line}: {finding.message} ({finding.code})."
    numbers = seen.numbers
    if numbers is not None:
        tally = numbers.result.tally
        of = "" if seen.is_current else f" of the text saved {numbers.time}"
        said += f" {tally.games:,} games{of}: {ends(numbers)}"
        if tally.scores:
            said += f"; wins {_seats(numbers, ', ')}"
        said += f"; {_mean(tally.length.mean())} decisions."
        if numbers.uncounted:
            said += f" {numbers.uncounted}."
        elif seen.is_current:
            if seen.changed:
                never = [line.number for line in changed_lines(seen) if not line.reached]
                said += f" Changed: lines {numbered(seen.changed)}"
                said += f"; never reached of them: {numbered(never)}." if never else ", all reached."
            said += f" Never reached: {_never(unreached(numbers))}."
    return f"{seen.time} {seen.name}: {said}"


def _seats(numbers: Numbers, between: str) -> str:
    tally, seats = numbers.result.tally, numbers.result.plan.game.seats
    told = [f"seat {seat} {_percent(tally.win_share(seat))}" for seat in range(min(seats, _MOST_SEATS))]
    return between.join([*told, *(["…"] if seats > _MOST_SEATS else [])])


def _percent(share: Estimate) -> str:
    if share.value is None or share.low is None or share.high is None:
        return "–"
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})".replace("%", " %")


def _mean(mean: Estimate) -> str:
    if mean.value is None:
        return "–"
    if mean.low is None or mean.high is None:
        return f"{mean.value:.1f}"
    return f"{mean.value:.1f} ({mean.low:.1f} to {mean.high:.1f})"


def _never(numbers: Sequence[int]) -> str:
    return f"lines {numbered(numbers)}" if numbers else "no line"


def numbered(numbers: Iterable[int]) -> str:
    """Line numbers, several in a row as one piece.

    >>> numbered([3, 5, 6, 7, 9])
    '3, 5-7, 9'
    """
    pieces: list[list[int]] = []
    for number in numbers:
        if pieces and pieces[-1][1] == number - 1:
            pieces[-1][1] = number
        else:
            pieces.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in pieces)
