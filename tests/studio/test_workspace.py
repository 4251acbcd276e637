"""The workspace: nothing outside of it is read or written, and no change on disk is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier.studio.errors import Refused
from croupier.studio.workspace import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with a game in it, and a secret beside it."""
    (tmp_path / "work" / "games").mkdir(parents=True)
    (tmp_path / "work" / "games" / "mine.rcy").write_bytes(b"(game)\r\n")
    (tmp_path / "secret.rcy").write_text("secret")
    return tmp_path / "work"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.rcy",
        "/etc/passwd",
        "games/../../secret.rcy",
        "link.rcy",
        "out/secret.rcy",
        "a\0b.rcy",
        "x.py",
        "",
    ],
)
def test_nothing_outside_the_workspace_is_read_or_written(folder: Path, name: str) -> None:
    os.symlink(folder.parent / "secret.rcy", folder / "link.rcy")
    os.symlink(folder.parent, folder / "out")
    workspace = Workspace(folder)
    with pytest.raises(Refused):
        workspace.read(name)
    with pytest.raises(Refused):
        workspace.write(name, "mine", "")
    with pytest.raises(Refused):
        workspace.create(name, "mine")
    with pytest.raises(Refused):
        workspace.hash(name)
    with pytest.raises(Refused):
        workspace.game_file(name)
    assert (folder.parent / "secret.rcy").read_text() == "secret"
    assert [file["path"] for file in workspace.files()] == ["games/mine.rcy"]


def test_a_file_keeps_its_line_ends_and_whoever_else_has_changed_it(folder: Path) -> None:
    workspace, path = Workspace(folder), folder / "games" / "mine.rcy"
    os.chmod(path, 0o640)
    read = workspace.read("games/mine.rcy")
    assert read.text == "(game)\n"
    saved = workspace.write("games/mine.rcy", "(game)\n; more\n", read.hash)
    assert path.read_bytes() == b"(game)\r\n; more\r\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert saved == workspace.hash("games/mine.rcy")
    path.write_text("theirs")
    with pytest.raises(Refused, match="changed on disk"):
        workspace.write("games/mine.rcy", "mine", saved)
    assert path.read_text() == "theirs"
    assert [one.name for one in path.parent.iterdir()] == ["mine.rcy"]


def test_copies_and_starters_never_overwrite(folder: Path) -> None:
    workspace = Workspace(folder)
    assert [workspace.copy("hearts") for _ in range(2)] == ["hearts.rcy", "hearts-2.rcy"]
    assert workspace.copy("uno.ah") == "uno.ah"
    assert workspace.start("fishing", "night_market") == "night_market.rcy"
    assert (folder / "night_market.rcy").read_text().startswith(";; Night Market\n")
    assert not workspace.read("hearts").writable
    with pytest.raises(Refused, match="A name is made of letters"):
        workspace.start("fishing", "../x y")


def test_a_studio_that_only_reads_writes_nothing(folder: Path) -> None:
    workspace = Workspace(folder, read_only=True)
    with pytest.raises(Refused, match="--read-only"):
        workspace.write("games/mine.rcy", "x", workspace.hash("games/mine.rcy"))
    with pytest.raises(Refused, match="--read-only"):
        workspace.copy("hearts")
    with pytest.raises(Refused, match="--read-only"):
        workspace.start("fishing", "night_market")
    assert [file["path"] for file in workspace.files()] == ["games/mine.rcy"]
