"""One look at a game that is being written: findings, games of random players, coverage of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from os import stat
from typing import Any

from croupier.game import Status
from croupier.game.settings import ParameterError
from croupier.lab.coverage import RANDOM, CoverageError, coverage
from croupier.lab.coverage_lines import Line, lines
from croupier.lab.report import report_data
from croupier.lab.simulate import Plan, Simulation, simulate
from croupier.lab.tally import Tally
from croupier.lab.work import Crew
from croupier.recycle.program import ProgramError
from croupier.text import Diagnostic, Source, SourceError, as_json
from croupier.text.errors import CroupierError

POLL = 0.25
"""How many seconds lie between two looks at the file."""


class Overtaken(CroupierError):
    """The file was saved again while it was being played."""


@dataclass(frozen=True)
class Numbers:
    """What games of a text came to."""

    time: str
    """When the text was saved, as a clock shows it."""
    result: Simulation
    lines: tuple[Line, ...] = ()
    """The lines with their counts; none where nothing can be counted."""
    uncounted: str = ""
    """Why nothing can be counted."""


@dataclass(frozen=True)
class Look:
    """All that one save has shown."""

    time: str
    name: str
    findings: tuple[Diagnostic, ...] = ()
    problem: str = ""
    """Why there are no findings, or no games, if that is not the program's fault."""
    numbers: Numbers | None = None
    """Of this text, or of the last one that could be played."""
    changed: tuple[int, ...] = field(default=())
    """The lines that are new since the last text that could be played."""

    @property
    def is_current(self) -> bool:
        """Whether the numbers are those of this text."""
        return self.numbers is not None and self.numbers.time == self.time

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the games."""
        return self.is_current and self.numbers is not None and self.numbers.result.interrupted

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        numbers = self.numbers
        return {
            "file": self.name,
            "time": self.time,
            "ok": not self.problem and not any(f.is_error for f in self.findings),
            "problem": self.problem or None,
            "findings": [as_json(finding) for finding in self.findings],
            "changed": list(self.changed),
            "numbers": None
            if numbers is None
            else {
                "time": numbers.time,
                "current": self.is_current,
                **report_data(numbers.result),
                "unreached": unreached(numbers),
                "changed": [
                    {"line": line.number, "count": line.cells[0], "reached": line.reached}
                    for line in changed_lines(self)
                ],
            },
        }


def saves(path: str, wait: Callable[[], None], max_bytes: int) -> Iterator[Source | SourceError]:
    """The text of a file now and after every change, or why it cannot be read; ``wait`` passes the time."""
    last_stamp: object = "never seen"
    last: str | None = None
    while True:
        now = stamp(path)
        if now != last_stamp:
            last_stamp = now
            try:
                source = Source.read(path, max_bytes)
            except SourceError as problem:
                if last != str(problem):
                    last = str(problem)
                    yield problem
            else:
                if last != source.text:
                    last = source.text
                    yield source
        wait()


def stamp(path: str) -> object:
    """What changes when a file is saved; None if it is not there."""
    try:
        found = stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def look(
    plan: Plan,
    time: str,
    before: Look | None,
    games: int,
    seconds: float,
    crew: Crew | None = None,
    progress: Callable[[int], None] | None = None,
) -> Look:
    """Check a text and play it; with errors, the numbers of the last good text stay.

    The games end when the time is up, so that a slow game shows its first ones soon.
    """
    name, kept = plan.source.name, before.numbers if before is not None else None
    changed = changed_numbers(kept.result.plan.source.text, plan.source.text) if kept is not None else ()
    try:
        game = plan.game
    except ProgramError as problem:
        return Look(time, name, tuple(problem.findings), numbers=kept, changed=changed)
    except (ParameterError, SourceError) as problem:
        return Look(time, name, problem=str(problem), numbers=kept, changed=changed)
    result = _played(plan, games, seconds / 2, crew, progress)
    counted: tuple[Line, ...] = ()
    why = ""
    if not result.interrupted:
        try:
            # To count takes about as long as to play.
            fitting = result.games_per_second * seconds / 2
            found = coverage(plan, (max(1, min(games, int(fitting))), 0), crew=crew, progress=_told(progress))
            counted = tuple(lines(found))
        except CoverageError as problem:
            why = str(problem)
    return Look(time, name, tuple(game.findings), "", Numbers(time, result, counted, why), changed)


def _played(
    plan: Plan, games: int, seconds: float, crew: Crew | None, progress: Callable[[int], None] | None
) -> Simulation:
    """As many games as fit into the time, in growing batches; the first one is always played."""
    whole = Simulation(plan, Tally(), 0.0)
    batch = 1
    while whole.tally.games < games and (whole.seconds < seconds or not whole.tally.games):
        first = whole.tally.games
        part = simulate(plan, min(batch, games - first), first=first, crew=crew, progress=progress)
        whole = Simulation(plan, whole.tally + part.tally, whole.seconds + part.seconds, part.interrupted)
        if whole.interrupted:
            break
        rate = whole.games_per_second
        batch = max(1, min(4 * batch, int(rate * (seconds - whole.seconds))))
    return whole


def _told(progress: Callable[[int], None] | None) -> Callable[[str, int, int], None] | None:
    if progress is None:
        return None
    return lambda series, done, total: progress(0) if series == RANDOM else None


def changed_numbers(old: str, new: str) -> tuple[int, ...]:
    r"""The numbers of the lines of a text that are not in an older one.

    >>> changed_numbers("a\nb\nc\n", "a\nB\nc\nd\n")
    (2, 4)
    """
    before, after = old.splitlines(), new.splitlines()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        number + 1
        for tag, _, _, start, end in matcher.get_opcodes()
        if tag in ("replace", "insert")
        for number in range(start, end)
    )


def changed_lines(seen: Look) -> Sequence[Line]:
    """The changed lines in which a rule begins, with their counts."""
    if seen.numbers is None or not seen.is_current:
        return ()
    return [line for line in seen.numbers.lines if line.number in seen.changed and line.rules]


def unreached(numbers: Numbers) -> list[int]:
    """The lines whose rules no game has come to."""
    return [line.number for line in numbers.lines if line.reached is False]


def ends(numbers: Numbers) -> str:
    """How the games ended, in words."""
    outcomes = numbers.result.tally.outcomes
    return ", ".join(f"{status.value} {outcomes[status]:,}" for status in Status if outcomes.get(status))
