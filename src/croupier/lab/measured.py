"""Games played for measures of one's own: a row for every game, and what the rows come to.

Games are played as the lab plays them, by machine code where it can. Then each is gone through once more, and
measured where the measure says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, ClassVar

from croupier.game import game_seed
from croupier.game.hosting import HostedState
from croupier.interpreter.flow import Stage
from croupier.interpreter.game import RecycleGame
from croupier.interpreter.of_program import OfProgram
from croupier.interpreter.state import TableState
from croupier.lab.contests import Table
from croupier.lab.own_measures import Gauge, Measure, Value, gauge
from croupier.lab.simulate import Plan, play
from croupier.lab.statistics import Estimate, Moments, Ratio, share
from croupier.lab.work import Crew
from croupier.lab.work.job import Rows
from croupier.text import Source

MOST_GAMES = 10_000
"""So many games of a series are measured at most: each is gone through decision by decision."""

MOST_VALUES = 24
"""A distribution of more different numbers is told in classes."""

_FINE = 1 << 20
"""Numbers that are not whole are summed in this unit."""

Event = tuple[int, Value]
"""The seat that a value belongs to, -1 if to none, and the value."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was measured in one game: the seats that came first, and the events of every measure."""

    index: int
    winners: tuple[int, ...]
    events: tuple[tuple[Event, ...], ...]


@dataclass(frozen=True)
class Measuring:
    """The job of playing games of a plan and taking measures of them."""

    plan: Plan
    measures: tuple[Measure, ...]
    merges: ClassVar[bool] = False

    @property
    def source(self) -> Source:
        """The text of the game."""
        return self.plan.source

    def seed_of(self, index: int) -> int:
        """The seed of a game."""
        return game_seed(self.plan.seed, index)

    def prepare(self) -> Callable[[Sequence[int]], list[Taken]]:
        """What measures the games of some indices."""
        table = Table.of(self.plan, [self.plan.seating])
        gauges = [gauge(measure, self.plan.game) for measure in self.measures]
        game: Any = self.plan.game
        if any(measure.when == "stage" for measure in self.measures):
            assert isinstance(game, OfProgram), "a script has no stages"
            game = _StageGame(game.program, game.name)

        def measured(indices: Sequence[int]) -> list[Taken]:
            if table is not None:
                choices = [taken for _, taken in table.followed(indices, [0] * len(indices))]
            else:
                choices = [self._choices(index) for index in indices]
            return [
                found
                for index, chosen in zip(indices, choices, strict=True)
                if (found := self._taken(game, gauges, index, chosen)) is not None
            ]

        return measured

    def _choices(self, index: int) -> list[int]:
        states: list[HostedState] = []
        play(self.plan, index, lambda _, state: states.append(state))
        return states[0].choices

    def _taken(self, game: Any, gauges: Sequence[Gauge], index: int, choices: Sequence[int]) -> Taken | None:
        plan = self.plan
        state = game.fresh(
            self.seed_of(index), max_steps=plan.max_steps, max_decisions=plan.max_decisions, views=False
        )
        events: list[list[Event]] = [[] for _ in gauges]

        def take(when: str) -> None:
            for one, into in zip(gauges, events, strict=True):
                if one.measure.when == when:
                    into.extend(_events(one, state, game.seats))

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
        winners = tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 0)
        return Taken(index, winners, tuple(map(tuple, events)))

    def pack(self, result: list[Taken]) -> Any:
        """Rows as plain data."""
        return [
            [one.index, list(one.winners), [list(map(list, each)) for each in one.events]] for one in result
        ]

    def unpack(self, data: Any) -> list[Taken]:
        """And back."""
        return [
            Taken(
                index, tuple(winners), tuple(tuple((seat, value) for seat, value in each) for each in events)
            )
            for index, winners, events in data
        ]

    def together(self, results: Iterable[list[Taken]]) -> list[Taken]:
        """All of them in one list."""
        return [*chain.from_iterable(results)]

    def rows(self, result: list[Taken]) -> Rows:
        """No rows of single games are kept."""
        return {}


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
    """Take measures of the first games of a plan, 10 000 at most."""
    plan = replace(plan, transcripts="")
    kinds = {one.name: gauge(one, plan.game).kind for one in measures}
    indices = range(first, first + min(games, MOST_GAMES))
    rows: list[Taken] = []
    try:
        with nullcontext(crew) if crew is not None else Crew(1) as staff:
            for piece in staff.pieces(Measuring(plan, tuple(measures)), indices, part):
                rows += piece
    except KeyboardInterrupt:
        pass
    rows.sort(key=lambda one: one.index)
    return Measured(tuple(measures), kinds, plan.game.seats, len(indices), rows)


