"""A studio in a process of its own, for tests and pictures."""

from __future__ import annotations

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
    url = json.loads(text)["url"]
    base = re.match(r"http://[^/]+", url)
    assert base is not None
    try:
        yield Studio(base[0], url.partition("token=")[2], url, process, data)
    finally:
        process.terminate()
        process.wait(20)
