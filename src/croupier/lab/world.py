"""The world of an experiment: everything that was observed, as sums that can be merged.

A game is observed as a whole (:class:`Observation`: every decision with its seat, options and estimates, and
how it ended). Heuristics turn it into a few numbers at once, in the process that has played it, and only
their sums travel and stay: a world is as large after a million games as after ten. The sums are exact
integers, so that it does not matter who has played which game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from math import fsum
from operator import add
from typing import Any

from croupier.game import Status
from croupier.lab.course import count_course
from croupier.lab.games import Games
from croupier.lab.heuristic import ArrayHeuristic, Heuristic
from croupier.lab.measures import SCALE, Measures
from croupier.lab.notable import Notable, merged, notable_of
from croupier.lab.rows import game_rows, win
from croupier.lab.statistics import CONFIDENCE, Estimate, Ratio, wilson
from croupier.lab.tally import Played, Tally

RANDOM, MIXED, SKILLED = "random", "mixed", "ai"
SERIES = (RANDOM, MIXED, SKILLED)
"""R, M and A: all seats random; one AI among random players, at every seat in turn; all seats AI."""

GROUPS = 20
"""For what is neither a mean nor a share, sums are kept apart in so many groups (see `jackknife`)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game."""

    seat: int
    number: int
    """Its place in the game, from 0, forced decisions included."""
    options: tuple[str, ...]
    """What there was to choose from, in words; a single one is forced.

    Games that machine code has played are told without words: each option is an empty text.
    """
    chosen: int
    estimates: tuple[tuple[float, ...], ...] | None = None
    """For every option the expected standing of every seat, if whoever decided has recorded it."""
    visits: tuple[int, ...] = ()
    """How often each option was tried, if it is known."""
    keys: tuple[str, ...] = ()
    """By which options are known again at other decisions; unless given, by their words."""
    squares: tuple[tuple[float, ...], ...] | None = None
    """For every option the mean of the squared standing of every seat, if it is known."""
    scores: tuple[int, int] | None = None
    """The scores that estimates of the worst and the best stand between, if they go by score."""

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return len(self.options) == 1

    def own(self) -> list[float]:
        """The mover's own estimate of every option."""
        assert self.estimates is not None
        return [of_option[self.seat] for of_option in self.estimates]

    @property
    def standings(self) -> tuple[float, ...]:
        """What every seat may expect if the mover takes what is best for itself: v of the formulas."""
        assert self.estimates is not None
        own = self.own()
        return self.estimates[own.index(max(own))]

    @property
    def spread(self) -> float:
        """How much the best option is better than the worst; nothing if it is forced."""
        own = self.own() if self.estimates is not None else [0.0]
        return max(own) - min(own)


