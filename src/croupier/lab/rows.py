"""Games as rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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


def kept_tables(
    rows: Mapping[str, list[Row]], players: Callable[[Row], Sequence[str]]
) -> dict[str, list[Row]]:
    """Rows of games as tables for frames, in the order of the games, whoever played them when.

    `seats` has a row a game and seat, also of games without a result; `players` tells who sat there. Rank 0
    is the first.
    """
    games = sorted(rows.get("games", ()), key=_place)
    results = {(*_place(row), row["seat"]): row for row in rows.get("seats", ())}
    nothing: Row = {"score": None, "rank": None, "win": None}
    seats = []
    for game in games:
        for seat, player in enumerate(players(game)):
            result = results.get((*_place(game), seat), nothing)
            seats.append(
                {
                    **_series(game),
                    "game": game["game"],
                    "seed": game["seed"],
                    "seat": seat,
                    "player": str(player),
                    "score": result["score"],
                    "rank": result["rank"],
                    "won": result["win"],
                    "length": game["decisions"],
                }
            )
    told = [
        {
            **_series(game),
            **{name: game[name] for name in ("game", "seed", "status")},
            "length": game["decisions"],
            "options": game["options"],
            "forced": game["forced"],
        }
        for game in games
    ]
    # Sorting keeps the order of the decisions of a game.
    others = {
        name: [{**_series(row), **_without_series(row)} for row in sorted(rows[name], key=_place)]
        for name in ("decisions", "estimates")
        if name in rows
    }
    return {"seats": seats, "games": told, **others}


def _place(row: Row) -> tuple[str, int, str]:
    return row["series"], row["game"], row["ai"]


def _series(row: Row) -> Row:
    """The series and the seats of the AI, where there are series."""
    return {"series": row["series"], "ai": row["ai"]} if row["series"] else {}


def _without_series(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in ("series", "ai")}
