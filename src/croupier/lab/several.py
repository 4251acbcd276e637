"""Several games, analysed one after the other: equally much of each, from the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from time import perf_counter
from typing import TYPE_CHECKING

from croupier.lab.analysis import Analysis, analysis_of
from croupier.lab.effort import Sizes
from croupier.lab.ladder import budget_of
from croupier.lab.pace import Pace, common_sizes, needed_series, pace_of
from croupier.lab.shared_score import suited_player
from croupier.lab.simulate import Plan
from croupier.lab.store.identity import Identity
from croupier.lab.store.schema import SUFFIX, StoreError
from croupier.lab.terms import Terms
from croupier.lab.work import Crew

if TYPE_CHECKING:
    from croupier.lab.store.run import Run

TRIAL = "trial"
"""The stage in which it is found out how fast games are played."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game under the name by which it is told from the others."""

    label: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class Step:
    """How far several analyses have come."""

    label: str
    number: int
    """Which of the games it is, from 1."""
    games: int
    stage: str
    """`trial`, or the series."""
    done: int
    total: int
    left: float | None
    """Seconds until all is done, if that can be told."""


Progress = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class Several:
    """What was found about each of several games, as far as it has come."""

    sizes: Sizes
    found: tuple[Analysis, ...]
    """In the order of the games; fewer than these if it was interrupted."""
    interrupted: bool


@contextmanager
def several_kept(cases: Sequence[Case], terms: Terms, crew: Crew) -> Iterator[Run | None]:
    """While runs are kept, if they are: each analysis is one of its own, and this one is for all together."""
    if crew.out is not None and crew.out.endswith(SUFFIX):
        raise StoreError(f"{crew.out}: several runs are kept, so --out has to name a folder")
    others = {
        "cases": [case.label for case in cases],
        "players": terms.players,
        "effort": terms.effort,
        "heuristics": [heuristic.name for heuristic in terms.heuristics],
    }
    with crew.keeping(Identity(terms.command, cases[0].plan, others)) as run:
        yield run


def analyze_all(cases: Sequence[Case], terms: Terms, crew: Crew, progress: Progress | None = None) -> Several:
    """Analyse all of them; Ctrl-C ends it with what is done so far."""
    sizes, found = Sizes(), list[Analysis]()
    clock = _Clock(cases, progress or (lambda _: None))
    try:
        sizes = _sizes(cases, terms, crew, clock)
        for number, case in enumerate(cases):
            analysis = analysis_of(
                case.plan,
                replace(terms, command="analyze", games=sizes, counting=False),
                crew,
                clock.of_game(number),
            )
            found.append(analysis)
            if analysis.interrupted:
                return Several(sizes, tuple(found), True)
    except KeyboardInterrupt:
        return Several(sizes, tuple(found), True)
    return Several(sizes, tuple(found), False)


def _sizes(cases: Sequence[Case], terms: Terms, crew: Crew, clock: _Clock) -> Sizes:
    """How much of each is played: as somebody says, as was decided when the run began, or after a trial."""
    if terms.games is not None:
        return terms.sizes
    names = [entry.name for entry in fields(Sizes)]
    if crew.run is not None:
        decided = {name: crew.run.decided(name) for name in names}
        if None not in decided.values():
            return Sizes(**decided)
    needed, paces = needed_series(terms.heuristics), list[Pace]()
    for number, case in enumerate(cases):
        clock.trial(number)
        player = suited_player(terms.players, case.plan)
        paces.append(pace_of(case.plan, player, terms.heuristics, needed))
    sizes = common_sizes(
        paces,
        terms.budget,
        seats=max(case.plan.game.seats for case in cases),
        player=terms.players,
        workers=crew.workers,
        needed=needed,
    )
    budget = budget_of(terms.players) or 0
    clock.plan(
        [
            pace.seconds(sizes, case.plan.game.seats, budget, crew.workers)
            for pace, case in zip(paces, cases, strict=True)
        ]
    )
    if crew.run is not None:
        for name in names:
            crew.run.decide(name, getattr(sizes, name))
    return sizes


@dataclass
class _Clock:
    """Tells how far it has come, and when it will be done."""

    cases: Sequence[Case]
    progress: Progress
    expected: list[dict[str, float]] = field(default_factory=list)
    """How many seconds each series of each game may take."""
    start: float = field(default_factory=perf_counter)

    def trial(self, number: int) -> None:
        self.progress(
            Step(self.cases[number].label, number + 1, len(self.cases), TRIAL, number, len(self.cases), None)
        )

    def plan(self, expected: list[dict[str, float]]) -> None:
        self.expected, self.start = expected, perf_counter()

    def of_game(self, number: int) -> Callable[[str, int, int], None]:
        """What the analysis of one of the games tells its progress to."""

        def told(stage: str, done: int, total: int) -> None:
            label, count = self.cases[number].label, len(self.cases)
            self.progress(
                Step(label, number + 1, count, stage, done, total, self._left(number, stage, done / total))
            )

        return told

    def _left(self, number: int, stage: str, share: float) -> float | None:
        took = perf_counter() - self.start
        if self.expected:
            whole = sum(sum(game.values()) for game in self.expected)
            before = sum(sum(game.values()) for game in self.expected[:number])
            stages = list(self.expected[number])
            at = stages.index(stage)
            before += sum(self.expected[number][name] for name in stages[:at])
            done = before + share * self.expected[number][stage]
            # What has been seen of the pace counts more and more.
            return max(0.0, (whole - done) * (took + 1) / (done + 1))
        done = number / len(self.cases)
        return took * (1 - done) / done if done else None
