"""What a tournament came to: standings and wins by player, who beat whom, and ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

from croupier.lab.significance import holm, p_value
from croupier.lab.statistics import WIN, Estimate, Moments
from croupier.lab.tournament import Record, Result


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength by OpenSkill (Plackett-Luce): 25 ± 8.3 before the first game."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Row:
    """One player, in all of its games."""

    player: str
    games: int
    """Games in which it sat, at one seat or more."""
    standing: Estimate
    """0 to 1: how far up it ended. n counts deals, since the games of one deal hang together."""
    wins: Estimate
    """Its share of the win at each of its seats."""
    forfeits: int
    """Games that it has forfeited at one of its seats or more."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players, in all the games in which both sat."""

    one: int
    other: int
    difference: Estimate
    """How much further up the first one ended, from -1 to 1."""
    p: float | None
    """How likely a difference like that would be if they were equally strong."""
    corrected: float | None
    """The same, corrected for the number of pairs."""
    alone: tuple[Estimate | None, Estimate | None]
    """What each wins where it sits alone (or is one team) among the other, if there are such games."""

    @property
    def shares(self) -> list[tuple[int, int, Estimate]]:
        """The same as far as it is known: who, among whom, and what it wins."""
        both = (self.one, self.other, self.alone[0]), (self.other, self.one, self.alone[1])
        return [(who, among, share) for who, among, share in both if share is not None]


def rows(record: Record) -> list[Row]:
    """Every player, in the order in which they were named."""
    tournament, ratings, results = record.tournament, rated(record), record.ordered
    found = []
    for number, label in enumerate(tournament.labels):
        own = [result for result in results if number in tournament.seating(result.index)]
        found.append(
            Row(
                label,
                len(own),
                _mean(record, number, own, Result.standing, 2 * (tournament.plan.game.seats - 1)),
                _mean(record, number, own, Result.win, WIN),
                sum(
                    any(tournament.seating(result.index)[seat] == number for seat, _ in result.forfeits)
                    for result in own
                ),
                ratings[number],
            )
        )
    return found


def duels(record: Record) -> list[Duel]:
    """Every two players who have met."""
    found, results = [], record.ordered
    for one, other in combinations(range(len(record.tournament.players)), 2):
        both = [
            result
            for result in results
            if {one, other} <= set(record.tournament.seating(result.index)) and result.counts
        ]
        if both:
            found.append(_duel(record, one, other, both))
    corrected = iter(holm([duel.p for duel in found if duel.p is not None]))
    return [
        Duel(d.one, d.other, d.difference, d.p, None if d.p is None else next(corrected), d.alone)
        for d in found
    ]


def _duel(record: Record, one: int, other: int, both: Sequence[Result]) -> Duel:
    tournament = record.tournament
    by_deal: dict[int, list[int]] = {}
    seats_of_one = 0
    for result in both:
        seating = tournament.seating(result.index)
        difference, count = 0, 0
        # Seats are weighed so that both players count the same, however many seats each has.
        ones, others = seating.count(one), seating.count(other)
        for seat, player in enumerate(seating):
            if player == one:
                difference += others * result.standing(seat)
                count += others
            elif player == other:
                difference -= ones * result.standing(seat)
        seats_of_one += count
        by_deal.setdefault(result.index // len(tournament.seatings), []).append(difference)
    moments = Moments.of(sum(differences) for differences in by_deal.values())
    unit = 2 * (tournament.plan.game.seats - 1) * seats_of_one / len(by_deal)
    alone = (_alone(record, one, other, both), _alone(record, other, one, both))
    further = _scaled(moments.mean_within(-unit, unit), unit)
    return Duel(one, other, further, p_value(moments), None, alone)


def _alone(record: Record, one: int, other: int, both: Sequence[Result]) -> Estimate | None:
    """The share of the win of a player that is alone, or one team, among the other."""
    by_deal = wins_alone(record, one, other, both)
    return _share(by_deal, WIN) if by_deal else None


def wins_alone(
    record: Record, one: int, other: int, both: Sequence[Result] | None = None
) -> dict[int, list[int]]:
    """By deal, what a player wins in each game in which it is alone, or one team, among the other."""
    tournament = record.tournament
    among = {tuple(one if seat in team else other for seat in range(tournament.plan.game.seats)): team
             for team in tournament.teams}  # fmt: skip
    by_deal: dict[int, list[int]] = {}
    for result in record.ordered if both is None else both:
        team = among.get(tournament.seating(result.index))
        if team is not None and result.counts:
            won = sum(result.win(seat) for seat in team)
            by_deal.setdefault(result.index // len(tournament.seatings), []).append(won)
    return by_deal


def _mean(
    record: Record, number: int, own: Sequence[Result], value: Callable[[Result, int], int], unit: int
) -> Estimate:
    """The mean of something over a player's seats in games that count, with deals as what is independent."""
    tournament = record.tournament
    by_deal: dict[int, list[int]] = {}
    for result in own:
        if result.counts:
            seats = [seat for seat, player in enumerate(tournament.seating(result.index)) if player == number]
            of_deal = by_deal.setdefault(result.index // len(tournament.seatings), [])
            of_deal += [value(result, seat) for seat in seats]
    if not by_deal:
        return Estimate(None, None, None, 0)
    return _share(by_deal, unit)


def _share(by_deal: Mapping[int, Sequence[int]], unit: int) -> Estimate:
    """The mean of numbers from 0 to a unit, in parts of it; those of one deal hang together."""
    most = unit * sum(map(len, by_deal.values())) / len(by_deal)
    return _scaled(Moments.of(map(sum, by_deal.values())).mean_within(0, most), most)


def _scaled(estimate: Estimate, unit: float) -> Estimate:
    value, low, high = (
        None if x is None else x / unit for x in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, low, high, estimate.n)


def rated(record: Record) -> list[Rating]:
    """OpenSkill's rating of every player, from all games that count in their order.

    A player who sits in several teams of a game is rated in each of them, and moves by their mean.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    tournament = record.tournament
    ratings = [model.rating() for _ in tournament.players]
    for result in record.ordered:
        if not result.counts:
            continue
        seating = tournament.seating(result.index)
        teams = [
            [model.rating(mu=ratings[seating[s]].mu, sigma=ratings[seating[s]].sigma) for s in team]
            for team in tournament.teams
        ]
        ranks = [float(min(result.ranks[seat] for seat in team)) for team in tournament.teams]
        moved: dict[int, list[tuple[float, float]]] = {}
        for team, after in zip(tournament.teams, model.rate(teams, ranks=ranks), strict=True):
            for seat, rating in zip(team, after, strict=True):
                moved.setdefault(seating[seat], []).append((rating.mu, rating.sigma))
        for player, found in moved.items():
            mu, sigma = (fsum(parts) / len(parts) for parts in zip(*found, strict=True))
            ratings[player] = model.rating(mu=mu, sigma=sigma)
    return [Rating(rating.mu, rating.sigma) for rating in ratings]
