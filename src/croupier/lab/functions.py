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
from croupier.players import Given, PlayerText, player_texts
from croupier.recycle.program import Constant


def simulate(
    game: str | Path,
    *,
    games: int = 1000,
    players: Given | Sequence[Given] = "random",
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

    Players are names, classes, functions of seat, seats and stream that make a player, or texts such as
    `bot.py:Timid`. Worker processes import classes and functions by their names; what they cannot import, as
    a class of a notebook, plays in this process.

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
    return playing.simulate(plan, games, workers=_workers(workers, plan.players))


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
    players: Given | Sequence[Given],
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

    Players are given as for `simulate`: names, classes, functions or `bot.py:Timid`, each once in a sequence.

    >>> from croupier import tournament
    >>> tournament("kuhn_poker", ["random", "pipmc:tests=2"], deals=5, workers=1).deals
    5
    """
    plan = _planned(game, "random", seats, settings, dialect, seed, engine)
    chosen = player_texts(players)
    return hold(Tournament(plan, chosen, deals, pairings), workers=_workers(workers, chosen))


def _workers(wanted: int | None, players: Sequence[str]) -> int:
    """How many workers can play: one, if there is a player that another process could not make."""
    if not all(text.can_be_sent for text in players if isinstance(text, PlayerText)):
        return 1
    return cores() if wanted is None else wanted


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
    players: Given | Sequence[Given],
    seats: int | None,
    settings: Mapping[str, Constant] | None,
    dialect: str | None,
    seed: int,
    engine: str | None,
    *,
    max_steps: int = MAX_STEPS,
    max_decisions: int = MAX_DECISIONS,
) -> Plan:
    named = player_texts(players)
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
