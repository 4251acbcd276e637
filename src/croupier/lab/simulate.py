"""Play many games and count how they went.

Every game has an index, and its seed comes from the seed of the experiment and that index alone; the deal and
each player draw from streams of their own. So it makes no difference which worker plays which game, or when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

from croupier.api import program_with
from croupier.engine.game import MAX_DECISIONS, MAX_STEPS, RecycleGame
from croupier.engine.picture import picture
from croupier.engine.recording import recording
from croupier.engine.state import TableState
from croupier.game import PLAYER, Option, Status, Stream, game_seed
from croupier.lab.tally import Played, Tally
from croupier.lab.workers import mapped
from croupier.players import BlindPlayer, Maker, Player, named, seated
from croupier.recycle.program import Constant
from croupier.text import Source

PIECE_SECONDS = 0.05
"""How long a piece of work should take in this process: after each the progress is told."""

CHUNK_SECONDS = 0.4
"""How long a chunk should take a worker."""

TRIAL_SECONDS = 0.3
"""How long to play alone before workers are called, if all the games together take much longer."""

WORTHWHILE_SECONDS = 1.5
"""How long the rest has to take for workers to be worth their start."""

Watch = Callable[[int, TableState], None]
"""Is told of every game by its index, before anything has happened in it."""


@dataclass(frozen=True)
class Plan:
    """What is played, by whom and from which seed: enough to play the very same games anywhere."""

    source: Source
    name: str = ""
    """What its user calls the game; unless given, the name of the file without its ending."""
    seats: int | None = None
    settings: Mapping[str, Constant] = field(default_factory=dict)
    dialect: str | None = None
    players: tuple[str, ...] = ("random",)
    """The name of the player at each seat, or one name for all."""
    seed: int = 1
    max_steps: int = MAX_STEPS
    max_decisions: int = MAX_DECISIONS
    transcripts: str = ""
    """The folder in which every game is recorded, if any."""

    @cached_property
    def _compiled(self) -> tuple[RecycleGame, float]:
        start = perf_counter()
        program = program_with(self.source, seats=self.seats, settings=self.settings, dialect=self.dialect)
        game = RecycleGame(program, self.name or Path(self.source.name).stem)
        return game, perf_counter() - start

    @property
    def game(self) -> RecycleGame:
        """The game, ready to be started."""
        return self._compiled[0]

    @property
    def compile_seconds(self) -> float:
        """How long it took from the text to the game."""
        return self._compiled[1]

    @cached_property
    def seating(self) -> tuple[str, ...]:
        """The name of the player at every seat."""
        return seated(self.players, self.game.seats)

    @cached_property
    def makers(self) -> tuple[Maker, ...]:
        """What makes the player of every seat."""
        return tuple(named(name) for name in self.seating)

    def check(self) -> None:
        """Make game and players; whatever is wrong with them is raised here, before anything is played."""
        assert len(self.makers) == self.game.seats

    def prepare(self) -> Callable[[range], Tally]:
        """What plays the games of some indices."""
        return lambda indices: Tally.of(play(self, index) for index in indices)

    def __getstate__(self) -> dict[str, Any]:
        # The game itself is made anew where the plan arrives: it holds functions, which cannot be sent.
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of an experiment."""

    plan: Plan
    tally: Tally
    seconds: float
    """Wall time of the playing loop."""
    interrupted: bool = False

    @property
    def games_per_second(self) -> float:
        """How fast it went, all workers together."""
        return self.tally.games / self.seconds if self.seconds else 0.0


def simulate(
    plan: Plan,
    games: int = 1000,
    *,
    first: int = 0,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    watch: Watch | None = None,
) -> Simulation:
    """Play so many games of a plan, beginning with an index; Ctrl-C ends it with what is done so far.

    The number of workers never changes a result. `progress` is told how many games have been added. A
    `watch` is told of every game, and makes this process play alone.

    >>> from croupier.api import find_source
    >>> result = simulate(Plan(find_source("agram")), 20)
    >>> result.tally.finished, result.tally.length.mean().value
    (20, 24.0)
    """
    indices, tally, interrupted = range(first, first + games), Tally(), False
    plan.check()
    start = perf_counter()
    try:
        for piece in _watched(plan, indices, watch) if watch else _pieces(plan, indices, workers):
            tally += piece
            if progress:
                progress(piece.games)
    except KeyboardInterrupt:
        interrupted = True
    return Simulation(plan, tally, perf_counter() - start, interrupted)


def play(plan: Plan, index: int, watch: Watch | None = None) -> Played:
    """One game of a plan."""
    game, seed = plan.game, game_seed(plan.seed, index)
    state = game.fresh(seed, max_steps=plan.max_steps, max_decisions=plan.max_decisions, views=False)
    if watch:
        watch(index, state)
    players = [make(seat, game.seats, Stream.of(seed, PLAYER, seat)) for seat, make in enumerate(plan.makers)]
    with _recorded(plan, index, state):
        state.begin()
        while (seat := state.to_move) is not None:
            state.apply(_choice(players[seat], state))
    outcome = state.outcome
    assert outcome is not None
    finished = outcome.status is Status.FINISHED
    return Played(
        index,
        seed,
        outcome,
        state.decisions,
        state.option_total,
        state.forced,
        state.table.drops,
        "" if finished else picture(state.table),
        () if finished else tuple(state.choices),
    )


@contextmanager
def _recorded(plan: Plan, index: int, state: TableState) -> Iterator[None]:
    """Record a game, if that is planned; OSError if it cannot be."""
    if not plan.transcripts:
        yield
        return
    path = Path(plan.transcripts) / f"{Path(plan.game.name).stem}-{index}.jsonl"
    with recording(state, path, plan.seating) as file:
        yield
    if file.problem:
        raise OSError(f"{file.path}: cannot be written: {file.problem}")


def _choice(player: Player, state: TableState) -> Option | int:
    if isinstance(player, BlindPlayer):
        return player.pick(state.option_count)
    return player.choose(state.options)


def _watched(plan: Plan, indices: range, watch: Watch) -> Iterator[Tally]:
    return (Tally.of([play(plan, index, watch)]) for index in indices)


def _pieces(plan: Plan, indices: range, workers: int) -> Iterator[Tally]:
    """The tallies of all games, piece by piece; in this process, and in others if there is much to do."""
    act, size, start = plan.prepare(), 1, perf_counter()
    done = 0
    while done < len(indices):
        begun = perf_counter()
        piece = indices[done : done + size]
        yield act(piece)
        done += len(piece)
        now = perf_counter()
        size = size * 2 if now - begun < PIECE_SECONDS / 2 else size
        rate = done / (now - start)
        rest = len(indices) - done
        if workers > 1 and now - start > TRIAL_SECONDS and rest / rate > WORTHWHILE_SECONDS:
            size = max(1, int(rate * CHUNK_SECONDS))
            yield from mapped(plan, chunks(indices[done:], workers, size), workers)
            return


def chunks(indices: range, workers: int, size: int) -> Iterator[range]:
    """The indices in chunks, smaller towards the end, so that all workers are done at about the same time."""
    done = 0
    while done < len(indices):
        fair = max(1, size // 8, (len(indices) - done) // (3 * workers))
        chunk = indices[done : done + min(size, fair)]
        yield chunk
        done += len(chunk)
