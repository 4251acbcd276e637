"""Analyse a game: play the series, score the heuristics, and keep all of it as data."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

from croupier.catalog import shelf
from croupier.catalog.loading import find_source
from croupier.game import Status
from croupier.game.limits import MAX_DECISIONS
from croupier.lab.effort import (
    MOST,
    SizeError,
    Sizes,
)
from croupier.lab.heuristic import OURS, Heuristic, Score, all_heuristics
from croupier.lab.heuristics.results import win_shares
from croupier.lab.measured import Measured, measured, series_data
from croupier.lab.own_measures import gauge, measures_of
from croupier.lab.progress import staged
from croupier.lab.rows import kept_tables, together
from croupier.lab.scorer import Evidence, Scorer
from croupier.lab.series import Progress, Sink, Work
from croupier.lab.shared_score import is_shared, suited_player
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE
from croupier.lab.store.identity import Identity
from croupier.lab.study import Study, Table, provenance
from croupier.lab.terms import Terms, staffed
from croupier.lab.verdict import Verdict, verdict_of
from croupier.lab.work import Crew
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED
from croupier.lab.yardstick import Place, places
from croupier.players import Given, player_text
from croupier.recycle.program import Constant


@dataclass(frozen=True, repr=False)
class Analysis(Study):
    """What is known about a game."""

    kind: ClassVar[str] = "analyze"
    keeping: ClassVar[str] = "`analyze(…, raw=True)` keeps every game, seat and decision."

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
    measured: Mapping[str, Measured] = field(default_factory=dict)
    """Measures of one's own, by series; none unless somebody asked."""

    def __getitem__(self, name: str) -> Score:
        return self.scores[name]

    @cached_property
    def verdict(self) -> Verdict:
        """What is to be said of the game first, and what to look at next."""
        return verdict_of(self)

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Where the game lies among those of the library, by heuristic."""
        return places(self)

    @property
    def played(self) -> int:
        """How many games were played, in all series."""
        return sum(world.tally.games for world in self.evidence.worlds.values())

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
            **provenance(plan, self.command()),
            "effort": self.effort,
            "reading": self.evidence.reading,
            "kind": self.evidence.kind,
            "verdict": list(self.verdict.sentences),
            "look_at": list(self.verdict.look_at),
            "player": self.evidence.player,
            "resolved": [one.data() for one in self.evidence.resolved],
            "confidence": CONFIDENCE,
            "looks": self.looks,
            "sizes": str(self.sizes),
            "interrupted": self.interrupted,
            "series": {name: self._series(name) for name in SERIES},
            "heuristics": {name: score.data() for name, score in self.scores.items()},
            "yardstick": {name: place.data() for name, place in self.places.items()},
            "notable": {
                name: {kind: one.data() for kind, one in self.evidence.world(name).notable.items()}
                for name in SERIES
            },
            "timing": {name: round(seconds, 3) for name, seconds in self.seconds.items()},
            **({"measures": series_data(self.measured)} if self.measured else {}),
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

    def command(self) -> str:
        """The command that comes to the same numbers."""
        plan = self.evidence.plan
        words = ["croupier", "analyze", plan.name or plan.source.name, *plan.choice]
        words += ["--seed", str(plan.seed), "--effort", self.effort, "--games", str(self.sizes)]
        words += ["--players", self.evidence.player] if self.evidence.player != "pipmc" else []
        words += ["--published", self.evidence.reading] if self.evidence.reading != OURS else []
        words += [] if self.evidence.target is None else ["--target", str(self.evidence.target)]
        return shlex.join([*words, *self.measuring, *plan.limits])

    @property
    def measuring(self) -> list[str]:
        """The options of a command that say what else is measured."""
        one = next(iter(self.measured.values()), None)
        texts = () if one is None else (measure.text for measure in one.measures)
        return [word for text in texts for word in ("--measure", text)]

    def plans(self) -> tuple[Plan, ...]:
        """The one game that was analysed."""
        return (self.evidence.plan,)

    def tables(self) -> dict[str, Table]:
        """The results as tables of plain rows: heuristics, series, wins by seat; and games if kept."""
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
        return {"heuristics": scores, "series": series, "wins": wins, **self._kept()}

    def _kept(self) -> dict[str, Table]:
        """Rows of all games that were observed, where they were kept."""
        worlds = self.evidence.worlds.values()
        rows = together(chain.from_iterable(world.rows for world in worlds))

        def players(game: dict[str, Any]) -> list[str]:
            skilled = set(map(int, game["ai"].split()))
            return [
                self.evidence.player if seat in skilled else RANDOM for seat in range(self.evidence.seats)
            ]

        return kept_tables(rows, players) if rows else {}

    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """The report for a terminal: every heuristic with its interval and its sentence."""
        from croupier.lab.analysis_text import analysis_text

        return analysis_text(self, width=width, colour=colour)


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
    players: Given | None = None,
    published: str | None = None,
    target: int | None = None,
    measures: Sequence[str] = (),
    max_decisions: int = MAX_DECISIONS,
    engine: str | None = None,
    filtered: bool = True,
    workers: int | None = None,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
    crew: Crew | None = None,
    raw: bool = False,
    heuristics: Iterable[Heuristic] | None = None,
    grouped: bool = False,
    progress: bool | Progress | None = None,
    sink: Sink | None = None,
) -> Analysis:
    """Find out how a game plays: all heuristics, each with its 95 % interval.

    `games` fixes how much is played (see :class:`Sizes`); otherwise it is as much as fits into the time of
    the effort. `precision` goes on until the intervals reach no further than that to either side. `players`
    is the AI; unless given, pipmc with 10, 32 or 100 tests by effort, and plain pipmc with `games`. `grouped`
    keeps what was observed by group of deals as well, so that games can be compared deal by deal. `published`
    asks for the formulas of the published `engine` or `tables` instead of ours. `target` is a score: of games
    that are played alone or together it is told how often they reach it. `measures` are expressions of your
    own over the game (docs/measures.md), taken of random games and of games among AIs. The same seed and
    sizes give the same numbers, with any number of workers. A `crew` says who plays, and may keep what is
    played in a file; without one, `workers`, `cluster`, `out` and `resume` say it as the options of the
    command do. `raw` keeps every game and decision, for `frame` or in that file. `progress` is False, True,
    None (a bar in terminals and notebooks), or is told of series, games done and games in all.

    >>> from croupier.lab import analyze
    >>> found = analyze("kuhn_poker", games="200,10,20,0", players="pipmc:tests=3", workers=1)
    >>> found["noties"].value
    1.0
    """
    plan = (
        game
        if isinstance(game, Plan)
        else plan_of(game, seats, settings or {}, dialect, seed, engine, filtered, max_decisions)
    )
    player = "" if players is None else player_text(players)
    terms = Terms(
        "analyze",
        tuple(heuristics) if heuristics is not None else all_heuristics(),
        effort,
        games,
        player,
        published,
        precision,
        raw or sink is not None,
        target,
        tuple(measures),
        grouped,
    )
    own = staffed(crew, player, workers=workers, cluster=cluster, out=out, resume=resume)
    with own as staff, staged(plan.game.title, progress) as told:
        return analysis_of(plan, terms, staff, told, sink)


def analysis_of(
    plan: Plan, terms: Terms, crew: Crew, progress: Progress | None = None, sink: Sink | None = None
) -> Analysis:
    """The analysis of a plan on some terms; what is wrong with either is raised before anything is played."""
    terms.check()
    plan.check()
    if terms.target is not None and not is_shared(plan):
        raise SizeError(
            "--target is for games of one seat, or whose seats share the result; here they compete"
        )
    own = measures_of(terms.measures)
    for one in own:
        gauge(one, plan.game)
    if terms.reading == OURS:
        terms = replace(terms, players=suited_player(terms.players, plan))
    identity = Identity(
        "analyze",
        plan,
        {
            "players": terms.players,
            "effort": terms.effort,
            "observed": terms.sizes.observed,
            "heuristics": [heuristic.name for heuristic in terms.heuristics],
            "raw": terms.raw,
            "grouped": terms.grouped,
            **({"measures": list(terms.measures)} if own else {}),
        },
    )
    with crew.keeping(identity) as run:
        lost = len(crew.lost)
        work = Work(plan, terms, crew, progress or (lambda *_: None), sink if run is None else None)
        work.play()
        wanted = None if work.interrupted else terms.precision
        found = _scored(work) if wanted is None else _until(work, wanted)
        if own and not found.interrupted:
            series = {RANDOM: (RANDOM, found.sizes.random), SKILLED: (terms.players, found.sizes.ai)}
            found = replace(
                found,
                measured={
                    name: measured(
                        replace(plan, players=(player,)), own, games, crew=crew, part=f"measures {name}"
                    )
                    for name, (player, games) in series.items()
                    if games
                },
            )
        if run is not None:
            if sink is not None:
                # What was played earlier belongs to it as well, and a file has it in order.
                run.hand_over(sink)
            if not found.interrupted and len(crew.lost) == lost:
                run.finish(found.data())
        return found


def plan_of(
    game: str | Path,
    seats: int | None,
    settings: Mapping[str, Constant],
    dialect: str | None,
    seed: int,
    engine: str | None = None,
    filtered: bool = True,
    max_decisions: int = MAX_DECISIONS,
) -> Plan:
    """The plan for a game given as a path, a library name or the text itself."""
    source = find_source(game)
    name = str(game) if str(game) in shelf.names() or Path(source.name) == Path(game) else ""
    return Plan(
        source,
        name,
        seats,
        settings,
        dialect,
        seed=seed,
        max_decisions=max_decisions,
        engine=engine,
        filtered=filtered,
    )


def _until(work: Work, precision: float) -> Analysis:
    """Play on until every interval is as narrow as wanted; Ctrl-C ends it.

    It is looked again and again, and a look that is stopped at is a lucky one. So look j takes its
    intervals at 1 − 0.05 / (j (j + 1)): all looks together miss the truth in one case of twenty at most.
    """
    look = 1
    while True:
        found = _scored(work, 1 - (1 - CONFIDENCE) / (look * (look + 1)), look)
        wide = [h for h in work.terms.heuristics if h.precise and _too_wide(found, h, precision)]
        series = {name for heuristic in wide for name in heuristic.series if name in work.played}
        grown = [name for name in SERIES if name in series and work.played[name] < MOST]
        if work.interrupted or not grown:
            return found
        for name in grown:
            work.go_on(name, min(MOST, 2 * work.played[name]))
        look += 1


def _scored(work: Work, confidence: float = CONFIDENCE, looks: int = 1) -> Analysis:
    """The analysis as far as it has come."""
    evidence = work.evidence(confidence)
    observed = None if work.observed == work.terms.budget.observed else work.observed
    sizes = Sizes(
        work.played.get(RANDOM, 0),
        work.played.get(MIXED, 0),
        work.played.get(SKILLED, 0),
        work.played.get("ladder", 0),
        work.played.get("cap") or (0 if observed is not None else None),
        observed,
    )
    return Analysis(
        evidence,
        Scorer(work.terms.heuristics).score(evidence),
        work.terms.heuristics,
        work.terms.effort,
        sizes,
        dict(work.seconds),
        work.interrupted,
        looks,
    )


def _too_wide(found: Analysis, heuristic: Heuristic, precision: float) -> bool:
    """Whether it pays to play on; what applies in fewer than one game of ten is not waited for."""
    score = found.scores[heuristic.name]
    games = sum(found.evidence.world(name).tally.games for name in heuristic.series)
    if not score.defined or 10 * score.n < games:
        return False
    return score.low is None or score.high is None or (score.high - score.low) / 2 > precision
