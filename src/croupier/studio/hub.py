"""The questions of pages, passed on to the processes that answer them, and what these tell, passed back."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier import __version__
from croupier.catalog import shelf
from croupier.script import library as scripts
from croupier.studio.errors import Refused
from croupier.studio.worker import Worker, WorkerLost
from croupier.wire.feed import PROTOCOL

Message = dict[str, Any]

TABLES_EACH = 8
"""So many tables share a process."""
MOST_TABLES = 64
ANSWER_WITHIN = 120.0
"""Seconds. Compiling a large game and thinking for some seconds stay far below."""
DESK_WITHIN = 30.0
"""Seconds for questions about games and replays."""
GRACE = 4.0
"""Seconds in which processes may end by themselves when the studio does."""
LARGEST_TEXT = 8 * 1024 * 1024
"""Bytes of a transcript that somebody opens in the page."""
_HOST = "croupier.studio.host"
_IDENT = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


_PLAYER = re.compile(
    r"(random|easy|medium|strong|pipmc|mcts|ismcts|moismcts)(:(tests|iterations)=[0-9]{1,6})?"
)
"""Players that a message may name: ours, with a bounded effort; never a program."""
_ENDINGS = (".rcy", ".ah", ".ahod", ".cdg", ".cardigan")
LARGEST_FILE = 8 * 1024 * 1024


def check_player(text: object) -> str:
    """A player that a message names; anything but ours is refused."""
    if isinstance(text, str) and (text == "you" or _PLAYER.fullmatch(text)):
        return text
    raise Refused("refused", f"There is no player {str(text)[:40]!r} at the studio's tables.")


def is_ident(text: object) -> bool:
    """Whether this may be the name of a table or replay: no path, no surprise."""
    return isinstance(text, str) and 0 < len(text) <= 40 and set(text) <= _IDENT


@dataclass(eq=False)
class Client:
    """A page that is connected."""

    send: Callable[[Message], None]
    """Queues a message for it."""
    tables: set[str] = field(default_factory=set)


class Hub:
    """Tables, replays and the processes behind them."""

    def __init__(
        self, data: Path, workspace: Path, *, read_only: bool = False, given: Path | None = None
    ) -> None:
        self.folder = data / "tables"
        self.records = data / "replays"
        self.workspace = workspace.resolve()
        self.given = given
        """A game file that was named on the command line, wherever it is."""
        self.read_only = read_only
        for folder in (self.folder, self.records):
            folder.mkdir(parents=True, exist_ok=True)
        self.clients: dict[str, Client] = {}
        """Who plays at each table, by table."""
        self.desk: Worker | None = None
        """The process that answers about games and replays."""
        self.workers: list[Worker] = []
        """The processes in which tables are."""
        self.homes: dict[str, Worker] = {}
        """The process in which each table is."""
        self.opening: dict[str, asyncio.Task[Message]] = {}
        self._starting = asyncio.Lock()
        self._watching: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start two processes, so that they are warm when they are needed."""
        await asyncio.gather(self._desk_worker(), self._worker())

    async def stop(self) -> None:
        """End all processes; what was played is on disk already."""
        for task in self.opening.values():
            task.cancel()
        desk = [] if self.desk is None else [self.desk]
        await asyncio.gather(*(worker.stop(GRACE) for worker in (*desk, *self.workers)))

    # Questions

    async def answer(self, request: Message, client: Client | None) -> Message:
        """The answer to one question of a page, or an error with a sentence."""
        what = request.get("do")
        does = self._does().get(what) if isinstance(what, str) else None
        if does is None:
            return _error("unknown", f"The studio does not know {what!r}.")
        try:
            return await does(request, client)
        except Refused as refusal:
            return _error(refusal.code, refusal.sentence)
        except WorkerLost:
            return _error("lost", "The process of this game has ended. It is started again: try once more.")
        except TimeoutError:
            return _error("late", "There was no answer in time.")
        except (KeyError, TypeError, ValueError):
            return _error("nonsense", f"This message cannot be understood: {str(what)[:40]}.")

    def _does(self) -> dict[str, Callable[[Message, Client | None], Awaitable[Message]]]:
        return {
            "hello": self._hello,
            "ping": self._ping,
            "games": self._desk,
            "game": self._desk,
            "table.open": self._open,
            "table.list": self._list,
            "table.join": self._join,
            "table.again": self._again,
            "table.save": self._save,
            **dict.fromkeys(
                ("table.choose", "table.undo", "table.hint", "table.look", "table.replace"), self._table
            ),
            "replay.open": self._open_replay,
            "replay.fork": self._fork,
            **dict.fromkeys(("replay.join", "replay.words", "replay.at"), self._replay),
        }

    async def _hello(self, request: Message, client: Client | None) -> Message:
        if request.get("protocol") != PROTOCOL:
            raise Refused("protocol", "Croupier has been updated: reload.")
        return {"croupier": __version__, "protocol": PROTOCOL, "role": "owner", "read_only": self.read_only}

    async def _ping(self, request: Message, client: Client | None) -> Message:
        return {}

    async def _desk(self, request: Message, client: Client | None) -> Message:
        asked = _without_id(request)
        if "game" in asked:
            asked["game"] = self.game_file(asked["game"])
        return await self._asked_of_desk(asked)

    async def _asked_of_desk(self, request: Message) -> Message:
        """Ask the desk. One that does not answer in time is ended, and a new one takes its place."""
        worker = await self._desk_worker()
        try:
            return await worker.ask(request, DESK_WITHIN)
        except TimeoutError:
            worker.kill()
            raise

    def game_file(self, name: object) -> str:
        """A game that a message names: of the library, or a file of the workspace; nothing else is read."""
        text = str(name)
        if text in shelf.names() or text in scripts.all_names():
            return text
        try:
            path = (self.workspace / text).resolve()
            if path == self.given:
                return str(path)
            inside = path.is_relative_to(self.workspace) and path.suffix in _ENDINGS and path.is_file()
            if inside and path.stat().st_size <= LARGEST_FILE:
                return str(path)
        except (OSError, ValueError):
            pass
        raise Refused("refused", f"There is no game {text[:80]!r} in the library or in this folder.")

    # Tables

    def begin_table(self, request: Message) -> str:
        """Open a table in the background; its name. Who joins it waits until it stands, or hears why not."""
        if len(self.homes) >= MOST_TABLES:
            raise Refused("full", f"There are {MOST_TABLES} tables already: close some.")
        ident = secrets.token_urlsafe(9)
        seed = request.get("seed")
        if seed is None:
            seed = secrets.randbelow(1_000_000)
        elif not str(seed).isascii() or not str(seed).isdecimal() or len(str(seed)) > 60:
            raise Refused("refused", "A seed is a whole number that is not negative.")
        for seat in request.get("seats") or ():
            check_player(seat.get("who", "you"))
        settings = {name: _setting(value) for name, value in dict(request.get("set") or {}).items()}
        asked = {
            **_without_id(request),
            "do": "table.open",
            "table": ident,
            "game": self.game_file(request["game"]),
            "seed": int(seed),
            "set": settings,
        }
        self.opening[ident] = asyncio.create_task(self._placed(ident, asked))
        return ident

    async def _placed(self, ident: str, request: Message) -> Message:
        """Ask a process with room for it to open a table."""
        worker = await self._worker()
        self.homes[ident] = worker
        try:
            found = await worker.ask(request, ANSWER_WITHIN)
        except (WorkerLost, TimeoutError):
            self.homes.pop(ident, None)
            raise
        if "error" in found:
            self.homes.pop(ident, None)
        return found

    async def _open(self, request: Message, client: Client | None) -> Message:
        ident = self.begin_table(request)
        return await self._opened(ident)

    async def _opened(self, ident: str) -> Message:
        """Waits until a table stands."""
        task = self.opening.get(ident)
        if task is None:
            return {"table": ident}
        found = await asyncio.shield(task)
        self.opening.pop(ident, None)
        if "error" in found:
            raise Refused(found["error"]["code"], found["error"]["message"])
        return {"table": ident}

    async def _home(self, ident: object) -> Worker:
        """The process of a table; one that is only on disk is brought back."""
        if not is_ident(ident) or not isinstance(ident, str):
            raise Refused("missing", "There is no such table.")
        await self._opened(ident)
        if ident not in self.homes:
            if not (self.folder / f"{ident}.json").is_file():
                raise Refused("missing", "There is no such table any more.")
            self.opening[ident] = asyncio.create_task(
                self._placed(ident, {"do": "table.restore", "table": ident})
            )
            await self._opened(ident)
        return self.homes[ident]

    async def _table(self, request: Message, client: Client | None) -> Message:
        if request["do"] == "table.replace":
            check_player(request.get("who"))
        worker = await self._home(request["table"])
        asked = {key: value for key, value in _without_id(request).items() if key != "player"}
        return await worker.ask(asked, ANSWER_WITHIN)

    async def _join(self, request: Message, client: Client | None) -> Message:
        worker = await self._home(request["table"])
        ident = request["table"]
        if client is not None:
            before = self.clients.get(ident)
            if before is not None and before is not client:
                before.tables.discard(ident)
                before.send({"ev": "table.replaced", "table": ident})
            self.clients[ident] = client
            client.tables.add(ident)
        return await worker.ask(_without_id(request), ANSWER_WITHIN)

    async def _list(self, request: Message, client: Client | None) -> Message:
        found = []
        kept = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[:20]:
            try:
                about = json.loads(path.read_text(encoding="utf-8"))
                with open(path.with_suffix(".jsonl"), "rb") as record:
                    lines = record.read().splitlines()
            except (OSError, ValueError):
                continue
            decisions = sum(b'"event":"decision"' in line for line in lines)
            over = bool(lines) and b'"event":"end"' in lines[-1]
            found.append({"table": path.stem, "title": about.get("title", ""), "at": decisions, "over": over})
        return {"tables": found}

    async def _again(self, request: Message, client: Client | None) -> Message:
        """The same game once more: with the next seed, or the same deal and everybody one seat further."""
        await self._home(request["table"])
        ident = request["table"]
        about = json.loads((self.folder / f"{ident}.json").read_text(encoding="utf-8"))
        with open(self.folder / f"{ident}.jsonl", encoding="utf-8") as record:
            header = json.loads(record.readline())
        seed = int(header["seed"]) + (1 if request.get("seed") == "next" else 0)
        shift = int(request.get("shift", 0)) % len(about["seats"])
        who = [one[0] for one in about["seats"]]
        seats = (
            [{"who": player} for player in (*who[-shift:], *who[:-shift])]
            if shift
            else [{"who": w} for w in who]
        )
        settings = {name: value for name, value in header.get("settings", {}).items() if name != "SEATS"}
        again: Message = {"game": about["game"], "seed": str(seed), "seats": seats, "set": settings}
        return await self._open(again, client)

    async def _save(self, request: Message, client: Client | None) -> Message:
        """Copy the record of a table into the workspace; a file that is there is never overwritten."""
        if self.read_only:
            raise Refused("refused", "The studio was started with --read-only: nothing is written.")
        await self._home(request["table"])
        path = self.folder / f"{request['table']}.jsonl"
        with open(path, encoding="utf-8") as record:
            header = json.loads(record.readline())
        stem = f"{Path(str(header.get('game', 'game'))).stem}-{header.get('seed', 0)}"
        for number in range(1, 1000):
            goal = self.workspace / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
            try:
                with open(goal, "xb") as copy, open(path, "rb") as source:
                    shutil.copyfileobj(source, copy)
            except FileExistsError:
                continue
            except OSError as problem:
                raise Refused("disk", f"{goal.name} cannot be written: {problem.strerror}.") from None
            return {"path": goal.name}
        raise Refused("refused", f"There are a thousand files {stem}-….jsonl already.")

    # Replays

    async def _open_replay(self, request: Message, client: Client | None) -> Message:
        """A replay of a table, or of a text that somebody has opened in the page."""
        if "table" in request:
            await self._home(request["table"])
            return await self.begin_replay(self.folder / f"{request['table']}.jsonl")
        text = request.get("text")
        if not isinstance(text, str) or len(text.encode("utf-8", "replace")) > LARGEST_TEXT:
            raise Refused("refused", "This is no text of at most 8 MB.")
        draft = self.records / f"{secrets.token_urlsafe(9)}.draft"
        draft.write_text(text, encoding="utf-8", errors="replace")
        try:
            return await self.begin_replay(draft)
        finally:
            draft.unlink(missing_ok=True)

    async def begin_replay(self, path: Path) -> Message:
        """Verify a transcript, and keep a copy of it so that the page can be opened again."""
        ident = secrets.token_urlsafe(9)
        goal = self.records / f"{ident}.jsonl"
        try:
            shutil.copyfile(path, goal)
        except OSError as problem:
            raise Refused("disk", f"{path.name}: {problem.strerror}.") from None
        try:
            await self._asked_of_replay({"do": "replay.join", "replay": ident})
        except Refused:
            goal.unlink(missing_ok=True)
            raise
        return {"replay": ident}

    async def _replay(self, request: Message, client: Client | None) -> Message:
        return await self._asked_of_replay(_without_id(request))

    async def _asked_of_replay(self, request: Message) -> Message:
        path = self._record(request["replay"])
        found = await self._asked_of_desk({**request, "path": str(path)})
        if "error" in found:
            raise Refused(found["error"]["code"], found["error"]["message"])
        return found

    def _record(self, ident: object) -> Path:
        if not is_ident(ident) or not (self.records / f"{ident}.jsonl").is_file():
            raise Refused("missing", "There is no such replay any more.")
        return self.records / f"{ident}.jsonl"

    async def _fork(self, request: Message, client: Client | None) -> Message:
        ident = secrets.token_urlsafe(9)
        path = self._record(request["replay"])
        asked = {**_without_id(request), "do": "table.fork", "table": ident, "path": str(path)}
        self.opening[ident] = asyncio.create_task(self._placed(ident, asked))
        return await self._opened(ident)

    # Processes

    async def _desk_worker(self) -> Worker:
        """The process for questions about games and replays."""
        async with self._starting:
            if self.desk is None or self.desk.ended.is_set():
                self.desk = await self._started()
            return self.desk

    async def _worker(self) -> Worker:
        """The first process that has room for a table."""
        async with self._starting:
            self.workers = [worker for worker in self.workers if not worker.ended.is_set()]
            for worker in self.workers:
                if sum(home is worker for home in self.homes.values()) < TABLES_EACH:
                    return worker
            worker = await self._started()
            self.workers.append(worker)
            task = asyncio.create_task(self._watch(worker))
            self._watching.add(task)
            task.add_done_callback(self._watching.discard)
            return worker

    async def _started(self) -> Worker:
        worker = Worker(_HOST, [str(self.folder)], self._hear)
        await worker.start()
        return worker

    async def _watch(self, worker: Worker) -> None:
        """Tell the pages when a process has died; joining again brings the table back from disk."""
        await worker.ended.wait()
        for ident in [ident for ident, home in self.homes.items() if home is worker]:
            del self.homes[ident]
            client = self.clients.get(ident)
            if client is not None:
                client.send({"ev": "table.lost", "table": ident})

    def _hear(self, message: Message) -> None:
        ident = message.get("table", "")
        if message.get("ev") == "table.closed":
            # Nobody has asked for it for long. Who comes back gets it from disk.
            self.homes.pop(ident, None)
            return
        client = self.clients.get(ident)
        if client is not None:
            client.send(message)

    def leave(self, client: Client) -> None:
        """A page is gone; its tables wait for it."""
        for ident in client.tables:
            if self.clients.get(ident) is client:
                del self.clients[ident]


def _without_id(request: Message) -> Message:
    return {key: value for key, value in request.items() if key != "id"}


def _error(code: str, message: str) -> Message:
    return {"error": {"code": code, "message": message}}


def _setting(value: object) -> object:
    """A value from a field of a page: a whole number if it looks like one."""
    text = str(value).strip()
    return int(text) if text.lstrip("-").isdecimal() and len(text) <= 20 else text
