"""The scoring of a table (§8), at the end of a game or as if it were over now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import Outcome, Status, Stream, competition_ranks, shared_wins
from croupier.interpreter.fault import Fault, OutOfSteps
from croupier.interpreter.table import NOBODY, Table

if TYPE_CHECKING:
    from croupier.interpreter.game import RecycleGame


def scored(game: RecycleGame, table: Table) -> Outcome:
    """§8: scoring with each player current in turn, and that player's team."""
    if game.program.scoring.form == "scoring.together":
        return _together(game, table)
    scores = []
    for seat in range(game.seats):
        table.players.append([seat, NOBODY])
        table.teams_turn.append([table.team_of[seat], NOBODY])
        try:
            scores.append(int(game.score(table)))
        finally:
            table.players.pop()
            table.teams_turn.pop()
    ranks = competition_ranks(scores, highest_wins=game.highest_wins)
    return Outcome(Status.FINISHED, "played to the end", tuple(scores), ranks, shared_wins(ranks))


def _together(game: RecycleGame, table: Table) -> Outcome:
    """One result for all, evaluated with player 0 current; everyone has won it, or nobody."""
    table.players.append([0, NOBODY])
    table.teams_turn.append([table.team_of[0], NOBODY])
    try:
        score, won = int(game.score(table)), bool(game.won(table))
    finally:
        table.players.pop()
        table.teams_turn.pop()
    seats = game.seats
    wins = (1.0 if won else 0.0,) * seats
    return Outcome(Status.FINISHED, "played to the end", (score,) * seats, (0,) * seats, wins)


def scored_now(game: RecycleGame, table: Table, chance: Stream) -> Outcome | None:
    """The end of a game if it were over now; None if its scoring has nothing to say yet.

    Ties that the scoring draws are drawn from a copy of the game's chance, and nothing changes.
    """
    steps, stream = table.steps, table.stream
    table.steps, table.stream = 0, chance.copy()
    try:
        return scored(game, table)
    except (Fault, OutOfSteps):
        return None
    finally:
        table.steps, table.stream = steps, stream