@dataclass(frozen=True)
class Measured:
    """What measures came to in some games."""

    measures: tuple[Measure, ...]
    kinds: dict[str, str]
    """"number", "truth" or "word", by the name of the measure."""
    seats: int
    games: int
    """How many games were gone through; those without a result are left out."""
    rows: list[Taken] = field(repr=False)

    def data(self) -> dict[str, Any]:
        """Every measure by its name."""
        return {one.name: self.one(number) for number, one in enumerate(self.measures)}

    def one(self, number: int) -> dict[str, Any]:
        """One measure: mean, distribution, by winner and by seat."""
        measure = self.measures[number]
        kind = self.kinds[measure.name]
        games = [(row.winners, row.events[number]) for row in self.rows]
        events = [[value for _, value in each] for _, each in games]
        by_seat = any(seat >= 0 for _, each in games for seat, _ in each)
        groups: list[dict[str, Any]] = []
        if measure.by_winner:
            pass  # by who has won it says nothing more
        elif by_seat and measure.when == "end":
            groups = [
                {
                    "won": won,
                    **_mean([[v for s, v in each if (s in first) is won] for first, each in games], kind),
                }
                for won in (True, False)
            ]
        else:
            groups = [
                {
                    "seat": seat,
                    **_mean([[v for _, v in each] for first, each in games if seat in first], kind),
                }
                for seat in range(self.seats)
            ]
        return {
            "text": measure.text,
            "when": measure.when,
            "kind": kind,
            **_mean(events, kind),
            "distribution": _distribution(events, kind),
            "by_winner": groups,
            "by_seat": [
                {"seat": seat, **_mean([[v for s, v in each if s == seat] for _, each in games], kind)}
                for seat in range(self.seats if by_seat else 0)
            ],
            "games": len(self.rows),
        }


def series_data(found: Mapping[str, Measured]) -> dict[str, Any]:
    """Measures of several series by name: those of the last series, and of each under its name."""
    data = {name: one.data() for name, one in found.items()}
    last = data[list(data)[-1]]
    return {name: {**one, **{series: data[series][name] for series in data}} for name, one in last.items()}


def _mean(games: Sequence[Sequence[Value]], kind: str) -> dict[str, Any]:
    """The mean of the values of some games, with an interval that goes by games."""
    filled = [values for values in games if values]
    if kind == "word":
        return {"mean": None, "low": None, "high": None, "n": sum(map(len, filled))}
    whole = all(isinstance(value, int) for values in filled for value in values)
    unit = 1 if whole else _FINE
    numbers = [[round(float(v) * unit) if not whole else int(v) for v in values] for values in filled]
    if all(len(values) == 1 for values in numbers):
        found = Moments.of(values[0] for values in numbers)
        estimate = found.mean_within(0, unit) if kind == "truth" else found.mean()
    else:
        estimate = Ratio.of((sum(values), len(values)) for values in numbers).estimate()
        estimate = _within(estimate) if kind == "truth" else estimate
    scaled = [None if x is None else x / unit for x in (estimate.value, estimate.low, estimate.high)]
    return {"mean": scaled[0], "low": scaled[1], "high": scaled[2], "n": estimate.n}


