"""Tune rule constants: the better half of the variants goes on with twice as many games, until few are left.

Every variant is played on the same deals in every round (successive halving on equal deals). What is left at
the end is a comparison like any other, the best variant first.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from croupier import __version__
from croupier.game.limits import MAX_DECISIONS
from croupier.lab.aims import DECISIONS, LENGTH, Aim, AimError, aims_of, fronts
from croupier.lab.analysis import Analysis, plan_of
from croupier.lab.comparison import Comparison, compared
from croupier.lab.effort import EFFORTS, SizeError, Sizes
from croupier.lab.grid import SEATS, Grid, grid_of, point_text
from croupier.lab.grid_points import Point, kept_grid, points_of
from croupier.lab.heuristic import heuristics_named
from croupier.lab.own_measures import measures_of
from croupier.lab.pace import needed_series
from croupier.lab.report import aligned
from croupier.lab.several import Case, Progress, Several, analyze_all
from croupier.lab.simulate import Plan
from croupier.lab.statistics import Estimate
from croupier.lab.terms import Terms, staffed
from croupier.lab.variants import Variant
from croupier.lab.work import Crew
from croupier.lab.world import MIXED, SKILLED
from croupier.players import Given, player_text
from croupier.recycle.program import Constant

KEPT = 4
"""So many variants are left at the end, where there are as many."""

MANY = 1000
"""A grid of more combinations has to be asked for."""

LAST = {
    "quick": Sizes(4000, 40, 160, 40),
    "normal": Sizes(16000, 160, 640, 160),
    "thorough": Sizes(64000, 640, 2560, 640),
}
"""How much of each variant is played in the last round; half as much in the round before, and so on."""

FEWEST = Sizes(100, 4, 16, 8)
"""So much is played in any round."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One combination of values, how far it came, and what it scored there."""

    values: Mapping[str, Constant]
    case: Case | None
    why: str = ""
    """Why it was not played: the game refuses these values, or it was interrupted."""
    rounds: int = 0
    """How many rounds it was played."""
    analysis: Analysis | None = None
    """That of its last round."""

    def estimates(self, aims: Sequence[Aim]) -> dict[Aim, Estimate]:
        """What it scored, by aim."""
        return {} if self.analysis is None else {aim: aim.estimate(self.analysis) for aim in aims}

    def status(self, aims: Sequence[Aim]) -> str:
        """Whether its bounds are kept: "met", "missed", or "open" where intervals reach across a bound."""
        found = self.estimates(aims)
        if any(aim.surely_missed(one) for aim, one in found.items()):
            return "missed"
        return "met" if all(aim.surely_met(one) for aim, one in found.items()) else "open"


