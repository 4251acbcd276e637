"""Two players on the same deals until it is clear who is better: the sequential test behind `strength.py`.

On every deal the first player sits once in every place, alone (where there are teams: as one team) among the
second. What counts is the difference of their standings, 0 to 1, in the mean over the places: whatever the
cards of a seat are worth, each player has had them, and equal players differ by 0.

It is looked after 5, 10, 20, 40, … deals. Look j may find a difference if p, of Student's paired test, is
below 0.01 / 2ʲ; these add up to 0.01, so that equal players are told apart with that probability at most,
however often it is looked. The p that is told is the smallest of 2ʲ p, and intervals are taken at
1 − 0.05 / 2ʲ, for the same reason. A few deals that all go the same way have too little spread to go by: p is
never less than that of the sign test, 2 / 2ⁿ, unless the first player has won in all k places of all n deals.
Equal players do that with probability k⁻ᵏⁿ at most, since their chances on a deal add up to 1; then p is
twice that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

from croupier.catalog.loading import find_source
from croupier.lab.significance import p_value
from croupier.lab.simulate import Plan
from croupier.lab.statistics import CONFIDENCE, WIN, Estimate, Moments
from croupier.lab.tournament import Result, Seating, Tournament
from croupier.lab.work import Crew

FIRST_LOOK = 5
LEVEL = 0.01
STEP_SECONDS = 1.0
"""After so long the games that were played are written down."""


@dataclass(frozen=True)
class Alone(Tournament):
    """The first player alone, or as one team, among the second: once in every place."""

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """Every seating in which a deal is played."""
        seats = range(self.plan.game.seats)
        return tuple(tuple(0 if seat in team else 1 for seat in seats) for team in self.teams)


@dataclass(frozen=True, slots=True)
class Found:
    """What came out."""

    difference: Estimate
    """How much further up the first player ended, from -1 to 1; n counts deals."""
    wins: Estimate
    """What it (its team) wins."""
    fair: float
    """What it would win if it were no better."""
    p: float
    """Of the difference, corrected for the looks."""
    seconds: float

    @property
    def verdict(self) -> int:
        """1 if the first player is better beyond doubt, -1 if it is worse, 0 if that is not shown."""
        value = self.difference.value or 0.0
        return (value > 0) - (value < 0) if self.p < LEVEL else 0


@dataclass
class Book:
    """The games that have been played, in a file of one line each; so that one may go on where it ended."""

    path: Path | None = None
    games: dict[str, dict[int, Result]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is not None and self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                data = json.loads(line)
                self.games.setdefault(data.pop("contest"), {})[data["game"]] = Result.of(data)

    def write(self, contest: str, results: list[Result]) -> None:
        """Add some games of a contest."""
        self.games.setdefault(contest, {}).update((result.index, result) for result in results)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps({"contest": contest, **r.data()}) + "\n" for r in results)


@dataclass(frozen=True)
class Contest:
    """Two players in a game."""

    game: str
    one: str
    other: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1

    @cached_property
    def plan(self) -> Plan:
        """The game and the seed of its deals."""
        return Plan(find_source(self.game), self.game, settings=self.settings, seed=self.seed)

    @property
    def name(self) -> str:
        """What it is called in the book."""
        return json.dumps([self.game, dict(self.settings), self.one, self.other, self.seed])

    def tournament(self, deals: int) -> Alone:
        """So many deals of it."""
        return Alone(self.plan, (self.one, self.other), deals)

    def play(
        self, book: Book, deals: int, *, seconds: float | None = None, workers: int = 1, fixed: bool = False
    ) -> Found:
        """Play so many deals at most, and at most about so long; unless `fixed`, stop once it is clear."""
        start, done, step = perf_counter(), self._done(book), 1
        with Crew(workers) as crew:
            while True:
                found = self._found(book, min(done, deals), perf_counter() - start, fixed=fixed)
                spent = seconds is not None and perf_counter() - start > seconds
                if done >= deals or spent or (found.verdict and not fixed):
                    return found
                begun, known = perf_counter(), book.games.get(self.name, {})
                done = min(next((n for n in looks(deals) if n > done and not fixed), deals), done + step)
                tournament = self.tournament(done)
                missing = [index for index in range(tournament.games) if index not in known]
                for results in crew.pieces(tournament, missing, self.name):
                    book.write(self.name, results)
                if perf_counter() - begun < STEP_SECONDS:
                    step *= 2

    def _done(self, book: Book) -> int:
        """How many deals are in the book, from the first on."""
        places, played = len(self.tournament(1).seatings), book.games.get(self.name, {})
        deals = 0
        while all(deals * places + i in played for i in range(places)):
            deals += 1
        return deals

    def _found(self, book: Book, deals: int, seconds: float, *, fixed: bool) -> Found:
        results, tournament = book.games.get(self.name, {}), self.tournament(deals)
        rows = [_row(tournament, results, deal) for deal in range(deals)]
        differences, wins = [a for a, _ in rows if a is not None], [b for _, b in rows if b is not None]
        seats, places = self.plan.game.seats, len(tournament.seatings)
        ones = seats // places
        tests, p = 1, _p(differences, wins, places) if fixed else 1.0
        for j, look in enumerate(() if fixed else looks(deals), start=1):
            tests = 2**j
            known = [(a, b) for a, b in rows[:look] if a is not None and b is not None]
            p = min(p, tests * _p([a for a, _ in known], [b for _, b in known], places))
        confidence = 1 - (1 - CONFIDENCE) / tests
        # Who has won everywhere has won every game, not just every deal.
        parts = places if all(won == WIN * places for won in wins) else 1
        unit = 2 * (seats - 1) * ones * (seats - ones) * places
        return Found(
            _scaled(Moments.of(differences).mean_within(-unit, unit, confidence, parts), unit),
            _scaled(Moments.of(wins).mean_within(0, WIN * places, confidence, parts), WIN * places),
            1 / places,
            p,
            seconds,
        )


def looks(deals: int) -> list[int]:
    """After which numbers of deals it is looked, up to so many.

    >>> looks(50)
    [5, 10, 20, 40]
    """
    return [FIRST_LOOK << i for i in range(deals.bit_length()) if FIRST_LOOK << i <= deals]


def _row(
    tournament: Tournament, results: Mapping[int, Result], deal: int
) -> tuple[int, int] | tuple[None, None]:
    """The difference of standing and the wins of the first player on a deal; nothing if a game got stuck."""
    difference = wins = 0
    places = len(tournament.seatings)
    for index in range(deal * places, (deal + 1) * places):
        result, seating = results[index], tournament.seating(index)
        if not result.ranks:
            return None, None
        ones, others = seating.count(0), seating.count(1)
        for seat, player in enumerate(seating):
            difference += (-ones if player else others) * result.standing(seat)
            wins += 0 if player else result.win(seat)
    return difference, wins


def _p(differences: list[int], wins: list[int], places: int) -> float:
    n = len(differences)
    if n < 2:
        return 1.0
    if all(won == WIN * places for won in wins):
        return 2.0 * float(places) ** (-places * n)
    return p_value(Moments.of(differences)) or 1.0


def _scaled(estimate: Estimate, unit: float) -> Estimate:
    """In parts of a unit."""
    value, low, high = (
        None if x is None else x / unit for x in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, low, high, estimate.n)
