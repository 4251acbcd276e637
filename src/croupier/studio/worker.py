"""A process beside the server that is asked and tells in lines of JSON."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from typing import Any

from croupier.text.errors import CroupierError

Message = dict[str, Any]

LONGEST_LINE = 64 * 1024 * 1024
"""No answer of ours comes near; a longer one means that something has gone wrong."""
LOG = logging.getLogger("croupier.studio")
"""Whatever processes write to standard error; `croupier studio` keeps it in `studio.log`."""


class WorkerLost(CroupierError):
    """The process has ended before it answered."""


class Worker:
    """One process, its questions under way, and whoever hears what it tells unasked."""

    def __init__(self, module: str, arguments: list[str], tell: Callable[[Message], None]) -> None:
        self.module = module
        self.arguments = arguments
        self.tell = tell
        self.waiting: dict[int, asyncio.Future[Message]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._count = 0
        self.ended = asyncio.Event()

    @property
    def pid(self) -> int | None:
        """The number of the process, once it has been started."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process. It ends by itself when its standard input does, so none outlives the server."""
        environment = {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "PYTHONIOENCODING": "utf-8",
            # Every thread of a table would get a heap of its own, which never shrinks.
            "MALLOC_ARENA_MAX": "1",
        }
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self.module, *self.arguments,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE, env=environment,
            # Ctrl-C is for the server: it asks the process to stop.
            start_new_session=True,
        )  # fmt: skip
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._read_log())]

    async def ask(self, message: Message, timeout: float | None = None) -> Message:
        """Ask one question; its answer without the number."""
        if self._process is None or self._process.stdin is None or self.ended.is_set():
            raise WorkerLost(self.module)
        self._count += 1
        number = self._count
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        try:
            self._process.stdin.write(json.dumps({**message, "id": number}).encode() + b"\n")
            await self._process.stdin.drain()
            return await asyncio.wait_for(answer, timeout)
        except (BrokenPipeError, ConnectionResetError) as problem:
            raise WorkerLost(self.module) from problem
        finally:
            self.waiting.pop(number, None)

    async def stop(self, grace: float) -> None:
        """End the process: by the end of its input, and by force if that does not help within the grace."""
        if self._process is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self.ended.wait(), grace)
        except TimeoutError:
            self.kill()
            await self.ended.wait()

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            while line := await self._process.stdout.readline():
                message = json.loads(line)
                number = message.pop("re", None)
                if number is None:
                    self.tell(message)
                elif (answer := self.waiting.get(number)) is not None and not answer.done():
                    answer.set_result(message)
        except ValueError as problem:
            LOG.warning("%s: unreadable answer: %s", self.module, problem)
            self.kill()
        await self._process.wait()
        self.ended.set()
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(WorkerLost(self.module))

    async def _read_log(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            LOG.warning("%s: %s", self.module, line.decode(errors="replace").rstrip())
