"""What a worker of a cluster does; and whether it is the same croupier, with the same game, as here."""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from time import perf_counter
from typing import Any

from croupier import __version__
from croupier.catalog import shelf
from croupier.lab.work.job import WorkerError
from croupier.recycle.definitions import used_text
from croupier.text import Source, SourceError


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What has to be the same everywhere for results to be the same."""

    version: str
    python: str
    """Of Python: the least digits of sums, and the order of some things, are its own."""
    code: str
    """Of all modules and games that have to do with results."""
    game: str = ""
    """What the game is called."""
    text: str | None = None
    """Of its text; None if it is not to be found."""

    @staticmethod
    def of(source: Source) -> Fingerprint:
        """Here, for a game as it was read."""
        text = _text_digest(source)
        return Fingerprint(__version__, python_version(), package_digest(), source.name, text)

    def differences(self) -> list[str]:
        """What is not the same where this is called, in words."""
        if __version__ != self.version:
            return [f"has croupier {__version__}, and this is {self.version}"]
        if python_version() != self.python:
            return [f"has Python {python_version()}, and this is {self.python}"]
        if package_digest() != self.code:
            return [f"has another croupier {__version__}: its files are not the same"]
        found = text_of(self.game)
        if found is not None and found != self.text:
            return [f"has another {self.game}: its text is not the same"]
        return []


ROOMS = (
    *("text", "game", "recycle", "interpreter", "kernel", "native"),
    *("script", "catalog", "players", "lab", "library"),
)
"""The packages that results depend on."""


def python_version() -> str:
    """The version of Python without its repairs, as 3.11."""
    return ".".join(platform.python_version_tuple()[:2])


@cache
def package_digest() -> str:
    """A fingerprint of their files."""
    whole = hashlib.sha256()
    rooms = [entry for entry in files("croupier").iterdir() if entry.name in ROOMS]
    for name, content in sorted(pair for room in rooms for pair in _contents(room, room.name)):
        whole.update(name.encode() + b"\0" + content + b"\0")
    return whole.hexdigest()[:16]


def _contents(folder: Traversable, at: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        name = f"{at}/{entry.name}"
        if entry.is_dir():
            found += [] if entry.name == "__pycache__" else _contents(entry, name)
        elif entry.name.endswith((".py", ".rcy", ".ah", ".cdg")):
            found.append((name, entry.read_bytes()))
    return found


def text_of(game: str) -> str | None:
    """The fingerprint of a game's text as it is found here, by its path or in the library."""
    try:
        found = Source.read(game) if os.path.isfile(game) else shelf.source(game.removesuffix(".rcy"))
    except SourceError:
        return None
    return None if found is None else _text_digest(found)


def _text_digest(source: Source) -> str:
    """The fingerprint of a text with those of the files of definitions that it uses."""
    return _digest((source.text + used_text(source)).encode("utf-8", "replace"))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def differences(wanted: Fingerprint) -> list[str]:
    """What is not the same at a worker; to be run there."""
    return wanted.differences()


@lru_cache(maxsize=4)
def _prepared(job: bytes) -> Any:
    return pickle.loads(job).prepare()


def act(job: bytes, wanted: Fingerprint, task: Any) -> tuple[Any, float]:
    """Do one task of a job at a worker: its result, and how long it took."""
    if told := wanted.differences():
        # It has joined after the others were asked.
        raise WorkerError(f"the worker {_address()} {told[0]}")
    start = perf_counter()
    return _prepared(job)(task), perf_counter() - start


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)
