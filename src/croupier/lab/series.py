"""An analysis in progress: one series after the other, as many games of each as somebody says, or as fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter

from croupier.lab.effort import (
    FEWEST,
    MOST,
    fitting,
    guessed_rungs,
    rungs_that_fit,
)
from croupier.lab.experiment import Experiment
from croupier.lab.heuristic import OURS
from croupier.lab.ladder import Ladder, budget_of, climb, rung_seconds
from croupier.lab.pace import LONGEST_GAME, ai_game_seconds
from croupier.lab.simulate import Plan
from croupier.lab.study import Table
from croupier.lab.terms import Terms
from croupier.lab.work import Crew
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED, World
from croupier.players import PlayerError, PlayerFailure

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


Sink = Callable[[Mapping[str, Table]], None]
"""Takes the raw rows of games as they are played."""


@dataclass
class Work:
    """An analysis in progress."""

    plan: Plan
    terms: Terms
    crew: Crew
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
        self.observed = (
            self.terms.budget.observed if self.terms.sizes.observed is None else self.terms.sizes.observed
        )
        if self.crew.run is not None:
            self.observed = self.crew.run.decided("observed") or self.observed

    @property
    def workers(self) -> int:
        """How many games are played at the same time."""
        return self.crew.workers

    def play(self) -> None:
        """All series, one after the other."""
        try:
            self._series(RANDOM, self.terms.sizes.random, self.terms.budget.random)
            self._why_not()
            self._series(MIXED, self.terms.sizes.mixed, self.terms.budget.mixed)
            self._series(SKILLED, self.terms.sizes.ai, self.terms.budget.ai)
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
        return (
            ai_game_seconds(world.tally, self.seconds[RANDOM] * self.workers / played, self.terms.players) / 2
        )

    def _experiment(self, series: str, deals: int) -> Experiment:
        return Experiment(
            self.plan,
            series,
            self.terms.players,
            deals,
            self.terms.heuristics,
            raw=self.terms.raw,
            observed=self.observed,
            grouped=self.terms.grouped,
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
            self.go_on(series, fixed)
            return
        decided = None if self.crew.run is None else self.crew.run.decided(series)
        if decided is not None:
            # As many as whoever began this run thought would fit.
            self.go_on(series, decided)
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
        self.go_on(series, fitting(seconds, 1, pace, 2 * trial))

    def _random(self, seconds: float) -> None:
        """Some games are observed, then as many are counted as fit; slow ones are only observed."""
        few = min(5, self.observed)
        pace = self._pace(RANDOM, few) / self.workers
        if not self.worlds[RANDOM].tally.finished:
            self.go_on(RANDOM, fitting(seconds, 1, pace, few))
            return
        if pace * self.observed > max(SLOW_SECONDS, 4 * seconds):
            self.observed = max(few, int(SLOW_SECONDS / pace))
            if self.crew.run is not None:
                self.crew.run.decide("observed", self.observed)
        self.go_on(RANDOM, self.observed)
        # What is only counted may go much faster than what is observed. How fast shows when it takes a while,
        # and ten times as many games take much longer: else it was the start that took so long.
        done, more, before, took = self.observed, few, 0.0, 0.0
        while took < TRIAL_SECONDS or took < 3 * before:
            before = took
            took = self._timed(RANDOM, done + more)
            done, more = done + more, 10 * more
            if self.interrupted or done >= MOST or took > max(1.0, seconds):
                break
        self.go_on(RANDOM, min(MOST, done + fitting(max(0.0, seconds - took), more // 10, took, 0)))

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
        self.go_on(series, deals)
        return self.seconds.get(series, 0.0) - start

    def _hurry(self, series: str) -> float:
        """How much of its time a series may take, if earlier ones took longer than they should have."""
        plan: dict[str, float] = {name: getattr(self.terms.budget, name) for name in (*SERIES, "ladder")}
        ahead = list(plan)[list(plan).index(series) :]
        left = sum(plan.values()) + SLACK_SECONDS - (perf_counter() - self.start)
        return min(1.0, max(0.25, left / sum(plan[name] for name in ahead)))

    def go_on(self, series: str, deals: int) -> None:
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
        if not any(heuristic.name in ("depth", "skilltrace") for heuristic in self.terms.heuristics):
            self.reasons["ladder"] = "not played: nobody asks for it"
            return
        if self.terms.reading != OURS:
            self.reasons["ladder"] = "not played: no published reading uses it"
            return
        budget = budget_of(self.terms.players)
        if budget is None:
            self.reasons["ladder"] = f"{self.terms.players} has no budget that can be doubled"
            return
        deals, cap = self.terms.sizes.ladder, self.terms.sizes.cap or self.terms.budget.cap
        run = self.crew.run
        if deals is None and run is not None and run.decided("ladder") is not None:
            deals, cap = run.decided("ladder"), run.decided("cap") or cap
        if deals is None:
            games = self.worlds.get(SKILLED, World(SKILLED)).tally.games
            a_game = self.seconds.get(SKILLED, 0.0) * self.workers / games if games else 1.0
            rungs = guessed_rungs(a_game, budget=budget, seats=self.plan.game.seats, cap=cap)
            if sum(rungs) < TRIED_SECONDS:
                # Nobody observes these games, and then they are faster than those of the series.
                rungs = rung_seconds(self.plan, self.terms.players, cap)
            cap, deals = rungs_that_fit(
                self.terms.budget.ladder * self._hurry("ladder") * self.workers, rungs
            )
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
            self.ladder = climb(
                self.plan, self.terms.players, cap=cap, deals=deals, crew=self.crew, progress=told
            )
        except PlayerFailure:
            raise
        except PlayerError as problem:
            self.reasons["ladder"] = f"not played: {problem}"
            return
        self.interrupted |= self.ladder.interrupted
        self.seconds["ladder"] = perf_counter() - start
