"""Work on a Dask cluster: one that is there, or one that is started on this machine."""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from time import monotonic
from typing import Any, Generic, cast

from croupier.lab.work.interrupts import deaf_to_interrupts
from croupier.lab.work.job import TRIES, Done, GameJob, Job, Lost, Result, Task, WorkerError
from croupier.lab.work.remote import Fingerprint, act, differences

ANSWER_SECONDS = 10.0
"""How long a scheduler may take to answer."""

STARTING_SECONDS = 30.0
"""How long to wait for the first worker."""

DESERTED_SECONDS = 60.0
"""How long a cluster may be without any worker before we give up."""

LOOK_SECONDS = 5.0
"""How often it is looked who is there."""

PATIENCE = 3600.0
"""How long a worker may take for a task before it counts as hung."""

AHEAD = 2
"""So many tasks a worker are given out, so that none has to wait for us."""

SCHEME, LOCAL = "dask://", "local-dask"


class ClusterError(WorkerError):
    """A cluster that cannot be reached, or whose workers cannot be used."""


def connected(where: str, workers: int, patience: float | None = None) -> Cluster:
    """The cluster at an address, or one of so many workers on this machine; ClusterError if there is none."""
    if where != LOCAL and not where.startswith(SCHEME):
        raise ClusterError(f"--cluster {where!r} is neither {SCHEME}HOST:PORT nor {LOCAL}")
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ClusterError("--cluster takes Dask: pip install 'croupier[cluster]'") from None
    # What it has to say about lost connections we say ourselves.
    for name in ("distributed", "distributed.nanny", "distributed.worker", "distributed.scheduler"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    local = None
    if where == LOCAL:
        # We count ourselves how often a task has failed.
        counted = import_module("dask").config.set({"distributed.scheduler.allowed-failures": 0})
        with counted, deaf_to_interrupts():
            local = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
    address = local.scheduler_address if local is not None else f"tcp://{where.removeprefix(SCHEME)}"
    if local is None:
        _check_scheduler(where, address)
    try:
        client = distributed.Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
        client.wait_for_workers(1, timeout=STARTING_SECONDS)
    except (OSError, ValueError) as problem:
        # A TimeoutError is an OSError, and comes for no scheduler as for no workers.
        if "arrived" in str(problem):
            client.close()
            raise ClusterError(f"the cluster at {where} has no workers") from None
        raise ClusterError(f"no Dask scheduler answers at {where}: {problem}") from None
    return Cluster(where, client, local, patience or PATIENCE)


def _check_scheduler(where: str, address: str) -> None:
    """Raise ClusterError unless a Dask scheduler answers at an address.

    Anything may listen there. A client that is answered by something else shows tracebacks of its own, and
    lingers for half a minute.
    """

    async def identity() -> Any:
        async with import_module("distributed").rpc(address) as scheduler:
            return await asyncio.wait_for(scheduler.identity(), ANSWER_SECONDS)

    try:
        # In a thread of its own: a notebook has an event loop already.
        with ThreadPoolExecutor(1) as thread:
            found = thread.submit(asyncio.run, identity()).result()
        kind = str(found["type"])
    except Exception as problem:
        # Dask gives exceptions of every kind for bytes that are not its own.
        told = str(problem) or type(problem).__name__
        raise ClusterError(f"no Dask scheduler answers at {where}: {told}") from None
    if kind != "Scheduler":
        raise ClusterError(f"at {where} is no Dask scheduler: it is a {kind}")


@dataclass
class _Try(Generic[Task]):
    task: Task
    problems: list[str] = field(default_factory=list)
    since: float | None = None
    """Since when it is being done."""


class Cluster:
    """Does tasks on a cluster. Whoever dies is replaced by Dask, which gives the task to another worker."""

    def __init__(self, where: str, client: Any, local: Any, patience: float) -> None:
        self.where = where
        self.patience = patience
        self._client = client
        self._local = local
        self._running: dict[Any, _Try[Any]] = {}
        self._deserted: float | None = None
        self._troubled = False
        self.stopping: threading.Event | None = None
        """Is set by whoever wants everything to end."""
        self.workers = sum(client.nthreads().values())
        """How many tasks can be done at the same time."""

    def close(self) -> None:
        """Leave the cluster; one that was started for us ends."""
        with suppress(Exception):
            self._client.close()
        if self._local is not None:
            with suppress(Exception):
                self._local.close()

    def map(self, job: Job[Task, Result], tasks: Iterable[Task]) -> Iterator[Done[Task, Result] | Lost[Task]]:
        """Every task as soon as it is done; ClusterError if workers are not the same as here."""
        # Only games are played on clusters: whoever does it must have the same game.
        wanted = Fingerprint.of(cast("GameJob[Result]", job).source)
        self._compare(wanted)
        self._troubled = False
        packed, waiting = pickle.dumps(job), iter(tasks)
        again: list[_Try[Task]] = []
        looked = monotonic()
        try:
            while True:
                # With whoever dies die all tasks that were given to it: then each gets one at a time.
                while len(self._running) < (1 if self._troubled else AHEAD) * self.workers:
                    attempt = again.pop() if again else next((_Try(task) for task in waiting), None)
                    if attempt is None:
                        break
                    future = self._client.submit(act, packed, wanted, attempt.task, pure=False, retries=0)
                    self._running[future] = attempt
                if not self._running:
                    return
                for future in self._ready():
                    yield from self._ended(future, again)
                if self.stopping is not None and self.stopping.is_set():
                    raise KeyboardInterrupt
                if monotonic() - looked > LOOK_SECONDS:
                    looked = monotonic()
                    yield from self._look(again)
        except OSError as problem:
            raise ClusterError(f"the cluster at {self.where} has gone: {problem}", midway=True) from None
        finally:
            with suppress(Exception):
                self._client.cancel(list(self._running), force=True)
            self._running.clear()

    def _compare(self, wanted: Fingerprint) -> None:
        """Refuse workers that would come to other results."""
        told = []
        for address, found in self._client.run(differences, wanted, on_error="return").items():
            if isinstance(found, ImportError):
                told.append(f"the worker {address} has no croupier like this one ({found})")
            elif isinstance(found, Exception):
                told.append(f"the worker {address} cannot be asked: {found}")
            else:
                told += [f"the worker {address} {one}" for one in found]
        if told:
            raise ClusterError("; ".join(told))

    def _ready(self) -> list[Any]:
        distributed = import_module("distributed")
        with suppress(TimeoutError), self._client.as_current():
            distributed.wait(list(self._running), timeout=LOOK_SECONDS, return_when="FIRST_COMPLETED")
        return [future for future in self._running if future.done()]

    def _ended(self, future: Any, again: list[_Try[Task]]) -> Iterator[Done[Task, Any] | Lost[Task]]:
        attempt = self._running.pop(future)
        if future.status == "finished":
            result, seconds = future.result()
            yield Done(attempt.task, result, seconds, self.where)
            return
        if future.status != "error":
            raise ClusterError(f"the cluster at {self.where} has given up a task", midway=True)
        problem = future.exception()
        if type(problem).__name__ == "KilledWorker":
            yield from self._failed(attempt, "a worker has died with it", again)
        elif isinstance(problem, MemoryError):
            yield from self._failed(attempt, "a worker has run out of memory", again)
        else:
            raise problem

    def _failed(self, attempt: _Try[Task], problem: str, again: list[_Try[Task]]) -> Iterator[Lost[Task]]:
        attempt.problems.append(problem)
        attempt.since, self._troubled = None, True
        if len(attempt.problems) < TRIES:
            again.append(attempt)
        else:
            yield Lost(attempt.task, tuple(attempt.problems))

    def _look(self, again: list[_Try[Task]]) -> Iterator[Lost[Task]]:
        """Who is there, and does anybody hang?"""
        now = monotonic()
        threads, processing = self._client.nthreads(), self._client.processing()
        self.workers = max(1, sum(threads.values()))
        if processing:
            self._deserted = None
        else:
            self._deserted = self._deserted or now
            if now - self._deserted > DESERTED_SECONDS:
                raise ClusterError(f"the cluster at {self.where} has no workers any more", midway=True)
        doing = {key: at for at, keys in processing.items() for key in keys[: threads.get(at, 1)]}
        for future, attempt in list(self._running.items()):
            if future.key not in doing:
                attempt.since = None
            elif attempt.since is None:
                attempt.since = now
            elif now - attempt.since > self.patience:
                del self._running[future]
                self._client.cancel([future], force=True)
                with suppress(Exception):
                    self._client.restart_workers([doing[future.key]], timeout=LOOK_SECONDS)
                yield from self._failed(
                    attempt, f"a worker has not answered for {self.patience:.0f} s", again
                )
