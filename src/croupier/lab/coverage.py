"""Which rules, branches and options are exercised: by random players, and by ones that know what they want.

Random games are counted as they are played. Games among AIs are played as they always are, since a search
plays many games that are none of ours; then the same choices are followed by the game that counts.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from croupier.game import PLAYER, State, Status, Stream, game_seed
from croupier.game.capabilities import CountsRules, able
from croupier.game.counting import COUNTED, Counting, Rule, following, starts
from croupier.game.hosting import HostedState
from croupier.lab.simulate import Plan, play
from croupier.lab.statistics import Estimate, wilson
from croupier.lab.store.identity import Identity
from croupier.lab.study import Study, Table
from croupier.lab.summaries import value_of
from croupier.lab.work import Crew
from croupier.lab.work.job import Rows
from croupier.text import Source
from croupier.text.errors import CroupierError

RANDOM, SKILLED = "random", "ai"
SERIES = (RANDOM, SKILLED)

GAMES = (1000, 20)
"""How many games are played unless somebody says otherwise: random ones, and among AIs."""

AI = "ismcts:iterations=200"
"""Who plays well unless somebody says otherwise."""

Progress = Callable[[str, int, int], None]
"""Is told of a series, how many of its games are done, and how many there are."""


class CoverageError(CroupierError, ValueError):
    """A game of which it cannot be counted what its rules do."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What some games came to."""

    counts: tuple[int, ...] = ()
    games: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Sums) -> Sums:
        if not self.games or not other.games:
            return self if self.games else other
        counts = tuple(a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Sums(counts, self.games + other.games, self.outcomes + other.outcomes)


@dataclass(frozen=True)
class CountingJob:
    """The job of playing games of a plan and counting what its rules do."""

    plan: Plan
    merges: ClassVar[bool] = True

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a game."""
        return game_seed(self.plan.seed, index)

    @cached_property
    def counting(self) -> Counting:
        """The game that counts; :class:`CoverageError` if there is none."""
        counted = able(self.plan.game, CountsRules)
        if counted is None:
            raise CoverageError(
                f"{self.plan.game.title}: it cannot be counted what the rules of this game do"
            )
        found = counted.counting()
        # Compiled now, if it has to be: how long games take is then seen from the first one on.
        found.play_many(self.plan.seed, 0, 1, **_limits(self.plan))
        return found

    def prepare(self) -> Callable[[Sequence[int]], Sums]:
        """What plays the games of some indices."""
        plan, counting = self.plan, self.counting
        if set(plan.seating) == {"random"}:
            return _RandomGames(plan, counting)
        from croupier.lab.contests import InChunks, Table

        table = Table.of(plan, [plan.seating])
        if table is not None:
            whole = table

            def followed(indices: Sequence[int]) -> Sums:
                games = whole.followed(indices, [0] * len(indices))
                return sum((_counted(plan, counting, game.seed, chosen) for game, chosen in games), Sums())

            return InChunks(whole, followed)
        return lambda indices: sum((_followed(plan, counting, index) for index in indices), Sums())

    def __getstate__(self) -> dict[str, Any]:
        # The game is made anew where the job arrives: it holds functions, which cannot be sent.
        return {"plan": self.plan}

    def pack(self, result: Sums) -> Any:
        """What was counted as plain data."""
        return [result.counts, result.games, result.outcomes]

    def unpack(self, data: Any) -> Sums:
        """And back."""
        counts, games, outcomes = data
        told = Counter({name: value_of(int, number) for name, number in outcomes.items()})
        return Sums(value_of(tuple[int, ...], counts), value_of(int, games), told)

    def together(self, results: Iterable[Sums]) -> Sums:
        """All of them added up."""
        return sum(results, Sums())

    def rows(self, _: Sums) -> Rows:
        """Nothing is kept of single games."""
        return {}


def counting_of(plan: Plan) -> Counting:
    """The game of a plan as one that counts; :class:`CoverageError` if it cannot."""
    counted = able(plan.game, CountsRules)
    if counted is None:
        raise CoverageError(f"{plan.game.title}: it cannot be counted what the rules of this game do")
    return counted.counting()


class _RandomGames:
    """Games of random players: by the batch where there is a quick way, and one by one."""

    def __init__(self, plan: Plan, counting: Counting) -> None:
        self.plan, self.counting = plan, counting
        self.for_threads = plan.game.engine == "native"
        """Whether nearly all time is spent in machine code, where threads do not wait for each other."""

    def __call__(self, indices: Sequence[int]) -> Sums:
        """What these games came to."""
        plan, limits = self.plan, _limits(self.plan)
        if isinstance(indices, range) and indices.step == 1:
            found = self.counting.play_many(plan.seed, indices.start, len(indices), **limits)
            if found is not None:
                many = Sums(found.counts, found.games, Counter({Status.FINISHED.value: found.games}))
                return sum(map(self._single, found.odd), many)
        return sum(map(self._single, indices), Sums())

    def _single(self, index: int) -> Sums:
        seed = game_seed(self.plan.seed, index)
        streams = [Stream.of(seed, PLAYER, seat) for seat in range(self.plan.game.seats)]

        def choose(state: State) -> int:
            assert state.to_move is not None
            return streams[state.to_move].below(state.option_count)

        counts, outcome = self.counting.play(seed, choose, **_limits(self.plan))
        return Sums(counts, 1, Counter({outcome.status.value: 1}))


def _followed(plan: Plan, counting: Counting, index: int) -> Sums:
    """A game among the players of a plan, played, then followed by the game that counts."""
    states: list[HostedState] = []
    played = play(plan, index, lambda _, state: states.append(state))
    return _counted(plan, counting, played.seed, states[0].choices)


def _counted(plan: Plan, counting: Counting, seed: int, choices: Sequence[int]) -> Sums:
    """What the game that counts comes to with these choices."""
    counts, outcome = counting.play(seed, following(choices), **_limits(plan))
    return Sums(counts, 1, Counter({outcome.status.value: 1}))


def _limits(plan: Plan) -> dict[str, int]:
    return {"max_steps": plan.max_steps, "max_decisions": plan.max_decisions}


@dataclass(frozen=True, repr=False)
class Coverage(Study):
    """What was counted of a game."""

    kind: ClassVar[str] = "coverage"
    main: ClassVar[str] = "rules"

    plan: Plan
    player: str
    """Who played well."""
    rules: Sequence[Rule]
    sums: dict[str, Sums]
    """By series."""
    planned: tuple[int, int]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """How many games were counted."""
        return self.games()

    @cached_property
    def _starts(self) -> list[int]:
        return starts(self.rules)

    def count(self, number: int, series: str | None = None) -> dict[str, int]:
        """What was counted of a rule, in one series or in all of them."""
        names = COUNTED[self.rules[number].kind]
        every = [self.sums[series]] if series is not None else list(self.sums.values())
        at = self._starts[number]
        return {name: sum(one.counts[at + i] for one in every if one.counts) for i, name in enumerate(names)}

    def games(self, series: str | None = None) -> int:
        """How many games were counted."""
        return self.sums[series].games if series is not None else sum(s.games for s in self.sums.values())

    @property
    def troubles(self) -> str:
        """How many games ended otherwise than they should, in words; nothing if none did."""
        ends = sum((one.outcomes for one in self.sums.values()), Counter[str]())
        del ends[Status.FINISHED.value]
        return ", ".join(f"{number:,} {status}" for status, number in sorted(ends.items()))

    def share(self, part: int, n: int, series: str | None = None) -> Estimate:
        """A share of so many, with its interval.

        What happens in one game hangs together, so that no more are taken for independent than there are
        games: the interval is rather too wide than too narrow.
        """
        if not n:
            return Estimate(None, None, None, 0)
        low, high = wilson(part / n, min(n, self.games(series)))
        return Estimate(part / n, low, high, n)

    def data(self) -> dict[str, Any]:
        """All of it as plain data, as `--json` prints it."""
        from croupier.lab.coverage_data import coverage_data

        return coverage_data(self)

    def command(self) -> str:
        """The command that gives the same counts again."""
        plan = self.plan
        words = ["croupier", "coverage", plan.name or plan.source.name, *plan.choice]
        words += ["--games", ",".join(map(str, self.planned)), "--players", self.player]
        return shlex.join([*words, "--seed", str(plan.seed), *plan.limits])

    def plans(self) -> tuple[Plan, ...]:
        """The one game whose rules were counted."""
        return (self.plan,)

    def tables(self) -> dict[str, Table]:
        """One table: every rule with its counts, by random players and by the AI."""
        from croupier.lab.coverage_data import rule_rows

        return {"rules": rule_rows(self)}

    def text(self, *, width: int = 100, colour: bool = False) -> str:
        """The program with counts in its margin, then what they say."""
        from croupier.lab.coverage_text import coverage_text

        return coverage_text(self, width=width, colour=colour)


def coverage(
    plan: Plan,
    games: tuple[int, int] = GAMES,
    *,
    player: str = AI,
    crew: Crew | None = None,
    part: str = "",
    progress: Progress | None = None,
) -> Coverage:
    """Play random games, and games among AIs, and count what the rules do; Ctrl-C ends it with what there is.

    A crew may keep what is counted in a file, under names that begin with `part`.

    >>> from croupier.catalog.loading import find_source
    >>> found = coverage(Plan(find_source("kuhn_poker"), engine="interpreter"), (50, 0))
    >>> found.games("random"), found.count(0)
    (50, {'times': 50})
    """
    jobs = [CountingJob(replace(plan, players=(name,))) for name in ("random", player)]
    sums, interrupted = {series: Sums() for series in SERIES}, False
    # Whatever is wrong with the game or with the players is raised here, before anything is played.
    for job in jobs:
        _ = job.plan.makers
    rules = jobs[0].counting.rules
    with nullcontext(crew) if crew is not None else Crew(1) as staff:
        try:
            for job, series, total in zip(jobs, SERIES, games, strict=True):
                if progress is not None:
                    progress(series, 0, total)
                for piece in staff.pieces(job, range(total), f"{part}{series}"):
                    sums[series] += piece
                    if progress is not None:
                        progress(series, sums[series].games, total)
        except KeyboardInterrupt:
            interrupted = True
    return Coverage(plan, player, rules, sums, games, interrupted)


def kept_coverage(
    plan: Plan, games: tuple[int, int], player: str, crew: Crew, progress: Progress | None = None
) -> Coverage:
    """The same, as a run of its own where the crew keeps runs: what is kept is not played again."""
    plan.check()
    counting_of(plan)
    with crew.keeping(Identity("coverage", plan, {"players": player})) as run:
        lost = len(crew.lost)
        if run is not None:
            for series, total in zip(SERIES, games, strict=True):
                run.at_least(total, series)
        found = coverage(plan, games, player=player, crew=crew, progress=progress)
        if run is not None and not found.interrupted and len(crew.lost) == lost:
            run.finish(found.data())
        return found
