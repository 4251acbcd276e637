"""Object code on disk, so that a kernel is compiled once.

An entry is one file: a line with its checksum, a line of JSON about the functions, then the object code. It
is written aside and renamed, so that another process sees all of it or nothing. Whatever is wrong with the
disk, kernels work: they are compiled again, and the reason is a note. Machine code can do anything, so only
what the user's own secret has signed is loaded (`croupier.kernel.trust`).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, TypeVar

from croupier import __version__
from croupier.kernel import trust
from croupier.kernel.machine import Host
from croupier.kernel.translate import Signature
from croupier.kernel.types import ELEMENTS, NONE, SCALARS, ArrayType, Parameter, Scalar

LIMIT = 256 * 1024 * 1024
"""Bytes that the cache may take; beyond, what was not used for longest goes."""

_SUFFIX = ".kernel"
_MAGIC = b"croupier kernel "
_DATA = b"croupier data "

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Entry:
    """A compiled kernel."""

    codes: tuple[bytes, ...]
    """Object files that belong together."""
    signatures: tuple[Signature, ...]


@cache
def generator() -> str:
    """Which translator this is: another one makes other code of the same text."""
    try:
        sources = sorted(Path(__file__).parent.glob("*.py"))
        content = b"".join(each.read_bytes() for each in sources)
    except OSError:
        content = b""
    return f"{__version__} {hashlib.sha256(content).hexdigest()}"


def digest(text: str) -> str:
    """The fingerprint of a kernel's text, by which its compiled code is found."""
    return hashlib.sha256(text.encode()).hexdigest()