def _distribution(games: Sequence[Sequence[Value]], kind: str) -> list[dict[str, Any]]:
    """The share of every value, or of every class of values where there are many."""
    counts = Counter(value for values in games for value in values)
    if kind == "word":
        labels: list[tuple[Any, Callable[[Value], bool]]] = [
            (value, _equals(value)) for value, _ in counts.most_common(MOST_VALUES)
        ]
    else:
        labels = _classes(sorted(float(value) for value in counts))
    single = all(len(values) == 1 for values in games if values)
    n = counts.total()
    found = []
    for label, holds in labels:
        inside = sum(count for value, count in counts.items() if holds(value))
        if single:
            estimate = share(inside, n, unit=1)
        else:
            estimate = _within(
                Ratio.of((sum(map(holds, values)), len(values)) for values in games if values).estimate()
            )
        part = {"share": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}
        found.append({**label, **part} if isinstance(label, dict) else {"value": label, **part})
    return found


def _equals(value: Value) -> Callable[[Value], bool]:
    return lambda other: other == value


def _lies_in(low: float, high: float) -> Callable[[Value], bool]:
    return lambda other: low <= float(other) < high


def _classes(values: Sequence[float]) -> list[tuple[Any, Callable[[Value], bool]]]:
    if len(values) <= MOST_VALUES:
        return [(int(value) if value == int(value) else value, _equals(value)) for value in values]
    low, high = values[0], values[-1]
    # The last class holds the greatest value, whatever rounding does to its end.
    width = 1.0001 * (high - low) / 16
    if all(value == int(value) for value in values):
        width = max(1, -(-int(high - low + 1) // 16))
    edges = [low + i * width for i in range(16) if low + i * width <= high]
    return [({"from": at, "below": at + width}, _lies_in(at, at + width)) for at in edges]


def _within(estimate: Estimate) -> Estimate:
    low = None if estimate.low is None else max(0.0, estimate.low)
    high = None if estimate.high is None else min(1.0, estimate.high)
    return Estimate(estimate.value, low, high, estimate.n)


BAR = 24


def measures_text(data: dict[str, Any], heading: str = "measures") -> list[str]:
    """Measures as lines for people: the mean, a bar for every value, by winner and by seat."""
    lines = ["", heading]
    for name, one in data.items():
        told = {"end": "at the end", "decision": "at each decision", "stage": "at each stage"}[one["when"]]
        lines.append(f"  {name}, {told}: {mean_text(one)}")
        most = max((part["share"] or 0.0 for part in one["distribution"]), default=0.0)
        labels = [label_text(part) for part in one["distribution"]]
        wide = max(map(len, labels), default=0)
        for label, part in zip(labels, one["distribution"], strict=True):
            bar = "█" * round(BAR * (part["share"] or 0.0) / most) if most else ""
            lines.append(f"    {label:>{wide}}  {bar:<{BAR}} {_percent(part)}")
        for key, title in (("by_winner", "won by"), ("by_seat", "seat")):
            groups = [g for g in one[key] if g["n"]]
            if one["kind"] != "word" and len(groups) > 1:
                lines += [f"    {_group(group, title)}: {mean_text(group)}" for group in groups]
    return lines


def _group(group: dict[str, Any], title: str) -> str:
    if "won" in group:
        return "who won" if group["won"] else "who did not"
    return f"{title} seat {group['seat']}" if title == "won by" else f"seat {group['seat']}"


def mean_text(one: dict[str, Any]) -> str:
    """A mean with its interval and n, in words."""
    if one["mean"] is None:
        return f"n {one['n']:,}" if one["n"] else "no value in any game"
    if one["low"] is None:
        return f"{one['mean']:.3g} (n {one['n']:,})"
    return f"{one['mean']:.4g} ({one['low']:.4g} to {one['high']:.4g}, n {one['n']:,})"


def label_text(part: dict[str, Any]) -> str:
    """A value of a distribution, or a class of values."""
    return str(part["value"]) if "value" in part else f"{part['from']:.4g} to below {part['below']:.4g}"


def _percent(part: dict[str, Any]) -> str:
    if part["low"] is None:
        return f"{100 * part['share']:.1f} %"
    return f"{100 * part['share']:.1f} % ({100 * part['low']:.1f} to {100 * part['high']:.1f})"
