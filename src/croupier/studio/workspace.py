"""The workspace: the one folder in which the studio reads and writes files of its user."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from croupier.catalog import shelf, starters
from croupier.script import library as scripts
from croupier.studio.errors import Refused

Message = dict[str, Any]

GAMES = (".rcy", ".ah", ".ahod", ".cdg", ".cardigan")
"""The endings of game files."""
ENDINGS = (*GAMES, ".jsonl", ".sqlite", ".md")
"""The endings of files that are read at all."""
LARGEST = 8 * 1024 * 1024
MOST_FILES = 500
DEEPEST = 4
"""So many folders below the workspace are looked through."""
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Text:
    """A file as an editor has it: lines end with a line feed, whatever they end with on disk."""

    path: str
    text: str
    hash: str
    """Of the bytes on disk; nothing for a game of the library."""
    writable: bool

    def data(self) -> Message:
        """The text as plain data."""
        return {"path": self.path, "text": self.text, "hash": self.hash, "writable": self.writable}


def is_in_library(name: str) -> bool:
    """True for the name of a game of the library."""
    return name in shelf.names() or name in scripts.all_names()


class Workspace:
    """Files in one folder, by their paths below it. Nothing outside is read or written."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.folder = folder.resolve()
        self.read_only = read_only

    # Where files are

    def path(self, name: object, endings: tuple[str, ...] = ENDINGS) -> Path:
        """The place of a file that a message names, whether it is there or not.

        Links are followed first, so that one that leads out of the workspace is refused.
        """
        text = str(name)
        try:
            found = (self.folder / text).resolve()
            allowed = found.is_relative_to(self.folder) and found.suffix in endings
        except (OSError, ValueError, RuntimeError):
            allowed = False
        if not allowed:
            raise Refused("refused", f"{text[:80]!r} is no file that the studio may use.")
        return found

    def name(self, path: Path) -> str:
        """What a file is called in messages."""
        return path.relative_to(self.folder).as_posix()

    def game_file(self, name: object) -> str:
        """A game that a message names: of the library, or a file of the workspace; nothing else is read."""
        text = str(name)
        if is_in_library(text):
            return text
        with suppress(OSError, ValueError, Refused):
            path = self.path(text, GAMES)
            if path.is_file() and path.stat().st_size <= LARGEST:
                return str(path)
        raise Refused("refused", f"There is no game {text[:80]!r} in the library or in this folder.")

    def files(self) -> list[Message]:
        """All files that can be opened, by path."""
        found = []
        for path in self._walk(self.folder, 0):
            try:
                about = path.stat()
            except OSError:
                continue
            found.append({"path": self.name(path), "size": about.st_size, "modified": about.st_mtime})
            if len(found) == MOST_FILES:
                break
        return found

    def _walk(self, folder: Path, depth: int) -> Iterator[Path]:
        try:
            entries = sorted(folder.iterdir(), key=lambda path: path.name.casefold())
        except OSError:
            return
        for path in entries:
            if path.name.startswith(".") or path.is_symlink():
                continue
            if path.is_file() and path.suffix in ENDINGS:
                yield path
        for path in entries:
            inner = (
                path.is_dir() and not path.is_symlink() and path.name not in ("node_modules", "__pycache__")
            )
            if inner and not path.name.startswith(".") and depth < DEEPEST:
                yield from self._walk(path, depth + 1)

    # Reading

    def read(self, name: object) -> Text:
        """A text of the workspace, or a game of the library, which nobody can change here."""
        text = str(name)
        if is_in_library(text):
            return Text(text, shelf.find(text).text.replace("\r\n", "\n"), "", False)
        path = self.path(name, (*GAMES, ".md"))
        content = self._bytes(path)
        try:
            read = content.decode("utf-8").removeprefix(_BOM)
        except UnicodeDecodeError:
            raise Refused("refused", f"{self.name(path)} is no text in UTF-8.") from None
        lines = read.replace("\r\n", "\n").replace("\r", "\n")
        return Text(self.name(path), lines, _hash(content), not self.read_only)

    def hash(self, name: object) -> str:
        """The hash of a file as it is now; nothing if it is gone."""
        path = self.path(name)
        return _hash(self._bytes(path)) if path.is_file() else ""

    def _bytes(self, path: Path) -> bytes:
        try:
            if not path.is_file():
                raise Refused("missing", f"There is no file {self.name(path)!r}.")
            if path.stat().st_size > LARGEST:
                raise Refused("refused", f"{self.name(path)} is larger than 8 MB.")
            return path.read_bytes()
        except OSError as problem:
            raise Refused("disk", f"{self.name(path)} cannot be read: {problem.strerror}.") from None

    # Writing

    def write(self, name: object, text: str, base: object) -> str:
        """Write a text over the file of this hash; the new hash. A file that has changed meanwhile stays."""
        path = self._writable(name)
        before = self._bytes(path) if path.is_file() else b""
        if _hash(before) != base and (before or base):
            raise Refused("changed", f"{self.name(path)} has changed on disk.")
        content = text.replace("\r\n", "\n")
        if b"\r\n" in before:
            content = content.replace("\n", "\r\n")
        if before.startswith(_BOM.encode()):
            content = _BOM + content
        return self._replace(path, content.encode())

    def create(self, name: object, text: str) -> str:
        """Make a new file; its name, with a number behind it if there is one of that name."""
        first = self._writable(name)
        for number in range(1, 1000):
            path = first if number == 1 else first.with_name(f"{first.stem}-{number}{first.suffix}")
            try:
                starters.write(path, text)
            except starters.FileProblem as problem:
                if path.exists():
                    continue
                raise Refused("disk", f"{problem}.") from None
            return self.name(path)
        raise Refused("refused", f"There are a thousand files like {self.name(first)} already.")

    def copy(self, game: object) -> str:
        """Make a copy of a game of the library that can be changed; its name."""
        found = self.read(game)
        name = PurePosixPath(shelf.find(found.path).name if is_in_library(found.path) else found.path)
        return self.create(name.as_posix(), found.text)

    def start(self, kind: object, name: object) -> str:
        """Make a new game from a starter of `croupier new`; its name."""
        if kind not in starters.KINDS:
            raise Refused("refused", f"There is no starter {str(kind)[:40]!r}.")
        try:
            path = starters.path_of(str(name))
        except starters.NameProblem as problem:
            raise Refused("name", f"{str(problem)[:1].upper()}{str(problem)[1:]}.") from None
        return self.create(path.as_posix(), starters.text_for(str(kind), starters.title_of(path)))

    def _writable(self, name: object) -> Path:
        if self.read_only:
            raise Refused("refused", "The studio was started with --read-only: nothing is written.")
        return self.path(name, (*GAMES, ".md"))

    def _replace(self, path: Path, content: bytes) -> str:
        """Write beside the file and rename, so that whoever reads it never sees half of it."""
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            with open(draft, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                os.chmod(draft, path.stat().st_mode & 0o777)
            os.replace(draft, path)
        except OSError as problem:
            with suppress(OSError):
                draft.unlink()
            raise Refused("disk", f"{self.name(path)} cannot be written now: {problem.strerror}.") from None
        return _hash(content)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()[:16] if content else ""
