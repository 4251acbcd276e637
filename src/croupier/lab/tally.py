"""What many games came to: counts and sums that can be merged in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby
from operator import add

from croupier.game import Outcome, Status
from croupier.lab.statistics import CONFIDENCE, WIN, Estimate, Moments, Ratio, share
from croupier.recycle.codes import codes, finding
from croupier.text import Diagnostic, Severity, Source

KEPT = 3
"""Of every way not to finish, so many games are kept: the first ones."""

Spot = tuple[int, str]
"""Where options were dropped, as an offset in the program, and why."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game, as far as statistics go."""

    index: int
    seed: int
    outcome: Outcome
    decisions: int
    options: int
    """The options of all decisions together."""
    forced: int
    dropped: Mapping[Spot, int]
    picture: str
    """The table at the end, unless the game finished."""
    choices: tuple[int, ...]
    """The options taken, by index, forced ones left out, unless the game finished."""
    forfeits: tuple[tuple[int, str], ...] = ()
    """The seats that have forfeited, and why. The outcome has them last."""
    tied: bool = False
    """Whether the win is shared between teams."""
    searched: tuple[tuple[int, int, int], ...] = ()
    """The seats whose searches went by the clock, their decisions, and the iterations reached in all."""


@dataclass(frozen=True, slots=True)
class Incident:
    """A game that did not finish: enough to tell why, and to play the very same one again."""

    index: int
    seed: int
    status: Status
    reason: str
    decisions: int
    code: str
    span: tuple[int, int]
    """Where in the program it ended: offsets, since a whole source would travel with every span of it."""
    picture: str
    choices: tuple[int, ...]
    """The options taken so far, by index, forced ones left out."""

    def finding(self, source: Source) -> Diagnostic:
        """Why and where it ended, for people."""
        span = source.span(*self.span)
        if self.code not in codes():
            return Diagnostic(self.code, Severity.ERROR, span, self.reason)
        return finding(self.code, span, what=self.reason)


