"""A large game cut into subgames, which are solved one after the other, the last ones first.

At some positions every seat knows where the game stands by what it sees: no other position looks the same
to any of them. From there on nothing that was before matters, since equal positions go on alike. What begins
there is a *subgame*: it is solved once, however many histories come to it, and then stands for its value.

The exploitability is exact. A best response to the whole is one in every subgame, given what a best response
wins in those that follow; so it is found by the same way back from the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from croupier.lab.solve.cfr import CFRPlus, packed_numbers, unpacked_numbers
from croupier.lab.solve.payoffs import payoffs
from croupier.lab.solve.positions import Positions
from croupier.lab.solve.sequences import Form, Indices, Numbers, form_of
from croupier.lab.solve.tree import InformationSet
from croupier.lab.solve.walk import BEGINNING, forest_of

FIRST, FACTOR = 100, 4
"""So many iterations are made with every subgame; so many times more with those that need them, and so on."""

Chances = list[Numbers]
"""By information set of a subgame, how likely every option is."""


def roots_of(positions: Positions) -> list[int]:
    """The positions at which every seat knows where the game stands."""
    seen = np.array([list(views) for views in positions.views], dtype=np.int64)
    times = np.bincount(seen.ravel(), minlength=len(positions.glances))
    return [int(position) for position in np.flatnonzero((times[seen] == 1).all(axis=0))]


def by_height(positions: Positions, roots: Sequence[int]) -> list[list[int]]:
    """The roots, the last subgames first: each after all those that follow it. The beginning is the last."""
    is_root = np.zeros(len(positions), dtype=bool)
    is_root[list(roots)] = True
    height = [0] * len(positions)
    """Of a root, its own; of another position, that of the highest root that follows it, and one more."""
    found: list[list[int]] = []
    for position in positions.latest_first():
        for later in positions.following(position):
            height[position] = max(height[position], height[later] + int(is_root[later]))
        if is_root[position]:
            while len(found) <= height[position]:
                found.append([])
            found[height[position]].append(position)
    return [*(sorted(one) for one in found), [BEGINNING]]


@dataclass(slots=True)
class _Batch:
    """Subgames that are solved together."""

    positions: Positions
    roots: Sequence[int]
    bounds: list[int]
    sets: list[InformationSet]
    form: Form
    """With what the game is worth where each of them ends."""
    answers: Form
    """With what a best response wins there."""
    piece: Indices
    """By end, its subgame."""
    place: dict[int, tuple[int, int]]
    """By the identity of an information set: its seat, and where its options begin among those of it."""

    def sets_of(self, number: int) -> list[InformationSet]:
        """The information sets of one subgame."""
        return self.sets[self.bounds[number - 1] if number else 0 : self.bounds[number]]

    def values(self, form: Form, seat: int, plans: Sequence[Numbers]) -> Numbers:
        """By subgame, what it is worth to a seat if all follow their plans."""
        found = form.payoffs[seat]
        for one, plan in enumerate(plans):
            found = found * plan[form.last[one]]
        return np.asarray(np.bincount(self.piece, found, len(self.roots)), dtype=np.float64)

    def answer(self, form: Form, seat: int, plans: Sequence[Numbers]) -> Numbers:
        """By subgame, what a best response of a seat wins."""
        decisions = form.decisions[seat]
        _, best = decisions.best(form.gains(seat, plans))
        return self.values(
            form, seat, [decisions.plan(best) if one == seat else plan for one, plan in enumerate(plans)]
        )

    def exploitability(self, plans: Sequence[Numbers]) -> Numbers:
        """By subgame, what a best response wins more, if all that follows is worth what it is worth."""
        seats = range(self.form.seats)
        gained = sum(
            (self.answer(self.form, seat, plans) - self.values(self.form, seat, plans) for seat in seats),
            np.zeros(len(self.roots)),
        )
        return gained / len(seats)

    def chances(self, number: int, strategies: Sequence[Numbers]) -> Chances:
        """The part of strategies that belongs to one subgame."""
        found = []
        for here in self.sets_of(number):
            seat, at = self.place[id(here)]
            found.append(strategies[seat][at : at + len(here.options)])
        return found

    def strategies(self, chances: Sequence[Chances]) -> list[Numbers]:
        """Strategies of the seats, made of those of all subgames."""
        found = [np.empty(decisions.options) for decisions in self.form.decisions]
        for number, rows in enumerate(chances):
            for here, row in zip(self.sets_of(number), rows, strict=True):
                seat, at = self.place[id(here)]
                found[seat][at : at + len(row)] = row
        return found

    def plans(self, strategies: Sequence[Numbers]) -> list[Numbers]:
        """How likely the seats are to do each sequence."""
        return [one.plan(strategy) for one, strategy in zip(self.form.decisions, strategies, strict=True)]


@dataclass(slots=True)
class Play:
    """How a subgame is played."""

    chances: Chances
    exploitability: float
    """If all that follows is worth what it is worth."""


@dataclass(slots=True)
class Subgames:
    """How far the subgames of a game are solved."""

    positions: Positions
    reward: str
    memory: int
    play: dict[int, Play] = field(default_factory=dict)
    """By root."""
    iterations: int = 0
    heights: list[list[int]] = field(default_factory=list)
    ends: list[Numbers] = field(default_factory=list)
    """By seat, what each end is worth."""
    worth: list[Numbers] = field(default_factory=list)
    """By seat and position, what a subgame is worth; the last one is the whole game."""
    best: list[Numbers] = field(default_factory=list)
    """By seat and position, what a best response wins there."""
    stops: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        roots = roots_of(self.positions)
        self.stops = frozenset(roots)
        self.heights = by_height(self.positions, roots)
        self.ends = payoffs(self.positions, self.reward)
        # The beginning is number -1, which is the last.
        self.worth = [np.zeros(len(self.positions) + 1) for _ in self.ends]
        self.best = [np.zeros(len(self.positions) + 1) for _ in self.ends]

    @property
    def exploitability(self) -> float:
        """How much a seat wins more with a best response than with what was found, in the mean of all."""
        gained = sum(
            best[BEGINNING] - worth[BEGINNING] for best, worth in zip(self.best, self.worth, strict=True)
        )
        return max(0.0, float(gained) / len(self.worth))

    def batch(self, roots: Sequence[int]) -> _Batch:
        """Subgames as the sweeps take them, all together."""
        positions = self.positions
        tree, bounds = forest_of(positions, roots, self.stops, self.memory)
        targets = np.asarray(tree.targets)
        ended = targets < 0
        end, root = np.where(ended, -1 - targets, 0), np.where(ended, 0, targets)
        form, answers = (
            form_of(
                tree,
                [
                    np.where(ended, at_end[end], later[root])
                    for at_end, later in zip(self.ends, following, strict=True)
                ],
            )
            for following in (self.worth, self.best)
        )
        owner = {id(here): number for number, here in enumerate(tree.sets)}
        piece = np.zeros(len(form.reach), dtype=np.int64)
        place: dict[int, tuple[int, int]] = {}
        for seat, decisions in enumerate(form.decisions):
            firsts = np.concatenate(([0], np.cumsum(decisions.counts)))
            place |= {id(here): (seat, int(at)) for here, at in zip(decisions.sets, firsts[:-1], strict=True)}
            numbers = np.array([owner[id(here)] for here in decisions.sets], dtype=np.int64)
            pieces = np.searchsorted(bounds, numbers, side="right")
            # Who has done nothing yet has no part in telling the subgame; somebody has done something.
            by_sequence = np.concatenate(([0], pieces[decisions.owner])).astype(np.int64)
            piece = np.maximum(piece, by_sequence[form.last[seat]])
        return _Batch(positions, roots, bounds, tree.sets, form, answers, piece, place)

    def settle(self, batch: _Batch) -> None:
        """Note what the subgames of a batch are worth, as they are played."""
        strategies = batch.strategies([self.play[root].chances for root in batch.roots])
        plans, roots = batch.plans(strategies), list(batch.roots)
        for seat in range(self.positions.seats):
            self.worth[seat][roots] = batch.values(batch.form, seat, plans)
            self.best[seat][roots] = batch.answer(batch.answers, seat, plans)

    def improve(self, batch: _Batch, iterations: int, late: Callable[[], bool]) -> None:
        """Iterate with the subgames of a batch, and note how each is played if that is better than before."""
        cfr = CFRPlus(batch.form, predictive=True)
        try:
            while cfr.iterations < iterations and not late():
                cfr.iterate()
                self.iterations += 1
        finally:
            strategies = cfr.strategies()
            gained = batch.exploitability(batch.plans(strategies))
            for number, root in enumerate(batch.roots):
                before = self.play.get(root)
                if before is None or gained[number] < before.exploitability:
                    self.play[root] = Play(batch.chances(number, strategies), float(gained[number]))

    def packed(self) -> dict[str, Any]:
        """All of it as plain data."""
        roots = sorted(self.play)
        numbers = [row for root in roots for row in self.play[root].chances]
        return {
            "roots": roots,
            "left": [self.play[root].exploitability for root in roots],
            "sizes": [[len(row) for row in self.play[root].chances] for root in roots],
            "chances": packed_numbers(np.concatenate(numbers) if numbers else np.zeros(0)),
        }

    def unpack(self, data: dict[str, Any], iterations: int) -> None:
        """Go on from plain data; ValueError if it does not fit."""
        sizes = data["sizes"]
        chances = unpacked_numbers(data["chances"], sum(sum(one) for one in sizes))
        if not self.stops.issuperset(set(data["roots"]) - {BEGINNING}):
            raise ValueError("it has other subgames")
        at = 0
        for root, left, rows in zip(data["roots"], data["left"], sizes, strict=True):
            found = []
            for size in rows:
                found.append(chances[at : at + size])
                at += size
            self.play[root] = Play(found, left)
        self.iterations = iterations


def solved_subgames(
    work: Subgames,
    precision: float,
    seconds: float,
    most: int | None,
    tell: Callable[[int, int], None],
) -> str:
    """Solve all subgames, the last first; returns what stopped it: precision, time, iterations, interrupted.

    What is left open in a subgame adds up along the way to the end, so each may leave its part.
    """
    begun = perf_counter()
    total = sum(len(roots) for roots in work.heights)
    tolerance = precision / len(work.heights)
    done, stopped = 0, "precision"
    for roots in work.heights:
        batch = work.batch(roots)
        # The time is shared out by the number of subgames.
        ends = begun + seconds * (done + len(roots)) / total
        if stopped != "interrupted":
            try:
                reason = _solve_batch(work, batch, tolerance, ends, most, partial(_tell, tell, done, total))
                stopped = reason if reason != "precision" else stopped
            except KeyboardInterrupt:
                stopped = "interrupted"
        for number, root in enumerate(roots):
            if root not in work.play:
                uniform = [
                    np.full(len(here.options), 1 / len(here.options)) for here in batch.sets_of(number)
                ]
                work.play[root] = Play(uniform, float("inf"))
        work.settle(batch)
        done += len(roots)
    if stopped == "time" and work.exploitability <= precision:
        return "precision"
    return stopped


def _tell(tell: Callable[[int, int], None], before: int, total: int, now: int) -> None:
    tell(before + now, total)


def _solve_batch(
    work: Subgames,
    batch: _Batch,
    tolerance: float,
    ends: float,
    most: int | None,
    tell: Callable[[int], None],
) -> str:
    """Iterate until every subgame is solved well enough; more often where it is needed."""

    def open_roots() -> list[int]:
        return [
            root
            for root in batch.roots
            if root not in work.play or work.play[root].exploitability > tolerance
        ]

    def late() -> bool:
        return perf_counter() > ends

    iterations = FIRST if most is None else min(FIRST, most)
    left = open_roots()
    while left:
        part = batch if len(left) == len(batch.roots) else work.batch(left)
        work.improve(part, iterations, late)
        left = open_roots()
        tell(len(batch.roots) - len(left))
        if late():
            return "time" if left else "precision"
        if most is not None and iterations >= most:
            return "iterations" if left else "precision"
        iterations = iterations * FACTOR if most is None else min(iterations * FACTOR, most)
    return "precision"