@dataclass(frozen=True)
class Tuning:
    """What was tried, in the order of merit, and the best of it as a comparison."""

    base: Plan
    grid: Grid
    aims: tuple[Aim, ...]
    tried: tuple[Tried, ...]
    """The best first; what could not be played is last."""
    rounds: int
    sizes: Sizes
    """Of the last round."""
    effort: str
    terms: Terms
    interrupted: bool = False

    @property
    def player(self) -> str:
        """The AI."""
        return self.terms.players

    @cached_property
    def comparison(self) -> Comparison | None:
        """The variants that were played as often as the best, compared with it; None if there are none."""
        if len(self._last) < 2:
            return None
        analyses = tuple(one.analysis for one in self._last if one.analysis is not None)
        cases = [one.case for one in self._last if one.case is not None]
        several = Several(analyses[0].sizes, analyses, self.interrupted)
        return compared(cases, several, self.terms, all_pairs=False)

    @property
    def best(self) -> Tried | None:
        """The variant that comes nearest to the aims; None if none was played."""
        return self.tried[0] if self.tried and self.tried[0].analysis is not None else None

    @property
    def _last(self) -> list[Tried]:
        """The variants that were played as often as the best."""
        played = [one for one in self.tried if one.analysis is not None]
        return [one for one in played if one.rounds == played[0].rounds]

    @property
    def front(self) -> tuple[Tried, ...]:
        """The variants of the last round that no other beats in every aim, bounds surely missed left out."""
        fit = [one for one in self._last if one.status(self.aims) != "missed"]
        numbers = _fronts(fit, self.aims)
        return tuple(one for one, front in zip(fit, numbers, strict=True) if front == 0)

    def command(self) -> str:
        """The command that comes to the same numbers."""
        words = ["croupier", "tune", self.base.name or self.base.source.name]
        words += [
            *self.grid.words,
            "--aim",
            ", ".join(map(str, self.aims)),
            *self.base.reading,
            "--seed",
            str(self.base.seed),
        ]
        words += ["--effort", self.effort, "--games", str(self.sizes)]
        words += ["--players", self.player] if self.player != "pipmc" else []
        words += self.best.analysis.measuring if self.best is not None and self.best.analysis else []
        words += ["--max-points", str(self.grid.size)] if self.grid.size > MANY else []
        return shlex.join([*words, *self.base.limits])

    def data(self) -> dict[str, Any]:
        """Everything as plain data, as `croupier tune --json` prints it."""
        front = {id(one) for one in self.front}
        return {
            "game": self.base.game.name,
            "title": self.base.game.title,
            "croupier": __version__,
            "command": self.command(),
            "seed": self.base.seed,
            "aims": [{"name": a.name, "sign": a.sign, "bound": a.bound} for a in self.aims],
            "axes": [{"name": axis.name, "values": list(axis.values)} for axis in self.grid.axes],
            "rounds": self.rounds,
            "sizes": str(self.sizes),
            "player": self.player,
            "interrupted": self.interrupted,
            "best": None if self.best is None else dict(self.best.values),
            "tried": [
                {
                    "values": dict(one.values),
                    "rounds": one.rounds,
                    "front": id(one) in front,
                    **({"status": one.status(self.aims)} if one.analysis is not None else {"why": one.why}),
                    "aims": {
                        str(aim): {"value": e.value, "low": e.low, "high": e.high, "n": e.n}
                        for aim, e in one.estimates(self.aims).items()
                    },
                }
                for one in self.tried
            ],
            "comparison": None if self.comparison is None else self.comparison.data(),
        }

    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """What came out, for a terminal: the front, then everything that was tried."""
        front = {id(one) for one in self.front}
        ended = ", interrupted" if self.interrupted else ""
        played = [one for one in self.tried if one.analysis is not None]
        rounds = max((one.rounds for one in played), default=0)
        lines = [
            f"{self.base.game.title}: {len(played)} of {self.grid.size} variants tried in {rounds} "
            f"round{'' if rounds == 1 else 's'}{ended}, seed {self.base.seed}, AI {self.player}",
            f"  aims: {', '.join(map(str, self.aims))}",
            "",
            *(f"  {line}" for line in self.verdict),
            "",
        ]
        bounded = any(aim.bound is not None for aim in self.aims)
        head = ["", "variant", *map(str, self.aims), *(["bounds"] if bounded else []), "rounds"]
        rows = [
            [
                "*" if id(one) in front else "",
                point_text(one.values),
                *(_cell(e) for e in one.estimates(self.aims).values()),
                *([one.status(self.aims)] if bounded else []),
                str(one.rounds),
            ]
            for one in played
        ]
        lines += aligned([head, *rows], left=(0, 1))
        lines += ["  *: no other variant of the last round is better in one aim and as good in the others"]
        lines += [f"  {point_text(one.values)}: {one.why}" for one in self.tried if one.analysis is None]
        if self.comparison is not None:
            lines += ["", self.comparison.text(width=width, colour=colour)]
        told = "played to the end" if self.interrupted else "the same again"
        return "\n".join([*(line.rstrip() for line in lines), "", f"  {told}: {self.command()}"])

    @property
    def verdict(self) -> list[str]:
        """The best that was found, how sure that is, and what cannot be told from it, in sentences."""
        best = self.best
        if best is None:
            return ["Nothing is known yet: no variant was played."]
        status = best.status(self.aims)
        if status == "missed":
            return [f"No variant keeps all bounds. {point_text(best.values)} comes nearest."]
        sure = "" if status == "met" else " Whether it keeps all bounds is not sure yet: more games tell."
        lines = [f"{point_text(best.values)} is the best that was found.{sure}"]
        unclear = self._as_good()
        if unclear:
            listed = "; ".join(unclear)
            lines.append(f"Not told apart from it by the aims: {listed}.")
        return lines

    def _as_good(self) -> list[str]:
        """The other variants of the last round whose intervals reach across those of the best."""
        best = self.best
        assert best is not None
        goals = [aim for aim in self.aims if aim.bound is None]
        mine = best.estimates(goals)
        found = []
        for one in self._last[1:]:
            if one.status(self.aims) == "missed":
                continue
            theirs = one.estimates(goals)
            if all(_overlap(mine[aim], theirs[aim]) for aim in goals):
                found.append(point_text(one.values))
        return found

    def page(self) -> str:
        """The page of the comparison."""
        if self.comparison is None:
            raise AimError("fewer than two variants were played: there is no comparison to show")
        return self.comparison.page()


