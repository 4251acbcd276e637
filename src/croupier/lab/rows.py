"""Games as rows of tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from croupier.game import Outcome
from croupier.lab.tally import Played

Row = dict[str, Any]


def game_rows(
    series: str, played: Played, players: Sequence[str], ai: Collection[int] = ()
) -> dict[str, list[Row]]:
    """A game as a row of the games, and one of the seats for every seat if it has a result."""
    at = {"series": series, "game": played.index, "ai": " ".join(map(str, sorted(ai)))}
    outcome = played.outcome
    game = {
        **at,
        "seed": played.seed,
        "status": outcome.status.value,
        "decisions": played.decisions,
        "options": played.options,
        "forced": played.forced,
    }
    seats = [
        {
            **at,
            "seat": seat,
            "player": player,
            "score": outcome.scores[seat],
            "rank": outcome.ranks[seat],
            "win": win(outcome, seat),
        }
        for seat, player in enumerate(players)
        if outcome.ranks
    ]
    return {"games": [game], "seats": seats}


def win(outcome: Outcome, seat: int) -> float:
    """A seat's part of the win; nothing of a game that has no result."""
    return 1 / outcome.ranks.count(0) if outcome.ranks and outcome.ranks[seat] == 0 else 0.0


def together(tables: Iterable[Any]) -> dict[str, list[Row]]:
    """The rows of many games as one."""
    found: dict[str, list[Row]] = {}
    for one in tables:
        for name, rows in one.items():
            found.setdefault(name, []).extend(rows)
    return found
