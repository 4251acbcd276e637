"""The numbers of long work while it goes on: what has been played is added up as it comes."""

from __future__ import annotations

from typing import Any

from croupier.game import Status
from croupier.lab.counting import Counted
from croupier.lab.coverage import Sums
from croupier.lab.report import estimate_data
from croupier.lab.statistics import share
from croupier.lab.tally import Tally
from croupier.lab.tournament import Result, Tournament
from croupier.lab.world import World


class Partials:
    """Adds up pieces of results; give its `hear` to a crew as `heard`.

    >>> from croupier.catalog.loading import find_source
    >>> from croupier.lab.simulate import Plan, simulate
    >>> from croupier.lab.work import Crew
    >>> partials = Partials()
    >>> with Crew(workers=1) as crew:
    ...     crew.heard = partials.hear
    ...     _ = simulate(Plan(find_source("agram")), 20, crew=crew)
    >>> found = partials.data()
    >>> found["series"], found["games"], len(found["wins"])
    ('games', 20, 4)
    """

    def __init__(self, tournament: Tournament | None = None) -> None:
        self.label = ""
        """Which of several games is being played; whoever knows it sets it."""
        self._tournament = tournament
        self._tallies: dict[tuple[str, str], Tally] = {}
        self._at = ("", "")
        self._sums = Sums()
        self._won: list[int] = [0] * (0 if tournament is None else len(tournament.players))
        self._met: list[int] = [0] * len(self._won)
        self._games = 0

    def hear(self, part: str, piece: object) -> None:
        """Add a piece."""
        if isinstance(piece, Counted | World):
            # `random` and `random, counted` are games of one series.
            self._at = self.label, part.partition(",")[0]
            self._tallies[self._at] = self._tallies.get(self._at, Tally()) + piece.tally
        elif isinstance(piece, Sums):
            self._at, self._sums = (self.label, part), self._sums + piece
        elif isinstance(piece, list) and self._tournament is not None:
            self._at = self.label, part
            for result in piece:
                self._hear_result(result)

    def _hear_result(self, result: Result) -> None:
        assert self._tournament is not None
        self._games += 1
        if not result.counts:
            return
        for seat, player in enumerate(self._tournament.seating(result.index)):
            self._won[player] += result.win(seat)
            self._met[player] += 1

    def data(self) -> dict[str, Any]:
        """The numbers of the series that is being played, each with its interval; nothing before any."""
        label, series = self._at
        found: dict[str, Any] = {"label": label, "series": series}
        if self._tournament is not None and self._games:
            wins = [
                {"player": name, **estimate_data(share(won, n))}
                for name, won, n in zip(self._tournament.labels, self._won, self._met, strict=True)
            ]
            return {**found, "games": self._games, "wins": wins}
        if self._sums.games:
            reached = sum(count > 0 for count in self._sums.counts)
            return {**found, "games": self._sums.games, "reached": [reached, len(self._sums.counts)]}
        if self._at not in self._tallies:
            return {}
        return {**found, **games_data(self._tallies[self._at])}


def games_data(tally: Tally) -> dict[str, Any]:
    """How some games of one series went: wins by seat, length, options, and how many did not finish."""
    return {
        "games": tally.games,
        "outcomes": {status.value: tally.outcomes.get(status, 0) for status in Status},
        "wins": [estimate_data(tally.win_share(seat)) for seat in range(len(tally.wins))],
        "scores": [estimate_data(tally.mean_score(seat)) for seat in range(len(tally.scores))],
        "length": estimate_data(tally.length.mean()),
        "options": estimate_data(tally.options.estimate()),
        "forced": estimate_data(tally.forced_share()),
        "ties": estimate_data(tally.tie_share()),
    }
