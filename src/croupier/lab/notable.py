"""Games worth looking at: the most dramatic, the longest, the closest and the luckiest of a series.

Of every kind one game is kept as a whole, the first one of equals; so it does not matter who has played it,
and a world does not grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.lab.world import Observation

DRAMATIC, LONGEST, CLOSEST, LUCKIEST = KINDS = ("dramatic", "longest", "closest", "luckiest")


@dataclass(frozen=True, slots=True)
class Notable:
    """A game that is notable in some way."""

    kind: str
    value: float
    """By what it was chosen; the higher the more so."""
    tie: float
    """What decides among equals."""
    game: Observation

    @property
    def key(self) -> tuple[float, float, int, int]:
        """The one with the highest key is kept."""
        return self.value, self.tie, -self.game.played.index, -min(self.game.ai, default=0)

    def data(self) -> dict[str, Any]:
        """Where it is to be found, as plain data; the value of the closest game is its margin."""
        played = self.game.played
        return {
            "series": self.game.series,
            "game": played.index,
            "seed": played.seed,
            "players": list(self.game.players),
            "value": abs(self.value),
            "decisions": played.decisions,
            "winners": self.game.winners,
        }


def notable(games: Iterable[Observation]) -> dict[str, Notable]:
    """The most notable of these games, by kind; only finished ones with rivals are."""
    found: dict[str, Notable] = {}
    for game in games:
        if game.finished and game.seats > 1:
            of_this = (_dramatic(game), _longest(game), _closest(game), _luckiest(game))
            found = merged(found, {one.kind: one for one in of_this if one is not None})
    return found


def merged(one: Mapping[str, Notable], other: Mapping[str, Notable]) -> dict[str, Notable]:
    """The more notable game of each kind."""
    return {
        kind: max((side[kind] for side in (one, other) if kind in side), key=lambda found: found.key)
        for kind in KINDS
        if kind in one or kind in other
    }


def _dramatic(game: Observation) -> Notable | None:
    """How far behind the winner was, as Drama has it, but as a mean over the whole game: how long counts."""
    from croupier.lab.heuristics.course import threshold

    if not game.recorded or len(game.ai) < game.seats:
        return None
    t, winners = threshold(game.seats), game.winners
    behind = sum(sqrt(max(0.0, t - v)) for winner in winners for v in game.courses[winner])
    return Notable(DRAMATIC, behind / len(winners) / len(game.recorded), float(len(game.recorded)), game)


def _longest(game: Observation) -> Notable:
    return Notable(LONGEST, float(game.played.decisions), 0.0, game)


def _closest(game: Observation) -> Notable:
    """The smallest margin at the end; among equals, where the leader was never far ahead."""
    from croupier.lab.course import winners_leads

    scores, winners = game.played.outcome.scores, game.winners
    teams = {seat: team for team in game.teams for seat in team}
    rivals = [seat for seat in range(game.seats) if not set(teams.get(seat, (seat,))) & set(winners)]
    margin = min((abs(scores[winners[0]] - scores[rival]) for rival in rivals), default=0)
    leads = [abs(lead) for _, lead in winners_leads(game)]
    return Notable(CLOSEST, -float(margin), -sum(leads) / len(leads) if leads else 0.0, game)


def _luckiest(game: Observation) -> Notable | None:
    """A random player has won against the AI: the less the AI thought of its chances, the luckier."""
    if not game.recorded or not 0 < len(game.ai) < game.seats:
        return None
    if any(game.team_win(seat) for seat in game.ai):
        return None
    winner = game.winners[0]
    lowest = min(game.courses[winner])
    last = max(d.number for d in game.recorded if d.standings[winner] == lowest)
    return Notable(LUCKIEST, 1 - lowest, last / len(game.decisions), game)
