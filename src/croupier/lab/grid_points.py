"""The points of a grid: every combination of values as a game, or the reason why there is none.

Sweeps and tuning begin alike: the same points, the same crew, and a run that keeps what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from croupier.game.capabilities import HasProgram, able
from croupier.game.settings import ParameterError
from croupier.lab.analysis import Analysis
from croupier.lab.grid import SEATS, Grid, GridError
from croupier.lab.heuristic import Score
from croupier.lab.progress import stepped
from croupier.lab.several import Case, Progress, several_kept
from croupier.lab.simulate import Plan
from croupier.lab.terms import Terms
from croupier.lab.work import Crew
from croupier.recycle.program import Constant
from croupier.text import did_you_mean

REFUSED, INTERRUPTED = "refused", "interrupted"


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of values, and what was found there."""

    values: Mapping[str, Constant]
    plan: Plan
    analysis: Analysis | None = None
    why: str = ""
    """Why there is nothing to tell: the game refuses these values, no game finishes, it was interrupted."""

    @property
    def status(self) -> str:
        """`played`, `refused`, `unfinished` (no game finished) or `interrupted` (not played yet)."""
        if self.analysis is None:
            return INTERRUPTED if self.why == INTERRUPTED else REFUSED
        return "unfinished" if self.why else "played"

    def score(self, heuristic: str) -> Score | None:
        """What a heuristic says here, if it says anything."""
        score = self.analysis.scores.get(heuristic) if self.analysis is not None else None
        return score if score is not None and score.defined else None


def points_of(base: Plan, grid: Grid, most: int) -> list[Point]:
    """All points of a grid; what is wrong with it is raised before anything is played."""
    _check_names(base, grid)
    grid.check(most)
    points = [_point_of(base, values) for values in grid]
    if all(point.why for point in points):
        raise GridError(f"none of the {grid.size} combinations is possible: {points[0].why}")
    return points


class Found(Protocol):
    """What came of a grid, as far as keeping it is concerned."""

    @property
    def interrupted(self) -> bool:
        """Whether somebody ended it before its end."""

    def data(self) -> dict[str, Any]:
        """Everything as plain data."""


@contextmanager
def kept_grid(
    cases: Sequence[Case],
    terms: Terms,
    crew: AbstractContextManager[Crew],
    progress: bool | Progress | None,
) -> Iterator[tuple[Crew, Progress, Callable[[Found], None]]]:
    """The crew that plays the cases, whom to tell of progress, and what keeps a complete result."""
    with crew as staff, several_kept(cases, terms, staff) as run, stepped(progress) as told:

        def finish(found: Found) -> None:
            if run is not None and not found.interrupted:
                run.finish(found.data())

        yield staff, told, finish


def _check_names(base: Plan, grid: Grid) -> None:
    """Constants that the program does not have are refused as a whole, before anything is played."""
    names, known = [axis.name for axis in grid.axes], base.game.settings
    for name in names:
        if name != SEATS and name not in known:
            near = did_you_mean(name, known)
            listed = ", ".join(f"{known_name} = {value}" for known_name, value in known.items())
            told = f"Known are {listed}." if known else "The program declares none."
            raise ParameterError(f"there is no parameter {name}{f': {near}' if near else '.'} {told}")
    written = able(base.game, HasProgram)
    seats = None if written is None else written.program.seats_parameter
    if SEATS in names and seats in names:
        raise GridError(f"{seats} is the number of seats: give only one of the two")


def _point_of(base: Plan, values: Mapping[str, Constant]) -> Point:
    """A combination of values, with the reason if the game refuses it."""
    settings = {name: value for name, value in values.items() if name != SEATS}
    seats = values.get(SEATS, base.seats)
    assert seats is None or isinstance(seats, int)
    plan = replace(base, seats=seats, settings={**base.settings, **settings})
    try:
        plan.check()
    except ParameterError as problem:
        told = [line.strip() for line in str(problem).splitlines() if line.strip()]
        return Point(values, plan, why=" ".join(told[:2]))
    return Point(values, plan)
