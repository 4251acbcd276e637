"""Games played for measures of one's own, and what they come to.

Where the game is machine code, so are the measures: it plays random games by itself, and goes through games
of other players once more by their choices. Else each game is gone through decision by decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from croupier.game import game_seed
from croupier.game.hosting import HostedState
from croupier.interpreter.flow import Stage
from croupier.interpreter.game import RecycleGame
from croupier.interpreter.of_program import OfProgram
from croupier.interpreter.state import TableState
from croupier.lab.contests import Table
from croupier.lab.measure_sums import BLOCK, Group, Integers, Key, MeasureSums, Spread, sums_of
from croupier.lab.own_measures import Gauge, Measure, Value, gauge
from croupier.lab.simulate import Plan, play
from croupier.lab.work import Crew
from croupier.lab.work.job import Rows
from croupier.native.game import NativeGame
from croupier.native.lower.measuring import Asked
from croupier.native.lower.unlowered import Unlowered
from croupier.native.measuring import NativeMeasuring, Values
from croupier.recycle.types import Type
from croupier.text import Source

MOST_VALUES = 24
"""A distribution of more different numbers is told in classes."""

Event = tuple[int, Value]
"""The seat that a value belongs to, -1 if to none, and the value."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was measured in some games: how many had a result, and the sums of every measure."""

    games: int = 0
    sums: tuple[MeasureSums, ...] = ()

    def __add__(self, other: Taken) -> Taken:
        if not self.sums or not other.sums:
            return self if self.sums else other
        sums = (one + two for one, two in zip(self.sums, other.sums, strict=True))
        return Taken(self.games + other.games, tuple(sums))


