"""Simulation, coverage, tournament and replay as functions, with the options of the commands by name.

`analyze`, `compare` and `sweep` have the same shape where they are defined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from croupier.catalog.origin import game_of
from croupier.game import Transcript
from croupier.game.hosting import HostedState
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.lab import coverage as counting
from croupier.lab import simulate as playing
from croupier.lab.analysis import plan_of
from croupier.lab.measured import measured
from croupier.lab.own_measures import gauge, measures_of
from croupier.lab.progress import Told, counted, staged
from croupier.lab.simulate import Plan, Simulation
from croupier.lab.store.identity import Identity
from croupier.lab.terms import workers_for
from croupier.lab.tournament import Record, Tournament, hold
from croupier.lab.work import Crew
from croupier.players import Given, player_text, player_texts
from croupier.recycle.program import Constant
from croupier.text import CroupierError


class KeepError(CroupierError, ValueError):
    """Rows that cannot be kept as they are asked for."""


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
    filtered: bool = True,
    only: int | None = None,
    transcripts: str | Path | None = None,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
    keep: bool | str = False,
    measures: Sequence[str] = (),
    progress: bool | Told | None = None,
) -> Simulation:
    """Play many games and count how they went; the same seed gives the same numbers with any workers.

    Players are names, classes, functions of seat, seats and stream that make a player, or texts such as
    `bot.py:Timid`. Worker processes import classes and functions by their names; what they cannot import, as
    a class of a notebook, plays in this process.

    `keep=True` holds a row for every game and seat, for `rows` and `frame`; `keep="decisions"` for every
    decision as well. Then games are played one by one, which is slower than by the batch. `measures` are
    expressions of your own over the game (docs/measures.md). The other options are those of the command.
    `progress` is False, True, None (a bar in terminals and notebooks), or is told of the stage, games done
    and games in all.

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
        filtered=filtered,
        transcripts=transcripts,
    )
    if keep not in (False, True, "decisions"):
        raise KeepError(f'keep is True, False or "decisions", not {keep!r}')
    if keep and out is not None:
        raise KeepError("`keep` holds rows in memory, and `out` keeps them in a file: give one of the two")
    first, number = (0, games) if only is None else (only, 1)
    with Crew(workers_for(workers, plan.players), cluster=cluster, out=out, resume=resume) as crew:
        return simulation_of(plan, number, crew, first=first, keep=keep, measures=measures, progress=progress)


def simulation_of(
    plan: Plan,
    games: int,
    crew: Crew,
    *,
    first: int = 0,
    keep: bool | str = False,
    measures: Sequence[str] = (),
    progress: bool | Told | None = None,
) -> Simulation:
    """Play games of a plan with a bar; where the crew keeps runs, the result is kept when it is complete."""
    own = measures_of(measures)
    for one in own:
        gauge(one, plan.game)
    others: dict[str, Any] = {"players": list(plan.seating)}
    identity = Identity("simulate", plan, others | ({"measures": list(measures)} if own else {}))
    with crew.keeping(identity) as run, counted(plan.game.title, games, progress) as told:
        lost = len(crew.lost)
        if run is not None:
            run.at_least(games)
        result = playing.simulate(plan, games, first=first, crew=crew, progress=told, keep=keep)
        if own and not result.interrupted:
            result = replace(result, measured=measured(plan, own, games, first=first, crew=crew))
        if run is not None and not result.interrupted and len(crew.lost) == lost:
            run.finish(result.data())
    return result


def coverage(
    game: str | Path,
    *,
    games: int | tuple[int, int] = counting.GAMES,
    players: Given = counting.AI,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
    dialect: str | None = None,
    seed: int = 1,
    workers: int | None = None,
    engine: str | None = None,
    max_decisions: int = MAX_DECISIONS,
    filtered: bool = True,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
    progress: bool | Told | None = None,
) -> counting.Coverage:
    """Count which rules are used, by so many random games and so many games among the AI.

    `progress` is as for `simulate`.

    >>> from croupier import coverage
    >>> coverage("kuhn_poker", games=(50, 0), workers=1).games("random")
    50
    """
    limit = max_decisions
    plan = _planned(
        game, "random", seats, settings, dialect, seed, engine, max_decisions=limit, filtered=filtered
    )
    sizes = (games, counting.GAMES[1]) if isinstance(games, int) else games
    player = player_text(players)
    with (
        Crew(workers_for(workers, [player]), cluster=cluster, out=out, resume=resume) as crew,
        staged(plan.game.title, progress) as told,
    ):
        return counting.kept_coverage(plan, sizes, player, crew, told)


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
    filtered: bool = True,
    cluster: str | None = None,
    out: str | None = None,
    resume: bool = False,
    progress: bool | Told | None = None,
) -> Record:
    """Let players meet on the same deals, each at every seat.

    Players are given as for `simulate`: names, classes, functions or `bot.py:Timid`, each once in a sequence.
    Games and seats are always kept, for `rows` and `frame`. `progress` is as for `simulate`.

    >>> from croupier import tournament
    >>> tournament("kuhn_poker", ["random", "pipmc:tests=2"], deals=5, workers=1).deals
    5
    """
    plan = _planned(game, "random", seats, settings, dialect, seed, engine, filtered=filtered)
    chosen = player_texts(players)
    with Crew(workers_for(workers, chosen), cluster=cluster, out=out, resume=resume) as crew:
        return record_of(Tournament(plan, chosen, deals, pairings), crew, progress=progress)


def record_of(tournament: Tournament, crew: Crew, *, progress: bool | Told | None = None) -> Record:
    """Hold a tournament with a bar; where the crew keeps runs, the result is kept when it is complete."""
    tournament.check()
    others = {"players": list(tournament.players), "pairings": tournament.pairings}
    identity = Identity("tournament", tournament.plan, others)
    with (
        crew.keeping(identity) as run,
        counted(tournament.plan.game.title, tournament.games, progress) as told,
    ):
        lost = len(crew.lost)
        if run is not None:
            run.at_least(tournament.games)
        record = hold(tournament, crew=crew, told=lambda results: told(len(results)))
        if run is not None and not record.interrupted and len(crew.lost) == lost:
            run.finish(record.data())
    return record


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
    filtered: bool = True,
    transcripts: str | Path | None = None,
) -> Plan:
    if transcripts is not None:
        Path(transcripts).mkdir(parents=True, exist_ok=True)
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
        "" if transcripts is None else str(transcripts),
        engine=engine,
        filtered=filtered,
    )
