"""The processes in which games run: which table is in which, and what becomes of tables when one dies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from croupier.studio.errors import Refused
from croupier.studio.worker import Worker, WorkerLost

Message = dict[str, Any]

TABLES_EACH = 8
"""So many tables share a process."""
ANSWER_WITHIN = 120.0
"""Seconds. Compiling a large game and thinking for some seconds stay far below."""
GRACE = 4.0
"""Seconds in which processes may end by themselves when the studio does."""
_HOST = "croupier.studio.host"


class Processes:
    """One process for questions about games, one for replays, and as many as there are tables for."""

    def __init__(self, folder: Path, hear: Callable[[Message], None], lose: Callable[[str], None]) -> None:
        self.folder = folder
        self._hear = hear
        self._lose = lose
        """Is told of every table whose process has died."""
        self.desk: Worker | None = None
        """The process that answers about games."""
        self.reader: Worker | None = None
        """The process that has the replays: a long one keeps nobody waiting who asks about games."""
        self.workers: list[Worker] = []
        """The processes in which tables are."""
        self.homes: dict[str, Worker] = {}
        """The process in which each table is."""
        self.opening: dict[str, asyncio.Task[Message]] = {}
        self._starting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """End all processes; what was played is on disk already."""
        for task in self.opening.values():
            task.cancel()
        others = [worker for worker in (self.desk, self.reader) if worker is not None]
        await asyncio.gather(*(worker.stop(GRACE) for worker in (*others, *self.workers)))

    async def desk_worker(self) -> Worker:
        """The process for questions about games."""
        async with self._starting:
            if self.desk is None or self.desk.ended.is_set():
                self.desk = await self._started()
            return self.desk

    async def replay_worker(self) -> Worker:
        """The process for questions about replays."""
        async with self._starting:
            if self.reader is None or self.reader.ended.is_set():
                self.reader = await self._started()
            return self.reader

    async def table_worker(self) -> Worker:
        """The first process that has room for a table."""
        async with self._starting:
            self.workers = [worker for worker in self.workers if not worker.ended.is_set()]
            for worker in self.workers:
                if sum(home is worker for home in self.homes.values()) < TABLES_EACH:
                    return worker
            worker = await self._started()
            self.workers.append(worker)
            self.later(self._watch(worker))
            return worker

    async def _started(self) -> Worker:
        worker = Worker(_HOST, [str(self.folder)], self._hear)
        await worker.start()
        return worker

    async def _watch(self, worker: Worker) -> None:
        """Tell when a process has died; joining again brings its tables back from disk."""
        await worker.ended.wait()
        for ident in [ident for ident, home in self.homes.items() if home is worker]:
            del self.homes[ident]
            self._lose(ident)

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for; if a process is lost meanwhile there is nothing left to do."""

        async def quietly() -> None:
            with suppress(WorkerLost, TimeoutError):
                await work

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def open(self, ident: str, request: Message) -> None:
        """Have a table opened in the background, by a process with room for it."""
        self.opening[ident] = asyncio.create_task(self._placed(ident, request))

    async def _placed(self, ident: str, request: Message) -> Message:
        worker = await self.table_worker()
        self.homes[ident] = worker
        try:
            found = await worker.ask(request, ANSWER_WITHIN)
        except (WorkerLost, TimeoutError):
            self.homes.pop(ident, None)
            raise
        if "error" in found:
            self.homes.pop(ident, None)
        return found

    async def opened(self, ident: str) -> Message:
        """Waits until a table stands, or says why it does not."""
        task = self.opening.get(ident)
        if task is None:
            return {"table": ident}
        try:
            found = await asyncio.shield(task)
        finally:
            if task.done():
                self.opening.pop(ident, None)
        if "error" in found:
            raise Refused(found["error"]["code"], found["error"]["message"])
        return {"table": ident}

    def close(self, ident: str) -> None:
        """Have a table put away; it is on disk."""
        worker = self.homes.pop(ident, None)
        if worker is not None:
            self.later(worker.ask({"do": "table.close", "table": ident}, ANSWER_WITHIN))
