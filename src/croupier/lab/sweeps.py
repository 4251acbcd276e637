"""Sweeps: the same game with other values for its rule constants, and how the heuristics move with them."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from croupier.game.limits import MAX_DECISIONS
from croupier.lab.analysis import Analysis, plan_of
from croupier.lab.comparison import chosen_heuristics, every_heuristic
from croupier.lab.difference import LEVEL
from croupier.lab.effort import Sizes
from croupier.lab.evenness import equal_means_p
from croupier.lab.grid import MANY, Grid, grid_of, point_text
from croupier.lab.grid_points import INTERRUPTED, Point, kept_grid, points_of
from croupier.lab.heuristic import OURS, Heuristic
from croupier.lab.several import Case, Progress, analyze_all
from croupier.lab.significance import holm
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE, deviations
from croupier.lab.study import Study, Table, provenance
from croupier.lab.terms import Terms, staffed
from croupier.lab.work import Crew
from croupier.lab.world import RANDOM
from croupier.players import Given, player_text
from croupier.recycle.program import Constant


@dataclass(frozen=True, slots=True)
class Move:
    """Whether a heuristic moves at all over the grid, or whether it may be chance."""

    heuristic: str
    lowest: int | None
    """The number of the point where it is lowest."""
    highest: int | None
    p: float | None = None
    """How likely values so far apart would be if all were the same, if that can be told."""
    corrected: float | None = None
    """The same, corrected for all heuristics (Holm)."""

    @property
    def significant(self) -> bool:
        """Whether it moves beyond chance."""
        return self.corrected is not None and self.corrected < LEVEL


@dataclass(frozen=True, repr=False)
class Sweep(Study):
    """What is known about a game over a grid of its constants."""

    kind: ClassVar[str] = "sweep"

    base: Plan
    grid: Grid
    points: tuple[Point, ...]
    moves: tuple[Move, ...]
    heuristics: tuple[Heuristic, ...]
    sizes: Sizes
    effort: str
    player: str
    reading: str
    interrupted: bool = False

    @property
    def played(self) -> int:
        """How many games were played, at all points."""
        return sum(point.analysis.played for point in self.points if point.analysis is not None)

    def __getitem__(self, values: Mapping[str, Constant]) -> Point:
        """The point of some values."""
        return next(point for point in self.points if dict(point.values) == dict(values))

    def command(self) -> str:
        """The command that comes to the same numbers."""
        words = ["croupier", "sweep", self.base.name or self.base.source.name]
        words += [
            *self.grid.words,
            *self.base.reading,
            "--seed",
            str(self.base.seed),
            "--effort",
            self.effort,
        ]
        words += ["--games", str(self.sizes)] if str(self.sizes) else []
        words += ["--players", self.player] if self.player != "pipmc" else []
        words += ["--published", self.reading] if self.reading != OURS else []
        if not every_heuristic(self.heuristics):
            words += ["--heuristics", ",".join(heuristic.name for heuristic in self.heuristics)]
        words += ["--max-points", str(self.grid.size)] if self.grid.size > MANY else []
        first = next((point.analysis for point in self.points if point.analysis is not None), None)
        words += [] if first is None else first.measuring
        return shlex.join([*words, *self.base.limits])

    def plans(self) -> tuple[Plan, ...]:
        """The one game, as it is without other values."""
        return (self.base,)

    def data(self) -> dict[str, Any]:
        """Everything as plain data, as `croupier sweep --json` prints it."""
        return {
            "game": self.base.game.name,
            "title": self.base.game.title,
            **provenance(self.base, self.command()),
            "effort": self.effort,
            "reading": self.reading,
            "player": self.player,
            "confidence": CONFIDENCE,
            "sizes": str(self.sizes),
            "interrupted": self.interrupted,
            "axes": [{"name": axis.name, "values": list(axis.values)} for axis in self.grid.axes],
            "points": [_point_data(point) for point in self.points],
            "correction": {
                "method": "holm",
                "tests": sum(move.p is not None for move in self.moves),
                "level": round(LEVEL, 6),
            },
            "moves": {
                move.heuristic: {
                    "lowest": self._values(move.lowest),
                    "highest": self._values(move.highest),
                    "p": move.p,
                    "corrected_p": move.corrected,
                    "significant": move.significant,
                }
                for move in self.moves
            },
        }

    def _values(self, number: int | None) -> dict[str, Constant] | None:
        return None if number is None else dict(self.points[number].values)

    def tables(self) -> dict[str, Table]:
        """The results as tables of plain rows: heuristics by point, and points."""
        heuristics: Table = []
        for point in self.points:
            for heuristic in self.heuristics:
                told = _score_data(point, heuristic.name)
                heuristics.append({**point.values, "heuristic": heuristic.name, "why": "", **told})
        points: Table = [
            {
                **point.values,
                "status": point.status,
                "why": point.why,
                "random": _games(point, "random"),
                "mixed": _games(point, "mixed"),
                "ai": _games(point, "ai"),
            }
            for point in self.points
        ]
        return {"heuristics": heuristics, "points": points}

    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """The report for a terminal: every heuristic with its interval and its sentence."""
        from croupier.lab.sweep_text import sweep_text

        return sweep_text(self, width=width, colour=colour)


def _games(point: Point, series: str) -> int:
    return point.analysis.evidence.world(series).tally.games if point.analysis is not None else 0


def _score_data(point: Point, heuristic: str) -> dict[str, Any]:
    if point.analysis is None:
        return {"value": None, "low": None, "high": None, "n": 0, "why": point.why}
    score = point.analysis.scores[heuristic]
    found = {"value": score.value, "low": score.low, "high": score.high, "n": score.n}
    return found if score.defined else {**found, "why": score.sentence}


def _point_data(point: Point) -> dict[str, Any]:
    found: dict[str, Any] = {"values": dict(point.values), "status": point.status}
    if point.why:
        found["why"] = point.why
    if point.analysis is not None:
        data = point.analysis.data()
        found["seats"], found["series"] = data["seats"], data["series"]
        found["heuristics"] = {name: _score_data(point, name) for name in point.analysis.scores}
        if point.analysis.measured:
            found["measures"] = data["measures"]
    return found


def sweep(
    game: str | Path | Plan,
    *,
    settings: Mapping[str, Iterable[Constant] | Constant] | None = None,
    seats: Iterable[int] | int | None = None,
    dialect: str | None = None,
    seed: int = 1,
    effort: str = "quick",
    games: str | Sizes | None = None,
    players: Given | None = None,
    published: str | None = None,
    heuristics: Sequence[str | Heuristic] | None = None,
    max_points: int = MANY,
    measures: Sequence[str] = (),
    max_decisions: int = MAX_DECISIONS,
    engine: str | None = None,
    filtered: bool = True,
    workers: int | None = None,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
    crew: Crew | None = None,
    progress: bool | Progress | None = None,
) -> Sweep:
    """Analyse a game for all combinations of values of its constants, and of numbers of seats.

    Equally much is played of each: `games` fixes how much (see :class:`Sizes`), otherwise it is as much as
    fits into the time of the effort, a combination. Combinations that the game refuses are told with the
    reason. The same seed and sizes give the same numbers, with any number of workers. A `crew` says who
    plays, and may keep what is played in files; without one, `workers`, `cluster`, `out` and `resume` say
    it. `progress` is False, True, None (a bar in terminals and notebooks), or is told of every :class:`Step`.

    >>> from croupier.lab import sweep
    >>> found = sweep("agram", settings={"HANDSIZE": [2, 3]}, seats=[2, 6], games="20,0,0", workers=1)
    >>> [point.status for point in found.points]
    ['played', 'refused', 'played', 'refused']
    >>> found[{"HANDSIZE": 3, "seats": 2}].score("gamelength").value
    6.0
    """
    base = (
        game
        if isinstance(game, Plan)
        else plan_of(game, None, {}, dialect, seed, engine, filtered, max_decisions)
    )
    grid = grid_of(settings or {}, seats)
    points = points_of(base, grid, max_points)
    chosen = chosen_heuristics(heuristics)
    cases = [Case(point_text(point.values), point.plan) for point in points if not point.why]
    player = "" if players is None else player_text(players)
    terms = Terms("sweep", chosen, effort, games, player, published, measures=tuple(measures))
    terms.check()
    own = staffed(crew, player, workers=workers, cluster=cluster, out=out, resume=resume)
    with kept_grid(cases, terms, own, progress) as (staff, told, finish):
        several = analyze_all(cases, terms, staff, told)
        found = iter(several.found)
        played = tuple(point if point.why else _played(point, next(found, None)) for point in points)
        swept = Sweep(
            base,
            grid,
            played,
            _moves(played, chosen),
            chosen,
            several.sizes,
            effort,
            terms.players,
            published or OURS,
            several.interrupted,
        )
        finish(swept)
        return swept


def _played(point: Point, analysis: Analysis | None) -> Point:
    if analysis is None:
        return replace(point, why=INTERRUPTED)
    tally = analysis.evidence.world(RANDOM).tally
    if tally.finished or not tally.games:
        return replace(point, analysis=analysis)
    reason = next((incident.reason for incident in tally.incidents), "")
    return replace(point, analysis=analysis, why=f"no game finished: {reason}")


def _moves(points: Sequence[Point], heuristics: Sequence[Heuristic]) -> tuple[Move, ...]:
    found = [_move(points, heuristic) for heuristic in heuristics]
    corrected = iter(holm([move.p for move in found if move.p is not None]))
    return tuple(move if move.p is None else replace(move, corrected=next(corrected)) for move in found)


def _move(points: Sequence[Point], heuristic: Heuristic) -> Move:
    scores = {
        i: score for i, point in enumerate(points) if (score := point.score(heuristic.name)) is not None
    }
    if not scores:
        return Move(heuristic.name, None, None)
    values = {i: score.value or 0.0 for i, score in scores.items()}
    lowest, highest = (pick(values, key=values.__getitem__) for pick in (min, max))
    edges = [(score.low, score.high) for score in scores.values()]
    known = [(low, high) for low, high in edges if low is not None and high is not None]
    if not heuristic.sampled or len(scores) < 2 or len(known) < len(scores):
        return Move(heuristic.name, lowest, highest)
    errors = [(high - low) / 2 / deviations() for low, high in known]
    return Move(heuristic.name, lowest, highest, equal_means_p(list(values.values()), errors))
