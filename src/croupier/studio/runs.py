"""Runs of the lab: each in a process of its own, two at a time, with what they came to kept on disk."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.studio.errors import Refused
from croupier.studio.run_wishes import Wishes
from croupier.studio.worker import Worker, WorkerLost

Message = dict[str, Any]

AT_ONCE = 2
MOST_WAITING = 20
STOP_WITHIN = 10.0
"""Seconds after which a run that does not stop is ended; its last numbers are kept."""
GRACE = 3.0
"""Seconds in which processes may end when the studio does."""
LISTED = 100
RECORD = "run.json"
_PROCESS = "croupier.studio.run_process"
_ENDED = ("done", "stopped", "failed")


@dataclass
class Run:
    """One run: what was asked for, how far it is, and what it came to."""

    ident: str
    wishes: Wishes
    state: str = "waiting"
    """`waiting`, `running`, `stopping`, `done`, `stopped` or `failed`."""
    began: float = field(default_factory=time.time)
    seconds: float = 0.0
    progress: Message = field(default_factory=dict)
    partial: Message = field(default_factory=dict)
    result: Message | None = None
    notable: list[Message] = field(default_factory=list)
    plots: Message = field(default_factory=dict)
    report: bool = False
    error: Message | None = None
    notes: list[str] = field(default_factory=list)
    is_drawing: bool = False
    """Whether plots and the report are still being made."""
    worker: Worker | None = None

    def line(self) -> Message:
        """What a list tells of it."""
        return {
            "run": self.ident,
            "kind": self.wishes.kind,
            "path": self.wishes.path,
            "command": self.wishes.command,
            "state": self.state,
            "began": self.began,
            "seconds": round(self.seconds, 2),
            "progress": self.progress,
            "partial": self.partial,
            "error": self.error,
            "verdict": [] if self.result is None else self.result["verdict"][:1],
            "played": None if self.result is None else self.result["played"],
        }

    def data(self) -> Message:
        """All of it, for the page of the run and for the file."""
        return {
            **self.line(),
            "wishes": self.wishes.data(),
            "result": self.result,
            "notable": self.notable,
            "plots": self.plots,
            "report": self.report,
            "notes": self.notes,
            "drawing": self.is_drawing,
        }

    @staticmethod
    def of(data: Message) -> Run:
        """A run from its file."""
        return Run(
            data["run"],
            Wishes.of(data["wishes"]),
            data["state"] if data["state"] in _ENDED else "failed",
            data["began"],
            data["seconds"],
            data["progress"],
            data["partial"],
            data["result"],
            data["notable"],
            data["plots"],
            data["report"],
            data["error"],
            data["notes"],
        )


class Runs:
    """All runs of the studio."""

    def __init__(self, folder: Path, tell: Callable[[Message], None], workers: int | None = None) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._tell = tell
        """Tells all pages of the owner."""
        self.workers = workers or max(1, (os.cpu_count() or 2) // AT_ONCE)
        self._runs: dict[str, Run] = {}
        self._waiting: list[str] = []
        self._spare: Worker | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        for path in self._kept()[:LISTED]:
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                run = Run.of(json.loads(path.read_text(encoding="utf-8")))
                self._runs[run.ident] = run

    def _kept(self) -> list[Path]:
        found = self.folder.glob(f"*/{RECORD}")
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)

    def get(self, ident: object) -> Run:
        """A run by its name."""
        found = self._runs.get(str(ident))
        if found is None:
            raise Refused("missing", "There is no such run any more.")
        return found

    def list(self) -> list[Message]:
        """All runs, the newest first."""
        return [run.line() for run in sorted(self._runs.values(), key=lambda run: -run.began)]

    def before(self, run: Run) -> Run | None:
        """The last run of the same kind and file with a result before this one."""
        alike = [
            one
            for one in self._runs.values()
            if one.wishes.kind == run.wishes.kind and one.wishes.path == run.wishes.path
            if one.began < run.began and one.result is not None
        ]
        return max(alike, key=lambda one: one.began, default=None)

    def file(self, ident: object, name: str) -> Path:
        """A file of a run that has been written for it."""
        return self.folder / self.get(ident).ident / name

    # Beginning and ending

    async def warm(self) -> None:
        """Start the process of the next run before anybody asks for one."""
        if self._spare is None or self._spare.ended.is_set():
            self._spare = Worker(_PROCESS, [], lambda _: None)
            await self._spare.start()

    def start(self, wishes: Wishes) -> Run:
        """Begin a run, or let it wait until there is room."""
        if len(self._waiting) >= MOST_WAITING:
            raise Refused("full", f"{MOST_WAITING} runs wait already: stop one of them.")
        run = Run(secrets.token_urlsafe(6).replace("-", "a").replace("_", "b"), wishes)
        self._runs[run.ident] = run
        self._waiting.append(run.ident)
        self._next()
        return run

    def _next(self) -> None:
        going = sum(run.state in ("running", "stopping") for run in self._runs.values())
        while self._waiting and going < AT_ONCE:
            run = self._runs[self._waiting.pop(0)]
            run.state = "running"
            going += 1
            task = asyncio.create_task(self._play(run))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, run: Run) -> None:
        began = time.monotonic()
        folder = self.folder / run.ident
        folder.mkdir(parents=True, exist_ok=True)
        await self.warm()
        assert self._spare is not None
        worker, self._spare = self._spare, None
        worker.tell = lambda message: self._hear(run, message)
        run.worker = worker
        run.is_drawing = True
        self._changed(run)
        asked = {"do": "run", "wishes": run.wishes.data(), "folder": str(folder), "workers": self.workers}
        try:
            found = await worker.ask(asked)
        except WorkerLost:
            found = {"error": {"code": "lost", "message": _why_lost(run)}}
        run.seconds = time.monotonic() - began
        if run.state == "discarded":
            self._remove(run)
        elif "error" in found:
            run.state, run.error = "stopped" if run.state == "stopping" else "failed", found["error"]
        else:
            run.result = found
            run.state = "stopped" if found.get("interrupted") else "done"
        if "error" in found or run.state == "discarded":
            run.is_drawing = False
            await worker.stop(GRACE)
        self._save(run)
        self._changed(run, result=True)
        self._next()
        await self.warm()

    def _hear(self, run: Run, message: Message) -> None:
        what = message.pop("ev", "")
        if what == "progress":
            run.partial = message.pop("partial", run.partial) or run.partial
            run.progress = message
        elif what == "note":
            run.notes.append(str(message["note"]))
        elif what == "notable":
            run.notable = message["notable"]
        elif what == "plots":
            run.plots = message
        elif what == "report":
            run.report = bool(message["report"])
        elif what == "ended":
            run.is_drawing = False
            if run.worker is not None:
                self._later(run.worker.stop(GRACE))
        if what != "progress":
            self._save(run)
        self._changed(run, result=what != "progress" and run.result is not None)

    def _changed(self, run: Run, *, result: bool = False) -> None:
        if run.ident in self._runs:
            self._tell({"ev": "run", **run.line(), **({"more": True} if result else {})})

    def stop(self, ident: object, *, keep: bool = True) -> None:
        """Let a run end with what it has; or away with it."""
        run = self.get(ident)
        if run.state == "waiting":
            self._waiting.remove(run.ident)
            run.state, run.error = "stopped", {"code": "stopped", "message": "It had not begun."}
            self._changed(run)
        elif run.state == "running":
            run.state = "stopping"
            self._changed(run)
            self._later(self._end(run))
        if not keep:
            self.discard(ident)

    async def _end(self, run: Run) -> None:
        assert run.worker is not None
        with contextlib.suppress(WorkerLost, TimeoutError):
            await run.worker.ask({"do": "stop"}, STOP_WITHIN)
        for _ in range(int(STOP_WITHIN / 0.1)):
            if run.state != "stopping":
                return
            await asyncio.sleep(0.1)
        run.worker.kill()

    def discard(self, ident: object) -> None:
        """Forget a run, and all that is kept of it."""
        run = self.get(ident)
        if run.state in ("running", "stopping"):
            run.state = "discarded"
            if run.worker is not None:
                run.worker.kill()
        self._remove(run)
        self._tell({"ev": "run.gone", "run": run.ident})

    def _remove(self, run: Run) -> None:
        self._runs.pop(run.ident, None)
        if run.ident in self._waiting:
            self._waiting.remove(run.ident)
        shutil.rmtree(self.folder / run.ident, ignore_errors=True)

    def _save(self, run: Run) -> None:
        if run.ident not in self._runs:
            return
        path = self.folder / run.ident / RECORD
        with contextlib.suppress(OSError):
            draft = path.with_suffix(".draft")
            draft.write_text(json.dumps(run.data(), ensure_ascii=False), encoding="utf-8")
            draft.replace(path)

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ask what runs to stop, keep what there is, and end all processes."""
        going = [run for run in self._runs.values() if run.state == "running"]
        for run in going:
            self.stop(run.ident)
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline and any(run.state == "stopping" for run in going):
            await asyncio.sleep(0.05)
        workers = [run.worker for run in self._runs.values() if run.worker is not None]
        spare = [] if self._spare is None else [self._spare]
        await asyncio.gather(*(worker.stop(0.5) for worker in (*workers, *spare)))


def _why_lost(run: Run) -> str:
    until = time.strftime("%H:%M")
    if run.state == "stopping":
        return f"The run did not stop in time and was ended. Its numbers until {until} are kept."
    return f"The run was ended: perhaps it used too much memory. What was done until {until} is kept."
