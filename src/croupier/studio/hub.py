"""The questions of pages, passed on to the processes that answer them, and what these tell, passed back."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import shutil
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from croupier import __version__
from croupier.studio.bench import Bench
from croupier.studio.clearing import clear_old
from croupier.studio.company import MOST_WATCHERS, Client, Company
from croupier.studio.errors import Refused
from croupier.studio.guests import as_guest
from croupier.studio.links import Link, Links
from croupier.studio.offered import check_player, offered, programs_offered
from croupier.studio.people import LINK, OWNER
from croupier.studio.preferences import Preferences
from croupier.studio.processes import ANSWER_WITHIN, Processes
from croupier.studio.worker import Worker, WorkerLost
from croupier.studio.workspace import Workspace
from croupier.wire.feed import PROTOCOL

Message = dict[str, Any]

MOST_TABLES = 64
DESK_WITHIN = 10.0
"""Seconds for questions about games."""
REPLAY_WITHIN = 30.0
"""Seconds for questions about replays: a long record is verified whole, and searches judge it."""
MOST_FANS = 16
"""Games of which one question may ask for cards."""
LARGEST_TEXT = 8 * 1024 * 1024
"""Bytes of a transcript that somebody opens in the page."""
_IDENT = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")

_SEAT_NAME = re.compile(r"Seat \d+")


def is_ident(text: object) -> bool:
    """Whether this may be the name of a table or replay: no path, no surprise."""
    return isinstance(text, str) and 0 < len(text) <= 40 and set(text) <= _IDENT


class Hub:
    """Tables, replays and the processes behind them."""

    def __init__(
        self,
        data: Path,
        workspace: Path,
        *,
        read_only: bool = False,
        share: str = "",
        programs: Sequence[str] = (),
    ) -> None:
        self.programs = tuple(programs)
        """Programs that may play, as `--players` names them."""
        self.preferences = Preferences(data / "studio.json")
        self.share = share
        """Where guests find the studio, as their links begin; nothing if it is not shared."""
        self.links = Links(data / "links.json")
        self.company = Company()
        self.folder = data / "tables"
        self.records = data / "replays"
        self.workspace = Workspace(workspace, read_only=read_only)
        for folder in (self.folder, self.records):
            folder.mkdir(parents=True, exist_ok=True)
        self.links.forget_all_but(clear_old(self.folder))
        clear_old(self.records)
        self.processes = Processes(self.folder, self._hear, self._lost)
        self.bench = Bench(data, self.workspace, self.begin_replay)

    async def start(self) -> None:
        """Start a process for tables, so that it is warm when one is opened."""
        await self.processes.table_worker()

    async def start_desk(self) -> None:
        """Start the process that answers about games, once the tables that are being opened stand."""
        await asyncio.gather(*self.processes.opening.values(), return_exceptions=True)
        await self.processes.desk_worker()
        await self.bench.start()

    async def stop(self) -> None:
        """End all processes; what was played is on disk already."""
        await asyncio.gather(self.processes.stop(), self.bench.stop())

    # Questions

    def link_of(self, token: str) -> Link | None:
        """The link of a guest's token, as it is now; nothing if the studio is not shared."""
        return self.links.find(token) if self.share and token else None

    async def answer(self, request: Message, client: Client | None, token: str = "") -> Message:
        """The answer to one question of a page, or an error with a sentence.

        With a token it is a guest's question, and nothing is answered but what a guest may ask.
        """
        what = request.get("do")
        try:
            guest = client.token if client is not None else token
            if guest:
                link = self.link_of(guest)
                if link is None:
                    raise Refused("revoked", "This link is not good any more.")
                request = as_guest(request, link)
            else:
                request = {**request, "screen": OWNER}
            does = self._does().get(what) if isinstance(what, str) else None
            if does is None:
                raise Refused("unknown", f"The studio does not know {what!r}.")
            return await does(request, client)
        except Refused as refusal:
            return _error(refusal.code, refusal.sentence)
        except WorkerLost:
            return _error("lost", "The process of this game has ended. It is started again: try once more.")
        except TimeoutError:
            return _error("late", "There was no answer in time.")
        except OSError as problem:
            return _error("disk", f"Something cannot be written: {problem.strerror}.")
        except (KeyError, TypeError, ValueError, AttributeError):
            return _error("nonsense", f"This message cannot be understood: {str(what)[:40]}.")

    def _does(self) -> dict[str, Callable[[Message, Client | None], Awaitable[Message]]]:
        return {
            "hello": self._hello,
            "ping": self._ping,
            "settings.get": self._settings,
            "settings.set": self._set_settings,
            "games": self._desk,
            "game": self._desk,
            "fans": self._fans,
            "table.open": self._open,
            "table.list": self._list,
            "table.join": self._join,
            "table.resume": self._join,
            "table.leave": self._leave,
            "table.again": self._again,
            "table.fork": self._branch,
            "position.arrange": self._arrange,
            "table.save": self._save,
            "table.links": self._links,
            "table.invite": self._invite,
            "table.revoke": self._revoke,
            "table.close": self._close,
            **dict.fromkeys(
                (
                    "table.choose",
                    "table.undo",
                    "table.vote",
                    "table.hint",
                    "table.look",
                    "table.replace",
                    "table.name",
                    "table.say",
                    "table.reveal",
                    "table.pause",
                    "table.design",
                    "table.opinions",
                    "table.run_to",
                ),
                self._table,
            ),
            "replay.open": self._open_replay,
            "replay.fork": self._fork,
            **dict.fromkeys(("replay.join", "replay.words", "replay.at", "replay.expected"), self._replay),
            **self.bench.questions(),
        }

    async def _hello(self, request: Message, client: Client | None) -> Message:
        if request.get("protocol") != PROTOCOL:
            raise Refused("protocol", "Croupier has been updated: reload.")
        about = {"croupier": __version__, "protocol": PROTOCOL}
        if request["screen"] != OWNER:
            return {**about, "role": "guest", "table": request["table"]}
        return {
            **about,
            "role": "owner",
            "read_only": self.workspace.read_only,
            "share": bool(self.share),
            "workspace": self.workspace.folder.name,
            "players": [*(player["name"] for player in offered(own=True)), *self.programs],
        }

    async def _ping(self, request: Message, client: Client | None) -> Message:
        return {}

    async def _settings(self, request: Message, client: Client | None) -> Message:
        return {"settings": self.preferences.values}

    async def _set_settings(self, request: Message, client: Client | None) -> Message:
        self.preferences.change(request.get("settings"))
        return {}

    async def _desk(self, request: Message, client: Client | None) -> Message:
        asked = _without_id(request)
        if "game" in asked:
            asked["game"] = self.workspace.game_file(asked["game"])
        return self._with_programs(await self._asked_of(self.processes.desk_worker, asked, DESK_WITHIN))

    async def _fans(self, request: Message, client: Client | None) -> Message:
        """Some cards of each of some games; a game that is not there has none."""
        files: dict[str, str] = {}
        for name in list(request["games"])[:MOST_FANS]:
            with suppress(Refused):
                files[str(name)] = self.workspace.game_file(name)
        asked = {"do": "fans", "games": list(files.values())}
        found = await self._asked_of(self.processes.desk_worker, asked, DESK_WITHIN)
        return {"fans": {name: found["fans"].get(file) for name, file in files.items()}}

    def _with_programs(self, found: Message) -> Message:
        """An answer that names players, with the programs that may play, too."""
        if not self.programs or "players" not in found:
            return found
        return {**found, "players": [*found["players"], *programs_offered(self.programs)]}

    async def _asked_of(
        self, process: Callable[[], Awaitable[Worker]], request: Message, within: float
    ) -> Message:
        """Ask a process. One that does not answer in time is ended, and a new one takes its place."""
        worker = await process()
        try:
            return await worker.ask(request, within)
        except TimeoutError:
            worker.kill()
            raise

    # Tables

    def begin_table(self, request: Message) -> str:
        """Open a table in the background; its name. Who joins it waits until it stands, or hears why not."""
        self._make_room()
        ident = secrets.token_urlsafe(9)
        seed, seats = request.get("seed"), list(request.get("seats") or ())
        for seat in seats:
            check_player(seat.get("who", "you"), self.programs)
            if seat.get("stand_in"):
                check_player(seat["stand_in"], self.programs)
        if any(seat.get("who") == LINK for seat in seats) and not self.share:
            raise Refused("refused", "Start the studio with --share to invite people.")
        if seed is None:
            # Guests have seen a hand: the seed must be one of more than anybody can try.
            seed = secrets.randbits(128) if self.share else secrets.randbelow(1_000_000)
        elif not str(seed).isascii() or not str(seed).isdecimal() or len(str(seed)) > 60:
            raise Refused("refused", "A seed is a whole number that is not negative.")
        settings = {name: _setting(value) for name, value in dict(request.get("set") or {}).items()}
        asked = {
            **_without_id(request),
            "do": "table.open",
            "table": ident,
            "game": self.workspace.game_file(request["game"]),
            "seed": int(seed),
            "set": settings,
        }
        self.processes.open(ident, asked)
        return ident

    def _make_room(self) -> None:
        """Close the oldest table that nobody looks at, if there are as many as there may be."""
        if len(self.processes.homes) < MOST_TABLES:
            return
        for ident in self.processes.homes:
            if not self.company.pages(ident) and ident not in self.processes.opening:
                self.processes.close(ident)
                return
        raise Refused("full", f"There are {MOST_TABLES} tables already, with somebody at each.")

    async def _open(self, request: Message, client: Client | None) -> Message:
        ident = self.begin_table(request)
        found = await self.processes.opened(ident)
        for seat, one in enumerate(request.get("seats") or ()):
            if one.get("who") == LINK:
                self.links.make(ident, seat)
        return found

    async def _home(self, ident: object) -> Worker:
        """The process of a table; one that is only on disk is brought back."""
        if not is_ident(ident) or not isinstance(ident, str):
            raise Refused("missing", "There is no such table.")
        await self.processes.opened(ident)
        if ident not in self.processes.homes:
            if not (self.folder / f"{ident}.json").is_file():
                raise Refused("missing", "There is no such table any more.")
            self._check_programs(ident)
            self.processes.open(ident, {"do": "table.restore", "table": ident})
            await self.processes.opened(ident)
            # Pages that have it open are unknown to the process that has it now: they join again.
            self.company.tell(ident, {"ev": "table.lost", "table": ident})
        return self.processes.homes[ident]

    def _check_programs(self, ident: str) -> None:
        """Refuse a table on disk at which a program sits that the command line does not name now."""
        try:
            kept = json.loads((self.folder / f"{ident}.json").read_text(encoding="utf-8"))
            players = [player for who, _, stand_in in kept["seats"] for player in (who, stand_in) if player]
        except (ValueError, KeyError, TypeError, RecursionError):
            # The process that opens the table says that its file is damaged.
            return
        for player in players:
            if str(player).startswith("exec:"):
                check_player(player, self.programs)

    async def _table(self, request: Message, client: Client | None) -> Message:
        if request["do"] == "table.replace":
            check_player(request.get("who"), self.programs)
        if request.get("player") is not None:
            # Whoever gives a hint is seated nowhere, and so no program can.
            check_player(request["player"])
        worker = await self._home(request["table"])
        return await worker.ask(_without_id(request), ANSWER_WITHIN)

    async def _join(self, request: Message, client: Client | None) -> Message:
        """Show a table on a page, which is told of all that happens there from now on."""
        worker = await self._home(request["table"])
        ident = request["table"]
        if client is not None and not self.company.join(client, ident, request["screen"]):
            raise Refused("full", f"{MOST_WATCHERS} people watch this table already.")
        found = await worker.ask(_without_id(request), ANSWER_WITHIN)
        self._tell_people(ident)
        if request["screen"] == OWNER:
            found = self._with_programs(found)
        return {**found, "people": self.company.people(ident)}

    def _tell_people(self, ident: str) -> None:
        """Tell everybody at a table who is connected."""
        people = self.company.people(ident)
        self.company.tell(ident, {"ev": "table.people", "table": ident, "people": people})

    async def _close(self, request: Message, client: Client | None) -> Message:
        """Put a table away; its pages say so, and whoever wants it back finds it on disk."""
        ident = request["table"]
        await self._home(ident)
        self.company.tell(ident, {"ev": "table.closed", "table": ident})
        self.processes.close(ident)
        return {}

    # Guests

    async def _invite(self, request: Message, client: Client | None) -> Message:
        """A link to a seat of a table, or for watching it."""
        if not self.share:
            raise Refused("refused", "Start the studio with --share to invite people.")
        worker, ident, seat = await self._home(request["table"]), request["table"], request.get("seat")
        if seat is not None:
            found = await worker.ask(_without_id(request), ANSWER_WITHIN)
            if "error" in found:
                return found
        self.links.make(ident, seat)
        return self._links_data(ident)

    async def _links(self, request: Message, client: Client | None) -> Message:
        """All links to a table."""
        return self._links_data(str(request["table"]))

    def _links_data(self, ident: str) -> Message:
        links = sorted(self.links.of_table(ident), key=lambda link: (link.seat is None, link.seat))
        return {
            "links": [
                {"link": link.ident, "seat": link.seat, "url": f"{self.share}/t/{ident}#{link.fragment}"}
                for link in links
                if self.share
            ]
        }

    async def _revoke(self, request: Message, client: Client | None) -> Message:
        """Take a link back. Whoever has come by it is shown out."""
        ident = request["table"]
        link = self.links.revoke(ident, str(request.get("link")))
        if link is None:
            raise Refused("missing", "There is no such link any more.")
        for page in self.company.pages(ident, link.screen):
            page.send({"ev": "table.revoked", "table": ident})
            self.leave(page)
        return self._links_data(ident)

    async def _list(self, request: Message, client: Client | None) -> Message:
        found = []
        kept = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[:20]:
            try:
                title = json.loads(path.read_text(encoding="utf-8")).get("title", "")
                with open(path.with_suffix(".jsonl"), "rb") as record:
                    lines = record.read().splitlines()
            except (OSError, ValueError, AttributeError, RecursionError):
                # A damaged table; the others are listed all the same.
                continue
            decisions = sum(b'"event":"decision"' in line for line in lines)
            over = bool(lines) and b'"event":"end"' in lines[-1]
            found.append({"table": path.stem, "title": str(title), "at": decisions, "over": over})
        return {"tables": found}

    async def _again(self, request: Message, client: Client | None) -> Message:
        """The same game once more: with the next seed, or the same deal and everybody one seat further."""
        worker, ident = await self._home(request["table"]), request["table"]
        about = await worker.ask({"do": "table.about", "table": ident}, ANSWER_WITHIN)
        if about["shared"] and not about["over"]:
            raise Refused("refused", "The others still play: finish this game first.")
        again = self._setup(ident, about)
        onward = request.get("seed") == "next"
        # All know the seed of a game that is over, and so they would know the cards of the next one.
        again["seed"] = None if about["shared"] and onward else str(again["seed"] + onward)
        shift, seats = int(request.get("shift", 0)) % len(about["seats"]), again["seats"]
        for one in seats if shift else ():
            # Whoever is called after a seat is called after the next one.
            one["name"] = "" if _SEAT_NAME.fullmatch(one["name"]) else one["name"]
        again["seats"] = seats[-shift:] + seats[:-shift] if shift else seats
        # The guests keep their links: none are made here.
        found = await self.processes.opened(self.begin_table({**again, "played_before": not onward}))
        if about["shared"]:
            self.links.move(ident, found["table"], shift, len(seats))
            self.company.tell(ident, {"ev": "table.moved", "table": ident, "goal": found["table"]})
            self.processes.close(ident)
        return found

    def _setup(self, ident: str, about: Message) -> Message:
        """The game of a table, its seed, seats and settings, as a new one is opened."""
        kept = json.loads((self.folder / f"{ident}.json").read_text(encoding="utf-8"))
        with open(self.folder / f"{ident}.jsonl", encoding="utf-8") as record:
            header = json.loads(record.readline())
        return {
            "game": kept["game"],
            "seed": int(header["seed"]),
            "seats": [
                {"who": who, "stand_in": stand_in, "name": name if who in ("you", LINK) else ""}
                for who, name, stand_in in about["seats"]
            ],
            "set": {name: value for name, value in header.get("settings", {}).items() if name != "SEATS"},
        }

    async def _check_record(self, ident: str) -> None:
        """Refuse the record of a game that others still play: it has all cards."""
        worker = await self._home(ident)
        about = await worker.ask({"do": "table.about", "table": ident}, ANSWER_WITHIN)
        if about["shared"] and not about["over"] and not about["open"]:
            raise Refused("refused", "The record has all cards, and others still play: ask them first.")
        if about["arranged"]:
            raise Refused("refused", "This game began with cards that somebody has laid: it has no record.")

    async def _branch(self, request: Message, client: Client | None) -> Message:
        """A second table that goes on where this one stands."""
        worker, of = await self._home(request["table"]), request["table"]
        about = await worker.ask({"do": "table.about", "table": of}, ANSWER_WITHIN)
        if about["shared"] and not about["over"]:
            raise Refused("refused", "The others still play: finish this game first.")
        self._make_room()
        ident = secrets.token_urlsafe(9)
        self.processes.open(ident, {"do": "table.fork", "table": ident, "of": of})
        return await self.processes.opened(ident)

    async def _arrange(self, request: Message, client: Client | None) -> Message:
        """A table that begins with the cards as somebody has laid them at another one."""
        worker, of = await self._home(request["table"]), request["table"]
        asked = {**_without_id(request), "do": "table.position"}
        found = await worker.ask(asked, ANSWER_WITHIN)
        if "error" in found:
            return found
        about = await worker.ask({"do": "table.about", "table": of}, ANSWER_WITHIN)
        asked = {**self._setup(of, about), **found, "played_before": True}
        return await self.processes.opened(self.begin_table(asked))

    async def _save(self, request: Message, client: Client | None) -> Message:
        """Copy the record of a table into the workspace; a file that is there is never overwritten."""
        if self.workspace.read_only:
            raise Refused("refused", "The studio was started with --read-only: nothing is written.")
        await self._check_record(request["table"])
        path = self.folder / f"{request['table']}.jsonl"
        with open(path, encoding="utf-8") as record:
            header = json.loads(record.readline())
        stem = f"{Path(str(header.get('game', 'game'))).stem}-{header.get('seed', 0)}"
        for number in range(1, 1000):
            goal = self.workspace.folder / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
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
            await self._check_record(request["table"])
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
        asked = {**request, "path": str(path)}
        found = await self._asked_of(self.processes.replay_worker, asked, REPLAY_WITHIN)
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
        self.processes.open(ident, asked)
        return await self.processes.opened(ident)

    # What processes tell

    def _lost(self, ident: str) -> None:
        """The process of a table has died: its pages join again, which brings the table back from disk."""
        self.company.tell(ident, {"ev": "table.lost", "table": ident})

    def _hear(self, message: Message) -> None:
        ident = message.get("table", "")
        if message.get("ev") == "table.closed":
            # Nobody has asked for it for long. Who comes back gets it from disk.
            self.processes.homes.pop(ident, None)
            return
        screen = message.pop("screen", None)
        self.company.tell(ident, message, screen)

    async def _leave(self, request: Message, client: Client | None) -> Message:
        if client is not None:
            self.leave(client, str(request["table"]))
        return {}

    def leave(self, client: Client, table: str | None = None) -> None:
        """A page is gone, or shows one table no more; its tables wait for it."""
        if table is None:
            self.bench.leave(client)
        for ident, screen in self.company.leave(client, table):
            self._tell_people(ident)
            self.processes.later(self._left(ident, screen))

    async def _left(self, ident: str, screen: str) -> None:
        """Tell the process of a table that nobody shows a screen, unless somebody has come back meanwhile."""
        worker = self.processes.homes.get(ident)
        if (
            worker is not None
            and ident not in self.processes.opening
            and not self.company.pages(ident, screen)
        ):
            await worker.ask({"do": "table.leave", "table": ident, "screen": screen}, ANSWER_WITHIN)


def _without_id(request: Message) -> Message:
    return {key: value for key, value in request.items() if key != "id"}


def _error(code: str, message: str) -> Message:
    return {"error": {"code": code, "message": message}}


def _setting(value: object) -> object:
    """A value from a field of a page: a whole number if it looks like one."""
    text = str(value).strip()
    return int(text) if text.lstrip("-").isdecimal() and len(text) <= 20 else text
