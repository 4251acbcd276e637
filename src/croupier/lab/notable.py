"""Games worth looking at: the most dramatic, the longest, the closest and the luckiest of a series.

Of every kind one game is kept as a whole, the first one of equals; so it does not matter who has played it,
and a world does not grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from croupier.lab.games import Games, Integers, Numbers
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


def notable_of(games: Games, observed: Callable[[int], Observation]) -> dict[str, Notable]:
    """The most notable of some games, by kind; only finished ones with rivals are.

    `observed` makes an observation of a game by its place.
    """
    found: dict[str, Notable] = {}
    if games.seats < 2:
        return found
    candidates = np.flatnonzero(games.finished)
    for kind, values, ties, which in _by_arrays(games, candidates):
        if not len(which):
            continue
        lowest = np.where(games.ai[which].any(axis=1), games.ai[which].argmax(axis=1), 0)
        order = np.lexsort((-lowest, -games.deal_index[games.deal[which]], ties, values))
        best = order[-1]
        found[kind] = Notable(kind, float(values[best]), float(ties[best]), observed(int(which[best])))
    return {kind: found[kind] for kind in KINDS if kind in found}


def _by_arrays(games: Games, which: Integers) -> Iterator[tuple[str, Numbers, Numbers, Integers]]:
    """Of every kind the games that may be it, with what they are chosen by and what decides among equals."""
    from croupier.lab.course import leads_of
    from croupier.lab.heuristics.course import threshold

    told = games.recorded
    with_estimates = np.zeros(len(games.length), dtype=bool)
    with_estimates[told.games_with] = True
    counted = np.zeros(len(games.length), dtype=np.int64)
    counted[told.games_with] = told.counted

    def summed(values: Numbers) -> Numbers:
        found = np.zeros(len(games.length))
        found[told.games_with] = told.by_game(values)
        return found

    # How far behind the winner was, as Drama has it, but as a mean over the whole game: how long counts.
    all_ai = which[with_estimates[which] & games.ai[which].all(axis=1)]
    depth = np.sqrt(np.maximum(0.0, threshold(games.seats) - told.standings))
    behind = summed(np.where(games.won[told.game], depth, 0.0).sum(axis=1))
    per_game = behind[all_ai] / games.winners[all_ai] / counted[all_ai]
    yield DRAMATIC, per_game, counted[all_ai].astype(np.float64), all_ai
    yield LONGEST, games.decisions[which].astype(np.float64), np.zeros(len(which)), which
    # The smallest margin at the end; among equals, where the leader was never far ahead.
    rivals = ~((games.won.astype(np.int64) @ games.team.astype(np.int64)) > 0)
    best = games.scores[np.arange(len(games.length)), games.won.argmax(axis=1)]
    far = np.iinfo(np.int64).max
    margin = np.where(rivals, np.abs(best[:, None] - games.scores), far).min(axis=1)
    margin[~rivals.any(axis=1)] = 0
    lead, known = leads_of(games)
    mean = summed(np.where(known, np.abs(lead), 0.0)) / np.maximum(1, counted)
    yield CLOSEST, -margin[which].astype(np.float64), -mean[which], which
    # A random player has won against the AI: the less the AI thought of its chances, the luckier.
    some_ai = games.ai[which].any(axis=1) & ~games.ai[which].all(axis=1)
    team_won = (games.won[which] & (games.ai[which] @ games.team)).any(axis=1)
    lucky = which[with_estimates[which] & some_ai & ~team_won]
    first = games.won.argmax(axis=1)
    course = told.standings[np.arange(len(told)), first[told.game]]
    lowest = np.full(len(games.length), np.inf)
    np.minimum.at(lowest, told.game, course)
    last = np.full(len(games.length), -1)
    at_lowest = course == lowest[told.game]
    np.maximum.at(last, told.game[at_lowest], told.number[at_lowest])
    yield LUCKIEST, 1 - lowest[lucky], last[lucky] / games.length[lucky], lucky


def merged(one: Mapping[str, Notable], other: Mapping[str, Notable]) -> dict[str, Notable]:
    """The more notable game of each kind."""
    return {
        kind: max((side[kind] for side in (one, other) if kind in side), key=lambda found: found.key)
        for kind in KINDS
        if kind in one or kind in other
    }