def _overlap(one: Estimate, other: Estimate) -> bool:
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return True
    return one.low <= other.high and other.low <= one.high


def _cell(e: Estimate) -> str:
    if e.value is None:
        return "–"
    return f"{e.value:.3g}" if e.low is None else f"{e.value:.3f} ({e.low:.3f} to {e.high:.3f})"


def tune(
    game: str | Path | Plan,
    aim: str,
    *,
    settings: Mapping[str, Iterable[Constant] | Constant] | None = None,
    seats: Iterable[int] | int | None = None,
    dialect: str | None = None,
    seed: int = 1,
    effort: str = "quick",
    games: str | Sizes | None = None,
    players: Given | None = None,
    measures: Sequence[str] = (),
    max_points: int = MANY,
    max_decisions: int = MAX_DECISIONS,
    engine: str | None = None,
    filtered: bool = True,
    workers: int | None = None,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
    crew: Crew | None = None,
    progress: bool | Progress | None = None,
) -> Tuning:
    """Search values of rule constants for what a designer wants, by successive halving on equal deals.

    `aim` is a text such as ``fairness>=0.98, drama max, length<=60``. `games` is how much of each variant is
    played in the last round (see :class:`Sizes`); in the round before it is half of that for twice as many
    variants. The same seed and sizes give the same numbers.

    >>> from croupier.lab import tune
    >>> found = tune("agram", "length min", settings={"HANDSIZE": [3, 4]}, games="50,0,0", workers=1)
    >>> found.best.values
    {'HANDSIZE': 3}
    """
    if effort not in EFFORTS:
        raise SizeError(f"there is no effort {effort!r}: {', '.join(EFFORTS)} are known")
    own = measures_of(measures)
    aims = aims_of(aim, [one.name for one in own])
    base = (
        game
        if isinstance(game, Plan)
        else plan_of(game, None, {}, dialect, seed, engine, filtered, max_decisions)
    )
    grid = grid_of(settings or {}, seats)
    points = points_of(base, grid, max_points)
    player = "" if players is None else player_text(players)
    named = heuristics_named(
        [a.name for a in dict.fromkeys(aims) if a.name not in _not_heuristics(own)] or ["gamelength"]
    )
    sizes = _last_sizes(games, effort, named, bool(own))
    terms = Terms("tune", named, effort, sizes, player, measures=tuple(measures), grouped=True)
    terms.check()
    tried = [Tried(point.values, Case(_label(base, point), point.plan)) for point in points if not point.why]
    own_crew = staffed(crew, player, workers=workers, cluster=cluster, out=out, resume=resume)
    cases = [one.case for one in tried if one.case]
    with kept_grid(cases, terms, own_crew, progress) as (staff, told, finish):
        search = _Search(aims, terms, staff, told)
        ordered = search.halved(tried)
        refused = [Tried(point.values, None, point.why) for point in points if point.why]
        found = Tuning(
            base,
            grid,
            aims,
            (*ordered, *refused),
            search.rounds,
            sizes,
            effort,
            terms,
            search.interrupted,
        )
        finish(found)
        return found


def _not_heuristics(own: Sequence[Any]) -> set[str]:
    return {LENGTH, DECISIONS, *(one.name for one in own)}


def _label(base: Plan, point: Point) -> str:
    values = dict(point.values)
    seats = values.pop(SEATS, None)
    assert seats is None or isinstance(seats, int)
    return str(Variant(base.name or base.source.name, seats, values))


def _last_sizes(games: str | Sizes | None, effort: str, named: Sequence[Any], measuring: bool) -> Sizes:
    """How much of each variant is played in the last round; nothing of a series that no aim needs."""
    if games is not None:
        return Sizes.of(games) if isinstance(games, str) else games
    last, needed = LAST[effort], needed_series(named)
    return Sizes(
        last.random,
        last.mixed if MIXED in needed else 0,
        last.ai if SKILLED in needed or measuring else 0,
        last.ladder if "ladder" in needed else 0,
    )


