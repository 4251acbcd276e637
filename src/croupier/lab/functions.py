"""Simulation, coverage, tournament and replay as functions, with the options of the commands by name.

`analyze`, `compare` and `sweep` have the same shape where they are defined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from croupier.catalog.origin import game_of
from croupier.game import Transcript
from croupier.game.hosting import HostedState
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.lab import coverage as counting
from croupier.lab import simulate as playing
from croupier.lab.analysis import plan_of
from croupier.lab.simulate import Plan, Simulation
from croupier.lab.tournament import Record, Tournament, hold
from croupier.lab.work import Crew, cores
from croupier.players import split
from croupier.recycle.program import Constant


def simulate(
    game: str | Path,
    *,
    games: int = 1000,
    players: str | Sequence[str] = "random",
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    seed: int = 1,
    workers: int | None = None,
    engine: str | None = None,
    max_steps: int = MAX_STEPS,
    max_decisions: int = MAX_DECISIONS,
) -> Simulation:
    """Play many games and count how they went; the same seed gives the same numbers with any workers.

    >>> from croupier import simulate
    >>> simulate("agram", games=20, seed=1, workers=1).tally.finished
    20
    """
    plan = _planned(
        game,
        players,
        seats,
        settings,
        dialect,
        seed,
        engine,
        max_steps=max_steps,
        max_decisions=max_decisions,
    )
    return playing.simulate(plan, games, workers=cores() if workers is None else workers)


def coverage(
    game: str | Path,
    *,
    games: tuple[int, int] = counting.GAMES,
    players: str = counting.AI,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    seed: int = 1,
    workers: int | None = None,
    engine: str | None = None,
) -> counting.Coverage:
    """Count which rules are used, by so many random games and so many games among the AI.

    >>> from croupier import coverage
    >>> coverage("kuhn_poker", games=(50, 0), workers=1).games("random")
    50
    """
    plan = _planned(game, "random", seats, settings, dialect, seed, engine)
    with Crew(workers) as crew:
        return counting.coverage(plan, games, player=players, crew=crew)


def tournament(
    game: str | Path,
    players: str | Sequence[str],
    *,
    deals: int = 100,
    pairings: str = "pairs",
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    seed: int = 1,
    workers: int | None = None,
    engine: str | None = None,
) -> Record:
    """Let players meet on the same deals, each at every seat.

    >>> from croupier import tournament
    >>> tournament("kuhn_poker", ["random", "pipmc:tests=2"], deals=5, workers=1).deals
    5
    """
    plan = _planned(game, "random", seats, settings, dialect, seed, engine)
    chosen = split(players) if isinstance(players, str) else tuple(players)
    return hold(Tournament(plan, chosen, deals, pairings), workers=cores() if workers is None else workers)


def replay(
    transcript: str | Path | Transcript, *, game: str | None = None, engine: str | None = None
) -> HostedState:
    """The very same game again, verified event by event; its state where the transcript ends.

    The game is found by what the transcript says of it, unless it is named.
    """
    read = transcript if isinstance(transcript, Transcript) else Transcript.read(transcript)
    return game_of(read, game, engine).replay(read)


def _planned(
    game: str | Path,
    players: str | Sequence[str],
    seats: int | None,
    settings: Mapping[str, Constant] | None,
    dialect: str | None,
    seed: int,
    engine: str | None,
    *,
    max_steps: int = MAX_STEPS,
    max_decisions: int = MAX_DECISIONS,
) -> Plan:
    named = split(players) if isinstance(players, str) else tuple(players)
    found = plan_of(game, seats, dict(settings or {}), dialect, seed)
    return Plan(
        found.source,
        found.name,
        seats,
        dict(settings or {}),
        dialect,
        named,
        seed,
        max_steps,
        max_decisions,
        engine=engine,
    )
