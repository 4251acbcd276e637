"""Whose files these are: machine code is loaded only from what nobody else can have written.

Two things keep others out. Folders and files belong to the user who runs the program, and nobody else may
write to them. And checksums are keyed by a secret of the user's, so that a file from elsewhere does not fit.
On Windows only the second holds: who may write to a folder is not told by its mode there.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from croupier.text.errors import CroupierError

SIZE = 32
"""Bytes of a secret."""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_KNOWS_OWNERS = sys.platform != "win32"


class Untrusted(CroupierError):
    """A file or folder that somebody else may have written, and why; or one that cannot be read at all."""


def data_folder() -> Path | None:
    """The folder for what belongs to the user and is no cache; CROUPIER_DATA names another one."""
    chosen = os.environ.get("CROUPIER_DATA", "")
    if chosen:
        return Path(chosen).expanduser()
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "croupier"


def secret_file() -> Path | None:
    """The file of the user's secret."""
    folder = data_folder()
    return None if folder is None else folder / "secret"


def check(path: Path, status: os.stat_result, forbidden: int = _OTHERS_WRITE) -> None:
    """Raise :class:`Untrusted` if somebody else owns it, or has one of the forbidden rights to it."""
    if not _KNOWS_OWNERS:
        return
    if status.st_uid != os.geteuid():
        raise Untrusted(f"{path} belongs to another user")
    if status.st_mode & forbidden:
        right, repair = ("write to", "go-w") if forbidden == _OTHERS_WRITE else ("read", "go=")
        raise Untrusted(f"others can {right} {path} (`chmod {repair} {path}` ends that)")


def check_folder(path: Path) -> None:
    """Raise :class:`Untrusted` unless a folder is the user's alone; one that is not there yet is fine."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    except OSError as problem:
        raise Untrusted(f"{path}: {problem.strerror or problem}") from None
    check(path, status)


def read(path: Path, forbidden: int = _OTHERS_WRITE) -> bytes | None:
    """The content of a file that only the user can have written; None if there is none.

    What is looked at is the file that is then read, so that it cannot be exchanged in between. Links are not
    followed, and a pipe is not waited for.
    """
    flags = os.O_RDONLY
    if sys.platform != "win32":
        flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    else:
        flags |= os.O_BINARY
    try:
        handle = os.open(path, flags)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise Untrusted(f"{path} cannot be read: {problem.strerror or problem}") from None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Untrusted(f"{path} is not a file")
        check(path, status, forbidden)
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    except OSError as problem:
        raise Untrusted(f"{path} cannot be read: {problem.strerror or problem}") from None
    finally:
        os.close(handle)


def secret(path: Path | None, *, make: bool = True) -> bytes | None:
    """The user's secret, made when it is first asked for; None if there is none and none is to be made.

    :class:`Untrusted` if it is not the user's alone, is damaged, or cannot be made.
    """
    if path is None:
        raise Untrusted("there is no home for the secret that the cache needs")
    check_folder(path.parent)
    found = read(path, _OTHERS)
    if found is None and make:
        _make(path)
        found = read(path, _OTHERS)
    if found is not None and len(found) != SIZE:
        raise Untrusted(f"{path} is not a secret of {SIZE} bytes; without it a new one is made")
    return found


def _make(path: Path) -> None:
    """Write a new secret, whole or not at all, unless somebody else is faster."""
    aside = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(prefix="secret", suffix=".tmp", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(SIZE))
        try:
            os.link(aside, path)
        except FileExistsError:
            pass
        except OSError:
            # A file system without links: of two secrets made at once the later one stays.
            os.replace(aside, path)
    except OSError as problem:
        reason = problem.strerror or problem
        raise Untrusted(f"the secret that the cache needs cannot be written to {path}: {reason}") from None
    finally:
        if aside:
            with suppress(OSError):
                os.unlink(aside)