class _Search:
    """Rounds of an ever smaller field."""

    def __init__(self, aims: Sequence[Aim], terms: Terms, crew: Crew, told: Progress) -> None:
        self.aims, self.terms, self.crew, self.told = aims, terms, crew, told
        self.rounds = 0
        """How many rounds have been played to their end."""
        self.interrupted = False

    def halved(self, tried: list[Tried]) -> list[Tried]:
        """All variants in the order of merit, after all rounds or until it was interrupted."""
        field, out = tried, list[Tried]()
        sizes = [len(field)]
        while sizes[-1] > KEPT:
            sizes.append(max(KEPT, (sizes[-1] + 1) // 2))
        for number in range(len(sizes)):
            played = self._round(field, len(sizes) - 1 - number)
            last = number + 1 == len(sizes)
            if self.interrupted:
                return [*self._ordered(played, last=last), *out]
            self.rounds += 1
            field = self._ordered(played, last=last)
            if number + 1 < len(sizes):
                out = [*field[sizes[number + 1] :], *out]
                field = field[: sizes[number + 1]]
        return [*field, *out]

    def _round(self, field: list[Tried], halvings: int) -> list[Tried]:
        games = _halved(self.terms.sizes, halvings)
        cases = [one.case for one in field if one.case is not None]
        terms = Terms(
            "tune",
            self.terms.heuristics,
            self.terms.effort,
            games,
            self.terms.players,
            measures=self.terms.measures,
            grouped=True,
        )
        several = analyze_all(cases, terms, self.crew, self.told)
        self.interrupted = several.interrupted
        found = [a for a in several.found if not a.interrupted]
        return [
            Tried(one.values, one.case, "", one.rounds + 1, found[i])
            if i < len(found)
            else (one if one.analysis is not None else Tried(one.values, one.case, "interrupted"))
            for i, one in enumerate(field)
        ]

    def _ordered(self, field: Sequence[Tried], *, last: bool) -> list[Tried]:
        """The variants by merit: first by bounds that are surely missed, then by fronts of what is wanted.

        In the last round a bound counts that is missed by the value alone; before that it may be chance.
        """
        numbers = _fronts(field, self.aims)
        strict = last or all(aim.bound is not None for aim in self.aims)

        def merit(item: tuple[int, Tried]) -> tuple[float, ...]:
            number, one = item
            found = one.estimates(self.aims)
            missed = sum(aim.surely_missed(e) for aim, e in found.items())
            short = sum(aim.miss(e) / max(abs(aim.bound or 0.0), 1e-9) for aim, e in found.items())
            middle = _middling(one, field, self.aims)
            known = (float(one.analysis is None), -one.rounds, missed)
            return (*known, short if strict else 0.0, numbers[number], short, middle)

        return [one for _, one in sorted(enumerate(field), key=merit)]


def _fronts(field: Sequence[Tried], aims: Sequence[Aim]) -> list[int]:
    goals = [aim for aim in aims if aim.bound is None]
    worst = {aim: float("-inf") if aim.upwards else float("inf") for aim in goals}

    def values(one: Tried) -> dict[Aim, float]:
        found = one.estimates(goals)
        return {
            aim: v if aim in found and (v := found[aim].value) is not None else worst[aim] for aim in goals
        }

    return fronts([values(one) for one in field])


def _middling(one: Tried, field: Sequence[Tried], aims: Sequence[Aim]) -> float:
    """The sum of the places of a variant by each goal: on a front, whoever is good in all comes first."""
    total = 0
    for aim in aims:
        if aim.bound is not None:
            continue
        mine = one.estimates([aim]).get(aim)
        if mine is None or mine.value is None:
            total += len(field)
            continue
        for other in field:
            theirs = other.estimates([aim]).get(aim)
            if theirs is not None and theirs.value is not None:
                total += (theirs.value > mine.value) if aim.upwards else (theirs.value < mine.value)
    return float(total)


def _halved(sizes: Sizes, times: int) -> Sizes:
    """Sizes halved so often, but not below what any round has."""

    def part(size: int | None, fewest: int | None) -> int | None:
        return size if not size else max(min(size, fewest or 0), size >> times)

    return Sizes(
        part(sizes.random, FEWEST.random),
        part(sizes.mixed, FEWEST.mixed),
        part(sizes.ai, FEWEST.ai),
        part(sizes.ladder, FEWEST.ladder),
        sizes.cap,
        sizes.observed,
    )
