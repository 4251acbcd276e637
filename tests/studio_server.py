"""A studio in a process of its own, for tests and pictures."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect


@dataclass
class Studio:
    """A studio that runs."""

    base: str
    token: str
    first: str
    """The address that it has printed."""
    process: subprocess.Popen[str]
    folder: Path
    """The workspace."""
    share: str = ""
    """Where guests come."""

    @property
    def host(self) -> str:
        """Host and port."""
        return self.base.removeprefix("http://")

    def ask(self, what: str, **body: Any) -> dict[str, Any]:
        """Ask one question by HTTP."""
        request = urllib.request.Request(
            f"{self.base}/api/{what}",
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                found = json.load(answer)
        except urllib.error.HTTPError as problem:
            found = json.load(problem)
        assert isinstance(found, dict)
        return found

    def link(self, path: str) -> str:
        """The address of a page, with the token."""
        return f"{self.base}{path}#token={self.token}"

    def table(self, game: str, *, seats: int | None = None, others: str = "random", **more: Any) -> str:
        """The link to a new table at which one person sits at seat 0."""
        count = seats or self.ask("game", game=game)["default_seats"]
        who = [{"who": "you"}, *[{"who": others}] * (count - 1)]
        opened = self.ask("table.open", game=game, seats=who, **{"seed": "7", **more})
        assert "table" in opened, opened
        return self.link(f"/table/{opened['table']}")

    def shared(self, game: str, *who: str, **more: Any) -> tuple[str, dict[int | None, str]]:
        """A new table with people who come by links, and the links by seat; that of None is for watching."""
        opened = self.ask("table.open", game=game, seats=[{"who": one} for one in who], **more)
        assert "table" in opened, opened
        found = self.ask("table.invite", table=opened["table"], seat=None)
        return opened["table"], {link["seat"]: link["url"] for link in found["links"]}


class Page:
    """A page without a browser."""

    def __init__(self, studio: Studio, **more: Any) -> None:
        base = more.pop("base", studio.base)
        connection = connect(
            f"ws://{base.removeprefix('http://')}/ws",
            subprotocols=["croupier.v1", f"token.{more.pop('token', studio.token)}"],  # type: ignore[list-item]
            origin=more.pop("origin", base),
            max_size=None,
        )
        self.socket: ClientConnection = contextlib.ExitStack().enter_context(connection)
        self.told: list[dict[str, Any]] = []
        self.received: list[str] = []
        """Every message, as it came."""
        self._count = 0

    def ask(self, what: str, **more: Any) -> dict[str, Any]:
        """Ask, and put aside what is told in between."""
        self._count += 1
        self.socket.send(json.dumps({"id": self._count, "do": what, **more}))
        return self.until(lambda message: message.get("re") == self._count)

    def until(self, fits: Any) -> dict[str, Any]:
        while True:
            text = self.socket.recv(timeout=60)
            assert isinstance(text, str)
            self.received.append(text)
            message: dict[str, Any] = json.loads(text)
            if fits(message):
                return message
            self.told.append(message)

    def turn(self, table: str) -> dict[str, Any]:
        """What the seat sees as soon as it is to move."""
        joined = self.ask("table.join", table=table)
        if joined["snapshot"]["options"]:
            return dict(joined["snapshot"])

        def ours(message: dict[str, Any]) -> bool:
            newer = message.get("table") == table and message.get("n", 0) > joined["n"]
            return newer and bool((message.get("snapshot") or {}).get("options"))

        # What is told right behind an answer may come before it.
        found = next((message for message in self.told if ours(message)), None) or self.until(ours)
        return dict(found["snapshot"])

    def decide(self, table: str) -> None:
        """Take the first option when it is our turn."""
        found = self.turn(table)
        choice = {"seat": 0, "at": found["at"], "key": found["options"][0]["key"]}
        assert "error" not in self.ask("table.choose", table=table, **choice)

    @staticmethod
    def guest(studio: Studio, url: str) -> Page:
        """A page that was opened by a link."""
        base = re.match(r"http://[^/]+", url)
        assert base is not None
        return Page(studio, base=base[0], token=url.partition("#seat=")[2])


@contextmanager
def running_studio(data: Path, *arguments: str, port: int | None = None) -> Iterator[Studio]:
    """A studio with its data in a folder; it is ended with the block."""
    given: Sequence[str] = ("--port", str(port)) if port is not None else ()
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "studio", "--no-browser", "--json", "--data", str(data),
         *given, *arguments],
        stdout=subprocess.PIPE, text=True, cwd=data,
    )  # fmt: skip
    assert process.stdout is not None
    text = ""
    while line := process.stdout.readline():
        text += line
        if line.startswith("}"):
            break
    assert text, f"the studio ended with {process.wait()}"
    printed = json.loads(text)
    url = printed["url"]
    base = re.match(r"http://[^/]+", url)
    assert base is not None
    try:
        yield Studio(base[0], url.partition("token=")[2], url, process, data, printed["share"])
    finally:
        process.terminate()
        process.wait(20)
