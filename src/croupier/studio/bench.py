"""The designer's questions: files of the workspace, texts that are edited, quick runs, runs of the lab."""

from __future__ import annotations

import asyncio
import difflib
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from croupier.studio.company import Client
from croupier.studio.errors import Refused
from croupier.studio.run_wishes import FIELDS, wishes
from croupier.studio.runs import Run, Runs
from croupier.studio.worker import Worker
from croupier.studio.workspace import Workspace

Message = dict[str, Any]
Answer = Callable[[Message, Client | None], Awaitable[Message]]

EDITOR_WITHIN = 10.0
"""Seconds for an answer about a text; then the process is ended and started again."""
QUICK_WITHIN = 90.0
GRACE = 1.0
_EDITOR = "croupier.studio.editor_process"
_QUICK = "croupier.studio.quick"
_ABOUT_TEXTS = ("check", "complete", "hover", "define", "uses", "rename", "format")
_ABOUT_PROGRAMS = ("explain", "outline", "graph", "cards")


class Bench:
    """The workbench of the owner: nobody else can ask it anything."""

    def __init__(
        self, data: Path, workspace: Workspace, begin_replay: Callable[[Path], Awaitable[Message]]
    ) -> None:
        self.workspace = workspace
        self.runs = Runs(data / "runs", self._tell)
        self._games = data / "games"
        """Where records of single games lie until they are opened."""
        self._begin_replay = begin_replay
        self._pages: dict[str, Client] = {}
        """Pages that have asked something, by the number under which processes know them."""
        self._workers: dict[str, Worker] = {}
        self._starting = asyncio.Lock()

    def questions(self) -> dict[str, Answer]:
        """What pages of the owner can ask, by name."""
        return {
            "file.list": self._files,
            "file.read": self._read,
            "file.write": self._write,
            "file.state": self._state,
            "file.copy": self._copy,
            "file.new": self._new,
            **dict.fromkeys((*_ABOUT_TEXTS, *_ABOUT_PROGRAMS), self._text),
            "quick": self._quick,
            "quick.stop": self._quick,
            "quick.game": self._quick_game,
            "run.start": self._run_start,
            "run.list": self._run_list,
            "run.get": self._run_get,
            "run.stop": self._run_stop,
            "run.discard": self._run_discard,
            "run.game": self._run_game,
            "run.changes": self._run_changes,
            "run.report": self._run_report,
        }

    # Files

    async def _files(self, request: Message, client: Client | None) -> Message:
        return {
            "files": self.workspace.files(),
            "folder": self.workspace.folder.name,
            "read_only": self.workspace.read_only,
        }

    async def _read(self, request: Message, client: Client | None) -> Message:
        return self.workspace.read(request["path"]).data()

    async def _write(self, request: Message, client: Client | None) -> Message:
        text = request.get("text")
        if not isinstance(text, str):
            raise Refused("nonsense", "A file is written with a text.")
        return {"hash": self.workspace.write(request["path"], text, request.get("hash", ""))}

    async def _state(self, request: Message, client: Client | None) -> Message:
        """The hash of a file as it is on disk, so that a page sees when somebody else has changed it."""
        return {"hash": self.workspace.hash(request["path"])}

    async def _copy(self, request: Message, client: Client | None) -> Message:
        return {"path": self.workspace.copy(request["game"])}

    async def _new(self, request: Message, client: Client | None) -> Message:
        return {"path": self.workspace.start(request.get("kind"), request.get("name"))}

    # Texts and quick runs

    async def _worker(self, module: str) -> Worker:
        async with self._starting:
            found = self._workers.get(module)
            if found is None or found.ended.is_set():
                found = Worker(module, [], self._hear)
                await found.start()
                self._workers[module] = found
            return found

    async def _asked(self, module: str, request: Message, client: Client | None, within: float) -> Message:
        """Ask a process. One that does not answer in time is ended, and a new one takes its place."""
        worker = await self._worker(module)
        asked = {key: value for key, value in request.items() if key not in ("id", "screen")}
        try:
            return await worker.ask({**asked, "from": self._known(client)}, within)
        except TimeoutError:
            worker.kill()
            raise Refused("late", "There was no answer in time: the text may be too large.") from None

    def _known(self, client: Client | None) -> str:
        """The name under which processes know a page."""
        if client is None:
            return ""
        name = str(id(client))
        self._pages[name] = client
        return name

    async def _text(self, request: Message, client: Client | None) -> Message:
        return await self._asked(_EDITOR, request, client, EDITOR_WITHIN)

    async def _quick(self, request: Message, client: Client | None) -> Message:
        return await self._asked(_QUICK, request, client, QUICK_WITHIN)

    async def _quick_game(self, request: Message, client: Client | None) -> Message:
        """A game of the quick run as a replay."""
        folder = self._games / secrets.token_hex(6)
        asked = {**request, "folder": str(folder), "players": None}
        found = await self._asked(_QUICK, asked, client, QUICK_WITHIN)
        return found if "error" in found else await self._begin_replay(Path(found["path"]))

    def _hear(self, message: Message) -> None:
        page = self._pages.get(str(message.pop("from", "")))
        if page is not None:
            page.send(message)

    def _tell(self, message: Message) -> None:
        for page in self._pages.values():
            page.send(message)

    def leave(self, client: Client) -> None:
        """A page is gone."""
        self._pages.pop(str(id(client)), None)

    # Runs

    async def _run_start(self, request: Message, client: Client | None) -> Message:
        self._known(client)
        wanted = wishes(request, lambda name: self.workspace.read(name).text)
        if request.get("dry"):
            return {"command": wanted.command}
        run = self.runs.start(wanted)
        return {"run": run.ident, "command": wanted.command}

    async def _run_list(self, request: Message, client: Client | None) -> Message:
        self._known(client)
        return {"runs": self.runs.list(), "fields": {kind: list(names) for kind, names in FIELDS.items()}}

    async def _run_get(self, request: Message, client: Client | None) -> Message:
        self._known(client)
        run = self.runs.get(request["run"])
        before = self.runs.before(run)
        return {**run.data(), "before": None if before is None else before.ident, "moved": self._moved(run)}

    def _moved(self, run: Run) -> bool:
        """True if the file has another text now than the run was made with."""
        try:
            return self.workspace.read(run.wishes.path).text != run.wishes.text
        except Refused:
            return False

    async def _run_stop(self, request: Message, client: Client | None) -> Message:
        self.runs.stop(request["run"], keep=bool(request.get("keep", True)))
        return {}

    async def _run_discard(self, request: Message, client: Client | None) -> Message:
        self.runs.discard(request["run"])
        return {}

    async def _run_game(self, request: Message, client: Client | None) -> Message:
        """A game of a run as a replay: a notable one, or one that did not finish."""
        run = self.runs.get(request["run"])
        for one in run.notable:
            if one["kind"] == request.get("kind"):
                return await self._begin_replay(self.runs.file(run.ident, one["record"]))
        wanted = run.wishes
        asked = {
            "do": "quick.game",
            "path": wanted.path,
            "text": wanted.text,
            "seats": wanted.options.get("seats"),
            "set": wanted.settings,
            "seed": wanted.options.get("seed"),
            "index": int(request["index"]),
            "players": (wanted.options.get("players") or "random").split(","),
            "folder": str(self.runs.file(run.ident, "games")),
        }
        found = await self._asked(_QUICK, asked, client, QUICK_WITHIN)
        return found if "error" in found else await self._begin_replay(Path(found["path"]))

    async def _run_changes(self, request: Message, client: Client | None) -> Message:
        """What changed in the text beside what changed in the numbers, against an earlier run or the file."""
        run = self.runs.get(request["run"])
        other = request.get("with")
        if other is None:
            now = self.workspace.read(run.wishes.path).text
            return {"text": _difference(run.wishes.text, now), "numbers": []}
        before = self.runs.get(other)
        if run.result is None or before.result is None:
            raise Refused("refused", "One of the runs has no result.")
        asked = {"do": "changes", "before": before.result["numbers"], "after": run.result["numbers"]}
        return {
            "text": _difference(before.wishes.text, run.wishes.text),
            "commands": [before.wishes.command, run.wishes.command],
            **await self._asked(_QUICK, asked, client, QUICK_WITHIN),
        }

    async def _run_report(self, request: Message, client: Client | None) -> Message:
        """The page that `--html` writes, for saving."""
        run = self.runs.get(request["run"])
        if not run.report:
            raise Refused("missing", "There is no report of this run.")
        return {"html": self.runs.file(run.ident, "report.html").read_text(encoding="utf-8")}

    # Beginning and end

    async def start(self) -> None:
        """Start the processes that somebody who types waits for."""
        for module in (_EDITOR, _QUICK):
            await self._worker(module)
        await self.runs.warm()

    async def stop(self) -> None:
        """End all processes; runs are stopped, and what they have is kept."""
        await asyncio.gather(self.runs.close(), *(worker.stop(GRACE) for worker in self._workers.values()))


def _difference(before: str, after: str) -> list[Message]:
    """The lines that differ, with two lines around them."""
    found = difflib.unified_diff(before.splitlines(), after.splitlines(), n=2, lineterm="")
    kinds = {"+": "new", "-": "old", "@": "gap"}
    return [
        {"kind": kinds.get(line[:1], "same"), "text": line[1:] if line[:1] in "+- " else line}
        for line in list(found)[2:]
    ]