@dataclass(frozen=True)
class Observation:
    """One game from its first decision to its end."""

    series: str
    played: Played
    players: tuple[str, ...]
    """Who sat where."""
    ai: frozenset[int]
    """The seats at which the AI sat."""
    teams: tuple[tuple[int, ...], ...]
    decisions: tuple[Decision, ...]
    done: frozenset[int] = frozenset()
    """Where in the program something was done: the offsets of its actions."""
    max_decisions: int = 10_000

    @property
    def seats(self) -> int:
        """How many players there were."""
        return len(self.players)

    @property
    def ended(self) -> bool:
        """Whether it was played to the end, with a result or without."""
        return self.played.outcome.status is Status.FINISHED

    @property
    def finished(self) -> bool:
        """Whether it was played to the end and has a result: only then are there ranks."""
        return self.ended and bool(self.played.outcome.ranks)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Competition ranks from 0; nothing unless it finished."""
        return self.played.outcome.ranks

    @property
    def winners(self) -> list[int]:
        """The seats that have won; nobody unless it finished."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 0]

    @cached_property
    def recorded(self) -> tuple[Decision, ...]:
        """The decisions with estimates, in their order."""
        return tuple(decision for decision in self.decisions if decision.estimates is not None)

    @cached_property
    def courses(self) -> tuple[tuple[float, ...], ...]:
        """For every seat what it could expect at each recorded decision: V of the formulas."""
        return tuple(zip(*(decision.standings for decision in self.recorded), strict=True)) or (
            ((),) * self.seats
        )

    def own_course(self, seat: int) -> list[float]:
        """The same at the seat's own decisions: L of the formulas."""
        return [decision.standings[seat] for decision in self.recorded if decision.seat == seat]

    def standing(self, seat: int) -> float:
        """How far up a seat has ended, from 0 to 1."""
        return (self.seats - 1 - self.ranks[seat]) / (self.seats - 1) if self.seats > 1 else 1.0

    def win(self, seat: int) -> float:
        """A seat's part of the win."""
        return win(self.played.outcome, seat)

    def team_win(self, seat: int) -> float:
        """The part of the win of a seat's team."""
        team = next(team for team in self.teams if seat in team)
        return fsum(map(self.win, team))

    def tenth(self, decision: Decision) -> int:
        """In which tenth of the game a decision stands, from 0."""
        return min(9, 10 * decision.number // max(1, len(self.decisions)))


@dataclass(frozen=True, slots=True)
class Deal:
    """The games that were played on one deal: they hang together, deals do not."""

    index: int
    games: tuple[Observation, ...]
    baseline: Observation | None = None
    """The same deal with random players only, where the games are of the mixed series."""


@dataclass(frozen=True)
class World:
    """What was observed in one series."""

    series: str
    games: int = 0
    """Games that were observed decision by decision; the tally may have more of them."""
    deals: int = 0
    tally: Tally = field(default_factory=Tally)
    sums: Mapping[str, Ratio] = field(default_factory=dict)
    counts: Mapping[str, Counter[Hashable]] = field(default_factory=dict)
    done: frozenset[int] = frozenset()
    notable: Mapping[str, Notable] = field(default_factory=dict)
    """Games worth looking at, by kind."""
    rows: tuple[Mapping[str, list[dict[str, Any]]], ...] = ()
    """Raw rows of every game, if they are wanted."""
    parts: Mapping[int, World] = field(default_factory=dict)
    """The same by group of deals, if that is wanted: deal i is in group i modulo :data:`GROUPS`."""

    @staticmethod
    def of(
        series: str, deals: Iterable[Deal], heuristics: Iterable[Heuristic], *, raw: bool = False
    ) -> World:
        """The world of some deals."""
        found, asked = list(deals), list(heuristics)
        games = [game for deal in found for game in deal.games]
        arrays = Games.of(series, found)
        measures = measured(arrays, asked)
        for place, deal in enumerate(found):
            _measure_singly(deal, place, asked, measures)
        return World(
            series,
            len(games),
            len(found),
            Tally.of(game.played for game in games),
            measures.ratios(),
            measures.counts(),
            frozenset().union(*(game.done for game in games)),
            notable_of(arrays, games.__getitem__),
            tuple(map(raw_rows, games)) if raw else (),
        )

    @staticmethod
    def in_groups(
        series: str, deals: Iterable[Deal], heuristics: Iterable[Heuristic], *, raw: bool = False
    ) -> World:
        """The world of some deals, and of each group of them as well."""
        found, asked = list(deals), list(heuristics)
        groups: dict[int, list[Deal]] = {}
        for deal in found:
            groups.setdefault(deal.index % GROUPS, []).append(deal)
        parts = {group: World.of(series, of_group, asked) for group, of_group in groups.items()}
        whole = reduce(add, parts.values(), World(series))
        rows = tuple(raw_rows(game) for deal in found for game in deal.games) if raw else ()
        # What was ever done is told of all together: machine code does not tell it of single games.
        alone = {g: replace(part, notable={}, done=whole.done) for g, part in parts.items()}
        return replace(whole, rows=rows, parts=alone)

    def __add__(self, other: World) -> World:
        return World(
            self.series,
            self.games + other.games,
            self.deals + other.deals,
            self.tally + other.tally,
            _merged(self.sums, other.sums, Ratio()),
            _merged(self.counts, other.counts, Counter[Hashable]()),
            self.done | other.done,
            merged(self.notable, other.notable),
            (*self.rows, *other.rows),
            _merged(self.parts, other.parts, World(self.series)) if self.parts or other.parts else {},
        )

    def with_tally(self, more: Tally) -> World:
        """The same with games that were counted, but not observed."""
        return replace(self, tally=self.tally + more)

    def without_rows(self) -> World:
        """The same without raw rows: for whoever has written them away."""
        return replace(self, rows=())

    def sum_of(self, key: str) -> Ratio:
        """A sum by its key: the name of its heuristic, a point, and how the heuristic calls it."""
        return self.sums.get(key, Ratio())

    def count_of(self, key: str) -> Counter[Hashable]:
        """Counts by their key, in an order that does not tell who has counted what when."""
        return Counter(dict(sorted(self.counts.get(key, {}).items(), key=lambda item: repr(item[0]))))


def measured(games: Games, heuristics: Iterable[Heuristic], *, grouped: bool = False) -> Measures:
    """All that is summed and counted of some games by their arrays."""
    found = Measures(games.deals, games.deal_index % GROUPS if grouped else None)
    for heuristic in heuristics:
        if isinstance(heuristic, ArrayHeuristic):
            heuristic.add(games, found)
    count_course(games, found)
    return found


def _measure_singly(deal: Deal, place: int, heuristics: Iterable[Heuristic], into: Measures) -> None:
    """What heuristics say that look at single games."""
    for heuristic in heuristics:
        for name, things, others in _measured(heuristic, deal):
            into.add_number(f"{heuristic.name}.{name}", place, round(things * SCALE), others)
        for game in deal.games:
            for name, thing, times in heuristic.count(game):
                into.count_one(0, f"{heuristic.name}.{name}", thing, times)


def _measured(heuristic: Heuristic, deal: Deal) -> Iterator[tuple[str, float, int]]:
    for game in deal.games:
        yield from heuristic.measure(game)
    yield from heuristic.measure_deal(deal)


def _merged(one: Mapping[Any, Any], other: Mapping[Any, Any], nothing: Any) -> dict[Any, Any]:
    return {key: one.get(key, nothing) + other.get(key, nothing) for key in (*one, *(set(other) - set(one)))}


def mean_of(
    sums: Ratio, confidence: float = CONFIDENCE, bounds: tuple[float, float] | None = None
) -> Estimate:
    """The mean of something with Student's interval, kept within its bounds."""
    told = sums.estimate(confidence)
    value, low, high = (None if x is None else x / SCALE for x in (told.value, told.low, told.high))
    if bounds is not None:
        low, high = (None if x is None else min(bounds[1], max(bounds[0], x)) for x in (low, high))
    return Estimate(value, low, high, told.n)


def share_of(sums: Ratio, confidence: float = CONFIDENCE) -> Estimate:
    """The share of something with Wilson's interval, for as many cases as the games are worth.

    What happens in one game hangs together. So the interval goes by an effective number of cases: that for
    which independent cases would vary as the games do; where nothing varies, the number of games.
    """
    told = mean_of(sums, confidence)
    if told.value is None or told.low is None:
        return told
    p = min(1.0, max(0.0, told.value))
    error = mean_of(sums, 0.6826894921370859)
    reach = ((error.high or 0.0) - (error.low or 0.0)) / 2
    n = p * (1 - p) / (reach * reach) if reach > 1e-9 and 0 < p < 1 else float(sums.games)
    low, high = wilson(p, max(1.0, min(n, float(sums.others))), confidence)
    return Estimate(p, low, high, told.n)


def raw_rows(game: Observation) -> dict[str, list[dict[str, Any]]]:
    """A game as rows of the raw tables: games, seats, decisions and estimates."""
    tables = game_rows(game.series, game.played, game.players, game.ai)
    at = {name: tables["games"][0][name] for name in ("series", "game", "ai")}
    decisions, estimates = [], []
    for decision in game.decisions:
        decisions.append(
            {
                **at,
                "number": decision.number,
                "seat": decision.seat,
                "options": len(decision.options),
                "forced": decision.forced,
                "chosen": decision.chosen,
                "text": decision.options[decision.chosen],
                "spread": decision.spread if decision.estimates is not None else None,
            }
        )
        for option, of_option in enumerate(decision.estimates or ()):
            estimates += [
                {**at, "number": decision.number, "option": option, "seat": seat, "estimate": value}
                for seat, value in enumerate(of_option)
            ]
    return {**tables, "decisions": decisions, "estimates": estimates}