@dataclass(frozen=True)
class Measuring:
    """The job of playing games of a plan and taking measures of them."""

    plan: Plan
    measures: tuple[Measure, ...]
    merges: ClassVar[bool] = True

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a game."""
        return game_seed(self.plan.seed, index)

    def prepare(self) -> Callable[[Sequence[int]], Taken]:
        """What measures the games of some indices."""
        return _Measurer(self)

    def pack(self, result: Taken) -> Any:
        """Sums as plain data."""
        return [result.games, [one.data() for one in result.sums]]

    def unpack(self, data: Any) -> Taken:
        """And back."""
        games, sums = data
        return Taken(games, tuple(map(MeasureSums.from_data, sums)))

    def together(self, results: Iterable[Taken]) -> Taken:
        """All of them added up."""
        return reduce(add, results)

    def rows(self, result: Taken) -> Rows:
        """No rows of single games are kept."""
        return {}


class _Measurer:
    """Measures games by their indices; every thread may."""

    def __init__(self, job: Measuring) -> None:
        self.job, self.plan = job, job.plan
        self.table = Table.of(self.plan, [self.plan.seating])
        self.by_chance = set(self.plan.seating) == {"random"}
        self.game: Any = self.plan.game
        if any(measure.when == "stage" for measure in job.measures) and isinstance(self.game, OfProgram):
            self.game = _StageGame(self.game.program, self.game.name)
        # Places are numbered as they come up: a gauge is good for states of its own game only.
        self.gauges = [gauge(measure, self.game) for measure in job.measures]
        self.native = _machine_code(self.plan, self.gauges)

    def __call__(self, indices: Sequence[int]) -> Taken:
        """What the games of some indices came to."""
        blocks = (indices[at : at + BLOCK] for at in range(0, len(indices), BLOCK))
        return reduce(add, map(self._block, blocks), Taken())

    @property
    def for_threads(self) -> bool:
        """Whether nearly all time is spent in machine code, where threads do not wait for each other."""
        return self.native is not None and (self.by_chance or self.table is not None)

    def end(self) -> None:
        """Let the machine code end that is at work, in every thread."""
        if self.native is not None:
            self.native.end()
        if self.table is not None:
            self.table.contests.end()

    def _block(self, indices: Sequence[int]) -> Taken:
        if self.native is None:
            return self._singly(indices, self._choices(indices))
        if self.by_chance and isinstance(indices, range) and indices.step == 1:
            values = self.native.random_games(self.plan.seed, indices.start, len(indices))
        else:
            seeds = [self.job.seed_of(index) for index in indices]
            values = self.native.chosen_games(seeds, self._choices(indices))
        left = [indices[place] for place in values.left.tolist()]
        found = self._by_kernel(self.native, values)
        return found + self._singly(left, self._choices(left)) if left else found

    def _by_kernel(self, native: NativeMeasuring, values: Values) -> Taken:
        scores = values.scores
        best = scores.max(axis=1) if native.game.highest_wins else scores.min(axis=1)
        winners = scores == best[:, None]
        sums = []
        for number, one in enumerate(self.gauges):
            mine = values.measure == number
            game, seat, value = values.game[mine], values.seat[mine], values.value[mine]
            value, words = _read(one, native, values, winners, game, value)
            there = value >= 0 if words is not None else np.ones(len(value), dtype=bool)
            sums.append(_summed(one, winners, game[there], seat[there], value[there], words))
        return Taken(len(values.finished), tuple(sums))

    def _choices(self, indices: Sequence[int]) -> list[list[int]]:
        """The options that are taken in games, forced ones left out."""
        if self.table is not None:
            return [taken for _, taken in self.table.followed(indices, [0] * len(indices))]
        states: list[HostedState] = []
        for index in indices:
            play(self.plan, index, lambda _, state: states.append(state))
        return [state.choices for state in states]

    def _singly(self, indices: Sequence[int], choices: Sequence[Sequence[int]]) -> Taken:
        """Games gone through decision by decision."""
        found = [
            result
            for index, chosen in zip(indices, choices, strict=True)
            if (result := self._gone_through(index, chosen)) is not None
        ]
        seats = range(self.plan.game.seats)
        winners = np.array([[seat in first for seat in seats] for first, _ in found], dtype=bool).reshape(
            -1, len(seats)
        )
        sums = []
        for number, one in enumerate(self.gauges):
            rows = [
                (place, seat, value)
                for place, (_, events) in enumerate(found)
                for seat, value in events[number]
            ]
            words = sorted({str(value) for _, _, value in rows}) if one.kind == "word" else None
            numbers = (
                [words.index(str(value)) for _, _, value in rows]
                if words is not None
                else [round(value * one.unit) for _, _, value in rows if not isinstance(value, str)]
            )
            game, seat = (np.array([row[i] for row in rows], dtype=np.int64) for i in range(2))
            sums.append(_summed(one, winners, game, seat, np.array(numbers, dtype=np.int64), words))
        return Taken(len(found), tuple(sums))

    def _gone_through(
        self, index: int, choices: Sequence[int]
    ) -> tuple[tuple[int, ...], list[list[Event]]] | None:
        """The winners of a game and the events of every measure; None if it has no result."""
        plan, seed = self.plan, self.job.seed_of(index)
        state = self.game.fresh(seed, max_steps=plan.max_steps, max_decisions=plan.max_decisions, views=False)
        events: list[list[Event]] = [[] for _ in self.gauges]

        def take(when: str) -> None:
            for one, into in zip(self.gauges, events, strict=True):
                if one.measure.when == when:
                    into.extend(_events(one, state, self.game.seats))

        if isinstance(state, _StageState):
            state.at_stage = lambda: take("stage")
        state.begin()
        for choice in choices:
            take("decision")
            state.apply(choice)
        outcome = state.outcome
        if outcome is None or not outcome.ranks:
            return None
        take("end")
        return tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 0), events


def _machine_code(plan: Plan, gauges: Sequence[Gauge]) -> NativeMeasuring | None:
    """What measures in machine code; None where the game has none, or the measures take the interpreter."""
    exprs = [one.expr for one in gauges]
    if not isinstance(plan.game, NativeGame):
        return None
    asked = [
        Asked(expr, one.measure.when, one.each_seat)
        for one, expr in zip(gauges, exprs, strict=True)
        if expr is not None
    ]
    found = plan.game.measuring(asked, max_steps=plan.max_steps, max_decisions=plan.max_decisions)
    try:
        found.compile()
    except Unlowered:
        return None
    return found


def _read(
    one: Gauge,
    native: NativeMeasuring,
    values: Values,
    winners: NDArray[np.bool_],
    game: Integers,
    value: Integers,
) -> tuple[Integers, list[str] | None]:
    """Values of machine code as those of a gauge: numbers, or numbers of words, below 0 for none."""
    assert one.expr is not None
    seats = winners.shape[1]
    if one.measure.by_winner:
        if one.expr.type is Type.TEAM:
            setups = native.team_setups
            teams = values.teams[game].tolist()
            members = [setups[setup][who] for setup, who in zip(teams, value.tolist(), strict=True)]
            won = [
                int(winners[at, list(team)].any()) for at, team in zip(game.tolist(), members, strict=True)
            ]
            return np.array(won, dtype=np.int64), None
        inside = (value >= 0) & (value < seats)
        return (inside & winners[game, np.where(inside, value, 0)]).astype(np.int64), None
    if one.kind != "word":
        return value, None
    if one.expr.type is Type.TEAM:
        return value, [f"team {team}" for team in range(seats)]
    if one.expr.type in (Type.STRING, Type.STRING_STORE):
        return value, list(native.strings)
    return value, [f"seat {seat}" for seat in range(seats)]


def _summed(
    one: Gauge,
    winners: NDArray[np.bool_],
    game: Integers,
    seat: Integers,
    value: Integers,
    words: Sequence[str] | None,
) -> MeasureSums:
    """The sums of a measure, with those of the groups that it is told by."""
    groups = {"all": np.ones(len(game), dtype=bool)}
    seats = range(winners.shape[1])
    if one.is_seated:
        groups |= {f"seat {each}": seat == each for each in seats}
    # Whether somebody has won, by who has won, says nothing more.
    if not one.measure.by_winner:
        if one.is_seated and one.measure.when == "end":
            won = winners[game, seat]
            groups |= {"won": won, "lost": ~won}
        else:
            groups |= {f"won by {each}": winners[game, each] for each in seats}
    return sums_of(groups, game, value, words)


def _events(one: Gauge, state: HostedState, seats: int) -> list[Event]:
    if one.measure.when == "decision":
        # At a decision the current player is who decides.
        seat = state.to_move
        value = one.take(state, seat if one.each_seat else None)
        return [] if value is None or seat is None else [(seat, value)]
    if not one.each_seat:
        value = one.take(state)
        return [] if value is None else [(-1, value)]
    found = ((seat, one.take(state, seat)) for seat in range(seats))
    return [(seat, value) for seat, value in found if value is not None]


class _StageState(TableState):
    """A game that says when a stage has ended; one that is skipped, since its end holds at once, does not."""

    at_stage: Callable[[], None] | None = None
    _entering = False

    def _enter(self, stage: Stage) -> None:
        self._entering = True
        super()._enter(stage)
        self._entering = False

    def _over(self, stage: Stage) -> None:
        super()._over(stage)
        if self.at_stage is not None and not self._entering:
            self.at_stage()


class _StageGame(RecycleGame):
    state = _StageState


def measured(
    plan: Plan,
    measures: Sequence[Measure],
    games: int,
    *,
    first: int = 0,
    crew: Crew | None = None,
    part: str = "measures",
) -> Measured:
    """Take measures of games of a plan; Ctrl-C ends it with what is measured so far."""
    plan = replace(plan, transcripts="")
    gauges = tuple(gauge(one, plan.game) for one in measures)
    found = Taken()
    try:
        with nullcontext(crew) if crew is not None else Crew(1) as staff:
            job = Measuring(plan, tuple(measures))
            for piece in staff.pieces(job, range(first, first + games), part):
                found += piece
    except KeyboardInterrupt:
        pass
    return Measured(gauges, plan.game.seats, found)


@dataclass(frozen=True)
class Measured:
    """What measures came to in some games."""

    gauges: tuple[Gauge, ...] = field(repr=False)
    seats: int
    taken: Taken = field(repr=False)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What was measured."""
        return tuple(one.measure for one in self.gauges)

    @property
    def games(self) -> int:
        """How many games were measured; those without a result are left out."""
        return self.taken.games

    def data(self) -> dict[str, Any]:
        """Every measure by its name."""
        return {one.measure.name: self.one(number) for number, one in enumerate(self.gauges)}

    def one(self, number: int) -> dict[str, Any]:
        """One measure: mean, distribution, by winner and by seat."""
        one = self.gauges[number]
        measure, kind = one.measure, one.kind
        sums = self.taken.sums[number] if self.taken.sums else MeasureSums()
        groups = sums.groups
        every = groups.get("all", Group())

        def told(name: str) -> dict[str, Any]:
            return groups.get(name, Group()).mean(kind, one.unit)

        by_winner: list[dict[str, Any]] = []
        if one.is_seated and measure.when == "end" and not measure.by_winner:
            by_winner = [{"won": True, **told("won")}, {"won": False, **told("lost")}]
        elif not measure.by_winner:
            by_winner = [{"seat": seat, **told(f"won by {seat}")} for seat in range(self.seats)]
        seated = range(self.seats) if one.is_seated else range(0)
        return {
            "text": measure.text,
            "when": measure.when,
            "kind": kind,
            **every.mean(kind, one.unit),
            "distribution": _distribution(sums.spread, every, kind, one.unit),
            "by_winner": by_winner,
            "by_seat": [{"seat": seat, **told(f"seat {seat}")} for seat in seated],
            "games": self.games,
        }