@dataclass(frozen=True, slots=True)
class Tally:
    """The statistics of some games of one experiment.

    Scores, wins, length and options are those of finished games; the others are counted and never scored
    (§9). Dropped options are those of all games.
    """

    outcomes: Mapping[Status, int] = field(default_factory=dict)
    wins: tuple[int, ...] = ()
    """What each seat has won, in parts of a win (`statistics.WIN`)."""
    scores: tuple[Moments, ...] = ()
    length: Moments = field(default_factory=Moments)
    """Decisions of a game, forced ones included."""
    options: Ratio = field(default_factory=Ratio)
    """Options per decision."""
    forced: Ratio = field(default_factory=Ratio)
    """Forced decisions per decision."""
    dropped: Mapping[Spot, int] = field(default_factory=dict)
    incidents: tuple[Incident, ...] = ()
    forfeits: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """How often a seat has forfeited, and why."""
    ties: int = 0
    """Finished games whose win is shared between teams."""
    lengths: Mapping[int, int] = field(default_factory=dict)
    """How many finished games had so many decisions."""
    searched: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """By seats whose searches went by the clock: their decisions, and the iterations reached in all."""

    @staticmethod
    def of(games: Iterable[Played]) -> Tally:
        """The statistics of these games."""
        all_games = list(games)
        finished = [game for game in all_games if game.outcome.status is Status.FINISHED]
        scored = [game for game in finished if game.outcome.ranks]
        seats = range(len(scored[0].outcome.scores) if scored else 0)
        return Tally(
            Counter(game.outcome.status for game in all_games),
            tuple(sum(_won(game.outcome, seat) for game in scored) for seat in seats),
            tuple(Moments.of(game.outcome.scores[seat] for game in scored) for seat in seats),
            Moments.of(game.decisions for game in finished),
            Ratio.of((game.options, game.decisions) for game in finished),
            Ratio.of((game.forced, game.decisions) for game in finished),
            reduce(add, (Counter(game.dropped) for game in all_games if game.dropped), Counter[Spot]()),
            _first(_incident(game) for game in all_games if game.outcome.status is not Status.FINISHED),
            Counter(forfeit for game in all_games for forfeit in game.forfeits),
            sum(game.tied for game in finished),
            Counter(game.decisions for game in finished),
            _searches((seat, done) for game in all_games for seat, *done in game.searched),
        )

    def __add__(self, other: Tally) -> Tally:
        if not self.scores or not other.scores:
            scored = self if self.scores else other
            wins, scores = scored.wins, scored.scores
        else:
            wins = tuple(map(add, self.wins, other.wins))
            scores = tuple(map(add, self.scores, other.scores))
        return Tally(
            Counter(self.outcomes) + Counter(other.outcomes),
            wins,
            scores,
            self.length + other.length,
            self.options + other.options,
            self.forced + other.forced,
            Counter(self.dropped) + Counter(other.dropped),
            _first((*self.incidents, *other.incidents)),
            Counter(self.forfeits) + Counter(other.forfeits),
            self.ties + other.ties,
            Counter(self.lengths) + Counter(other.lengths),
            _searches((*self.searched.items(), *other.searched.items())),
        )

    @property
    def games(self) -> int:
        """How many games there were, however they ended."""
        return sum(self.outcomes.values())

    @property
    def finished(self) -> int:
        """How many of them were played to the end."""
        return self.outcomes.get(Status.FINISHED, 0)

    def win_share(self, seat: int) -> Estimate:
        """The share of the finished games that a seat won."""
        return share(self.wins[seat] if self.wins else 0, self.finished if self.wins else 0)

    def tie_share(self, confidence: float = CONFIDENCE) -> Estimate:
        """The share of the finished games with a result whose win is shared between teams."""
        n = self.scores[0].n if self.scores else 0
        return share(self.ties, n, 1, confidence)

    def forced_share(self) -> Estimate:
        """The share of the decisions that had a single option."""
        told = self.forced.estimate()
        low, high = (None if edge is None else min(1.0, max(0.0, edge)) for edge in (told.low, told.high))
        return Estimate(told.value, low, high, told.n)

    def mean_score(self, seat: int) -> Estimate:
        """The mean score of a seat."""
        return (self.scores[seat] if self.scores else Moments()).mean()


def _won(outcome: Outcome, seat: int) -> int:
    """A seat's part of the win, exactly; a result that all have together is not shared."""
    together = sum(outcome.wins) != 1 and len(set(outcome.ranks)) == 1 and set(outcome.wins) <= {0.0, 1.0}
    if outcome.wins and together:
        return WIN if outcome.wins[seat] else 0
    return WIN // outcome.ranks.count(0) if outcome.ranks[seat] == 0 else 0


def _incident(game: Played) -> Incident:
    outcome = game.outcome
    assert outcome.finding is not None
    return Incident(
        game.index,
        game.seed,
        outcome.status,
        outcome.reason,
        game.decisions,
        outcome.finding.code,
        (outcome.finding.span.start, outcome.finding.span.end),
        game.picture,
        game.choices,
    )


def _first(incidents: Iterable[Incident]) -> tuple[Incident, ...]:
    """The first few of every status."""
    ordered = sorted(incidents, key=lambda incident: (incident.status.value, incident.index))
    by_status = groupby(ordered, key=lambda incident: incident.status)
    return tuple(incident for _, alike in by_status for incident in list(alike)[:KEPT])


def _searches(found: Iterable[tuple[int, Sequence[int]]]) -> dict[int, tuple[int, int]]:
    """Decisions and iterations of every seat added up."""
    sums: dict[int, tuple[int, int]] = {}
    for seat, (decisions, iterations) in found:
        before = sums.get(seat, (0, 0))
        sums[seat] = before[0] + decisions, before[1] + iterations
    return sums