def key(text_digest: str, exports: Iterable[str], how: str, host: Host) -> str:
    """What a compiled kernel depends on, as a file name."""
    parts = [
        generator(),
        host.versions,
        host.triple,
        host.cpu,
        host.features,
        how,
        list(exports),
        text_digest,
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


def directory() -> Path | None:
    """Where the cache is, as the platform has it; None if CROUPIER_CACHE is ``off``."""
    chosen = os.environ.get("CROUPIER_CACHE", "")
    if chosen.lower() == "off":
        return None
    if chosen:
        return Path(chosen).expanduser() / "kernels"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "croupier" / "kernels"


@dataclass(frozen=True, slots=True)
class Cache:
    """Compiled kernels in a directory; without one it holds nothing."""

    path: Path | None
    limit: int = LIMIT
    secret: Path | None = field(default_factory=trust.secret_file)
    """The file of the secret that keys the checksums."""

    @staticmethod
    def usual() -> Cache:
        """The user's cache."""
        return Cache(directory())

    @property
    def obstacle(self) -> str:
        """Why nothing is loaded from here or kept; nothing if all is well. Changes nothing on the disk."""
        try:
            if self.path is not None:
                trust.secret(self.secret, make=False)
                trust.check_folder(self.path)
        except trust.Untrusted as problem:
            return f"the cache is not used: {problem}"
        return ""

    def load(self, name: str, tell: Callable[[str], None] | None = None) -> Entry | None:
        """An entry; one that is damaged or not the user's own counts as missing, and `tell` is told why."""
        return self._loaded(name, _read, tell)

    def load_data(self, name: str) -> Any:
        """Plain data that was kept under a name; None if there is none that can be trusted."""
        return self._loaded(name, _read_data, None)

    def _loaded(
        self, name: str, read: Callable[[bytes, bytes, str], Found | None], tell: Callable[[str], None] | None
    ) -> Found | None:
        if self.path is None:
            return None
        file = self.path / (name + _SUFFIX)
        try:
            trust.check_folder(self.path)
            content = trust.read(file)
            if content is None:
                return None
            key = trust.secret(self.secret)
            assert key is not None
        except trust.Untrusted as problem:
            if tell is not None:
                tell(f"the cache is not used: {problem}")
            return None
        entry = read(content, key, name)
        if entry is None and tell is not None:
            tell(f"{file} is damaged, or not from this user: it is compiled anew")
        if entry is not None:
            with suppress(OSError):
                os.utime(file)  # used just now: among the last to be dropped
        return entry

    def store(self, name: str, entry: Entry) -> str:
        """Keep an entry; gives a note if that was not possible."""
        return self._stored(name, lambda key: _written(entry, key, name))

    def store_data(self, name: str, data: Any) -> None:
        """Keep plain data under a name, if that is possible."""
        rest = json.dumps(data).encode()
        self._stored(name, lambda key: _DATA + _checksum(rest, key, name) + b"\n" + rest)

    def _stored(self, name: str, written: Callable[[bytes], bytes]) -> str:
        if self.path is None:
            return ""
        aside = ""
        try:
            key = trust.secret(self.secret)
            assert key is not None
            # Nobody else may write here; who may look is of no concern, but why should anybody?
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            trust.check_folder(self.path)
            handle, aside = tempfile.mkstemp(prefix=name[:8], suffix=".tmp", dir=self.path)
            with os.fdopen(handle, "wb") as file:
                file.write(written(key))
            os.replace(aside, self.path / (name + _SUFFIX))
        except trust.Untrusted as problem:
            return f"the cache is not used: {problem}"
        except OSError as problem:
            if aside:
                _remove(Path(aside))
            return f"the compiled kernel could not be kept in {self.path}: {problem.strerror or problem}"
        self.trim()
        return ""

    def drop(self, name: str) -> None:
        """Remove an entry."""
        if self.path is not None:
            _remove(self.path / (name + _SUFFIX))

    def files(self) -> list[tuple[Path, os.stat_result]]:
        """The files of the cache, those used longest ago first."""
        found = []
        try:
            for each in os.scandir(self.path) if self.path is not None else ():
                if each.name.endswith((_SUFFIX, ".tmp")):
                    with suppress(OSError):  # another process was faster
                        found.append((Path(each.path), each.stat()))
        except OSError:
            return []
        return sorted(found, key=lambda each: (each[1].st_mtime_ns, each[0].name))

    def trim(self) -> None:
        """Drop what was not used for longest, until the rest is within the limit."""
        files = self.files()
        size = sum(status.st_size for _, status in files)
        for path, status in files:
            if size <= self.limit:
                break
            _remove(path)
            size -= status.st_size

    def clear(self) -> tuple[int, int]:
        """Remove everything; gives how many files and bytes went."""
        gone = [status.st_size for path, status in self.files() if _remove(path)]
        return len(gone), sum(gone)


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True


def _written(entry: Entry, key: bytes, name: str) -> bytes:
    head = [[len(each) for each in entry.codes], [_signature_data(each) for each in entry.signatures]]
    rest = json.dumps(head).encode() + b"\n" + b"".join(entry.codes)
    return _MAGIC + _checksum(rest, key, name) + b"\n" + rest


def _checksum(content: bytes, key: bytes, name: str) -> bytes:
    """The checksum of an entry under its name: no other entry fits there, not even one of the user's own."""
    signed = hashlib.blake2b(name.encode() + b"\n", digest_size=32, key=key)
    signed.update(content)
    return signed.hexdigest().encode()


def _read(content: bytes, key: bytes, name: str) -> Entry | None:
    first, _, rest = content.partition(b"\n")
    if not hmac.compare_digest(first, _MAGIC + _checksum(rest, key, name)):
        return None
    head, _, content = rest.partition(b"\n")
    try:
        lengths, signatures = json.loads(head)
        ends = [*accumulate(lengths, initial=0)]
        if min(lengths) <= 0 or ends[-1] != len(content):
            return None
        codes = tuple(content[start:end] for start, end in pairwise(ends))
        return Entry(codes, tuple(_signature(*each) for each in signatures))
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def _read_data(content: bytes, key: bytes, name: str) -> Any:
    first, _, rest = content.partition(b"\n")
    if not hmac.compare_digest(first, _DATA + _checksum(rest, key, name)):
        return None
    try:
        return json.loads(rest)
    except (ValueError, RecursionError):
        return None


def _signature_data(signature: Signature) -> list[object]:
    parameters = [
        [each.name, each.type.name]
        if isinstance(each.type, Scalar)
        else [each.name, each.type.element.name, each.type.length]
        for each in signature.parameters
    ]
    return [signature.name, parameters, signature.result.name, signature.fails]


def _signature(name: str, parameters: list[list[Any]], result: str, fails: bool) -> Signature:
    types = [
        SCALARS[kind] if not length else ArrayType(ELEMENTS[kind], *length) for _, kind, *length in parameters
    ]
    names = [each[0] for each in parameters]
    return Signature(name, tuple(map(Parameter, names, types)), SCALARS.get(result, NONE), fails)
