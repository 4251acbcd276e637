"""An analysis in progress: as many games of each series as somebody says, or as its doubts deserve.

An effort is processor time. Random games end it when there is no doubt about them; then the time is given
out in parts, each to the series with the interval that is widest for what is wanted of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from time import perf_counter

from croupier.lab.coverage import Coverage, CoverageError, coverage
from croupier.lab.effort import (
    FEWEST,
    MOST,
    RANDOM_WIDTH,
    RUNG_WIDTH,
    SHARES,
    guessed_rungs,
    rungs_that_fit,
    two_digits,
)
from croupier.lab.experiment import Experiment
from croupier.lab.heuristic import OURS, Heuristic
from croupier.lab.ladder import Ladder, budget_of, climb
from croupier.lab.pace import LONGEST_GAME, ai_game_seconds
from croupier.lab.scorer import Evidence, Scorer
from croupier.lab.shared_score import climb_scores, is_shared
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE
from croupier.lab.study import Table
from croupier.lab.terms import Terms
from croupier.lab.work import Crew
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED, World
from croupier.players import PlayerError, PlayerFailure

Progress = Callable[[str, int, int], None]
"""Is told what is being played (`random`, `mixed`, `ai`, `ladder`), how much is done, and of how much."""

SLOW_SECONDS = 10.0
"""If it takes longer than this to observe random games, fewer are observed."""

RANDOM_SHARE = 0.2
"""Random games may take so much of the time: whether there is any doubt about them shows soon."""

ROUNDS = 12
"""The time is given out in about so many parts, each to what is most in doubt then."""

LADDER, RULES = "ladder", "rules"

COUNTED_GAMES = (200, 20)
"""The rules of so many games are counted at most: random ones, and among AIs."""


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
    coverage: Coverage | None = None
    interrupted: bool = False
    observed: int = 0
    played: dict[str, int] = field(default_factory=dict)
    """How many deals of each series were asked for."""
    cost: dict[str, float] = field(default_factory=dict)
    """Seconds of processor time that each series took."""

    def __post_init__(self) -> None:
        self._before = self.crew.processor_seconds + self.crew.known_seconds
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
        """All series: as much of each as somebody says, or as its doubts deserve."""
        sizes = self.terms.sizes
        fixed = {RANDOM: sizes.random, MIXED: sizes.mixed, SKILLED: sizes.ai}
        try:
            open_ones = [series for series in (RANDOM,) if not self._is_settled(series, fixed[series])]
            if open_ones:
                self._random()
            self._why_not()
            for series in (MIXED, SKILLED):
                if series not in self.reasons and not self._is_settled(series, fixed[series]):
                    self._begin(series, partial(self.go_on, series))
                    open_ones.append(series)
            if self._begin_ladder():
                open_ones.append(LADDER)
            self._extend([part for part in open_ones if part != RANDOM])
            self._decide(open_ones)
            self._count_rules()
        except KeyboardInterrupt:
            self.interrupted = True
        if self.interrupted:
            for name in (*SERIES, LADDER):
                self.reasons.setdefault(name, "not played: interrupted before")

    @property
    def _left(self) -> float:
        """Seconds of processor time that may still be spent."""
        spent = self.crew.processor_seconds + self.crew.known_seconds - self._before
        return self.terms.budget.seconds * self.workers - spent

    def _is_settled(self, series: str, fixed: int | None) -> bool:
        """Plays a series whose size is known: somebody has said it, or decided it when the run began."""
        if self.interrupted:
            return True
        run = self.crew.run
        if fixed is not None:
            if not fixed:
                self.reasons.setdefault(series, "not played: no such games were asked for")
            if series in self.reasons:
                return True
            if run is not None:
                run.at_least(fixed, series)
                run.at_least(fixed, f"{series}, counted")
            self.go_on(series, fixed)
            return True
        decided = None if run is None else run.decided(series)
        if decided is not None and series not in self.reasons:
            # As many as whoever began this run came to.
            self.go_on(series, decided)
        return decided is not None

    def _so_far(self, part: str) -> int:
        """How much of a series was begun in an earlier run that was broken off."""
        run = self.crew.run
        return (run.decided(f"{part}, so far") or 0) if run is not None else 0

    def _begin(self, part: str, grow: Callable[[int], None]) -> None:
        """Plays the first deals of a series, and fewer than tell anything where the time is up before."""
        if self._left <= 0 and not self._so_far(part):
            self.reasons[part] = (
                "not played: the games before have used up the time; a larger --effort or --games plays it"
            )
            return
        grow(max(1, self._so_far(part)))
        first, fewest = self.cost.get(part, 0.0), FEWEST[part]
        while part not in self.reasons and not self.interrupted and self.played[part] < fewest:
            have = self.played[part]
            if have > 1 and self._left <= 0:
                return
            rest = self.cost[part] / have * (fewest - have)
            grow(fewest if have > 1 and rest <= self._left else have + 1)
            if have == 1:
                # Searches are compiled in the first deal: that comes on top of the time to play in.
                compiled = max(0.0, first - (self.cost[part] - first))
                self.cost[part] -= compiled
                self._before += compiled

    def _decide(self, parts: Sequence[str]) -> None:
        """Keep what was decided, so that whoever goes on with the run comes to the same results."""
        if self.crew.run is None or self.interrupted:
            return
        for part in parts:
            if part in self.played:
                self.crew.run.decide(part, self.played[part])

    def _extend(self, parts: Sequence[str]) -> None:
        """Give the time that is left to what is most in doubt, again and again."""
        growing = [part for part in parts if self.played.get(part) and part not in self.reasons]
        slice_ = self.terms.budget.seconds * self.workers / ROUNDS
        while growing and not self.interrupted and self._left > 0:
            doubts = self._doubts(growing)
            part = max(growing, key=doubts.__getitem__)
            if doubts[part] <= 1:
                # All is as sure as it should be: every series gets its share of what is left.
                part = min(growing, key=lambda name: self.cost[name] / SHARES[name])
            have = self.played[part]
            pace = self.cost[part] / have
            size = two_digits(have + int(min(slice_, self._left) / max(pace, 1e-9)), have)
            if size <= have or have >= MOST:
                growing.remove(part)
            elif part == LADDER:
                self._climb(min(MOST, size))
            else:
                self.go_on(part, min(MOST, size))

    def _doubts(self, parts: Sequence[str]) -> dict[str, float]:
        """How many times as wide as it should be the widest interval is that a series can narrow."""
        found = dict.fromkeys(parts, 0.0)
        asked = [h for h in self.terms.heuristics if _grown_for(h) in parts]
        scores = Scorer(asked).score(self.evidence())
        for heuristic in asked:
            doubt = heuristic.doubt(scores[heuristic.name])
            if doubt is not None:
                part = _grown_for(heuristic)
                found[part] = max(found[part], doubt)
        if LADDER in parts and self.ladder is not None:
            found[LADDER] = max((rung.reach / RUNG_WIDTH for rung in self.ladder.rungs), default=inf)
        return found

    def evidence(self, confidence: float = CONFIDENCE) -> Evidence:
        """What is known so far."""
        return Evidence(
            self.plan,
            dict(self.worlds),
            self.terms.players,
            self.ladder,
            self.terms.reading,
            confidence,
            dict(self.reasons),
            self.terms.target,
            self.coverage,
        )

    def _count_rules(self) -> None:
        """Count which rules some of the games come to, played once more: the first ones of every series."""
        wanted = any(heuristic.name == "rulecoverage" for heuristic in self.terms.heuristics)
        random, skilled = self.played.get(RANDOM, 0), self.played.get(SKILLED, 0)
        sizes = min(random, COUNTED_GAMES[0]), min(skilled // 10, COUNTED_GAMES[1])
        wanted = wanted and self.terms.counting and self.terms.reading == OURS
        if self.interrupted or not wanted or not sizes[0]:
            return

        def told(_: str, done: int, total: int) -> None:
            if total:
                self.progress(RULES, done, total)

        start = perf_counter()
        try:
            self.coverage = coverage(
                self.plan,
                sizes,
                player=self.terms.players,
                crew=self.crew,
                part="rules, ",
                progress=told,
            )
        except CoverageError:
            return
        self.interrupted |= self.coverage.interrupted
        self.seconds[RULES] = perf_counter() - start

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
            self.reasons.setdefault(MIXED, "not played: there is one seat only, and this takes rivals")

    def _ai_game_seconds(self) -> float:
        """How long a game among AIs may take."""
        world, played = self.worlds.get(RANDOM), self.played.get(RANDOM)
        if world is None or not played:
            return 0.0
        # Some of these games were observed, which has taken time as well.
        return ai_game_seconds(world.tally, self.cost[RANDOM] / played, self.terms.players) / 2

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

    def _random(self) -> None:
        """Some games are observed, then counted until there is no doubt; slow ones are only observed."""
        few, most = min(5, self.observed), RANDOM_SHARE * self.terms.budget.seconds * self.workers
        self.go_on(RANDOM, few)
        start = self.cost[RANDOM]
        self.go_on(RANDOM, 2 * few)
        pace = (self.cost[RANDOM] - start) / max(1, few)
        # The first ones may have had something compiled: that comes once, and on top of the time to play in.
        compiled = max(0.0, start - pace * few)
        self.cost[RANDOM] -= compiled
        self._before += compiled
        if not self.worlds[RANDOM].tally.finished:
            return
        if pace * self.observed > max(SLOW_SECONDS, most):
            self.observed = max(few, int(SLOW_SECONDS / pace))
            if self.crew.run is not None:
                self.crew.run.decide("observed", self.observed)
        self.go_on(RANDOM, max(self.observed, self._so_far(RANDOM)))
        while not self.interrupted and self.cost[RANDOM] < most and self.played[RANDOM] < MOST:
            if self._random_width() <= RANDOM_WIDTH:
                return
            self.go_on(RANDOM, min(MOST, two_digits(2 * self.played[RANDOM], 0)))

    def _random_width(self) -> float:
        """How far the widest interval of the random series reaches."""
        asked = [h for h in self.terms.heuristics if _grown_for(h) == RANDOM and h.precise and h.width]
        scores = Scorer(asked).score(self.evidence())
        edges = [(scores[h.name].low, scores[h.name].high) for h in asked if scores[h.name].defined]
        tally = self.worlds[RANDOM].tally
        shares = [tally.win_share(seat) for seat in range(len(tally.wins))]
        edges += [(share.low, share.high) for share in shares]
        return max(
            (inf if low is None or high is None else (high - low) / 2 for low, high in edges), default=0
        )

    def go_on(self, series: str, deals: int) -> None:
        """Go on with a series up to so many deals."""
        first = self.played.get(series, 0)
        if self.interrupted or deals <= first:
            return
        self.played[series] = deals
        if self.crew.run is not None:
            self.crew.run.decide(f"{series}, so far", deals)
        start, done, known = perf_counter(), first, self.crew.known_seconds
        busy = self.crew.processor_seconds
        self.progress(series, done, deals)

        def told(more: int) -> None:
            nonlocal done
            done += more
            self.progress(series, done, deals)

        result = self._experiment(series, deals).run(first, crew=self.crew, progress=told, sink=self.sink)
        self.worlds[series] = self.worlds.get(series, World(series)) + result.world
        self.interrupted |= result.interrupted
        known = self.crew.known_seconds - known
        self.seconds[series] = self.seconds.get(series, 0.0) + perf_counter() - start + known / self.workers
        self.cost[series] = self.cost.get(series, 0.0) + self.crew.processor_seconds - busy + known

    def _begin_ladder(self) -> bool:
        """The first deals of every rung; whether there may be more."""
        if self.interrupted or LADDER in self.reasons:
            return False
        if not any(heuristic.name in ("depth", "skilltrace") for heuristic in self.terms.heuristics):
            self.reasons[LADDER] = "not played: nobody asks for it"
        elif self.terms.reading != OURS:
            self.reasons[LADDER] = "not played: no published reading uses it"
        budget = budget_of(self.terms.players)
        if budget is None:
            self.reasons.setdefault(LADDER, f"{self.terms.players} has no budget that can be doubled")
        if LADDER in self.reasons or budget is None:
            return False
        deals, cap = self.terms.sizes.ladder, self.terms.sizes.cap or self.terms.budget.cap
        run = self.crew.run
        if deals is None and run is not None and run.decided(LADDER) is not None:
            deals, cap = run.decided(LADDER), run.decided("cap") or cap
        if deals is not None:
            if not deals:
                self.reasons[LADDER] = "not played: no such games were asked for"
            self.played["cap"] = cap
            self._climb(deals)
            return False
        games = self.played.get(SKILLED, 0)
        a_game = self.cost[SKILLED] / games if games else 1.0
        rungs = guessed_rungs(a_game, budget=budget, seats=self.plan.game.seats, cap=cap)
        fitting_cap, _ = rungs_that_fit(SHARES[LADDER] * max(0.0, self._left), rungs)
        begun = self._so_far(LADDER)
        self.played["cap"] = run.decided("cap") or fitting_cap if run is not None and begun else fitting_cap
        self._begin(LADDER, self._climb)
        return self.ladder is not None

    def _climb(self, deals: int) -> None:
        """Go on with every rung of the ladder up to so many deals."""
        first, cap = self.played.get(LADDER, 0), self.played["cap"]
        if self.interrupted or deals <= first:
            return
        self.played[LADDER] = deals
        if self.crew.run is not None:
            self.crew.run.decide(f"{LADDER}, so far", deals)
            self.crew.run.decide("cap", cap)
        start, busy, known = perf_counter(), self.crew.processor_seconds, self.crew.known_seconds
        shared = is_shared(self.plan)
        # Without rivals a deal is played once at random and once with every budget.
        a_deal = cap + 2 if shared else 2 * cap * self.plan.game.seats
        total, done = a_deal * deals, a_deal * first

        def told(more: int) -> None:
            nonlocal done
            done += more
            self.progress(LADDER, min(done, total), total)

        told(0)
        try:
            self.ladder = (climb_scores if shared else climb)(
                self.plan,
                self.terms.players,
                cap=cap,
                deals=deals,
                crew=self.crew,
                progress=told,
                before=self.ladder,
            )
        except PlayerFailure:
            raise
        except PlayerError as problem:
            self.reasons[LADDER] = f"not played: {problem}"
            return
        self.interrupted |= self.ladder.interrupted
        known = self.crew.known_seconds - known
        self.seconds[LADDER] = self.seconds.get(LADDER, 0.0) + perf_counter() - start
        self.cost[LADDER] = self.cost.get(LADDER, 0.0) + self.crew.processor_seconds - busy + known


def _grown_for(heuristic: Heuristic) -> str:
    """The series that is extended if the interval of a heuristic is wide; nothing if none is."""
    if not heuristic.series:
        return ""
    first = heuristic.series[0] == RANDOM and heuristic.series in ((RANDOM,), SERIES)
    return RANDOM if first else heuristic.series[-1]
