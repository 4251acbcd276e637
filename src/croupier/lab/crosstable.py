"""The result of a tournament as data, and as tables for people."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.game import Status
from croupier.lab.numbers import signed
from croupier.lab.report import aligned, estimate_data, mean_cells, percent_cells
from croupier.lab.standings import Duel, duels, rows
from croupier.lab.statistics import Estimate
from croupier.lab.study import provenance
from croupier.lab.tournament import Record
from croupier.players.resolving import resolved


def tournament_data(record: Record) -> dict[str, Any]:
    """All that is known about a tournament, as data."""
    tournament = record.tournament
    labels = tournament.labels
    results = record.ordered
    outcomes = Counter(result.status for result in results)
    return {
        "game": tournament.plan.game.name,
        "title": tournament.plan.game.title,
        "seats": tournament.plan.game.seats,
        **provenance(tournament.plan, record.command()),
        "deals": record.deals,
        "pairings": tournament.pairings,
        "seatings": [[labels[player] for player in seating] for seating in tournament.seatings],
        "games": len(results),
        "interrupted": record.interrupted,
        "outcomes": {status.value: outcomes[status.value] for status in Status},
        "without_result": outcomes[Status.FINISHED.value] - sum(result.counts for result in results),
        "players": [
            {
                "player": row.player,
                "games": row.games,
                "standing": estimate_data(row.standing),
                "wins": estimate_data(row.wins),
                "forfeits": row.forfeits,
                "rating": {"mu": row.rating.mu, "sigma": row.rating.sigma},
            }
            for row in rows(record)
        ],
        "resolved": [one.data() for one in resolved(tournament.players, tournament.plan.game)],
        "duels": [
            {
                "players": [labels[duel.one], labels[duel.other]],
                "difference": estimate_data(duel.difference),
                "p": duel.p,
                "corrected_p": duel.corrected,
                "alone": [None if share is None else estimate_data(share) for share in duel.alone],
            }
            for duel in duels(record)
        ],
        "forfeits": [
            {"player": labels[player], "reason": reason, "games": count}
            for (player, reason), count in sorted(forfeits(record).items())
        ],
    }


def player_rows(record: Record) -> list[dict[str, Any]]:
    """Every player as a plain row: games, standing, wins and rating."""
    return [
        {
            "player": row.player,
            "games": row.games,
            **_estimate_cells("standing", row.standing),
            **_estimate_cells("wins", row.wins),
            "rating": row.rating.mu,
            "rating_sigma": row.rating.sigma,
            "forfeits": row.forfeits,
        }
        for row in rows(record)
    ]


def duel_rows(record: Record) -> list[dict[str, Any]]:
    """Every pair of players as a plain row: by how much the first is ahead, and how sure that is."""
    labels = record.tournament.labels
    return [
        {
            "player": labels[duel.one],
            "other": labels[duel.other],
            **_estimate_cells("difference", duel.difference),
            "p": duel.p,
            "corrected_p": duel.corrected,
        }
        for duel in duels(record)
    ]


def _estimate_cells(name: str, estimate: Estimate) -> dict[str, Any]:
    return {
        name: estimate.value,
        f"{name}_low": estimate.low,
        f"{name}_high": estimate.high,
        f"{name}_n": estimate.n,
    }


def tournament_text(record: Record) -> str:
    """The same for people: who is how strong, who beat whom, and how sure that is."""
    tournament = record.tournament
    heading = ["player", "games", "standing", "95 % interval", "wins", "95 % interval", "deals", "rating ± σ"]
    players = [
        [
            row.player,
            f"{row.games:,}",
            *mean_cells(row.standing)[:2],
            *percent_cells(row.wins),
            f"{row.rating.mu:.1f} ± {row.rating.sigma:.1f}",
        ]
        for row in sorted(rows(record), key=lambda row: -row.rating.mu)
    ]
    troubles = Counter(result.trouble for result in record.ordered if not result.counts)
    lines = [
        _title(record),
        *(f"  {one}" for one in resolved(tournament.players, tournament.plan.game)),
        *(f"  {count:,} games {trouble}, and do not count" for trouble, count in sorted(troubles.items())),
        "",
        *aligned([heading, *players], left=(0,)),
        "",
        *_cross_table(record),
        *(
            f"  {tournament.labels[player]} forfeited, games: {count:,}: {reason}"
            for (player, reason), count in sorted(forfeits(record).items())
        ),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _title(record: Record) -> str:
    tournament = record.tournament
    ended = ", interrupted" if record.interrupted else ""
    return (
        f"{tournament.plan.game.title}: {len(record.ordered):,} games{ended}, {record.deals:,} "
        f"deal{'' if record.deals == 1 else 's'} in {len(tournament.seatings)} seatings each, "
        f"seed {tournament.plan.seed}"
    )


def _cross_table(record: Record) -> list[str]:
    labels, met = record.tournament.labels, duels(record)
    by_pair = {(duel.one, duel.other): duel for duel in met}
    table = [["", *(str(column + 1) for column in range(len(labels)))]]
    for row, label in enumerate(labels):
        cells = []
        for column in range(len(labels)):
            duel = by_pair.get((min(row, column), max(row, column)))
            cells.append("–" if duel is None else _cell(duel, -1 if row > column else 1))
        table.append([f"{row + 1} {label}", *cells])
    lines = aligned(table, left=(0,))
    told = "  how much further up the row ended than the column; ** p < 0.01, * p < 0.05, corrected for pairs"
    pairs = []
    for duel in met:
        value, interval, n = mean_cells(duel.difference, digits=3)
        p = "–" if duel.p is None else "< 0.0001" if duel.p < 0.0001 else f"{duel.p:.4f}"
        pairs.append([f"{labels[duel.one]} – {labels[duel.other]}", value, interval, n, p])
    if not met:
        return lines
    lines += [told, "", *aligned([["pair", "difference", "95 % interval", "deals", "p"], *pairs], left=(0,))]
    alone = [
        [labels[who], labels[among], *percent_cells(share)]
        for duel in met
        for who, among, share in duel.shares
    ]
    heading = ["alone", "among", "wins", "95 % interval", "deals"]
    return [*lines, "", *aligned([heading, *alone], left=(0, 1))] if alone else lines


def _cell(duel: Duel, sign: int) -> str:
    if duel.difference.value is None:
        return "–"
    p = 1.0 if duel.corrected is None else duel.corrected
    return f"{signed(sign * duel.difference.value)}{'**' if p < 0.01 else '*' if p < 0.05 else ''}"


def forfeits(record: Record) -> Counter[tuple[int, str]]:
    """In how many games each player has forfeited, and why."""
    seating = record.tournament.seating
    return Counter(
        forfeit
        for result in record.ordered
        for forfeit in {(seating(result.index)[seat], reason) for seat, reason in result.forfeits}
    )
