"""Machine code is loaded from the cache only if nobody but the user can have written it."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import group
from croupier.kernel import Kernel, cache, compile_kernel, trust
from croupier.kernel.cache import Cache

TEXT = "def f(a: Int) -> Int:\n    return a + 1"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes tell nothing there")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """A cache with one entry."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "data"))
    found = Cache.usual()
    assert (made(found).origin, made(found).origin) == ("compiled", "cache")
    return found


def made(place: Cache) -> Kernel:
    found = compile_kernel(TEXT, ["f"], opt=0, cache=place)
    assert found.call.f(1) == 2
    return found


def entry(place: Cache) -> Path:
    ((path, _),) = place.files()
    return path


def folder(place: Cache) -> Path:
    assert place.path is not None
    return place.path


def secret(place: Cache) -> Path:
    assert place.secret is not None
    return place.secret


def refused(place: Cache) -> str:
    """Why nothing is loaded; the kernel works all the same."""
    found = made(place)
    assert found.origin == "compiled"
    return found.note


def test_the_secret_is_the_users_alone(place: Cache) -> None:
    assert secret(place).stat().st_size == 32
    assert secret(place).stat().st_mode & 0o777 == 0o600
    assert folder(place).stat().st_mode & 0o777 == 0o700
    assert [path.name for path in secret(place).parent.iterdir()] == ["secret"]


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_can_write_to(place: Cache, mode: int) -> None:
    folder(place).chmod(mode)
    assert refused(place) == (
        f"the cache is not used: others can write to {folder(place)} (`chmod go-w {folder(place)}` ends that)"
    )
    folder(place).chmod(mode & ~0o022)
    assert made(place).origin == "cache"


def test_a_file_that_others_can_write_to(place: Cache) -> None:
    entry(place).chmod(0o622)
    assert "others can write to" in refused(place)
    # It was compiled into a file of its own.
    assert (made(place).origin, entry(place).stat().st_mode & 0o777) == ("cache", 0o600)


def test_what_belongs_to_another_user(place: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert "belongs to another user" in refused(place)
    assert place.obstacle.startswith("the cache is not used: ")


def test_links_and_pipes_are_not_followed(place: Cache) -> None:
    path = entry(place)
    elsewhere = path.rename(folder(place) / "elsewhere")
    path.symlink_to(elsewhere)
    assert "the cache is not used" in refused(place)
    path.unlink()
    os.mkfifo(path)
    assert f"{path} is not a file" in refused(place)


def test_a_file_that_another_secret_has_signed(place: Cache) -> None:
    secret(place).write_bytes(bytes(32))
    assert "is damaged, or not from this user: it is compiled anew" in refused(place)
    assert made(place).origin == "cache"


def test_an_entry_under_the_name_of_another(place: Cache) -> None:
    path = entry(place)
    content = path.read_bytes()
    assert place.load(path.stem) is not None
    (folder(place) / ("0" * 40 + ".kernel")).write_bytes(content)
    assert place.load("0" * 40) is None


@pytest.mark.parametrize("head", [b"[" * 100_000, b"[[4], []]", b"", b"[[99999999], []]"])
def test_a_forged_head_ends_in_a_sentence(place: Cache, head: bytes) -> None:
    path = entry(place)
    rest = head + b"\ncode"
    # Whoever does not have the secret can make any other checksum.
    for forged in (hashlib.blake2b(rest, digest_size=32), hashlib.blake2b(rest, digest_size=20)):
        path.write_bytes(cache._MAGIC + forged.hexdigest().encode() + b"\n" + rest)
        assert refused(place) == f"{path} is damaged, or not from this user: it is compiled anew"
    path.write_bytes(cache._MAGIC)
    assert refused(place) == f"{path} is damaged, or not from this user: it is compiled anew"


def test_a_secret_that_others_can_read(place: Cache) -> None:
    secret(place).chmod(0o640)
    assert refused(place) == (
        f"the cache is not used: others can read {secret(place)} (`chmod go= {secret(place)}` ends that)"
    )


def test_a_damaged_secret(place: Cache) -> None:
    secret(place).write_bytes(b"short")
    assert "is not a secret of 32 bytes; without it a new one is made" in refused(place)
    secret(place).unlink()
    assert (made(place).origin, made(place).origin) == ("compiled", "cache")


def test_no_secret_no_cache(place: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a home that cannot be written to."""
    place.clear()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "file" / "data"))
    nowhere = Cache.usual()
    assert "Not a directory" in refused(nowhere)
    assert nowhere.files() == []
    assert Cache(folder(place), secret=None).store("x", cache.Entry((), ())) == (
        "the cache is not used: there is no home for the secret that the cache needs"
    )


def test_a_file_system_without_links(place: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    secret(place).unlink()
    monkeypatch.setattr(os, "link", refuse)
    assert "compiled anew" in refused(place)
    assert made(place).origin == "cache"
    assert [path.name for path in secret(place).parent.iterdir()] == ["secret"]


def test_where_modes_tell_nothing_the_secret_still_holds(
    place: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust, "_KNOWS_OWNERS", False)
    folder(place).chmod(0o777)
    assert made(place).origin == "cache"
    secret(place).write_bytes(bytes(32))
    assert "not from this user" in refused(place)


def test_croupier_cache_says_so(place: Cache) -> None:
    runner = CliRunner()
    assert json.loads(runner.invoke(group, ["cache", "--json"]).stdout)["problem"] == ""
    folder(place).chmod(0o777)
    found = runner.invoke(group, ["cache"])
    assert (found.exit_code, "others can write to" in found.stderr) == (0, True)
    assert "others can write to" in json.loads(runner.invoke(group, ["cache", "--json"]).stdout)["problem"]


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("linux", ".local/share/croupier"),
        ("darwin", "Library/Application Support/croupier"),
        ("win32", "AppData/Local/croupier"),
    ],
)
def test_where_the_secret_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, expected: str
) -> None:
    for name in ("CROUPIER_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", platform)
    assert trust.secret_file() == tmp_path / expected / "secret"
