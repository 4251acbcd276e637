"""A crew: who plays the games of an experiment, and where what they find is kept."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING
from warnings import warn

from croupier.game.capabilities import able
from croupier.lab.work.chunks import Chunks
from croupier.lab.work.here import Here
from croupier.lab.work.job import Backend, Done, GameJob, Lost, Result, RunsInThreads, cores
from croupier.lab.work.processes import Processes

if TYPE_CHECKING:
    from croupier.lab.store.identity import Identity
    from croupier.lab.store.run import Run
    from croupier.lab.work.cluster import Cluster

PIECE_SECONDS = 0.05
"""How long a chunk should take in this process: after each the progress is told."""

CHUNK_SECONDS = 0.4
"""How long a chunk should take a worker, or anybody if it is kept in a file."""

CLUSTER_SECONDS = 2.0
"""How long a chunk should take a worker of a cluster."""

TRIAL_SECONDS = 0.3
"""How long to play alone before workers are called, if all the games together take much longer."""

WORTHWHILE_SECONDS = 1.5
"""How long the rest has to take for workers to be worth their start."""


@dataclass(frozen=True, slots=True)
class LostGames:
    """Games that nobody could play."""

    part: str
    games: Sequence[int]
    seeds: tuple[int, ...]
    why: str

    def __str__(self) -> str:
        first, last = self.games[0], self.games[-1]
        which = f"game {first}" if first == last else f"games {first} to {last}"
        seeds = ", ".join(map(str, self.seeds[:5])) + (", …" if len(self.seeds) > 5 else "")
        where = "" if self.part == "games" else f"{self.part}, "
        return f"{where}{which} could not be played: {self.why} (seed{'s' * (first != last)} {seeds})"


class Crew:
    """Plays games: in this process, in others where that pays, or on a cluster; the results are the same.

    >>> from croupier.catalog.loading import find_source
    >>> from croupier.lab.simulate import Plan, simulate
    >>> with Crew(workers=1) as crew:
    ...     simulate(Plan(find_source("agram")), 20, crew=crew).tally.finished
    20
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        cluster: str | None = None,
        out: str | None = None,
        resume: bool = False,
        patience: float | None = None,
    ) -> None:
        self.workers = workers or cores()
        self.out = out
        """The folder in which runs are kept (or the file of one), if any are."""
        self.resume = resume
        self.run: Run | None = None
        """What is kept now."""
        self.lost: list[LostGames] = []
        self.known_games = 0
        """How many games were not played, but read from a file."""
        self.known_seconds = 0.0
        """How long it once took to play them."""
        self.processor_seconds = 0.0
        """How long processors have played."""
        self._paces: dict[str, float] = {}
        """How long a game of each part took last."""
        self.told: Callable[[str], None] = warn
        """Hears what a user should know, such as that games are lost; a warning of Python unless changed."""
        self.heard: Callable[[str, object], None] | None = None
        """Hears the results of every part piece by piece, as they come (see `croupier.lab.partial`)."""
        self._stopping = threading.Event()
        self._processes = Processes(self.workers, patience=patience)
        self.cluster: Cluster | None = None
        if cluster is not None:
            from croupier.lab.work.cluster import connected

            self.cluster = connected(cluster, self.workers, patience)
            self.cluster.stopping = self._stopping
            self.workers = self.cluster.workers

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def stop(self) -> None:
        """Let whoever works end at once, and nobody begin again; any thread may call it.

        Whoever waits for games gets a KeyboardInterrupt, as if somebody had pressed Ctrl-C: what is done is
        kept, and the result says that it was interrupted.
        """
        self._stopping.set()
        self._processes.wake()
        # Machine code that is at work in this process; who has not loaded it has none.
        ending = sys.modules.get("croupier.native.ending")
        if ending is not None:
            ending.end_now()

    @property
    def stopped(self) -> bool:
        """Whether somebody has stopped it."""
        return self._stopping.is_set()

    def close(self) -> None:
        """Nobody works any more."""
        self._processes.close()
        if self.cluster is not None:
            self.cluster.close()

    @contextmanager
    def keeping(self, identity: Identity) -> Iterator[Run | None]:
        """While a run is kept, if runs are: what is played is stored, what is stored is not played again."""
        if self.out is None:
            yield None
            return
        from croupier.lab.store.run import Run

        with Run.opened(self.out, identity, resume=self.resume) as run:
            before, self.run = self.run, run
            if run.note:
                self.told(run.note)
            try:
                yield run
            finally:
                self.run = before

    def pieces(self, job: GameJob[Result], indices: Sequence[int], part: str = "games") -> Iterator[Result]:
        """The results of all games of some indices, in pieces; those that are kept first.

        What is lost is noted, and left out. A part is a set of games within a run.
        """
        if not indices:
            return
        gaps, kept = list[Sequence[int]]([indices]), None
        if self.run is not None:
            assert isinstance(indices, range), "what is kept is known by the bounds of its chunks"
            kept = self.run.part(part, job, indices)
            for done in kept.stored():
                self.known_games += done.task
                self.known_seconds += done.seconds
                self._tell(part, done.result)
                yield done.result
            gaps = list(kept.missing())
        for ended in self._until_stopped(job, gaps, part):
            if isinstance(ended, Lost):
                lost = LostGames(part, ended.task, tuple(map(job.seed_of, ended.task)), ended.why)
                self.lost.append(lost)
                self.told(str(lost))
                if kept is not None:
                    kept.lose(lost)
                continue
            self.processor_seconds += ended.cost
            if kept is not None:
                kept.add(ended)
            self._tell(part, ended.result)
            yield ended.result

    def _tell(self, part: str, result: object) -> None:
        if self.heard is not None:
            self.heard(part, result)

    def _until_stopped(
        self, job: GameJob[Result], gaps: Sequence[Sequence[int]], part: str
    ) -> Iterator[Done[Sequence[int], Result] | Lost[Sequence[int]]]:
        if self.stopped:
            raise KeyboardInterrupt
        with closing(self._played(job, gaps, part)) as played:
            try:
                for ended in played:
                    yield ended
                    if self.stopped:
                        raise KeyboardInterrupt
            except Exception:
                # Machine code that is ended raises an exception of its own.
                if self.stopped:
                    raise KeyboardInterrupt from None
                raise

    def _played(
        self, job: GameJob[Result], gaps: Sequence[Sequence[int]], part: str
    ) -> Generator[Done[Sequence[int], Result] | Lost[Sequence[int]], None, None]:
        if not any(gaps):
            return
        if self.cluster is not None:
            chunks = Chunks(gaps, self.workers, CLUSTER_SECONDS)
            yield from _paced(self.cluster, job, chunks)
            return
        by_kernel = able(job.prepare(), RunsInThreads) is not None
        # Machine code plays many games while Python looks once at what they came to.
        long = self.run is not None or by_kernel
        chunks = Chunks(gaps, self.workers, CHUNK_SECONDS if long else PIECE_SECONDS)
        if by_kernel and part in self._paces:
            chunks.took(chunks.left, chunks.left * self._paces[part])
        # Machine code runs in threads. Whatever else is kept is meant to last: no game of it shall be able to
        # take us down.
        if self.workers == 1 or self.run is None or by_kernel:
            yield from self._tried(job, chunks, by_kernel=by_kernel)
            if by_kernel and chunks.pace:
                self._paces[part] = chunks.pace
        chunks.seconds = CHUNK_SECONDS
        yield from _paced(self._processes, job, chunks)

    def _tried(
        self, job: GameJob[Result], chunks: Chunks, *, by_kernel: bool
    ) -> Iterator[Done[Sequence[int], Result] | Lost[Sequence[int]]]:
        """What is played in this process: everything, or until it shows that others are worth their start."""
        start, played = perf_counter(), 0
        worthwhile = 0.0 if self._processes.started else WORTHWHILE_SECONDS
        here = Here(self.workers, eager=chunks.pace > 0)
        for done in _paced(here, job, chunks, by_processor=by_kernel):
            yield done
            spent, played = perf_counter() - start, played + len(done.task)
            slow = spent > TRIAL_SECONDS and chunks.left * spent / played > worthwhile
            if slow and self.workers > 1 and not here.in_threads:
                return


def _paced(
    backend: Backend, job: GameJob[Result], chunks: Chunks, *, by_processor: bool = False
) -> Iterator[Done[Sequence[int], Result] | Lost[Sequence[int]]]:
    for done in backend.map(job, chunks):
        if isinstance(done, Done):
            # Machine code is chunked by processor time: on a busy machine the clock would make chunks small.
            chunks.took(len(done.task), done.cost if by_processor else done.seconds)
        yield done
