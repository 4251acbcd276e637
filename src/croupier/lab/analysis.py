"""Analyse a game: play the series, score the heuristics, and keep all of it as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from croupier import shelf
from croupier.api import find_source
from croupier.game import Status
from croupier.lab.effort import (
    EFFORTS,
    FEWEST,
    MOST,
    Effort,
    SizeError,
    Sizes,
    fitting,
    guessed_rungs,
    rungs_that_fit,
)
from croupier.lab.experiment import Experiment
from croupier.lab.frames import data_frames
from croupier.lab.heuristic import OURS, READINGS, Heuristic, Score, all_heuristics
from croupier.lab.heuristics.results import win_shares
from croupier.lab.ladder import Ladder, budget_of, climb, rung_seconds
from croupier.lab.pace import LONGEST_GAME, ai_game_seconds
from croupier.lab.scorer import Evidence, Scorer
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE
from croupier.lab.store.identity import Identity
from croupier.lab.work import Crew
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED, World
from croupier.players import PlayerError, named
from croupier.recycle.program import Constant

if TYPE_CHECKING:
    from croupier.report.plot import Plot

Progress = Callable[[str, int, int], None]
"""Is told what is being played (`random`, `mixed`, `ai`, `ladder`), how much is done, and of how much."""

TRIAL_SECONDS = 0.2
"""Counting has to take so long for its pace to be known."""

SLACK_SECONDS = 5.0
"""What may be lost on the way (observing, starting processes) before later series are cut short."""

SLOW_SECONDS = 10.0
"""If it takes longer than this to observe random games, fewer are observed."""

TRIED_SECONDS = 3.0
"""If a deal on every rung of the ladder would take longer than this, its pace is not tried, but guessed."""

Rows = list[dict[str, Any]]
Sink = Callable[[Mapping[str, Rows]], None]
"""Takes the raw rows of games as they are played."""


@dataclass(frozen=True)
class Analysis:
    """What is known about a game."""

    evidence: Evidence
    scores: Mapping[str, Score]
    heuristics: tuple[Heuristic, ...]
    effort: str
    sizes: Sizes
    """What was meant to be played: with these sizes and the seed it comes to the same again."""
    seconds: Mapping[str, float]
    """How long each series took."""
    interrupted: bool = False
    looks: int = 1
    """How often it was looked whether a wanted precision is reached."""

    def __getitem__(self, name: str) -> Score:
        return self.scores[name]

    @property
    def failed(self) -> int:
        """How many games failed."""
        return sum(world.tally.outcomes.get(Status.FAILED, 0) for world in self.evidence.worlds.values())

    def data(self) -> dict[str, Any]:
        """Everything as plain data, as `croupier analyze --json` prints it."""
        plan = self.evidence.plan
        return {
            "game": plan.game.name,
            "title": plan.game.title,
            "seats": plan.game.seats,
            "teams": [list(team) for team in self.evidence.teams],
            "seed": plan.seed,
            "effort": self.effort,
            "reading": self.evidence.reading,
            "player": self.evidence.player,
            "confidence": CONFIDENCE,
            "looks": self.looks,
            "sizes": str(self.sizes),
            "interrupted": self.interrupted,
            "series": {name: self._series(name) for name in SERIES},
            "heuristics": {name: score.data() for name, score in self.scores.items()},
            "notable": {
                name: {kind: one.data() for kind, one in self.evidence.world(name).notable.items()}
                for name in SERIES
            },
            "timing": {name: round(seconds, 3) for name, seconds in self.seconds.items()},
        }

    def _series(self, name: str) -> dict[str, Any]:
        world, tally = self.evidence.world(name), self.evidence.world(name).tally
        found: dict[str, Any] = {
            "players": {
                RANDOM: RANDOM,
                MIXED: f"{self.evidence.player} among random",
                SKILLED: self.evidence.player,
            }[name],
            "games": tally.games,
            "observed": world.games,
            "deals": world.deals if name == MIXED else tally.games,
            "outcomes": {status.value: tally.outcomes.get(status, 0) for status in Status},
        }
        if not tally.games:
            found["why"] = self.evidence.reasons.get(name, "not played")
        return found

    def tables(self) -> dict[str, Rows]:
        """The results as tables of plain rows: heuristics, series, and wins by seat."""
        scores = [
            {
                "heuristic": name,
                "value": score.value,
                "low": score.low,
                "high": score.high,
                "n": score.n,
                "sentence": score.sentence,
            }
            for name, score in self.scores.items()
        ]
        series = []
        for name in SERIES:
            row = self._series(name)
            outcomes = row.pop("outcomes")
            series.append({"series": name, **row, **outcomes, "seconds": self.seconds.get(name)})
        wins = [
            {"series": name, "seat": seat, "share": s.value, "low": s.low, "high": s.high, "n": s.n}
            for name in SERIES
            for seat, s in enumerate(win_shares(self.evidence.world(name), self.evidence.confidence))
        ]
        return {"heuristics": scores, "series": series, "wins": wins}

    def frames(self) -> dict[str, Any]:
        """The same as pandas data frames; plain rows where pandas is not installed."""
        return data_frames(self.tables())

    def __str__(self) -> str:
        from croupier.lab.analysis_text import analysis_text

        return analysis_text(self)

    def plots(self) -> dict[str, Plot]:
        """What can be drawn, by name; a notebook shows each, and `png` and `svg` give files of it."""
        from croupier.report.plotted import analysis_plots

        return analysis_plots(self)

    def page(self) -> str:
        """The report of `croupier analyze --html`."""
        from croupier.report.analysis_page import analysis_page

        return analysis_page(self)

    def _repr_html_(self) -> str:
        from croupier.report.analysis_page import fragment

        return fragment(self)


def analyze(
    game: str | Path | Plan,
    *,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    seed: int = 1,
    effort: str = "normal",
    games: str | Sizes | None = None,
    precision: float | None = None,
    players: str = "pipmc",
    published: str | None = None,
    workers: int | None = None,
    crew: Crew | None = None,
    raw: bool = False,
    heuristics: Iterable[Heuristic] | None = None,
    grouped: bool = False,
    progress: Progress | None = None,
    sink: Sink | None = None,
) -> Analysis:
    """Find out how a game plays: all heuristics, each with its 95 % interval.

    `games` fixes how much is played (see :class:`Sizes`); otherwise it is as much as fits into the time of
    the effort. `precision` goes on until the intervals reach no further than that to either side. `players`
    is the AI. `grouped` keeps what was observed by group of deals as well, so that games can be compared deal
    by deal. `published` asks for the formulas of the published `engine` or `tables` instead of ours. The
    same seed and sizes give the same numbers, with any number of workers. A `crew` says who plays, and may
    keep what is played in a file; `raw` keeps every decision there as well.

    >>> from croupier.lab import analyze
    >>> found = analyze("kuhn_poker", games="200,10,20,0", players="pipmc:tests=3", workers=1)
    >>> found["noties"].value
    1.0
    """
    plan = game if isinstance(game, Plan) else plan_of(game, seats, settings or {}, dialect, seed)
    if effort not in EFFORTS:
        raise SizeError(f"there is no effort {effort!r}: {', '.join(EFFORTS)} are known")
    reading = published or OURS
    if reading not in READINGS:
        raise SizeError(f"there is no reading {reading!r}: engine and tables are published")
    if precision is not None and not 0 < precision < 1:
        raise SizeError("a precision lies between 0 and 1, as in 0.01")
    named(players)
    plan.check()
    sizes = Sizes.of(games) if isinstance(games, str) else games or Sizes()
    measured = tuple(heuristics) if heuristics is not None else all_heuristics()
    raw = raw or sink is not None
    identity = Identity(
        "analyze",
        plan,
        {
            "players": players,
            "effort": effort,
            "observed": sizes.observed,
            "heuristics": [heuristic.name for heuristic in measured],
            "raw": raw,
            "grouped": grouped,
        },
    )
    with nullcontext(crew) if crew is not None else Crew(workers) as staff, staff.keeping(identity) as run:
        lost = len(staff.lost)
        work = _Work(
            plan,
            players,
            effort,
            EFFORTS[effort],
            sizes,
            staff,
            measured,
            reading,
            raw,
            grouped,
            progress or (lambda *_: None),
            sink if run is None else None,
        )
        work.play()
        found = work.scored() if precision is None or work.interrupted else work.until(precision)
        if run is not None:
            if sink is not None:
                # What was played earlier belongs to it as well, and a file has it in order.
                run.hand_over(sink)
            if not found.interrupted and len(staff.lost) == lost:
                run.finish(found.data())
        return found


def plan_of(
    game: str | Path, seats: int | None, settings: Mapping[str, Constant], dialect: str | None, seed: int
) -> Plan:
    """The plan for a game given as a path, a library name or the text itself."""
    source = find_source(game)
    name = str(game) if str(game) in shelf.names() or Path(source.name) == Path(game) else ""
    return Plan(source, name, seats, settings, dialect, seed=seed)


@dataclass
class _Work:
    """An analysis in progress."""

    plan: Plan
    player: str
    effort_name: str
    effort: Effort
    sizes: Sizes
    crew: Crew
    heuristics: tuple[Heuristic, ...]
    reading: str
    raw: bool
    grouped: bool
    progress: Progress
    sink: Sink | None
    worlds: dict[str, World] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    ladder: Ladder | None = None
    interrupted: bool = False
    observed: int = 0
    start: float = field(default_factory=perf_counter)
    played: dict[str, int] = field(default_factory=dict)
    """How many deals of each series were asked for."""

    def __post_init__(self) -> None:
        self.observed = self.effort.observed if self.sizes.observed is None else self.sizes.observed
        if self.crew.run is not None:
            self.observed = self.crew.run.decided("observed") or self.observed

    @property
    def workers(self) -> int:
        """How many games are played at the same time."""
        return self.crew.workers

    def play(self) -> None:
        """All series, one after the other."""
        try:
            self._series(RANDOM, self.sizes.random, self.effort.random)
            self._why_not()
            self._series(MIXED, self.sizes.mixed, self.effort.mixed)
            self._series(SKILLED, self.sizes.ai, self.effort.ai)
            self._climb()
        except KeyboardInterrupt:
            self.interrupted = True
        if self.interrupted:
            for name in (*SERIES, "ladder"):
                self.reasons.setdefault(name, "not played: interrupted before")

    def _why_not(self) -> None:
        """What cannot be played, and why."""
        tally = self.worlds[RANDOM].tally if RANDOM in self.worlds else None
        if tally is not None and tally.games and not tally.finished:
            for name in (MIXED, SKILLED, "ladder"):
                self.reasons[name] = "not played: no random game finished, and the AI learns from such games"
            return
        hours = self._ai_game_seconds() / 3600
        if hours > LONGEST_GAME / 3600:
            for name in (MIXED, SKILLED, "ladder"):
                self.reasons[name] = (
                    f"not played: one game of the AI would take about {hours:.1f} hours; --max-decisions "
                    "ends games earlier, and --players may name a faster AI"
                )
        if self.plan.game.seats == 1:
            for name in (MIXED, "ladder"):
                self.reasons.setdefault(name, "not played: there is one seat only, and this takes rivals")

    def _ai_game_seconds(self) -> float:
        """How long a game among AIs may take."""
        world, played = self.worlds.get(RANDOM), self.played.get(RANDOM)
        if world is None or not played:
            return 0.0
        # Some of these games were observed, which has taken time as well.
        return ai_game_seconds(world.tally, self.seconds[RANDOM] * self.workers / played, self.player) / 2

    def _experiment(self, series: str, deals: int) -> Experiment:
        return Experiment(
            self.plan,
            series,
            self.player,
            deals,
            self.heuristics,
            raw=self.raw,
            observed=self.observed,
            grouped=self.grouped,
        )

    def _series(self, series: str, fixed: int | None, seconds: float) -> None:
        """As many deals as somebody says, or as fit."""
        if self.interrupted or series in self.reasons:
            return
        if fixed is not None:
            if not fixed:
                self.reasons[series] = "not played: no such games were asked for"
            if self.crew.run is not None:
                self.crew.run.at_least(fixed, series)
                self.crew.run.at_least(fixed, f"{series}, counted")
            self._play(series, fixed)
            return
        decided = None if self.crew.run is None else self.crew.run.decided(series)
        if decided is not None:
            # As many as whoever began this run thought would fit.
            self._play(series, decided)
            return
        self._as_fits(series, seconds)
        if self.crew.run is not None and not self.interrupted:
            self.crew.run.decide(series, self.played[series])

    def _as_fits(self, series: str, seconds: float) -> None:
        if series == RANDOM:
            self._random(seconds)
            return
        trial = FEWEST[series]
        seconds *= self._hurry(series)
        pace = self._pace(series, trial)
        self._play(series, fitting(seconds, 1, pace, 2 * trial))

    def _random(self, seconds: float) -> None:
        """Some games are observed, then as many are counted as fit; slow ones are only observed."""
        few = min(5, self.observed)
        pace = self._pace(RANDOM, few) / self.workers
        if not self.worlds[RANDOM].tally.finished:
            self._play(RANDOM, fitting(seconds, 1, pace, few))
            return
        if pace * self.observed > max(SLOW_SECONDS, 4 * seconds):
            self.observed = max(few, int(SLOW_SECONDS / pace))
            if self.crew.run is not None:
                self.crew.run.decide("observed", self.observed)
        self._play(RANDOM, self.observed)
        # What is only counted may go much faster than what is observed. How fast shows when it takes a while,
        # and ten times as many games take much longer: else it was the start that took so long.
        done, more, before, took = self.observed, few, 0.0, 0.0
        while took < TRIAL_SECONDS or took < 3 * before:
            before = took
            took = self._timed(RANDOM, done + more)
            done, more = done + more, 10 * more
            if self.interrupted or done >= MOST or took > max(1.0, seconds):
                break
        self._play(RANDOM, min(MOST, done + fitting(max(0.0, seconds - took), more // 10, took, 0)))

    def _pace(self, series: str, few: int) -> float:
        """How long a deal takes. It is measured twice: at first something may have to be compiled."""
        start = self.played.get(series, 0)
        first = self._timed(series, start + few)
        if self.interrupted or first > SLOW_SECONDS:
            return first / few
        return min(first, self._timed(series, start + 2 * few)) / few

    def _timed(self, series: str, deals: int) -> float:
        """Go on with a series up to so many deals, and tell how long it took, now or when it was played."""
        start = self.seconds.get(series, 0.0)
        self._play(series, deals)
        return self.seconds.get(series, 0.0) - start

    def _hurry(self, series: str) -> float:
        """How much of its time a series may take, if earlier ones took longer than they should have."""
        plan: dict[str, float] = {name: getattr(self.effort, name) for name in (*SERIES, "ladder")}
        ahead = list(plan)[list(plan).index(series) :]
        left = sum(plan.values()) + SLACK_SECONDS - (perf_counter() - self.start)
        return min(1.0, max(0.25, left / sum(plan[name] for name in ahead)))

    def _play(self, series: str, deals: int) -> None:
        """Go on with a series up to so many deals."""
        first = self.played.get(series, 0)
        if self.interrupted or deals <= first:
            return
        self.played[series] = deals
        start, done, known = perf_counter(), first, self.crew.known_seconds
        self.progress(series, done, deals)

        def told(more: int) -> None:
            nonlocal done
            done += more
            self.progress(series, done, deals)

        result = self._experiment(series, deals).run(first, crew=self.crew, progress=told, sink=self.sink)
        self.worlds[series] = self.worlds.get(series, World(series)) + result.world
        self.interrupted |= result.interrupted
        spent = perf_counter() - start + (self.crew.known_seconds - known) / self.workers
        self.seconds[series] = self.seconds.get(series, 0.0) + spent

    def _climb(self) -> None:
        if self.interrupted or "ladder" in self.reasons:
            return
        if not any(heuristic.name in ("depth", "skilltrace") for heuristic in self.heuristics):
            self.reasons["ladder"] = "not played: nobody asks for it"
            return
        if self.reading != OURS:
            self.reasons["ladder"] = "not played: no published reading uses it"
            return
        budget = budget_of(self.player)
        if budget is None:
            self.reasons["ladder"] = f"{self.player} has no budget that can be doubled"
            return
        deals, cap = self.sizes.ladder, self.sizes.cap or self.effort.cap
        run = self.crew.run
        if deals is None and run is not None and run.decided("ladder") is not None:
            deals, cap = run.decided("ladder"), run.decided("cap") or cap
        if deals is None:
            games = self.worlds.get(SKILLED, World(SKILLED)).tally.games
            a_game = self.seconds.get(SKILLED, 0.0) * self.workers / games if games else 1.0
            rungs = guessed_rungs(a_game, budget=budget, seats=self.plan.game.seats, cap=cap)
            if sum(rungs) < TRIED_SECONDS:
                # Nobody observes these games, and then they are faster than those of the series.
                rungs = rung_seconds(self.plan, self.player, cap)
            cap, deals = rungs_that_fit(self.effort.ladder * self._hurry("ladder") * self.workers, rungs)
            if run is not None:
                run.decide("cap", cap)
                run.decide("ladder", deals)
        if not deals:
            self.reasons["ladder"] = "not played: no such games were asked for"
            return
        self.played["ladder"], self.played["cap"] = deals, cap
        total, done, start = cap * deals * 2 * self.plan.game.seats, 0, perf_counter()

        def told(more: int) -> None:
            nonlocal done
            done += more
            self.progress("ladder", min(done, total), total)

        self.progress("ladder", 0, total)
        try:
            self.ladder = climb(self.plan, self.player, cap=cap, deals=deals, crew=self.crew, progress=told)
        except PlayerError as problem:
            self.reasons["ladder"] = f"not played: {problem}"
            return
        self.interrupted |= self.ladder.interrupted
        self.seconds["ladder"] = perf_counter() - start

    def until(self, precision: float) -> Analysis:
        """Play on until every interval is as narrow as wanted; Ctrl-C ends it.

        It is looked again and again, and a look that is stopped at is a lucky one. So look j takes its
        intervals at 1 − 0.05 / (j (j + 1)): all looks together miss the truth in one case of twenty at most.
        """
        look = 1
        while True:
            found = self.scored(1 - (1 - CONFIDENCE) / (look * (look + 1)), look)
            wide = [h for h in self.heuristics if h.precise and _too_wide(found, h, precision)]
            series = {name for heuristic in wide for name in heuristic.series if name in self.played}
            grown = [name for name in SERIES if name in series and self.played[name] < MOST]
            if self.interrupted or not grown:
                return found
            for name in grown:
                self._play(name, min(MOST, 2 * self.played[name]))
            look += 1

    def scored(self, confidence: float = CONFIDENCE, looks: int = 1) -> Analysis:
        """The analysis as far as it has come."""
        evidence = Evidence(
            self.plan,
            dict(self.worlds),
            self.player,
            self.ladder,
            self.reading,
            confidence,
            dict(self.reasons),
        )
        observed = None if self.observed == self.effort.observed else self.observed
        sizes = Sizes(
            self.played.get(RANDOM, 0),
            self.played.get(MIXED, 0),
            self.played.get(SKILLED, 0),
            self.played.get("ladder", 0),
            self.played.get("cap") or (0 if observed is not None else None),
            observed,
        )
        return Analysis(
            evidence,
            Scorer(self.heuristics).score(evidence),
            self.heuristics,
            self.effort_name,
            sizes,
            dict(self.seconds),
            self.interrupted,
            looks,
        )


def _too_wide(found: Analysis, heuristic: Heuristic, precision: float) -> bool:
    """Whether it pays to play on; what applies in fewer than one game of ten is not waited for."""
    score = found.scores[heuristic.name]
    games = sum(found.evidence.world(name).tally.games for name in heuristic.series)
    if not score.defined or 10 * score.n < games:
        return False
    return score.low is None or score.high is None or (score.high - score.low) / 2 > precision