def series_data(found: Mapping[str, Measured]) -> dict[str, Any]:
    """Measures of several series by name: those of the last series, and of each under its name."""
    data = {name: one.data() for name, one in found.items()}
    last = data[list(data)[-1]]
    return {name: {**one, **{series: data[series][name] for series in data}} for name, one in last.items()}


def _distribution(spread: Spread, every: Group, kind: str, unit: int) -> list[dict[str, Any]]:
    """The share of every value, or of every class of values where there are many."""
    if kind == "word":
        often = sorted(spread.counts, key=lambda word: (-spread.counts[word], word))[:MOST_VALUES]
        labels: list[tuple[dict[str, Any], set[Key]]] = [({"value": word}, {word}) for word in often]
    else:
        labels = _classes(sorted(map(int, spread.counts)), spread.shift, unit)
    found = []
    for label, inside in labels:
        part = spread.share(inside, every)
        found.append({**label, "share": part.value, "low": part.low, "high": part.high, "n": part.n})
    return found


def _classes(bins: Sequence[int], shift: int, unit: int) -> list[tuple[dict[str, Any], set[Key]]]:
    """Numbers one by one, or in sixteen classes where there are many; with the bins in each."""

    def number(bin_: int) -> int | float:
        found = (bin_ << shift) / unit
        return int(found) if found == int(found) else found

    if len(bins) <= MOST_VALUES and not shift:
        return [({"value": number(one)}, {one}) for one in bins]
    # Whole numbers have whole classes.
    whole = unit if not shift and all(one % unit == 0 for one in bins) else 1
    low, high = bins[0] // whole, bins[-1] // whole
    width = max(1, -(-(high - low + 1) // 16)) * whole
    edges = range(low * whole, high * whole + 1, width)
    return [
        (
            {"from": number(at), "below": number(at + width)},
            {one for one in bins if at <= one < at + width},
        )
        for at in edges
    ]
